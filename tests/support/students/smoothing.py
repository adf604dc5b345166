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


@right("half_of_the_order_before")
def half_of_the_order_before(precisions):
    filled = [precisions[0]]
    for p in precisions[1:]:
        filled.append(filled[-1] / 2 if p == 0 else p)
    return filled


@wrong("add_at_each_zero", "order 1 is smoothed too", "1 is used instead of k")
def one_to_every_zero(counts, k):
    return [m / total if m else 1 / (total + 1) for m, total in counts]
