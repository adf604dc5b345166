"""Lesson 06: ROUGE-N."""

from drawn_cases import drawn, pair
from peers import ROUGE_ORDERS, close, rouge_scores

from bleu_helpers import rouge_n


@drawn(pair)
def test_generated_cases_agree_with_rouge_score(pair):
    candidate, references = pair
    theirs = rouge_scores(candidate, references)
    for n in ROUGE_ORDERS:
        assert close(rouge_n(candidate, references, n), max(scores[n].recall for scores in theirs))
