"""Lesson 10: word and character error rates: how many edits turn the reference into the candidate.

Lower is better, and 0 is perfect. With many insertions a rate is above 1: it is not a share. ROUGE-L stands here too:
it needs the same table, without substitutions.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, count, starmap
from typing import Any

from bleu_helpers.display import tables
from bleu_helpers.fast.corpus_counts import _Chunk, _chunks
from bleu_helpers.fast.text_counts import _TEXTS, _numbered_words
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.lessons.f1 import RougeScores, _rouge_scores

HIT, SUBSTITUTION, DELETION, INSERTION = "=", "S", "D", "I"
"""The marks of an alignment. A deletion is a token that only the reference has, an insertion one that only the
candidate has: the reference is what was meant, as in speech recognition."""


@dataclass(frozen=True)
class Alignment:
    """A candidate and its reference, side by side; prints as the two lines under each other with the edits marked.

    `operations` holds one mark a column, from left to right: "=" for a hit, "S" for a substitution, "D" for a
    deletion (only the reference has the token), "I" for an insertion (only the candidate has it).
    """

    candidate: tuple[object, ...]
    reference: tuple[object, ...]
    operations: tuple[str, ...]

    @property
    def hits(self) -> int:
        """How many tokens of the reference the candidate has in their place."""
        return self.operations.count(HIT)

    @property
    def substitutions(self) -> int:
        """How many tokens of the reference the candidate has another token for."""
        return self.operations.count(SUBSTITUTION)

    @property
    def deletions(self) -> int:
        """How many tokens of the reference the candidate lacks."""
        return self.operations.count(DELETION)

    @property
    def insertions(self) -> int:
        """How many tokens the candidate has too many."""
        return self.operations.count(INSERTION)

    @property
    def edits(self) -> int:
        """Substitutions, deletions and insertions together."""
        return len(self.operations) - self.hits

    @property
    def reference_length(self) -> int:
        """The tokens of the reference: hits, substitutions and deletions together."""
        return len(self.reference)

    @property
    def error_rate(self) -> float:
        """The edits a token of the reference; the edits themselves where the reference is empty."""
        return _rate(self.edits, self.reference_length)

    def columns(self) -> list[tuple[str, object, object]]:
        """List the alignment column by column: the mark, the candidate's token, the reference's token.

        Returns:
            Triples; None stands for the token of a side that has none there.
        """
        candidate, reference = iter(self.candidate), iter(self.reference)
        return [
            (mark, None if mark == DELETION else next(candidate), None if mark == INSERTION else next(reference))
            for mark in self.operations
        ]

    def __repr__(self) -> str:
        kinds = {
            "edit": self.edits,
            "substitution": self.substitutions,
            "deletion": self.deletions,
            "insertion": self.insertions,
            "hit": self.hits,
        }
        return tables.alignment_as_text(self.columns(), kinds, self.reference_length, self.error_rate)


def align(candidate: Sentence, reference: Sentence) -> Alignment:
    """Find the fewest edits that turn the reference into the candidate.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens (for characters: `characters(text)`).
        reference: the correct sentence, a list or tuple of tokens.

    Returns:
        A frozen Alignment. Where several ways need equally few edits, it is one of them.

    Raises:
        TypeError: an argument is not of the form above; the message says what to change.

    Source: Levenshtein 1966; Wagner and Fischer 1974 for the alignment. Where rapidfuzz is installed, it does the work.

    >>> align("the cat is on a big mat".split(), "there the cat was on a mat".split())
    3 edits: 1 substitution, 1 deletion, 1 insertion; 5 hits; reference length 7; error rate 0.4286
    candidate  ***** the cat is  on a big mat
    reference  there the cat was on a *** mat
    edits      D             S        I
    """
    return Alignment(tuple(candidate), tuple(reference), tuple(_operations(candidate, reference)))


def distance_table(candidate: Sentence, reference: Sentence) -> list[list[int]]:
    """Fill the table of edit distances, the definition behind every error rate.

    Args:
        candidate: the sentence to judge, c tokens, a list or tuple.
        reference: the correct sentence, r tokens, a list or tuple.

    Returns:
        c + 1 rows of r + 1 numbers. Row i, column j is the number of edits between the first i tokens of the
        candidate and the first j tokens of the reference; the last number of all is the distance of the sentences.

    Raises:
        TypeError: an argument is not of the form above; the message says what to change.

    Source: Wagner and Fischer 1974. It takes c times r steps; where rapidfuzz is installed, the rates use
        it, which is much faster.

    >>> distance_table("the cat sat".split(), "the cat".split())
    [[0, 1, 2], [1, 0, 1], [2, 1, 0], [3, 2, 1]]
    """
    table = [list(range(len(reference) + 1))]
    for i, token in enumerate(candidate, start=1):
        row = [i]
        for j, wanted in enumerate(reference, start=1):
            hit = token in {wanted}  # as a Counter finds it: a NaN is itself, though it does not equal itself
            diagonal = table[-1][j - 1] + (not hit)  # a hit or a substitution
            row.append(min(diagonal, table[-1][j] + 1, row[-1] + 1))  # or an insertion, or a deletion
        table.append(row)
    return table


def characters(text: str) -> list[str]:
    """Split a text into what a reader calls characters.

    They are the grapheme clusters of Unicode, after composition (NFC): a Korean syllable, a letter with its accents or
    an emoji with its skin colour is one, however many code points it is stored as. Spaces count.

    Args:
        text: a string.

    Returns:
        A list of strings of one character each.

    Raises:
        TypeError: `text` is not a string.

    Source: Unicode Standard Annexes 15 (composition) and 29 (extended grapheme clusters).

    >>> len("한국"), len("\\u1112\\u1161\\u11ab\\u1100\\u116e\\u11a8")
    (2, 6)
    >>> characters("한국") == characters("\\u1112\\u1161\\u11ab\\u1100\\u116e\\u11a8")
    True
    """
    return list(_characters(text))


def word_error_rate(candidate: Sentence, reference: Sentence) -> float:
    """Compute the word error rate (WER): the edits a token of the reference.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens.
        reference: one correct sentence (not a list of them), a list or tuple of tokens.

    Returns:
        0.0 for equal sentences, above 1 where there are more edits than tokens in the reference. An empty reference
        counts as one token, so the rate is the number of insertions, as in jiwer: 0.0 for two empty sentences.

    Raises:
        TypeError: an argument is not of the form above; the message says what to change.

    Source: WER = (S + D + I) / N, the measure of speech recognition. jiwer takes the reference first.

    >>> word_error_rate("the cat is on a mat".split(), "the cat sat on the mat".split())
    0.3333333333333333
    """
    return _corpus_rate([candidate], [reference])


def corpus_word_error_rate(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> float:
    """Compute the word error rate of a corpus: all edits, divided once by all tokens of the references.

    Args:
        candidates: the sentences to judge, each a list or tuple of tokens.
        references: one correct sentence for each candidate.

    Returns:
        A number of at least 0.0. It is not the mean of the sentences' rates: long references count more.

    Raises:
        TypeError: an argument is not of the form above; the message names the sentence and says what to change.
        ValueError: there are not as many references as candidates.

    Source: WER, with S, D, I and N summed over the corpus, as jiwer does.

    >>> corpus_word_error_rate(["a b c d".split(), "x".split()], ["a b c d".split(), "y".split()])
    0.2
    """
    return _corpus_rate(candidates, references)


def corpus_word_error_rate_of_texts(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Compute the word error rate of a corpus of texts, whose words are those that `str.split` makes of them.

    Args:
        candidates: the texts to judge, strings.
        references: one correct text for each candidate.

    Returns:
        What `corpus_word_error_rate` gives for the words of the texts, in less time.

    Raises:
        TypeError: an argument is not of the form above; the message names the text and says what to change.
        ValueError: there are not as many references as candidates.

    Source: WER, with S, D, I and N summed over the corpus, as jiwer does.

    >>> corpus_word_error_rate_of_texts(["a b c d", "x"], ["a b c d", "y"])
    0.2
    """
    edits = words = 0
    for chunk in _chunks(zip(candidates, zip(references, strict=True), strict=True), n_gram=1, unit=_TEXTS):
        sentences = _words(chunk)
        edits += sum(_distances(sentences[::2], sentences[1::2]))
        words += sum(map(len, sentences[1::2]))
    return _rate(edits, words)


