"""The exercises of the lesson `tokenisation`."""

import re
import string
from collections import Counter
from collections.abc import Callable
from operator import sub, truediv
from random import Random
from statistics import fmean
from typing import Any

from bleu_exercises._random_inputs import EVERY_LOOK, PAIRS, Words, draw_pair, draw_words
from bleu_exercises._ways import LETTERS, ROUNDED, around
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.counts import Counts, Match, clipped, divided, found, grams
from bleu_exercises.from_memory.measures import f_score as f_beta
from bleu_helpers import chrf
from exercise_checker import Arguments, pick, read_words

# Take the punctuation off the words


Pieces = tuple[str, str, str]


def _ends(word: str, marks: str) -> Pieces:
    """Return the marks at the front, the core, and the marks at the end. A word of marks only has just a front."""
    after = word.lstrip(marks)
    core = after.rstrip(marks)
    return word[: len(word) - len(after)], core, after[len(core) :]


def _each_mark(front: str, core: str, back: str) -> Words:
    return [*front, core, *back]


def split_marks(
    text: str,
    marks: str,
    *,
    words: Callable[[str], Words] = str.split,
    ends: Callable[[str, str], Pieces] = _ends,
    tokens: Callable[[str, str, str], Words] = _each_mark,
    kept: Callable[[Words], Words] = lambda tokens: list(filter(None, tokens)),
) -> Words:
    """Split a text at its spaces, then remove the marks from both ends of each word, each as a separate token."""
    return [token for word in words(text) for token in kept(tokens(*ends(word, marks)))]


def _one_at_each_end(word: str, marks: str) -> Pieces:
    front = word[0] in marks
    back = len(word) > 1 and word[-1] in marks  # a single mark is one token
    return word[:front], word[front : len(word) - back], word[len(word) - back :]


def _until_nothing_is_left(word: str, marks: str) -> Pieces:
    if not word.strip(marks):
        raise IndexError("string index out of range")
    return _ends(word, marks)


_PIECES = ["party", "the", "didn't", "3.50", "e.g", "well-known", "a", "cat"]
_MARKS = [".", ",", "!", "(", ")", '"', "'", "-", "?"]
_GIVEN = [".,!", '.,!?()"', ".", "()", ".'", ",.-"]


def _text_and_marks(random: Random) -> Arguments:
    words = []
    for _ in range(1 + int(random.random() * 4)):
        front, back = ("".join(draw_words(random, _MARKS, 0, 2)) * (random.random() < 0.5) for _ in range(2))
        words.append(front + pick(random, _PIECES) + back if random.random() < 0.9 else front + back or "...")
    return pick(random, [" ", " ", "  "]).join(words), pick(random, _GIVEN)


_SPLIT_MARKS = exercise(
    split_marks,
    _text_and_marks,
    [
        ("the commands of the party.", ".,"),
        ("(The party didn't pay $3.50.)", ".,()"),
        ("wait ...", "."),
        (" the  party ", "."),
        *((" ".join(candidate), ".,!?()") for candidate, _ in EVERY_LOOK[:1]),
    ],
    {
        "characters are used instead of words": (
            lambda text, marks: [character for character in text if not character.isspace()],
            lambda text, marks: list(text),
        ),
        "no mark is split off": (lambda text, marks: text.split(), lambda text, marks: text.split(" ")),
        "the marks are dropped": (
            {"tokens": lambda front, core, back: [core]},
            lambda text, marks: "".join(character for character in text if character not in marks).split(),
        ),
        "marks inside a word are split off too": lambda text, marks: re.findall(
            f"[{re.escape(marks)}]|[^{re.escape(marks)}\\s]+", text
        ),
        "every character but letters and digits is treated as a mark": (
            lambda text, marks: re.findall(r"\w+|[^\w\s]", text),  # the lesson's first rule, without `marks`
            lambda text, marks: re.findall(f"\\w+|[{re.escape(marks)}]", text),
        ),
        "only the marks at the end of a word are split off": {
            "tokens": lambda front, core, back: [front + core, *back] if core else list(front)
        },
        "only the marks at the beginning of a word are split off": {
            "tokens": lambda front, core, back: [*front, core + back]
        },
        "only one mark is split off at each end": {"ends": _one_at_each_end},
        "marks next to each other stay one token": {"tokens": lambda *pieces: list(pieces)},
        "the marks at the end are in reverse order": {"tokens": lambda front, core, back: [*front, core, *back[::-1]]},
        "there is no rule for a word that consists only of marks": {"ends": _until_nothing_is_left},
        "a word that consists only of marks is lost": {
            "tokens": lambda front, core, back: _each_mark(front, core, back) if core else []
        },
        "there is an empty token": (
            {"kept": list},
            {"words": lambda text: text.split(" "), "kept": lambda tokens: [*filter(None, tokens)] or [""]},
        ),
        "only the first iteration of a loop counts": (
            lambda text, marks: split_marks(" ".join(text.split()[:1]), marks),
            lambda text, marks: split_marks(text, marks)[:1],
        ),
        "the given marks are not used": lambda text, marks: split_marks(text, string.punctuation),
    },
    read=read_words,
    result="a list of tokens",
)


# What does chrF do at one order?


def _without_spaces(text: str, n: int) -> list[Any]:
    return grams("".join(text.split()), n)


def character_f2(
    candidate: str,
    reference: str,
    n: int,
    *,
    ngrams: Callable[[str, int], list[Any]] = _without_spaces,
    tally: Callable[[list[Any]], Counts] = Counter,
    match: Match = clipped,
    share: Callable[[float, float], float] = divided,
    join: Callable[[float, float], float] = lambda p, r: f_beta(p, r, 2),
) -> float:
    """Compute F2 of the character n-grams of one order, without the spaces; 0 if nothing matches."""
    ours, theirs = tally(ngrams(candidate, n)), tally(ngrams(reference, n))
    return join(*(share(match(*pair).total(), pair[0].total()) for pair in ((ours, theirs), (theirs, ours))))


