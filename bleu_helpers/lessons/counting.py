"""Lesson 01: count the words of a candidate, and ask which of them a reference has too."""

from collections import Counter
from collections.abc import Hashable, Sequence

Sentence = Sequence[Hashable]
"""A sentence: a list or tuple of tokens. A token is a word, a number, a character: anything that can be counted."""

Ngram = tuple[Hashable, ...]
"""n tokens that stand side by side in a sentence."""


def simple_count(tokens: Sentence, n: int = 1) -> Counter[Ngram]:
    """Count how often each n-gram occurs in a sentence.

    Args:
        tokens: the sentence, a list or tuple of tokens.
        n: the order, 1 to 1000: how many neighbouring tokens make one n-gram.

    Returns:
        A Counter with tuples of n tokens as keys, also for n = 1. A sentence of fewer than n tokens has no n-gram.

    Source: Count in Papineni et al. 2002, section 2.1.

    >>> simple_count("the cat the mat".split())
    Counter({('the',): 2, ('cat',): 1, ('mat',): 1})
    >>> simple_count("the cat the mat".split(), n=2)
    Counter({('the', 'cat'): 1, ('cat', 'the'): 1, ('the', 'mat'): 1})
    """
    return Counter(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def unigram_precision(candidate: Sentence, references: Sequence[Sentence]) -> float:
    """Compute the share of the candidate's tokens that occur in at least one reference.

    Args:
        candidate: the sentence to judge, c tokens.
        references: one or more correct sentences, each a list or tuple of tokens.

    Returns:
        A number from 0 to 1; 0.0 for an empty candidate.

    Source: the plain precision that Papineni et al. 2002, section 2.1, start from and then mend.

    >>> unigram_precision("the the the".split(), ["the cat".split(), "a cat".split()])
    1.0
    """
    if len(candidate) == 0:
        return 0.0
    known_tokens = {token for reference in references for token in reference}
    return sum(token in known_tokens for token in candidate) / len(candidate)
