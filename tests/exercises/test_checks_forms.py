"""Tasks in another form, for example with n or the weights fixed: a function gets only the names that apply there."""

import functools
import math
import re
from pathlib import Path

import pytest
from students import mistakes_in
from students.bleu import bleu_by_logs, exact_bleu, without_penalty
from students.corpus_bleu import corpus_mean
from students.ngrams import precision_by_division
from students.rouge_n import rouge_by_loops

from bleu_exercises import Finding, check, diagnose, in_form
from bleu_exercises._tasks import TASKS
from bleu_helpers import bleu_score, brevity_penalty, modified_precision
from exercise_checker._mistakes import SWAPPED
from exercise_checker._tasks import inputs_of
from exercise_checker.outcomes import agree, outcome_of

NOT_APPLIED, NOT_1 = "the weights are ignored", "the weights do not sum to 1"
NO_ROOT = "the root of the product is not taken"


def product_of(*weights):
    """Build a BLEU function with fixed weights, which do not have to sum to 1."""

    def bleu(candidate, references):
        if not candidate:
            return 0
        shares = [exact_bleu(candidate, references, [0] * n + [1]) for n in range(len(weights))]
        r = sorted(map(len, references), key=lambda length: (abs(length - len(candidate)), length))[0]
        penalty = min(1, math.exp(1 - r / len(candidate)))
        return penalty * math.prod((share / penalty) ** weight for share, weight in zip(shares, weights, strict=True))

    return bleu


@pytest.mark.parametrize(
    ("given", "form", "name"),
    [
        ((0.25,), {"n": 1, "order": "references first"}, NOT_1),
        ((0.5, 0.5), {"weights": (0.7, 0.3)}, NOT_APPLIED),
        ((0.25,) * 4, {"weights": (0.7, 0.3)}, "the result is BLEU-4 whatever the weights are"),
        ((1 / 3,) * 3, {"weights": (0.5, 0.25, 0.25), "order": "references first"}, NOT_APPLIED),
        ((1, 1), {"weights": (0.7, 0.3)}, NO_ROOT),
        ((1, 1, 1, 1), {"n": 4}, NO_ROOT),
    ],
)
def test_names_what_is_wrong_with_the_weights(given, form, name):
    function = product_of(*given)
    in_this_order = (lambda references, candidate: function(candidate, references)) if "order" in form else function
    assert diagnose(in_this_order, in_form("bleu_score", **form)).mistake == name


def test_does_not_name_a_wrong_sum_for_weights_that_sum_to_1():
    assert diagnose(product_of(0.6, 0.4), in_form("bleu_score", weights=(0.7, 0.3))).finding is Finding.UNKNOWN


def test_does_not_mention_weights_if_the_form_has_n_instead():
    def bleu(candidate, references, n):
        return exact_bleu(candidate, references, [0.25] * 4)

    verdict = diagnose(bleu, in_form("bleu_score", "candidate, references, n"))
    assert verdict.mistake == "BLEU-4 is used for every n" and NOT_APPLIED not in str(verdict)


FORMS = [
    *((task, {"n": n}) for task in ("count_clip", "modified_precision", "rouge_n") for n in (1, 2)),
    ("bleu_score", {"weights": (0.7, 0.3)}),
]


@pytest.mark.parametrize(("task", "form"), FORMS, ids=lambda value: str(value))
def test_every_mistake_shows_on_a_chosen_input_of_a_form(task, form):
    """A mistake that shows on a drawn input also shows on a chosen one, which every check has."""
    task = in_form(task, **form)
    chosen = len(task.probes)
    inputs = inputs_of(task, 2002)[: chosen + 60]
    for mistake in task.mistakes:
        outcomes = (outcome_of(task.read, mistake.function, case.arguments) for case in inputs)
        wrong = [not agree(outcome, case.outcome) for outcome, case in zip(outcomes, inputs, strict=True)]
        assert any(wrong[:chosen]) or not any(wrong), mistake.name


def test_names_both_mistakes_that_a_form_cannot_tell_apart():
    def unigram_bleu(candidate, references):
        return (modified_precision(candidate, references, 1) or 1) * brevity_penalty(candidate, references)

    verdict = diagnose(unigram_bleu, in_form("bleu_score", n=1))
    for name in ("a precision of 0 is treated as 1", "a precision of 0 is left out of the mean"):
        assert name in verdict.headline


def recall_of(merge):
    def recall(candidate, references):
        merged = merge(references)
        left, found = list(candidate), 0
        for word in merged:
            if word in left:
                left.remove(word)
                found += 1
        return found / len(merged) if merged else 0

    return recall


def together(references):
    return [word for reference in references for word in reference]


