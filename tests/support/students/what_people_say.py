"""Students' functions for the tasks of the lesson `what_people_say`."""

from itertools import combinations

from students import right


@right("pairs_agreed")
def pairs_agreed(scores, points):
    pairs = combinations(zip(scores, points, strict=True), 2)
    agreed = [(score - other) * (lost - others) < 0 for (score, lost), (other, others) in pairs if lost != others]
    return sum(agreed) / len(agreed) if agreed else 0.0
