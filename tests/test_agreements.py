"""What a lesson promises to compare: the rule sees each way to break a promise, and each lesson makes its promises."""

import ast
import copy
import math
from fractions import Fraction
from pathlib import Path
from unittest.mock import patch

import agreements
import pytest
from agreements import AGREEMENTS, PROMISES, Side, changed, compares_what_it_promises
from broken_copies import every_broken_copy, found_in_a_copy
from notebook_rules import NOTEBOOKS, WITHOUT_A_MODULE, code_cells, load, source
from sliced import slice_of

import bleu_helpers

LESSONS = {path.stem[:2]: path for path in NOTEBOOKS}
OURS, THEIRS = "count_clip(words, references).total()", "nltk_modified_precision(references, words, 1)"
HERE = "import modified_precision as nltk_modified_precision"


def rewritten(text, *pairs):
    """Change the one cell of code that has a text in it."""

    def break_it(notebook):
        [cell] = [cell for cell in code_cells(notebook) if text in source(cell)]
        for old, new in pairs:
            assert old in source(cell)
            cell["source"] = source(cell).replace(old, new)

    return break_it


def agreement(notebook):
    """The cell of lesson 02 that compares with NLTK."""
    return next(cell for cell in code_cells(notebook) if HERE in source(cell))


def indented(notebook):
    cell = agreement(notebook)
    lines = source(cell).splitlines()
    cell["source"] = "\n".join(["if False:", *("    " + line for line in lines)])


BREAKS = {
    "compares_what_it_promises": {
        "deleted": lambda notebook: notebook["cells"].remove(agreement(notebook)),
        "raw": lambda notebook: agreement(notebook).update(cell_type="raw"),
        "prose": lambda notebook: agreement(notebook).update(cell_type="markdown"),
        "never run": indented,
        "nothing asserted": rewritten(HERE, ("assert ", "_ = ")),
        "one half not asserted": rewritten(HERE, ("assert count_clip(", "_ = count_clip(")),
        "ours with itself": rewritten(HERE, ("theirs.numerator, theirs.denominator", "ours[0], ours[1]")),
        "NLTK's with itself": rewritten(
            HERE, (OURS, f"{THEIRS}.numerator"), ("count_clip(text.split(), references).total()", "theirs.numerator")
        ),
        "by hand with itself": rewritten("assert clip(sentence", ("== count_clip(", "== clip(")),
        "the package's with itself": rewritten("assert clip(sentence", ("assert clip(", "assert count_clip(")),
        "no longer compared by hand": rewritten("assert clip(sentence", ("assert clip(", "_ = clip(")),
        "fewer examples": rewritten(HERE, ("(fruit, eating), ", "")),
        "the first only asserted": rewritten(
            HERE, ("    assert ours ==", "    assert words is not CAT_CANDIDATES[0] or ours ==")
        ),
        "one translation left out": rewritten(
            HERE, ("zip(translations, test_set.segments)", "zip(translations[1:], test_set.segments[1:])")
        ),
        "wrong": rewritten(HERE, ("assert ours == (", "assert ours != (")),
    }
}


def test_every_rule_has_a_copy_that_breaks_it():
    assert set(BREAKS) == {rule.__name__ for rule in AGREEMENTS}


@every_broken_copy(AGREEMENTS, BREAKS)
def test_a_rule_fails_on_a_broken_copy(rule, break_it):
    assert found_in_a_copy(rule, break_it) != []


def said_of(lesson, break_it):
    """What the rule says of a copy of a lesson that was broken."""
    broken = copy.deepcopy(load(LESSONS[lesson]))
    break_it(broken)
    return list(compares_what_it_promises(LESSONS[lesson], broken))


@pytest.mark.parametrize(
    ("lesson", "text", "old", "new"),
    [
        ("01", "from nltk import ngrams", "Counter(ngrams(sentence, 1))", "simple_count(sentence)"),
        ("01", "They agree. An empty", "assert precision_of_words(candidate, references) ==", "assert 1 or"),
        ("03", "import modified_precision as", "rel_tol=1e-12", "rel_tol=1e-6"),
        ("04", "import nltk.translate", "range(50)", "range(30)"),
        ("05", "def agree(", "rel_tol=1e-12", "rel_tol=1e-6"),
        (
            "05",
            "def agree(",
            "return math.isclose(bleu_score(candidate, references, weights)",
            "return math.isclose(theirs",
        ),
        (
            "06",
            "import modified_precision as",
            "isclose(rouge_n(candidate, references, n), theirs",
            "isclose(theirs, theirs",
        ),
        ("07", "import harmonic_mean", "isclose(f_score(precision, recall, beta), theirs", "isclose(theirs, theirs"),
        ("08", "def nltk_score(", "assert math.isclose(ours, nltk", "assert math.isclose(ours, sacre"),
        ("10", "import edit_distance", "align(a, b).edits == edit_distance(b, a)", "align(a, b).edits"),
    ],
)
def test_a_promise_that_is_broken_in_another_lesson_is_seen(lesson, text, old, new):
    assert said_of(lesson, rewritten(text, (old, new))) != []