@pytest.mark.parametrize(
    ("task", "function", "names"),
    [
        ("rouge_n", recall_of(together), {"the counts of the references are added up"}),
        ("rouge_n", recall_of(lambda references: references[0]), {"only the first reference is used"}),
        (
            "modified_precision",
            recall_of(together),
            {"the counts are clipped by the sum over the references", "the denominator is the size of the reference"},
        ),
        (
            "modified_precision",
            recall_of(lambda references: references[0]),
            {"only the first reference is used", "the denominator is the size of the reference"},
        ),
    ],
)
def test_names_the_mistakes_of_a_word_recall(task, function, names):
    assert mistakes_in(diagnose(function, in_form(task, n=1))) == names


@pytest.mark.parametrize(
    ("task", "form", "words"),
    [
        ("f_score", {"n": 2}, "f_score has no n "),
        ("bleu_score", {"n": 2, "weights": (1.0,)}, "bleu_score has no n "),
        ("bleu_score", {"order": "hypothesis first"}, "it takes candidate, references, weights"),
        ("rouge_n", {"order": "references candidate"}, "order is not an order of the arguments"),
        ("rouge_m", {"n": 2}, r"no task 'rouge_m'.* mean 'rouge_n'"),
        ("bleu_score", {"n": 0}, r"n is 0\."),
        ("rouge_n", {"n": -1}, r"n is -1\."),
        ("bleu_score", {"n": 10**400}, "n is 1000.+ 1000 or less"),
        ("bleu_score", {"weights": ()}, r"weights is \[\]"),
    ],
)
def test_rejects_a_form_that_the_task_cannot_have(task, form, words):
    with pytest.raises(ValueError, match=words):
        in_form(task, **form)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"order": 3}, "order is of type int: 3"),
        ({"n": "2"}, "n is of type str: '2'"),
        ({"weights": 3}, "weights is of type int: 3"),
        ({"weights": [[1.0]]}, "weights[0] is of type list: [1.0]"),
        ({"asks_for_short": 1}, "asks_for_short is of type int"),
        ({"one_reference": 1}, "one_reference is of type int"),
        ({"texts": "yes"}, "texts is of type str"),
        ({"name": 3}, "name is of type int: 3"),
        ({"task": 3}, "task is not a name"),
    ],
)
def test_rejects_an_argument_of_a_wrong_type_by_its_name(form, words):
    for function in (in_form, functools.partial(check, bleu_score)):
        arguments = {"task": "bleu_score", "n": 2} | form
        if function is in_form or "name" not in form:
            with pytest.raises(TypeError) as caught:
                function(**arguments)
            assert str(caught.value).startswith(words)


# Forms.


def bleu_2(references, hypothesis):
    return bleu_by_logs(hypothesis, references, (0.5, 0.5))


def bleu_n(references, hypothesis, n):
    return bleu_by_logs(hypothesis, references, [1 / n] * n)


def test_the_example_has_the_form_of_the_task():
    form = in_form(TASKS["bleu_score"], "references first", n=2)
    verdict = diagnose(lambda rs, c: without_penalty(c, rs, (0.5, 0.5)), form)
    assert verdict.known.name == "the brevity penalty is missing"
    assert [line.split(" = ")[0] for line in verdict.example[:2]] == ["references", "candidate"]


@pytest.mark.parametrize("task", ["bleu_score", "modified_precision"])
def test_does_not_mention_an_argument_that_the_form_does_not_have(task):
    form = in_form(task, "references first", n=4)
    of_another_order, *_ = form.build(form.function, {})
    verdict = diagnose(
        lambda references, candidate: of_another_order(references, candidate),
        in_form(task, n=2, order="references first"),
    )
    assert verdict.status == "wrong"
    assert not [name for name in mistakes_in(verdict) if re.search(r"\bweights\b|\bn is|every n|up to n", name)]


def test_the_examples_for_instructors_work(capsys):
    page = (Path(__file__).parents[2] / "docs" / "instructors.md").read_text(encoding="utf-8")
    section = page.partition("### The same functions in your own form")[2].partition("\n### ")[0]
    code, shown, once, answers = re.findall(r"```(?:python)?\n(.*?)```", section, re.DOTALL)
    names = {"TASKS": []}
    exec(code, names)
    assert capsys.readouterr().out == shown
    exec(once, names)
    names["check"](in_texts(lambda c, r: rouge_by_loops(c, [r], 2)), "rouge_n", n=2)
    assert capsys.readouterr().out == "rouge_n: correct.\n"
    exec(answers, names)
    (task,) = names["TASKS"]
    verdict = diagnose(names["my_bleu"], task)
    assert (verdict.task, verdict.mistake) == ("my_bleu", "the brevity penalty is missing")
    assert diagnose(lambda rs, c: bleu_by_logs(c, rs, (0.5, 0.5)), task).status == "correct"


# One reference, and texts.


def bleu_of_two(candidate, reference):
    """Compute BLEU-2 with one reference and without the brevity penalty."""
    return without_penalty(candidate, [reference], (0.5, 0.5))


def in_texts(function):
    """Make a function take texts, which it splits into words."""
    return lambda *texts: function(*(text.split() for text in texts))


