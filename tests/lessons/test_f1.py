"""Lesson 07: F1 and F-beta."""

from statistics import harmonic_mean

from drawn_cases import drawn, one_of, pair, uniform
from peers import ROUGE, all_close, close, nltk_score

from bleu_helpers import f_score, ngram_f1, rouge_n_scores


def test_rounding_never_makes_f_larger_than_1():
    assert (1 + 1.3**2) * (1 - 2**-52) * 1 / (1.3**2 * (1 - 2**-52) + 1) > 1
    assert f_score(1 - 2**-52, 1, beta=1.3) == 1


@drawn(pair, one_of([1, 2, 3, 4]))
def test_rouge_n_scores_agree_with_rouge_score(pair, n):
    candidate, references = pair
    for reference in references:
        theirs = ROUGE.score(reference, candidate)[f"rouge{n}"]
        assert all_close(rouge_n_scores(candidate, reference, n), theirs)


@drawn(pair, one_of([1, 2, 3, 4]))
def test_ngram_f1_agrees_with_nltk_and_rouge_score(pair, n):
    candidate, references = pair
    bleu = nltk_score(candidate, references, uniform(n))
    rouge = max(ROUGE.score(reference, candidate)[f"rouge{n}"].recall for reference in references)
    assert close(ngram_f1(candidate, references, n), harmonic_mean([bleu, rouge]))
