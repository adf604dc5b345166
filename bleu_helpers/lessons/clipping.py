"""Lesson 02: a word counts at most as often as it occurs in a single reference."""

from collections import Counter
from collections.abc import Sequence

from bleu_helpers.lessons.counting import Ngram, Sentence, simple_count


def max_ref_count(references: Sequence[Sentence], n: int = 1) -> Counter[Ngram]:
    """Count, for each n-gram, how often it occurs in the reference that contains it most often.

    Args:
        references: one or more sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        A Counter whose keys are tuples of n tokens: every n-gram that occurs in any reference.

    Source: Max_Ref_Count in Papineni et al. 2002, section 2.1.

    >>> max_ref_count(["the cat on the mat".split(), "a cat".split()])
    Counter({('the',): 2, ('cat',): 1, ('on',): 1, ('mat',): 1, ('a',): 1})
    """
    highest: Counter[Ngram] = Counter()
    for reference in references:
        for ngram, count in simple_count(reference, n).items():
            highest[ngram] = max(highest[ngram], count)
    return highest


def count_clip(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> Counter[Ngram]:
    """Count each n-gram of the candidate, clipped to the largest count that it has in a single reference.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        A Counter whose keys are the n-grams of the candidate. The count is 0 if the n-gram occurs in no reference.

    Source: Count_clip = min(Count, Max_Ref_Count), Papineni et al. 2002, section 2.1.

    >>> count_clip("the the the dog".split(), ["the cat on the mat".split(), "a cat".split()])
    Counter({('the',): 2, ('dog',): 0})
    """
    maximum = max_ref_count(references, n)
    return Counter({ngram: min(count, maximum[ngram]) for ngram, count in simple_count(candidate, n).items()})
