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


def also_lines_of_ranges(sizes, most):
    counts, first = [], 0
    while first < len(sizes):
        end = first + 1
        while end < len(sizes) and sum(sizes[first : end + 1]) <= most:
            end += 1
        counts.append(end - first)
        first = end
    return counts


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
