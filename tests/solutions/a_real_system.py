def sentences_to_read(scores, other_scores, k):
    def apart(place):
        return abs(scores[place] - other_scores[place])

    return sorted(range(len(scores)), key=apart, reverse=True)[:k]


def also_sentences_to_read(scores, other_scores, k):
    differences = [max(one, other) - min(one, other) for one, other in zip(scores, other_scores, strict=True)]
    found = []
    while len(found) < k:
        best = None
        for place, difference in enumerate(differences):
            if place not in found and (best is None or difference > differences[best]):
                best = place
        found.append(best)
    return found


def negations_kept(candidates, references, negations):
    def has_one(words):
        return any(word in negations for word in words)

    kept = [
        has_one(candidate) for candidate, reference in zip(candidates, references, strict=True) if has_one(reference)
    ]
    return sum(kept) / len(kept) if kept else 0.0


def also_negations_kept(candidates, references, negations):
    asked = kept = 0
    for place, reference in enumerate(references):
        if not set(negations).isdisjoint(reference):
            asked += 1
            if not set(negations).isdisjoint(candidates[place]):
                kept += 1
    return kept / max(asked, 1)
