from itertools import accumulate


def range_starts(sizes, lines):
    starts = []
    byte = 0
    for number, size in enumerate(sizes):
        if number % lines == 0:
            starts.append(byte)
        byte += size
    return starts


def also_range_starts(sizes, lines):
    return list(accumulate(sizes, initial=0))[:-1:lines]


def precision_once(results):
    seen = set()
    matched = total = 0
    for number, here, there in results:
        if number not in seen:
            seen.add(number)
            matched += here
            total += there
    return matched / total if total else 0.0


def also_precision_once(results):
    by_number = {number: (matched, total) for number, matched, total in results}
    matched = sum(pair[0] for pair in by_number.values())
    total = sum(pair[1] for pair in by_number.values())
    if total == 0:
        return 0
    return matched / total
