"""Real runs of pytest with this repository's settings: what a check says about our pictures, and what is left out.

How the differences of any notebook are described is tested in pytest_notebook_differences.
"""

import re
from unittest.mock import Mock

import commands
import pytest
import wrong_pictures
from nbformat.v4 import new_output
from programs import PROGRAMS
from small_notebooks import SAVED, SHOWS, in_lesson_02, run_pytest, small_notebook, workshop

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


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Return the report of a check of two small notebooks whose outputs have changed; another process runs them."""
    folder = workshop(tmp_path_factory.mktemp("small"))
    (folder / "notebooks").mkdir()
    stale = {"a picture": [wrong_pictures.stale(in_lesson_02())], "a text": SAVED["a text"]}
    small_notebook(folder / "notebooks" / "03_stale.ipynb", SHOWS, stale)
    changed = {"a text": [new_output("stream", text="the the the: 0.2867\n")]}
    small_notebook(folder / "notebooks" / "11_changed.ipynb", {"a text": SHOWS["a text"]}, changed)
    (folder / "test_marked.py").write_text(MARKED_TESTS, encoding="utf-8")
    asked = ("--numprocesses=1", "-m", "not rule and not environments")
    done = run_pytest(folder, *asked, *commands.CHECK[2:], ".")
    assert "\nF.F. " in done.stdout, done.stdout
    return done.stdout


def test_a_check_says_what_a_stale_picture_shows_and_what_to_do_next(report):
    assert "notebooks/03_stale.ipynb, cell [1] __" in report
    assert (
        "    A saved picture differs from the one that is drawn now\n"
        "    saved: Axis(label='', start=2.6, end=-0.5, ticks=[])\n"
        "    now  : Axis(label='', start=1.6, end=-0.5, ticks=[])\n"
    ) in report
    assert report.count("the the the: 0.2867") == 1 and "\x1b" not in report
    assert "`python3 run.py refresh notebooks/03_stale.ipynb notebooks/11_changed.ipynb` saves the new" in report


def test_reports_which_tests_were_left_out_and_how_to_run_them(report):
    command = r"(?m)^Tests left out that need .*: (\d+)\. To run them: python3 run\.py test -m (\w+)$"
    left_out = [("2", "chromium"), ("1", "node"), ("3", "environments")]
    assert re.findall(command, report) == left_out


def test_a_test_without_its_program_fails_and_says_how_to_install_it(monkeypatch, pytestconfig):
    monkeypatch.setitem(PROGRAMS, "chromium", PROGRAMS["chromium"]._replace(is_here=lambda: False))
    [ours] = [plugin for plugin in pytestconfig.pluginmanager.get_plugins() if hasattr(plugin, "programs_of")]
    item = Mock(iter_markers=lambda: [pytest.mark.chromium.mark])
    with pytest.raises(pytest.fail.Exception, match="chromium is not installed: apt-get install chromium"):
        ours.pytest_runtest_setup(item)
