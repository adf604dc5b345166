"""Old and new versions of the libraries: whose change it is that a lesson says something else. Nothing is installed."""

import sys
from types import SimpleNamespace

import front_door
import pytest
import versions
from notebook_rules import ROOT
from small_notebooks import SAVED, run_pytest, small_notebook, workshop

KNOWN = {"matplotlib": "3.11.2", "nltk": "3.10.4", "numpy": "2.4.6"}
THERE = {"matplotlib": "3.11.2", "nltk": "3.11.0", "numpy": "2.5.0"}
CELL = "notebooks/09_smoothing.ipynb::Cell 3"
OTHER = "notebooks/09_smoothing.ipynb::Cell 7"
TEST = "tests/test_figure.py::test_ticks"


class Environment:
    """An environment in which a cell or a test is right only with certain versions; it keeps what was asked of it."""

    def __init__(self, needs):
        self.has, self.needs, self.asked = dict(THERE), needs, []

    def put(self, library, release):
        self.has[library] = release

    def ask(self, files):
        self.asked.append((files, dict(self.has)))
        return {name: "differs" for name, needs in self.needs.items() if not needs.items() <= self.has.items()}


def whose(needs):
    environment = Environment(needs)
    found = versions.by_library(environment.ask([]), THERE, KNOWN, environment.put, environment.ask)
    assert environment.has == THERE
    return {library: [*names] for library, names in found.items()}, environment.asked[1:]


def test_what_one_library_changed_is_told_apart_from_what_is_ours():
    nobody = {"nltk": "nowhere"}
    found, _ = whose({CELL: {"nltk": "3.10.4"}, OTHER: nobody, TEST: {"numpy": "2.4.6"}})
    assert found == {"nltk": [CELL], "numpy": [TEST], None: [OTHER]}


def test_only_what_differs_is_put_back_alone_and_only_what_fails_is_asked_again():
    _, asked = whose({CELL: {"nltk": "3.10.4"}, TEST: {"numpy": "nowhere"}})
    files = ["notebooks/09_smoothing.ipynb", "tests/test_figure.py"]
    assert asked == [(files, THERE | {"nltk": "3.10.4"}), (files[1:], THERE | {"numpy": "2.4.6"})]


def test_the_last_lines_say_which_output_changed_by_whom_and_how():
    words = "09_smoothing.ipynb, cell [3], which starts with: scores = {}\n    saved: 0.25\n    now  : 0.5"
    said = versions.last_lines("newest", {"nltk": {CELL: words}, None: {TEST: "a test\n    1 == 2"}}, THERE, KNOWN)
    assert said.splitlines() == [
        "On the newest versions, 2 tests or cells say something else.",
        "By a change of nltk, not of ours: with 3.10.4 these say what they said, with 3.11.0:",
        "  09_smoothing.ipynb, cell [3], which starts with: scores = {}",
        "      saved: 0.25",
        "      now  : 0.5",
        "No library alone is why: ours, or a change of several together or of one below them:",
        "  a test",
        "      1 == 2",
    ]
    assert versions.last_lines("oldest", {}, THERE, KNOWN) == "On the oldest versions everything says what it said."


FAILING = """
import pytest

@pytest.fixture
def broken():
    raise ValueError("no file")

def test_right(): pass
def test_other(): assert 1 == 2, "other words"
def test_error(broken): pass
"""


def test_a_report_of_pytest_is_read(tmp_path):
    folder = workshop(tmp_path)
    (folder / "test_it.py").write_text(FAILING, encoding="utf-8")
    small_notebook(folder / "small.ipynb", {"one output": 'print("two")'}, SAVED)
    run_pytest(folder, "-n0", "-o", "junit_family=xunit1", "--junitxml=report.xml", "small.ipynb", "test_it.py")
    assert versions.read((folder / "report.xml").read_text(encoding="utf-8")) == {
        "small.ipynb::Cell 0": (
            "small.ipynb, cell [1], which starts with: # one output\n    saved: one\n    now  : two"
        ),
        "test_it.py::test_other": "test_it.py::test_other\n    AssertionError: other words",
        "test_it.py::test_error": 'test_it.py::test_error\n    failed on setup with "ValueError: no file"',
    }


def test_the_record_names_each_library_that_is_listed_and_a_version_that_is_allowed():
    known = versions.saved_with()
    assert [*known] == versions.libraries()
    assert {"nltk", "matplotlib", "numpy", "sacrebleu", "nbval"} <= known.keys()
    for requirement in front_door.requirements("dev"):
        bound = requirement[len(front_door.name_of(requirement)) + 2 :]
        assert front_door.release(known[front_door.name_of(requirement)]) >= front_door.release(bound)


@pytest.fixture
def command(monkeypatch):
    """The command with an environment in place of those that uv would make."""
    environment = Environment({CELL: {"nltk": "3.10.4"}})
    state = SimpleNamespace(made=[], environment=environment)
    monkeypatch.setattr(versions, "make", lambda age: state.made.append(age) or age)
    monkeypatch.setattr(versions, "saved_with", lambda: KNOWN)
    monkeypatch.setattr(versions, "installed", lambda python: THERE)
    monkeypatch.setattr(versions, "put", lambda python, *one: environment.put(*one))
    monkeypatch.setattr(versions, "differences", lambda python, files: environment.ask(files))
    return state


@pytest.mark.parametrize(
    ("arguments", "ages", "asked"),
    [
        ([], ["oldest", "newest"], []),
        (["newest", "notebooks"], ["newest"], ["notebooks"]),
    ],
)
def test_the_command_says_it_last_and_with_its_exit_code(command, arguments, ages, asked, capsys):
    assert versions.main(arguments) == 1
    assert command.made == ages
    assert command.environment.asked[0][0] == asked
    said = capsys.readouterr().out
    assert said.count("By a change of nltk, not of ours") == len(ages)
    command.environment.needs = {}
    assert versions.main(arguments) == 0
    assert "everything says what it said" in capsys.readouterr().out


def test_tests_that_cannot_begin_are_no_result():
    with pytest.raises(front_door.Refusal, match="exit code 4"):
        versions.differences(sys.executable, [str(ROOT / "tests" / "test_not_there.py")])
