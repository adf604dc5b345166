"""Names in a form of one's own: where n or the weights are fixed, a name has to be true of what is done there."""

import functools
import math
import re
from pathlib import Path

import pytest
from students import named
from students.bleu import bleu_by_logs, exact_bleu, without_penalty
from students.corpus_bleu import corpus_mean
from students.ngrams import precision_by_division
from students.rouge_n import rouge_by_loops

from bleu_helpers import bleu_score, brevity_penalty, modified_precision
from bleu_helpers.checks import Finding, check, diagnose, in_form
from bleu_helpers.checks._tasks import TASKS
from exercise_checker._mistakes import SWAPPED
from exercise_checker._tasks import inputs_of
from exercise_checker.outcomes import agree, outcome_of

NOT_APPLIED, NOT_1 = "the weights are ignored", "the weights do not sum to 1"
NO_ROOT = "the root of the product is not taken"


def product_of(*weights):
    """With weights that do not sum to 1, or without a rule for them."""

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
        ((0.25, 0.25), {"n": 2}, NOT_1),
        ((0.25,), {"n": 1, "order": "references first"}, NOT_1),
        ((0.5, 0.5), {"weights": (0.7, 0.3)}, NOT_APPLIED),
        ((0.25,) * 4, {"weights": (0.7, 0.3)}, "the result is BLEU-4 whatever the weights are"),
        ((1 / 3,) * 3, {"weights": (0.5, 0.25, 0.25), "order": "references first"}, NOT_APPLIED),
        ((1, 1), {"weights": (0.7, 0.3)}, NO_ROOT),
        ((1, 1, 1, 1), {"n": 4}, NO_ROOT),
    ],
)
def test_weights_are_said_to_be_wrong_in_the_way_in_which_they_are(given, form, name):
    function = product_of(*given)
    in_this_order = (lambda references, candidate: function(candidate, references)) if "order" in form else function
    assert diagnose(in_this_order, in_form("bleu_score", **form)).mistake == name


def test_other_weights_that_sum_to_1_are_not_said_not_to():
    assert diagnose(product_of(0.6, 0.4), in_form("bleu_score", weights=(0.7, 0.3))).finding is Finding.UNKNOWN


def test_where_n_stands_in_the_place_of_weights_nobody_hears_of_weights():
    def bleu(candidate, references, n):
        return exact_bleu(candidate, references, [0.25] * 4)

    verdict = diagnose(bleu, in_form("bleu_score", "candidate, references, n"))
    assert verdict.mistake == "BLEU-4 is used for every n" and NOT_APPLIED not in str(verdict)


FORMS = [
    *((task, {"n": n}) for task in ("simple_count", "count_clip", "modified_precision", "rouge_n") for n in (1, 2)),
    ("ngram_f1", {"n": 1}),
    *(("bleu_score", form) for form in ({"n": 1}, {"n": 2}, {"weights": (0.7, 0.3)})),
]


@pytest.mark.parametrize(("task", "form"), FORMS, ids=lambda value: str(value))
def test_in_a_form_no_mistake_needs_luck_to_be_seen(task, form):
    form_of_it = in_form(task, **form)
    chosen = len(form_of_it.probes)
    inputs = inputs_of(form_of_it, 2002)[: chosen + 60]
    for one in form_of_it.mistakes:
        does = (outcome_of(form_of_it.read, one.function, case.arguments) for case in inputs)
        wrong = [not agree(outcome, case.outcome) for outcome, case in zip(does, inputs, strict=True)]
        assert any(wrong[:chosen]) or not any(wrong), one.name


def test_where_a_form_cannot_tell_two_names_apart_both_are_said():
    def unigram_bleu(candidate, references):
        return (modified_precision(candidate, references, 1) or 1) * brevity_penalty(candidate, references)

    verdict = diagnose(unigram_bleu, in_form("bleu_score", n=1))
    assert "a precision of 0 is treated as 1; a precision of 0 is left out of the mean." in verdict.headline


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
def test_a_recall_of_words_has_a_true_name_or_none(task, function, names):
    verdict = diagnose(function, in_form(task, n=1))
    assert {verdict.known.name, *(one.name for one in verdict.also)} == names


