"""The exercises of the lesson `clipping`."""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

from bleu_helpers import max_ref_count, simple_count
from bleu_helpers.cast import CAT_REFERENCES, GUIDE_REFERENCES
from bleu_helpers.checks._drawing import EVERY_LOOK, PAIRS, Words, draw_pair
from bleu_helpers.checks._recipe import Counts
from bleu_helpers.checks.exercises._exercise import FEW_REFERENCES, LETTERS, RETURNS, Function, all_words, exercise
from exercise_checker import Task
from exercise_checker.outcomes import read_counts


def _smallest(references: list[Words]) -> Counts:
    least = simple_count(references[0])
    for reference in references[1:]:
        least &= simple_count(reference)
    return least


# Which words are left over?


def unused_counts(candidate: Words, references: list[Words]) -> Counts:
    """Count, for each word, how many more times the candidate could have it without being clipped."""
    return max_ref_count(references) - simple_count(candidate)


def _unused(allowed: Callable[[list[Words]], Counts]) -> Function:
    return lambda candidate, references: allowed(references) - simple_count(candidate)


def _kept_if(keep: Callable[[int, int], Any], counts: Callable[..., Counts]) -> Function:
    """Keep those of the counts where the candidate's own count, beside what is allowed, is right for it."""

    def function(candidate: Words, references: list[Words]) -> Counts:
        own, most = simple_count(candidate), max_ref_count(references)
        return Counter({gram: n for gram, n in counts(candidate, references).items() if keep(own[gram], most[gram])})

    return function


def _allowed(candidate: Words, references: list[Words]) -> Counts:
    return max_ref_count(references)


def _below_0(candidate: Words, references: list[Words]) -> Counts:
    left = max_ref_count(references)
    left.subtract(simple_count(candidate))
    return left


def _of_the_references(change: Callable[[int], int]) -> Function:
    """Go through the words of the references only, and change what is left over of each."""
    return lambda candidate, references: Counter(
        {gram: change(n - candidate.count(gram[0])) for gram, n in max_ref_count(references).items()}
    )


def _first(counts: Counts) -> Counts:
    return Counter(dict(islice(counts.items(), 1)))


def _first_allowed(references: list[Words]) -> Counts:
    return _first(max_ref_count(references))


_UNUSED = exercise(
    unused_counts,
    draw_pair,
    [*PAIRS, *EVERY_LOOK],
    {
        "clipped by the sum over the references": _unused(lambda references: simple_count(all_words(references))),
        "clipped by the smallest reference count": _unused(_smallest),
        "each different word is counted once": _unused(
            lambda references: simple_count(list(set(all_words(references))))
        ),
        "the words of the candidate are not taken off": _allowed,
        "only words that the candidate does not have": _kept_if(lambda own, most: own == 0, _allowed),
        "only words that the candidate has": _kept_if(lambda own, most: own > 0, _unused(max_ref_count)),
        "what each reference leaves over is added up": lambda candidate, references: sum(
            (simple_count(reference) - simple_count(candidate) for reference in references), Counter()
        ),
        "less than nothing is left": (_below_0, _of_the_references(lambda left: left)),
        "what is too much counts as left over": (
            lambda candidate, references: Counter(
                {gram: abs(left) for gram, left in _below_0(candidate, references).items()}
            ),
            _of_the_references(abs),
        ),
        RETURNS: (
            lambda candidate, references: _first(_unused(_first_allowed)(candidate, references)),
            lambda candidate, references: _first(_unused(max_ref_count)(candidate, references)),
        ),
        "all that is allowed in place of what is left": _kept_if(lambda own, most: most > own, _allowed),
        "the subtraction the wrong way round": lambda candidate, references: (
            simple_count(candidate) - max_ref_count(references)
        ),
    },
    around=(LETTERS, *FEW_REFERENCES),
    read=read_counts,
    result="a dict or a Counter of words",
)


# How long may a candidate be?


def longest_perfect(references: list[Words]) -> int:
    """Find the number of words of the longest candidate that loses nothing by clipping."""
    return max_ref_count(references).total()


_LONGEST = exercise(
    longest_perfect,
    lambda random: (draw_pair(random)[1],),
    [
        (CAT_REFERENCES,),
        (GUIDE_REFERENCES,),
        *((references,) for _, references in PAIRS[6:]),
        *(([candidate, *references],) for candidate, references in EVERY_LOOK),
    ],
    {
        "clipped by the sum over the references": lambda references: sum(map(len, references)),
        "clipped by the smallest reference count": lambda references: _smallest(references).total(),
        "each different word is counted once": lambda references: len(set(all_words(references))),
        "only one reference at a time": lambda references: max(map(len, references)),
        "only the most frequent word": lambda references: max(max_ref_count(references).values()),
    },
    around=(LETTERS, *FEW_REFERENCES),
)

EXERCISES: tuple[Task, ...] = (_UNUSED, _LONGEST)
