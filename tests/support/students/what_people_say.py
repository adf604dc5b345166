"""Students' functions for the tasks of the lesson `what_people_say`."""

from itertools import combinations
from statistics import correlation

from students import right, wrong


@right("pairs_agreed")
def pairs_agreed(scores, points):
    agreed = asked = 0
    for i in range(len(scores)):
        for j in range(i + 1, len(scores)):
            if points[i] != points[j]:
                asked += 1
                if (scores[i] - scores[j]) * (points[i] - points[j]) < 0:
                    agreed += 1
    return agreed / asked if asked else 0.0


@wrong("pairs_agreed", "a pair counts only when its first system is the better one")
def one_direction(scores, points):
    pairs = [(i, j) for i, j in combinations(range(len(scores)), 2) if points[i] != points[j]]
    agreed = [1 for i, j in pairs if scores[i] > scores[j] and points[i] < points[j]]
    return len(agreed) / len(pairs) if pairs else 0.0


@right("correlations_without_each")
def correlations_without_each(xs, ys):
    found = []
    for place in range(len(xs)):
        left_x, left_y = list(xs), list(ys)
        del left_x[place], left_y[place]
        found.append(correlation(left_x, left_y))
    return found


@wrong("correlations_without_each", "a system that was removed is not put back")
def never_put_back(xs, ys):
    found = []
    while len(xs) > 2:
        xs, ys = xs[1:], ys[1:]
        found.append(correlation(xs, ys))
    return found
