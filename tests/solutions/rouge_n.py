from statistics import mean

from bleu_helpers import rouge_n, simple_count


def missing_ngrams(candidate, references, n):
    recalls = [rouge_n(candidate, [reference], n) for reference in references]
    best = references[recalls.index(max(recalls))]
    wanted, present = simple_count(best, n), simple_count(candidate, n)
    return {ngram: count - present[ngram] for ngram, count in wanted.items() if count > present[ngram]}


def also_missing_ngrams(candidate, references, n):
    best = max(references, key=lambda reference: rouge_n(candidate, [reference], n))
    return simple_count(best, n) - simple_count(candidate, n)


def jackknifed_rouge(candidate, references, n):
    if len(references) == 1:
        return rouge_n(candidate, references, n)
    total = 0
    for place in range(len(references)):
        total += rouge_n(candidate, references[:place] + references[place + 1 :], n)
    return total / len(references)


def also_jackknifed_rouge(candidate, references, n):
    ranked = sorted((rouge_n(candidate, [reference], n) for reference in references), reverse=True)
    # Only who leaves out the best one gets the second best.
    return mean([ranked[0]] * (len(ranked) - 1) + ranked[1:2] if len(ranked) > 1 else ranked)
