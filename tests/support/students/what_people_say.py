"""Students' functions for the tasks of the lesson `what_people_say`."""

from statistics import correlation

from students import right


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


@right("correlations_without_each")
def correlations_without_each(xs, ys):
    found = []
    for place in range(len(xs)):
        left_x, left_y = list(xs), list(ys)
        del left_x[place], left_y[place]
        found.append(correlation(left_x, left_y))
    return found
