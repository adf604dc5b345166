"""The front door's set-up: which environment is made, extended or left alone, and what pip says of it."""

import os
import re
import socket
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import front_door
import installation
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

    def fake_run(command, capture_output=False, check=False, timeout=None):
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

    def fake_install(pip, extra, environment):
        assert extra == state.extra
        state.steps.append("install from outside" if "--python" in pip else "install from inside")
        if state.interrupted:
            raise KeyboardInterrupt

    monkeypatch.setattr(front_door.subprocess, "run", fake_run)
    monkeypatch.setattr(front_door, "install", fake_install)
    return state


@pytest.mark.parametrize(
    ("pip_exists", "steps"),
    [
        (True, ["venv without pip", "install from outside"]),
        (False, ["venv with pip", "install from inside"]),  # a Python without pip has its own ensurepip
    ],
)
def test_a_first_set_up(checkout, pip_exists, steps):
    checkout.pip_exists = pip_exists
    assert checkout.set_up().is_relative_to(checkout.environment)
    assert checkout.steps == steps


def change(checkout, old, new):
    """Change a line of the checkout's pyproject.toml."""
    path = checkout.folder / "pyproject.toml"
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new), encoding="utf-8")


def test_the_environment_of_lab_is_extended_for_dev_and_then_serves_both_until_a_requirement_changes(checkout):
    checkout.extra = "lab"
    checkout.set_up()
    checkout.steps.clear()
    for checkout.extra in ("dev", "lab", "check", "dev"):
        checkout.set_up()
    assert checkout.steps == ["install from outside"]
    for old, new in pairwise(["nltk>=3.9.1", "nltk>=99", "nltk==3.9.1", "nltk>=3.9.1"]):
        checkout.steps.clear()
        change(checkout, old, new)
        for checkout.extra in ("lab", "dev"):  # what lab brings up to date is up to date for dev
            checkout.set_up()
        assert checkout.steps == ["install from outside"]


@pytest.mark.parametrize("already_there", [[], ["lab"]], ids=["the first one", "an extension"])
def test_an_interrupted_set_up_starts_afresh(checkout, already_there):
    for checkout.extra in already_there:
        checkout.set_up()
    checkout.extra, checkout.interrupted = "dev", True
    with pytest.raises(front_door.Refusal, match="interrupted"):
        checkout.set_up()
    half_written, another = (checkout.environment / name for name in ("lib/half-written", "site/pyvenv.cfg"))
    for file in (half_written, another):
        file.parent.mkdir()
        file.touch()
    checkout.interrupted = False
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]
    assert not half_written.exists() and another.exists(), "an environment inside may be in the making"


def test_a_second_command_waits_for_the_first_and_makes_nothing_again(checkout, monkeypatch):
    said = SimpleQueue()
    monkeypatch.setattr(front_door, "say", said.put)
    checkout.environment.mkdir(parents=True)
    python = checkout.environment / "bin" / "python"
    with ThreadPoolExecutor() as pool, front_door.alone(checkout.environment):
        second = pool.submit(checkout.set_up)
        assert "another command" in said.get(timeout=60)
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
        (subprocess.CalledProcessError(7, "pip"), "exit code 7"),
        (PermissionError(13, "Permission denied", ".environment"), "[Errno 13] Permission denied"),
    ],
)
def test_a_set_up_that_does_not_come_to_its_end_is_no_traceback(error, message, monkeypatch, capsys):
    def fail(*_):
        raise error

    monkeypatch.setattr(front_door, "set_up", fail)
    assert front_door.main(["test"]) == 2
    assert message in capsys.readouterr().err


PIP = """
import sys, time
from pathlib import Path

def wait_for(name):
    for _ in range(6000):
        if Path(name).exists():
            return
        time.sleep(0.01)
    sys.exit("nobody said " + name)

print("Collecting nltk>=3.9.1", flush=True)
wait_for("fetching nltk, 1 so far")
print("Processing ./tqdm-4.67.3-py3-none-any.whl", flush=True)
wait_for("fetching tqdm, 2 so far")
print("Installing collected packages: tqdm, nltk, bleu-helpers", flush=True)
wait_for("installing tqdm, 0 of 3 so far")
Path("lib/python3.11/site-packages/tqdm-4.67.3.dist-info").mkdir(parents=True)
wait_for("installing tqdm, 1 of 3 so far")
for name in ("nltk-3.9.1", "bleu_helpers-0.1.0"):
    Path(f"lib/python3.11/site-packages/{name}.dist-info").mkdir()
wait_for("all 3 packages are there, their last files are being put in place")
"""


