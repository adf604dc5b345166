"""Make an input that shows a mistake smaller, one step at a time, for as long as it still shows it.

What is simpler than an argument is known for the kinds of arguments that go through the whole series. A task with other
ones says it itself, in its `smaller`, with the functions that stand here.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from bleu_helpers.checks._drawing import Arguments, Words

Item = TypeVar("Item")

Simpler: TypeAlias = Callable[[Any], Iterator[Any]]
"""Yields what is simpler than one argument, each a small step away."""

Smaller: TypeAlias = Callable[..., Iterator[Arguments]]
"""Takes the arguments of a call, and yields the simpler neighbours of all of them together."""


def shrink(
    neighbours: Callable[[Arguments], Iterator[Arguments]],
    arguments: Arguments,
    still_fails: Callable[[Arguments], bool],
) -> Arguments:
    """Make a failing input smaller, one step at a time, for as long as it still fails."""
    while True:
        for simpler in neighbours(arguments):
            if still_fails(simpler):
                arguments = simpler
                break
        else:
            return arguments


def size(arguments: Any) -> tuple[bool, int]:
    """Say how much there is to read in an input. Empty sentences come last: most mistakes show without them.

    >>> size((["the"], [["the", "cat"]])) < size(([], [["the"]]))
    True
    """
    text = repr(arguments)
    return "[]" in text, len(text)


# What is simpler than one argument.


def fewer(items: list[Any]) -> Iterator[list[Any]]:
    """Leave out one word, or one item of another kind."""
    # A sentence keeps a word: an empty one is a corner of its own, and explains nothing else.
    if len(items) > 1:
        for place in range(len(items)):
            yield items[:place] + items[place + 1 :]


def fewer_references(references: list[Words]) -> Iterator[list[Words]]:
    """Leave out one reference, or one word of one."""
    yield from fewer(references)
    for place, reference in enumerate(references):
        for shorter in fewer(reference):
            yield [*references[:place], shorter, *references[place + 1 :]]


def plainer(plain: Sequence[Item], item: Item) -> Iterator[Item]:
    """Yield the plain ones, or those that stand before `item` if it is one of them."""
    yield from plain[: plain.index(item)] if item in plain else plain


def plainer_weights(weights: tuple[float, ...]) -> Iterator[tuple[float, ...]]:
    """Take weights that are plainer."""
    yield from plainer([(1.0,), (0.5, 0.5), (0.25, 0.25, 0.25, 0.25)], weights)


def plainer_share(share: float) -> Iterator[float]:
    """Take a number from 0 to 1 that is plainer."""
    yield from plainer([0.0, 1.0, 0.5, 0.25, 0.75], share)


def plainer_beta(beta: float) -> Iterator[float]:
    """Take 1 or 2 as beta."""
    yield from plainer([1.0, 2.0], beta)


def lower_order(n: int) -> Iterator[int]:
    """Take a lower n."""
    yield from range(1, n)


def nothing(argument: Any) -> Iterator[Any]:
    """Leave an argument as it is: nothing is known that would be simpler."""
    yield from ()


_USUAL: dict[str, Simpler] = {
    "tokens": fewer,
    "candidate": fewer,
    "reference": fewer,
    "references": fewer_references,
    "n": lower_order,
    "weights": plainer_weights,
}
"""By the names that the arguments have in all lessons."""


# What is simpler than all arguments of a call.


def one_at_a_time(*simpler: Simpler) -> Smaller:
    """Make what is simpler than a call, one argument at a time, from what is simpler than each of them.

    >>> list(one_at_a_time(fewer, lower_order)(["the", "cat"], 2))
    [(['cat'], 2), (['the'], 2), (['the', 'cat'], 1)]
    """

    def smaller(*arguments: Any) -> Iterator[Arguments]:
        for place, (simpler_than, argument) in enumerate(zip(simpler, arguments, strict=True)):
            for one in simpler_than(argument):
                yield (*arguments[:place], one, *arguments[place + 1 :])

    return smaller


def by_names(parameters: Sequence[str]) -> Smaller:
    """Make what is simpler than a call whose arguments have the usual names. One with another name stays as it is."""
    return one_at_a_time(*(_USUAL.get(name, nothing) for name in parameters))


def fewer_in_step(ones: list[Any], others: list[Any], *rest: Any) -> Iterator[Arguments]:
    """Leave out the same place of two lists that belong together."""
    for shorter, shorter_too in zip(fewer(ones), fewer(others), strict=True):
        yield (shorter, shorter_too, *rest)


def smaller_corpora(candidates: list[Words], corpus: list[list[Words]], *weights: Any) -> Iterator[Arguments]:
    """Leave out a segment, make one smaller, or take plainer weights where there are any."""
    yield from fewer_in_step(candidates, corpus, *weights)
    for place, pair in enumerate(zip(candidates, corpus, strict=True)):
        for candidate, references in one_at_a_time(fewer, fewer_references)(*pair):
            yield (
                [*candidates[:place], candidate, *candidates[place + 1 :]],
                [*corpus[:place], references, *corpus[place + 1 :]],
                *weights,
            )
    for one in weights:
        yield from ((candidates, corpus, plainer_one) for plainer_one in plainer_weights(one))
