"""Functions that the checker accepts, such as NLTK's, and our own functions, which it recognises."""

import functools
import operator
import re
from operator import attrgetter

import pytest
from students import message_about

import bleu_helpers
from bleu_exercises import Finding, diagnose


def test_accepts_the_bleu_of_nltk():
    from nltk.translate.bleu_score import sentence_bleu

    assert message_about(lambda c, rs, w: sentence_bleu(rs, c, w), "bleu_score") == "bleu_score: correct."


# Our own functions under another name.


@pytest.mark.parametrize(
    "function",
    [
        bleu_helpers.bleu_score,
        bleu_helpers.bleu_score.__wrapped__,
        functools.partial(bleu_helpers.bleu_score),
        lambda *arguments: bleu_helpers.bleu_score(*arguments),
    ],
)
def test_recognises_our_own_function(function):
    assert "the correct function from bleu_helpers" in message_about(function, "bleu_score")


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
        ("bleu_score", lambda c, rs, w: bleu_helpers.bleu_of_counts(bleu_helpers.bleu_counts(c, rs, len(w)), w)),
        ("corpus_bleu", lambda cs, rss, w: sum_of_ours(bleu_helpers.segment_counts(cs, rss, len(w)), w)),
        ("corpus_bleu", lambda cs, rss, w: streamed_by_ours(cs, rss, len(w))),
        ("word_error_rate", lambda c, r: bleu_helpers.align(c, r).error_rate),
    ],
)
def test_recognises_and_names_other_functions_of_ours(task, function):
    verdict = diagnose(function, task)
    assert verdict.finding is Finding.OURS
    named = re.search(r"your function calls ([\w.]+) from bleu_helpers", verdict.headline)[1]
    assert attrgetter(named)(bleu_helpers)
