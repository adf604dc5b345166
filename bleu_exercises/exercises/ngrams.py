"""The exercises of the lesson `ngrams`."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from operator import eq
from typing import Any

from bleu_exercises._random_inputs import PAIR_PROBES, PAIRS, Words, draw_pair
from bleu_exercises._ways import FEW_REFERENCES, LETTERS, Way, around, either
from bleu_exercises._words import as_they_come
from bleu_exercises.exercises._exercise import all_words, exercise
from bleu_exercises.from_memory.counts import Counts, grams
from bleu_helpers import match_counts
from exercise_checker import Outcome, read_counts

# Pairs with a word between them.


def _pairs(tokens: Words, distance: int = 2) -> list[Any]:
    return list(zip(tokens, tokens[distance:], strict=False))


def gap_bigrams(
    tokens: Words,
    *,
    pairs: Callable[[Words], Iterable[Any]] = _pairs,
    turn: Callable[[Any], Any] = tuple,
    tally: Callable[[Iterable[Any]], Counts] = Counter,
) -> Counts:
    """Count the pairs of a word and the word after next."""
    return tally(map(turn, pairs(tokens)))


def _joined_by(text: str) -> Way:
    return {"turn": lambda pair: (text.join(pair),)}


def _slices(last: int) -> Way:
    """Make the function that counts all slices, even the last ones, which do not contain two words."""
    return {"pairs": lambda tokens: [tuple(tokens[start : start + 3 : 2]) for start in range(len(tokens) - last)]}


def _read_pairs(result: Any) -> Outcome:
    """Read counts whose keys are pairs. A string with a space is one key, not two words."""
    if isinstance(result, Mapping):
        result = {(key,) if isinstance(key, str) else key: count for key, count in result.items()}
    return read_counts(result)


_GAPS = exercise(
    gap_bigrams,
    lambda random: draw_pair(random, longest=10)[:1],
    [(candidate,) for candidate, _ in PAIR_PROBES],
    {
        **around(LETTERS),
        "lists are used as keys": {"turn": list},
        "neighbouring words are paired instead of words with one word between": {
            "pairs": lambda tokens: _pairs(tokens, 1)
        },
        "there are two words between the words of a pair instead of one": {"pairs": lambda tokens: _pairs(tokens, 3)},
        "a key has three words instead of two": {"pairs": lambda tokens: grams(tokens, 3)},
        "each different word is counted only once": (
            {"tally": lambda pairs: Counter(set(pairs))},
            {"pairs": lambda tokens: [(first, last) for first, _, last in set(grams(tokens, 3))]},
        ),
        "some n-grams are too short (off by one)": (_slices(0), _slices(1)),
        "one pair is missing (off by one)": either(
            "pairs", lambda tokens: _pairs(tokens)[:-1], lambda tokens: _pairs(tokens)[1:]
        ),
        "the order of the two words is lost": either(
            "turn", lambda pair: tuple(sorted(pair)), lambda pair: pair[::-1], frozenset
        ),
        # A string is a single item, whatever separates the two words in it.
        "the two words are joined into one string": tuple(map(_joined_by, (" ", "", "_", "-", ",", ", ", "|", "/"))),
        "only the first iteration of a loop counts": {"pairs": lambda tokens: _pairs(tokens)[:1]},
    },
    read=_read_pairs,
    result="a dict or a Counter of pairs",
)


# The longest n-gram that matches.


def _longest_in(candidate: Words, reference: Words) -> int:
    return _while(lambda n: bool(set(grams(candidate, n)) & set(grams(reference, n))))


def _while(matches: Callable[[int], bool]) -> int:
    return next(n for n in count() if not matches(n + 1))


def longest_match(
    candidate: Words,
    references: list[Words],
    *,
    compared: Callable[[Words, Words], int] = _longest_in,
    choose: Callable[[Iterable[int]], int] = max,
    finish: Callable[[int, int], int] = lambda n, c: n,
) -> int:
    """Find the largest n for which an n-gram of the candidate occurs in a reference; 0 if no word matches."""
    return finish(choose(compared(candidate, reference) for reference in references), len(candidate))


def _text_in_text(candidate: Words, reference: Words) -> int:
    return _while(lambda n: any(" ".join(gram) in " ".join(reference) for gram in grams(candidate, n)))


def _at_most(most: int) -> Way:
    return {"finish": lambda n, c: min(n, most)}


def _words_in_any(candidate: Words, references: list[Words]) -> int:
    return sum(word in all_words(references) for word in candidate)


_WORDS_IN_WORDS = ["the", "cat", "he", "a", "mat"]
"""Some words are part of others, such as "a" in "cat" and "he" in "the"."""

_LONG = "once there was a cat that sat on a mat and did not know what else it could do there".split()

_LONGEST = exercise(
    longest_match,
    lambda random: draw_pair(random, vocabulary=_WORDS_IN_WORDS),
    [
        *PAIRS,
        ("a b c".split(), ["a".split(), "b".split(), "b c".split()]),
        (_LONG * 3, [["x", *_LONG * 3]]),
        *as_they_come(most=1, plain=1),
    ],
    {
        **around(LETTERS, *FEW_REFERENCES),
        "the references are joined into one long reference": (
            lambda candidate, references: _text_in_text(candidate, all_words(references)),
            lambda candidate, references: _longest_in(candidate, all_words(references)),
        ),
        "a word must occur in every reference": {"choose": min},
        # A sentence without its last word lacks only its last n-gram, for every n.
        "one n-gram is missing (off by one)": either(
            "compared",
            lambda candidate, reference: _longest_in(candidate[:-1], reference),
            lambda candidate, reference: _longest_in(candidate[:-1], reference[:-1]),
        ),
        "words are searched for as letters in a text, not as items in a list": {"compared": _text_in_text},
        "long n-grams are ignored": tuple(
            _at_most(most) for most in (4, 3, 5, 6, 7, 8, 9, 10, 12, 15, 19, 20, 25, 30, 50)
        ),
        "only single words and bigrams are compared": _at_most(2),
        "the matching words are counted one by one": (
            lambda candidate, references: match_counts(candidate, references, 1)[0],
            {"compared": lambda candidate, reference: _words_in_any(candidate, [reference])},
            {"compared": lambda candidate, reference: len(set(candidate) & set(reference))},
        ),
        "a match must begin at the first word": {
            "compared": lambda candidate, reference: _while(lambda n: tuple(candidate[:n]) in grams(reference, n))
        },
        "a word matches only at the same position in both sentences": {
            "compared": lambda candidate, reference: sum(map(eq, candidate, reference))
        },
        "the whole candidate is never tried": {"finish": lambda n, c: min(n, max(c - 1, 0))},
        "the result is one too large": either("finish", lambda n, c: n + 1, lambda n, c: min(n + 1, c)),
        "only the first iteration of a loop counts": (
            lambda candidate, references: min(_words_in_any(candidate, references), 1),
            lambda candidate, references: min(_words_in_any(candidate[:1], references), 1),
        ),
        "the result is one too small": {"finish": lambda n, c: max(n - 1, 0)},
        "the result is 1 when no word matches": {"finish": lambda n, c: max(n, 1)},
    },
)
