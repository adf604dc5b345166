"""Students' functions for the tasks of the lesson `smoothing`."""

from students import right, wrong


@right("add_at_each_zero")
def add_at_each_zero(counts, k):
    precisions = []
    for i, (matched, total) in enumerate(counts):
        if i > 0 and matched == 0:
            matched, total = matched + k, total + k
        precisions.append(matched / total if total > 0 else 0.0)
    return precisions


@wrong("add_at_each_zero", "no order has a match after an order without one")
def smooths_after_a_zero(counts, k):
    precisions, zero = [counts[0][0] / max(counts[0][1], 1)], False
    for m, total in counts[1:]:
        zero = zero or m == 0
        precisions.append(k / (total + k) if zero else m / total)
    return precisions


@right("half_of_the_order_before")
def half_of_the_order_before(precisions):
    filled = [precisions[0]]
    for p in precisions[1:]:
        if p == 0:
            filled.append(filled[-1] / 2)
        else:
            filled.append(p)
    return filled


@wrong("half_of_the_order_before", "the previous order is checked for a zero")
def checks_the_previous_order(precisions):
    filled = list(precisions)
    for place in range(1, len(filled)):
        if filled[place - 1] == 0:
            filled[place] = filled[place - 1] / 2
    return filled


@wrong("add_at_each_zero", "order 1 is smoothed too", "1 is used instead of k")
def one_to_every_zero(counts, k):
    return [m / total if m else 1 / (total + 1) for m, total in counts]
