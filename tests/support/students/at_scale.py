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


@wrong("lines_of_ranges", "the first line of a range is lost")
def loses_the_first_line(sizes, most):
    counts, held, lines = [], 0, 0
    for size in sizes:
        if held + size <= most:
            held, lines = held + size, lines + 1
        else:
            counts.append(lines)
            held = lines = 0
    return [*counts, lines]


@right("precision_once")
def precision_once(results):
    seen = set()
    matched = total = 0
    for number, here, there in results:
        if number not in seen:
            seen.add(number)
            matched += here
            total += there
    return matched / total if total else 0.0


@wrong("precision_once", "there is no rule for partitions without a word")
def no_rule_for_empty_partitions(results):
    once = {number: (here, there) for number, here, there in results}
    return sum(here for here, _ in once.values()) / sum(there for _, there in once.values())
