"""Scoring one output: BLEU and chrF with their components, sacreBLEU's signature, and the score split at spaces."""

from collections.abc import Sequence
from functools import reduce
from operator import add

from bleu_helpers import chrf_of_counts, segment_chrf_counts
from bleu_helpers.report.corpus import Output, Record, count, signature, tokeniser
from bleu_helpers.report.parts import explained


def score(name: str, texts: Sequence[str], references: Sequence[Sequence[str]], tokenisation: str) -> Record:
    """Score one output; all scores are from 0 to 100."""
    characters = reduce(add, segment_chrf_counts(texts, references))
    outputs = []
    for tokenise in map(tokeniser, (tokenisation, "none")):
        tokenised = [*map(tokenise, texts)]
        rows = count(tokenised, ([*map(tokenise, some)] for some in references))
        outputs.append(Output(name, texts, tokenised, rows))
    return {
        "format": 1,
        "name": name,
        "size": len(texts),
        "bleu": outputs[0].score,
        "parts": explained(outputs[0]),
        "bleu_split_at_spaces": outputs[1].score,
        "chrf": 100 * chrf_of_counts(characters),
        "chrf_counts": characters,
        "signature": signature(tokenisation, len(references[0])),
    }
