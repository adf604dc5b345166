"""Two or three mistakes in one function, in the styles of tests/students_of_two.py: named truly, and none falsely."""

import math

import pytest
import students_of_two
from students import SWAPPABLE, named
from students_of_two import OF_TWO, closest_length, matched_and_total

from bleu_helpers.checks import diagnose
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._tasks import TASKS

UNKNOWN = {"first_for_precision_shortest_for_length", "three_with_a_tiny_one"}
"""Three mistakes, of which none hides another: nothing is said, and nothing false."""

OF_0, BASE, EXPONENTIAL = "the logarithm of 0", "a logarithm to another base than e", "the exponential is missing"


@pytest.mark.parametrize("handed", OF_TWO, ids=[one.function.__name__ for one in OF_TWO])
def test_two_mistakes_in_another_style_have_true_names_only(handed):
    verdict = diagnose(handed.function, handed.task)
    assert verdict.status == "wrong" and named(verdict) <= handed.names
    assert bool(named(verdict)) == (handed.function.__name__ not in UNKNOWN)


def test_most_have_both_names():
    both = [one for one in OF_TWO[::4] if named(diagnose(one.function, one.task)) == one.names]
    assert len(both) >= 0.6 * len(OF_TWO[::4])


# Logarithms.


def bleu_by(logarithm, exponential, guarded, cut=slice(None)):
    def bleu_score(candidate, references, weights):
        total = 0
        for n, weight in enumerate(weights, 1):
            m, t = matched_and_total(candidate, references[cut], n)
            if guarded and m == 0:
                return 0
            total += weight * logarithm(m / t if t else 0)
        c, r = len(candidate), closest_length(candidate, references[cut])
        return (1 if c > r else math.exp(1 - r / c)) * exponential(total)

    return bleu_score


@pytest.mark.parametrize("guarded", [True, False])
@pytest.mark.parametrize(
    ("logarithm", "exponential", "name"),
    [
        (math.log10, math.exp, BASE),
        (math.log2, math.exp, BASE),
        (math.log, lambda total: total, EXPONENTIAL),
    ],
)
def test_another_logarithm_or_no_exponential_is_named_beside_the_logarithm_of_0(logarithm, exponential, name, guarded):
    verdict = diagnose(bleu_by(logarithm, exponential, guarded), "bleu_score")
    assert verdict.known.name == name and not verdict.also
    assert guarded or "ValueError: " in "".join(verdict.beside)


def test_a_power_of_2_takes_back_a_logarithm_to_the_base_2():
    assert diagnose(bleu_by(math.log2, lambda total: 2**total, True), "bleu_score").status == "correct"


@pytest.mark.parametrize("penalty", [lambda c, r: 1 - r / c if c < r else 1, lambda c, r: 1 if c > r else 1 - r / c])
def test_the_exponent_alone_is_no_penalty(penalty):
    def brevity_penalty(candidate, references):
        return penalty(len(candidate), closest_length(candidate, references)) if candidate else 0

    assert diagnose(brevity_penalty, "brevity_penalty").mistake == EXPONENTIAL


def test_the_logarithm_of_0_is_named_beside_what_leads_to_more_zeros():
    first = bleu_by(math.log, math.exp, guarded=False, cut=slice(1))
    assert named(diagnose(first, "bleu_score")) == {"only the first reference is used", OF_0}
    without_penalty = diagnose(students_of_two.exp_of_a_sum_for_one, "bleu_score")
    assert OF_0 in named(without_penalty) and "ValueError" not in "".join(without_penalty.example)


def test_a_logarithm_of_something_else_is_not_called_one_of_0():
    def bleu_score(candidate, references, weights):
        if candidate and len(candidate) % 3 == 0:
            return math.log(-len(candidate))
        return BUILD["bleu_score"](RIGHT)(candidate, references[:1], weights)

    assert OF_0 not in named(diagnose(bleu_score, "bleu_score"))


# Arguments that are not exchanged.


def beta_below(precision, recall, beta):
    below = precision + beta**2 * recall
    return precision * recall / below if below else 0


def recall_first(recall, precision, beta):
    below = beta**2 * precision + recall
    return precision * recall / below if below else 0


@pytest.mark.parametrize("task", SWAPPABLE)
def test_arguments_of_other_kinds_are_exchanged_whatever_they_are_called(task):
    right, names = BUILD[task](RIGHT), TASKS[task].parameters
    function = eval(
        f"lambda {', '.join(names)}: right({', '.join((names[1], names[0], *names[2:]))})", {"right": right}
    )
    assert diagnose(function, task).known.name == "the first two arguments are swapped"


def test_who_takes_the_arguments_by_the_tasks_names_has_not_exchanged_them():
    on_the_wrong_side = "beta on the wrong side (or precision and recall swapped)"
    verdict = diagnose(beta_below, "f_score")
    assert verdict.headline.endswith("And beside it there is more: F without its factor in front.")
    assert verdict.known.name == on_the_wrong_side
    assert diagnose(recall_first, "f_score").known.name == "the first two arguments are swapped"
