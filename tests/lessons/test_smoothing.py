"""Lesson 09: the smoothing methods, compared with NLTK, with sacrebleu and with each other."""

import pytest
from drawn_cases import corpus, drawn, one_of, order, pair, sides, uniform
from nltk.translate.bleu_score import SmoothingFunction, modified_precision
from peers import all_close, close, sacrebleu_of

from bleu_helpers import (
    add_epsilon,
    add_one,
    add_one_to_every_order,
    bleu_counts,
    bleu_score,
    corpus_bleu,
    explain_bleu,
    halve_at_each_zero,
    match_counts,
    shrink_at_each_zero,
    shrink_then_average,
    smoothing_method,
    trust_lower_orders,
)
from bleu_helpers.example_sentences import CAT_REFERENCES
from bleu_helpers.lessons.smoothing import average_with_neighbours

METHODS = [smoothing_method(number) for number in range(8)]


def counts_of(candidate, references, order=4):
    counts = bleu_counts(candidate, references, order)
    return list(zip(counts.matched, counts.total, strict=True))


# --- agreement with NLTK, where NLTK follows the paper ---------------------------------------------------------------


@drawn(pair, one_of([3, 4, 5]), one_of([1, 5, 7.5]), where=lambda pair, *_: len(pair[0]) >= 3)
def test_method_6_agrees_with_nltk_where_a_trigram_matches(pair, order, alpha):
    candidate, references = pair
    if match_counts(candidate, references, 3)[0] == 0:
        references = [*references, candidate[:3]]
    ours = trust_lower_orders(counts_of(candidate, references, order), len(candidate), alpha)
    precisions = [modified_precision(references, candidate, n) for n in range(1, order + 1)]
    theirs = SmoothingFunction(alpha=alpha).method6(precisions, references, candidate, len(candidate))
    assert all_close(ours, [*map(float, theirs)])


# --- agreement with sacrebleu, which smooths the counts of a whole corpus as we do -----------------------------------


@drawn(corpus, order, where=lambda segments, *_: min(len(candidate) for candidate, _ in segments) >= 5, number=100)
def test_methods_1_to_3_agree_with_sacrebleu_on_corpora(segments, order):
    # At least five words: for two of these, sacrebleu gives up if no candidate has an n-gram of an order.
    for smoothing, name in ((add_epsilon, "floor"), (add_one, "add-k"), (halve_at_each_zero, "exp")):
        ours = corpus_bleu(*sides(segments), uniform(order), smoothing)
        assert close(ours, sacrebleu_of(*sides(segments), order, name).score / 100)


# --- what the formulas of the lesson do not say (formulas.py has those) ------------------------------------------


@drawn(pair, order, one_of([1, 5, 8.5]), where=lambda pair, *_: len(pair[0]) >= 2)
def test_method_7_is_method_4_and_then_method_5(pair, order, k):
    candidate, references = pair
    counts = counts_of(candidate, references, order)
    total = [length for _, length in counts[:-1]]
    precisions = shrink_at_each_zero(counts, len(candidate), k)
    filled = [(p * max(length, 1), length) for p, length in zip(precisions, total, strict=True)]
    # The lesson's own function, because the public one accepts only counts.
    expected = average_with_neighbours([*filled, counts[-1]], len(candidate))
    assert all_close(shrink_then_average(counts, len(candidate), k), expected)


@pytest.mark.parametrize("candidate", [[], ["x"], "v w x y z".split()])
def test_the_score_is_0_without_a_matching_word_for_every_smoothing(candidate):
    for smoothing in [*METHODS, add_one_to_every_order]:
        assert min(smoothing(counts_of(candidate, CAT_REFERENCES), len(candidate))) >= 0.0
        assert bleu_score(candidate, CAT_REFERENCES, smoothing=smoothing) == 0.0
        assert explain_bleu(candidate, CAT_REFERENCES, smoothing=smoothing).precisions == (0.0,) * 4
        assert corpus_bleu([candidate, []], [CAT_REFERENCES] * 2, smoothing=smoothing) == 0.0
