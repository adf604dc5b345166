"""Slips in the other measures: recall, F and the error rates, and the rounding of any result."""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

from bleu_exercises._recipe import (
    Counts,
    Recipe,
    Words,
    divided,
    edit_table,
    f_beta,
    fewest_edits,
    highest,
    precision,
    recall_rows,
    short_pays,
)
from bleu_exercises._slips.slip import BLEU, SHARES, Slip, slips, slips_of

_recall = slips_of("recall", "rouge_n ngram_f1")
_f = slips_of("f", "f_score ngram_f1")
_f_beta = slips_of("f", "f_score")
_f_factor = slips_of("f_factor", "f_score")
_f_denominator = slips_of("f_denominator", "f_score")
_rate = slips_of("rate", "word_error_rate")

# Recall.

Recall = Callable[[Recipe, Words, list[Words], int], float]


def _of_recalls(choose: Callable[[list[float]], float]) -> Recall:
    """Combine the recalls of all references into one number."""
    return lambda recipe, candidate, references, n: choose(
        [recipe.ratio(*row) for row in recall_rows(recipe, candidate, references, n)]
    )


def _of_rows(choose: Callable[[list[tuple[float, float]]], tuple[float, float]]) -> Recall:
    """Combine the matches and totals of all references into one pair, and divide it."""
    return lambda recipe, candidate, references, n: recipe.ratio(*choose(recall_rows(recipe, candidate, references, n)))


