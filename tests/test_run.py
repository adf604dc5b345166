"""The front door. Its real set-up is what every run of the tests has just come through; here are its decisions."""

import ast
import json
import runpy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import files
import front_door
import instructor
import lab
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


@pytest.mark.parametrize(
    "line",
    ["f'{sys}'", "def f(x: int): pass", "x: int = 1", "print(1, file=sys)", "(x := 1)", "'é'", "[*sys.argv]"],
)
def test_what_an_old_python_cannot_read_is_noticed(line):
    assert list(too_new(RUN.read_text(encoding="utf-8") + line + "\n"))


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


def test_this_python_gets_the_help(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["run.py"])
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(RUN), run_name="__main__")
    assert end.value.code == 0
    assert "python3 run.py lab " in capsys.readouterr().out


def test_it_needs_the_standard_library_only():
    for path in (RUN, *(Path(module.__file__) for module in (front_door, lab, files))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name.split(".")[0] for name in names} - {"front_door", "files", "jupyterlab"} <= sys.stdlib_module_names


# The commands.


@pytest.fixture
def calls(monkeypatch):
    """The commands that run.py would start, in place of starting them, each with what was set up for it."""
    started = []

    def call_together(*commands):
        started.extend(commands)
        return 0

    monkeypatch.setattr(front_door, "call_together", call_together)
    monkeypatch.setattr(front_door, "set_up", lambda extra, environment: f"PYTHON for {extra}")
    return started


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_help_names_every_command(arguments, capsys):
    assert front_door.main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, command in front_door.COMMANDS.items():
        assert any(line.startswith(f"  python3 run.py {name} ") and command.arguments in line for line in lines)
    assert max(map(len, lines)) <= 120


def test_an_unknown_command(capsys):
    assert front_door.main(["tset"]) == 2
    assert "there is no command 'tset'. The commands are: lab, test" in capsys.readouterr().err


def test_lab_passes_on(calls):
    assert front_door.main(["lab", "--no-browser", "--port=9999"]) == 0
    assert calls == [("PYTHON for lab", "tools/lab.py", "--no-browser", "--port=9999")]


