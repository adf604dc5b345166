"""Lesson 03: from single words to n-grams, so that the order of the words counts."""

from collections.abc import Sequence

from bleu_helpers.lessons.clipping import count_clip
from bleu_helpers.lessons.counting import Sentence


def match_counts(candidate: Sentence, references: Sequence[Sentence], n: int) -> tuple[int, int]:
    """Count the n-grams of the candidate: those that match a reference (clipped), and all of them.

    Args:
        candidate: the sentence to judge, c tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        The pair (matched, total): the sum of the clipped counts, and max(c - n + 1, 0).
        A candidate of fewer than n tokens has no n-gram and gives (0, 0).

    Source: numerator and denominator of p_n, Papineni et al. 2002, section 2.1.1.

    >>> match_counts("the cat the cat on the mat".split(), ["the cat is on the mat".split()], n=2)
    (3, 6)
    """
    clipped = count_clip(candidate, references, n)
    return sum(clipped.values()), max(len(candidate) - n + 1, 0)


def modified_precision(candidate: Sentence, references: Sequence[Sentence], n: int) -> float:
    """Compute the share of the candidate's n-grams that match a reference, with clipped counts.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        A number from 0 to 1; 0.0 where the candidate has no n-gram of this order.

    Source: p_n, Papineni et al. 2002, section 2.1.1.

    >>> modified_precision("the the the the".split(), ["the cat is on the mat".split()], n=1)
    0.5
    """
    matched, total = match_counts(candidate, references, n)
    return matched / total if total > 0 else 0.0
