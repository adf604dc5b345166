"""Lesson 01: count the words of a candidate, and find out which of them occur in a reference."""

from collections import Counter
from collections.abc import Hashable, Sequence

Sentence = Sequence[Hashable]
"""A sentence: a list or tuple of tokens. A token can be a word, a number, a character or any other hashable value."""

Ngram = tuple[Hashable, ...]
"""An n-gram: n consecutive tokens of a sentence."""


def simple_count(tokens: Sentence, n: int = 1) -> Counter[Ngram]:
    """Count how often each n-gram occurs in a sentence.

    Args:
        tokens: the sentence, a list or tuple of tokens.
        n: the order, 1 to 1000: the number of consecutive tokens in each n-gram.

    Returns:
        A Counter whose keys are tuples of n tokens, even for n = 1. It is empty for a sentence of fewer than n tokens.

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
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.

    Returns:
        A number from 0 to 1; 0.0 for an empty candidate.

    Source: the plain precision that Papineni et al. 2002, section 2.1, start from and then modify.

    >>> unigram_precision("the the the".split(), ["the cat".split(), "a cat".split()])
    1.0
    """
    if len(candidate) == 0:
        return 0.0
    known_tokens = {token for reference in references for token in reference}
    return sum(token in known_tokens for token in candidate) / len(candidate)
