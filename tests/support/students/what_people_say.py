"""Students' functions for the tasks of the lesson `what_people_say`."""

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
