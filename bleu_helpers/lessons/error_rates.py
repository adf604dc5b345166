"""Lesson 10: word and character error rates, from the number of edits that turn the reference into the candidate.

Lower is better, and 0 is perfect. A rate is not a proportion: with many insertions it can be above 1. ROUGE-L is in
this module too because it needs the same kind of table, without substitutions.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from bleu_helpers.display import tables
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.lessons.f1 import RougeScores, rouge_scores_of_counts

HIT, SUBSTITUTION, DELETION, INSERTION = "=", "S", "D", "I"
"""The marks of an alignment. As in speech recognition, the reference is the correct text, so a deletion is a token that
only the reference has, and an insertion is a token that only the candidate has."""


def word_error_rate(candidate: Sentence, reference: Sentence) -> float:
    """Compute the word error rate (WER): the number of edits per token of the reference.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        reference: one correct sentence (not a list of them), a list or tuple of tokens.

    Returns:
        A number of at least 0.0: 0.0 for equal sentences, and above 1 if there are more edits than reference tokens. As
        in jiwer, an empty reference counts as one token, so the rate is then the number of insertions: 0.0 for two
        empty sentences.

    Source: WER = (S + D + I) / N, as used in speech recognition. jiwer takes the reference first.

    >>> word_error_rate("the cat is on a mat".split(), "the cat sat on the mat".split())
    0.3333333333333333
    """
    return error_rate(distance_table(candidate, reference)[-1][-1], len(reference))


def distance_table(candidate: Sentence, reference: Sentence) -> list[list[int]]:
    """Compute the table of edit distances, from which every error rate is defined.

    Args:
        candidate: the sentence to score, a list or tuple of c tokens.
        reference: the correct sentence, a list or tuple of r tokens.

    Returns:
        c + 1 rows of r + 1 numbers. The number in row i and column j is the edit distance between the first i tokens
        of the candidate and the first j tokens of the reference, so the last number in the last row is the edit
        distance of the sentences.

    Source: Wagner and Fischer 1974. It takes c times r steps.

    >>> distance_table("the cat sat".split(), "the cat".split())
    [[0, 1, 2], [1, 0, 1], [2, 1, 0], [3, 2, 1]]
    """
    table = [list(range(len(reference) + 1))]
    for i, token in enumerate(candidate, start=1):
        row = [i]
        for j, wanted in enumerate(reference, start=1):
            hit = token in {wanted}  # not ==, because a NaN does not equal itself; a set finds the same object
            diagonal = table[-1][j - 1] + (not hit)  # a hit or a substitution
            row.append(min(diagonal, table[-1][j] + 1, row[-1] + 1))  # or an insertion, or a deletion
        table.append(row)
    return table


@dataclass(frozen=True)
class Alignment:
    """An alignment of a candidate with its reference; printed as two aligned lines with the edits marked below.

    `operations` has one mark per column, from left to right: "=" for a hit, "S" for a substitution, "D" for a
    deletion (only the reference has the token) and "I" for an insertion (only the candidate has the token).
    """

    candidate: tuple[object, ...]
    reference: tuple[object, ...]
    operations: tuple[str, ...]

    @property
    def hits(self) -> int:
        """The number of reference tokens that are aligned with an equal token."""
        return self.operations.count(HIT)

    @property
    def substitutions(self) -> int:
        """The number of reference tokens that are replaced by a different token."""
        return self.operations.count(SUBSTITUTION)

    @property
    def deletions(self) -> int:
        """The number of reference tokens that are missing from the candidate."""
        return self.operations.count(DELETION)

    @property
    def insertions(self) -> int:
        """The number of extra tokens in the candidate."""
        return self.operations.count(INSERTION)

    @property
    def edits(self) -> int:
        """The number of substitutions, deletions and insertions together."""
        return len(self.operations) - self.hits

    @property
    def reference_length(self) -> int:
        """The number of tokens in the reference: hits, substitutions and deletions together."""
        return len(self.reference)

    @property
    def error_rate(self) -> float:
        """The number of edits per reference token; if the reference is empty, the number of edits."""
        return error_rate(self.edits, self.reference_length)

    def columns(self) -> list[tuple[str, object, object]]:
        """List the columns of the alignment: the mark, the candidate's token and the reference's token.

        Returns:
            Triples from left to right. A side without a token in a column has None there.
        """
        candidate, reference = iter(self.candidate), iter(self.reference)
        return [
            (mark, None if mark == DELETION else next(candidate), None if mark == INSERTION else next(reference))
            for mark in self.operations
        ]

    def __repr__(self) -> str:
        return tables.alignment_as_text(self)


def align(candidate: Sentence, reference: Sentence) -> Alignment:
    """Find the fewest edits that turn the reference into the candidate.

    Args:
        candidate: the sentence to score, a list or tuple of tokens (for characters: `characters(text)`).
        reference: the correct sentence, a list or tuple of tokens.

    Returns:
        A frozen Alignment. If several alignments need the same number of edits, it is one of them.

    Source: Levenshtein 1966; Wagner and Fischer 1974 for the alignment.

    >>> align("the cat is on a big mat".split(), "there the cat was on a mat".split())
    3 edits: 1 substitution, 1 deletion, 1 insertion; 5 hits; reference length 7; error rate 0.4286
    candidate  ***** the cat is  on a big mat
    reference  there the cat was on a *** mat
    edits      D             S        I
    """
    return Alignment(tuple(candidate), tuple(reference), tuple(_operations(candidate, reference)))


def characters(text: str) -> list[str]:
    """Split a text into the characters that a reader sees.

    These are the grapheme clusters of Unicode, after composition (NFC): a Korean syllable, a letter with its accents or
    an emoji with its skin colour is one character, however many code points represent it. Spaces are characters too.

    Args:
        text: a string.

    Returns:
        A list of strings, each of which is one character.

    Source: Unicode Standard Annexes 15 (composition) and 29 (extended grapheme clusters).

    >>> len("한국"), len("\\u1112\\u1161\\u11ab\\u1100\\u116e\\u11a8")
    (2, 6)
    >>> characters("한국") == characters("\\u1112\\u1161\\u11ab\\u1100\\u116e\\u11a8")
    True
    """
    import regex  # imported here so that `import bleu_helpers` stays fast

    clusters: list[str] = regex.findall(r"\X", unicodedata.normalize("NFC", text))
    return clusters


def corpus_word_error_rate(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> float:
    """Compute the word error rate of a corpus: the sum of all edits divided by the number of all reference tokens.

    Args:
        candidates: the sentences to score, each a list or tuple of tokens.
        references: one correct sentence for each candidate, a list or tuple of tokens.

    Returns:
        A number of at least 0.0. It is not the mean of the sentence rates, because longer references count more.

    Source: WER, with S, D, I and N summed over the corpus, as in jiwer.

    >>> corpus_word_error_rate(["a b c d".split(), "x".split()], ["a b c d".split(), "y".split()])
    0.2
    """
    pairs = zip(candidates, references, strict=True)
    edits = sum(distance_table(candidate, reference)[-1][-1] for candidate, reference in pairs)
    return error_rate(edits, sum(map(len, references)))


def corpus_word_error_rate_of_texts(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Compute the word error rate of a corpus of texts, which are split into words at white space.

    Args:
        candidates: the texts to score, strings.
        references: one correct text for each candidate.

    Returns:
        The result of `corpus_word_error_rate` for the texts after `str.split`.

    Source: WER, with S, D, I and N summed over the corpus, as in jiwer.

    >>> corpus_word_error_rate_of_texts(["a b c d", "x"], ["a b c d", "y"])
    0.2
    """
    return corpus_word_error_rate([text.split() for text in candidates], [text.split() for text in references])