def character_error_rate(candidate: str, reference: str) -> float:
    """Compute the character error rate (CER): the edits a character of the reference.

    Args:
        candidate: the text to judge, a string.
        reference: the correct text, a string.

    Returns:
        0.0 for equal texts. A character is what `characters` gives: a composed and a decomposed text are equal, and a
        wrong accent is one edit. jiwer counts code points, and first drops the spaces at both ends of the text;
        otherwise, for plain English and most Chinese text, the two agree. An empty reference counts as one character,
        so the rate is the number of insertions: "abd" against "" is 3.0.

    Raises:
        TypeError: an argument is not a string; the message says what to change.

    Source: CER = (S + D + I) / N over characters, the measure of text recognition.

    >>> character_error_rate("abd", "abc"), character_error_rate("abd", "")
    (0.3333333333333333, 3.0)
    """
    return corpus_character_error_rate([candidate], [reference])


def corpus_character_error_rate(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Compute the character error rate of a corpus: all edits, divided once by all characters of the references.

    Args:
        candidates: the texts to judge, strings.
        references: one correct text for each candidate.

    Returns:
        A number of at least 0.0.

    Raises:
        TypeError: an argument is not of the form above; the message names the text and says what to change.
        ValueError: there are not as many references as candidates.

    Source: CER, with S, D, I and N summed over the corpus, as jiwer does.

    >>> corpus_character_error_rate(["abcd", "x"], ["abcd", "y"])
    0.2
    """
    return _corpus_rate([*map(_characters, candidates)], [*map(_characters, references)])


def rouge_l(candidate: Sentence, reference: Sentence) -> RougeScores:
    """Compute ROUGE-L: precision, recall and F1 of the longest common subsequence of two sentences.

    A subsequence keeps the order of its tokens; other tokens may stand between them. Its length is
    (c + r - d) / 2, where d is the edit distance of sentences of c and r tokens if there is no substitution, only
    insertions and deletions.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens.
        reference: one correct sentence (not a list of them), a list or tuple of tokens.

    Returns:
        The tuple (precision, recall, f1), each from 0 to 1; 0.0 for 0/0.

    Raises:
        TypeError: an argument is not of the form above; the message says what to change.

    Source: ROUGE-L of a sentence, Lin 2004, section 3.1; rouge-score gives the same.

    >>> rouge_l("police killed the gunman".split(), "police kill the gunman".split())
    RougeScores(precision=0.75, recall=0.75, f1=0.75)
    """
    return _rouge_scores(_common_length(candidate, reference), len(candidate), len(reference))


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


def _corpus_rate(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> float:
    return _rate(sum(_distances(candidates, references)), sum(map(len, references)))


def _rate(edits: int, reference_length: int) -> float:
    return edits / max(reference_length, 1)


# The definitions, and rapidfuzz, which says the same sooner where it is: not in Colab, nor in a browser's tab.


def _distances(candidates: Iterable[Sentence], references: Iterable[Sentence]) -> Iterator[int]:
    """The edit distance of each candidate from its reference."""
    pairs = zip(references, candidates, strict=True)
    if (fast := _rapidfuzz()) is None:
        return (distance_table(candidate, reference)[-1][-1] for reference, candidate in pairs)
    return starmap(fast.Levenshtein.distance, starmap(_comparable, pairs))


def _comparable(one: Sentence, other: Sentence) -> tuple[Sentence, Sentence]:
    """Two sentences as rapidfuzz compares them: it knows the characters of strings, but only the hashes of tokens."""
    return (one, other) if isinstance(one, str) and isinstance(other, str) else _numbered(one, other)


def _words(chunk: _Chunk) -> Sequence[Sentence]:
    """For each text its words; where they are many, a string with a character for each, equal ones for equal words."""
    if not chunk.are_few:
        numbers, sizes = _numbered_words(chunk.sentences)
        if numbers.max(initial=0) <= sys.maxunicode:  # a single text may have more words than there are characters
            letters = numbers.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
            ends = list(accumulate(sizes.tolist()))
            return [letters[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    return [text.split() for text in chunk.sentences]


def _common_length(candidate: Sentence, reference: Sentence) -> int:
    """The length of the longest common subsequence."""
    if fast := _rapidfuzz():
        length: int = fast.LCSseq.similarity(*_numbered(candidate, reference))
        return length
    row = [0] * (len(reference) + 1)
    for token in candidate:
        above, row = row, [0]
        for j, wanted in enumerate(reference, start=1):
            row.append(above[j - 1] + 1 if _is_hit(token, wanted) else max(above[j], row[-1]))
    return row[-1]


def _operations(candidate: Sentence, reference: Sentence) -> list[str]:
    """The marks of an alignment, from left to right."""
    if fast := _rapidfuzz():
        marks = {"equal": HIT, "replace": SUBSTITUTION, "delete": DELETION, "insert": INSERTION}
        operations: list[str] = []
        for block in fast.Levenshtein.opcodes(*_numbered(reference, candidate)):
            length = max(block.src_end - block.src_start, block.dest_end - block.dest_start)
            operations += [marks[block.tag]] * length
        return operations
    return _way_back(candidate, reference)


def _way_back(candidate: Sentence, reference: Sentence) -> list[str]:
    """Read an alignment off the table of edit distances, from its last number back to its first.

    Of ways with equally few edits it takes the one that rapidfuzz takes: equal beginnings and ends are hits; between
    them, from the end, first a deletion, then an insertion if the step before it was a deletion less, then the rest.
    """
    beginning = _equal_tokens(candidate, reference)
    candidate, reference = candidate[beginning:], reference[beginning:]
    ending = _equal_tokens(candidate[::-1], reference[::-1])
    candidate, reference = candidate[: len(candidate) - ending], reference[: len(reference) - ending]

    table = distance_table(candidate, reference)
    backwards = []
    i, j = len(candidate), len(reference)
    while i or j:
        if j and table[i][j] == table[i][j - 1] + 1:
            backwards.append(DELETION)
            j -= 1
        elif not j or table[i - 1][j] < table[i - 1][j - 1]:
            backwards.append(INSERTION)
            i -= 1
        else:
            i, j = i - 1, j - 1
            backwards.append(HIT if _is_hit(candidate[i], reference[j]) else SUBSTITUTION)
    return [HIT] * beginning + backwards[::-1] + [HIT] * ending


def _equal_tokens(one: Sentence, other: Sentence) -> int:
    """How many tokens at the beginning are equal."""
    return next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if not _is_hit(*pair)),
        min(len(one), len(other)),
    )


def _is_hit(one: Hashable, other: Hashable) -> bool:
    return one is other or one == other  # "is" for NaN, which does not equal itself


def _rapidfuzz() -> Any:
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
