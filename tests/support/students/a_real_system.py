"""Students' functions for the tasks of the lesson `a_real_system`."""

from students import right, wrong


@right("sentences_to_read")
def sentences_to_read(scores, other_scores, k):
    def apart(place):
        return abs(scores[place] - other_scores[place])

    return sorted(range(len(scores)), key=apart, reverse=True)[:k]


@wrong("sentences_to_read", "differences that are nearly equal count as equal")
def percent_points(a, b, k):
    return sorted(range(len(a)), key=lambda i: -int(100 * abs(a[i] - b[i])))[:k]


@right("negations_kept")
def negations_kept(candidates, references, negations):
    def has_one(words):
        return any(word in negations for word in words)

    kept = [
        has_one(candidate) for candidate, reference in zip(candidates, references, strict=True) if has_one(reference)
    ]
    return sum(kept) / len(kept) if kept else 0.0
