"""Students' functions for the tasks of the lesson `at_scale`."""

from students import right, wrong


@right("lines_of_ranges")
def lines_of_ranges(sizes, most):
    counts = []
    room = 0
    for size in sizes:
        if counts and size <= room:
            counts[-1] += 1
            room -= size
        else:
            counts.append(1)
            room = most - size
    return counts


@wrong("lines_of_ranges", "there is a range without a line", "the last range is left out")
def empty_and_missing_ranges(sizes, most):
    counts, held, lines = [], 0, 0
    for size in sizes:
        if held + size > most:
            counts.append(lines)
            held = lines = 0
        held, lines = held + size, lines + 1
    return counts


@right("precision_once")
def precision_once(results):
    parts = {number: (matched, total) for number, matched, total in results}
    matched, total = map(sum, zip(*parts.values(), strict=True))
    return matched / total if total else 0.0
