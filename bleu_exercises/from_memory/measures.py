"""Recall, F and the word error rate, from memory, and the ways of getting them wrong."""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from bleu_exercises._ways import LAST_WORD, LETTERS, LOWERED, ROUNDED, Ways, around, either, merged
from bleu_exercises.from_memory.bleu import MEANS, bleu_score
from bleu_exercises.from_memory.counts import (
    SHARED_WITH_BLEU,
    SHARED_WITH_RECALL,
    Counts,
    Match,
    References,
    Words,
    clipped,
    counted,
    divided,
    highest,
    match_counts,
    modified_precision,
)
from bleu_exercises.from_memory.lengths import PENALTY_IN_BLEU, PENALTY_OF_ONE

Rows: TypeAlias = list[tuple[float, float]]
"""For each reference, how many of its n-grams the candidate has, and how many n-grams it has."""
Ratio: TypeAlias = Callable[[float, float], float]

# Recall.


def of_each_reference(candidate: Words, references: References, n: int, **counting: Any) -> Rows:
    """Count how many n-grams of each reference the candidate has, and how many n-grams there are."""
    return [match_counts(reference, [candidate], n, **counting) for reference in references]


def highest_ratio(rows: Rows, ratio: Ratio) -> float:
    """Compute the largest recall of any reference."""
    return max(ratio(*row) for row in rows)


def rouge_n(
    candidate: Words,
    references: References,
    n: int,
    *,
    rows: Callable[..., Rows] = of_each_reference,
    best: Callable[[Rows, Ratio], float] = highest_ratio,
    ratio: Ratio = divided,
    **counting: Any,
) -> float:
    """Compute ROUGE-N: the largest recall of any reference."""
    return best(rows(candidate, references, n, **counting), ratio)


def _of_recalls(choose: Callable[[list[float]], float]) -> Callable[[Rows, Ratio], float]:
    """Combine the recalls of all references into one number."""
    return lambda rows, ratio: choose([ratio(*row) for row in rows])


def _of_rows(choose: Callable[[Rows], tuple[float, float]]) -> Callable[[Rows, Ratio], float]:
    """Combine the matches and totals of all references into one pair, and divide it."""
    return lambda rows, ratio: ratio(*choose(rows))


def _best_f1(candidate: Words, references: References, n: int) -> float:
    """Compute the largest F1 with any reference."""

    def precision(first: Words, second: Words) -> float:
        return modified_precision(first, [second], n)

    return max(f1(precision(candidate, reference), precision(reference, candidate)) for reference in references)


def _of_merged(merge: Callable[[list[Counts]], Counts]) -> Callable[..., Rows]:
    """Merge the counts of all references, and count how many of these n-grams the candidate has."""

    def rows(candidate: Words, references: References, n: int, match: Match = clipped, **counting: Any) -> Rows:
        counting = {name: choice for name, choice in counting.items() if name not in ("matches", "total")}
        counts, reference_counts = counted(candidate, references, n, **counting)
        every = merge(reference_counts)
        return [(match(every, counts).total(), every.total())]

    return rows


_RECALL: Ways = {
    "precision is computed instead of recall": either(
        "rows",
        lambda candidate, references, n, **counting: [match_counts(candidate, references, n, **counting)],
        lambda candidate, references, n, **counting: [
            match_counts(candidate, [reference], n, **counting) for reference in references
        ],
    ),
    "the most matches are used instead of the best recall": either(
        "best",
        _of_rows(lambda rows: (max(matched for matched, _ in rows), max(total for _, total in rows))),
        _of_rows(lambda rows: max(rows, key=lambda row: row[0])),
    ),
    "all references are used together, as in BLEU": {"rows": _of_merged(highest)},
    "the position of the best reference is returned": {
        "best": _of_recalls(lambda recalls: recalls.index(max(recalls)))
    },
    "the result is averaged over the references": {"best": _of_recalls(lambda recalls: sum(recalls) / len(recalls))},
    "the counts of the references are added up": (
        {"best": _of_rows(lambda rows: (sum(matched for matched, _ in rows), sum(total for _, total in rows)))},
        {"rows": _of_merged(lambda every: sum(every, Counter()))},
    ),
    "the worst reference is used instead of the best one": {"best": _of_recalls(min)},
}
ROUGE_N = merged(SHARED_WITH_RECALL, _RECALL, {"F1 is computed instead of recall": _best_f1}, around(ROUNDED))