@pytest.mark.parametrize(
    ("task", "form", "words"),
    [
        ("f_score", {"n": 2}, "f_score has no n that could be fixed: it takes "),
        ("bleu_score", {"n": 2, "weights": (1.0,)}, "bleu_score has no n that could be fixed: it takes "),
        ("bleu_score", {"order": "hypothesis first"}, "it takes candidate, references, weights"),
        ("rouge_n", {"order": "references candidate"}, "order is not an order of the arguments"),
        ("rouge_m", {"n": 2}, r"no task 'rouge_m' in bleu_helpers/checks/exercises\. Did you mean 'rouge_n'\? The "),
        ("bleu_score", {"n": 0}, "n is 0. It is the order of the n-grams: pass 1 or more."),
        ("rouge_n", {"n": -1}, "n is -1. It is the order"),
        ("bleu_score", {"n": 10**400}, "n is 1000.+ pass 1000 or less"),
        ("bleu_score", {"weights": ()}, r"weights is \[\], and its sum is 0"),
    ],
)
def test_a_form_that_a_task_cannot_have(task, form, words):
    with pytest.raises(ValueError, match=words):
        in_form(task, **form)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"order": 3}, "order is of type int: 3. It must be a string."),
        ({"n": "2"}, "n is of type str: '2'. It is the order of the n-grams: pass an int"),
        ({"weights": 3}, "weights is of type int: 3. It must be a list or tuple of "),
        ({"weights": [[1.0]]}, "weights[0] is of type list: [1.0]. Pass a number."),
        ({"asks_for_short": 1}, "asks_for_short is of type int. Pass True or False."),
        ({"one_reference": 1}, "one_reference is of type int. Pass True or False."),
        ({"texts": "yes"}, "texts is of type str. Pass True or False."),
        ({"name": 3}, "name is of type int: 3. It must be a string."),
        ({"task": 3}, "task is not a name. Pass the function first, then the task"),
    ],
)
def test_a_form_of_another_type_is_refused_by_its_name(form, words):
    for asked in (in_form, functools.partial(check, bleu_score)):
        arguments = {"task": "bleu_score", "n": 2} | form
        if asked is in_form or "name" not in form:
            with pytest.raises(TypeError) as caught:
                asked(**arguments)
            assert str(caught.value).startswith(words)


# Forms.


def bleu_2(references, hypothesis):
    return bleu_by_logs(hypothesis, references, (0.5, 0.5))


def bleu_n(references, hypothesis, n):
    return bleu_by_logs(hypothesis, references, [1 / n] * n)


def test_a_mistake_in_a_form_has_its_name_and_an_example_in_this_form():
    form = in_form(TASKS["bleu_score"], "references first", n=2)
    verdict = diagnose(lambda rs, c: without_penalty(c, rs, (0.5, 0.5)), form)
    assert verdict.known.name == "the brevity penalty is missing"
    assert [line.split(" = ")[0] for line in verdict.example[:2]] == ["references", "candidate"]


@pytest.mark.parametrize("task", ["bleu_score", "modified_precision"])
def test_nobody_hears_of_an_argument_that_a_form_does_not_have(task):
    form = in_form(task, "references first", n=4)
    of_another_order, *_ = form.build(form.function, {})
    verdict = diagnose(
        lambda references, candidate: of_another_order(references, candidate),
        in_form(task, n=2, order="references first"),
    )
    assert verdict.status == "wrong"
    assert not [
        name for name in named(verdict) if re.search(r"weights are not applied|\bn is not|every n|up to n", name)
    ]


def test_what_the_instructors_page_says_of_forms(capsys):
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
    """BLEU-2 against one reference, without a penalty for short candidates."""
    return without_penalty(candidate, [reference], (0.5, 0.5))


def in_texts(function):
    """The same function for texts: it cuts out the words."""
    return lambda *texts: function(*(text.split() for text in texts))


ONE, TEXTS = {"one_reference": True}, {"texts": True}
MISSING = "the brevity penalty is missing"


