"""The front door. Its real set-up is what every run of the tests has just come through; here are its decisions."""

import ast
import runpy
import sys

import front_door
import pytest
from notebook_rules import NOTEBOOKS, ROOT

RUN = ROOT / "run.py"


# The file that a person starts.

WORDS_OF_OLD = {
    *(ast.Module, ast.Expr, ast.Constant, ast.Name, ast.Load, ast.Attribute, ast.Call, ast.Tuple, ast.Subscript),
    *(ast.Import, ast.alias, ast.If, ast.Compare, ast.Lt, ast.Eq, ast.BinOp, ast.Add, ast.Slice),
}
"""What run.py is written with: each of these means in Python 2.7 what it means today."""


def too_new(source):
    """What in a file a Python of 2.7 could not read."""
    yield from (f"no ASCII: {line}" for line in source.splitlines() if not line.isascii())
    yield from (ast.unparse(node) for node in ast.walk(ast.parse(source)) if type(node) not in WORDS_OF_OLD)


def test_every_python_can_read_it_as_far_as_its_message():
    assert list(too_new(RUN.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 10, 14)])
def test_an_old_python_is_told_what_it_needs(version, monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr(sys, "version", ".".join(map(str, version)) + " (main)")
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(RUN))
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert f"needs Python 3.11 or later, and this is Python {'.'.join(map(str, version))}." in said
    assert "python3.12 run.py lab" in said


# The commands.


@pytest.fixture
def calls(monkeypatch):
    """The commands that run.py would start, in place of starting them, each with what was set up for it."""
    started = []

    def call(*command):
        started.append(command)
        return 0

    monkeypatch.setattr(front_door, "call", call)
    monkeypatch.setattr(front_door, "set_up", lambda extra, environment: f"PYTHON for {extra}")
    return started


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_help_names_every_command(arguments, capsys):
    assert front_door.main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, command in front_door.COMMANDS.items():
        assert any(line.startswith(f"  python3 run.py {name} ") and command.arguments in line for line in lines)
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("name", ["check", "refresh", "learn", "clean", "site", "scale", "address"])
def test_help_with_a_command_is_of_that_command(calls, name, capsys):
    for asked in (["--help"], ["4", "-h"]):
        assert front_door.main([name, *asked]) == 0
        command = front_door.COMMANDS[name]
        assert capsys.readouterr().out.startswith(f"python3 run.py {name} {command.arguments}: {command.about}.\n")
    assert calls == []


def test_an_unknown_command(capsys):
    assert front_door.main(["tset"]) == 2
    assert "there is no command 'tset'. The commands are: lab, test" in capsys.readouterr().err


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
def test_lab_opens_a_lesson_and_passes_on_what_begins_with_a_dash(calls, typed, passed_on):
    assert front_door.main(["lab", *typed]) == 0
    assert calls == [("PYTHON for lab", "tools/lab.py", *passed_on)]


@pytest.mark.parametrize(
    "typed",
    [["44"], ["2", "3"], ["clipping"], ["--port", "9999"], ["--no-browser", "44"], ["1_"], [""], ["README.md"]],
)
def test_lab_refuses_what_is_not_one_lesson(calls, typed, capsys, monkeypatch):
    monkeypatch.setattr(front_door, "set_up", None)  # nothing is installed for it
    assert front_door.main(["lab", *typed]) == 2
    said = capsys.readouterr().err
    names = " ".join(one for one in typed if one[:1] != "-")
    refused = f"'{names}' is not one lesson. Pass a number from 1 to {len(NOTEBOOKS)}, or"
    assert said.startswith(f"run.py: {refused}") and "--port=9999" in said
    assert calls == []


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], [str(path) for path in NOTEBOOKS]),
        (["04"], [str(NOTEBOOKS[3])]),
        (["1"], [str(NOTEBOOKS[0])]),
        (["1", "10", "12"], [str(NOTEBOOKS[0]), str(NOTEBOOKS[9]), str(NOTEBOOKS[11])]),
        (["04_brevity_penalty"], [str(NOTEBOOKS[3])]),
        (["notebooks/04_brevity_penalty.ipynb", "05"], [str(NOTEBOOKS[3]), str(NOTEBOOKS[4])]),
        ([str(NOTEBOOKS[0])], [str(NOTEBOOKS[0])]),
        (["notebooks"], [str(path) for path in NOTEBOOKS]),
    ],
)
def test_check_and_refresh_find_notebooks(calls, names, expected, monkeypatch):
    monkeypatch.chdir(ROOT)
    front_door.main(["check", *names])
    front_door.main(["refresh", *names])
    checked, refreshed = calls
    assert checked[-len(expected) :] == tuple(expected)
    assert refreshed == ("PYTHON for dev", "tools/refresh.py", *expected)


@pytest.mark.parametrize("command", ["check", "refresh", "clean"])
@pytest.mark.parametrize("name", ["44_nothing", "0", "44", str(ROOT / "README.md")])
def test_a_notebook_that_is_not_there(calls, command, name, capsys):
    assert front_door.main([command, name]) == 2
    said = capsys.readouterr().err
    assert f"'{name}'" in said and f"or a number from 1 to {len(NOTEBOOKS)}." in said
    assert calls == []


def test_a_mistyped_test_is_refused_before_anything_runs(calls, capsys):
    """pytest in several processes would run none of the others, and say nothing."""
    there = [
        "tests/set_up/test_run.py::test_help",
        "-k",
        "help",
        "notebooks/04_brevity_penalty.ipynb",
        "--ignore=tests/x.py",
    ]
    assert front_door.main(["test", *there]) == 0
    assert calls == [("PYTHON for dev", "-m", "pytest", *there)]
    for missing in ("tests/set_up/test_rnu.py", "test_run.py", "tests/support/students/x", "notebooks/44.ipynb"):
        assert front_door.main(["test", "tests/set_up/test_run.py", missing]) == 2
        assert f"there is no '{missing}'" in capsys.readouterr().err
    assert len(calls) == 1


@pytest.mark.parametrize("command", ["check", "refresh", "learn", "clean"])
@pytest.mark.parametrize("broken", ["<<<<<<< HEAD\n{}", "[]", "{}", b"\xff"])
def test_a_notebook_that_cannot_be_read_is_named_before_anything_runs(calls, command, broken, tmp_path, capsys):
    lesson = tmp_path / "lesson.ipynb"
    lesson.write_bytes(broken if isinstance(broken, bytes) else broken.encode())
    for name in (lesson, tmp_path):
        assert front_door.main([command, str(name)]) == 2
        said = capsys.readouterr().err
        assert said.startswith("run.py: lesson.ipynb: ")
        assert "<<<<<<<" in said
    assert calls == []


def test_the_site_stands_alone_because_it_adds_to_every_jupyterlab_beside_it(calls, monkeypatch):
    monkeypatch.setattr(front_door, "set_up", lambda extra, environment: f"PYTHON for {extra} in {environment.name}")
    assert front_door.main(["site", "--complete"]) == 0
    assert calls == [("PYTHON for site in site", "website/make_site.py", "--complete")]


def test_a_folder_that_cannot_be_written_to(calls, monkeypatch, capsys):
    monkeypatch.setattr(front_door, "can_write", lambda folder: folder != ROOT)
    assert front_door.main(["lab"]) == 2
    assert f"write to this folder: {ROOT}" in capsys.readouterr().err
    assert calls == []
