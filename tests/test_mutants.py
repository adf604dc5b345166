"""The command that plants small faults: what it plants, what it says of each, and that its list is not out of date."""

import json
import subprocess
import sys
from types import ModuleType, SimpleNamespace

import mutants
import pytest
from notebook_rules import ROOT
from small_repository import run_in, small_repository

SOURCE = '''
def half(number: int = 4) -> float:
    """Divide by 2."""
    return number / 2 if number > 0 else 0.0
'''


def operator(*changes, arguments=()):
    """A fault of Cosmic Ray's kind, which can be made in some places: in each, one text becomes another."""
    return SimpleNamespace(changes=changes, arguments=lambda: arguments)


@pytest.fixture
def planted(monkeypatch):
    """List what is planted in SOURCE with some operators in the place of Cosmic Ray's, which is not installed here."""

    def with_operators(**operators):
        plugins, mutating = ModuleType("cosmic_ray.plugins"), ModuleType("cosmic_ray.mutating")
        names = {f"core/{name}": made for name, made in operators.items()}
        plugins.operator_names = lambda: names
        plugins.get_operator = lambda name: Maker(names[name])
        mutating.mutate_code = lambda source, made, place: (
            source.replace(*made.changes[place]) if place < len(made.changes) else None
        )
        for module in (ModuleType("cosmic_ray"), plugins, mutating):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        return list(mutants.mutants(SOURCE))

    return with_operators


class Maker:
    """What Cosmic Ray has for each operator: a class, called without arguments where it needs none."""

    def __init__(self, made):
        self.made, self.arguments = made, made.arguments

    def __call__(self):
        return self.made


def test_a_fault_is_planted_in_each_place_and_none_twice(planted):
    found = planted(Number=operator(("/ 2", "/ 3"), ("0.0", "1.0")), Again=operator(("/ 2", "/ 3"), ("> 0", ">= 0")))
    assert [mutants.changed(SOURCE, one)[1] for one in found] == [
        "return number / 3 if number > 0 else 0.0",
        "return number / 2 if number > 0 else 1.0",
        "return number / 2 if number >= 0 else 0.0",
    ]


@pytest.mark.parametrize("change", [("-> float", "-> int"), ("number: int", "number: str"), ("by 2.", "by 3.")])
def test_what_is_said_to_people_and_to_mypy_is_no_fault(planted, change):
    assert planted(Number=operator(change)) == []
    assert len(planted(Number=operator(("= 4", "= 5")))) == 1


def test_operators_that_make_no_fault_are_left_out(planted):
    change = ("/ 2", "/ 3")
    assert planted(RemoveDecorator=operator(change), Variable=operator(change, arguments=["name"])) == []


def test_what_python_cannot_read_is_no_fault(planted):
    found = planted(Number=operator(("if number", "if not number :="), ("/ 2", "/ 3")))
    assert [mutants.changed(SOURCE, one)[1] for one in found] == ["return number / 3 if number > 0 else 0.0"]


def test_what_differs_is_shown_as_a_line_that_was_and_one_that_is():
    assert mutants.changed(SOURCE, SOURCE.replace("> 0", "< 0")) == (
        "return number / 2 if number > 0 else 0.0",
        "return number / 2 if number < 0 else 0.0",
    )


def test_the_modules_are_those_of_the_lessons():
    found = mutants.modules()
    assert {"counting", "bleu", "corpus_counts", "tokenisation"} <= set(found)
    assert not {"_door", "cast", "small_test_set"} & set(found)


def test_an_unknown_module_is_refused_with_the_names_of_the_others(capsys):
    assert mutants.main(["bleu", "nothing"]) == 2
    assert "no module 'nothing'. The modules: at_scale, bleu, brevity_penalty" in capsys.readouterr().err


@pytest.mark.parametrize("row", mutants.listed(), ids=lambda row: f"{row[0]}: {row[1][:60]}")
def test_what_makes_no_difference_is_still_there_and_has_a_reason(row):
    module, line, becomes = row
    lines = [one.strip() for one in mutants.path_of(module).read_text(encoding="utf-8").splitlines()]
    assert module in mutants.modules() and line != becomes
    assert line in " ".join(lines)
    assert len(mutants.listed()[row].split()) >= 4


def test_what_no_test_sees_is_said_as_soon_as_it_is_known(monkeypatch, capsys):
    said_by_then = []

    def unseen(module, sources, processes):
        for source in sources:
            yield source
            said_by_then.append(capsys.readouterr().out)

    monkeypatch.setattr(mutants, "load_everything_else", lambda: None)
    monkeypatch.setattr(mutants, "unseen", unseen)
    monkeypatch.setattr(mutants, "mutants", lambda source: [source + "FIRST = 1\n", source + "SECOND = 2\n"])
    assert mutants.main(["counting"]) == 1
    assert said_by_then[1:] == [
        f"in counting, seen by no test:\n    - \n    + {planted}\n" for planted in ("FIRST = 1", "SECOND = 2")
    ]
    assert "counting            2 planted    0 seen    0 the same    2 missed" in capsys.readouterr().out


ONE_AFTER_THE_OTHER = """
import os
import mutants

mutants.ask_the_tests = lambda module, source: os._exit(source == "seen")
found = mutants.unseen("counting", ["seen", "missed", "missed when asked later"], 1)
print(next(found))
mutants.ask_the_tests = lambda module, source: os._exit(1)
print(*found)
"""


@pytest.mark.skipif(not hasattr(mutants.os, "fork"), reason="no process can be copied here, and the command says so")
def test_what_waits_is_asked_after_what_was_missed_is_handed_on():
    script = [sys.executable, "-c", ONE_AFTER_THE_OTHER]
    done = subprocess.run(script, cwd=ROOT / "tools", capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.stdout == "missed\n\n", done.stderr


ON_COUNTING = """
import contextlib
import io
import json
import sys
from pathlib import Path

import mutants

mutants.ROOT = Path(sys.argv[1])
same, seen = ("len(candidate) == 0", "len(candidate) <= 0"), ("return 0.0", "return 1.0")
too_large = f"import mmap\\nmmap.mmap(-1, {mutants.BYTES})\\n" if sys.platform == "linux" else "1 / 0\\n"
answers = {}
for name, some in {"all": slice(None), "three": slice(3), "the second": slice(1, 2)}.items():
    faults = lambda source: [
        source.replace(*same), source.replace(*seen), source + too_large, source + "NOTHING = 1\\n"
    ]
    mutants.mutants = lambda source: faults(source)[some]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        answers[name] = mutants.main(["counting"]), said.getvalue()
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """What the command ends with and says where it plants four faults, the first three of them, and the second."""
    done = run_in(small_repository(tmp_path_factory.mktemp("small")), ON_COUNTING)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(mutants.os, "fork"), reason="no process can be copied here, and the command says so")
@pytest.mark.parametrize(
    ("planted", "code", "said"),
    [
        (
            "all",
            1,
            ["4 planted    2 seen    1 the same    1 missed", "seen by no test:\n    - \n    + NOTHING = 1\n"],
        ),
        ("three", 0, ["3 planted    2 seen    1 the same    0 missed"]),
        ("the second", 1, ["1 planted    1 seen", "or seen by now: counting\n    - if len(candidate) == 0:"]),
    ],
    ids=["one is missed", "none is missed", "one that is listed is gone"],
)
def test_each_fault_is_shown_to_the_tests_of_its_module(planted, code, said, asked):
    assert asked[planted][0] == code
    for words in said:
        assert words in asked[planted][1]
