"""The exercises of the lesson `brevity_penalty`."""

import math
from collections.abc import Callable

from bleu_exercises._random_inputs import PAIR_PROBES, Words, draw_pair
from bleu_exercises._ways import LETTERS, ROUNDED, around
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.lengths import LENGTH, closest
from exercise_checker import pick

# How many words must be added?


def missing(c: int, r: float) -> float:
    """Count by how many words r is larger than c."""
    return max(r - c, 0)


def words_to_add(
    candidate: Words,
    references: list[Words],
    *,
    length: Callable[[int, list[int]], float] = closest,
    count: Callable[[int, float], float] = missing,
) -> float:
    """Count the smallest number of words that must be added until the brevity penalty is 1."""
    # A longer candidate comes closer to this length, and no other length is in between, so it stays the closest.
    return count(len(candidate), length(len(candidate), [len(reference) for reference in references]))


WRONG_LENGTHS = (
    "the length of the first reference is used",
    "the length of the last reference is used",
    "the length of the shortest reference is used",
    "the length of the longest reference is used",
    "on a tie, the longer reference is used",
    "on a tie, the first reference in the list is used",
    "on a tie, the last reference in the list is used",
)


def closest_reference(candidate: Words, references: list[Words]) -> Words:
    """Find the reference with the closest length; on a tie, the shorter one."""
    return min(references, key=lambda reference: (abs(len(reference) - len(candidate)), len(reference)))


_ADD = exercise(
    words_to_add,
    draw_pair,
    PAIR_PROBES,
    {
        **around(LETTERS),
        "only words that are missing from the candidate are counted": lambda candidate, references: len(
            set(closest_reference(candidate, references)) - set(candidate)
        ),
        **{name: LENGTH[name] for name in WRONG_LENGTHS},
        "words are added up to the average reference length": (
            *LENGTH["the average reference length is used"],
            {"length": lambda c, lengths: math.ceil(sum(lengths) / len(lengths))},
        ),
        "words are added up to the sum of all reference lengths": {"length": lambda c, lengths: sum(lengths)},
        "references shorter than the candidate are ignored": {
            "length": lambda c, lengths: min((length for length in lengths if length >= c), default=c)
        },
        "the target length is returned instead of the number of words to add": {
            "count": lambda c, r: r if c < r else 0
        },
        "the distance is returned instead of the number of missing words": {"count": lambda c, r: abs(r - c)},
        "the result is below 0 for a long candidate": {"count": lambda c, r: r - c},
        "the candidate is made longer than the reference, not just as long": {"count": lambda c, r: max(r - c + 1, 0)},
        "only the first iteration of a loop counts": {"count": lambda c, r: min(missing(c, r), 1)},
        "no words are added to an empty candidate": {"count": lambda c, r: missing(c, r) if c > 0 else 0},
    },
)


# How short may a candidate be?

MAX_WORDS = 40  # the most words in a reference that is drawn
SHARES = [0.5, 1.0, 0.25, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.75, 0.8, 0.9, 0.05, 0.01]
"""With these shares and a reference of up to MAX_WORDS words, the exact border is a whole number only for the share 1.
Otherwise it is at least 0.001 away from a whole number, so that the rounding of floats makes no difference."""

AT_THE_BORDER = [(12, math.exp(-1)), (6, math.exp(-1)), (6, math.exp(-0.5)), (12, math.exp(-0.5)), (2, math.exp(-1))]
"""Here the penalty of a whole number of words is exactly the share, even as a float: the exponents are whole numbers or
halves, and all usual ways of writing the condition agree."""

FAR = [(300, 0.9)]
"""A length far above the drawn ones, for loops that only try small numbers of words."""

BEYOND_THE_BORDER = [(r, share + 1e-5) for r, share in AT_THE_BORDER]
"""Here the penalty of the same number of words is lower than the share, in the fifth digit."""


def shortest_allowed(r: int, share: float) -> int:
    """Find the smallest number of words whose brevity penalty, for the reference length r, is at least `share`."""
    return math.ceil(border(r, share))


def border(r: int, share: float) -> float:
    """Solve e^(1 - r/c) = share for c."""
    return r / (1 - math.log(share))


def _first(is_enough: Callable[[int], bool]) -> int:
    return next(c for c in range(1, 10 * MAX_WORDS) if is_enough(c))


_SHORTEST = exercise(
    shortest_allowed,
    lambda random: (1 + int(random.random() * MAX_WORDS), pick(random, SHARES)),
    [(r, share) for r in (6, 7, 1, 2, 3, 4, 5, 8, 9) for share in SHARES] + AT_THE_BORDER + BEYOND_THE_BORDER + FAR,
    {
        "a straight line is used instead of the exponential": lambda r, share: math.ceil(share * r),
        "the ratio of the lengths is upside down": lambda r, share: math.ceil(r * (1 - math.log(share))),
        "one word is always enough": lambda r, share: _first(lambda c: c > r or math.exp(1 - c / r) >= share),
        "c/r - 1 is used instead of 1 - r/c": (
            lambda r, share: _first(lambda c: c >= r or math.exp(c / r - 1) >= share),
            lambda r, share: math.ceil(r * (1 + math.log(share))),
        ),
        "the logarithm has the wrong sign": lambda r, share: math.ceil(r / (1 + math.log(share))),
        "the base of the logarithm is not e": (
            lambda r, share: math.ceil(r / (1 - math.log10(share))),
            lambda r, share: math.ceil(r / (1 - math.log2(share))),
        ),
        "the share that is lost is used instead of the share that is left": lambda r, share: _first(
            lambda c: c >= r or math.exp(1 - r / c) >= 1 - share
        ),
        "a share of the length is returned instead of a number of words": lambda r, share: border(1, share),
        "the number of words that may be missing is returned": (lambda r, share: r - math.ceil(border(r, share))),
        "the result is not a whole number": border,
        "the result is rounded down": lambda r, share: math.floor(border(r, share)),
        "the result is rounded to the nearest whole number": lambda r, share: round(border(r, share)),
        "the penalty must be more than the share, not at least the share": (
            lambda r, share: _first(lambda c: c >= r or math.exp(1 - r / c) > share),
            # No penalty is more than 1, so this one is endless for the share 1.
            lambda r, share: _first(lambda c: min(math.exp(1 - r / c), 1) > share),
        ),
        ROUNDED: tuple(
            lambda r, share, digits=digits: _first(lambda c: c >= r or round(math.exp(1 - r / c), digits) >= share)
            for digits in (2, 3, 4, 1)
        ),
        "only the first iteration of a loop counts": lambda r, share: 1 if math.exp(1 - r) >= share else r,
        "the result is one word too few": lambda r, share: math.ceil(border(r, share)) - 1,
        "the result is one word too many": lambda r, share: math.floor(border(r, share)) + 1,
    },
)
