"""What the checker takes for right: any style of writing, any form of a result, but not our own function."""

import functools
import itertools
import math
import operator
import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter

import numpy
import pytest
from learners import clip_without_zeros, corpus_by_loops, exact_bleu, grams, said

import bleu_helpers
from bleu_helpers.checks import Finding, diagnose
from bleu_helpers.checks.exercises import EVERY_TASK, EXERCISES

# Right answers in many styles.


def numpy_bleu(candidate, references, weights):
    counts = [bleu_helpers.match_counts(candidate, references, n + 1) for n in range(len(weights))]
    precisions = numpy.array([matched / max(total, 1) for matched, total in counts])
    r = bleu_helpers.closest_ref_length(candidate, references)
    with numpy.errstate(divide="ignore"):
        mean = numpy.exp(numpy.dot(weights, numpy.log(precisions)))
    return mean * numpy.exp(numpy.minimum(0, 1 - r / max(len(candidate), 1)))


def count_into_lists(tokens, n):
    pairs = []
    for gram in grams(tokens, n):
        for pair in pairs:
            if pair[0] == list(gram):
                pair[1] += 1
                break
        else:
            pairs.append([list(gram), 1])
    return pairs


def count_and_yield(tokens, n):
    yield from Counter(" ".join(gram) for gram in grams(tokens, n)).items()


def table_of_edits(candidate, reference):
    table = numpy.zeros((len(candidate) + 1, len(reference) + 1), dtype=int)
    table[:, 0] = range(len(candidate) + 1)
    table[0, :] = range(len(reference) + 1)
    for i in range(len(candidate)):
        for j in range(len(reference)):
            change = table[i, j] + (candidate[i] != reference[j])
            table[i + 1, j + 1] = min(change, table[i, j + 1] + 1, table[i + 1, j] + 1)
    return table[-1, -1] / len(reference)


def edits(candidate, reference):
    if not candidate or not reference:
        return len(candidate) + len(reference)
    if candidate[0] == reference[0]:
        return edits(candidate[1:], reference[1:])
    rest = edits(candidate[1:], reference[1:]), edits(candidate[1:], reference), edits(candidate, reference[1:])
    return 1 + min(rest)


def clip_with_zeros(candidate, references, n):
    counts = dict.fromkeys([gram for reference in references for gram in grams(reference, n)], 0)
    for gram, count in Counter(grams(candidate, n)).items():
        counts[gram] = numpy.int64(min(count, max(grams(other, n).count(gram) for other in references)))
    return counts


def one_for_c_equal_r(candidate, references):
    c, r = len(candidate), bleu_helpers.closest_ref_length(candidate, references)
    return 1 if c >= r else math.exp(1 - r / c) if c else 0


class Precision:
    """A function may be an object, and take its arguments by name only."""

    def __call__(self, *, candidate, references, n):
        return Fraction(sum(clip_without_zeros(candidate, references, n).values()), max(len(grams(candidate, n)), 1))


RIGHT = [
    ("simple_count", lambda tokens, n: Counter(grams(tokens, n))),
    ("simple_count", count_into_lists),
    ("simple_count", count_and_yield),
    (
        "simple_count",
        lambda tokens, n: {gram if n > 1 else gram[0]: grams(tokens, n).count(gram) for gram in grams(tokens, n)},
    ),
    ("simple_count", lambda tokens, n: Counter(grams(tokens, n)).items()),
    ("simple_count", lambda tokens, n: itertools.chain(Counter(grams(tokens, n)).items())),
    ("unigram_precision", lambda c, rs: sum(any(word in r for r in rs) for word in c) / (len(c) or 1)),
    ("unigram_precision", lambda c, rs: (c and Fraction(sum(word in itertools.chain(*rs) for word in c), len(c))) or 0),
    ("unigram_precision", lambda c, rs: numpy.mean([word in {w for r in rs for w in r} for word in c]) if c else 0),
    ("count_clip", clip_with_zeros),
    ("count_clip", clip_without_zeros),
    ("modified_precision", Precision()),
    ("modified_precision", lambda *a: numpy.float64(bleu_helpers.match_counts(*a)[0]) / max(1, len(a[0]) - a[2] + 1)),
    ("modified_precision", lambda c, references, n=1: Precision()(candidate=c, references=references, n=n)),
    ("closest_ref_length", lambda c, rs: sorted(sorted(map(len, rs)), key=lambda r: abs(r - len(c)))[0]),
    ("closest_ref_length", lambda c, rs: numpy.int64(min((abs(len(r) - len(c)), len(r)) for r in rs)[1])),
    (
        "brevity_penalty",
        lambda c, rs: min(1, math.exp(1 - bleu_helpers.closest_ref_length(c, rs) / len(c))) if c else 0,
    ),
    ("brevity_penalty", one_for_c_equal_r),
    ("bleu_score", exact_bleu),
    ("bleu_score", numpy_bleu),
    ("rouge_n", lambda c, rs, n: max(clip_without_zeros(r, [c], n).total() / (len(grams(r, n)) or 1) for r in rs)),
    ("f_score", lambda p, r, beta: p * r and 1 / ((1 / p + beta * beta / r) / (1 + beta * beta))),
    (
        "f_score",
        lambda p, r, beta: (
            Decimal(0) if p * r == 0 else Fraction(1 + beta**2) / (1 / Fraction(p) + Fraction(beta) ** 2 / Fraction(r))
        ),
    ),
    ("ngram_f1", lambda c, rs, n: bleu_helpers.f_score(exact_bleu(c, rs, [1 / n] * n), bleu_helpers.rouge_n(c, rs, n))),
    ("corpus_bleu", corpus_by_loops),
    ("word_error_rate", table_of_edits),
    ("word_error_rate", lambda c, r: edits(c, r) / len(r)),
    ("word_error_rate", lambda c, r: bleu_helpers.distance_table(c, r)[-1][-1] / len(r)),
    ("word_error_rate", lambda c, r: bleu_helpers.align(c, r).edits / len(r)),
    (
        "word_error_rate",
        lambda c, r: 1 - (bleu_helpers.align(c, r).hits - bleu_helpers.align(c, r).insertions) / len(r),
    ),
]


