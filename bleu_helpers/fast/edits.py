"""Edit distances computed by rapidfuzz, which returns the same numbers faster.

If it is not installed, as in Colab and in the browser, the definitions of lesson 10 run instead.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, count, starmap
from typing import Any

from bleu_helpers.fast.engine import Chunk, chunks
from bleu_helpers.fast.texts import TEXTS, number_words
from bleu_helpers.lessons import error_rates
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.lessons.error_rates import (
    DELETION,
    HIT,
    INSERTION,
    SUBSTITUTION,
    Alignment,
    distance_table,
    error_rate,
)
from bleu_helpers.lessons.f1 import RougeScores, rouge_scores_of_counts


def align(candidate: Sentence, reference: Sentence) -> Alignment:
    """Runs for every input where rapidfuzz is installed. The edits are found by rapidfuzz."""
    if fast := rapidfuzz_distances():
        marks = {"equal": HIT, "replace": SUBSTITUTION, "delete": DELETION, "insert": INSERTION}
        operations: list[str] = []
        for block in fast.Levenshtein.opcodes(*_comparable(reference, candidate)):
            length = max(block.src_end - block.src_start, block.dest_end - block.dest_start)
            operations += [marks[block.tag]] * length
        return Alignment(tuple(candidate), tuple(reference), tuple(operations))
    return error_rates.align(candidate, reference)


def word_error_rate(candidate: Sentence, reference: Sentence) -> float:
    """Runs for every input where rapidfuzz is installed. The distance is computed by rapidfuzz."""
    return corpus_word_error_rate([candidate], [reference])


def corpus_word_error_rate(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> float:
    """Runs for every input where rapidfuzz is installed. The distances are computed by rapidfuzz."""
    return error_rate(sum(_distances(candidates, references)), sum(map(len, references)))


def corpus_word_error_rate_of_texts(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Runs for every input. In large chunks, each word becomes one character of a string for rapidfuzz."""
    edits = words = 0
    for chunk in chunks(zip(candidates, zip(references, strict=True), strict=True), n_gram=1, reader=TEXTS):
        sentences = _words(chunk)
        edits += sum(_distances(sentences[::2], sentences[1::2]))
        words += sum(map(len, sentences[1::2]))
    return error_rate(edits, words)


def character_error_rate(candidate: str, reference: str) -> float:
    """Runs for every input where rapidfuzz is installed. The distance is computed by rapidfuzz."""
    return corpus_character_error_rate([candidate], [reference])


def corpus_character_error_rate(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Runs for every input where rapidfuzz is installed. The distances are computed by rapidfuzz."""
    return corpus_word_error_rate([*map(_characters, candidates)], [*map(_characters, references)])


def rouge_l(candidate: Sentence, reference: Sentence) -> RougeScores:
    """Runs for every input where rapidfuzz is installed. The longest common subsequence is found by rapidfuzz."""
    if fast := rapidfuzz_distances():
        length = fast.LCSseq.similarity(*_comparable(candidate, reference))
        return rouge_scores_of_counts(length, len(candidate), len(reference))
    return error_rates.rouge_l(candidate, reference)


def characters(text: str) -> list[str]:
    """Runs for every input. Most texts have no code points that can combine, so they need no search for clusters."""
    return list(_characters(text))


_JOINING = r"[^\p{GCB=Other}\p{GCB=Control}\p{GCB=LF}\p{GCB=LV}\p{GCB=LVT}]"
"""A code point that can form one character with a neighbour, according to Unicode's grapheme cluster rules."""


def _characters(text: str) -> str | list[str]:
    """Return the characters of a text: the composed text itself if each of its code points is a character."""
    import unicodedata

    composed = unicodedata.normalize("NFC", text)
    if composed.isascii() and "\r" not in composed:
        return composed  # in ASCII, only a carriage return followed by a line feed form one character
    if _compiled(_JOINING).search(composed) is None:
        return composed
    clusters: list[str] = _compiled(r"\X").findall(composed)
    return clusters


@cache
def _compiled(pattern: str) -> Any:
    """Compile a pattern once: `regex.search` looks the pattern up in each call, which takes longer than the search."""
    import regex  # imported here because ASCII texts do not need it

    return regex.compile(pattern)


def _distances(candidates: Iterable[Sentence], references: Iterable[Sentence]) -> Iterator[int]:
    """Compute the edit distance between each candidate and its reference."""
    pairs = zip(references, candidates, strict=True)
    if (fast := rapidfuzz_distances()) is None:
        return (distance_table(candidate, reference)[-1][-1] for reference, candidate in pairs)
    return starmap(fast.Levenshtein.distance, starmap(_comparable, pairs))


def _words(chunk: Chunk) -> Sequence[Sentence]:
    """Split each text into words.

    In a large chunk, each text becomes a string with one character per word, and equal words become equal characters.
    For example, "the cat the" becomes "\\x01\\x02\\x01", which rapidfuzz compares faster than a list of words.
    """
    if not chunk.are_few:
        numbers, sizes = number_words(chunk.sentences)
        if numbers.max(initial=0) <= sys.maxunicode:  # a text can have more distinct words than there are characters
            letters = numbers.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
            ends = list(accumulate(sizes.tolist()))
            return [letters[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    return [text.split() for text in chunk.sentences]


def rapidfuzz_distances() -> Any:
    """Return the module `rapidfuzz.distance`, or None if it is not installed."""
    try:
        from rapidfuzz import distance
    except ImportError:
        return None
    return distance


def _comparable(first: Sentence, second: Sentence) -> tuple[Sentence, Sentence]:
    """Replace each distinct token with a number, because rapidfuzz compares hashes and different tokens can share one.

    For example, the tokens "a b a" and "b c" become [0, 1, 0] and [1, 4]. Two strings are compared as they are.
    """
    if isinstance(first, str) and isinstance(second, str):
        return first, second
    number_of: dict[Hashable, int] = {}
    numbers = count()  # each token is offered the next number, but keeps the number of its first occurrence
    return [*map(number_of.setdefault, first, numbers)], [*map(number_of.setdefault, second, numbers)]
