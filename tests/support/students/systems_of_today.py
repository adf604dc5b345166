"""Students' functions for the tasks of the lesson `systems_of_today`."""

from itertools import combinations

import numpy as np

from students import right, wrong


@right("agreement_with_ties")
def agreement_with_ties(first, second):
    pairs = list(combinations(zip(first, second, strict=True), 2))
    same = [np.sign(a - other_a) == np.sign(b - other_b) for (a, b), (other_a, other_b) in pairs]
    return same.count(True) / len(pairs)


@wrong("agreement_with_ties", "a tie is treated as a preference")
def only_above(first, second):
    pairs = list(combinations(zip(first, second, strict=True), 2))
    return sum((a[0] > b[0]) == (a[1] > b[1]) for a, b in pairs) / len(pairs)


@right("accuracy_within_clusters")
def accuracy_within_clusters(scores, points, clusters):
    asked, agreed = 0, 0
    for (score, lost, cluster), (score2, lost2, cluster2) in combinations(
        zip(scores, points, clusters, strict=True), 2
    ):
        if cluster == cluster2 and lost != lost2:
            asked += 1
            agreed += (score > score2) if lost < lost2 else (score < score2)
    return agreed / asked if asked else 0.0
