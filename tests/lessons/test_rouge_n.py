"""Lesson 06: ROUGE-N."""

from drawn_cases import drawn, pair
from peers import ROUGE, close

from bleu_helpers import rouge_n


@drawn(pair)
def test_generated_cases_agree_with_rouge_score(pair):
    candidate, references = pair
    theirs = [ROUGE.score(reference, candidate) for reference in references]
    for n in (1, 2, 3, 4):
        assert close(rouge_n(candidate, references, n), max(scores[f"rouge{n}"].recall for scores in theirs))