def test_what_is_said_names_the_functions_and_the_cell():
    two = "bleu_helpers.count_clip with nltk.translate.bleu_score.modified_precision"
    deleted, silent, wrong = (
        found_in_a_copy(compares_what_it_promises, BREAKS["compares_what_it_promises"][name])
        for name in ("deleted", "nothing asserted", "wrong")
    )
    assert f"it has to compare {two}, and no cell of code calls them all" in deleted
    assert (
        f"it has to compare {two}, and no assertion of cell [22] fails when bleu_helpers.count_clip is changed"
        in silent
    )
    assert wrong[0].endswith("cell [22] fails with nothing changed")


def test_a_lesson_compares_its_own_code_with_the_package_and_the_package_with_nltk():
    sides = {
        lesson: [side for one in PROMISES if one["lesson"] == lesson for side in one["sides"]] for lesson in LESSONS
    }
    assert {one["lesson"] for one in PROMISES} == set(LESSONS)
    for lesson, path in LESSONS.items():
        assert any(name.startswith("nltk.") for name in sides[lesson])
        assert any("." not in name for name in sides[lesson]) == (path.stem not in WITHOUT_A_MODULE)
    for promise in PROMISES:
        assert promise["sides"][0].startswith("bleu_helpers.") and len(promise["sides"]) >= 2
        assert len(promise.get("some", "it does compare all").split()) >= 4


def results(function, *given):
    """What a side gives for one argument after another, and how often it is really computed."""
    computed = []

    def counted(argument):
        computed.append(argument)
        return function(argument)

    remembering = Side("counted", []).wrapped(counted, remembers=True)
    return [remembering(argument) for argument in given], len(computed)


def test_what_a_side_computed_is_not_computed_again():
    assert results(len, ["a", "b"], ["c"], ["a", "b"], ["c"]) == ([2, 1, 2, 1], 2)
    assert results(str, 1, True, 1.0, "1") == (["1", "True", "1.0", "1"], 4)


def test_what_could_be_used_up_or_changed_is_computed_again():
    numbers, others, words, more_words = iter([1, 2]), iter([1, 2]), ["a", "b"], ["a", "b"]
    assert results(sum, numbers, others, others) == ([3, 3, 0], 3)
    assert results(list.pop, words, more_words, more_words) == (["b", "b", "a"], 3)
    assert results(lambda score: score("a"), str.upper, lambda text: text, str.upper)[0] == ["A", "a", "A"]
    for function in (sorted, iter, dict.fromkeys):
        (first, second), times = results(function, ("a", "b"), ("a", "b"))
        assert first is not second and times == 2


def test_a_side_inside_another_shows_that_it_is_changed():
    calls = []
    inner, outer = Side("inner", calls), Side("outer", calls)
    root = inner.wrapped(math.sqrt, remembers=True)
    both = outer.wrapped(lambda number: root(number) + 1, remembers=True)
    assert both(4.0) == both(4.0) == 3
    with patch.object(inner, "is_changed", True):
        assert 0 < abs(both(4.0) - 3) < 1e-7
    assert both(4.0) == 3


def small_lesson(*cells):
    """A notebook whose cells were run in their order."""
    return {
        "cells": [
            {"cell_type": "code", "execution_count": place, "source": cell} for place, cell in enumerate(cells, 1)
        ]
    }


def test_only_what_depends_on_a_side_is_run_again(monkeypatch):
    """A list that grows each time, say, would make an assertion fail, whatever is changed."""
    sides = ["bleu_helpers.simple_count", "nltk.ngrams"]
    monkeypatch.setattr(agreements, "PROMISES", [{"lesson": "99", "sides": sides}])
    first = """
from collections import Counter
from bleu_helpers import simple_count
from nltk import ngrams
words = "the the".split()
"""
    second = """
words += ["cat"]
times = simple_count(words)["the",]
assert len(words) == 3 and times == 2 and {}
"""

    def said(comparison):
        return list(compares_what_it_promises(Path("99_small"), small_lesson(first, second.format(comparison))))

    assert said("simple_count(words) == Counter(ngrams(words, 1))") == []
    blind = "and no assertion of cell [2] fails when nltk.ngrams is changed"
    assert said("list(ngrams(words, 1))") == [f"it has to compare {' with '.join(sides)}, {blind}"]


