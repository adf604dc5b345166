"""Answers that are nearly right: one comparison, one kind of key, one tolerance or one place of a line is another."""

import math
import re
from collections import Counter

import pytest
from learners import grams
from nearly_right import table, wrong_and_named

import bleu_helpers
from bleu_helpers import (
    brevity_penalty_of_lengths,
    match_counts,
    rouge_n,
    simple_count,
)
from bleu_helpers.checks import diagnose

CLEAR = "a win by very little counts as a loss"
APART = "differences that are nearly equal count as equal"
LONG = "long n-grams are not looked at"
NEARLY = "scores that are nearly equal count as a tie"
JOINED = "the two words are joined into one text"
ANYWHERE = "a character is a letter or a mark wherever it stands"
ABOVE = "more than the share, in place of at least the share"
BEFORE = "the zero is looked for at the order before"
MATCHED = "orders with a match are changed too"

ANSWERS, nearly_right = table()


# Strict or not.


@nearly_right("shortest_allowed", ABOVE)
def above_in_place_of_at_least(r, share):
    for c in range(1, r + 1):
        if brevity_penalty_of_lengths(c, r) > share:
            return c
    return r


@nearly_right("shortest_allowed", ABOVE)
def while_not_above(r, share):
    c = 1
    while c < r and brevity_penalty_of_lengths(c, r) <= share:
        c += 1
    return c


@nearly_right("shortest_allowed", ABOVE)
def until_above_with_no_other_end(r, share):
    c = 1
    while not brevity_penalty_of_lengths(c, r) > share:
        c += 1
    return c


@nearly_right("shortest_allowed", "rounded on the way")
def the_penalty_is_rounded(r, share):
    c = 1
    while round(brevity_penalty_of_lengths(c, r), 4) < share:
        c += 1
    return c


@nearly_right("longest_match", LONG)
def up_to_nine(candidate, references):
    return max((n for n in range(1, 10) if match_counts(candidate, references, n)[0]), default=0)


@nearly_right("longest_match", LONG)
def up_to_twenty(candidate, references):
    return max((n for n in range(1, 21) if match_counts(candidate, references, n)[0]), default=0)


def up_to(most):
    """Answer with a loop whose end was chosen for small inputs."""
    return lambda r, share: next((c for c in range(1, most) if brevity_penalty_of_lengths(c, r) >= share), r)


for _most in (50, 100, 200):
    nearly_right("shortest_allowed")(up_to(_most))


# How far the numbers are looked at.


def rounded_differences(digits):
    """Answer with a key of so many digits."""

    def farthest(a, b, k):
        return sorted(range(len(a)), key=lambda i: round(abs(a[i] - b[i]), digits), reverse=True)[:k]

    return farthest


for _digits in range(1, 13):
    nearly_right("sentences_to_read", APART)(rounded_differences(_digits))


@nearly_right("sentences_to_read", APART)
def percent_points(a, b, k):
    return sorted(range(len(a)), key=lambda i: -int(100 * abs(a[i] - b[i])))[:k]


@nearly_right("half_of_the_order_before", MATCHED)
def the_larger_of_the_two(precisions):
    filled = precisions[:1]
    for p in precisions[1:]:
        filled.append(max(p, filled[-1] / 2))
    return filled


@nearly_right("half_of_the_order_before", MATCHED)
def everything_after_a_zero(precisions):
    filled, zero = precisions[:1], precisions[0] == 0
    for p in precisions[1:]:
        zero = zero or p == 0
        filled.append(filled[-1] / 2 if zero else p)
    return filled


@nearly_right("half_of_the_order_before", MATCHED)
def everything_after_a_zero_but_the_first(precisions):
    filled, zero = precisions[:1], False
    for p in precisions[1:]:
        zero = zero or p == 0
        filled.append(filled[-1] / 2 if zero else p)
    return filled


@nearly_right("half_of_the_order_before")
def small_ones_are_zeros(precisions):
    filled = precisions[:1]
    for p in precisions[1:]:
        filled.append(filled[-1] / 2 if p < 0.01 else p)
    return filled


@nearly_right("half_of_the_order_before")
def very_small_ones_are_zeros(precisions):
    filled = precisions[:1]
    for p in precisions[1:]:
        filled.append(filled[-1] / 2 if p < 1e-6 else p)
    return filled


@nearly_right("half_of_the_order_before", BEFORE)
def the_order_before_is_looked_at(precisions):
    filled = list(precisions)
    for place in range(1, len(precisions)):
        if precisions[place - 1] == 0:
            filled[place] = filled[place - 1] / 2
    return filled


@nearly_right("half_of_the_order_before", BEFORE)
def the_old_order_before_is_looked_at_and_halved(precisions):
    filled = list(precisions)
    for place in range(1, len(precisions)):
        if precisions[place - 1] == 0:
            filled[place] = precisions[place - 1] / 2
    return filled


@nearly_right("half_of_the_order_before", BEFORE)
def the_order_filled_before_is_looked_at(precisions):
    filled = list(precisions)
    for place in range(1, len(filled)):
        if filled[place - 1] == 0:
            filled[place] = filled[place - 1] / 2
    return filled


