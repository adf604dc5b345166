"""Functions as students write them who know lists and loops only: with mistakes that nobody knows, or with several.

A name may be said of such a function only if it is true: those that are stand beside it, and most have none.
"""

import math
import re

from students_by_hand import Handed

from bleu_helpers.checks import catalogue

OUTSIDE = []
"""Mistakes that stand in no catalogue, alone or beside one that does."""

OF_LISTS = []
"""Known mistakes, one or two, in code without any dict."""


def outside(task, *names):
    def put(function):
        OUTSIDE.append(Handed(task, function, frozenset(names)))
        return function

    return put


def of_lists(task, *names):
    def put(function):
        OF_LISTS.append(Handed(task, function, frozenset(names)))
        return function

    return put


def grams(words, n):
    return [words[i : i + n] for i in range(len(words) - n + 1)]  # a line a call: the checker's hook sees each line


def taken_off(candidate, reference, n):
    """How many n-grams of the candidate find one of their own in a reference."""
    left, hits = grams(reference, n), 0
    for piece in grams(candidate, n):
        if piece in left:
            left.remove(piece)
            hits += 1
    return hits


def once_each(pieces):
    seen = []
    for piece in pieces:
        if piece not in seen:
            seen.append(piece)
    return seen


def clipped(candidate, references, n):
    mine, hits = grams(candidate, n), 0
    for piece in once_each(mine):
        hits += min(mine.count(piece), max(grams(reference, n).count(piece) for reference in references))
    return hits


def share(candidate, references, n):
    return clipped(candidate, references, n) / len(grams(candidate, n)) if len(candidate) >= n else 0


def nearest(candidate, references):
    best = len(references[0])
    for reference in references:
        far, so_far = abs(len(reference) - len(candidate)), abs(best - len(candidate))
        if far < so_far or (far == so_far and len(reference) < best):
            best = len(reference)
    return best


def short_pays(candidate, r):
    c = len(candidate)
    return 0 if c == 0 else 1 if c > r else math.exp(1 - r / c)


def product(shares, weights):
    result = 1
    for p, weight in zip(shares, weights, strict=True):
        result *= p**weight
    return result


def shares(candidate, references, weights, of=share):
    return [of(candidate, references, n) for n in range(1, len(weights) + 1)]


# Known mistakes, in lists.


@of_lists("unigram_precision", "already clipped")
def found_and_removed(candidate, references):
    hits, left = 0, [list(reference) for reference in references]
    for word in candidate:
        found = False
        for reference in left:
            if word in reference:
                reference.remove(word)
                found = True
        if found:
            hits += 1
    return hits / len(candidate) if candidate else 0


@of_lists("modified_precision", "only the best single reference")
def most_taken_off(candidate, references, n):
    return max(taken_off(candidate, reference, n) for reference in references) / len(grams(candidate, n))


@of_lists("modified_precision", "clipped by the sum over the references")
def taken_off_all(candidate, references, n):
    pool = []
    for reference in references:
        pool += grams(reference, n)
    hits = 0
    for piece in grams(candidate, n):
        if piece in pool:
            pool.remove(piece)
            hits += 1
    return hits / len(grams(candidate, n))


@of_lists("modified_precision", "only the first reference is used", "divided by the number of words")
def one_reference_over_words(candidate, references, n):
    return taken_off(candidate, references[0], n) / len(candidate)


@of_lists("modified_precision", "no clipping", "each different word is counted once")
def different_ones_over_all(candidate, references, n):
    hits = 0
    for piece in once_each(grams(candidate, n)):
        for reference in references:
            if piece in grams(reference, n):
                hits += 1
                break
    return hits / len(grams(candidate, n))


@of_lists("rouge_n", "precision in place of recall", "no clipping")
def share_of_the_candidate(candidate, references, n):
    best = 0
    for reference in references:
        hits = [piece for piece in grams(candidate, n) if piece in grams(reference, n)]
        best = max(best, len(hits) / len(grams(candidate, n)))
    return best