ONE, TEXTS = {"one_reference": True}, {"texts": True}
MISSING = "the brevity penalty is missing"


@pytest.mark.parametrize(
    ("function", "task", "form", "names"),
    [
        (bleu_2, "bleu_score", {"order": "references, candidate", "weights": [0.5, 0.5]}, set()),
        (bleu_n, "bleu_score", {"order": "references candidate n"}, set()),
        (lambda c, r: bleu_by_logs(c, [r], (0.5, 0.5)), "bleu_score", ONE | {"n": 2}, set()),
        (in_texts(lambda c, r: bleu_by_logs(c, [r], (0.5, 0.5))), "bleu_score", ONE | TEXTS | {"n": 2}, set()),
        (in_texts(lambda c, r: rouge_by_loops(c, [r], 1)), "rouge_n", ONE | TEXTS | {"n": 1}, set()),
        (
            lambda c, rs: bleu_by_logs(c.split(), [r.split() for r in rs], (0.5, 0.5)),
            "bleu_score",
            TEXTS | {"n": 2},
            set(),
        ),
        (bleu_of_two, "bleu_score", ONE | {"n": 2}, {MISSING}),
        (lambda c, r: 1.0 if c else 0.0, "brevity_penalty", ONE, {MISSING}),
        (in_texts(bleu_of_two), "bleu_score", ONE | TEXTS | {"n": 2}, {MISSING}),
        (bleu_of_two, "bleu_score", ONE | TEXTS | {"n": 2}, {MISSING, "characters are used instead of words"}),
        (lambda r, c: bleu_by_logs(c, [r], (0.5, 0.5)), "bleu_score", ONE | {"n": 2}, {SWAPPED}),
        (lambda r, c: bleu_of_two(c, r), "bleu_score", ONE | {"n": 2, "order": "references first"}, {MISSING}),
        (
            lambda c, rs: bleu_by_logs(c.split(), [rs[0].split()], (0.5, 0.5)),
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


def test_the_example_shows_texts_and_a_single_reference():
    verdict = diagnose(in_texts(bleu_of_two), in_form("bleu_score", n=2, **ONE, **TEXTS))
    assert re.fullmatch(r"candidate = '[\w ]+'", verdict.example[0])
    assert re.fullmatch(r"reference = '[\w ]+'", verdict.example[1])


def test_ignores_a_form_that_does_not_concern_the_arguments(capsys):
    check(f_by_hand, "f_score", one_reference=True, texts=True)
    assert capsys.readouterr().out == "f_score: correct.\n"


def f_by_hand(precision, recall, beta):
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else 0


def test_forms_can_be_combined_in_any_order():
    def average(references, candidate):
        return sum(precision_by_division(candidate, references, n) for n in (1, 2)) / 2

    both = {"the arithmetic mean is used", MISSING}
    for form in (
        in_form(in_form("bleu_score", n=2), "references first"),
        in_form(in_form("bleu_score", "references first"), n=2),
    ):
        assert mistakes_in(diagnose(average, form)) == both


@pytest.mark.parametrize("order", ["", "references first"])
def test_short_sentences_may_fail_with_swapped_arguments_too(order):
    def bleu(candidate, references):
        return len(candidate) / len(candidate) * bleu_by_logs(candidate, references, (0.5, 0.5))

    form = in_form("bleu_score", order, n=2, asks_for_short=False)
    verdict = diagnose((lambda c, rs: bleu(c, rs)) if order else (lambda rs, c: bleu(c, rs)), form)
    assert verdict.mistake == SWAPPED and not verdict.beside


def test_names_a_mistake_that_only_a_drawn_input_shows():
    (tie,) = (
        mistake
        for mistake in TASKS["bleu_score"].mistakes
        if mistake.name == "on a tie, the first reference in the list is used"
    )
    bleu_4 = in_form("bleu_score", "references first", n=4)
    wrong = diagnose(lambda references, candidate: tie.function(candidate, references, (0.25,) * 4), bleu_4)
    assert wrong.mistake == tie.name


def test_recognises_our_own_function_in_a_form():
    form = in_form("rouge_n", "references first")
    assert diagnose(lambda rs, c, n: TASKS["rouge_n"].function(c, rs, n), form).finding is Finding.OURS


def test_a_smaller_corpus_keeps_its_segments_together():
    form = in_form(TASKS["corpus_bleu"], "references first", n=2)
    assert form.parameters == ("references_per_candidate", "candidates")
    for probe in form.probes:
        whole = {word for candidate in probe[1] for word in candidate}
        for corpus, candidates in form.neighbours(probe):
            assert len(corpus) == len(candidates) and {word for words in candidates for word in words} <= whole
    verdict = diagnose(lambda corpus, candidates: 100 * corpus_mean(candidates, corpus, (0.5, 0.5)), form)
    assert verdict.mistake == "the scores of the sentences are averaged and the results are percentages"
    assert len(verdict.example[0]) < 60