# F.


def weighed_sum(p: float, r: float, beta: float) -> float:
    """Add the precision, multiplied by beta squared, and the recall."""
    return beta**2 * p + r


def f_score(
    p: float,
    r: float,
    beta: float,
    *,
    factor: Callable[[float], float] = lambda beta: 1 + beta**2,
    denominator: Callable[[float, float, float], float] = weighed_sum,
    divide: Ratio = divided,
    square: Callable[[float], float] = lambda beta: beta**2,
) -> float:
    """Compute F, with 0/0 = 0."""
    beta = math.sqrt(square(beta))
    return divide(factor(beta) * p * r, denominator(p, r, beta))


_ARITHMETIC, _GEOMETRIC = "F is computed as the arithmetic mean", "F is computed as the geometric mean"
_NO_RULE = "there is no rule for 0/0 in F"
F_SCORE: Ways = {
    _ARITHMETIC: (lambda p, r, beta: (p + r) / 2, lambda p, r, beta: (p + beta**2 * r) / (1 + beta**2)),
    _GEOMETRIC: lambda p, r, beta: math.sqrt(p * r),
    "beta weights the wrong side (or precision and recall are swapped)": {
        "denominator": lambda p, r, beta: p + beta**2 * r
    },
    "the factor in front of F is missing": {"factor": lambda beta: 1.0},
    _NO_RULE: {"divide": lambda top, bottom: top / bottom},
    "beta is not squared": (
        {"square": lambda beta: beta},
        {"factor": lambda beta: 1 + beta},
        {"denominator": lambda p, r, beta: beta * p + r},
    ),
    "beta is ignored": ({"square": lambda beta: 1.0}, {"denominator": lambda p, r, beta: p + r}),
    "the factor in front is 2 for every beta": {"factor": lambda beta: 2.0},
    "(1 + beta)^2 is used instead of 1 + beta^2": {"factor": lambda beta: (1 + beta) ** 2},
    "beta^2 multiplies the whole sum in the denominator": {"denominator": lambda p, r, beta: beta**2 * (p + r)},
    "the brackets around 1 + beta^2 are missing": lambda p, r, beta, denominator=weighed_sum: (
        1 + beta**2 * p * r / denominator(p, r, beta) if p + r > 0 else 0.0
    ),
    "beta is used as the share of precision": (
        lambda p, r, beta: 1 / (beta / p + (1 - beta) / r) if p and r else 0.0,
        lambda p, r, beta: 1 / (beta / p + (1 - beta) / r),
    ),
    "precision is multiplied by recall": lambda p, r, beta: p * r,
    "the smaller of precision and recall is returned": lambda p, r, beta: min(p, r),
    "precision is multiplied by beta": lambda p, r, beta: divided(2 * beta * p * r, beta * p + r),
    **around(ROUNDED),
}

# F1 of BLEU and ROUGE.


def bleu_of_order(candidate: Words, references: References, n: int, **steps: Any) -> float:
    """Compute BLEU-n with equal weights."""
    return bleu_score(candidate, references, (1 / n,) * n, **steps)


def f1(p: float, r: float, **steps: Any) -> float:
    """Compute F1."""
    return f_score(p, r, 1.0, **steps)


def ngram_f1(
    candidate: Words,
    references: References,
    n: int,
    *,
    bleu_n: Callable[..., float] = bleu_of_order,
    recall: Callable[..., float] = rouge_n,
    f: Ratio = f1,
    **steps: Any,
) -> float:
    """Compute F1 of BLEU-n and ROUGE-n."""
    return f(bleu_n(candidate, references, n, **steps), recall(candidate, references, n, **_shared(steps)))


def _shared(steps: Mapping[str, Any]) -> dict[str, Any]:
    """Keep the steps that BLEU and ROUGE have in common."""
    names = ("ngrams", "own", "tally", "others", "matches", "match", "total", "ratio")
    return {name: steps[name] for name in names if name in steps}


