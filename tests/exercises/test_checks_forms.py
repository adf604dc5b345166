"""Tasks in another form, for example with n or the weights fixed: a function gets only the names that apply there."""

import functools
import re
from pathlib import Path

import pytest
from students import mistakes_in
from students.bleu import bleu_by_logs, without_penalty
from students.corpus_bleu import corpus_mean
from students.rouge_n import rouge_by_matches

from bleu_exercises import Finding, check, diagnose, in_form
from bleu_exercises._lesson_tasks import TASKS
from bleu_helpers import bleu_score, brevity_penalty, modified_precision
from exercise_checker._mistakes import SWAPPED

# The names.

NOT_APPLIED, NOT_1 = "the weights are ignored", "the weights do not sum to 1"
ONLY_BLEU_4, BLEU_4_FOR_N = "the result is BLEU-4 whatever the weights are", "BLEU-4 is used for every n"
NO_FIRST, JOINED = "the first order is left out", "the references are joined into one long reference"
ORDERS = {"the order n is ignored", "all orders up to n are counted together", "bigrams are counted for every n"}
POSITION = "a position is returned instead of a length"


@pytest.mark.parametrize(
    ("task", "form", "named", "not_named"),
    [
        ("bleu_score", {"n": 1}, {NOT_1}, {NOT_APPLIED, ONLY_BLEU_4, BLEU_4_FOR_N, NO_FIRST, *ORDERS}),
        ("bleu_score", {"n": 2}, {NOT_1, NO_FIRST, JOINED}, {NOT_APPLIED, ONLY_BLEU_4, *ORDERS}),
        ("bleu_score", {"n": 4}, {NO_FIRST}, {NOT_1, NOT_APPLIED}),
        ("bleu_score", {"weights": (0.7, 0.3)}, {NOT_1, NOT_APPLIED, ONLY_BLEU_4}, ORDERS),
        ("bleu_score", {"weights": (0.1, 0.2, 0.3, 0.4)}, {NOT_APPLIED}, {NOT_1, ONLY_BLEU_4}),
        ("bleu_score", {"order": "candidate, references, n"}, {BLEU_4_FOR_N}, {NOT_APPLIED, ONLY_BLEU_4}),
        ("modified_precision", {"n": 1}, set(), {JOINED, *ORDERS}),
        ("modified_precision", {"n": 2, "order": "references first"}, {JOINED}, ORDERS),
        ("rouge_n", {"n": 1}, {"the counts of the references are added up"}, {JOINED, *ORDERS}),
        ("brevity_penalty", {"one_reference": True}, {"the brevity penalty is missing"}, {POSITION}),
    ],
)
def test_has_only_the_names_that_apply_in_a_form(task, form, named, not_named):
    names = {mistake.name for mistake in in_form(task, **form).mistakes}
    assert named <= names and not names & not_named


# The arguments of `in_form`.


@pytest.mark.parametrize(
    ("task", "form", "words"),
    [
        ("f_score", {"n": 2}, "f_score has no n "),
        ("bleu_score", {"n": 2, "weights": (1.0,)}, "bleu_score has no n "),
        ("bleu_score", {"order": "hypothesis first"}, "it takes candidate, references, weights"),
        ("rouge_n", {"order": "references candidate"}, "order is not an order of the arguments"),
        ("rouge_m", {"n": 2}, r"no task 'rouge_m'.* mean 'rouge_n'"),
        ("bleu_score", {"n": 0}, r"n is 0\."),
        ("bleu_score", {"order": 3}, "order is of type int: 3"),
        ("bleu_score", {"weights": [[1.0]]}, r"weights\[0\] is of type list: \[1.0\]"),
        ("bleu_score", {"asks_for_short": 1}, "asks_for_short is of type int"),
        ("bleu_score", {"one_reference": 1}, "one_reference is of type int"),
        ("bleu_score", {"texts": "yes"}, "texts is of type str"),
        (3, {}, "task is not a name"),
    ],
)
def test_rejects_a_form_that_the_task_cannot_have(task, form, words):
    for function in (in_form, functools.partial(check, bleu_score)):
        with pytest.raises((ValueError, TypeError), match=words):
            function(task, **form)


def test_forms_can_be_combined_in_any_order():
    one, other = (
        in_form(in_form("bleu_score", n=2), "references first"),
        in_form(in_form("bleu_score", "references first"), n=2),
    )
    assert one.parameters == other.parameters == ("references", "candidate") and one.probes == other.probes


