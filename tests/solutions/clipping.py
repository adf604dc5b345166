from bleu_helpers import max_ref_count, simple_count


def unused_counts(candidate, references):
    left = {}
    for (word,), allowed in max_ref_count(references).items():
        if allowed > candidate.count(word):
            left[word] = allowed - candidate.count(word)
    return left


def also_unused_counts(candidate, references):
    return max_ref_count(references) - simple_count(candidate)


def longest_perfect(references):
    return max_ref_count(references).total()


def also_longest_perfect(references):
    words = {word for reference in references for word in reference}
    return sum(max(reference.count(word) for reference in references) for word in words)
