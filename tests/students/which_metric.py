"""What students hand in for the tasks of the lesson `which_metric`."""

import math

import bleu_helpers
from bleu_helpers import add_one, bleu_score
from students import right, wrong


def ties_up_to(equal):
    def win_share(scores, other_scores):
        won = 0
        for one, other in zip(scores, other_scores, strict=True):
            won += 0.5 if equal(one, other) else one > other
        return won / len(scores)

    return win_share


def wins_above(least):
    def win_share(scores, other_scores):
        won = 0
        for one, other in zip(scores, other_scores, strict=True):
            won += 1 if one - other > least else 0.5 if one == other else 0
        return won / len(scores)

    return win_share


def a_tie_just_below(least):
    def win_share(scores, other_scores):
        won = 0
        for one, other in zip(scores, other_scores, strict=True):
            won += 1 if one > other else 0.5 if math.isclose(one, other, abs_tol=least) else 0
        return won / len(scores)

    return win_share


@right("reference_spread")
def reference_spread(candidate, references):
    scores = [bleu_score(candidate, [reference], smoothing=add_one) for reference in references]
    return max(scores) - min(scores)


@right("reference_spread")
def also_reference_spread(candidate, references):
    ordered = []
    for reference in references:
        ordered.append(bleu_score(candidate, [reference], (1 / 4, 1 / 4, 1 / 4, 1 / 4), add_one))
    ordered.sort()
    return ordered[-1] - ordered[0]


@wrong("reference_spread", "NLTK's smoothing in place of ours")
def method_2_of_nltk(candidate, references):
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    method = SmoothingFunction().method2
    scores = [sentence_bleu([reference], candidate, smoothing_function=method) for reference in references]
    return float(max(scores) - min(scores))


@wrong("reference_spread", "the result is always 0: only one score, or each time the same")
def spread_of_the_first_score(candidate, references):
    scores = []
    for reference in references:
        scores.append(bleu_score(candidate, [reference], smoothing=bleu_helpers.add_one))
        return max(scores) - min(scores)


@right("win_share")
def without_a_comparison_of_equal_ones(scores, other_scores):
    worth = {True: 1, False: 0}
    pairs = list(zip(scores, other_scores, strict=True))
    return sum(worth[one > other] + worth[one >= other] for one, other in pairs) / (2 * len(pairs))


@right("win_share")
def win_share(scores, other_scores):
    wins = 0
    for i, mine in enumerate(scores):
        yours = other_scores[i]
        if mine > yours:
            wins += 1
        elif mine == yours:
            wins += 0.5
    return wins / len(scores)


@right("win_share")
def also_win_share(scores, other_scores):
    above = sum(scores[i] > other_scores[i] for i in range(len(scores)))
    below = sum(scores[i] < other_scores[i] for i in range(len(scores)))
    return (1 + (above - below) / len(scores)) / 2


@wrong("win_share", "a tie counts as a whole win")
def at_least_as_high(scores, other_scores):
    return sum(one >= other for one, other in zip(scores, other_scores, strict=True)) / len(scores)


@wrong("win_share", "only the first round of a loop counts")
def the_first_two_scores(scores, other_scores):
    won = 0
    for one, other in zip(scores, other_scores, strict=True):
        won += 1 if one > other else 0.5 if one == other else 0
        return won / len(scores)


@wrong("win_share", "lower is better")
def other_system_first(other_scores, scores):
    return sum((one > other) + (one == other) / 2 for one, other in zip(scores, other_scores, strict=True)) / len(
        scores
    )


for equal in (
    math.isclose,
    lambda one, other: abs(one - other) < 1e-12,
    lambda one, other: abs(one - other) < 1e-9,
    lambda one, other: abs(one - other) < 1e-6,
    lambda one, other: abs(one - other) <= 0.001,
    lambda one, other: abs(one - other) < 0.01,
    lambda one, other: round(one, 2) == round(other, 2),
    lambda one, other: round(one, 4) == round(other, 4),
):
    wrong("win_share", "scores that are nearly equal count as a tie")(ties_up_to(equal))


for least in (1e-12, 1e-9, 1e-6, 0.001, 0.01):
    wrong("win_share", "a win by very little counts as a loss")(wins_above(least))
    wrong("win_share", "scores that are nearly equal count as a tie")(a_tie_just_below(least))
