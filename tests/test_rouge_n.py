"""Lesson 06: ROUGE-N."""

import pytest
from drawn_cases import drawn, pair
from examples import OTHER_PROGRAM_CANDIDATE, PROGRAM_CANDIDATE, PROGRAM_REFERENCES
from peers import ROUGE_ORDERS, all_close, close, rouge_scores

from bleu_helpers import rouge_n, rouge_n_scores


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


@drawn(pair)
def test_generated_cases_agree_with_rouge_score(pair):
    candidate, references = pair
    theirs = rouge_scores(candidate, references)
    for n in ROUGE_ORDERS:
        assert close(rouge_n(candidate, references, n), max(scores[n].recall for scores in theirs))
        for reference, scores in zip(references, theirs, strict=True):
            assert all_close(rouge_n_scores(candidate, reference, n), scores[n])