# Here it does not matter how BLEU treats a 0: if order n has no match, ROUGE is 0 too, and so is F1.
NGRAM_F1 = merged(
    {name: ways for name, ways in SHARED_WITH_BLEU.items() if name != "the score does not depend on the matches"},
    PENALTY_IN_BLEU,
    MEANS,
    PENALTY_OF_ONE,
    {"the references are ignored": {"match": lambda counts, allowed: counts}},
    {name: {"recall": partial(rouge_n, **ways[0])} for name, ways in merged(_RECALL).items()},
    {
        "the precision of order n is used instead of BLEU-n": {
            "bleu_n": lambda candidate, references, n, **steps: modified_precision(
                candidate, references, n, **_shared(steps)
            )
        },
        "BLEU-4 is used for every n": {
            "bleu_n": lambda candidate, references, n, **steps: bleu_score(candidate, references, (0.25,) * 4, **steps)
        },
        _ARITHMETIC: {"f": lambda p, r: (p + r) / 2},
        _GEOMETRIC: {"f": lambda p, r: math.sqrt(p * r)},
        _NO_RULE: {"f": lambda p, r: 2 * p * r / (p + r)},
    },
    around(ROUNDED),
)

# Errors.


def edit_table(
    candidate: Words,
    reference: Words,
    substitution: float = 1,
    insertion: float = 1,
    deletion: float = 1,
    border: tuple[float, float] = (1, 1),
) -> float:
    """Compute an edit distance with other costs. `border` scales the first column and the first row of the table."""
    row = [j * deletion * border[1] for j in range(len(reference) + 1)]
    for i, word in enumerate(candidate, start=1):
        above = row
        row = [i * insertion * border[0]]
        for j, other in enumerate(reference, start=1):
            change = above[j - 1] + (substitution if word != other else 0)
            row.append(min(change, above[j] + insertion, row[j - 1] + deletion))
    return row[-1]


def word_error_rate(
    candidate: Words,
    reference: Words,
    *,
    edits: Callable[[Words, Words], float] = edit_table,
    rate: Callable[[float, int, int], float] = lambda edits, c, r: edits / r,
) -> float:
    """Divide the number of errors by the reference's length."""
    return rate(edits(candidate, reference), len(candidate), len(reference))


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

WORD_ERROR_RATE = merged(
    around(LETTERS, LOWERED),
    {
        "a substitution is counted as two errors": {"edits": partial(edit_table, substitution=2)},
        "the first row or column of the table contains only zeros": tuple(
            {"edits": partial(edit_table, border=border)} for border in ((0, 0), (0, 1), (1, 0))
        ),
        "all rows of the table are the same list (or the diagonal is not used)": either(
            "edits",
            *_ONE_ROW,
            *(lambda candidate, reference, edits=edits: edits(reference, candidate) for edits in _ONE_ROW),
        ),
        "only the lengths are compared": {"edits": lambda candidate, reference: abs(len(candidate) - len(reference))},
        "words are compared position by position": either(
            "edits", by_position(lambda extra: 0), by_position(abs), by_position(lambda extra: max(-extra, 0))
        ),
        "extra words are not counted": {"edits": partial(edit_table, insertion=0)},
        "missing words are not counted": {"edits": partial(edit_table, deletion=0)},
        "the order of the words is ignored": either(
            "edits",
            lambda candidate, reference: len(reference) - _in_common(candidate, reference),
            lambda candidate, reference: max(len(candidate), len(reference)) - _in_common(candidate, reference),
            lambda candidate, reference: len(candidate) + len(reference) - 2 * _in_common(candidate, reference),
            lambda candidate, reference: sum(word not in candidate for word in reference),
            lambda candidate, reference: sum(word not in reference for word in candidate),
        ),
        "each different word is counted only once": either(
            "edits",
            lambda candidate, reference: len(set(reference) - set(candidate)),
            lambda candidate, reference: len(set(reference) ^ set(candidate)),
        ),
        LAST_WORD: {"edits": lambda candidate, reference: edit_table(candidate[:-1], reference[:-1])},
    },
    {
        "the denominator is the candidate's length (or the arguments are swapped)": either(
            "rate",
            lambda edits, c, r: edits / c,
            lambda edits, c, r: edits / c if c > 0 else 0.0,
            lambda edits, c, r: edits / max(c, 1),
        ),
        "the denominator is the longer of the two lengths": {"rate": lambda edits, c, r: edits / max(c, r)},
        "the denominator is the sum of the two lengths": {"rate": lambda edits, c, r: edits / (c + r)},
        "a number of errors is returned instead of a rate": {"rate": lambda edits, c, r: edits},
        "the share of right words is returned instead of the error rate": {"rate": lambda edits, c, r: 1 - edits / r},
        "the rate is limited to 1": {"rate": lambda edits, c, r: min(edits / r, 1)},
    },
    around(ROUNDED),
)
