"""Which part moved the score: the change of BLEU, split exactly into its precisions and the brevity penalty."""

import math

from bleu_helpers.fast.engine import counts_of_row
from bleu_helpers.lessons.bleu import BleuParts, explain_counts
from bleu_helpers.report.corpus import Corpus, Output, Record


def split_change(corpus: Corpus) -> list[Record]:
    """List the precisions, the brevity penalty, and the points that each moved the score by.

    Log BLEU is a sum, and each part is its term times the logarithmic mean of the scores. The list is empty if a factor
    of a score is 0, because then there is no logarithm to split.
    """
    old, new = explained(corpus.old), explained(corpus.new)
    if 0 in (old.score, new.score):
        return []
    orders = zip(old.weights, old.precisions, new.precisions, strict=True)
    factors = [(f"{n}-gram precision", *values) for n, values in enumerate(orders, start=1) if values[0] > 0]
    factors.append(("brevity penalty", 1.0, old.brevity_penalty, new.brevity_penalty))
    terms = [weight * math.log(after / before) for _, weight, before, after in factors]
    whole = math.fsum(terms)
    mean = 100 * old.score * (math.expm1(whole) / whole if whole else 1.0)
    return [
        {"name": name, "old": before, "new": after, "points": mean * term}
        for (name, _, before, after), term in zip(factors, terms, strict=True)
    ]


def explained(output: Output) -> BleuParts:
    """Return BLEU of an output, without smoothing, and the numbers from which it was computed."""
    return explain_counts(counts_of_row(output.rows.sum(axis=0).tolist()))
