"""Lesson 06: ROUGE-N."""

import pytest
from examples import EXAMPLES, OTHER_PROGRAM_CANDIDATE, PROGRAM_CANDIDATE, PROGRAM_REFERENCES
from hypothesis import given
from rouge_score.rouge_scorer import RougeScorer
from strategies import close, many_cases, pairs

from bleu_helpers import rouge_n, rouge_n_scores


class TokensAsTheyAre:
    """A tokenizer for rouge-score that changes nothing (its own drops all but a-z and 0-9)."""

    @staticmethod
    def tokenize(tokens):
        return tokens


ORDERS = (1, 2, 3, 4)
SCORER = RougeScorer([f"rouge{n}" for n in ORDERS], tokenizer=TokensAsTheyAre)


def assert_agrees_with_rouge_score(candidate, references):
    theirs = [SCORER.score(reference, candidate) for reference in references]
    for n in ORDERS:
        assert close(rouge_n(candidate, references, n), max(scores[f"rouge{n}"].recall for scores in theirs))
        for reference, scores in zip(references, theirs, strict=True):
            expected = scores[f"rouge{n}"]
            for ours, value in zip(rouge_n_scores(candidate, reference, n), expected, strict=True):
                assert close(ours, value)


@pytest.mark.parametrize(
    ("candidate", "n", "recalls"),
    [
        (PROGRAM_CANDIDATE, 1, [4 / 5, 3 / 6]),
        (PROGRAM_CANDIDATE, 2, [2 / 4, 1 / 5]),
        (OTHER_PROGRAM_CANDIDATE, 1, [3 / 5, 2 / 6]),
    ],
)
def test_recalls_of_source_002(candidate, n, recalls):
    assert [rouge_n(candidate, [reference], n) for reference in PROGRAM_REFERENCES] == recalls
    assert rouge_n(candidate, PROGRAM_REFERENCES, n) == max(recalls)


def test_the_best_reference_counts_not_its_index():
    assert rouge_n(["a"], [["b"], ["a"], ["a", "b"]]) == 1.0


def test_a_reference_without_ngrams_gives_zero():
    assert rouge_n(["a"], [[]]) == 0.0
    assert rouge_n([], [["a"]]) == 0.0


@pytest.mark.parametrize(("candidate", "references"), EXAMPLES)
def test_examples_agree_with_rouge_score(candidate, references):
    assert_agrees_with_rouge_score(candidate, references)


@many_cases
@given(pairs())
def test_generated_cases_agree_with_rouge_score(pair):
    assert_agrees_with_rouge_score(*pair)