def test_a_smaller_corpus_keeps_its_segments_together():
    form = in_form("corpus_bleu", "references first", n=2)
    assert form.parameters == ("references_per_candidate", "candidates")
    for probe in form.probes[:10]:
        for corpus, candidates in form.neighbours(probe):
            assert len(corpus) == len(candidates) or form.right((corpus, candidates)).kind == "error"


# The verdict.


def in_texts(function):
    """Make a function take texts, which it splits into words."""
    return lambda *texts: function(*(text.split() for text in texts))


def bleu_2(candidate, references):
    return bleu_by_logs(candidate, references, (0.5, 0.5))


def without_penalty_of_two(candidate, reference):
    return without_penalty(candidate, [reference], (0.5, 0.5))


ONE, TEXTS, MISSING = {"one_reference": True}, {"texts": True}, "the brevity penalty is missing"


@pytest.mark.parametrize(
    ("function", "task", "form", "names"),
    [
        (lambda rs, c: bleu_2(c, rs), "bleu_score", {"order": "references, candidate", "weights": [0.5, 0.5]}, set()),
        (
            lambda rs, c, n: bleu_by_logs(c, rs, [1 / n] * n),
            "bleu_score",
            {"order": "references candidate n"},
            set(),
        ),
        (in_texts(lambda c, r: bleu_2(c, [r])), "bleu_score", ONE | TEXTS | {"n": 2}, set()),
        (lambda c, rs: bleu_2(c.split(), [r.split() for r in rs]), "bleu_score", TEXTS | {"n": 2}, set()),
        (lambda p, r, beta: (1 + beta**2) * p * r / (beta**2 * p + r or 1), "f_score", ONE | TEXTS, set()),
        (
            without_penalty_of_two,
            "bleu_score",
            ONE | TEXTS | {"n": 2},
            {MISSING, "characters are used instead of words"},
        ),
        (lambda r, c: bleu_2(c, [r]), "bleu_score", ONE | {"n": 2}, {SWAPPED}),
        (
            lambda c, rs: (modified_precision(c, rs, 1) or 1) * brevity_penalty(c, rs),
            "bleu_score",
            {"n": 1},  # which cannot tell these two apart
            {"a precision of 0 is treated as 1", "a precision of 0 is left out of the mean"},
        ),
        (
            lambda c, rs: bleu_2(c.split(), [rs[0].split()]),
            "bleu_score",
            TEXTS | {"n": 2},
            {"only the first reference is used"},
        ),
        (
            lambda cs, rs: corpus_mean(cs, [[r] for r in rs], (1.0,)),
            "corpus_bleu",
            ONE | {"n": 1},
            {"the scores of the sentences are averaged"},
        ),
    ],
)
def test_names_the_mistakes_in_the_form_of_another_course(function, task, form, names):
    verdict = diagnose(function, in_form(task, **form))
    assert mistakes_in(verdict) == names and (verdict.status == "correct") == (not names)


def test_the_example_has_the_form_of_the_task():
    form = in_form("bleu_score", "references first", n=2, **ONE, **TEXTS)
    verdict = diagnose(in_texts(lambda r, c: without_penalty_of_two(c, r)), form)
    assert verdict.known.name == MISSING
    assert re.fullmatch(r"reference = '[\w ]+'", verdict.example[0])
    assert re.fullmatch(r"candidate = '[\w ]+'", verdict.example[1])


def test_the_examples_for_instructors_work(capsys):
    page = (Path(__file__).parents[2] / "docs" / "instructors.md").read_text(encoding="utf-8")
    section = page.partition("### The same functions in your own form")[2].partition("\n### ")[0]
    code, shown, once, answers = re.findall(r"```(?:python)?\n(.*?)```", section, re.DOTALL)
    names = {"TASKS": []}
    exec(code, names)
    assert capsys.readouterr().out == shown
    exec(once, names)
    names["check"](in_texts(lambda c, r: rouge_by_matches(c, [r], 2)), "rouge_n", n=2)
    assert capsys.readouterr().out == "rouge_n: correct.\n"
    exec(answers, names)
    (task,) = names["TASKS"]
    verdict = diagnose(names["my_bleu"], task)
    assert (verdict.task, verdict.mistake) == ("my_bleu", MISSING)
    assert diagnose(lambda rs, c: bleu_2(c, rs), task).status == "correct"


def test_recognises_our_own_function_in_a_form():
    form = in_form("rouge_n", "references first")
    assert diagnose(lambda rs, c, n: TASKS["rouge_n"].function(c, rs, n), form).finding is Finding.OURS
