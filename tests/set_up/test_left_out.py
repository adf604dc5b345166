"""The end of a run of pytest with this repository's settings: what was left out, and which program is missing."""

import shutil
from unittest.mock import Mock

import pytest
from notebook_rules import ROOT
from programs import PROGRAMS

MARKED_TESTS = """
import pytest


@pytest.mark.environments
def test_with_an_environment():
    raise AssertionError("not left out")


@pytest.mark.parametrize("place", ["page", pytest.param("tab", marks=pytest.mark.node)])
@pytest.mark.chromium
def test_with_a_browser(place):
    raise AssertionError("not left out")


def test_with_nothing():
    pass
"""


def test_reports_which_tests_were_left_out_and_how_to_run_them(pytester):
    for name in ("pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / name, pytester.path)
    pytester.makepyfile(MARKED_TESTS)
    places = f"pythonpath={ROOT}/tests/support {ROOT}/tools {ROOT}/tests"
    ended = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-n0", "-o", places, ".")
    ended.assert_outcomes(passed=1, deselected=3)
    ended.stdout.re_match_lines(r"Left out: .* To run them: python3 run\.py test -m environments$")


def test_a_test_without_its_program_fails_and_says_how_to_install_it(monkeypatch, pytestconfig):
    monkeypatch.setitem(PROGRAMS, "chromium", PROGRAMS["chromium"]._replace(is_here=lambda: False))
    [ours] = [plugin for plugin in pytestconfig.pluginmanager.get_plugins() if hasattr(plugin, "programs_of")]
    item = Mock(iter_markers=lambda: [pytest.mark.chromium.mark])
    with pytest.raises(pytest.fail.Exception, match="chromium is not installed: apt-get install chromium"):
        ours.pytest_runtest_setup(item)