@nearly_right("add_at_each_zero", MATCHED)
def all_orders_after_a_zero(counts, k):
    precisions, zero = [counts[0][0] / max(counts[0][1], 1)], False
    for m, total in counts[1:]:
        zero = zero or m == 0
        precisions.append((m + k) / (total + k) if zero else m / total)
    return precisions


@nearly_right("add_at_each_zero", "no match after an order without one")
def nothing_matches_after_a_zero(counts, k):
    precisions, zero = [counts[0][0] / max(counts[0][1], 1)], False
    for m, total in counts[1:]:
        zero = zero or m == 0
        precisions.append(k / (total + k) if zero else m / total)
    return precisions


@nearly_right("closest_ref_length", "a tie goes to the last in the list")
def the_last_of_two(candidate, references):
    best = len(references[0])
    for reference in references[1:]:
        if abs(len(reference) - len(candidate)) <= abs(best - len(candidate)):
            best = len(reference)
    return best


@nearly_right("missing_ngrams", "the last of two references that are equally good")
def at_least_as_good(candidate, references, n):
    best, highest = references[0], -1
    for reference in references:
        if rouge_n(candidate, [reference], n) >= highest:
            best, highest = reference, rouge_n(candidate, [reference], n)
    return simple_count(best, n) - simple_count(candidate, n)


@nearly_right("missing_ngrams", "n-grams of which none is missing are listed too")
def with_zeros(candidate, references, n):
    best = max(references, key=lambda reference: rouge_n(candidate, [reference], n))
    wanted, present = simple_count(best, n), simple_count(candidate, n)
    return {gram: count - present[gram] for gram, count in wanted.items() if count >= present[gram]}


@nearly_right("win_share", "a tie counts as a whole win")
def at_least_as_high(scores, other_scores):
    return sum(one >= other for one, other in zip(scores, other_scores, strict=True)) / len(scores)


# The exponent of the penalty.


def with_exponent(exponent):
    def shortest_allowed(r, share):
        c = 1
        while c < r and math.exp(exponent(r, c)) < share:
            c += 1
        return c

    return shortest_allowed


nearly_right("shortest_allowed", "one word is always enough")(with_exponent(lambda r, c: 1 - c / r))
nearly_right("shortest_allowed", "one word is always enough")(with_exponent(lambda r, c: r / c - 1))
nearly_right("shortest_allowed", "c/r - 1 in place of 1 - r/c")(with_exponent(lambda r, c: c / r - 1))


# The kind of key.


def with_keys(join):
    def gap_bigrams(tokens):
        return Counter(join(tokens[start], tokens[start + 2]) for start in range(len(tokens) - 2))

    return gap_bigrams


for join in (" ".join, "".join, "_".join, "-".join, ", ".join):
    nearly_right("gap_bigrams", JOINED)(with_keys(lambda first, last, join=join: join([first, last])))
nearly_right("gap_bigrams", "lists as keys")(with_keys(lambda first, last: [first, last]))
nearly_right("gap_bigrams", "the order of the two words is not kept")(with_keys(lambda *pair: frozenset(pair)))
for text in ("", "_"):
    nearly_right("simple_count", "the words of an n-gram are joined without a blank")(
        lambda tokens, n, text=text: Counter(text.join(gram) for gram in grams(tokens, n))
    )


# A tolerance.


def ties_up_to(equal):
    def win_share(scores, other_scores):
        won = 0
        for one, other in zip(scores, other_scores, strict=True):
            won += 0.5 if equal(one, other) else one > other
        return won / len(scores)

    return win_share


for equal in (
    math.isclose,
    lambda one, other: abs(one - other) < 1e-12,
    lambda one, other: abs(one - other) < 1e-9,
    lambda one, other: abs(one - other) < 1e-6,
    lambda one, other: abs(one - other) <= 0.001,
    lambda one, other: abs(one - other) < 0.01,
    lambda one, other: round(one, 2) == round(other, 2),
    lambda one, other: round(one, 4) == round(other, 4),
):
    nearly_right("win_share", NEARLY)(ties_up_to(equal))


def wins_above(least):
    def win_share(scores, other_scores):
        won = 0
        for one, other in zip(scores, other_scores, strict=True):
            won += 1 if one - other > least else 0.5 if one == other else 0
        return won / len(scores)

    return win_share


def a_tie_just_below(least):
    def win_share(scores, other_scores):
        won = 0
        for one, other in zip(scores, other_scores, strict=True):
            won += 1 if one > other else 0.5 if math.isclose(one, other, abs_tol=least) else 0
        return won / len(scores)

    return win_share


for least in (1e-12, 1e-9, 1e-6, 0.001, 0.01):
    nearly_right("win_share", CLEAR)(wins_above(least))
    nearly_right("win_share", NEARLY)(a_tie_just_below(least))


# Below nothing.


@nearly_right("unused_counts", "less than nothing is left")
def as_many_as_a_subtraction_gives(candidate, references):
    return {word: most - candidate.count(word) for (word,), most in bleu_helpers.max_ref_count(references).items()}


