from collections import Counter

from bleu_helpers import match_counts, simple_count


def gap_bigrams(tokens):
    return Counter((tokens[start], tokens[start + 2]) for start in range(len(tokens) - 2))


def also_gap_bigrams(tokens):
    counts = {}
    for (first, _, last), count in simple_count(tokens, 3).items():
        counts[first, last] = counts.get((first, last), 0) + count
    return counts


def longest_match(candidate, references):
    n = len(candidate)
    while n > 0 and match_counts(candidate, references, n)[0] == 0:
        n = n - 1
    return n


def also_longest_match(candidate, references):
    longest = 0
    for reference in references:
        for start in range(len(candidate)):
            for end in range(start + 1, len(candidate) + 1):
                places = range(len(reference) - (end - start) + 1)
                if any(candidate[start:end] == reference[place : place + end - start] for place in places):
                    longest = max(longest, end - start)
    return longest
