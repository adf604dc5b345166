"""The checker alone: the examples of its README, and tasks of all kinds."""

import json
import re
import statistics
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

import exercise_checker
from exercise_checker import (
    Finding,
    Hint,
    Mistake,
    Outcome,
    Task,
    check,
    diagnose,
    pick,
    read_counts,
    read_number,
    read_numbers,
    read_text,
    read_words,
    review,
    set_language,
)

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```(?:\n\n```\n(.*?)```)?", README, re.DOTALL)
"""Each block of code in the README with its output. Those without an output are cells for grading."""
ALONE = """
import sys

before = {*sys.modules}
CODE
new = {name.partition(".")[0] for name in {*sys.modules} - before if not name.startswith("_sysconfigdata")}
assert new - sys.stdlib_module_names == {"exercise_checker"}
"""


def names_in_the_readme():
    """Return the names that the README's examples define."""
    names = {}
    for code, printed in EXAMPLES:
        exec(code if printed else "", names)
    return names


def test_the_examples_of_the_readme_print_what_it_shows_with_the_standard_library_alone(tmp_path):
    (tmp_path / "exercise_checker").symlink_to(Path(exercise_checker.__file__).parent)
    script = tmp_path / "course.py"
    script.write_text(ALONE.replace("CODE", "".join(code for code, printed in EXAMPLES if printed)), encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=tmp_path)
    assert (done.stderr, done.stdout) == ("", "".join(printed for _, printed in EXAMPLES))
    assert EXAMPLES[0][0].count("\n") <= 30 and "2 known mistakes" in EXAMPLES[0][1]


@pytest.mark.parametrize("cell", [code for code, printed in EXAMPLES if not printed])
def test_the_cells_for_grading_pass_a_right_function_only(cell, monkeypatch):
    """Otter-Grader, which is not installed here, calls the function below its decorator."""
    otter = {"test_case": lambda: lambda test: test(names["median"])}
    for name, held in (("course_tasks", names_in_the_readme()), ("otter", {}), ("otter.test_files", otter)):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(**held))
    names = {"median": lambda values: statistics.median(values)}
    exec(cell, names)
    names = {"median": names_in_the_readme()["my_median"]}
    with pytest.raises(AssertionError, match=r"^\nmedian: wrong\. There are 2 known mistakes: "):
        exec(cell, names)


@pytest.fixture
def english():
    yield
    set_language("en")


@pytest.mark.parametrize("language", json.loads((Path(exercise_checker.__file__).parent / "messages.json").read_text()))
def test_a_verdict_is_translated_with_the_words_of_the_course(language, english):
    names = names_in_the_readme()
    task, function = names["MEDIAN"], names["my_median"]
    said = (text for mistake in task.mistakes for text in (mistake.name, mistake.question))
    set_language(language, {text: "…" for text in said})
    shown = re.sub(r"values = .*|median", "", str(diagnose(function, task)))
    assert shown.count("…") == 5 and not re.search("[A-Za-z]", shown)


def test_a_language_needs_translations(english):
    with pytest.raises(ValueError, match="there are no messages in 'xx'"):
        set_language("xx")
    set_language("xx", {"correct.": "ok!"})
    assert str(diagnose(lambda values: max(values), with_inputs([1]))) == "max: ok!"


def draw_few(random):
    return ([pick(random, range(10)) for _ in range(pick(random, range(4)))],)


@pytest.mark.parametrize(
    ("doubt", "mistake", "broken"),
    [
        ("not told apart", Mistake("the upper median", "?", lambda values: sorted(values)[len(values) // 2]), {}),
        ("not found", Mistake("sorted twice", "?", statistics.median), {}),
        ("not found", None, {"probes": [([3, 1, 2],)]}),
        ("left open", None, {"draw": draw_few}),
    ],
)
def test_review_finds_each_way_of_breaking_a_task(doubt, mistake, broken):
    task = names_in_the_readme()["MEDIAN"]
    assert not review(task).findings
    changed = replace(task, mistakes=[*task.mistakes, *filter(None, [mistake])], **broken)
    assert {finding.doubt for finding in review(changed).findings} == {doubt}


@pytest.mark.parametrize(
    ("hint", "last"),
    [
        (None, ""),
        (Hint("A hint?"), ""),
        (Hint("A hint?", "n?", "print(1)", "1"), ": n?\n    print(1)\nIt prints:\n    1\n"),
        (Hint("A hint?", "n?", "print(1)", "1", ["Do it.", "Do more."]), "step by step:\n1. Do it.\n2. Do more.\n"),
    ],
)
def test_offers_a_hint_after_three_attempts_and_a_similar_task_after_five(hint, last, capsys):
    task = Task(max, lambda random: ([1, 2],), parameters=("values",), hint=hint, drawn=9)
    for number in (0, 1, 1, 2, 2, 0, 3, 4, 4, 5):
        check(lambda values, number=number: number + 100, task)
    output = capsys.readouterr().out
    assert output.count("hint: A hint?\n") == (hint is not None)
    assert output.count("similar task") == bool(last) and last in output


def with_inputs(drawn, *probes, **more):
    return Task(lambda values: max(values), lambda random: (drawn,), [*probes], name="max", **more)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Task(chr, lambda random: (65,), parameters=("n",)), r"of chr returns a string for 65, .*read_text"),
        (lambda: with_inputs([1], [1, 2]), r"max takes \(values\)"),
        (lambda: with_inputs([1], ([1, 2], 3)), r"max takes \(values\)"),
        (lambda: with_inputs([]), r"for every input: ValueError\."),
        (lambda: with_inputs([1], mistakes=[Mistake("m", "?")]), "'m' needs"),
        (lambda: with_inputs([1], mistakes=[Mistake("m", "?", instead={"by": 3})]), "'m' needs"),
        (lambda: with_inputs([1], hint="Look at it."), r"hint is of type str\."),
        (lambda: with_inputs([1], read=int), r"read= .* of type int"),
        (
            lambda: with_inputs([object()], read=lambda result: Outcome("value", result)),
            r"max returns <object object at 0x\.\.\.>",
        ),
        (lambda: Task(max, lambda random: ([1],)), "max does not list its parameters.* parameters="),
        (lambda: "max", "function first"),
    ],
)
def test_rejects_an_unusable_task(make, message):
    with pytest.raises(TypeError, match=message):
        check(lambda values: 0, make())


@pytest.mark.parametrize(
    ("right", "read", "mine", "message"),
    [
        (str.upper, read_text, lambda text: None, "returns None"),
        (str.split, read_words, lambda text: [b"a"], "of type list of bytes"),
        (str.upper, read_text, list, "of type list, but the result should be a string."),
        (str.split, read_words, str, "of type str, but the result should be a list of words."),
        (Counter, read_counts, len, "of type int, but the result should be a dict or a Counter."),
        (len, read_number, list, "of type list, but the result should be one number."),
        (Counter, read_counts, lambda text: {}, "yours: {}\n  right: {' ': 1}"),
        (lambda text: [0.5], read_numbers, lambda text: "0.5", "returns a string, but the result should be a list"),
        (lambda text: [0.5], read_numbers, lambda text: {0: 0.5}, "of type dict, but"),
        (lambda text: [0.5], read_numbers, lambda text: [0.5, None], "of type list of NoneType, but"),
        (lambda text: [0.5], read_numbers, lambda text: [0.5, "1"], "of type list of str, but"),
        (lambda text: [0.5], read_numbers, lambda text: [0.5, float("nan")], "returns NaN"),
        (str.isalpha, read_number, lambda text: 1, "yours: 1\n  right: False"),
        (str.upper, read_text, lambda text: 500 * "x", f"yours: '{399 * 'x'} [...]"),
    ],
)
def test_describes_the_results_that_the_task_expects(right, read, mine, message):
    draw = lambda random: (pick(random, ("a", " ", "b a")),)  # noqa: E731
    task = Task(lambda text: right(text), draw, name="it", read=read, drawn=20)
    assert message in str(diagnose(lambda text: mine(text), task))


def test_does_not_name_changed_words_if_the_task_is_about_their_form():
    def capitalised(words):
        return Counter([word for word in words if word[0].isupper()])

    def draw(random):
        return ([pick(random, ["the", "Cat", "NLP", "sat", "On"]) for _ in range(pick(random, range(1, 6)))],)

    task = Task(capitalised, draw, [(["The", "cat"],)], read=read_counts)
    assert diagnose(lambda words: Counter([word for word in words if word.isupper()]), task).finding is Finding.UNKNOWN


def test_the_right_result_may_be_none():
    def place(values, value, start=0):
        return next((number for number in range(start, len(values)) if values[number] == value), None)

    def mine(values, value):
        return values.index(value, 1) if value in values[1:] else None

    first = Mistake("the first value is skipped", "Where is 1 in 1, 2?", instead={"start": 1})
    probes = [([4, 5], 5), ([4, 5], 4), ([4, 4, 5], 4), ([4], 5)] * 4
    task = Task(place, lambda random: ([4, 5], 4), probes, [first])
    assert diagnose(mine, task).mistake == first.name
    assert diagnose(lambda values, value: None, task).finding is Finding.UNKNOWN


def test_reports_the_right_result_for_unusual_inputs():
    def mine(values):
        return values[-1].upper() if values[-1] else None

    task = Task(
        lambda values: values[-1],
        lambda random: (["a", "b" * int(random.random() * 3)],),
        [(["a", "b"],)],
        [Mistake("capitals", "Is A a?", lambda values: values[-1].upper())],
        name="last",
        read=read_text,
    )
    assert "returns None instead of ''" in str(diagnose(mine, task))
    assert diagnose(mine, task).mistake == "capitals and inputs out of the ordinary"
    assert diagnose(mine, replace(task, corners="empty words")).mistake == "capitals and empty words"


@pytest.mark.parametrize("asks_for_corners", [True, False])
@pytest.mark.parametrize("swapped", [True, False])
def test_unusual_inputs_and_swapped_arguments_are_reported_separately(asks_for_corners, swapped):
    def total(values, more):
        return sum(values) + more

    def mine(values, more):
        return values[0] + sum(values[1:]) + more

    task = Task(
        total,
        lambda random: ([int(random.random() * 9) for _ in range(int(random.random() * 4))], 3),
        [([1, 2], 3), ([], 3)],
        asks_for_corners=asks_for_corners,
    )
    verdict = diagnose((lambda more, values: mine(values, more)) if swapped else mine, task)
    if swapped:
        assert verdict.known.name == "the first two arguments are swapped"
        assert bool(verdict.beside) == asks_for_corners and not verdict.also
    else:
        assert (verdict.status == "correct") != asks_for_corners
        assert "IndexError" in str(verdict)


def draw_two(random):
    return "a" * pick(random, range(4)), "a" * pick(random, range(1, 5))


@pytest.mark.parametrize(
    ("right", "draw", "mistakes", "mine"),
    [
        # The order of these arguments does not matter, so the function is wrong for another reason.
        (lambda a, b: abs(len(a) - len(b)), draw_two, {}, lambda a, b: abs(len(a) - len(b)) if a else 0),
        (lambda a, b: abs(len(a) - len(b)), draw_two, {}, lambda a, b: abs(len(a) - len(b)) if a else 1 / 0),
        # It returns False where the mistake returns True.
        (
            lambda number: number % 2 == 0,
            lambda random: (pick(random, range(100)),),
            {"the other way round": lambda number: number % 2 == 1},
            lambda number: False,
        ),
    ],
)
def test_names_no_mistake_that_an_ordinary_input_contradicts(right, draw, mistakes, mine):
    known = [Mistake(name, "?", function) for name, function in mistakes.items()]
    verdict = diagnose(mine, Task(right, draw, name="it", mistakes=known))
    assert verdict.finding in (Finding.UNKNOWN, Finding.ERROR)


@pytest.mark.parametrize("wrap", [list, tuple, set, lambda items: dict.fromkeys(items, 1), lambda items: {1: [*items]}])
def test_compares_numbers_inside_a_value_like_single_ones(wrap):
    read = lambda result: Outcome("value", result)  # noqa: E731
    task = Task(lambda a: wrap([0.3]), lambda random: (1,), name="it", read=read, drawn=9)
    assert diagnose(lambda a: wrap([0.1 + 0.2]), task).status == "correct"
    assert diagnose(lambda a: wrap([Fraction(3, 10)]), task).status == "correct"
    assert diagnose(lambda a: wrap([0.300001]), task).status == "wrong"


def raises(error):
    raise error


def test_the_exercise_is_broken_if_its_right_function_stops_unexpectedly():
    def right(a):
        return 1 / (a - 1) if a else raises(LookupError)

    def task(*probes):
        return Task(right, lambda random: (3,), [(probe,) for probe in probes])

    assert diagnose(lambda a: a, task(0, 1)).finding is Finding.BROKEN
    assert diagnose(lambda a: 0.5 if a else raises(LookupError), task(0)).status == "correct"