@of_lists("bleu_score", "the brevity penalty is missing", "no clipping")
def neither_clipped_nor_punished(candidate, references, weights):
    def of(candidate, references, n):
        every = [piece for reference in references for piece in grams(reference, n)]
        return len([piece for piece in grams(candidate, n) if piece in every]) / len(grams(candidate, n))

    return product(shares(candidate, references, weights, of), weights)


@of_lists("brevity_penalty", "the longest reference's length", "the ratio is upside down")
def longest_upside_down(candidate, references):
    c, r = len(candidate), 0
    for reference in references:
        r = max(r, len(reference))
    if c > r:
        return 1
    return math.exp(1 - c / r)


@of_lists("bleu_score", "the weights are not applied")
def roots(candidate, references, weights):
    result = 1
    for p in shares(candidate, references, weights):
        result *= p
    return short_pays(candidate, nearest(candidate, references)) * result ** (1 / len(weights))


@of_lists("bleu_score", "e with a few digits")
def a_short_e(candidate, references, weights):
    c, r = len(candidate), nearest(candidate, references)
    penalty = 1 if c >= r else 2.718 ** (1 - r / c)
    return penalty * product(shares(candidate, references, weights), weights)


@of_lists("brevity_penalty", "e with a few digits")
def a_longer_e(candidate, references):
    c, r = len(candidate), nearest(candidate, references)
    return 1 if c >= r else 2.7183 ** (1 - r / c)


@of_lists("bleu_score", "e with a few digits")
def a_short_e_all_over(candidate, references, weights):
    e, total = 2.718, 0
    for p, weight in zip(shares(candidate, references, weights), weights, strict=True):
        if p == 0:
            return 0
        total += weight * math.log(p)
    c, r = len(candidate), nearest(candidate, references)
    return (1 if c >= r else e ** (1 - r / c)) * e**total


@of_lists("closest_ref_length", "the closest ratio in place of the closest length")
def nearest_ratio(candidate, references):
    best = references[0]
    for reference in references:
        if abs(1 - len(candidate) / len(reference)) < abs(1 - len(candidate) / len(best)):
            best = reference
    return len(best)


@of_lists("brevity_penalty", "the closest ratio in place of the closest length")
def nearest_ratio_pays(candidate, references):
    lengths = sorted(len(reference) for reference in references)
    return short_pays(candidate, min(lengths, key=lambda length: abs(1 - len(candidate) / length)))


@of_lists("bleu_score", "the closest ratio in place of the closest length")
def nearest_ratio_scores(candidate, references, weights):
    lengths = sorted(len(reference) for reference in references)
    r = min(lengths, key=lambda length: abs(1 - len(candidate) / length))
    return short_pays(candidate, r) * product(shares(candidate, references, weights), weights)


@of_lists("count_clip", catalogue.SWAPPED, "lists as keys")
def lists_in_a_dict(references, hypothesis, n):
    counts = {}
    for i in range(len(hypothesis) - n + 1):
        piece = hypothesis[i : i + n]
        counts[piece] = counts.get(piece, 0) + 1
    for piece in counts:
        counts[piece] = min(counts[piece], max(grams(reference, n).count(piece) for reference in references))
    return counts


@of_lists("word_error_rate", catalogue.SWAPPED, "the share that is right in place of the share that is wrong")
def jiwer_accuracy(reference, hypothesis):
    return 1 - distance(reference, hypothesis) / len(reference)


@of_lists("word_error_rate", catalogue.SWAPPED, "the rate is cut off at 1")
def jiwer_cut_off(reference, hypothesis):
    return min(1, distance(reference, hypothesis) / len(reference))


@of_lists(
    "word_error_rate",
    catalogue.SWAPPED,
    "divided by the candidate's length (or the arguments swapped)",
    "extra words are not counted",
)
def jiwer_without_insertions(reference, hypothesis):
    return distance(reference, hypothesis, insertion=0) / len(reference)


def distance(reference, hypothesis, insertion=1, deletion=1):
    table = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i in range(len(reference) + 1):
        for j in range(len(hypothesis) + 1):
            if i == 0:
                table[i][j] = j * insertion
            elif j == 0:
                table[i][j] = i * deletion
            else:
                same = 0 if reference[i - 1] == hypothesis[j - 1] else 1
                ways = table[i - 1][j - 1] + same, table[i - 1][j] + deletion, table[i][j - 1] + insertion
                table[i][j] = min(ways)
    return table[-1][-1]


