"""The values that the first page shows for a candidate: its marked words, and the parts of its BLEU score.

The site's build calls this module for the prepared sentences, and the page's worker, in Pyodide, for typed ones.
"""

import json
from typing import Any

from bleu_helpers import explain_bleu, marked_ngrams
from bleu_helpers.display.tables import CLIPPED, MATCHED, UNMATCHED, four_decimals
from bleu_helpers.example_sentences import GUIDE_REFERENCES

SHOWN = {MATCHED: ("found", "✓"), CLIPPED: ("clipped", "✗"), UNMATCHED: ("missed", "✗")}
"""The CSS class and the sign for each mark of a word."""


def parts(text: str) -> dict[str, Any]:
    """Return the words of a text with their classes and signs, the counts of each order, and other values as text."""
    candidate = text.split()
    explained = explain_bleu(candidate, GUIDE_REFERENCES)
    precisions = {f"p{n}": four_decimals(precision) for n, precision in enumerate(explained.precisions, start=1)}
    return {
        "words": [(*SHOWN[mark], word) for mark, (word,) in marked_ngrams(candidate, GUIDE_REFERENCES)],
        "counts": [*zip(explained.matched, explained.total, strict=True)],
        "texts": {
            **precisions,
            "length": str(explained.candidate_length),
            "closest": str(explained.reference_length),
            "penalty": four_decimals(explained.brevity_penalty),
            "mean": four_decimals(explained.geometric_mean),
            "bleu": four_decimals(explained.score),
        },
    }


def as_json(text: str) -> str:
    """Return the parts as JSON, for the page's script."""
    return json.dumps(parts(text), ensure_ascii=False)
