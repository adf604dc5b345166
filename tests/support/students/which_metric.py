"""Students' functions for the tasks of the lesson `which_metric`."""

from bleu_helpers import add_one, bleu_score
from students import right


@right("reference_spread")
def reference_spread(candidate, references):
    scores = [bleu_score(candidate, [reference], smoothing=add_one) for reference in references]
    return max(scores) - min(scores)


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
