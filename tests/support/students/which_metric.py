"""Students' functions for the tasks of the lesson `which_metric`."""

from bleu_helpers import add_one, bleu_score
from students import right, wrong


@right("reference_spread")
def reference_spread(candidate, references):
    scores = [bleu_score(candidate, [reference], smoothing=add_one) for reference in references]
    return max(scores) - min(scores)


@wrong("reference_spread", "NLTK's smoothing is used instead of ours")
def method_2_of_nltk(candidate, references):
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    method = SmoothingFunction().method2
    scores = [sentence_bleu([reference], candidate, smoothing_function=method) for reference in references]
    return float(max(scores) - min(scores))


@right("win_share")
def win_share(scores, other_scores):
    wins = 0
    for i, mine in enumerate(scores):
        yours = other_scores[i]
        if mine > yours:
            wins += 1
        elif mine == yours:
            wins += 0.5
    return wins / len(scores)


@wrong("win_share", "a tie counts as a whole win")
def at_least_as_high(scores, other_scores):
    return sum(score >= other for score, other in zip(scores, other_scores, strict=True)) / len(scores)
