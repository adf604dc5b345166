from bleu_helpers import add_one, bleu_score


def reference_spread(candidate, references):
    scores = [bleu_score(candidate, [reference], smoothing=add_one) for reference in references]
    return max(scores) - min(scores)


def also_reference_spread(candidate, references):
    ordered = []
    for reference in references:
        ordered.append(bleu_score(candidate, [reference], (1 / 4, 1 / 4, 1 / 4, 1 / 4), add_one))
    ordered.sort()
    return ordered[-1] - ordered[0]


def win_share(scores, other_scores):
    wins = 0
    for i, mine in enumerate(scores):
        yours = other_scores[i]
        if mine > yours:
            wins += 1
        elif mine == yours:
            wins += 0.5
    return wins / len(scores)


def also_win_share(scores, other_scores):
    above = sum(scores[i] > other_scores[i] for i in range(len(scores)))
    below = sum(scores[i] < other_scores[i] for i in range(len(scores)))
    return (1 + (above - below) / len(scores)) / 2
