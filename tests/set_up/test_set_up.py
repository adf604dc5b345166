"""The set-up of run.py: which environment it creates, extends or keeps."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from queue import SimpleQueue
from types import SimpleNamespace
from unittest.mock import Mock

import commands
import pytest
from notebook_rules import ROOT

EXTENDED = ["pip from outside", "packages"]
CREATED = ["venv without pip", *EXTENDED]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a checkout without an environment; commands are recorded, not run."""
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    monkeypatch.setattr(commands, "ROOT", tmp_path)
    monkeypatch.setattr(commands, "ENVIRONMENT", tmp_path / ".environment")
    state = SimpleNamespace(folder=tmp_path, extra="dev", steps=[], pip_exists=True, failure=None)
    state.environment = tmp_path / ".environment"
    state.set_up = lambda: commands.ready(state.extra)

    def fake_run(command, capture_output=False, check=False, timeout=None):
        if command[1:] == ["-m", "pip", "--version"]:
            return SimpleNamespace(returncode=0 if state.pip_exists else 1)
        if command[1:3] == ["-m", "venv"]:
            assert command[-1] == str(state.environment)
            state.steps.append("venv" + (" without pip" if "--without-pip" in command else " with pip"))
            for name in ("bin/python", "Scripts/python.exe"):
                (state.environment / name).parent.mkdir(parents=True, exist_ok=True)
                (state.environment / name).touch()
        return SimpleNamespace(returncode=0)

    def fake_install(pip, *what):
        if what[-1] == "pip":
            state.steps.append("pip from outside" if "--python" in pip else "pip from inside")
        else:
            assert [*what] == commands.editable(state.extra)
            state.steps.append("packages")
        if state.failure:
            raise state.failure

    monkeypatch.setattr(commands.subprocess, "run", fake_run)
    monkeypatch.setattr(commands, "install", fake_install)
    return state


@pytest.mark.parametrize(
    ("pip_exists", "steps"),
    [
        (True, CREATED),
        (False, ["venv with pip", "pip from inside", "packages"]),  # a Python without pip can still run its ensurepip
    ],
)
def test_the_first_set_up_creates_an_environment(checkout, pip_exists, steps):
    checkout.pip_exists = pip_exists
    assert checkout.set_up().is_relative_to(checkout.environment)
    assert checkout.steps == steps


def test_extends_the_environment_of_lab_for_dev_and_keeps_it_until_a_requirement_changes(checkout):
    checkout.extra = "lab"
    checkout.set_up()
    checkout.steps.clear()
    for checkout.extra in ("dev", "lab", "check", "dev"):
        checkout.set_up()
    assert checkout.steps == EXTENDED
    path = checkout.folder / "pyproject.toml"
    for old, new in pairwise(["nltk>=3.9.1", "nltk>=99", "nltk==3.9.1", "nltk>=3.9.1"]):
        checkout.steps.clear()
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        for checkout.extra in ("lab", "dev"):  # an update for lab is an update for dev, too
            checkout.set_up()
        assert checkout.steps == EXTENDED


@pytest.mark.parametrize("already_there", [[], ["lab"]], ids=["the first one", "an extension"])
def test_an_interrupted_set_up_starts_from_the_beginning(checkout, already_there):
    for checkout.extra in already_there:
        checkout.set_up()
    checkout.extra, checkout.failure = "dev", KeyboardInterrupt()
    with pytest.raises(commands.Refusal, match="interrupted"):
        checkout.set_up()
    half_written, another = (checkout.environment / name for name in ("lib/half-written", "site/pyvenv.cfg"))
    for file in (half_written, another):
        file.parent.mkdir()
        file.touch()
    checkout.failure = None
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == CREATED
    assert not half_written.exists() and another.exists(), "another environment in the folder may be under construction"


def test_an_extension_that_fails_leaves_the_environment_as_it_was(checkout):
    checkout.extra = "lab"
    checkout.set_up()
    checkout.extra, checkout.failure = "dev", subprocess.CalledProcessError(1, "pip")
    with pytest.raises(commands.Refusal, match="exit code 1"):
        checkout.set_up()
    checkout.extra = "lab"
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == []


def test_a_second_command_waits_for_the_first_and_uses_its_environment(checkout, monkeypatch):
    messages = SimpleQueue()
    monkeypatch.setattr(commands, "say", messages.put)
    checkout.environment.mkdir(parents=True)
    with ThreadPoolExecutor() as pool, commands.alone(checkout.environment):
        second = pool.submit(checkout.set_up)
        assert "another command" in messages.get(timeout=60)
        commands.make(checkout.extra, checkout.environment)
    assert second.result(timeout=60).is_relative_to(checkout.environment)
    assert checkout.steps == CREATED


def test_recreates_an_environment_whose_python_does_not_start(checkout, monkeypatch):
    checkout.set_up()
    checkout.steps.clear()
    monkeypatch.setattr(commands, "starts", lambda python: False)
    checkout.set_up()
    assert checkout.steps == CREATED


def test_reports_a_folder_that_is_not_writable_without_a_traceback(monkeypatch, capsys):
    closed = Mock(side_effect=PermissionError(13, "Permission denied", ".environment"))
    monkeypatch.setattr(commands, "set_up", closed)
    assert commands.main(["test"]) == 2
    assert "[Errno 13] Permission denied" in capsys.readouterr().err


def test_an_instructors_environment_has_all_packages_of_this_folder():
    folders = [str(ROOT), str(ROOT / "bleu_grading"), str(ROOT / "exercise_checker")]
    assert commands.editable("bleu-grading") == [word for folder in folders for word in ("--editable", folder)]
    assert {"nltk", "nbgrader"} <= commands.wanted("bleu-grading").keys()


WAITS = "import os, time; f = os.open('alive', os.O_WRONLY); os.write(f, b'!'); time.sleep(30); os.write(f, b'alive')"


def test_kill_also_ends_the_command_that_was_started(tmp_path):
    """The pipe ends when every process that has opened it has ended."""
    os.mkfifo(tmp_path / "alive")
    code = "import sys; from pathlib import Path; import commands; commands.set_up = lambda *_: sys.executable; "
    code += f"commands.ROOT = Path.cwd(); commands.main(['python', '-c', {WAITS!r}])"
    tools = {"PYTHONPATH": str(ROOT / "tools")}
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, env=os.environ | tools)
    with process, open(tmp_path / "alive") as alive:
        assert alive.read(1) == "!"
        process.terminate()
        assert alive.read() == ""
