"""Students' functions for the tasks of the lesson `word_vectors`."""

import math
from collections import Counter

import numpy as np

from students import right, unknown, wrong


@right("best_cosine")
def best_cosine(vector, others):
    cosines = []
    for other in others:
        dot = sum(a * b for a, b in zip(vector, other, strict=True))
        cosines.append(dot / (math.hypot(*vector) * math.hypot(*other)))
    return max(cosines)


right("best_cosine")(
    lambda vector, others: (np.array(others) @ vector / np.linalg.norm(others, axis=1) / np.linalg.norm(vector)).max()
)
wrong("best_cosine", "the dot product is not divided by the lengths")(
    lambda vector, others: max(np.dot(vector, other) for other in others)
)


@wrong("best_cosine", "the minimum is computed instead of the maximum")
def farthest(vector, others):
    return min(np.dot(vector, other) / np.linalg.norm(vector) / np.linalg.norm(other) for other in others)


@unknown("best_cosine")
def starts_at_0(vector, others):
    best = 0
    for other in others:
        best = max(best, np.dot(vector, other) / np.linalg.norm(vector) / np.linalg.norm(other))
    return best


@right("greedy_scores")
def greedy_scores(cosines):
    table = np.array(cosines)
    return [table.max(axis=1).mean(), table.max(axis=0).mean()]


@wrong("greedy_scores", "precision and recall are swapped")
def wrong_axis(cosines):
    table = np.array(cosines)
    return table.max(axis=0).mean(), table.max(axis=1).mean()


@wrong("greedy_scores", "the denominator of the other side is used")
def divides_by_the_columns(cosines):
    rows, columns = len(cosines), len(cosines[0])
    recall = sum(max(row[column] for row in cosines) for column in range(columns))
    return sum(max(row) for row in cosines) / columns, recall / rows


@right("weighted_precision")
def weighted_precision(candidate, best, references):
    contain = Counter(word for reference in references for word in set(reference))
    weights = [math.log((1 + len(references)) / (1 + contain[word])) for word in candidate]
    return np.average(best, weights=weights) if sum(weights) else 0


@wrong("weighted_precision", "every occurrence of a word is counted, not every sentence that contains it")
def counts_occurrences(candidate, best, references):
    counts = Counter(word for reference in references for word in reference)
    weights = [math.log((1 + len(references)) / (1 + counts[word])) for word in candidate]
    return sum(w * b for w, b in zip(weights, best, strict=True)) / sum(weights) if sum(weights) else 0


@wrong("weighted_precision", "the sum is divided by the number of words, not by the sum of the weights")
def not_normalised(candidate, best, references):
    total = 0
    for word, cosine in zip(candidate, best, strict=True):
        k = sum(word in reference for reference in references)
        total += math.log((1 + len(references)) / (1 + k)) * cosine
    return total / len(candidate)