@nearly_right("unused_counts", "what is too much counts as left over")
def as_far_as_the_counts_are(candidate, references):
    return {word: abs(left) for word, left in as_many_as_a_subtraction_gives(candidate, references).items()}


@nearly_right("unused_counts", "what is too much counts as left over")
def as_far_as_the_counts_of_all_words_are(candidate, references):
    allowed, own = bleu_helpers.max_ref_count(references), simple_count(candidate)
    return {gram: abs(allowed[gram] - own[gram]) for gram in allowed | own}


# By the first rule of lesson 11.


@nearly_right("split_marks", "letters and digits alone make a word")
def at_every_mark(text, marks):
    return re.findall(r"\w+|[^\w\s]", text)


@nearly_right("split_marks", ANYWHERE)
def an_apostrophe_is_a_letter(text, marks):
    return re.findall(r"[\w']+|[^\w\s]", text)


@nearly_right("split_marks", ANYWHERE)
def a_full_stop_is_a_letter(text, marks):
    return re.findall(r"[\w.]+|[^\w\s]", text)


# In whole ranges.


@nearly_right("lines_of_ranges", "a range that is exactly full counts as too full")
def as_long_as_there_is_room_to_spare(sizes, most):
    counts, held = [], 0
    for size in sizes:
        held += size
        if counts and held < most:
            counts[-1] += 1
        else:
            counts.append(1)
            held = size
    return counts


@nearly_right("lines_of_ranges", "a range goes past the limit")
def closed_after_the_line_that_was_too_much(sizes, most):
    counts, held = [0], 0
    for size in sizes:
        if held > most:
            counts.append(0)
            held = 0
        counts[-1] += 1
        held += size
    return counts


@nearly_right("lines_of_ranges", "a range without a line")
def a_range_is_open_before_the_first_line(sizes, most):
    counts, held = [0], 0
    for size in sizes:
        if held + size > most:
            counts.append(0)
            held = 0
        counts[-1] += 1
        held += size
    return counts


@nearly_right("lines_of_ranges", "the last range is left out")
def a_range_is_listed_when_the_next_one_begins(sizes, most):
    counts, held, lines = [], 0, 0
    for size in sizes:
        if lines and held + size > most:
            counts.append(lines)
            held = lines = 0
        held, lines = held + size, lines + 1
    return counts


@nearly_right("precision_once", "only a repetition right after the first is seen")
def unlike_the_one_before(results):
    last, matched, total = None, 0, 0
    for number, here, there in results:
        if number != last:
            matched, total = matched + here, total + there
        last = number
    return matched / total if total else 0.0


@nearly_right("precision_once", "equal counts are taken for the same partition")
def as_a_set_of_counts(results):
    once = {(here, there) for _, here, there in results}
    total = sum(there for _, there in once)
    return sum(here for here, _ in once) / total if total else 0.0


@nearly_right("precision_once", "no rule for partitions without a word")
def without_a_look_below_the_line(results):
    once = {number: (here, there) for number, here, there in results}
    return sum(here for here, _ in once.values()) / sum(there for _, there in once.values())


# Nearly wrong, and right.


def with_words_that_are_used_up(candidate, references):
    allowed = bleu_helpers.max_ref_count(references)
    return {word: n - candidate.count(word) for (word,), n in allowed.items() if n >= candidate.count(word)}


def with_a_logarithm(r, share):
    return next(c for c in range(1, r + 1) if c * (1 - math.log(share)) >= r)


def with_a_power(r, share):
    return next(c for c in range(1, r + 1) if math.e ** (1 - r / c) >= share)


def without_a_comparison_of_equal_ones(scores, other_scores):
    worth = {True: 1, False: 0}
    pairs = list(zip(scores, other_scores, strict=True))
    return sum(worth[one > other] + worth[one >= other] for one, other in pairs) / (2 * len(pairs))


@pytest.mark.parametrize(
    ("task", "function"),
    [
        ("unused_counts", with_words_that_are_used_up),  # these need not be in it, and may
        ("shortest_allowed", with_a_logarithm),
        ("shortest_allowed", with_a_power),
        ("win_share", without_a_comparison_of_equal_ones),
    ],
)
def test_the_borders_are_hard_for_nobody_who_is_right(task, function):
    assert diagnose(function, task).status == "correct"


def test_a_comparison_that_never_ends_is_named_by_what_it_does_elsewhere():
    def above(r, share):
        c = 1
        while not brevity_penalty_of_lengths(c, r) > share:
            c += 1
        return c

    verdict = diagnose(above, "shortest_allowed")
    assert verdict.mistake == ABOVE and "For some inputs it does not come to an end." in str(verdict)
    right, tried, kinds = verdict.tally
    assert right < tried and kinds == ()
    other = diagnose(lambda r, share: above(r, share) + 1, "shortest_allowed")
    assert other.known is None and "did not come to an end" in other.headline


@pytest.mark.parametrize(("task", "name", "function"), ANSWERS)
def test_what_is_nearly_right_is_wrong_and_has_its_name(task, name, function):
    wrong_and_named(task, name, function)