def _best_precision(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return max(precision(recipe, candidate, [reference], n) for reference in references)


def _best_f1(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    """Compute the largest F1 with any reference."""
    precisions = (precision(recipe, candidate, [reference], n) for reference in references)
    rows = recall_rows(recipe, candidate, references, n)
    return max(f_beta(p, recipe.ratio(*row), 1.0) for p, row in zip(precisions, rows, strict=True))


def _of_merged(merge: Callable[[list[Counts]], Counts]) -> Recall:
    """Merge the counts of all references, and compute the recall of the merged counts."""

    def recall(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
        merged = merge([recipe.tally(recipe.ngrams(reference, n)) for reference in references])
        counts = recipe.tally(recipe.ngrams(candidate, n))
        return recipe.ratio(recipe.clip(merged, counts).total(), merged.total())

    return recall


# Errors.


def _edits(name: str, *ways: Callable[[Words, Words], float]) -> list[Slip]:
    """List the slips that count errors without the table, or with other costs in it."""
    return slips(name, "word_error_rate", "edits", *(_of_words(way) for way in ways))


def _of_words(count: Callable[[Words, Words], float]) -> Callable[[Recipe, Words, Words], float]:
    return lambda recipe, candidate, reference: count(candidate, reference)


def _in_common(candidate: Words, reference: Words) -> int:
    return (Counter(candidate) & Counter(reference)).total()


def by_position(rest: Callable[[int], int]) -> Callable[[Words, Words], float]:
    """Count the positions with different words, and add a number that depends on how many extra words there are."""
    return lambda candidate, reference: (
        sum(word != other for word, other in zip(candidate, reference, strict=False))
        + rest(len(candidate) - len(reference))
    )


def _in_one_row(first: Callable[[int, int], int]) -> Callable[[Words, Words], float]:
    """Fill a table whose rows are all the same list. `first` gives the first item of row i, from i and the last row."""

    def edits(down: Words, across: Words) -> float:
        row: list[float] = [first(0, len(down)), *range(1, len(across) + 1)]
        for i, word in enumerate(down, start=1):
            row[0] = first(i, len(down))
            for j, other in enumerate(across, start=1):
                row[j] = row[j - 1] if word == other else 1 + min(row[j - 1], row[j])
        return row[-1]

    return edits


_ONE_ROW = [_in_one_row(lambda i, many: i), _in_one_row(lambda i, many: 0), _in_one_row(lambda i, many: many)]


# Rounding does not hide other mistakes, so it is named last.

DIGITS = (2, 3, 4, 1, 5, 6, 8, 10)
"""The numbers of digits to which people round, the most usual first."""


def rounded(function: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """List the ways of rounding the result of a function, which is one number or a list of numbers."""

    def to(digits: int) -> Callable[..., Any]:
        def function_and_round(*arguments: Any) -> Any:
            result = function(*arguments)
            return [round(number, digits) for number in result] if isinstance(result, list) else round(result, digits)

        return function_and_round

    return tuple(map(to, DIGITS))


SLIPS: list[Slip] = [
    # Recall.
    *_recall("precision is computed instead of recall", precision, _best_precision),
    *_recall(
        "the most matches are used instead of the best recall",
        _of_rows(lambda rows: (max(matched for matched, _ in rows), max(total for _, total in rows))),
        _of_rows(lambda rows: max(rows, key=lambda row: row[0])),
    ),
    *_recall("all references are used together, as in BLEU", _of_merged(highest)),
    *_recall(
        "the position of the best reference is returned", _of_recalls(lambda recalls: recalls.index(max(recalls)))
    ),
    *_recall("the result is averaged over the references", _of_recalls(lambda recalls: sum(recalls) / len(recalls))),
    *_recall(
        "the counts of the references are added up",
        _of_rows(lambda rows: (sum(matched for matched, _ in rows), sum(total for _, total in rows))),
        _of_merged(lambda reference_counts: sum(reference_counts, Counter())),
    ),
    *_recall("the worst reference is used instead of the best one", _of_recalls(min)),
    *slips("F1 is computed instead of recall", "rouge_n", "recall", _best_f1),
    # The parts of F, and F itself.
    *slips("the precision of order n is used instead of BLEU-n", "ngram_f1", "bleu_n", precision),
    *slips(
        "BLEU-4 is used for every n",
        "ngram_f1",
        "bleu_n",
        lambda recipe, candidate, references, n: recipe.sentence(recipe, candidate, references, (0.25,) * 4),
    ),
    *_f("F is computed as the arithmetic mean", lambda recipe, p, r, beta: (p + r) / 2),
    *_f_beta("F is computed as the arithmetic mean", lambda recipe, p, r, beta: (p + beta**2 * r) / (1 + beta**2)),
    *_f("F is computed as the geometric mean", lambda recipe, p, r, beta: math.sqrt(p * r)),
    *_f_denominator(
        "beta weights the wrong side (or precision and recall are swapped)", lambda p, r, beta: p + beta**2 * r
    ),
    *_f_factor("the factor in front of F is missing", lambda beta: 1.0),
    *_f(
        "there is no rule for 0/0 in F",
        lambda recipe, p, r, beta: recipe.f_factor(beta) * p * r / recipe.f_denominator(p, r, beta),
    ),
    *_f_beta("beta is not squared", lambda recipe, p, r, beta: f_beta(p, r, math.sqrt(beta))),
    *_f_factor("beta is not squared", lambda beta: 1 + beta),
    *_f_denominator("beta is not squared", lambda p, r, beta: beta * p + r),
    *_f_beta("beta is ignored", lambda recipe, p, r, beta: f_beta(p, r, 1.0)),
    *_f_denominator("beta is ignored", lambda p, r, beta: p + r),
    *_f_factor("the factor in front is 2 for every beta", lambda beta: 2.0),
    *_f_factor("(1 + beta)^2 is used instead of 1 + beta^2", lambda beta: (1 + beta) ** 2),
    *_f_denominator("beta^2 multiplies the whole sum in the denominator", lambda p, r, beta: beta**2 * (p + r)),
    *_f_beta(
        "the brackets around 1 + beta^2 are missing",
        lambda recipe, p, r, beta: 1 + beta**2 * p * r / recipe.f_denominator(p, r, beta) if p + r > 0 else 0.0,
    ),
    *_f_beta(
        "beta is used as the share of precision",
        lambda recipe, p, r, beta: 1 / (beta / p + (1 - beta) / r) if p and r else 0.0,
        lambda recipe, p, r, beta: 1 / (beta / p + (1 - beta) / r),
    ),
    *_f_beta("precision is multiplied by recall", lambda recipe, p, r, beta: p * r),
    *_f_beta("the smaller of precision and recall is returned", lambda recipe, p, r, beta: min(p, r)),
    *_f_beta("precision is multiplied by beta", lambda recipe, p, r, beta: divided(2 * beta * p * r, beta * p + r)),
    # Errors.
    *slips("a substitution is counted as two errors", "word_error_rate", "substitution", 2),
    *slips(
        "the first row or column of the table contains only zeros", "word_error_rate", "border", (0, 0), (0, 1), (1, 0)
    ),
    *_edits(
        "all rows of the table are the same list (or the diagonal is not used)",
        *_ONE_ROW,
        *(lambda candidate, reference, edits=edits: edits(reference, candidate) for edits in _ONE_ROW),
    ),
    *_edits("only the lengths are compared", lambda candidate, reference: abs(len(candidate) - len(reference))),
    *_edits(
        "words are compared position by position",
        by_position(lambda extra: 0),
        by_position(abs),
        by_position(lambda extra: max(-extra, 0)),
    ),
    *_edits("extra words are not counted", lambda candidate, reference: edit_table(candidate, reference, insertion=0)),
    *_edits("missing words are not counted", lambda candidate, reference: edit_table(candidate, reference, deletion=0)),
    *_edits(
        "the order of the words is ignored",
        lambda candidate, reference: len(reference) - _in_common(candidate, reference),
        lambda candidate, reference: max(len(candidate), len(reference)) - _in_common(candidate, reference),
        lambda candidate, reference: len(candidate) + len(reference) - 2 * _in_common(candidate, reference),
        lambda candidate, reference: sum(word not in candidate for word in reference),
        lambda candidate, reference: sum(word not in reference for word in candidate),
    ),
    *_edits(
        "each different word is counted only once",
        lambda candidate, reference: len(set(reference) - set(candidate)),
        lambda candidate, reference: len(set(reference) ^ set(candidate)),
    ),
    *slips(
        "the last word is ignored (off by one)",
        "word_error_rate",
        "edits",
        lambda recipe, candidate, reference: fewest_edits(recipe, candidate[:-1], reference[:-1]),
    ),
    *_rate(
        "the denominator is the candidate's length (or the arguments are swapped)",
        lambda edits, c, r: edits / c,
        lambda edits, c, r: edits / c if c > 0 else 0.0,
        lambda edits, c, r: edits / max(c, 1),
    ),
    *_rate("the denominator is the longer of the two lengths", lambda edits, c, r: edits / max(c, r)),
    *_rate("the denominator is the sum of the two lengths", lambda edits, c, r: edits / (c + r)),
    *_rate("a number of errors is returned instead of a rate", lambda edits, c, r: edits),
    *_rate("the share of right words is returned instead of the error rate", lambda edits, c, r: 1 - edits / r),
    *_rate("the rate is limited to 1", lambda edits, c, r: min(edits / r, 1)),
    # Rounding a precision, a penalty or the result.
    *slips("a number is rounded", BLEU, "ratio", *rounded(divided)),
    *slips("a number is rounded", BLEU, "cap", *rounded(short_pays)),
    *slips(
        "a number is rounded",
        f"unigram_precision brevity_penalty f_score word_error_rate {SHARES}",
        "finish",
        *rounded(lambda result: result),
    ),
]
