"""Lesson 03: from single words to n-grams, so that word order matters."""

from collections.abc import Sequence

from bleu_helpers.lessons.clipping import count_clip
from bleu_helpers.lessons.counting import Sentence


def match_counts(candidate: Sentence, references: Sequence[Sentence], n: int) -> tuple[int, int]:
    """Count the candidate's n-grams that match a reference, with clipping, and all of its n-grams.

    Args:
        candidate: the sentence to score, a list or tuple of c tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        The pair (matched, total): the sum of the clipped counts, and max(c - n + 1, 0).
        A candidate of fewer than n tokens has no n-grams, so the pair is (0, 0).

    Source: the numerator and denominator of p_n, Papineni et al. 2002, section 2.1.1.

    >>> match_counts("the cat the cat on the mat".split(), ["the cat is on the mat".split()], n=2)
    (3, 6)
    """
    clipped = count_clip(candidate, references, n)
    return sum(clipped.values()), max(len(candidate) - n + 1, 0)


def modified_precision(candidate: Sentence, references: Sequence[Sentence], n: int) -> float:
    """Compute the share of the candidate's n-grams that match a reference, using clipped counts.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        A number from 0 to 1; 0.0 if the candidate has no n-grams of this order.

    Source: p_n, Papineni et al. 2002, section 2.1.1.

    >>> modified_precision("the the the the".split(), ["the cat is on the mat".split()], n=1)
    0.5
    """
    matched, total = match_counts(candidate, references, n)
    return matched / total if total > 0 else 0.0
