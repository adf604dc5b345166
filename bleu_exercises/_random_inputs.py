"""The inputs of a check: a few chosen ones, and many that are drawn with a seed.

Only `Random.random` is used, because it returns the same numbers for a seed on every version of Python.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bleu_exercises._words import as_they_come
from bleu_helpers.example_sentences import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from exercise_checker import Arguments, pick

Words = list[str]

VOCABULARY = ["the", "cat", "is", "on", "mat"]

WEIGHTS = [
    (0.25, 0.25, 0.25, 0.25),
    (0.5, 0.5),
    (1.0,),
    (1 / 3, 1 / 3, 1 / 3),
    (0.7, 0.3),
    (0.2, 0.8),
    (0.5, 0.25, 0.25),
    (0.1, 0.2, 0.3, 0.4),
]
"""None of the weights is 0, because orders with the weight 0 are not part of the exercises."""


# Drawing: each function takes the source of randomness first.


def draw_words(random: Random, vocabulary: Words, shortest: int, longest: int) -> Words:
    """Draw a sentence of `shortest` to `longest` words."""
    return [pick(random, vocabulary) for _ in range(shortest + int(random.random() * (longest - shortest + 1)))]


def draw_edited(random: Random, words: Words, vocabulary: Words) -> Words:
    """Draw a sentence that differs from `words` in up to three places, so that long n-grams match too."""
    edited = list(words)
    for _ in range(int(random.random() * 4)):
        place = int(random.random() * (len(edited) + 1))
        kind = pick(random, ["insert", "drop", "replace"])
        edited[place : place + (kind != "insert")] = [] if kind == "drop" else [pick(random, vocabulary)]
    return edited


def draw_pair(random: Random, longest: int = 8, vocabulary: Words = VOCABULARY) -> tuple[Words, list[Words]]:
    """Draw a candidate (occasionally an empty one) and one to four references, often with ties in their distance."""
    vocabulary = vocabulary[: 2 + int(random.random() * 4)]
    candidate = [] if random.random() < 0.04 else draw_words(random, vocabulary, 1, longest)
    if random.random() < 0.25 and len(candidate) > 1:
        # Two references that are equally close, in either order: one shorter, one longer.
        distance = 1 + int(random.random() * min(2, len(candidate) - 1))
        lengths = [len(candidate) - distance, len(candidate) + distance]
        references = [draw_words(random, vocabulary, length, length) for length in lengths]
        references = references if random.random() < 0.5 else references[::-1]
        if random.random() < 0.3:
            references.append(draw_words(random, vocabulary, 1, longest))
        return candidate, references
    references = []
    for _ in range(pick(random, [1, 1, 2, 2, 3, 4])):
        reference = draw_edited(random, candidate, vocabulary)
        if random.random() < 0.4 or (not reference and random.random() < 0.8):
            reference = draw_words(random, vocabulary, 1, longest)
        # A reference has at least one word, because empty references are not part of the exercises.
        references.append(reference or vocabulary[:1])
    return candidate, references


def apart(pairs: Sequence[tuple[Any, Any]]) -> tuple[list[Any], list[Any]]:
    """List the candidates of some pairs, and the references of each."""
    return [candidate for candidate, _ in pairs], [references for _, references in pairs]


def columns(shortest: int, longest: int, *choices: Sequence[Any]) -> Callable[[Random], Arguments]:
    """Return the function that draws lists of the same length, each with items from its own choices."""

    def draw(random: Random) -> Arguments:
        length = shortest + int(random.random() * (longest - shortest + 1))
        return tuple([pick(random, items) for _ in range(length)] for items in choices)

    return draw


def draw_order(random: Random) -> int:
    """Draw n from 1 to 4, with small numbers more often."""
    return pick(random, [1, 1, 2, 2, 2, 3, 3, 4])


def pair_and_order(random: Random) -> Arguments:
    """Draw a candidate, its references and n."""
    return (*draw_pair(random), draw_order(random))


def corpus_and_weights(random: Random) -> Arguments:
    """Draw one to three candidates with their references, and weights."""
    pairs = [draw_pair(random) for _ in range(pick(random, [1, 1, 2, 3]))]
    return (*apart(pairs), pick(random, WEIGHTS))


def shares_and_beta(random: Random) -> Arguments:
    """Draw precision, recall and beta; one of the first two is often 0."""
    total = 1 + int(random.random() * 12)
    precision, recall = (int(random.random() * (total + 1)) / total for _ in range(2))
    return precision, recall, pick(random, [1.0, 1.0, 2.0, 0.5, 3.0, 1.5])


def two_sentences(random: Random) -> Arguments:
    """Draw a candidate and one reference, both short, because a simple recursion is right but slow."""
    candidate, references = draw_pair(random, longest=5)
    return candidate, references[0][:5]


# Chosen inputs: the sentences of the series, then corner cases.

PAIRS: list[tuple[Any, Any]] = [
    *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
    (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    ("a b c".split(), ["a b c d".split(), "a b".split()]),
    ("a b c".split(), ["a b".split(), "a b c d".split()]),
    ("the cat sat".split(), ["the cat sat on the mat".split()]),
    ("the cat sat on the mat".split(), ["the cat".split()]),
    ("the cat".split(), ["the cat".split(), "the the the".split()]),
    ("the the the".split(), ["the the".split(), "the cat".split()]),
    ("dog".split(), ["the cat".split()]),
    ("the".split(), ["the cat sat on the mat".split(), "a cat sat on".split(), "a cat".split() * 2, "the cat".split()]),
    ("a b c d".split(), ["a".split(), "a b c d e f".split()]),
    # The position of the closest reference is larger than the number of words in the candidate.
    ("the cat sat on".split(), [*["the cat sat on a mat with a dog".split()] * 5, "the cat sat on the mat".split()]),
    ([], ["the cat".split()]),
    # Two words are closer to four than seven are, and 4/7 is closer to 1 than 4/2.
    ("a b c d".split(), ["a b".split(), "a b c d e f g".split()]),
]

_RARE: list[tuple[Words, list[Words]]] = [
    ("thecat is on the mat".split(), ["the catis on the mat".split()]),  # the same when joined without a space
    ("dog".split(), [*["cat".split()] * 9, "dog".split()]),  # only the last reference has the word
    ("a b c d e f".split(), ["a b c d e g".split()]),  # an n-gram of five words
    # The closest in words is not the closest in characters.
    (
        "the translation everywhere now".split(),
        ["the translation sat".split(), "the cat is on a mat by it so we".split()],
    ),
]
"""Cases that never occur in the drawn inputs, which use at most five different words and four orders."""

EVERY_LOOK = as_they_come()

COUNT_PROBES: list[Arguments] = [
    *((candidate, n) for candidate, _ in PAIRS for n in (1, 2, 3)),
    *((candidate, n) for candidate, _ in _RARE for n in (1, 2, 5)),
    *((candidate, 1) for candidate, _ in EVERY_LOOK),
]

PAIR_PROBES: list[Arguments] = [*PAIRS, *_RARE, *EVERY_LOOK]

ORDER_PROBES: list[Arguments] = [
    *((*pair, n) for pair in PAIRS for n in (1, 2, 3, 4)),
    *((*pair, n) for pair in _RARE for n in (1, 2, 5)),
    *((*pair, 1) for pair in EVERY_LOOK),
]

WEIGHT_PROBES: list[Arguments] = [
    *((*pair, weights) for pair in PAIRS for weights in WEIGHTS[:5:2]),
    *((*pair, weights) for pair in _RARE for weights in (WEIGHTS[2], WEIGHTS[4], (0.2,) * 5)),
    *((*pair, WEIGHTS[2]) for pair in EVERY_LOOK),
]

CORPUS_PROBES: list[Arguments] = [
    *(([candidate], [references], weights) for candidate, references, weights in WEIGHT_PROBES),
    *((*apart(pairs), weights) for pairs in (PAIRS[:5], PAIRS[5:9], PAIRS[5:]) for weights in WEIGHTS[:5:2]),
]

FEW_LOOKS = as_they_come(most=2, plain=1)
"""Short sentences, because a simple recursion is right but slow."""

WORD_ERROR_PROBES: list[Arguments] = [
    (candidate, reference)
    for candidate, references in [PAIRS[0], PAIRS[3], *PAIRS[5:], *FEW_LOOKS]
    for reference in references
]