@pytest.mark.parametrize(
    ("function", "task", "form", "names"),
    [
        (bleu_2, "bleu_score", {"order": "references first", "n": 2}, set()),
        (bleu_2, "bleu_score", {"order": "references, candidate", "weights": [0.5, 0.5]}, set()),
        (bleu_n, "bleu_score", {"order": "references candidate n"}, set()),
        (lambda c, rs: rouge_by_loops(c, rs, 2), "rouge_n", {"n": 2}, set()),
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
def test_a_function_in_the_form_of_another_course_is_right_or_has_its_names(function, task, form, names):
    verdict = diagnose(function, in_form(task, **form))
    assert named(verdict) == names and (verdict.status == "correct") == (not names)


def test_a_text_is_shown_as_a_text_and_one_reference_as_one():
    verdict = diagnose(in_texts(bleu_of_two), in_form("bleu_score", n=2, **ONE, **TEXTS))
    assert re.fullmatch(r"candidate = '[\w ]+'", verdict.example[0])
    assert re.fullmatch(r"reference = '[\w ]+'", verdict.example[1])


def test_a_task_without_such_arguments_stays_as_it_is(capsys):
    check(f_by_hand, "f_score", one_reference=True, texts=True)
    assert capsys.readouterr().out == "f_score: correct.\n"


def f_by_hand(precision, recall, beta):
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else 0


def test_forms_combine_and_two_mistakes_have_their_names_in_all_of_them():
    def average(references, candidate):
        return sum(precision_by_division(candidate, references, n) for n in (1, 2)) / 2

    both = {"the arithmetic mean is used", MISSING}
    for form in (
        in_form(in_form("bleu_score", n=2), "references first"),
        in_form(in_form("bleu_score", "references first"), n=2),
    ):
        assert named(diagnose(average, form)) == both
    texts = in_form(in_form(in_form("bleu_score", n=2), "references first"), texts=True)
    assert named(diagnose(lambda rs, c: average([r.split() for r in rs], c.split()), texts)) == both


@pytest.mark.parametrize("order", ["", "references first"])
def test_short_sentences_that_nobody_asks_about_are_no_mistake_with_exchanged_arguments_either(order):
    def bleu(candidate, references):
        return len(candidate) / len(candidate) * bleu_by_logs(candidate, references, (0.5, 0.5))

    form = in_form("bleu_score", order, n=2, asks_for_short=False)
    verdict = diagnose((lambda c, rs: bleu(c, rs)) if order else (lambda rs, c: bleu(c, rs)), form)
    assert verdict.mistake == SWAPPED and not verdict.beside


def test_a_name_that_no_chosen_input_of_a_form_shows_is_said_where_a_drawn_one_does():
    (tie,) = (
        one for one in TASKS["bleu_score"].mistakes if one.name == "on a tie, the first reference in the list is used"
    )
    bleu_4 = in_form("bleu_score", "references first", n=4)
    wrong = diagnose(lambda references, candidate: tie.function(candidate, references, (0.25,) * 4), bleu_4)
    assert wrong.mistake == tie.name


def test_our_own_function_is_recognised_in_a_form():
    form = in_form("rouge_n", "references first")
    assert diagnose(lambda rs, c, n: TASKS["rouge_n"].function(c, rs, n), form).finding is Finding.OURS


def test_the_form_of_a_corpus_keeps_its_segments_together_in_a_smaller_example():
    form = in_form(TASKS["corpus_bleu"], "references first", n=2)
    assert form.parameters == ("references_per_candidate", "candidates")
    for probe in form.probes:
        whole = {word for candidate in probe[1] for word in candidate}
        for corpus, candidates in form.neighbours(probe):
            assert len(corpus) == len(candidates) and {word for words in candidates for word in words} <= whole
    verdict = diagnose(lambda corpus, candidates: 100 * corpus_mean(candidates, corpus, (0.5, 0.5)), form)
    assert verdict.mistake == "the scores of the sentences are averaged and the results are percentages"
    assert len(verdict.example[0]) < 60