def test_test_runs_everything_in_one_pytest_run_with_coverage(calls):
    front_door.main(["test"])
    front_door.main(["test", "tests/test_bleu.py", "-x"])
    assert calls == [
        ("PYTHON for dev", "-m", "pytest", "--cov=bleu_helpers", "--cov-config=pyproject.toml"),
        ("PYTHON for dev", "-m", "pytest", "tests/test_bleu.py", "-x"),
    ]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], ["notebooks"]),
        (["04"], [str(NOTEBOOKS[3])]),
        (["1"], [str(NOTEBOOKS[0])]),
        (["1", "10", "12"], [str(NOTEBOOKS[0]), str(NOTEBOOKS[9]), str(NOTEBOOKS[11])]),
        (["04_brevity_penalty"], [str(NOTEBOOKS[3])]),
        (["notebooks/04_brevity_penalty.ipynb", "05"], [str(NOTEBOOKS[3]), str(NOTEBOOKS[4])]),
        ([str(NOTEBOOKS[0])], [str(NOTEBOOKS[0])]),
        (["notebooks"], [str(ROOT / "notebooks")]),
    ],
)
def test_check_and_refresh_find_notebooks(calls, names, expected, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(front_door.os, "cpu_count", lambda: 2)
    front_door.main(["check", *names])
    front_door.main(["refresh", *names])
    *checked, refreshed = calls
    quietly = ("PYTHON for check", "-m", "pytest", "-q", "--numprocesses=0", "-p", "no:cacheprovider")
    assert checked == [(*quietly, *share) for share in front_door.shares(expected, processes=2)]
    assert refreshed == ("PYTHON for dev", "tools/refresh.py", *expected)


@pytest.mark.parametrize("command", ["check", "refresh", "clean"])
@pytest.mark.parametrize("name", ["44_nothing", "0", "44", str(ROOT / "README.md")])
def test_a_notebook_that_is_not_there(calls, command, name, capsys):
    assert front_door.main([command, name]) == 2
    assert f"no notebook '{name}' here" in capsys.readouterr().err
    assert calls == []


@pytest.mark.parametrize(("names", "expected"), [([], "notebooks"), (["4"], str(NOTEBOOKS[3]))])
def test_learn_finds_notebooks(calls, names, expected):
    front_door.main(["learn", *names])
    assert calls == [("PYTHON for dev", "tools/learn.py", expected)]


def test_bench_passes_on(calls):
    front_door.main(["bench", "--rounds", "5"])
    assert calls == [("PYTHON for bench", "benchmarks/bench.py", "--rounds", "5")]


def test_what_makes_the_site_stands_alone_because_it_adds_to_every_jupyterlab_beside_it(calls, monkeypatch):
    monkeypatch.setattr(front_door, "set_up", lambda extra, environment: f"PYTHON for {extra} in {environment.name}")
    front_door.main(["site"])
    front_door.main(["lab"])
    assert calls == [
        ("PYTHON for site in site", "tools/make_site.py"),
        ("PYTHON for lab in .environment", "tools/lab.py"),
    ]


def test_python_is_the_one_that_has_everything(calls):
    front_door.main(["python", "-m", "ruff", "check"])
    assert calls[0] == ("PYTHON for dev", "-m", "ruff", "check")


def test_address_passes_on_and_installs_nothing(calls):
    front_door.main(["address", "ada/bleu"])
    assert calls[0] == (sys.executable, "tools/address.py", "ada/bleu")


def test_a_folder_that_cannot_be_written_to(calls, monkeypatch, capsys):
    monkeypatch.setattr(front_door, "can_write", lambda folder: folder != ROOT)
    assert front_door.main(["lab"]) == 2
    assert f"this folder cannot be written to: {ROOT}" in capsys.readouterr().err
    assert calls == []


def test_where_a_file_can_be_made(tmp_path):
    assert front_door.can_write(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert not front_door.can_write(tmp_path / "missing")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home folder, beside the checkout's folder that may take its place."""
    (tmp_path / "home").mkdir()
    monkeypatch.setattr(front_door, "ROOT", tmp_path)
    monkeypatch.setattr(front_door, "ENVIRONMENT", tmp_path / ".environment")
    monkeypatch.setattr(front_door.Path, "home", lambda: tmp_path / "home")
    return tmp_path / "home"


@pytest.mark.parametrize("inside", ["", "not/made/yet"])
def test_a_home_that_can_be_written_to_is_used(home, inside, monkeypatch):
    monkeypatch.setattr(front_door.Path, "home", lambda: home / inside)
    assert front_door.a_home() == {}


def no_home():
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("trouble", ["read-only", "read-only, and not made yet", "none"])
def test_another_home_takes_the_place_of_one_that_cannot_be_written_to(home, trouble, monkeypatch, capsys):
    if trouble == "none":
        monkeypatch.setattr(front_door.Path, "home", no_home)
    else:
        monkeypatch.setattr(front_door, "can_write", lambda folder: folder != home)
    if "not made" in trouble:
        monkeypatch.setattr(front_door.Path, "home", lambda: home / "not" / "made")
    assert front_door.a_home() == {"HOME": str(front_door.ENVIRONMENT / "home")}
    assert (front_door.ENVIRONMENT / "home").is_dir()
    assert "cannot be written to; .environment" in capsys.readouterr().out


def test_an_exit_code_is_passed_on():
    assert front_door.call(sys.executable, "-c", "raise SystemExit(3)") == 3


# The set-up.


@pytest.fixture(params=["dev", "instructor"])
def checkout(tmp_path, monkeypatch, request):
    """A checkout without an environment, on a Python that has nothing; what set-up would run is recorded and faked."""
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    monkeypatch.setattr(front_door, "ROOT", tmp_path)
    monkeypatch.setattr(front_door, "ENVIRONMENT", tmp_path / ".environment")
    monkeypatch.setattr(front_door, "runs_everything", lambda extra: False)
    state = SimpleNamespace(folder=tmp_path, extra=request.param, steps=[], pip_exists=True, interrupted=None)
    if state.extra == "instructor":
        state.environment = tmp_path / ".environment" / "instructor"
        state.set_up = instructor.python
    else:
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
            if state.interrupted == "venv":
                raise KeyboardInterrupt
        return SimpleNamespace(returncode=0)

    def fake_install(pip, extra):
        assert extra == state.extra
        state.steps.append("install from outside" if "--python" in pip else "install from inside")
        if state.interrupted == "install":
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


def test_a_second_set_up_does_nothing(checkout):
    checkout.set_up()
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == []


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


def test_what_else_stands_in_pyproject_installs_nothing(checkout):
    checkout.set_up()
    checkout.steps.clear()
    change(checkout, "line-length = 120", "line-length = 100")
    checkout.set_up()
    assert checkout.steps == []


@pytest.mark.parametrize("checkout", ["lab"], indirect=True)
def test_the_environment_of_lab_is_extended_for_dev_and_then_serves_both(checkout):
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


def test_an_environment_that_another_user_made_is_left_alone(checkout, monkeypatch):
    monkeypatch.setattr(front_door, "can_write", lambda folder: folder != checkout.environment)
    with pytest.raises(front_door.Refusal, match="belongs to another user"):
        checkout.set_up()
    assert checkout.steps == []


def test_an_interrupted_set_up_starts_afresh(checkout):
    checkout.interrupted = "install"
    with pytest.raises(front_door.Refusal, match="interrupted"):
        checkout.set_up()
    half_written = checkout.environment / "lib" / "half-written"
    half_written.parent.mkdir()
    half_written.touch()
    checkout.interrupted = None
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]
    assert not half_written.exists()


def test_an_environment_inside_another_stays(checkout):
    inside = checkout.environment / "inside" / "set-up-for"
    inside.parent.mkdir(parents=True)
    inside.touch()
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]
    assert inside.exists()


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


def test_a_lock_that_cannot_be_made_is_a_refusal(checkout):
    (checkout.folder / ".environment" / "set-up.lock").mkdir(parents=True)
    with pytest.raises(front_door.Refusal, match="cannot write here"):
        checkout.set_up()


