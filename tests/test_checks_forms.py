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

from bleu_helpers import bleu_score
from bleu_helpers.checks import Finding, check, diagnose, in_form
from bleu_helpers.checks._outcomes import agree, outcome_of
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._tasks import TASKS, inputs_of

NOT_APPLIED, NOT_1 = "the weights are not applied", "the weights do not sum to 1"


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
        ((0.25,) * 4, {"weights": (0.7, 0.3)}, NOT_APPLIED),
        ((0.25,) * 4, {"weights": (0.1, 0.2, 0.3, 0.4)}, NOT_APPLIED),
        ((1 / 3,) * 3, {"weights": (0.5, 0.25, 0.25), "order": "references first"}, NOT_APPLIED),
        ((1, 1), {"weights": (0.7, 0.3)}, NOT_1),
        ((0.25, 0.25), {"weights": (0.7, 0.3), "order": "references first"}, NOT_1),
        ((1, 1), {"n": 2, "order": "references first"}, NOT_1),
        ((1, 1, 1, 1), {"n": 4}, NOT_1),
    ],
)
def test_weights_are_said_to_be_wrong_in_the_way_in_which_they_are(given, form, name):
    function = product_of(*given)
    in_this_order = (lambda references, candidate: function(candidate, references)) if "order" in form else function
    assert diagnose(in_this_order, in_form("bleu_score", **form)).mistake == name


@pytest.mark.parametrize("weights", [(0.3, 0.7), (0.6, 0.4), (0.9, 0.1)])
def test_other_weights_that_sum_to_1_are_not_said_not_to(weights):
    assert diagnose(product_of(*weights), in_form("bleu_score", weights=(0.7, 0.3))).finding is Finding.UNKNOWN


def test_where_n_stands_in_the_place_of_weights_nobody_hears_of_weights():
    def bleu(candidate, references, n):
        return exact_bleu(candidate, references, [0.25] * 4)

    verdict = diagnose(bleu, in_form("bleu_score", "candidate, references, n"))
    assert verdict.mistake == "BLEU-4 for every n" and NOT_APPLIED not in str(verdict)


FORMS = [
    *((task, {"n": n}) for task in ("simple_count", "count_clip", "modified_precision", "rouge_n") for n in (1, 2)),
    ("ngram_f1", {"n": 1}),
    *(("bleu_score", form) for form in ({"n": 1}, {"n": 2}, {"weights": (0.7, 0.3)})),
]
HIDDEN = {
    ("bleu_score", 1): [{"a precision of 0 taken as 1", "a precision of 0 is left out of the mean"}],
    ("ngram_f1", 1): [{"the references are joined into one long one", "the references' counts added up"}],
}
"""Two names for the same thing, so that none is given: of one precision that is 0, the mean is 1 if it is left out or
taken for 1, and references that are joined for their single words only have their counts added up."""


@pytest.mark.parametrize(("task", "form"), FORMS, ids=lambda value: str(value))
def test_in_a_form_no_mistake_needs_luck_to_be_seen_and_no_two_names_are_the_same(task, form):
    form_of_it = in_form(task, **form)
    inputs = inputs_of(form_of_it, 2002)
    inputs = inputs[: len(form_of_it.probes) + 60]
    chosen = len(form_of_it.probes)
    every: list[tuple[list, set]] = []
    for one in form_of_it.mistakes:
        does = [outcome_of(form_of_it.read, one.function, case.arguments) for case in inputs]
        wrong = [not agree(outcome, case.outcome) for outcome, case in zip(does, inputs, strict=True)]
        assert any(wrong[:chosen]) or not any(wrong), one.name
        if any(wrong):
            same = next((names for outcomes, names in every if all(map(agree, outcomes, does))), None)
            if same is None:
                every.append((does, {one.name}))
            else:
                same.add(one.name)
    several = [names for _, names in every if len(names) > 1 and not any("no rule for" in name for name in names)]
    assert several == HIDDEN.get((task, form.get("n")), [])


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
        ("rouge_n", recall_of(together), {"the references' counts added up"}),
        ("rouge_n", recall_of(lambda references: references[0]), {"only the first reference is used"}),
        (
            "modified_precision",
            recall_of(together),
            {"clipped by the sum over the references", "divided by the reference's size"},
        ),
        (
            "modified_precision",
            recall_of(lambda references: references[0]),
            {"only the first reference is used", "divided by the reference's size"},
        ),
    ],
)
def test_a_recall_of_words_has_a_true_name_or_none(task, function, names):
    verdict = diagnose(function, in_form(task, n=1))
    assert {verdict.known.name, *(one.name for one in verdict.also)} == names


@pytest.mark.parametrize(
    ("task", "form", "words"),
    [
        ("f_score", {"n": 2}, "f_score has neither n nor weights"),
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


@pytest.mark.parametrize(
    ("function", "task", "form"),
    [
        (bleu_2, "bleu_score", {"order": "references first", "n": 2}),
        (bleu_2, "bleu_score", {"order": "references, candidate", "weights": [0.5, 0.5]}),
        (bleu_n, "bleu_score", {"order": "references candidate n"}),
        (lambda c, rs: rouge_by_loops(c, rs, 2), "rouge_n", {"n": 2}),
    ],
)
def test_a_task_in_the_form_of_another_course(function, task, form, capsys):
    check(function, task, **form)
    assert capsys.readouterr().out == f"{task}: correct.\n"
    check(lambda *given: 1 - function(*given), task, **form)
    assert f"{task}: wrong" in capsys.readouterr().out


def test_a_mistake_in_a_form_has_its_name_and_an_example_in_this_form():
    form = in_form(TASKS["bleu_score"], "references first", n=2)
    verdict = diagnose(lambda rs, c: without_penalty(c, rs, (0.5, 0.5)), form)
    assert verdict.known.name == "the brevity penalty is missing"
    assert [line.split(" = ")[0] for line in verdict.example[:2]] == ["references", "candidate"]
    both = diagnose(lambda rs, c: sum(precision_by_division(c, rs, n) for n in (1, 2)) / 2, form)
    assert named(both) == {"the arithmetic mean", "the brevity penalty is missing"}


@pytest.mark.parametrize("task", ["bleu_score", "modified_precision", "ngram_f1"])
def test_nobody_hears_of_an_argument_that_a_form_does_not_have(task):
    of_another_order = in_form(task, "references first", n=4).form(BUILD[task](RIGHT))
    verdict = diagnose(
        lambda references, candidate: of_another_order(references, candidate),
        in_form(task, n=2, order="references first"),
    )
    assert verdict.status == "wrong"
    assert not [
        name for name in named(verdict) if re.search(r"weights are not applied|\bn is not|every n|up to n", name)
    ]


def test_what_the_instructors_page_says_of_forms(capsys):
    page = (Path(__file__).parents[1] / "docs" / "instructors.md").read_text(encoding="utf-8")
    section = page.partition("### The same functions in your own form")[2].partition("\n### ")[0]
    code, shown, answers = re.findall(r"```(?:python)?\n(.*?)```", section, re.DOTALL)
    names = {"TASKS": []}
    exec(code, names)
    assert capsys.readouterr().out == shown
    exec(answers, names)
    (task,) = names["TASKS"]
    verdict = diagnose(names["my_bleu"], task)
    assert (verdict.task, verdict.mistake) == ("my_bleu", "the brevity penalty is missing")
    assert diagnose(lambda rs, c: bleu_by_logs(c, rs, (0.5, 0.5)), task).status == "correct"


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
    assert verdict.status == "wrong" and len(verdict.example[0]) < 60
