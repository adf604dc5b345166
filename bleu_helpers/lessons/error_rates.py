"""Lesson 10: word and character error rates: how many edits turn the reference into the candidate.

Lower is better, and 0 is perfect. With many insertions a rate is above 1: it is not a share. ROUGE-L stands here too:
it needs the same table, without substitutions.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from bleu_helpers.display import tables
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.lessons.f1 import RougeScores, rouge_scores_of_counts

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
        return error_rate(self.edits, self.reference_length)

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

    Source: Levenshtein 1966; Wagner and Fischer 1974 for the alignment.

    >>> align("the cat is on a big mat".split(), "there the cat was on a mat".split())
    3 edits: 1 substitution, 1 deletion, 1 insertion; 5 hits; reference length 7; error rate 0.4286
    candidate  ***** the cat is  on a big mat
    reference  there the cat was on a *** mat
    edits      D             S        I
    """
    return Alignment(tuple(candidate), tuple(reference), tuple(_way_back(candidate, reference)))


def distance_table(candidate: Sentence, reference: Sentence) -> list[list[int]]:
    """Fill the table of edit distances, the definition behind every error rate.

    Args:
        candidate: the sentence to judge, c tokens, a list or tuple.
        reference: the correct sentence, r tokens, a list or tuple.

    Returns:
        c + 1 rows of r + 1 numbers. Row i, column j is the number of edits between the first i tokens of the
        candidate and the first j tokens of the reference; the last number of all is the distance of the sentences.

    Source: Wagner and Fischer 1974. It takes c times r steps.

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

    Source: Unicode Standard Annexes 15 (composition) and 29 (extended grapheme clusters).

    >>> len("한국"), len("\\u1112\\u1161\\u11ab\\u1100\\u116e\\u11a8")
    (2, 6)
    >>> characters("한국") == characters("\\u1112\\u1161\\u11ab\\u1100\\u116e\\u11a8")
    True
    """
    import regex  # here, because `import bleu_helpers` is light

    clusters: list[str] = regex.findall(r"\X", unicodedata.normalize("NFC", text))
    return clusters


def word_error_rate(candidate: Sentence, reference: Sentence) -> float:
    """Compute the word error rate (WER): the edits a token of the reference.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens.
        reference: one correct sentence (not a list of them), a list or tuple of tokens.

    Returns:
        0.0 for equal sentences, above 1 where there are more edits than tokens in the reference. An empty reference
        counts as one token, so the rate is the number of insertions, as in jiwer: 0.0 for two empty sentences.

    Source: WER = (S + D + I) / N, the measure of speech recognition. jiwer takes the reference first.

    >>> word_error_rate("the cat is on a mat".split(), "the cat sat on the mat".split())
    0.3333333333333333
    """
    return error_rate(distance_table(candidate, reference)[-1][-1], len(reference))


def corpus_word_error_rate(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> float:
    """Compute the word error rate of a corpus: all edits, divided once by all tokens of the references.

    Args:
        candidates: the sentences to judge, each a list or tuple of tokens.
        references: one correct sentence for each candidate.

    Returns:
        A number of at least 0.0. It is not the mean of the sentences' rates: long references count more.

    Source: WER, with S, D, I and N summed over the corpus, as jiwer does.

    >>> corpus_word_error_rate(["a b c d".split(), "x".split()], ["a b c d".split(), "y".split()])
    0.2
    """
    pairs = zip(candidates, references, strict=True)
    edits = sum(distance_table(candidate, reference)[-1][-1] for candidate, reference in pairs)
    return error_rate(edits, sum(map(len, references)))


def corpus_word_error_rate_of_texts(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Compute the word error rate of a corpus of texts, whose words are those that `str.split` makes of them.

    Args:
        candidates: the texts to judge, strings.
        references: one correct text for each candidate.

    Returns:
        What `corpus_word_error_rate` gives for the words of the texts.

    Source: WER, with S, D, I and N summed over the corpus, as jiwer does.

    >>> corpus_word_error_rate_of_texts(["a b c d", "x"], ["a b c d", "y"])
    0.2
    """
    return corpus_word_error_rate([text.split() for text in candidates], [text.split() for text in references])


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

    Source: CER = (S + D + I) / N over characters, the measure of text recognition.

    >>> character_error_rate("abd", "abc"), character_error_rate("abd", "")
    (0.3333333333333333, 3.0)
    """
    return word_error_rate(characters(candidate), characters(reference))


def corpus_character_error_rate(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Compute the character error rate of a corpus: all edits, divided once by all characters of the references.

    Args:
        candidates: the texts to judge, strings.
        references: one correct text for each candidate.

    Returns:
        A number of at least 0.0.

    Source: CER, with S, D, I and N summed over the corpus, as jiwer does.

    >>> corpus_character_error_rate(["abcd", "x"], ["abcd", "y"])
    0.2
    """
    return corpus_word_error_rate([*map(characters, candidates)], [*map(characters, references)])


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

    Source: ROUGE-L of a sentence, Lin 2004, section 3.1; rouge-score gives the same.

    >>> rouge_l("police killed the gunman".split(), "police kill the gunman".split())
    RougeScores(precision=0.75, recall=0.75, f1=0.75)
    """
    return rouge_scores_of_counts(_common_length(candidate, reference), len(candidate), len(reference))


def error_rate(edits: int, reference_length: int) -> float:
    """Divide edits by the length of the reference; an empty reference counts as one token."""
    return edits / max(reference_length, 1)


def _common_length(candidate: Sentence, reference: Sentence) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(reference) + 1)
    for token in candidate:
        above, row = row, [0]
        for j, wanted in enumerate(reference, start=1):
            row.append(above[j - 1] + 1 if _is_hit(token, wanted) else max(above[j], row[-1]))
    return row[-1]


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
