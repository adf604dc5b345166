"""The intermediate results of the lessons' functions.

If a mistake is not known, the learner is asked about the first intermediate result that may be wrong.
"""

from collections.abc import Callable
from typing import Any

from bleu_exercises.from_memory.measures import edit_table
from bleu_helpers import brevity_penalty_of_lengths, closest_ref_length, geometric_mean, match_counts, simple_count

Step = tuple[str, Callable[..., Any]]


def added(part: int) -> Callable[..., list[int]]:
    """Add up the matches (0) or the totals (1) of each order."""
    return lambda candidates, corpus, weights: [
        sum(match_counts(*pair, n)[part] for pair in zip(candidates, corpus, strict=True))
        for n in range(1, len(weights) + 1)
    ]


_matched, _totals = added(0), added(1)


def _precisions(*given: Any) -> list[float]:
    both = zip(_matched(*given), _totals(*given), strict=True)
    return [matched / total if total else 0.0 for matched, total in both]


def lengths(candidates: Any, corpus: Any, *weights: Any) -> tuple[int, int]:
    return sum(map(len, candidates)), sum(map(closest_ref_length, candidates, corpus))


def of_one(step: Step) -> Step:
    """Turn a step for a corpus into the same step for a single sentence."""
    name, of_corpus = step
    return name, lambda candidate, references, *rest: of_corpus([candidate], [references], *rest)


_LENGTHS: Step = ("the two lengths c and r", lengths)
_CORPUS: list[Step] = [
    ("the numbers of n-grams, order by order", _totals),
    ("the clipped counts, added up order by order", _matched),
    ("the precisions", _precisions),
    _LENGTHS,
    ("the brevity penalty", lambda *given: brevity_penalty_of_lengths(*lengths(*given))),
    ("the geometric mean of the precisions", lambda *given: geometric_mean(_precisions(*given), given[-1])),
]

STEPS: dict[str, list[Step]] = {
    "unigram_precision": [("the number of words", lambda candidate, references: len(candidate))],
    "count_clip": [
        ("the counts in the candidate", lambda candidate, references, n: sorted(simple_count(candidate, n).values()))
    ],
    "modified_precision": [
        ("the number of n-grams", lambda *given: match_counts(*given)[1]),
        ("the sum of the clipped counts", lambda *given: match_counts(*given)[0]),
    ],
    "brevity_penalty": [of_one(_LENGTHS)],
    "bleu_score": list(map(of_one, _CORPUS)),
    "corpus_bleu": _CORPUS,
    "rouge_n": [
        (
            f"the numbers of n-grams in the references{which}",
            lambda candidate, references, n, part=part: [
                match_counts(reference, [candidate], n)[part] for reference in references
            ],
        )
        for which, part in (("", 1), (" that the candidate has too", 0))
    ],
    "word_error_rate": [("the number of edits", edit_table)],
}
"""The steps to a result, in order: each has a name and a function of the arguments."""
