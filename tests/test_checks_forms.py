"""Names in a form of one's own: where n or the weights are fixed, a name has to be true of what is done there."""

import math

import pytest
import students_by_hand
from learners import exact_bleu

from bleu_helpers.checks import Finding, diagnose, in_form
from bleu_helpers.checks._outcomes import agree, outcome_of
from bleu_helpers.checks._tasks import inputs_of

NOT_APPLIED, NOT_1 = "the weights are not applied", "the weights do not sum to 1"


def weighted(*weights):
    def bleu(candidate, references):
        return students_by_hand.bleu_by_logs(candidate, references, weights)

    return bleu


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
    ("function", "form", "name"),
    [
        (product_of(0.25, 0.25), {"n": 2}, NOT_1),
        (product_of(0.25), {"n": 1}, NOT_1),
        *(
            pytest.param(*case, marks=pytest.mark.unmeasured)
            for case in (
                (product_of(0.5, 0.5), {"weights": (0.7, 0.3)}, NOT_APPLIED),
                (product_of(*[0.25] * 4), {"weights": (0.7, 0.3)}, NOT_APPLIED),
                (product_of(*[0.25] * 4), {"weights": (0.1, 0.2, 0.3, 0.4)}, NOT_APPLIED),
                (product_of(*[1 / 3] * 3), {"weights": (0.5, 0.25, 0.25)}, NOT_APPLIED),
                (product_of(1, 1), {"weights": (0.7, 0.3)}, NOT_1),
                (product_of(0.25, 0.25), {"weights": (0.7, 0.3)}, NOT_1),
                (product_of(1, 1), {"n": 2}, NOT_1),
                (product_of(1, 1, 1, 1), {"n": 4}, NOT_1),
            )
        ),
    ],
)
@pytest.mark.parametrize("order", ["", "references first"])
def test_weights_are_said_to_be_wrong_in_the_way_in_which_they_are(function, form, name, order):
    in_this_order = (lambda references, candidate: function(candidate, references)) if order else function
    assert diagnose(in_this_order, in_form("bleu_score", order, **form)).mistake == name


@pytest.mark.unmeasured
@pytest.mark.parametrize("weights", [(0.3, 0.7), (0.6, 0.4), (0.9, 0.1)])
def test_other_weights_that_sum_to_1_are_not_said_not_to(weights):
    assert diagnose(product_of(*weights), in_form("bleu_score", weights=(0.7, 0.3))).finding is Finding.UNKNOWN


def test_where_n_stands_in_the_place_of_weights_nobody_hears_of_weights():
    def bleu(candidate, references, n):
        return exact_bleu(candidate, references, [0.25] * 4)

    verdict = diagnose(bleu, in_form("bleu_score", "candidate, references, n"))
    assert verdict.mistake == "BLEU-4 for every n" and NOT_APPLIED not in str(verdict)


FORMS = [
    ("modified_precision", {"n": 1}),
    *(
        pytest.param(*form, marks=pytest.mark.unmeasured)
        for form in (
            ("simple_count", {"n": 1}),
            ("simple_count", {"n": 2}),
            ("count_clip", {"n": 1}),
            ("count_clip", {"n": 2}),
            ("modified_precision", {"n": 2}),
            ("rouge_n", {"n": 1}),
            ("rouge_n", {"n": 2}),
            ("ngram_f1", {"n": 1}),
            ("bleu_score", {"n": 1}),
            ("bleu_score", {"n": 2}),
            ("bleu_score", {"weights": (0.7, 0.3)}),
        )
    ),
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


@pytest.mark.unmeasured
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
