"""Lesson 06: ROUGE-N asks the opposite question: how much of a reference does the candidate contain?"""

from collections.abc import Sequence

from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.lessons.ngrams import modified_precision


def rouge_n(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> float:
    """Compute the share of a reference's n-grams that occur in the candidate, maximised over the references.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        A number from 0 to 1. A reference without n-grams of this order contributes 0.0.

    Source: ROUGE-N and its maximum over several references, Lin 2004, section 2.

    >>> rouge_n("the cat sat".split(), ["the cat sat on the mat".split(), "a cat sat down".split()])
    0.5
    """
    # Recall is precision with the two sentences exchanged.
    return max(modified_precision(reference, [candidate], n) for reference in references)
