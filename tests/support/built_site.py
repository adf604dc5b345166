"""Fixtures for the tests of the built site: the site, and a server for it."""

import subprocess
import sys

import commands
import make_site
import make_tab
import pytest
from notebook_rules import ROOT
from site_server import handing_out


@pytest.fixture(scope="session")
def site(testrun_uid):
    """Build the site with the command, once per run, without the wheels that only a complete site contains.

    With pytest-xdist, the process that needs it first builds it, and the others wait.
    """
    assert make_tab.CORE.is_dir(), make_site.WITHOUT_NPM
    built_for = make_site.BUILD / "test-run"
    with commands.alone(make_site.BUILD):
        if not built_for.is_file() or built_for.read_text(encoding="utf-8") != testrun_uid:
            command = [sys.executable, ROOT / "run.py", "site"]
            made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
            assert made.returncode == 0, made.stdout + made.stderr
            built_for.write_text(testrun_uid, encoding="utf-8")
    return make_site.BUILD / "site"


@pytest.fixture(scope="session")
def served(site):
    """Yield the address of a server for the site."""
    with handing_out(site) as address:
        yield address
