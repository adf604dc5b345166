"""What the checker takes for right: any style of writing, any form of a result, but not our own function."""

import dataclasses
import functools
import operator
import re
from operator import attrgetter

import pytest
from students import said

import bleu_helpers
from bleu_helpers.checks import Finding, diagnose
from bleu_helpers.checks.exercises import EVERY_TASK


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


def at_the_door(function):
    """What stands above our public functions: one wrapper for all, whose code is the same whatever is called."""

    @functools.wraps(function)
    def wrapper(*arguments, **named):
        return function(*arguments, **named)

    return wrapper


@pytest.fixture
def door():
    """The task count_clip, with a wrapper around its function and around one that may be used."""
    ours, welcome = at_the_door(EVERY_TASK["count_clip"].function), at_the_door(bleu_helpers.simple_count)
    return dataclasses.replace(EVERY_TASK["count_clip"], function=ours, same_work=()), ours, welcome


def test_our_function_is_recognised_behind_what_is_wrapped_around_it(door):
    task, ours, _ = door
    for function in (ours, ours.__wrapped__, lambda *arguments: ours(*arguments)):
        assert diagnose(function, task).finding is Finding.OURS


def test_what_is_wrapped_around_all_our_functions_is_not_our_function(door):
    task, ours, welcome = door
    assert ours.__code__ is welcome.__code__ and ours.__code__ not in task.forbidden

    def count_clip(candidate, references, n):
        allowed = functools.reduce(operator.or_, (welcome(reference, n) for reference in references))
        return welcome(candidate, n) & allowed

    assert diagnose(count_clip, task).finding is Finding.CORRECT


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
