"""The exercises of lesson 04."""

import math
from collections import Counter
from collections.abc import Callable
from random import Random

from bleu_helpers.brevity_penalty import closest_ref_length
from bleu_helpers.checks._drawing import PAIRS, Arguments, Words, draw_pair, pick
from bleu_helpers.checks._recipe import closest
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.catalogue import SLIPS
from bleu_helpers.checks.exercises._exercise import Named, exercise, in_letters, known

LESSON = "04_brevity_penalty"


# How many words must be added?

_Counting = Callable[[Words, list[Words]], float]


def words_to_add(candidate: Words, references: list[Words]) -> int:
    """Count the words that must be added, at least, until the brevity penalty takes nothing away."""
    # A longer candidate comes nearer to this length, and no other one lies between: it stays the closest.
    return max(closest_ref_length(candidate, references) - len(candidate), 0)


def _draw_pair_of_words(random: Random) -> Arguments:
    candidate, references = draw_pair(random)
    # An empty reference is a riddle of its own: an empty candidate is as long as it is, and gets the penalty 0.
    return candidate, [reference or ["the"] for reference in references]


def _by_lengths(count: Callable[[int, list[int]], float]) -> _Counting:
    return lambda candidate, references: count(len(candidate), [len(reference) for reference in references])


def _up_to(length: Callable[[int, list[int]], float]) -> _Counting:
    return _by_lengths(lambda c, lengths: max(length(c, lengths) - c, 0))


def _wrong_length(slip: str, named: Named | None = None) -> list[tuple[Named, _Counting]]:
    """The ways of one slip of the catalogue about the reference length."""
    return [(named or known(slip), _up_to(one.choice)) for one in SLIPS if one.name == slip]


_NO_SUCH_LENGTH = "Your words lead up to a length. Which single reference has it?"
_AVERAGE = Named("up to the average of the reference lengths", _NO_SUCH_LENGTH, LESSON)
_SUM = Named("up to all reference lengths together", _NO_SUCH_LENGTH, LESSON)

_WHICH_WORDS = Named(
    "which words are missing in place of how many",
    "Does the brevity penalty look at the words, or only at their number?",
    LESSON,
)


def _closest_reference(candidate: Words, references: list[Words]) -> Words:
    return min(references, key=lambda reference: (abs(len(reference) - len(candidate)), len(reference)))


def _lacking(candidate: Words, references: list[Words]) -> int:
    return (Counter(_closest_reference(candidate, references)) - Counter(candidate)).total()


def _lacking_types(candidate: Words, references: list[Words]) -> int:
    return len(set(_closest_reference(candidate, references)) - set(candidate))


_WHOLE_LENGTH = Named(
    "the length to reach in place of the words to add",
    "The reference has 6 words, and the candidate has 2 words already. How many more does it need?",
    LESSON,
)

_TOO_MANY = Named(
    "longer than the reference, not only as long",
    "Put c = r into the formula. Does the penalty take anything away?",
    LESSON,
)


def _until_longer(c: int, lengths: list[int]) -> float:
    goal = c
    while goal <= closest(goal, lengths):
        goal += 1
    return goal - c


def _longer_references_only(c: int, lengths: list[int]) -> float:
    return min((length - c for length in lengths if length >= c), default=0)


_ADD = exercise(
    words_to_add,
    LESSON,
    _draw_pair_of_words,
    PAIRS,
    [
        (known("characters instead of words"), in_letters(_up_to(closest))),
        (_WHICH_WORDS, _lacking),
        (_WHICH_WORDS, _lacking_types),
        *_wrong_length("the first reference's length"),
        *_wrong_length("the last reference's length"),
        *_wrong_length("the shortest reference's length"),
        *_wrong_length("the longest reference's length"),
        *_wrong_length("the average of the reference lengths", _AVERAGE),
        (_AVERAGE, _up_to(lambda c, lengths: math.ceil(sum(lengths) / len(lengths)))),
        *_wrong_length("all reference lengths added up", _SUM),
        (
            Named(
                "references shorter than the candidate are not looked at",
                "A candidate has 6 words, its references have 5 and 9. What is the penalty before a word is added?",
                LESSON,
            ),
            _by_lengths(_longer_references_only),
        ),
        *_wrong_length("a tie goes to the longer"),
        *_wrong_length("a tie goes to the first in the list"),
        *_wrong_length("a tie goes to the last in the list"),
        (_WHOLE_LENGTH, _by_lengths(closest)),
        (_WHOLE_LENGTH, _by_lengths(lambda c, lengths: closest(c, lengths) if c < closest(c, lengths) else 0)),
        (
            Named(
                "the distance in place of what is missing",
                "The candidate is two words longer than its reference. How many words must be added?",
                LESSON,
            ),
            _by_lengths(lambda c, lengths: abs(closest(c, lengths) - c)),
        ),
        (
            Named(
                "below 0 for a long candidate",
                "The candidate is two words longer than its reference. What does it mean to add -2 words?",
                LESSON,
            ),
            _by_lengths(lambda c, lengths: closest(c, lengths) - c),
        ),
        (_TOO_MANY, _by_lengths(lambda c, lengths: max(closest(c, lengths) - c + 1, 0))),
        (_TOO_MANY, _by_lengths(_until_longer)),
        (
            Named(
                "an empty candidate needs no words",
                "What is the penalty of an empty candidate? Does it take nothing away, or everything?",
                LESSON,
            ),
            _by_lengths(lambda c, lengths: max(closest(c, lengths) - c, 0) if c > 0 else 0),
        ),
    ],
)