def character_error_rate(candidate: str, reference: str) -> float:
    """Compute the character error rate (CER): the number of edits per character of the reference.

    The text is split by `characters`, so composed and decomposed texts are equal and a wrong accent is one edit. jiwer
    first removes the spaces at both ends of the text and then counts code points; apart from those spaces, the results
    agree for plain English and most Chinese text.

    Args:
        candidate: the text to score, a string.
        reference: the correct text, a string.

    Returns:
        A number of at least 0.0; 0.0 for equal texts. An empty reference counts as one character, so the rate is then
        the number of insertions: 3.0 for "abd" against "".

    Source: CER = (S + D + I) / N over characters, as used in text recognition.

    >>> character_error_rate("abd", "abc"), character_error_rate("abd", "")
    (0.3333333333333333, 3.0)
    """
    return word_error_rate(characters(candidate), characters(reference))


def corpus_character_error_rate(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Compute the character error rate of a corpus: the sum of all edits divided by the number of reference characters.

    Args:
        candidates: the texts to score, strings.
        references: one correct text for each candidate.

    Returns:
        A number of at least 0.0.

    Source: CER, with S, D, I and N summed over the corpus, as in jiwer.

    >>> corpus_character_error_rate(["abcd", "x"], ["abcd", "y"])
    0.2
    """
    return corpus_word_error_rate([*map(characters, candidates)], [*map(characters, references)])


def rouge_l(candidate: Sentence, reference: Sentence) -> RougeScores:
    """Compute ROUGE-L: precision, recall and F1 of the longest common subsequence of two sentences.

    A subsequence keeps the order of its tokens, but other tokens may occur between them. For sentences of c and r
    tokens, the length of the longest one is (c + r - d) / 2, where d is the edit distance with insertions and deletions
    only.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        reference: one correct sentence (not a list of them), a list or tuple of tokens.

    Returns:
        The tuple (precision, recall, f1), each from 0 to 1; 0/0 counts as 0.0.

    Source: sentence-level ROUGE-L, Lin 2004, section 3.1; rouge-score returns the same values.

    >>> rouge_l("police killed the gunman".split(), "police kill the gunman".split())
    RougeScores(precision=0.75, recall=0.75, f1=0.75)
    """
    return rouge_scores_of_counts(_common_length(candidate, reference), len(candidate), len(reference))


def error_rate(edits: int, reference_length: int) -> float:
    """Divide the number of edits by the length of the reference; an empty reference counts as one token."""
    return edits / max(reference_length, 1)


def _common_length(candidate: Sentence, reference: Sentence) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(reference) + 1)
    for token in candidate:
        above, row = row, [0]
        for j, wanted in enumerate(reference, start=1):
            row.append(above[j - 1] + 1 if _is_hit(token, wanted) else max(above[j], row[-1]))
    return row[-1]


def _operations(candidate: Sentence, reference: Sentence) -> list[str]:
    """Trace an alignment back through the table of edit distances, from the last cell to the first.

    If several alignments have the same number of edits, return the one that rapidfuzz returns. A common prefix and a
    common suffix are hits. Between them, each step back prefers a deletion. It is an insertion if no deletion is
    possible and the cell above is smaller than the cell diagonally above, and otherwise a hit or a substitution.
    """
    beginning = _common_prefix_length(candidate, reference)
    candidate, reference = candidate[beginning:], reference[beginning:]
    ending = _common_prefix_length(candidate[::-1], reference[::-1])
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


def _common_prefix_length(candidate: Sentence, reference: Sentence) -> int:
    """Return how many tokens at the beginning of both sentences are equal."""
    return next(
        (position for position, pair in enumerate(zip(candidate, reference, strict=False)) if not _is_hit(*pair)),
        min(len(candidate), len(reference)),
    )


def _is_hit(token: Hashable, wanted: Hashable) -> bool:
    return token is wanted or token == wanted  # "is" for NaN, which does not equal itself
