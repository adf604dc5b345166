"""Real runs of pytest: how a check describes the faults that it finds."""

import re
import shutil
from queue import Empty
from unittest.mock import Mock

import commands
import pytest
import wrong_pictures
from nbformat.v4 import new_output
from nbval.kernel import RunningKernel
from programs import PROGRAMS
from small_notebooks import SAVED, SHOWS, edit, in_lesson_02, run_pytest, small_notebook, workshop
from watched_kernel import Stopped, WatchedKernel

# How differences are described: two small notebooks, one of them broken.

SAVED_OTHERWISE = {
    "a picture": [new_output("display_data", {"text/plain": "".join(in_lesson_02()["data"]["text/plain"])})],
    "a stale picture": [wrong_pictures.stale(in_lesson_02())],
    "a text": [new_output("stream", text="the the the: 0.2867\n")],
    "a table": [new_output("display_data", {"text/plain": "a table", "text/html": "<b>2</b>"})],
    "one output": [*SAVED["one output"], new_output("display_data", {"image/png": "AAAA"})],
    "two lines": [new_output("stream", text="two\none\n")],
    "two rows": [new_output("display_data", {"text/plain": "a table", "text/html": "<tr>2</tr><tr>1</tr>"})],
    "two outputs": SAVED["two outputs"][::-1],
    "no error": SAVED["no error"],
}
IN_PLAIN_WORDS = {
    "a picture": "Kinds of output differ: saved ['text/plain'], now ['image/png, text/plain']",
    "a stale picture": (
        "    saved: Axis(label='', start=2.6, end=-0.5, ticks=[])\n"
        "    now  : Axis(label='', start=1.6, end=-0.5, ticks=[])\n"
    ),
    "a text": "    saved: the the the: 0.2867\n    now  : the the the: 0.2857",
    "a table": "its table has changed (the HTML; the plain text is the same)",
    "one output": "Kinds of output differ: saved ['stdout', 'image/png'], now ['stdout']",
    "two lines": "    the order changed, from line 1 on:\n    saved: two\n    now  : one",
    "two rows": "the order in its table changed (the HTML; the plain text is the same)",
    "two outputs": "The order of the outputs changed: saved ['text/plain', 'stdout'], now ['stdout', 'text/plain']",
    "no error": "it now raises ZeroDivisionError: division by zero",
}


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
    broken = SHOWS | {"no error": SHOWS["no error"].replace("1", "0")}
    small_notebook(folder / "notebooks" / "03_broken.ipynb", broken, SAVED_OTHERWISE)
    stopped = {"one output": SHOWS["one output"], "dies": "import os\nos._exit(1)", "a text": SHOWS["a text"]}
    small_notebook(folder / "notebooks" / "05_stopped.ipynb", stopped, SAVED | {"dies": []})
    (folder / "notebooks" / "04_unread.ipynb").write_text("{", encoding="utf-8")
    small_notebook(folder / "notebooks" / "11_small.ipynb", {"a text": SHOWS["a text"]}, SAVED_OTHERWISE)
    for format_of_file in (3, 5):
        shutil.copy(folder / "notebooks" / "11_small.ipynb", path := folder / f"format_{format_of_file}.ipynb")
        edit(path, lambda notebook, number=format_of_file: notebook.update(nbformat=number))
    (folder / "test_marked.py").write_text(MARKED_TESTS, encoding="utf-8")
    asked = ("--numprocesses=1", "--continue-on-collection-errors", "-m", "not rule and not environments")
    done = run_pytest(folder, *asked, *commands.CHECK[2:], ".")
    assert "\n" + "F" * len(SHOWS) + ".FsF." in done.stdout, done.stdout
    return done.stdout


@pytest.mark.parametrize("cell", SHOWS)
def test_describes_in_plain_words_which_cell_differs(report, cell):
    description = report.split("In plain words")[1]
    number = [*SHOWS].index(cell) + 1
    [differences] = re.findall(rf"(?ms)^03_broken\.ipynb, cell \[{number}\].*?: # {cell}$(.*?)\n\n", description)
    assert IN_PLAIN_WORDS[cell] in differences


def test_describes_each_difference_once_and_says_what_to_do_next(report):
    assert report.count("the the the: 0.2867") == 2 and "\x1b" not in report
    assert "notebooks/04_unread.ipynb:\n" in report and "JSONDecodeError" in report
    assert "`python3 run.py refresh 3 11`" in report and report.count("JSONDecodeError") == 1


def test_says_which_cell_stopped_the_kernel_and_leaves_out_the_later_ones(report):
    assert "05_stopped.ipynb, cell [2]: the kernel died, so the cells after it were left out. It starts with" in report


def test_a_kernel_is_stopped_at_the_time_limit_of_a_cell(monkeypatch):
    waited, stopped = Mock(side_effect=Empty), Mock()
    monkeypatch.setattr(RunningKernel, "await_reply", waited)
    kernel = WatchedKernel.__new__(WatchedKernel)
    kernel.is_alive, kernel.stop = lambda: True, stopped
    with pytest.raises(Stopped, match="it ran into the limit of 5 seconds"):
        kernel.await_reply("the cell", timeout=5)
    assert waited.call_count == 5 and stopped.called


@pytest.mark.parametrize("format_of_file", [3, 5])
def test_says_that_a_notebook_has_another_format(format_of_file, report):
    assert f'format_{format_of_file}.ipynb:\nits "nbformat" is {format_of_file}, not 4. ' in report


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
