"""Make the arguments of the lessons' functions simpler, so that an input that shows a mistake becomes smaller."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from bleu_exercises._drawing import Words
from exercise_checker import Arguments
from exercise_checker.shrinking import Simpler, Smaller, fewer_in_step, nothing, one_at_a_time, plainer, simpler

plainer_weights = partial(plainer, [(1.0,), (0.5, 0.5), (0.25, 0.25, 0.25, 0.25)])
plainer_share = partial(plainer, [0.0, 1.0, 0.5, 0.25, 0.75])
plainer_beta = partial(plainer, [1.0, 2.0])
"""Yield simpler values."""


_USUAL: dict[str, Simpler] = {
    **dict.fromkeys(("tokens", "candidate", "reference", "references", "n"), simpler),
    "weights": plainer_weights,
}
"""The steps for each argument, by the names that the arguments have in all lessons."""


def by_names(parameters: Sequence[str]) -> Smaller:
    """Return the steps that simplify a call whose arguments have the usual names. Other arguments do not change."""
    return one_at_a_time(*(_USUAL.get(name, nothing) for name in parameters))


def smaller_corpora(candidates: list[Words], corpus: list[list[Words]], *weights: Any) -> Iterator[Arguments]:
    """Leave out a segment, make one smaller, or use simpler weights if there are any."""
    yield from fewer_in_step(candidates, corpus, *weights)
    for place, pair in enumerate(zip(candidates, corpus, strict=True)):
        for candidate, references in one_at_a_time(simpler, simpler)(*pair):
            yield (
                [*candidates[:place], candidate, *candidates[place + 1 :]],
                [*corpus[:place], references, *corpus[place + 1 :]],
                *weights,
            )
    for weight in weights:
        yield from ((candidates, corpus, plainer_one) for plainer_one in plainer_weights(weight))
