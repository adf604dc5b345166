"""The front door. Its real set-up is what every run of the tests has just come through; here are its decisions."""

import ast
import sys
from types import SimpleNamespace

import instructor
import pytest
from notebook_rules import NOTEBOOKS, ROOT

import run


@pytest.fixture
def calls(monkeypatch):
    """The commands that run.py would start, in place of starting them."""
    started = []

    def call(*command, folder=ROOT):
        started.append((command, folder))
        return 0

    monkeypatch.setattr(run, "call", call)
    monkeypatch.setattr(run, "set_up", lambda *wanted: {(run.ENVIRONMENT, "dev"): "PYTHON"}[wanted])
    return started


@pytest.fixture(params=["dev", "instructor"])
def checkout(tmp_path, monkeypatch, request):
    """A checkout without an environment, on a Python that has nothing; what set-up would run is recorded and faked."""
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "ENVIRONMENT", tmp_path / ".environment")
    monkeypatch.setattr(run, "runs_everything", lambda extra: False)
    state = SimpleNamespace(folder=tmp_path, extra=request.param, steps=[], pip_exists=True, interrupted=None)
    if state.extra == "dev":
        state.environment = tmp_path / ".environment"
        state.set_up = lambda: run.set_up(run.ENVIRONMENT, "dev")
    else:
        state.environment = tmp_path / ".environment" / "instructor"
        state.set_up = instructor.python

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
        elif "install" in command:
            assert command[-2:] == ["--editable", f"{tmp_path}[{state.extra}]"]
            state.steps.append("install from outside" if "--python" in command else "install from inside")
            if state.interrupted == "install":
                raise KeyboardInterrupt
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(run.subprocess, "run", fake_run)
    return state


def test_it_needs_the_standard_library_only():
    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_help_names_every_command(arguments, capsys):
    assert run.main(arguments) == 0
    text = capsys.readouterr().out
    for command in run.COMMANDS:
        assert f"run.py {command}" in text


def test_an_unknown_command(capsys):
    assert run.main(["tset"]) == 2
    assert "there is no command 'tset'. The commands are: lab, test" in capsys.readouterr().err


def test_an_old_python_is_told_so(monkeypatch, capsys):
    monkeypatch.setattr(run.sys, "version_info", (3, 10, 4))
    assert run.main(["test"]) == 2
    assert "needs Python 3.11 or later" in capsys.readouterr().err


@pytest.mark.parametrize(("user", "more"), [(1000, []), (0, ["--allow-root"])])
def test_lab_opens_in_the_notebooks_folder(calls, monkeypatch, user, more):
    monkeypatch.setattr(run.os, "geteuid", lambda: user, raising=False)
    assert run.main(["lab", "--no-browser", "--port=9999"]) == 0
    assert calls == [(("PYTHON", "-m", "jupyterlab", *more, "--no-browser", "--port=9999"), ROOT / "notebooks")]


def test_lab_on_windows_where_nobody_is_root(calls, monkeypatch):
    monkeypatch.delattr(run.os, "geteuid", raising=False)
    run.main(["lab"])
    assert calls[0][0] == ("PYTHON", "-m", "jupyterlab")


def test_test_runs_everything_in_one_pytest_run_with_coverage(calls):
    run.main(["test"])
    run.main(["test", "tests/test_bleu.py", "-x"])
    assert [command for command, _ in calls] == [
        ("PYTHON", "-m", "pytest", "--cov=bleu_helpers", "--cov-config=pyproject.toml"),
        ("PYTHON", "-m", "pytest", "tests/test_bleu.py", "-x"),
    ]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], ["notebooks"]),
        (["04"], [str(NOTEBOOKS[3])]),
        (["04_brevity_penalty"], [str(NOTEBOOKS[3])]),
        (["notebooks/04_brevity_penalty.ipynb", "05"], [str(NOTEBOOKS[3]), str(NOTEBOOKS[4])]),
        ([str(NOTEBOOKS[0])], [str(NOTEBOOKS[0])]),
        (["notebooks"], [str(ROOT / "notebooks")]),
    ],
)
def test_check_and_refresh_find_notebooks(calls, names, expected, monkeypatch):
    monkeypatch.chdir(ROOT)
    run.main(["check", *names])
    run.main(["refresh", *names])
    assert [command for command, _ in calls] == [
        ("PYTHON", "-m", "pytest", "-q", *expected),
        ("PYTHON", "tools/refresh.py", *expected),
    ]