# How short may a candidate be?

LONGEST = 40
SHARES = [0.5, 1.0, 0.25, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.75, 0.8, 0.9, 0.05, 0.01]
"""With these and a reference of up to LONGEST words, the exact border is a whole number for the share 1 only. Else it
is 0.001 or more away from one, so that the rounding of floats decides nothing."""


def shortest_allowed(r: int, share: float) -> int:
    """Find the smallest number of words whose brevity penalty, for the reference length r, is at least `share`."""
    return math.ceil(border(r, share))


def border(r: int, share: float) -> float:
    """Solve e^(1 - r/c) = share for c."""
    return r / (1 - math.log(share))


def _draw_length_and_share(random: Random) -> Arguments:
    return 1 + int(random.random() * LONGEST), pick(random, SHARES)


def _first(is_enough: Callable[[int], bool]) -> int:
    return next(c for c in range(1, 10 * LONGEST) if is_enough(c))


_ONE_TOO_MANY = Named(
    "one word too many",
    "Take one word off your result. Is the penalty still at least the share?",
    LESSON,
)

_OTHER_BASE = Named(
    "a logarithm to another base than e",
    "The penalty is a power of e. Which logarithm takes it back, and does your function use that one?",
    LESSON,
)

_TAKEN = Named(
    "the share that is taken away in place of the share that is left",
    "A penalty of 0.9 takes a tenth of the score away. Which of the two numbers is the share?",
    LESSON,
)

_SHORTEST = exercise(
    shortest_allowed,
    LESSON,
    _draw_length_and_share,
    [(r, share) for r in (6, 7, 1, 2, 3, 4, 5, 8, 9) for share in SHARES],
    [
        (known("a straight line in place of the exponential"), lambda r, share: math.ceil(share * r)),
        (known("the ratio is upside down"), lambda r, share: math.ceil(r * (1 - math.log(share)))),
        (
            known("the ratio is upside down"),
            lambda r, share: _first(lambda c: c > r or math.exp(1 - c / r) >= share),
        ),
        (
            Named(
                "the logarithm with the wrong sign",
                "Is the logarithm of 0.5 above or below 0? And what does a minus in front of it do?",
                LESSON,
            ),
            lambda r, share: math.ceil(r / (1 + math.log(share))),
        ),
        (_OTHER_BASE, lambda r, share: math.ceil(r / (1 - math.log10(share)))),
        (_OTHER_BASE, lambda r, share: math.ceil(r / (1 - math.log2(share)))),
        (_TAKEN, lambda r, share: _first(lambda c: c >= r or math.exp(1 - r / c) >= 1 - share)),
        (_TAKEN, lambda r, share: math.ceil(border(r, 1 - share))),
        (
            Named(
                "a share of the length in place of a number of words",
                "Is your result a number of words? What does it have to be multiplied by?",
                LESSON,
            ),
            lambda r, share: border(1, share),
        ),
        (
            Named(
                "the words that may be missing in place of those that are left",
                "With r = 6 and the share 1, no word may be missing. How many words has the candidate then?",
                LESSON,
            ),
            lambda r, share: r - math.ceil(border(r, share)),
        ),
        (
            Named(
                "not a whole number",
                "Can a sentence have 3.54 words? Which whole number is the first one that is enough?",
                LESSON,
            ),
            border,
        ),
        (
            Named(
                "rounded down",
                "Put your result into the penalty. Is the penalty at least the share?",
                LESSON,
            ),
            lambda r, share: math.floor(border(r, share)),
        ),
        (
            Named(
                "rounded to the nearest whole number",
                "3.2 words would be enough. Are 3 words enough too?",
                LESSON,
            ),
            lambda r, share: round(border(r, share)),
        ),
        (
            Named(
                "one word too few",
                "Where does your loop stop: at the last number that is enough, or one step after it?",
                LESSON,
            ),
            lambda r, share: math.ceil(border(r, share)) - 1,
        ),
        (_ONE_TOO_MANY, lambda r, share: math.floor(border(r, share)) + 1),
        (_ONE_TOO_MANY, lambda r, share: math.ceil(border(r, share)) + 1),
    ],
)

EXERCISES: tuple[Task, ...] = (_ADD, _SHORTEST)
