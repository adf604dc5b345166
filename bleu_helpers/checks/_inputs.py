"""The inputs of a check: a few that are chosen, many that are drawn from a seed, and how to make one smaller.

Only `Random.random` is used, which gives the same numbers for a seed on every version of Python.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from bleu_helpers.cast import BAD_GUIDE_CANDIDATE, CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES

Arguments = tuple[Any, ...]
"""The arguments of one call. Sentences are lists of words, and a learner's function sees copies of them only."""

Words = list[str]
Item = TypeVar("Item")

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
"""None of them is 0: what an order of weight 0 does to the score is not part of the exercises."""

SHARES = [0.0, 1.0, 0.5, 0.25, 0.75]


# Drawing: each function takes the source of randomness first.


def pick(random: Random, items: Sequence[Item]) -> Item:
    """Draw one of the items."""
    return items[int(random.random() * len(items))]


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


def draw_pair(random: Random, longest: int = 8) -> tuple[Words, list[Words]]:
    """Draw a candidate, now and then an empty one, and one to four references, often with ties of length."""
    vocabulary = VOCABULARY[: 2 + int(random.random() * 4)]
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
        # A reference has a word: what an empty one does to a ratio or a comparison is not part of the exercises.
        references.append(reference or vocabulary[:1])
    return candidate, references


def draw_order(random: Random) -> int:
    """Draw n: 1 to 4, the small ones more often."""
    return pick(random, [1, 1, 2, 2, 2, 3, 3, 4])


def sentence_and_order(random: Random) -> Arguments:
    """Draw the arguments of simple_count."""
    return draw_pair(random)[0], draw_order(random)


def pair(random: Random) -> Arguments:
    """Draw a candidate and its references."""
    return draw_pair(random)


def pair_and_order(random: Random) -> Arguments:
    """Draw a candidate, its references and n."""
    return (*draw_pair(random), draw_order(random))


def pair_and_weights(random: Random) -> Arguments:
    """Draw the arguments of bleu_score."""
    return (*draw_pair(random, longest=10), pick(random, WEIGHTS))


def corpus_and_weights(random: Random) -> Arguments:
    """Draw one to three candidates with their references, and weights."""
    pairs = [draw_pair(random) for _ in range(pick(random, [1, 1, 2, 3]))]
    return [candidate for candidate, _ in pairs], [references for _, references in pairs], pick(random, WEIGHTS)


def shares_and_beta(random: Random) -> Arguments:
    """Draw precision, recall and beta; one of the first two is often 0."""
    total = 1 + int(random.random() * 12)
    precision, recall = (int(random.random() * (total + 1)) / total for _ in range(2))
    return precision, recall, pick(random, [1.0, 1.0, 2.0, 0.5, 3.0, 1.5])


def two_sentences(random: Random) -> Arguments:
    """Draw a candidate and one reference, both short: the plainest recursion is slow and right."""
    candidate, references = draw_pair(random, longest=5)
    return candidate, references[0][:5]


# Chosen inputs: the sentences of the series, then the corners.

_CORNERS: list[tuple[Words, list[Words]]] = [
    ("the the".split(), ["the".split()]),
    ("the cat".split(), ["the cat".split(), "the the the".split()]),
    ("the the the".split(), ["the the".split(), "the cat".split()]),
    ("a b c".split(), ["a b c d".split(), "a b".split()]),
    ("a b c".split(), ["a b".split(), "a b c d".split()]),
    ("the cat sat".split(), ["the cat sat on the mat".split()]),
    ("the cat sat on the mat".split(), ["the cat".split()]),
    ("mat the".split(), ["the cat on the mat".split()]),
    ("dog".split(), ["the cat".split()]),
    ("the".split(), ["the cat sat on".split()]),
    ("the".split(), ["the cat sat on the mat".split(), "a cat sat on".split(), "a cat".split() * 2, "the cat".split()]),
    ("is".split(), ["the cat is on the mat".split(), "the cat is on".split(), "the cat is".split(), "is on".split()]),
    ([], ["the cat".split()]),
]

