"""The exercises of lesson 02."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from bleu_helpers.cast import CAT_REFERENCES, GUIDE_REFERENCES
from bleu_helpers.checks._drawing import PAIRS, Arguments, Words, draw_pair, pair
from bleu_helpers.checks._outcomes import read_counts
from bleu_helpers.checks._recipe import grams
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.exercises._exercise import Named, exercise, in_letters, known
from bleu_helpers.clipping import max_ref_count

LESSON = "02_clipping"


# Which words are left over?


def unused_counts(candidate: Words, references: list[Words]) -> Counter[Any]:
    """Count, for each word, how many more times the candidate could have it without being clipped."""
    return max_ref_count(references) - Counter(grams(candidate, 1))


def _unused(allowed: Callable[[list[Words]], Counter[Any]]) -> Callable[..., Counter[Any]]:
    return lambda candidate, references: allowed(references) - Counter(grams(candidate, 1))


def _sum(references: list[Words]) -> Counter[Any]:
    return Counter(gram for reference in references for gram in grams(reference, 1))


def _smallest(references: list[Words]) -> Counter[Any]:
    least = Counter(grams(references[0], 1))
    for reference in references[1:]:
        least &= Counter(grams(reference, 1))
    return least


def _once(references: list[Words]) -> Counter[Any]:
    return Counter(dict.fromkeys(_sum(references), 1))


def _candidate_ignored(candidate: Words, references: list[Words]) -> Counter[Any]:
    return max_ref_count(references)


def _absent_only(candidate: Words, references: list[Words]) -> Counter[Any]:
    return Counter({gram: count for gram, count in max_ref_count(references).items() if gram[0] not in candidate})


def _whole(candidate: Words, references: list[Words]) -> Counter[Any]:
    most, counts = max_ref_count(references), Counter(grams(candidate, 1))
    return Counter({gram: count for gram, count in most.items() if count > counts[gram]})


def _present_only(candidate: Words, references: list[Words]) -> Counter[Any]:
    counts = Counter(grams(candidate, 1))
    return Counter(
        {gram: count for gram, count in _unused(max_ref_count)(candidate, references).items() if counts[gram]}
    )


def _of_each(candidate: Words, references: list[Words]) -> Counter[Any]:
    counts = Counter(grams(candidate, 1))
    return sum((Counter(grams(reference, 1)) - counts for reference in references), Counter())


def _below_0(candidate: Words, references: list[Words]) -> Counter[Any]:
    left = max_ref_count(references)
    left.subtract(grams(candidate, 1))
    return left


def _clipped_away(candidate: Words, references: list[Words]) -> Counter[Any]:
    return Counter(grams(candidate, 1)) - max_ref_count(references)


_UNUSED = exercise(
    unused_counts,
    LESSON,
    pair,
    PAIRS,
    [
        (known("characters instead of words"), in_letters(_unused(max_ref_count))),
        (known("only the first reference is used"), _unused(lambda references: max_ref_count(references[:1]))),
        (known("only the last reference is used"), _unused(lambda references: max_ref_count(references[-1:]))),
        (known("clipped by the sum over the references"), _unused(_sum)),
        (known("clipped by the smallest reference count"), _unused(_smallest)),
        (known("each type is counted once"), _unused(_once)),
        (
            Named(
                "the words of the candidate are not taken off",
                "The candidate uses 'the' twice, and two are allowed. How many are left?",
                LESSON,
            ),
            _candidate_ignored,
        ),
        (
            Named(
                "only words that the candidate does not have",
                "Two 'the' are allowed, and the candidate has one of them. Is there nothing left?",
                LESSON,
            ),
            _absent_only,
        ),
        (
            Named(
                "only words that the candidate has",
                "A reference has 'mat', and the candidate does not. Could the candidate use it?",
                LESSON,
            ),
            _present_only,
        ),
        (
            Named(
                "what each reference leaves over is added up",
                "Two references each have 'mat' once, and the candidate does not. May it have 'mat' twice?",
                LESSON,
            ),
            _of_each,
        ),
        (
            Named(
                "less than nothing is left",
                "A word is there too often already. Can it be left over -1 times?",
                LESSON,
            ),
            _below_0,
        ),
        (
            Named(
                "all that is allowed in place of what is left",
                "Two 'the' are allowed, and the candidate has one of them. How many are left: two, or one?",
                LESSON,
            ),
            _whole,
        ),
        (
            Named(
                "the subtraction the wrong way round",
                "Do you ask what the candidate has too much, or what it could still take?",
                LESSON,
            ),
            _clipped_away,
        ),
    ],
    read=read_counts,
    result="a dict or a Counter of words",
)


# How long may a candidate be?


def longest_perfect(references: list[Words]) -> int:
    """Find the number of words of the longest candidate that loses nothing by clipping."""
    return max_ref_count(references).total()


def _some_references(random: Random) -> Arguments:
    return (draw_pair(random)[1],)


_LONGEST = exercise(
    longest_perfect,
    LESSON,
    _some_references,
    [(CAT_REFERENCES,), (GUIDE_REFERENCES,), *((references,) for _, references in PAIRS[6:])],
    [
        (known("characters instead of words"), in_letters(lambda references: max_ref_count(references).total())),
        (known("only the first reference is used"), lambda references: len(references[0])),
        (known("only the last reference is used"), lambda references: len(references[-1])),
        (known("clipped by the sum over the references"), lambda references: sum(map(len, references))),
        (known("clipped by the smallest reference count"), lambda references: _smallest(references).total()),
        (known("each type is counted once"), lambda references: len(_sum(references))),
        (
            Named(
                "only one reference at a time",
                "May the candidate take one word from the first reference and another one from the second?",
                LESSON,
            ),
            lambda references: max(map(len, references)),
        ),
        (
            Named(
                "only the most frequent word",
                "The candidate may hold every word as often as it is allowed. What do you do with all these numbers?",
                LESSON,
            ),
            lambda references: max(max_ref_count(references).values()),
        ),
    ],
)

EXERCISES: tuple[Task, ...] = (_UNUSED, _LONGEST)
