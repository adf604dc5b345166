"""Functions that the checker accepts, such as NLTK's, and our own functions, which it recognises."""

import functools
import operator
import re
from collections import Counter
from itertools import repeat
from operator import attrgetter

import jiwer
import pytest
from nltk.translate.bleu_score import corpus_bleu, sentence_bleu
from nltk.util import ngrams
from students import message_about

import bleu_helpers
from bleu_exercises import Finding, diagnose


@pytest.mark.parametrize(
    ("task", "function", "called"),
    [
        ("bleu_score", lambda c, rs, w: sentence_bleu(rs, c, w), "sentence_bleu"),
        ("corpus_bleu", lambda cs, corpus, w: corpus_bleu(corpus, cs, w), "corpus_bleu"),
    ],
)
def test_another_library_does_no_more_of_the_work_than_ours(task, function, called):
    verdict = diagnose(function, task)
    assert verdict.finding is Finding.OURS and f"calls {called} from nltk, which does the work" in verdict.headline


def with_an_import(candidate, reference):
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(candidate, reference) / len(reference)


@pytest.mark.parametrize(
    ("task", "function", "library"),
    [
        ("simple_count", lambda tokens, n: Counter(ngrams(tokens, n)), "nltk"),
        ("word_error_rate", with_an_import, "rapidfuzz"),
        ("word_error_rate", lambda c, r: jiwer.wer(" ".join(r), " ".join(c)), "jiwer"),
    ],
)
def test_names_a_library_that_does_the_work(task, function, library):
    verdict = diagnose(function, task)
    assert verdict.finding is Finding.OURS and verdict.headline.startswith(f"your function uses {library}, which does")


def test_a_part_of_another_library_may_be_used():
    verdict = diagnose(lambda cs, corpus, w: sum(map(sentence_bleu, corpus, cs, repeat(w))) / len(cs), "corpus_bleu")
    assert verdict.mistake == "the scores of the sentences are averaged"
    precision = lambda c, rs, n: max((Counter(ngrams(c, n)) & most(rs, n)).total(), 0) / max(len(c) - n + 1, 1)  # noqa: E731
    assert diagnose(precision, "modified_precision").finding is Finding.CORRECT, "as with our own simple_count"
    wrong = diagnose(lambda tokens, n: Counter(ngrams(tokens, n + 1)), "simple_count")
    assert wrong.finding is not Finding.OURS, "only a right function is refused because of a package"


def most(references, n):
    return functools.reduce(operator.or_, (Counter(ngrams(reference, n)) for reference in references))


# Our own functions under another name.


@pytest.mark.parametrize(
    "function",
    [
        bleu_helpers.bleu_score,
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
