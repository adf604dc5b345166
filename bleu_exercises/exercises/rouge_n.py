"""The exercises of the lesson `rouge_n`."""

from collections import Counter
from collections.abc import Callable
from statistics import fmean

from bleu_exercises._random_inputs import ORDER_PROBES, Words, pair_and_order
from bleu_exercises._ways import FEW_REFERENCES, LETTERS, Function, Way, around, either, rounded
from bleu_exercises.exercises._exercise import IN_THE_LOOP, exercise, without_each
from bleu_exercises.exercises.clipping import changed, first_of, kept_if, of_the_references
from bleu_exercises.from_memory.counts import Counts, grams, highest
from bleu_helpers import match_counts, modified_precision, rouge_n, simple_count
from exercise_checker import read_counts


def _recall_without_rule(candidate: Words, reference: Words, n: int) -> float:
    matched, total = match_counts(reference, [candidate], n)
    return matched / total


# What is missing?


def _best(candidate: Words, references: list[Words], n: int) -> Words:
    return max(references, key=lambda reference: rouge_n(candidate, [reference], n))


def _best_by_words(candidate: Words, references: list[Words], n: int) -> Words:
    return _best(candidate, references, 1)


def missing_ngrams(
    candidate: Words,
    references: list[Words],
    n: int,
    *,
    choose: Callable[[Words, list[Words], int], Words] = _best,
    count: Callable[[Words, int], Counts] = simple_count,
    left: Callable[[Counts, Counts], Counts] = Counter.__sub__,
) -> Counts:
    """Count the n-grams that the candidate lacks from the reference with the highest recall (on a tie, the first)."""
    return left(count(choose(candidate, references, n), n), count(candidate, n))


def _of_the_highest(value: Callable[[Words, Words, int], float]) -> Way:
    """Choose the first reference with the highest value, which depends on candidate, reference and n."""
    return {
        "choose": lambda candidate, references, n: max(references, key=lambda reference: value(candidate, reference, n))
    }


def _taken_out(of_both: bool) -> Function:
    """Make the function that removes n-grams of the candidate from the wanted list, or from both lists."""

    def function(candidate: Words, references: list[Words], n: int) -> Counts:
        left, present = grams(_best(candidate, references, n), n), grams(candidate, n)
        for gram in left:
            if gram in present:
                left.remove(gram)
                if of_both:
                    present.remove(gram)
        return Counter(left)

    return function


_MISSING = exercise(
    missing_ngrams,
    pair_and_order,
    ORDER_PROBES,
    {
        **around(LETTERS, *FEW_REFERENCES),
        "all references are used together, as in BLEU": (
            lambda candidate, references, n: (
                highest([simple_count(reference, n) for reference in references]) - simple_count(candidate, n)
            ),
            lambda candidate, references, n: (
                Counter(gram for reference in references for gram in grams(reference, n)) - simple_count(candidate, n)
            ),
        ),
        "the order n is ignored": {"choose": _best_by_words, "count": lambda words, n: simple_count(words, 1)},
        "the best reference is chosen by single words": {"choose": _best_by_words},
        "all orders up to n are counted together": {
            "count": lambda words, n: Counter(gram for order in range(1, n + 1) for gram in grams(words, order))
        },
        "there is no rule for 0/0": _of_the_highest(_recall_without_rule),
        "the worst reference is used instead of the best one": _of_the_highest(
            lambda candidate, reference, n: -rouge_n(candidate, [reference], n)
        ),
        # The candidate is the same for all references, so its precision is the highest where it has the most matches.
        "the result has the most matches or the highest precision, not the highest recall": _of_the_highest(
            lambda candidate, reference, n: match_counts(reference, [candidate], n)[0]
        ),
        "the last of two equally good references is used": {
            "choose": lambda candidate, references, n: _best(candidate, references[::-1], n)
        },
        "the n-grams of the candidate are not subtracted": {"left": of_the_references},
        "the reference is subtracted from the candidate": {"left": lambda wanted, present: present - wanted},
        "counts below 0 are kept": changed(int, of_the_references),
        IN_THE_LOOP: (_taken_out(of_both=True), _taken_out(of_both=False)),
        "only the first iteration of a loop counts": (
            {"left": lambda wanted, present: first_of(wanted - present)},
            {"count": lambda words, n: Counter(grams(words, n)[:1])},
        ),
        "each different word is counted only once": {
            "left": lambda wanted, present: Counter(wanted.keys() - present.keys())
        },
        "only n-grams that the candidate lacks completely are counted": kept_if(lambda wanted, present: present == 0),
        "the whole count is kept instead of the missing part": kept_if(lambda wanted, present: wanted > present),
    },
    read=read_counts,
    result="a dict or a Counter of n-grams",
)


# Leave out one reference.


def jackknifed_rouge(
    candidate: Words,
    references: list[Words],
    n: int,
    *,
    score: Callable[[Words, list[Words], int], float] = rouge_n,
    rounds: Callable[[list[Words]], list[list[Words]]] = without_each,
    finish: Callable[[list[float]], float] = fmean,
) -> float:
    """Compute the average of ROUGE-N over all ways to leave out one reference. A single reference is not left out."""
    if len(references) == 1:
        return score(candidate, references, n)
    return finish([score(candidate, others, n) for others in rounds(references)])


def _single_too(score: Callable[[Words, list[Words], int], float]) -> Function:
    """Make the function that leaves out even a single reference."""
    return lambda candidate, references, n: fmean([score(candidate, others, n) for others in without_each(references)])


def _without_all_equal(references: list[Words]) -> list[list[Words]]:
    return [[other for other in references if other != left_out] for left_out in references]


_JACKKNIFED = exercise(
    jackknifed_rouge,
    pair_and_order,
    [*ORDER_PROBES, ("the cat".split(), ["the cat".split(), "the cat".split(), "the mat".split()], 1)],
    {
        **around(LETTERS),
        "precision is computed instead of recall": {"score": modified_precision},
        "the order n is ignored": {"score": lambda candidate, references, n: rouge_n(candidate, references)},
        "there is no rule for 0/0": {
            "score": lambda candidate, references, n: max(
                _recall_without_rule(candidate, reference, n) for reference in references
            )
        },
        "the best value is returned instead of the average": rouge_n,
        "each reference is used alone, not the best of the others": {
            "rounds": lambda references: [[reference] for reference in references]
        },
        "the worst reference is used instead of the best one": {
            "score": lambda candidate, references, n: min(
                rouge_n(candidate, [reference], n) for reference in references
            )
        },
        "the smallest value is returned instead of the average": {"finish": min},
        "only one of the references is ever left out": either(
            "finish", lambda scores: scores[0], lambda scores: scores[-1]
        ),
        "only the first iteration of a loop counts": {"finish": lambda scores: scores[0] / len(scores)},
        "the sum is divided by one too few": {"finish": lambda scores: sum(scores) / (len(scores) - 1)},
        "the values are added up but not divided": {"finish": sum},
        "there is no rule for a single reference": (
            _single_too(rouge_n),
            _single_too(lambda candidate, others, n: rouge_n(candidate, others, n) if others else 0.0),
        ),
        "equal references are left out together": {"rounds": _without_all_equal},
        "a number is rounded": (
            *({"finish": mean} for mean in rounded(fmean)),  # the number for a single reference is not rounded
            *rounded(jackknifed_rouge),
        ),
    },
)