def test_an_interrupted_update_is_not_taken_for_done(checkout):
    checkout.set_up()
    change(checkout, "nltk>=3.9.1", "nltk>=3.9.2")
    checkout.interrupted = "install"
    with pytest.raises(front_door.Refusal, match="interrupted"):
        checkout.set_up()
    checkout.interrupted = None
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]


def test_an_environment_whose_python_is_gone_is_made_again(checkout, monkeypatch):
    checkout.set_up()
    checkout.steps.clear()
    monkeypatch.setattr(front_door, "starts", lambda python: False)
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]


def test_an_environment_that_is_interrupted_while_made_again_is_not_taken_for_done(checkout, monkeypatch):
    checkout.set_up()
    checkout.interrupted = "venv"
    with monkeypatch.context() as python_is_gone, pytest.raises(front_door.Refusal, match="interrupted"):
        python_is_gone.setattr(front_door, "starts", lambda python: False)
        checkout.set_up()
    checkout.interrupted = None
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]


def test_a_folder_that_was_moved_is_set_up_again(checkout):
    checkout.set_up()
    checkout.steps.clear()
    stamp = checkout.environment / "set-up-for"
    made = json.loads(stamp.read_text(encoding="utf-8"))
    stamp.write_text(json.dumps(made | {"folder": "/elsewhere"}), encoding="utf-8")
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]


def test_an_environment_of_an_earlier_run_py_is_extended(checkout):
    checkout.set_up()
    checkout.steps.clear()
    (checkout.environment / "set-up-for").write_text(f"0123456789abcdef {checkout.folder}", encoding="utf-8")
    checkout.set_up()
    checkout.set_up()
    assert checkout.steps == ["install from outside"]


@pytest.mark.parametrize(
    ("inside", "builder"), [(".environment", "BASE"), (".environment/instructor", "BASE"), ("elsewhere", "OWN")]
)
def test_the_python_that_builds_is_never_one_of_our_environments(checkout, monkeypatch, inside, builder):
    monkeypatch.setattr(front_door.sys, "prefix", str(checkout.folder / inside))
    monkeypatch.setattr(front_door.sys, "executable", "OWN")
    monkeypatch.setattr(front_door.sys, "_base_executable", "BASE")
    checkout.set_up()
    assert checkout.builder == builder
    assert checkout.steps == ["venv without pip", "install from outside"]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KeyboardInterrupt(), "the set-up was interrupted. Run the command again"),
        (subprocess.CalledProcessError(7, "pip"), "the set-up stopped (exit code 7)"),
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


PIP = """
import sys
from concurrent.futures import ThreadPoolExecutor
print("Collecting nltk>=3.9.1")
print("  Downloading nltk.whl")
print("Processing tqdm.whl")
print("Installing collected packages: tqdm, nltk, bleu-helpers")
sys.exit(int(sys.argv[1]))
"""


def test_pip_is_quiet_and_says_its_steps(capsys):
    front_door.install([sys.executable, "-c", PIP, "0"], "lab")
    assert capsys.readouterr() == (
        "run.py: fetching what pyproject.toml lists for 'lab'\nrun.py: installing 3 packages\n",
        "",
    )


def test_on_a_terminal_pip_counts(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    front_door.install([sys.executable, "-c", PIP, "0"], "lab")
    assert "\r        1 packages\r        2 packages\rrun.py: installing 3 packages\n" in capsys.readouterr().out


def test_a_pip_that_fails_is_shown_in_full(capsys):
    with pytest.raises(subprocess.CalledProcessError):
        front_door.install([sys.executable, "-c", PIP, "3"], "lab")
    assert "Collecting nltk>=3.9.1\n  Downloading nltk.whl\nProcessing tqdm.whl\n" in capsys.readouterr().err


def test_this_python_has_everything():
    assert front_door.runs_everything("dev")


@pytest.mark.parametrize("requirement", ["nltk>=999", "nbval==0.10.0", "nbval==0.12", "no-such-package>=1"])
def test_a_python_that_lacks_something_is_not_used_as_it_is(requirement, monkeypatch):
    enough = front_door.requirements("dev")
    monkeypatch.setattr(front_door, "requirements", lambda extra: [*enough, requirement])
    assert not front_door.runs_everything("dev")


def test_a_python_with_another_copy_of_the_helpers_is_not_used_as_it_is(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    monkeypatch.setattr(front_door, "ROOT", tmp_path)
    assert not front_door.runs_everything("dev")


def test_an_extra_can_name_another():
    lab, check, dev = (set(front_door.requirements(extra)) for extra in ("lab", "check", "dev"))
    assert lab | check < dev
    assert not [requirement for requirement in dev if requirement.startswith("bleu-helpers")]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("3.9.1", (3, 9, 1)), ("3.9.0", (3, 9)), ("2.0.0rc1", (2,)), ("2026.4.0", (2026, 4)), ("7", (7,))],
)
def test_release_numbers(text, numbers):
    assert front_door.release(text) == numbers
