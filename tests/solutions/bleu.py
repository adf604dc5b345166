import math

from bleu_helpers import bleu_score, brevity_penalty, modified_precision


def bleu_without(candidate, references, n):
    product = 1
    for order in (1, 2, 3, 4):
        if order != n:
            product *= modified_precision(candidate, references, order)
    return brevity_penalty(candidate, references) * product ** (1 / 3)


def also_bleu_without(candidate, references, n):
    weights = [1 / 3, 1 / 3, 1 / 3]
    weights.insert(n - 1, 0)
    return bleu_score(candidate, references, weights)


def scores_without_each_word(candidate, references):
    scores = []
    for place in range(len(candidate)):
        shorter = list(candidate)
        shorter.pop(place)
        scores.append(bleu_score(shorter, references))
    return scores


def also_scores_without_each_word(candidate, references):
    for place, _ in enumerate(candidate):
        shorter = [word for i, word in enumerate(candidate) if i != place]
        precisions = [modified_precision(shorter, references, n) for n in (1, 2, 3, 4)]
        yield brevity_penalty(shorter, references) * math.prod(precisions) ** 0.25
