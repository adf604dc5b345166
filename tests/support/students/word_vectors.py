"""Students' functions for the tasks of the lesson `word_vectors`."""

import math
from collections import Counter

import numpy as np

from students import right, wrong


def unit(rows):
    return np.array(rows, float) / np.linalg.norm(rows, axis=1)[:, None]


@right("greedy_scores")
def greedy_scores(candidate, reference):
    table = unit(candidate) @ unit(reference).T
    return float(table.max(axis=1).mean()), float(table.max(axis=0).mean())


@wrong("greedy_scores", "the vectors are not divided by their lengths")
def without_lengths(candidate, reference):
    table = np.array(candidate) @ np.array(reference).T
    return table.max(axis=1).mean(), table.max(axis=0).mean()


@right("weighted_precision")
def weighted_precision(candidate, best, references):
    contain = Counter(word for reference in references for word in set(reference))
    weights = [math.log((1 + len(references)) / (1 + contain[word])) for word in candidate]
    return float(np.average(best, weights=weights)) if sum(weights) else 0


@wrong("weighted_precision", "every occurrence of a word is counted, not every sentence that contains it")
def counts_occurrences(candidate, best, references):
    counts = Counter(word for reference in references for word in reference)
    weights = [math.log((1 + len(references)) / (1 + counts[word])) for word in candidate]
    return sum(w * b for w, b in zip(weights, best, strict=True)) / sum(weights) if sum(weights) else 0