def mark_rule(pattern):
    return lambda text, marks: re.findall(pattern, text)


for _pattern in (r"\w+(?:'\w+)?|[^\w\s]", r"\w+(?:[-']\w+)*|[^\w\s]", r"\w+(?:\.\w+)*|[^\w\s]"):
    of_lists("split_marks", "some marks stay inside a word, whatever the list says")(mark_rule(_pattern))


# Three at once, all known: one or two of them may be said, and nothing else.


@outside("bleu_score", "no clipping", "the brevity penalty is missing", "the arithmetic mean")
def three_in_bleu(candidate, references, weights):
    total = 0
    for n in range(1, len(weights) + 1):
        every = [piece for reference in references for piece in grams(reference, n)]
        mine = grams(candidate, n)
        total += len([piece for piece in mine if piece in every]) / len(mine)
    return total / len(weights)


@outside(
    "bleu_score",
    "only the first reference is used",
    "the ratio is upside down",
    "divided by the number of words",
    "the first reference's length",
)
def three_more_in_bleu(candidate, references, weights):
    c, r = len(candidate), len(references[0])
    result = 1 if c > r else math.exp(1 - c / r)
    for n, weight in enumerate(weights, 1):
        result *= (taken_off(candidate, references[0], n) / c) ** weight
    return result


@outside(
    "modified_precision",
    "off by one: an n-gram is missing",
    "clipped by the sum over the references",
    "divided by the number of different n-grams",
)
def three_in_precision(candidate, references, n):
    mine = [candidate[i : i + n] for i in range(len(candidate) - n)]
    hits = 0
    for piece in once_each(mine):
        allowed = 0
        for reference in references:
            allowed += [reference[i : i + n] for i in range(len(reference) - n)].count(piece)
        hits += min(mine.count(piece), allowed)
    return hits / len(once_each(mine))


@outside(
    "rouge_n",
    "no clipping",
    "the average over the references",
    "divided by the number of words",
)
def three_in_rouge(candidate, references, n):
    total = 0
    for reference in references:
        total += len([piece for piece in grams(reference, n) if piece in grams(candidate, n)]) / len(reference)
    return total / len(references)


@outside(
    "brevity_penalty",
    "the average of the reference lengths",
    "a straight line in place of the exponential",
    "rounded on the way",
)
def three_in_penalty(candidate, references):
    r = sum(len(reference) for reference in references) / len(references)
    return round(min(1, len(candidate) / r), 3)


@outside("ngram_f1", "F as the arithmetic mean", "the brevity penalty is missing", "the average over the references")
def three_in_f1(candidate, references, n):
    p = product(shares(candidate, references, [1 / n] * n), [1 / n] * n)
    r = sum(taken_off(candidate, reference, n) / len(grams(reference, n)) for reference in references) / len(references)
    return (p + r) / 2


@outside(
    "corpus_bleu",
    "the average of the sentences' scores",
    "the brevity penalty is missing",
    "no clipping",
)
def three_in_corpus(candidates, corpus, weights):
    scores = []
    for candidate, references in zip(candidates, corpus, strict=True):
        scores.append(neither_clipped_nor_punished(candidate, references, weights))
    return sum(scores) / len(scores)


@outside("modified_precision", catalogue.SWAPPED, "no clipping", "divided by the number of words")
def swapped_and_two(references, candidate, n):
    every = [piece for reference in references for piece in grams(reference, n)]
    return len([piece for piece in grams(candidate, n) if piece in every]) / len(candidate)


# Nobody knows them.


@outside("simple_count")
def count_from_the_second(tokens, n):
    counts = {}
    for piece in grams(tokens, n):
        key = tuple(piece)
        if key in counts:
            counts[key] += 1
        else:
            counts[key] = 0
    return counts


@outside("simple_count")
def every_other_twice(tokens, n):
    counts = {}
    for i, piece in enumerate(grams(tokens, n)):
        counts[tuple(piece)] = counts.get(tuple(piece), 0) + 1 + i % 2
    return counts