@pytest.mark.parametrize("words", ["word_lists[:1]", "word_lists"], ids=["some", "all"])
@pytest.mark.parametrize("why", [{}, {"some": "a reason in four words"}], ids=["no reason", "a reason"])
def test_a_reason_not_to_compare_every_example_is_needed_and_needs_examples(words, why, monkeypatch):
    """So each reason in agreements.toml is needed, because the rule is asked for each lesson."""
    sides = ["bleu_helpers.simple_count", "nltk.ngrams"]
    monkeypatch.setattr(agreements, "PROMISES", [{"lesson": "99", "sides": sides} | why])
    lesson = f"""
from collections import Counter
from bleu_helpers import simple_count
from nltk import ngrams
word_lists = ["the cat".split(), "the mat".split()]
counts = [simple_count(words) for words in word_lists]
for words in {words}:
    assert simple_count(words) == Counter(ngrams(words, 1))
"""
    said = list(compares_what_it_promises(Path("99_small"), small_lesson(lesson)))
    left_out = [f'1 examples of {sides[0]} are compared with nothing, such as (\'["the", "mat"]\',)']
    in_vain = [f"every example of {sides[0]} is compared: take `some` out of its promise"]
    some = words != "word_lists"
    assert said == (in_vain if why and not some else left_out if some and not why else [])


def test_a_side_inside_a_function_that_is_no_side_is_seen(monkeypatch):
    """NLTK's score of a sentence is made by that of a corpus."""
    sides = ["bleu_helpers.bleu_score", "nltk.translate.bleu_score.corpus_bleu"]
    monkeypatch.setattr(agreements, "PROMISES", [{"lesson": "99", "sides": sides}])
    lesson = """
from bleu_helpers import bleu_score
from nltk.translate.bleu_score import sentence_bleu
words = "the cat sat on the mat".split()
assert abs(bleu_score(words, [words]) - sentence_bleu([words], words)) < 1e-12
"""
    assert list(compares_what_it_promises(Path("99_small"), small_lesson(lesson))) == []


def test_a_lesson_leaves_the_functions_as_they_were():
    before = {name: getattr(bleu_helpers, name) for name in bleu_helpers.__all__}
    said_of("05", lambda notebook: None)
    assert {name: getattr(bleu_helpers, name) for name in bleu_helpers.__all__} == before


@pytest.mark.parametrize(
    "result",
    [0, 3, 0.0, 0.5, 1.0, Fraction(2, 7), "text", {}, {"a": 1}, [], [1, 2], (), (1, 0.5), ("a", "b"), [[0, 1], [1, 0]]],
    ids=repr,
)
def test_what_is_changed_is_of_the_same_kind_and_another(result):
    other = changed(result)
    assert type(other) is type(result) and other != result
    if isinstance(result, float):
        assert 0 <= other <= 1


def test_a_part_of_a_lesson_is_what_has_to_do_with_its_functions():
    lesson = """
from package import score as ours, other
words = "a b".split()
figure(words)
guess = None
def twice(x):
    return ours(x) + shift
shift = 1
words += ["c"]
table = []
table.append(words)
for word in words:
    print(twice(word))
print(table)
for word in slow(words):
    figure(word)
files = open_all(words)
for file in files:
    file.write_text("a")
assert ours(table, files) == 1
"""
    whole = ast.parse(lesson).body
    [part] = slice_of([whole], {"score"})
    kept = {ast.unparse(statement): again for statement, again in part.items()}
    left_out = ["figure(words)", "guess = None", "print(table)", "for word in slow(words):\n    figure(word)"]
    assert [*kept] == [one for one in map(ast.unparse, whole) if one not in left_out]
    depending = ["def twice(x):\n    return ours(x) + shift", "for word in words:\n    print(twice(word))"]
    assert [one for one, again in kept.items() if again] == [*depending, "assert ours(table, files) == 1"]


def again_in(lesson):
    """For which of two functions each statement of a lesson has to be run again."""
    [part] = slice_of([ast.parse(lesson).body], {"score", "other"})
    return {ast.unparse(statement): again for statement, again in part.items()}


def test_what_uses_the_results_of_a_function_depends_on_it_too():
    lesson = """
from package import score, other
limit = score('a')
more = limit + 1
table = {'a': score}
row = [other('a'), table['a']('b')]
assert other(row) > more
"""
    both = {"score", "other"}
    assert [*again_in(lesson).values()] == [set(), {"score"}, {"score"}, {"score"}, both, both]


def test_what_is_only_changed_is_made_again():
    lesson = """
rows = []
rows.append(0)
names = ['a']
total = 0
for name in names:
    rows.append(score(name))
    total += other(name)
print(rows)
assert score(rows) == other(names)
"""
    both = {"score", "other"}
    assert [*again_in(lesson).values()] == [both, both, set(), both, both, both]


def test_a_name_that_a_function_has_for_itself_is_another_one():
    lesson = """
count = slow()
rounds = 0
def average(row):
    global rounds
    rounds += 1
    count = len(row)
    count += 1
    return score(row) / count
average([1])
"""
    assert [*again_in(lesson)] == [
        "rounds = 0",
        *(one for one in map(ast.unparse, ast.parse(lesson).body) if "average" in one),
    ]
