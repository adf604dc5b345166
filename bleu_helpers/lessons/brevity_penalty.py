"""Lesson 04: precision cannot see what is missing, so a candidate that is too short gets a penalty."""

import math
from collections.abc import Sequence

from bleu_helpers.lessons.counting import Sentence


def closest_ref_length(candidate: Sentence, references: Sequence[Sentence]) -> int:
    """Return the length of the reference that is closest in length to the candidate.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.

    Returns:
        A length in tokens. If two lengths are equally close, the shorter one is returned.

    Source: the best match length of Papineni et al. 2002, section 2.2.2. The paper does not define ties;
    NLTK and sacrebleu use the shorter length too.

    >>> closest_ref_length("a b c".split(), ["a b c d".split(), "a b".split()])
    2
    """
    c = len(candidate)
    return min((len(reference) for reference in references), key=lambda length: (abs(length - c), length))


def brevity_penalty(candidate: Sentence, references: Sequence[Sentence]) -> float:
    """Compute the factor that lowers the score of a candidate that is shorter than its closest reference.

    Args:
        candidate: the sentence to score, a list or tuple of c tokens.
        references: one or more correct sentences, each a list or tuple of tokens; the closest one has r tokens.

    Returns:
        1.0 for c > r, otherwise exp(1 - r/c); 0.0 for an empty candidate.

    Source: BP, Papineni et al. 2002, section 2.3.

    >>> brevity_penalty("the cat on the mat".split(), ["the cat is on the mat".split()])
    0.8187307530779819
    """
    r = closest_ref_length(candidate, references)
    return brevity_penalty_of_lengths(len(candidate), r)


def brevity_penalty_of_lengths(c: int, r: int) -> float:
    """Compute the brevity penalty from the two lengths.

    Args:
        c: the length of the candidate in tokens.
        r: the length of the closest reference in tokens.

    Returns:
        1.0 for c > r, otherwise exp(1 - r/c); 0.0 for c = 0.

    Source: BP, Papineni et al. 2002, section 2.3.

    >>> brevity_penalty_of_lengths(2, 6)
    0.1353352832366127
    """
    if c == 0:
        return 0.0
    return 1.0 if c > r else math.exp(1 - r / c)
