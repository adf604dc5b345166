"""Lesson 08: BLEU of a corpus, and its explanation; a cell of the lesson compares it with NLTK."""

from drawn_cases import WEIGHTS, corpus, drawn, one_of, order, sides, uniform
from peers import all_close, close, sacrebleu_of

from bleu_helpers import add_one, corpus_bleu, corpus_counts, explain_corpus_bleu, explain_counts, halve_at_each_zero


@drawn(corpus, order, where=lambda segments, order: any(candidate for candidate, _ in segments))
def test_the_explanation_agrees_with_sacrebleu(segments, order):
    ours, theirs = explain_corpus_bleu(*sides(segments), uniform(order)), sacrebleu_of(*sides(segments), order)
    assert (list(ours.matched), list(ours.total)) == (theirs.counts, theirs.totals)
    assert (ours.candidate_length, ours.reference_length) == (theirs.sys_len, theirs.ref_len)
    assert all_close(ours.precisions, [precision / 100 for precision in theirs.precisions])
    assert close(ours.brevity_penalty, theirs.bp)
    assert close(ours.score, theirs.score / 100)


@drawn(corpus, one_of(WEIGHTS), one_of([None, add_one, halve_at_each_zero]))
def test_the_explanation_has_the_parts_of_the_score(segments, weights, smoothing):
    explained = explain_corpus_bleu(*sides(segments), weights, smoothing)
    assert explained.score == corpus_bleu(*sides(segments), weights, smoothing)
    assert explained.score == explained.brevity_penalty * explained.geometric_mean
    counts = corpus_counts(*sides(segments), n_gram=len(weights))
    assert explained == explain_counts(counts, weights, smoothing)
    assert explained.weights == weights
