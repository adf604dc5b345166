"""The front door's set-up: which environment is made, extended or left alone, and what pip says of it."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from types import SimpleNamespace

import front_door
import instructor
import pytest
from notebook_rules import ROOT


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout without an environment, on a Python that has nothing; what set-up would run is recorded and faked."""
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    monkeypatch.setattr(front_door, "ROOT", tmp_path)
    monkeypatch.setattr(front_door, "ENVIRONMENT", tmp_path / ".environment")
    monkeypatch.setattr(front_door, "runs_everything", lambda extra: False)
    state = SimpleNamespace(folder=tmp_path, extra="dev", steps=[], pip_exists=True, interrupted=False)
    state.environment = tmp_path / ".environment"
    state.set_up = lambda: front_door.ready(state.extra, state.environment)

    def fake_run(command, capture_output=False, check=False):
        if command[1:] == ["-m", "pip", "--version"]:
            return SimpleNamespace(returncode=0 if state.pip_exists else 1)
        if command[1:3] == ["-m", "venv"]:
            assert command[-1] == str(state.environment)
            state.builder = command[0]
            state.steps.append("venv" + (" without pip" if "--without-pip" in command else " with pip"))
            for name in ("bin/python", "Scripts/python.exe"):
                (state.environment / name).parent.mkdir(parents=True, exist_ok=True)
                (state.environment / name).touch()
        return SimpleNamespace(returncode=0)

    def fake_install(pip, extra):
        assert extra == state.extra
        state.steps.append("install from outside" if "--python" in pip else "install from inside")
        if state.interrupted:
            raise KeyboardInterrupt

    monkeypatch.setattr(front_door.subprocess, "run", fake_run)
    monkeypatch.setattr(front_door, "install", fake_install)
    return state


def test_a_first_set_up(checkout):
    python = checkout.set_up()
    assert python.is_relative_to(checkout.environment)
    assert checkout.steps == ["venv without pip", "install from outside"]


def test_a_python_without_pip_uses_its_own_ensurepip(checkout):
    checkout.pip_exists = False
    checkout.set_up()
    assert checkout.steps == ["venv with pip", "install from inside"]


def change(checkout, old, new):
    """Change a line of the checkout's pyproject.toml."""
    path = checkout.folder / "pyproject.toml"
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("bound", ["nltk>=99", "nltk==3.9.1"])
def test_a_changed_requirement_is_installed_again(checkout, bound):
    checkout.set_up()
    checkout.steps.clear()
    change(checkout, "nltk>=3.9.1", bound)
    checkout.set_up()
    checkout.set_up()
    assert checkout.steps == ["install from outside"]
    change(checkout, bound, "nltk>=3.9.1")
    checkout.set_up()
    assert checkout.steps == ["install from outside"] * 2


def test_the_environment_of_lab_is_extended_for_dev_and_then_serves_both(checkout):
    checkout.extra = "lab"
    checkout.set_up()
    checkout.steps.clear()
    checkout.extra = "dev"
    checkout.set_up()
    assert checkout.steps == ["install from outside"]
    for checkout.extra in ("lab", "check", "dev"):
        checkout.set_up()
    assert checkout.steps == ["install from outside"]
    change(checkout, "nltk>=3.9.1", "nltk>=3.9.2")
    for checkout.extra in ("lab", "dev"):  # what lab brings up to date is up to date for dev
        checkout.set_up()
    assert checkout.steps == ["install from outside"] * 2


def test_an_interrupted_set_up_starts_afresh(checkout):
    checkout.interrupted = True
    with pytest.raises(front_door.Refusal, match="interrupted"):
        checkout.set_up()
    half_written = checkout.environment / "lib" / "half-written"
    half_written.parent.mkdir()
    half_written.touch()
    checkout.interrupted = False
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]
    assert not half_written.exists()


def test_a_second_command_waits_for_the_first_and_makes_nothing_again(checkout, monkeypatch):
    said = SimpleQueue()
    monkeypatch.setattr(front_door, "say", said.put)
    checkout.environment.mkdir(parents=True)
    python = checkout.environment / "bin" / "python"
    with ThreadPoolExecutor() as pool, front_door.alone():
        second = pool.submit(checkout.set_up)
        assert "waits for it" in said.get(timeout=60)
        front_door.make(checkout.extra, python, checkout.environment)
    assert second.result(timeout=60).is_relative_to(checkout.environment)
    assert checkout.steps == ["venv without pip", "install from outside"]


def test_an_environment_whose_python_is_gone_is_made_again(checkout, monkeypatch):
    checkout.set_up()
    checkout.steps.clear()
    monkeypatch.setattr(front_door, "starts", lambda python: False)
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KeyboardInterrupt(), "the set-up was interrupted. Run the command again"),
        (
            subprocess.CalledProcessError(7, "pip"),
            "the set-up stopped (exit code 7); the lines above say why",
        ),
        (PermissionError(13, "Permission denied", ".environment"), "cannot write here: [Errno 13] Permission denied"),
    ],
)
def test_a_set_up_that_does_not_come_to_its_end_is_no_traceback(error, message, monkeypatch, capsys):
    def fail(*_):
        raise error

    monkeypatch.setattr(front_door, "set_up", fail)
    for main in (lambda: front_door.main(["test"]), instructor.main):
        assert main() == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("requirement", ["nltk>=999", "nbval==0.10.0", "nbval==0.12", "no-such-package>=1"])
def test_a_python_that_lacks_something_is_not_used_as_it_is(requirement, monkeypatch):
    enough = front_door.requirements("dev")
    monkeypatch.setattr(front_door, "requirements", lambda extra: [*enough, requirement])
    assert not front_door.runs_everything("dev")


def test_a_python_with_another_copy_of_the_helpers_is_not_used_as_it_is(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    monkeypatch.setattr(front_door, "ROOT", tmp_path)
    assert not front_door.runs_everything("dev")
