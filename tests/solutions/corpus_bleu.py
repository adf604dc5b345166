from bleu_helpers import BleuScore, closest_ref_length, corpus_bleu


def corpus_words_to_add(candidates, references_per_candidate):
    c = sum(len(candidate) for candidate in candidates)
    r = sum(map(closest_ref_length, candidates, references_per_candidate))
    return max(r - c, 0)


def also_corpus_words_to_add(candidates, references_per_candidate):
    missing = 0
    for i in range(len(candidates)):
        c = len(candidates[i])
        best = None
        for reference in references_per_candidate[i]:
            distance = abs(len(reference) - c)
            if best is None or (distance, len(reference)) < best:
                best = (distance, len(reference))
        missing = missing + best[1] - c
    if missing < 0:
        return 0
    return missing


def without_each_segment(candidates, references_per_candidate):
    scores = []
    for i in range(len(candidates)):
        rest = candidates[:i] + candidates[i + 1 :]
        references_of_rest = references_per_candidate[:i] + references_per_candidate[i + 1 :]
        scores.append(corpus_bleu(rest, references_of_rest))
    return scores


def also_without_each_segment(candidates, references_per_candidate):
    for left_out in range(len(candidates)):
        score = BleuScore()
        for i, candidate in enumerate(candidates):
            if i != left_out:
                score.update([candidate], [references_per_candidate[i]])
        yield score.compute()
