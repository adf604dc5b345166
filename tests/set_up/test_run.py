"""The decisions of run.py. Its real set-up has already run, because every run of the tests begins with it."""

import runpy
import shutil
import subprocess
import sys

import commands
import pytest
from notebook_rules import NOTEBOOKS, ROOT

RUN = ROOT / "run.py"


# The file run.py.


def test_reports_which_python_is_needed(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 10, 14))
    monkeypatch.setattr(sys, "version", "3.10.14 (main)")
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(RUN))
    assert end.value.code == 2
    message = capsys.readouterr().err
    assert "3.11 or later" in message and "3.10.14" in message
    assert "python3.12 run.py lab" in message


# The commands.


@pytest.fixture
def calls(monkeypatch):
    """Return the commands that run.py would start, each with the environment that would be set up for it."""
    started = []

    def call(*command, folder=ROOT):
        started.append(command)
        return 0

    monkeypatch.setattr(commands, "call", call)
    monkeypatch.setattr(commands, "set_up", lambda extra: f"PYTHON for {extra}")
    return started


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_help_lists_every_command(arguments, capsys):
    assert commands.main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, command in commands.COMMANDS.items():
        assert any(line.startswith(f"  python3 run.py {name} ") and command.arguments in line for line in lines)
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("name", ["check", "refresh", "learn", "clean", "site", "scale", "address"])
def test_help_explains_a_single_command(calls, name, capsys):
    for asked in (["--help"], ["4", "-h"]):
        assert commands.main([name, *asked]) == 0
        command = commands.COMMANDS[name]
        assert capsys.readouterr().out.startswith(f"python3 run.py {name} {command.arguments}: {command.about}.\n")
    assert calls == []


@pytest.mark.parametrize(
    ("typed", "passed_on"),
    [
        (["--no-browser", "--port=9999"], ["--no-browser", "--port=9999"]),
        (["02"], [NOTEBOOKS[1].name]),
        (["--no-browser", "2"], [NOTEBOOKS[1].name, "--no-browser"]),
        (["02_cl"], [NOTEBOOKS[1].name]),
        ([f"my-lessons/en/{NOTEBOOKS[1].name}"], [NOTEBOOKS[1].name]),
    ],
)
def test_lab_opens_a_lesson_and_passes_options_on(calls, typed, passed_on):
    assert commands.main(["lab", *typed]) == 0
    assert calls == [("PYTHON for lab", "tools/lab.py", *passed_on)]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], [str(path) for path in NOTEBOOKS]),
        (["04"], [str(NOTEBOOKS[3])]),
        (["1", "10", "12"], [str(NOTEBOOKS[0]), str(NOTEBOOKS[9]), str(NOTEBOOKS[11])]),
        (["notebooks/04_brevity_penalty.ipynb", "05"], [str(NOTEBOOKS[3]), str(NOTEBOOKS[4])]),
        (["notebooks"], [str(path) for path in NOTEBOOKS]),
    ],
)
def test_check_and_refresh_find_notebooks(calls, names, expected, monkeypatch):
    monkeypatch.chdir(ROOT)
    commands.main(["check", *names])
    commands.main(["refresh", *names])
    checked, refreshed = calls
    assert checked[-len(expected) :] == tuple(expected)
    assert refreshed == ("PYTHON for dev", "tools/refresh.py", *expected)


A_NUMBER = f"from 1 to {len(NOTEBOOKS)}"
REFUSED = [
    ("tset", "'tset'", "lab, test"),
    *((f"lab {names}", f"'{names}' is not one lesson", A_NUMBER) for names in ("44", "2 3", "clipping", "README.md")),
    ("lab --port 9999", "'9999'", "--port=9999"),
    ("check 44_nothing", "'44_nothing'", A_NUMBER),
    ("refresh 0", "'0'", A_NUMBER),
    ("learn 44", "'44'", A_NUMBER),
    ("clean README.md", "'README.md'", A_NUMBER),
    ("check lessons", "mine.ipynb' is not in the folder"),
    ("refresh conflict.ipynb", "run.py: conflict.ipynb: this file is not a valid notebook", "<<<<<<<"),
    ("learn list.ipynb", "not a valid notebook (TypeError"),
    ("clean cells.ipynb", "not a valid notebook (KeyError: 'cells')"),
    ("check old.ipynb", "old.ipynb has nbformat 3. Open it in Jupyter"),
    # Otherwise, pytest with several processes would run none of the tests and report nothing.
    *(
        (f"test run.py {file}", f"there is no '{file}'")
        for file in ("tests/no.py", "no.py", "tests/x", "notebooks/44.ipynb")
    ),
]
FILES = {
    "old.ipynb": '{"nbformat": 3, "worksheets": []}',
    "cells.ipynb": '{"nbformat": 4}',
    "list.ipynb": "[]",
    "conflict.ipynb": "<<<<<<< HEAD\n{}",
    "README.md": "# no notebook",
}


@pytest.mark.parametrize(("typed", "said"), [(typed, said) for typed, *said in REFUSED])
def test_refuses_wrong_arguments_before_anything_is_installed(calls, typed, said, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(commands, "set_up", None)
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "lessons").mkdir()
    shutil.copy(NOTEBOOKS[0], tmp_path / "lessons" / "mine.ipynb")
    assert commands.main(typed.split()) == 2
    message = capsys.readouterr().err
    assert [part for part in said if part not in message] == []
    assert calls == []


def test_the_arguments_of_test_are_those_of_pytest(calls):
    typed = ["tests/set_up/test_run.py::test_help", "-k", "help", "run.py", "--ignore=tests/x.py"]
    assert commands.main(["test", *typed]) == 0
    assert calls == [("PYTHON for dev", "-m", "pytest", *typed)]


@pytest.mark.parametrize(
    ("marks", "extra"),
    [("environments", "environments"), ("chromium and not node", "environments"), ("not environments", "dev")],
)
def test_only_a_run_of_what_is_left_out_installs_what_it_needs(calls, marks, extra):
    assert commands.main(["test", "-m", marks]) == 0
    assert calls == [(f"PYTHON for {extra}", "-m", "pytest", "-m", marks)]


def test_ends_like_a_shell_and_works_with_closed_streams(monkeypatch):
    assert commands.call(sys.executable, "-c", "import os; os.kill(os.getpid(), 9)") == 128 + 9
    monkeypatch.setattr(sys, "stdout", None)
    assert commands.main(["help"]) == 0


def test_the_paths_of_a_report_are_those_of_the_folder_where_the_command_was_typed(tmp_path):
    for name in ("old.txt", "new.txt", "ref.txt"):
        (tmp_path / name).write_text("the cat sat on the mat\n", encoding="utf-8")
    (tmp_path / "none").mkdir()  # not a path, although there is a folder with this name
    (tmp_path / "random.py").write_text("raise SystemExit('a module of the user')", encoding="utf-8")
    typed = ["compare", "old.txt", "new.txt", "--ref=ref.txt", "--tokenize", "none", "--samples=1", "-o", "new.html"]
    ended = subprocess.run([sys.executable, RUN, *typed], cwd=tmp_path, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (tmp_path / "new.html").is_file()
    helped = subprocess.run([sys.executable, RUN, "compare", "-h"], cwd=tmp_path, capture_output=True, text=True)
    assert helped.stdout.startswith(f"usage: python3 {RUN} compare OLD NEW")
