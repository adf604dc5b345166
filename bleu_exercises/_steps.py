"""The intermediate results of the lessons' functions.

If a mistake is not known, the learner is asked about the first intermediate result that may be wrong.
"""

from collections.abc import Callable
from typing import Any

from bleu_exercises.from_memory.measures import edit_table
from bleu_helpers import BleuParts, explain_corpus_bleu, match_counts, simple_count

Step = tuple[str, Callable[..., Any]]


def of_bleu(part: Callable[[BleuParts], Any]) -> Callable[..., Any]:
    """Return the function that computes a part of the BLEU of a corpus."""
    return lambda *given: part(explain_corpus_bleu(*given))


def of_one(step: Step) -> Step:
    """Turn a step for a corpus into the same step for a single sentence."""
    name, of_corpus = step
    return name, lambda candidate, references, *rest: of_corpus([candidate], [references], *rest)


_LENGTHS: Step = ("the two lengths c and r", of_bleu(lambda bleu: (bleu.candidate_length, bleu.reference_length)))
_CORPUS: list[Step] = [
    ("the numbers of n-grams, order by order", of_bleu(lambda bleu: list(bleu.total))),
    ("the clipped counts, added up order by order", of_bleu(lambda bleu: list(bleu.matched))),
    ("the precisions", of_bleu(lambda bleu: list(bleu.precisions))),
    _LENGTHS,
    ("the brevity penalty", of_bleu(lambda bleu: bleu.brevity_penalty)),
    ("the geometric mean of the precisions", of_bleu(lambda bleu: bleu.geometric_mean)),
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