@outside("simple_count")
def neighbours_that_repeat(tokens, n):
    counts, before = {}, None
    for piece in grams(tokens, n):
        if piece != before:
            counts[tuple(piece)] = counts.get(tuple(piece), 0) + 1
        before = piece
    return counts


@outside("unigram_precision")
def prefixes_count(candidate, references):
    hits = 0
    for word in candidate:
        if any(other.startswith(word[0]) for reference in references for other in reference):
            hits += 1
    return hits / len(candidate) if candidate else 0


@outside("unigram_precision")
def average_of_references(candidate, references):
    total = 0
    for reference in references:
        total += len([word for word in candidate if word in reference]) / len(candidate)
    return total / len(references)


@outside("unigram_precision")
def hits_minus_misses(candidate, references):
    score = 0
    for word in candidate:
        score += 1 if any(word in reference for reference in references) else -1
    return max(0, score) / len(candidate) if candidate else 0


@outside("count_clip")
def more_than_the_first(candidate, references, n):
    counts = {}
    for piece in grams(candidate, n):
        counts[tuple(piece)] = min(
            grams(candidate, n).count(piece),
            sorted(grams(reference, n).count(piece) for reference in references)[-1] + 1,
        )
    return counts


@outside("count_clip")
def average_count(candidate, references, n):
    counts = {}
    for piece in grams(candidate, n):
        average = sum(grams(reference, n).count(piece) for reference in references) / len(references)
        counts[tuple(piece)] = min(grams(candidate, n).count(piece), average)
    return counts


@outside("modified_precision")
def precision_of_all_orders(candidate, references, n):
    return sum(share(candidate, references, order) for order in range(1, n + 1)) / n


@outside("modified_precision")
def second_reference_first(candidate, references, n):
    return share(candidate, references[1:] or references, n)


@outside("modified_precision")
def smoothed_by_one(candidate, references, n):
    return (clipped(candidate, references, n) + 1) / (len(grams(candidate, n)) + 1)


@outside("modified_precision")
def in_half_of_the_references(candidate, references, n):
    hits = 0
    for piece in grams(candidate, n):
        if sum(piece in grams(reference, n) for reference in references) * 2 >= len(references):
            hits += 1
    return hits / len(grams(candidate, n)) if len(candidate) >= n else 0