@pytest.mark.parametrize("command", ["check", "refresh"])
def test_a_notebook_that_is_not_there(calls, command, capsys):
    for name in ("44_nothing", str(ROOT / "README.md")):
        assert run.main([command, name]) == 2
        assert f"no notebook '{name}' here" in capsys.readouterr().err
    assert calls == []


def test_address_passes_on(calls):
    run.main(["address", "ada/bleu"])
    assert calls[0][0] == ("PYTHON", "tools/address.py", "ada/bleu")


def test_an_exit_code_is_passed_on():
    assert run.call(sys.executable, "-c", "raise SystemExit(3)") == 3


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


def test_a_changed_pyproject_is_installed_again(checkout):
    checkout.set_up()
    checkout.steps.clear()
    with (checkout.folder / "pyproject.toml").open("a") as file:
        file.write("\n# changed\n")
    checkout.set_up()
    checkout.set_up()
    assert checkout.steps == ["install from outside"]


def test_an_interrupted_set_up_starts_afresh(checkout):
    checkout.interrupted = "install"
    with pytest.raises(KeyboardInterrupt):
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


def test_an_interrupted_update_is_not_taken_for_done(checkout):
    checkout.set_up()
    (checkout.folder / "pyproject.toml").write_text("changed", encoding="utf-8")
    checkout.interrupted = "install"
    with pytest.raises(KeyboardInterrupt):
        checkout.set_up()
    checkout.interrupted = None
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]


def test_an_environment_whose_python_is_gone_is_made_again(checkout, monkeypatch):
    checkout.set_up()
    checkout.steps.clear()
    monkeypatch.setattr(run, "starts", lambda python: False)
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]


def test_an_environment_that_is_interrupted_while_made_again_is_not_taken_for_done(checkout, monkeypatch):
    checkout.set_up()
    checkout.interrupted = "venv"
    with monkeypatch.context() as python_is_gone, pytest.raises(KeyboardInterrupt):
        python_is_gone.setattr(run, "starts", lambda python: False)
        checkout.set_up()
    checkout.interrupted = None
    checkout.steps.clear()
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]


def test_a_folder_that_was_moved_is_set_up_again(checkout):
    checkout.set_up()
    checkout.steps.clear()
    stamp = checkout.environment / "set-up-for"
    stamp.write_text(stamp.read_text(encoding="utf-8").split(" ")[0] + " /elsewhere", encoding="utf-8")
    checkout.set_up()
    assert checkout.steps == ["venv without pip", "install from outside"]


@pytest.mark.parametrize(
    ("inside", "builder"), [(".environment", "BASE"), (".environment/instructor", "BASE"), ("elsewhere", "OWN")]
)
def test_the_python_that_builds_is_never_one_of_our_environments(checkout, monkeypatch, inside, builder):
    monkeypatch.setattr(run.sys, "prefix", str(checkout.folder / inside))
    monkeypatch.setattr(run.sys, "executable", "OWN")
    monkeypatch.setattr(run.sys, "_base_executable", "BASE")
    checkout.set_up()
    assert checkout.builder == builder
    assert checkout.steps == ["venv without pip", "install from outside"]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KeyboardInterrupt(), "the set-up was interrupted. Run the command again"),
        (run.subprocess.CalledProcessError(7, "pip"), "the set-up stopped (exit code 7)"),
    ],
)
def test_a_set_up_that_does_not_come_to_its_end_is_no_traceback(error, message, monkeypatch, capsys):
    def fail(*_):
        raise error

    monkeypatch.setattr(run, "set_up", fail)
    assert run.main(["test"]) == 2
    assert message in capsys.readouterr().err


def test_this_python_has_everything():
    assert run.runs_everything("dev")


@pytest.mark.parametrize("requirement", ["nltk>=999", "nbval==0.10.0", "nbval==0.12", "no-such-package>=1"])
def test_a_python_that_lacks_something_is_not_used_as_it_is(requirement, monkeypatch):
    enough = run.requirements("dev")
    monkeypatch.setattr(run, "requirements", lambda extra: [*enough, requirement])
    assert not run.runs_everything("dev")


def test_a_python_with_another_copy_of_the_helpers_is_not_used_as_it_is(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    monkeypatch.setattr(run, "ROOT", tmp_path)
    assert not run.runs_everything("dev")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("3.9.1", (3, 9, 1)), ("3.9.0", (3, 9)), ("2.0.0rc1", (2,)), ("2026.4.0", (2026, 4)), ("7", (7,))],
)
def test_release_numbers(text, numbers):
    assert run.release(text) == numbers
