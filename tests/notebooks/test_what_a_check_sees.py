"""Real runs of pytest: how a check describes the faults that it finds."""

import re
import time

import front_door
import pytest
import wrong_pictures
from nbformat.v4 import new_output
from small_notebooks import SAVED, SHOWS, edit, in_lesson_02, run_pytest, small_notebook, workshop

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
    (folder / "notebooks" / "04_unread.ipynb").write_text("{", encoding="utf-8")
    small_notebook(folder / "notebooks" / "11_small.ipynb", {"a text": SHOWS["a text"]}, SAVED_OTHERWISE)
    (folder / "test_marked.py").write_text(MARKED_TESTS, encoding="utf-8")
    asked = ("--numprocesses=1", "--continue-on-collection-errors", "-m", "not rule and not environments")
    done = run_pytest(folder, *asked, *front_door.CHECK[2:], "notebooks", "test_marked.py")
    assert "\n" + "F" * (len(SHOWS) + 1) + "." in done.stdout, done.stdout
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
    assert "`python3 run.py refresh 3 11`" in report


STOPPED = {
    "dies": ("import os\nos._exit(1)", "the kernel died"),
    "waits": ("import time\ntime.sleep(100)", "it ran into the limit of 5 seconds"),
}


def test_says_which_cell_stopped_the_kernel_and_leaves_out_the_later_ones(tmp_path):
    folder = workshop(tmp_path)
    for name, (code, _) in STOPPED.items():
        sources = {"one output": SHOWS["one output"], name: code, "a text": SHOWS["a text"]}
        small_notebook(folder / f"{name}.ipynb", sources, SAVED | {name: []})
    begin = time.monotonic()
    done = run_pytest(folder, "--numprocesses=0", "--nbval-cell-timeout=5", *front_door.CHECK[2:], ".")
    assert time.monotonic() - begin < 60
    described = [line for line in done.stdout.splitlines() if "cell [" in line]
    for line, (name, (_, reason)) in zip(described, STOPPED.items(), strict=True):
        assert line.startswith(f"{name}.ipynb, cell [2]: {reason}, so the cells after it were left out.")
    assert done.stdout.startswith(".Fs.Fs") and "run.py refresh" not in done.stdout


@pytest.mark.parametrize("format_of_file", [3, 5])
def test_says_that_a_notebook_has_another_format(format_of_file, tmp_path):
    path = workshop(tmp_path) / "old.ipynb"
    small_notebook(path, {"a text": SHOWS["a text"]}, SAVED)
    edit(path, lambda notebook: notebook.update(nbformat=format_of_file))
    done = run_pytest(tmp_path, "--numprocesses=0", *front_door.CHECK[2:], path)
    assert 'old.ipynb:\nits "nbformat" is not 4. ' in done.stdout and "Error" not in done.stdout


def test_reports_which_tests_were_left_out_and_how_to_run_them(report):
    command = r"(?m)^Tests left out that need .*: (\d+)\. To run them: python3 run\.py test -m (\w+)$"
    left_out = [("2", "chromium"), ("1", "node"), ("3", "environments")]
    assert re.findall(command, report) == left_out


def test_a_test_without_its_program_fails_and_says_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    (workshop(tmp_path) / "test_marked.py").write_text(MARKED_TESTS, encoding="utf-8")
    done = run_pytest(tmp_path, "--numprocesses=1", "-m", "chromium and not node")
    assert "1 error" in done.stdout and "not left out" not in done.stdout
    assert "chromium is not installed: apt-get install chromium" in done.stdout