@outside("closest_ref_length")
def median_length(candidate, references):
    lengths = sorted(len(reference) for reference in references)
    return lengths[len(lengths) // 2]


@outside("closest_ref_length")
def next_longer_one(candidate, references):
    longer = [len(reference) for reference in references if len(reference) >= len(candidate)]
    return min(longer) if longer else max(len(reference) for reference in references)


@outside("closest_ref_length")
def next_shorter_one(candidate, references):
    lengths = [len(reference) for reference in references]
    shorter = [length for length in lengths if length <= len(candidate)]
    return max(shorter) if shorter else min(lengths)


@outside("closest_ref_length")
def most_words_in_common(candidate, references):
    return len(max(references, key=lambda reference: len([word for word in reference if word in candidate])))


@outside("closest_ref_length")
def different_words(candidate, references):
    c = len(once_each(candidate))
    return min((len(reference) for reference in references), key=lambda length: (abs(length - c), length))


@outside("brevity_penalty")
def squared(candidate, references):
    return short_pays(candidate, nearest(candidate, references)) ** 2


@outside("brevity_penalty")
def base_two(candidate, references):
    c, r = len(candidate), nearest(candidate, references)
    return 0 if c == 0 else 1 if c > r else 2 ** (1 - r / c)


@outside("brevity_penalty")
def half_for_short_ones(candidate, references):
    return 1 if len(candidate) >= nearest(candidate, references) else 0.5 if candidate else 0


@outside("brevity_penalty")
def average_penalty(candidate, references):
    return sum(short_pays(candidate, len(reference)) for reference in references) / len(references)


@outside("brevity_penalty", "the shortest reference's length")
def best_penalty(candidate, references):
    return max(short_pays(candidate, len(reference)) for reference in references)


@outside("bleu_score")
def harmonic_mean(candidate, references, weights):
    every = shares(candidate, references, weights)
    if 0 in every:
        return 0
    penalty = short_pays(candidate, nearest(candidate, references))
    return penalty / sum(weight / p for p, weight in zip(every, weights, strict=True))


@outside("bleu_score")
def smallest_precision(candidate, references, weights):
    return short_pays(candidate, nearest(candidate, references)) * min(shares(candidate, references, weights))


@outside("bleu_score")
def penalty_to_each_order(candidate, references, weights):
    penalty = short_pays(candidate, nearest(candidate, references))
    return product([penalty * p for p in shares(candidate, references, weights)], [1] * len(weights))


@outside("bleu_score")
def penalty_added(candidate, references, weights):
    every = shares(candidate, references, weights)
    return (product(every, weights) + short_pays(candidate, nearest(candidate, references))) / 2 if candidate else 0


@outside("bleu_score")
def weights_from_behind(candidate, references, weights):
    penalty = short_pays(candidate, nearest(candidate, references))
    return penalty * product(shares(candidate, references, weights), weights[::-1])


@outside("bleu_score", "the brevity penalty is missing")
def harmonic_without_penalty(candidate, references, weights):
    total = 0
    for p, weight in zip(shares(candidate, references, weights), weights, strict=True):
        total += weight / p
    return 1 / total


@outside("rouge_n")
def recall_of_the_longest(candidate, references, n):
    reference = max(references, key=len)
    return taken_off(candidate, reference, n) / len(grams(reference, n)) if len(reference) >= n else 0


@outside("rouge_n")
def median_recall(candidate, references, n):
    every = sorted(taken_off(candidate, r, n) / len(grams(r, n)) if len(r) >= n else 0 for r in references)
    return every[len(every) // 2]


@outside("f_score")
def product_of_both(precision, recall, beta):
    return precision * recall


@outside("f_score")
def the_smaller_one(precision, recall, beta):
    return min(precision, recall)


@outside("f_score")
def beta_times_two(precision, recall, beta):
    below = 2 * beta * precision + recall
    return (1 + 2 * beta) * precision * recall / below if below else 0


@outside("ngram_f1")
def f1_of_averages(candidate, references, n):
    p, r = [], []
    for order in range(1, n + 1):
        p.append(share(candidate, references, order))
        r.append(max(taken_off(candidate, other, order) / max(1, len(grams(other, order))) for other in references))
    p, r = sum(p) / n, sum(r) / n
    return 2 * p * r / (p + r) if p + r else 0


@outside("corpus_bleu")
def weighted_by_length(candidates, corpus, weights):
    total = 0
    for candidate, references in zip(candidates, corpus, strict=True):
        penalty = short_pays(candidate, nearest(candidate, references))
        total += len(candidate) * penalty * product(shares(candidate, references, weights), weights)
    words = sum(len(candidate) for candidate in candidates)
    return total / words if words else 0


@outside("corpus_bleu")
def best_sentence(candidates, corpus, weights):
    scores = []
    for candidate, references in zip(candidates, corpus, strict=True):
        penalty = short_pays(candidate, nearest(candidate, references))
        scores.append(penalty * product(shares(candidate, references, weights), weights))
    return max(scores)


@outside("word_error_rate")
def words_that_are_missing(candidate, reference):
    return len([word for word in reference if word not in candidate]) / len(reference)


@outside("word_error_rate", catalogue.SWAPPED)
def jiwer_with_half_for_a_swap(reference, hypothesis):
    return (distance(reference, hypothesis) - 0.5 * (reference[:1] != hypothesis[:1])) / len(reference)


@outside("word_error_rate")
def average_length(candidate, reference):
    return 2 * distance(reference, candidate) / (len(candidate) + len(reference))


@outside("word_error_rate", "extra words are not counted")
def longest_common_part(candidate, reference):
    table = [[0] * (len(reference) + 1) for _ in range(len(candidate) + 1)]
    for i, word in enumerate(candidate):
        for j, other in enumerate(reference):
            table[i + 1][j + 1] = table[i][j] + 1 if word == other else max(table[i][j + 1], table[i + 1][j])
    return 1 - table[-1][-1] / len(reference)


@outside("split_marks")
def marks_become_blanks_around(text, marks):
    for mark in marks:
        text = text.replace(mark + " ", " " + mark + " ")
    return text.split()
