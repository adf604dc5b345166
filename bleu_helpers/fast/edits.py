"""Edit distances by rapidfuzz, which returns the same numbers sooner.

Where it is not installed, as in Colab and in a browser's tab, the definitions of lesson 10 run.
Texts are read by the reader of texts.
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
    """Runs for every input where rapidfuzz is installed. It finds the edits."""
    if fast := rapidfuzz_distances():
        marks = {"equal": HIT, "replace": SUBSTITUTION, "delete": DELETION, "insert": INSERTION}
        operations: list[str] = []
        for block in fast.Levenshtein.opcodes(*_numbered(reference, candidate)):
            length = max(block.src_end - block.src_start, block.dest_end - block.dest_start)
            operations += [marks[block.tag]] * length
        return Alignment(tuple(candidate), tuple(reference), tuple(operations))
    return error_rates.align(candidate, reference)


def word_error_rate(candidate: Sentence, reference: Sentence) -> float:
    """Runs for every input where rapidfuzz is installed. It finds the distance."""
    return corpus_word_error_rate([candidate], [reference])


def corpus_word_error_rate(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> float:
    """Runs for every input where rapidfuzz is installed. It finds the distances."""
    return error_rate(sum(_distances(candidates, references)), sum(map(len, references)))


def corpus_word_error_rate_of_texts(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Runs for every input. Where there are many words, each becomes one character of a string for rapidfuzz."""
    edits = words = 0
    for chunk in chunks(zip(candidates, zip(references, strict=True), strict=True), n_gram=1, reader=TEXTS):
        sentences = _words(chunk)
        edits += sum(_distances(sentences[::2], sentences[1::2]))
        words += sum(map(len, sentences[1::2]))
    return error_rate(edits, words)


def character_error_rate(candidate: str, reference: str) -> float:
    """Runs for every input where rapidfuzz is installed. It finds the distance."""
    return corpus_character_error_rate([candidate], [reference])


def corpus_character_error_rate(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Runs for every input where rapidfuzz is installed. It finds the distances."""
    return corpus_word_error_rate([*map(_characters, candidates)], [*map(_characters, references)])


def rouge_l(candidate: Sentence, reference: Sentence) -> RougeScores:
    """Runs for every input where rapidfuzz is installed. It finds the longest common subsequence."""
    if fast := rapidfuzz_distances():
        length = fast.LCSseq.similarity(*_numbered(candidate, reference))
        return rouge_scores_of_counts(length, len(candidate), len(reference))
    return error_rates.rouge_l(candidate, reference)


def characters(text: str) -> list[str]:
    """Runs for every input. Most texts have no code points that can join, and need no search for characters."""
    return list(_characters(text))


_JOINING = r"[^\p{GCB=Other}\p{GCB=Control}\p{GCB=LF}\p{GCB=LV}\p{GCB=LVT}]"
"""A code point that can make one character with the one beside it, by Unicode's rules of grapheme cluster breaks."""


def _characters(text: str) -> str | list[str]:
    """What `characters` gives; the composed text itself where each code point of it is a character."""
    import unicodedata

    composed = unicodedata.normalize("NFC", text)
    if composed.isascii() and "\r" not in composed:
        return composed  # in ASCII only a carriage return and a line feed are one character
    if _compiled(_JOINING).search(composed) is None:
        return composed
    clusters: list[str] = _compiled(r"\X").findall(composed)
    return clusters


@cache
def _compiled(pattern: str) -> Any:
    """A pattern for many texts: `regex.search` looks for it anew in each call, which takes longer than the search."""
    import regex  # here, because ASCII does not need it

    return regex.compile(pattern)


def _distances(candidates: Iterable[Sentence], references: Iterable[Sentence]) -> Iterator[int]:
    """The edit distance of each candidate from its reference."""
    pairs = zip(references, candidates, strict=True)
    if (fast := rapidfuzz_distances()) is None:
        return (distance_table(candidate, reference)[-1][-1] for reference, candidate in pairs)
    return starmap(fast.Levenshtein.distance, starmap(_comparable, pairs))


def _comparable(one: Sentence, other: Sentence) -> tuple[Sentence, Sentence]:
    """Two sentences as rapidfuzz compares them: it knows the characters of strings, but only the hashes of tokens."""
    return (one, other) if isinstance(one, str) and isinstance(other, str) else _numbered(one, other)


def _words(chunk: Chunk) -> Sequence[Sentence]:
    """For each text its words; where they are many, a string with a character for each, equal ones for equal words."""
    if not chunk.are_few:
        numbers, sizes = number_words(chunk.sentences)
        if numbers.max(initial=0) <= sys.maxunicode:  # a single text may have more words than there are characters
            letters = numbers.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
            ends = list(accumulate(sizes.tolist()))
            return [letters[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    return [text.split() for text in chunk.sentences]


def rapidfuzz_distances() -> Any:
    """rapidfuzz's distances, or None where it is not installed."""
    try:
        from rapidfuzz import distance
    except ImportError:
        return None
    return distance


def _numbered(one: Sentence, other: Sentence) -> tuple[list[int], list[int]]:
    """Put a number for each distinct token: rapidfuzz compares hashes, and different tokens can share one."""
    number_of: dict[Hashable, int] = {}
    numbers = count()  # a token takes the next number, and keeps its first
    return [*map(number_of.setdefault, one, numbers)], [*map(number_of.setdefault, other, numbers)]