@pytest.fixture
def set_up_in(tmp_path, monkeypatch):
    """Let a program in the place of pip set up an environment in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return lambda program: front_door.install([sys.executable, "-c", program], "lab", tmp_path)


def test_a_set_up_says_every_few_seconds_which_package_how_many_and_how_long(set_up_in, monkeypatch):
    """What stands in the place of pip waits for each line."""
    said = []

    def say(text):
        said.append(text)
        Path(text.partition(" (")[0]).touch()

    monkeypatch.setattr(installation, "EVERY", 0.01)
    monkeypatch.setattr(front_door, "say", say)
    set_up_in(PIP)
    assert all(re.search(r" \(\d+ s\)$", line) for line in said[1:])


def test_a_pip_that_fails_is_shown_in_full(set_up_in, capsys):
    with pytest.raises(subprocess.CalledProcessError):
        set_up_in("print('Collecting nltk'); print('  Downloading nltk.whl'); raise SystemExit(3)")
    assert "Collecting nltk\n  Downloading nltk.whl\n" in capsys.readouterr().err


PIP_ITSELF = [sys._base_executable, "-m", "pip"]


@pytest.fixture
def index_without_an_answer(monkeypatch):
    """Let pip ask an index of this machine that accepts a connection and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.getsockname()[1]}/simple")
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
        yield


@pytest.mark.slow
def test_without_a_network_nothing_is_changed_and_a_sentence_says_so(index_without_an_answer):
    with pytest.raises(front_door.Refusal, match="Nothing has changed") as refusal:
        front_door.check_network(PIP_ITSELF)
    assert "hatchling" in str(refusal.value) and "\n" not in str(refusal.value)


def test_a_folder_of_wheels_is_as_good_as_a_network(index_without_an_answer, tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "hatchling-1.99-py3-none-any.whl", "w") as wheel:
        for name, text in {"METADATA": "Metadata-Version: 2.1\nName: hatchling\nVersion: 1.99\n", "RECORD": ""}.items():
            wheel.writestr(f"hatchling-1.99.dist-info/{name}", text)
        wheel.writestr(
            "hatchling-1.99.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    front_door.check_network(PIP_ITSELF)


@pytest.mark.parametrize("requirement", ["nltk>=999", "nbval==0.10.0", "nbval==0.12", "no-such-package>=1"])
def test_a_python_that_lacks_something_is_not_used_as_it_is(requirement, monkeypatch):
    enough = front_door.requirements("dev")
    monkeypatch.setattr(front_door, "requirements", lambda extra: [*enough, requirement])
    assert not front_door.runs_everything("dev")


def test_a_python_with_another_copy_of_the_helpers_is_not_used_as_it_is(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    monkeypatch.setattr(front_door, "ROOT", tmp_path)
    assert not front_door.runs_everything("dev")


def test_an_instructors_environment_has_both_packages_as_they_are_in_this_folder(monkeypatch, tmp_path):
    installs = []
    monkeypatch.setattr(front_door.installation, "run", lambda command, *_: installs.extend(command) or (0, ""))
    front_door.install(["pip"], front_door.GRADING, tmp_path)
    assert installs[-4:] == ["--editable", str(ROOT), "--editable", str(ROOT / "bleu_grading")]
    assert {"nltk", "nbgrader"} <= front_door.wanted(front_door.GRADING).keys()
    monkeypatch.setattr(front_door, "has", lambda requirement: True)
    assert front_door.runs_everything("dev") and not front_door.runs_everything(front_door.GRADING)


STAYS = "import os, time; f = os.open('alive', os.O_WRONLY); os.write(f, b'!'); time.sleep(30); os.write(f, b'alive')"
ANOTHER = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {STAYS!r}])"


@pytest.mark.parametrize(
    "set_up",
    ["sys.executable", f"front_door.install([sys.executable, '-c', {ANOTHER!r}], 'lab', Path())"],
    ids=["a command", "pip, and what pip starts"],
)
def test_kill_ends_what_was_started_too(set_up, tmp_path):
    """The end of the pipe is reached when every process that has it open has ended."""
    os.mkfifo(tmp_path / "alive")
    code = f"import sys; from pathlib import Path; import front_door; front_door.set_up = lambda *_: {set_up}; "
    code += f"front_door.ROOT = Path.cwd(); front_door.main(['python', '-c', {STAYS!r}])"
    tools = {"PYTHONPATH": str(ROOT / "tools")}
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, env=os.environ | tools)
    with process, open(tmp_path / "alive") as alive:
        assert alive.read(1) == "!"
        process.terminate()
        assert alive.read() == ""