def _two_texts_and_order(random: Random) -> Arguments:
    words = ["cat", "cats", "a", "The", "the", "mat", "at", "party"][int(random.random() * 4) :]
    candidate, references = draw_pair(random, longest=4, vocabulary=words)
    # A candidate has at least one word, because a text that is shorter than n already shows what 0/0 does.
    return " ".join(candidate or words[:1]), " ".join(references[0]), pick(random, [1, 1, 2, 2, 3, 3, 4, 5])


_CHARACTER_F2 = exercise(
    character_f2,
    _two_texts_and_order,
    [
        *((" ".join(candidate), "the cat is on the mat", n) for candidate, _ in PAIRS[:4] for n in (1, 2, 4)),
        ("at", "the cat", 3),
        ("Cat", "cat", 1),
        *((" ".join(candidate), " ".join(references[0]), 1) for candidate, references in EVERY_LOOK),
    ],
    {
        "words are used instead of characters": {"ngrams": lambda text, n: grams(text.split(), n)},
        "n-grams do not continue into the next word": {
            "ngrams": lambda text, n: [gram for word in text.split() for gram in grams(word, n)]
        },
        "spaces are counted as characters": {"ngrams": grams},
        "uppercase and lowercase are treated as the same": {"ngrams": lambda text, n: _without_spaces(text.lower(), n)},
        "the order n is ignored": {"ngrams": lambda text, n: _without_spaces(text, 1)},
        "all orders up to n are counted together": {
            "ngrams": lambda text, n: [gram for order in range(1, n + 1) for gram in _without_spaces(text, order)]
        },
        "all six orders are used, as in chrF": lambda candidate, reference, n: chrf(candidate, [reference]),
        "the result is averaged over the orders up to n": lambda candidate, reference, n: fmean(
            character_f2(candidate, reference, order) for order in range(1, n + 1)
        ),
        "each different n-gram is counted only once": {"tally": lambda ngrams: Counter(set(ngrams))},
        "the counts are not clipped": {"match": found},
        "there is no rule for a text shorter than n": {"share": truediv},
        "the denominator can be 0": {"join": lambda p, r: 5 * p * r / (4 * p + r)},
        "only precision is used": {"join": lambda p, r: p},
        "only recall is used": {"join": lambda p, r: r},
        "F1 is computed instead of F2": {"join": lambda p, r: f_beta(p, r, 1)},
        "beta weights the wrong side (or precision and recall are swapped)": {"join": lambda p, r: f_beta(r, p, 2)},
        "beta is not squared": {"join": lambda p, r: divided(3 * p * r, 2 * p + r)},
        "the factor in front of F is missing": {"join": lambda p, r: divided(p * r, 4 * p + r)},
        "F is computed as the arithmetic mean": {"join": lambda p, r: (p + r) / 2},
        **around(ROUNDED),
    },
)


# How many matches do capital letters cost?


def _in_common(ours: Words, theirs: Words) -> int:
    return (Counter(ours) & Counter(theirs)).total()


def matches_without_case(
    candidate: Words,
    reference: Words,
    *,
    ours: Callable[[str], str] = str.casefold,
    theirs: Callable[[str], str] = str.casefold,
    match: Callable[[Words, Words], int] = _in_common,
    gain: Callable[[int, int], int] = sub,
) -> int:
    """Count how many more words of the candidate match, clipped, when the case of both is folded."""
    return gain(match([*map(ours, candidate)], [*map(theirs, reference)]), match(candidate, reference))


def _first_letter(word: str) -> str:
    return word[:1].casefold() + word[1:]


_CASES = ["the", "The", "THE", "cat", "Cat", "Straße", "STRASSE", "strasse", "mat"]


def _two_with_capitals(random: Random) -> Arguments:
    words = pick(random, [_CASES[:5], _CASES[3:]])
    return tuple(draw_words(random, words, shortest, 5) for shortest in (0, 1))


_WITHOUT_CASE = exercise(
    matches_without_case,
    _two_with_capitals,
    [
        ("the The".split(), ["the"]),
        ("The The".split(), "the the".split()),
        (["STRASSE"], ["Straße"]),
        *(([word.upper() for word in candidate], references[0]) for candidate, references in EVERY_LOOK),
        *((candidate, [word.upper() for word in references[0]]) for candidate, references in EVERY_LOOK),
    ],
    {
        **around(LETTERS),
        "lower() is used, which leaves some equal words different": (
            {"ours": str.lower, "theirs": str.lower},
            {"ours": str.upper, "theirs": str.lower},
        ),
        "only the candidate is converted to lowercase": {"theirs": str},
        "only the references are converted to lowercase": {"ours": str},
        "only the first letter of each word is converted to lowercase": {
            "ours": _first_letter,
            "theirs": _first_letter,
        },
        "the counts are not clipped": {"match": lambda ours, theirs: sum(word in theirs for word in ours)},
        "each different word is counted only once": {"match": lambda ours, theirs: len({*ours} & {*theirs})},
        "all matches are counted instead of only the additional ones": {"gain": lambda folded, as_it_is: folded},
        "the matches without case folding are counted, not the additional ones": {
            "gain": lambda folded, as_it_is: as_it_is
        },
        "the difference has the wrong sign": {"gain": lambda folded, as_it_is: as_it_is - folded},
        "a share is returned instead of a number": lambda candidate, reference: divided(
            matches_without_case(candidate, reference), len(candidate)
        ),
    },
)
