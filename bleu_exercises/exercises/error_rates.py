"""The exercises of the lesson `error_rates`."""

from collections.abc import Callable
from statistics import fmean
from typing import Any

from bleu_exercises._random_inputs import FEW_LOOKS, PAIRS, Words, draw_pair, two_sentences
from bleu_exercises._ways import FEW_REFERENCES, FINISH, JOINED, LAST_WORD, LETTERS, Function, Way, around, either
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.exercises.brevity_penalty import closest_reference
from bleu_exercises.from_memory.lengths import closest
from bleu_exercises.from_memory.measures import by_position, edit_table
from bleu_helpers import align
from exercise_checker import pick

# What if a substitution has another cost?


def weighted_distance(
    candidate: Words,
    reference: Words,
    substitution: float,
    *,
    distance: Callable[[Words, Words, float], float] = edit_table,
    rate: Callable[[float, int], float] = lambda cost, r: cost,
) -> float:
    """Compute the lowest cost of turning one sentence into the other, where an insertion or deletion costs 1."""
    return rate(distance(candidate, reference, substitution), len(reference))


def _costs(**costs: Any) -> Way:
    """Make the distance with other costs: each is a number, or "same" for the cost of a substitution."""

    def function(candidate: Words, reference: Words, substitution: float) -> float:
        given: dict[str, Any] = {name: substitution if cost == "same" else cost for name, cost in costs.items()}
        return edit_table(candidate, reference, **{"substitution": substitution, **given})

    return {"distance": function}


def _hits_cost(candidate: Words, reference: Words, substitution: float) -> float:
    # Every word of the candidate is replaced with a tuple, so that no two words are equal.
    return edit_table([(word, "here") for word in candidate], reference, substitution=substitution)


def _weighed_later(candidate: Words, reference: Words, substitution: float) -> float:
    fewest = align(candidate, reference)
    return fewest.substitutions * substitution + fewest.deletions + fewest.insertions


_WEIGHTED = exercise(
    weighted_distance,
    lambda random: (*two_sentences(random), pick(random, [0.5, 0.5, 1.0, 1.5, 1.5, 2.0, 2.0])),
    [
        ("the dog".split(), "the cat".split(), 0.5),
        ("cat the".split(), "the cat".split(), 0.5),
        *((candidate, reference, 1.5) for candidate, references in FEW_LOOKS for reference in references),
    ],
    {
        **around(LETTERS, LAST_WORD),
        "the cost of a substitution is ignored": (_costs(substitution=1), _costs(substitution=2)),
        "an equal word has a cost too": {"distance": _hits_cost},
        "an insertion or a deletion has the cost of a substitution": (
            _costs(insertion="same", deletion="same"),
            _costs(insertion="same"),
            _costs(deletion="same"),
        ),
        "the first row or column of the table contains only zeros": tuple(
            _costs(border=border) for border in ((0, 0), (0, 1), (1, 0))
        ),
        "extra words are not counted": _costs(insertion=0),
        "missing words are not counted": _costs(deletion=0),
        "the fewest edits are used instead of the cheapest ones": {"distance": _weighed_later},
        "the cost is divided by the length of the reference": {"rate": lambda cost, r: cost / r},
    },
)


# What if there are several references?


def edits_per_average_word(
    candidate: Words,
    references: list[Words],
    *,
    distance: Callable[[Words, Words], float] = edit_table,
    choose: Callable[[list[float]], float] = min,
    by: Callable[[int, list[int]], float] = lambda c, lengths: fmean(lengths),
) -> float:
    """Divide the fewest edits to any reference by the average length of the references."""
    edits = choose([distance(candidate, reference) for reference in references])
    return edits / by(len(candidate), [len(reference) for reference in references])


def _by_the_nearest(candidate: Words, references: list[Words]) -> float:
    nearest = min(references, key=lambda reference: edit_table(candidate, reference))
    return edit_table(candidate, nearest) / len(nearest)


def _of_rates(choose: Callable[[list[float]], float]) -> Function:
    return lambda candidate, references: choose(
        [edit_table(candidate, reference) / len(reference) for reference in references]
    )


def _to_the_closest_length(candidate: Words, references: list[Words]) -> float:
    return edit_table(candidate, closest_reference(candidate, references)) / fmean(map(len, references))


_SEVERAL = exercise(
    edits_per_average_word,
    lambda random: draw_pair(random, longest=6),
    [
        ("the cat".split(), ["a dog".split(), "the cat sat".split()]),
        *PAIRS[5:],
        *((candidate, references[:1]) for candidate, references in FEW_LOOKS),
    ],
    {
        **around(LETTERS, *FEW_REFERENCES, JOINED),
        "words are compared position by position": {"distance": by_position(abs)},
        "the smallest of the error rates is returned": _of_rates(min),
        "the average of the error rates is returned": _of_rates(fmean),
        "the edits to all references are counted instead of the fewest": either("choose", sum, fmean),
        "only the edits to the first reference are counted": {"choose": lambda edits: edits[0]},
        "the most edits are used instead of the fewest": {"choose": max},
        "the reference with the closest length is used, not the nearest one": _to_the_closest_length,
        "the denominator is the length of the nearest reference": _by_the_nearest,
        "the denominator is the length of a single reference": either(
            "by",
            lambda c, lengths: lengths[0],
            lambda c, lengths: min(lengths),
            lambda c, lengths: max(lengths),
            closest,
        ),
        "the denominator is the number of words in all references": {"by": lambda c, lengths: sum(lengths)},
        "the result is divided once too often": {"by": lambda c, lengths: sum(lengths) * len(lengths)},
        "the average length is rounded": either(
            "by", lambda c, lengths: sum(lengths) // len(lengths), lambda c, lengths: round(sum(lengths) / len(lengths))
        ),
        "the denominator is the length of the candidate": {"by": lambda c, lengths: max(c, 1)},
        "the rate is limited to 1": {FINISH: lambda rate: min(rate, 1)},
        "a number of errors is returned instead of a rate": {"by": lambda c, lengths: 1},
    },
)
