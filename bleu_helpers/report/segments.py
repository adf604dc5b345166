"""Which segments moved the score: the effect of each one alone, and those with the largest effects."""

from collections.abc import Iterable, Sequence

import numpy as np

from bleu_helpers.display.tables import MATCHED
from bleu_helpers.lessons.bleu import marked_ngrams
from bleu_helpers.report.corpus import Corpus, Record, bleu_of_row

SHOWN = 20
"""How many segments are listed on either side, and how many are replaced together."""


def moved_segments(corpus: Corpus) -> Record:
    """Compute the effect of each segment: the old score with only this segment replaced, minus the old score.

    The result has the effects of all segments in points, the lines that changed, the exact change if the twenty
    segments with the largest effects are replaced together, and the segments that lower or raise the score most.
    """
    old, new = corpus.old.rows, corpus.new.rows
    effects = np.array([bleu_of_row(sums) for sums in old.sum(axis=0) + new - old]) - corpus.old.score
    ranked = np.argsort(-np.abs(effects), kind="stable")
    pairs = zip(corpus.old.texts, corpus.new.texts, strict=True)
    return {
        "effects": effects.tolist(),
        "changed": [line for line, (before, after) in enumerate(pairs, start=1) if before != after],
        "together": corpus.change_of(ranked[:SHOWN]),
        "lowest": [_segment(corpus, place, effects[place]) for place in ranked[effects[ranked] < 0][:SHOWN].tolist()],
        "highest": [_segment(corpus, place, effects[place]) for place in ranked[effects[ranked] > 0][:SHOWN].tolist()],
    }


def _segment(corpus: Corpus, place: int, effect: float) -> Record:
    references = [reference.split() for reference in corpus.tokenised_references[place]]
    return {
        "line": place + 1,
        "effect": float(effect),
        "source": corpus.source[place] if corpus.source else None,
        "references": list(corpus.references[place]),
        "old": _marked(corpus.old.tokenised[place].split(), references),
        "new": _marked(corpus.new.tokenised[place].split(), references),
    }


def _marked(tokens: list[str], references: Sequence[list[str]]) -> Iterable[tuple[str, str, int]]:
    """Return each token with its mark as in lesson 05, and the order of the longest matched n-gram that contains it."""
    orders = [0] * len(tokens)
    for n in (1, 2, 3, 4):
        for start, (mark, _) in enumerate(marked_ngrams(tokens, references, n)):
            if mark == MATCHED:
                orders[start : start + n] = [n] * n
    marks = [mark for mark, _ in marked_ngrams(tokens, references)]
    return list(zip(tokens, marks, orders, strict=True))