@pytest.mark.parametrize(("task", "function"), RIGHT)
def test_a_right_function_passes_in_any_style(task, function):
    assert said(function, task) == f"{task}: correct."


def test_every_task_has_a_right_style():
    assert {task for task, _ in RIGHT} == set(EVERY_TASK) - set(EXERCISES)


def test_nltk_is_right_about_bleu():
    from nltk.translate.bleu_score import sentence_bleu

    assert said(lambda c, rs, w: sentence_bleu(rs, c, w), "bleu_score") == "bleu_score: correct."


# Our own functions under another name.


@pytest.mark.parametrize(
    "function",
    [
        bleu_helpers.bleu_score,
        functools.partial(bleu_helpers.bleu_score),
        lambda *arguments: bleu_helpers.bleu_score(*arguments),
        functools.lru_cache(lambda c, rs, w: bleu_helpers.bleu_score(c, rs, w)).__wrapped__,
    ],
)
def test_our_own_function_is_recognised(function):
    assert "the function of bleu_helpers itself" in said(function, "bleu_score")


def sum_of_ours(segments, weights):
    return bleu_helpers.bleu_of_counts(functools.reduce(operator.add, segments), weights)


def streamed_by_ours(candidates, references_per_candidate, n_gram):
    score = bleu_helpers.BleuScore(n_gram)
    score.update(candidates, references_per_candidate)
    return score.compute()


@pytest.mark.parametrize(
    ("task", "function"),
    [
        ("bleu_score", lambda c, rs, w: bleu_helpers.explain_bleu(c, rs, w).score),
        ("bleu_score", lambda c, rs, w: bleu_helpers.corpus_bleu([c], [rs], w)),
        ("bleu_score", lambda c, rs, w: bleu_helpers.explain_corpus_bleu([c], [rs], w).score),
        ("bleu_score", lambda c, rs, w: bleu_helpers.bleu_of_counts(bleu_helpers.bleu_counts(c, rs, len(w)), w)),
        ("corpus_bleu", lambda cs, rss, w: bleu_helpers.explain_corpus_bleu(cs, rss, w).score),
        ("corpus_bleu", lambda cs, rss, w: sum_of_ours(bleu_helpers.segment_counts(cs, rss, len(w)), w)),
        ("corpus_bleu", lambda cs, rss, w: streamed_by_ours(cs, rss, len(w))),
        ("word_error_rate", lambda c, r: bleu_helpers.corpus_word_error_rate([c], [r])),
        ("word_error_rate", lambda c, r: bleu_helpers.align(c, r).error_rate),
    ],
)
def test_a_wider_function_of_ours_is_recognised_and_named(task, function):
    verdict = diagnose(function, task)
    assert verdict.finding is Finding.OURS
    named = re.search(r"your function runs ([\w.]+) of bleu_helpers, which does the work", verdict.headline)[1]
    assert attrgetter(named)(bleu_helpers)


def test_our_function_is_recognised_behind_its_validation():
    ours = bleu_helpers.count_clip
    for function in (ours, ours.__wrapped__, lambda *arguments: ours(*arguments)):
        assert diagnose(function, "count_clip").finding is Finding.OURS


def test_the_validation_that_all_our_functions_share_is_not_our_function():
    assert bleu_helpers.count_clip.__code__ is bleu_helpers.simple_count.__code__

    def count_clip(candidate, references, n):
        allowed = functools.reduce(operator.or_, (bleu_helpers.simple_count(reference, n) for reference in references))
        return bleu_helpers.simple_count(candidate, n) & allowed

    assert diagnose(count_clip, "count_clip").finding is Finding.CORRECT


def test_functions_of_earlier_lessons_are_welcome():
    def modified_precision(candidate, references, n):
        total = len(candidate) - n + 1
        return sum(bleu_helpers.count_clip(candidate, references, n).values()) / total if total > 0 else 0.0

    assert said(modified_precision, "modified_precision") == "modified_precision: correct."


def test_a_score_of_ours_that_does_half_the_work_is_a_mistake_with_a_name():
    """The mean of our own sentence scores is no corpus score, and no function that does the work."""

    def corpus_bleu(candidates, references_per_candidate, weights):
        pairs = list(zip(candidates, references_per_candidate, strict=True))
        return sum(bleu_helpers.bleu_score(*pair, weights) for pair in pairs) / len(pairs)

    verdict = diagnose(corpus_bleu, "corpus_bleu")
    assert (verdict.finding, verdict.mistake) == (Finding.KNOWN, "the average of the sentences' scores")
