"""The exercises of the lesson `clipping`."""

from collections import Counter
from collections.abc import Callable
from functools import reduce
from itertools import islice
from operator import and_

from bleu_exercises._random_inputs import PAIR_PROBES, Words, draw_pair
from bleu_exercises._ways import FEW_REFERENCES, LETTERS, Way, around, either
from bleu_exercises.exercises._exercise import all_words, exercise
from bleu_exercises.from_memory.counts import Counts
from bleu_helpers import max_ref_count, simple_count
from exercise_checker import read_counts

_ALLOWED: dict[str, Way] = {
    "the counts are clipped by the sum over the references": {
        "allowed": lambda references: simple_count(all_words(references))
    },
    "the counts are clipped by the smallest reference count": {
        "allowed": lambda references: reduce(and_, map(simple_count, references))
    },
    "each different word is counted only once": {
        "allowed": lambda references: simple_count([*{*all_words(references)}])
    },
}


# Which words are left over?


def unused_counts(
    candidate: Words,
    references: list[Words],
    *,
    allowed: Callable[[list[Words]], Counts] = max_ref_count,
    left: Callable[[Counts, Counts], Counts] = Counter.__sub__,
) -> Counts:
    """Count, for each word, how many more times the candidate could have it without being clipped."""
    return left(allowed(references), simple_count(candidate))


def kept_if(keep: Callable[[int, int], bool]) -> Way:
    """Keep the whole count of the words for which `keep` accepts the allowed count and the candidate's count."""
    return {"left": lambda most, counts: Counter({gram: n for gram, n in most.items() if keep(n, counts[gram])})}


def changed(change: Callable[[int], int], words: Callable[[Counts, Counts], Counts]) -> Way:
    """Change what is left over for each of these words."""
    return {
        "left": lambda most, counts: Counter({gram: change(most[gram] - counts[gram]) for gram in words(most, counts)})
    }


def of_the_references(most: Counts, counts: Counts) -> Counts:
    """Return the counts from which nothing has been subtracted."""
    return most


def first_of(counts: Counts) -> Counts:
    """Return only the count of the first word."""
    return Counter(dict(islice(counts.items(), 1)))


_UNUSED = exercise(
    unused_counts,
    draw_pair,
    PAIR_PROBES,
    {
        **around(LETTERS, *FEW_REFERENCES),
        **_ALLOWED,
        "the candidate's own words are not subtracted": {"left": of_the_references},
        "only words that the candidate lacks are kept": kept_if(lambda most, count: count == 0),
        "only words that the candidate has are kept": {
            "left": lambda most, counts: Counter({gram: n for gram, n in (most - counts).items() if counts[gram] > 0})
        },
        "the words left over in each reference are added up": lambda candidate, references: sum(
            (simple_count(reference) - simple_count(candidate) for reference in references), Counter()
        ),
        "a count falls below 0": (changed(int, Counter.__or__), changed(int, of_the_references)),
        "words that occur too often count as left over": (
            changed(abs, Counter.__or__),
            changed(abs, of_the_references),
        ),
        "only the first iteration of a loop counts": either(
            "left", lambda most, counts: first_of(most) - counts, lambda most, counts: first_of(most - counts)
        ),
        "the whole limit is returned instead of what is left of it": kept_if(lambda most, count: most > count),
        "the subtraction is the wrong way round": {"left": lambda most, counts: counts - most},
    },
    read=read_counts,
    result="a dict or a Counter of words",
)


# How long may a candidate be?


def longest_perfect(
    references: list[Words],
    *,
    allowed: Callable[[list[Words]], Counts] = max_ref_count,
    size: Callable[[Counts], int] = Counter.total,
) -> int:
    """Find the number of words of the longest candidate that loses nothing by clipping."""
    return size(allowed(references))


_LONGEST = exercise(
    longest_perfect,
    lambda random: (draw_pair(random)[1],),
    [([candidate, *references],) for candidate, references in PAIR_PROBES],
    {
        **around(LETTERS, *FEW_REFERENCES),
        **_ALLOWED,
        "only one reference is used at a time": lambda references: max(map(len, references)),
        "only the most frequent word is counted": {"size": lambda counts: max(counts.values())},
    },
)