PAIRS: list[tuple[Any, Any]] = [
    *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
    (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    (BAD_GUIDE_CANDIDATE, GUIDE_REFERENCES),
    *_CORNERS,
]

COUNT_PROBES: list[Arguments] = [(candidate, n) for candidate, _ in PAIRS for n in (1, 2, 3)]

PAIR_PROBES: list[Arguments] = [(candidate, references) for candidate, references in PAIRS]

ORDER_PROBES: list[Arguments] = [(candidate, references, n) for candidate, references in PAIRS for n in (1, 2, 3)]

WEIGHT_PROBES: list[Arguments] = [
    (*pair, weights) for pair in PAIRS for weights in (WEIGHTS[0], WEIGHTS[2], WEIGHTS[4])
]

CORPUS_PROBES: list[Arguments] = [
    (
        [candidate for candidate, _ in PAIRS[start:end]],
        [references for _, references in PAIRS[start:end]],
        weights,
    )
    for start, end in ((4, 5), (0, 5), (6, 18), (9, 13), (15, 16), (16, 17), (7, 8))
    for weights in (WEIGHTS[0], WEIGHTS[2], WEIGHTS[4])
]

SHARE_PROBES: list[Arguments] = [
    (0.5, 1.0, 1.0),
    (1.0, 0.5, 2.0),
    (0.25, 0.75, 0.5),
    (0.0, 0.5, 1.0),
    (0.5, 0.0, 2.0),
    (0.0, 0.0, 1.0),
]

WORD_ERROR_PROBES: list[Arguments] = [
    (candidate, reference) for candidate, references in [PAIRS[0], PAIRS[3], *PAIRS[6:]] for reference in references
]


PRECISIONS_AND_F1: list[Arguments] = [
    (0.5, 0.4),
    (1.0, 0.5),
    (0.5, 0.5),
    (0.3, 0.4),
    (0.6, 0.4),
    (0.25, 0.4),
    (1.0, 1.0),
    (0.5, 0.0),
    (0.0, 0.0),
]
"""Each F1 can be reached with its precision."""


# Making an input smaller: each function yields neighbours, every one simpler than what it is given.


def _smaller_words(words: list[Any]) -> Iterator[list[Any]]:
    # A sentence keeps a word: an empty one is a corner of its own, and explains nothing else.
    if len(words) > 1:
        for place in range(len(words)):
            yield words[:place] + words[place + 1 :]


def _smaller_references(references: list[Words]) -> Iterator[list[Words]]:
    if len(references) > 1:
        for place in range(len(references)):
            yield references[:place] + references[place + 1 :]
    for place, reference in enumerate(references):
        for shorter in _smaller_words(reference):
            yield [*references[:place], shorter, *references[place + 1 :]]


def _smaller_order(n: int) -> Iterator[int]:
    yield from range(1, n)


def _plainer(plain: Sequence[Item], item: Item) -> Iterator[Item]:
    """Yield the plain ones, or those that stand before `item` if it is one of them."""
    yield from plain[: plain.index(item)] if item in plain else plain


def _smaller_weights(weights: tuple[float, ...]) -> Iterator[tuple[float, ...]]:
    yield from _plainer([(1.0,), (0.5, 0.5), (0.25, 0.25, 0.25, 0.25)], weights)


def _smaller_share(share: float) -> Iterator[float]:
    yield from _plainer(SHARES, share)


def _smaller_beta(beta: float) -> Iterator[float]:
    if beta != 1:
        yield 1.0
    if beta not in (1, 2):
        yield 2.0


def _as_it_is(argument: Any) -> Iterator[Any]:
    """An assignment's own kind of argument, of which nothing is known here, has no simpler neighbours."""
    yield from ()


_SMALLER: dict[str, Callable[[Any], Iterator[Any]]] = {
    "tokens": _smaller_words,
    "candidate": _smaller_words,
    "reference": _smaller_words,
    "references": _smaller_references,
    "n": _smaller_order,
    "weights": _smaller_weights,
    "counts": _smaller_words,
    "precisions": _smaller_words,
    "precision": _smaller_share,
    "recall": _smaller_share,
    "beta": _smaller_beta,
}


def smaller(names: Sequence[str], arguments: Arguments) -> Iterator[Arguments]:
    """Yield the simpler neighbours of an input, argument by argument.

    >>> list(smaller(["candidate", "n"], (["the", "cat"], 2)))
    [(['cat'], 2), (['the'], 2), (['the', 'cat'], 1)]
    """
    if names[0] == "candidates":
        yield from _smaller_corpora(*arguments)
        return
    if tuple(names[:2]) == ("scores", "other_scores"):
        yield from _smaller_in_step(*arguments)
        return
    if names[0] == "matched":
        yield from _smaller_matches(*arguments)
        return
    if tuple(names) == ("precision", "wanted_f1"):
        yield from _plainer(PRECISIONS_AND_F1, arguments)
        return
    for place, (name, argument) in enumerate(zip(names, arguments, strict=True)):
        for simpler in _SMALLER.get(name, _as_it_is)(argument):
            yield (*arguments[:place], simpler, *arguments[place + 1 :])


def _smaller_in_step(ones: list[Any], others: list[Any], *rest: Any) -> Iterator[Arguments]:
    """Two lists that belong together lose the same place."""
    if len(ones) > 1:
        for place in range(len(ones)):
            yield (ones[:place] + ones[place + 1 :], others[:place] + others[place + 1 :], *rest)


def _smaller_matches(matched: int, *totals: int) -> Iterator[Arguments]:
    """No total falls below the matches, and what is not 0 does not become 0: that is a corner of its own."""
    numbers = (matched, *totals)
    for place, number in enumerate(numbers):
        for lower in range(1 if place == 0 else max(1, matched), number):
            yield (*numbers[:place], lower, *numbers[place + 1 :])


def _smaller_corpora(candidates: list[Words], corpus: list[list[Words]], *weights: Any) -> Iterator[Arguments]:
    yield from _smaller_in_step(candidates, corpus, *weights)
    for place, (candidate, references) in enumerate(zip(candidates, corpus, strict=True)):
        for words, others, _ in smaller(["candidate", "references", "n"], (candidate, references, 1)):
            yield (
                [*candidates[:place], words, *candidates[place + 1 :]],
                [*corpus[:place], others, *corpus[place + 1 :]],
                *weights,
            )
    for one in weights:
        yield from ((candidates, corpus, simpler) for simpler in _smaller_weights(one))


def shrink(names: Sequence[str], arguments: Arguments, still_fails: Callable[[Arguments], bool]) -> Arguments:
    """Make a failing input smaller, one step at a time, for as long as it still fails."""
    while True:
        for simpler in smaller(names, arguments):
            if still_fails(simpler):
                arguments = simpler
                break
        else:
            return arguments


def size(arguments: Any) -> tuple[bool, int]:
    """Say how much there is to read in an input. Empty sentences come last: most mistakes show without them.

    >>> size((["the"], [["the", "cat"]])) < size(([], [["the"]]))
    True
    """
    return "[]" in repr(arguments), len(repr(arguments))
