def add_at_each_zero(counts, k):
    precisions = []
    for i, (matched, total) in enumerate(counts):
        if i > 0 and matched == 0:
            matched, total = matched + k, total + k
        precisions.append(matched / total if total > 0 else 0.0)
    return precisions


def also_add_at_each_zero(counts, k):
    (matched, total), *higher = counts
    return [matched / max(total, 1)] + [m / t if m else k / (t + k) for m, t in higher]


def half_of_the_order_before(precisions):
    filled = [precisions[0]]
    for p in precisions[1:]:
        if p == 0:
            filled.append(filled[-1] / 2)
        else:
            filled.append(p)
    return filled


def also_half_of_the_order_before(precisions):
    result = list(precisions)
    for i in range(1, len(result)):
        if result[i] == 0:
            result[i] = result[i - 1] / 2
    return result
