"""Which known mistakes explain what a function did: one of them or two, on every input or on the ordinary ones.

Most functions stop on an empty or short candidate, whatever else is wrong with them. So a mistake is also looked for on
the inputs that are long enough for every n-gram, and what happens on the other ones is another matter.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from bleu_helpers.checks._drawing import Arguments
from bleu_helpers.checks._guard import Run
from bleu_helpers.checks._outcomes import Outcome, agree, close, nearly, outcome_of
from bleu_helpers.checks._shrinking import size
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.catalogue import Mistake, with_both

FEWEST = 8
"""So many ordinary inputs are needed to name a mistake from them."""

_SAMPLE = 20
"""So many wrong results are looked at to find the mistakes that may be one of two."""

_MOST_CALLS = 20_000
"""The search for two mistakes gives up after so many calls of our functions. It has no clock, so that it says the same
on every machine."""


class Row(NamedTuple):
    """One input: what is right for it, and what the learner's function did."""

    arguments: Arguments
    right: Outcome
    run: Run
    outcome: Outcome

    def is_right(self, alike: Callable[[float, float], bool] = close) -> bool:
        """Whether the learner's function is right here."""
        return agree(self.outcome, self.right, alike)


class Explained(NamedTuple):
    """The mistakes that a function makes, the deepest cause first, and the inputs on which nothing else is wrong.

    `function` makes them all. `more` says that there is another one, which has no name here.
    """

    mistakes: tuple[Mistake, ...]
    rows: list[Row]
    function: Callable[..., Any]
    more: bool = False


# Which inputs are ordinary.


def short(task: Task, arguments: Arguments) -> dict[str, int]:
    """Find the arguments with a sentence that is too short to have an n-gram of each order, and the length it has.

    >>> from bleu_helpers.checks._tasks import TASKS
    >>> short(TASKS["count_clip"], (["a"], [["a", "b"], []], 2))
    {'candidate': 1, 'references': 0}
    """
    given, enough = dict(zip(task.parameters, arguments, strict=True)), longest_order(task, arguments)
    lengths = {name: min(map(len, _sentences(argument)), default=enough) for name, argument in given.items()}
    return {name: length for name, length in lengths.items() if length < enough}


def longest_order(task: Task, arguments: Arguments) -> int:
    """Find the length of the longest n-grams that are looked at."""
    given = dict(task.fixed) | dict(zip(task.parameters, arguments, strict=True))
    return int(given["n"]) if "n" in given else len(given["weights"]) if "weights" in given else 1


def _sentences(argument: Any) -> Iterator[Any]:
    """Yield the sentences in an argument, however deep they lie. A text counts as one."""
    if isinstance(argument, str) or (isinstance(argument, list) and all(isinstance(item, str) for item in argument)):
        yield argument
    elif isinstance(argument, list):
        for item in argument:
            yield from _sentences(item)


def levels(task: Task, rows: list[Row]) -> list[list[Row]]:
    """List the rows that are left when more and more of the corners are put aside.

    First all of them; then those with candidates that are long enough; then those with references that are, too; then
    those whose right result has no 0 in it.
    """
    lacking = [set(short(task, row.arguments)) for row in rows]
    long = [row for row, names in zip(rows, lacking, strict=True) if all("reference" in name for name in names)]
    all_long = [row for row, names in zip(rows, lacking, strict=True) if not names]
    return [rows, long, all_long, [row for row in all_long if _is_something(row.right)]]


def ordinary(task: Task, rows: list[Row]) -> list[Row]:
    """List the rows with sentences that are long enough for every n-gram."""
    return levels(task, rows)[2]


def _is_something(right: Outcome) -> bool:
    return all(right.value) if right.kind == "numbers" else bool(right.value)


# One mistake.


def explain(task: Task, rows: list[Row]) -> Explained | None:
    """Find the known mistakes that a function makes: one if it explains everything, and otherwise two."""
    return _one(task, rows) or _two(task, rows)


def _one(task: Task, rows: list[Row]) -> Explained | None:
    for alike in (close, nearly):
        for number, level in enumerate(levels(task, rows)):
            wrong = [row for row in level if not row.is_right(alike)]
            if not wrong or (number > 0 and len(level) < FEWEST):
                break
            wrong_first = [*wrong, *(row for row in level if row.is_right(alike))]
            found = [one for one in task.mistakes if _explains(task, one.function, wrong_first, alike)]
            best = _best(task, found, rows, lambda one: one.function)
            if len({one.name for one in best}) == 1:
                return Explained((best[0],), level, best[0].function)
    return None


def _explains(task: Task, function: Callable[..., Any], rows: Sequence[Row], alike: Callable[..., bool]) -> bool:
    return all(agree(outcome_of(task.read, function, row.arguments), row.outcome, alike) for row in rows)


def _best(task: Task, found: list[Any], rows: list[Row], function: Callable[[Any], Callable[..., Any]]) -> list[Any]:
    """Keep those that do the same as the learner's function on the most of all inputs."""
    if len(found) < 2:
        return found
    scores = [
        sum(agree(outcome_of(task.read, function(one), row.arguments), row.outcome, nearly) for row in rows)
        for one in found
    ]
    return [one for one, score in zip(found, scores, strict=True) if score == max(scores)]


# Two mistakes.


class _Both(NamedTuple):
    mistakes: tuple[Mistake, Mistake]
    function: Callable[..., Any]


def _two(task: Task, rows: list[Row]) -> Explained | None:
    """Search the pairs in stages: where only one of the two shows, the function does what this one does alone."""
    level = _without_errors(task, rows)
    wrong = sorted((row for row in level if not row.is_right(nearly)), key=lambda row: size(row.arguments))
    if not wrong or len(level) < FEWEST:
        return None
    sample = wrong[:: max(len(wrong) // _SAMPLE, 1)]
    found = list(_pairs(task, level, sample, [_explained(task, ways, sample) for ways in _ways(task)]))
    best = _best(task, found, rows, lambda both: both.function)
    shared = set.intersection(*({one.name for one in both.mistakes} for both in best)) if best else set()
    named = tuple(one for one in best[0].mistakes if one.name in shared) if best else ()
    in_order = tuple(sorted(named, key=task.mistakes.index))
    return Explained(in_order, level, best[0].function, more=len(named) < 2) if named else None


def _explained(task: Task, ways: list[Mistake], sample: list[Row]) -> set[int]:
    """The places of the sample in which one of these ways of making a mistake does the same as the function."""
    return {
        place for place, row in enumerate(sample) if any(_explains(task, one.function, [row], nearly) for one in ways)
    }


def _without_errors(task: Task, rows: list[Row]) -> list[Row]:
    """The first of the levels on which the function never stops with an error, or the last one."""
    every = levels(task, rows)
    return next((level for level in every if all(row.outcome.kind != "error" for row in level)), every[-1])


def _ways(task: Task) -> list[list[Mistake]]:
    """The task's mistakes, with those together that were made of one slip."""
    ways: dict[int, list[Mistake]] = {}
    for one in task.mistakes:
        ways.setdefault(id(one.slip or one), []).append(one)
    return list(ways.values())


def _pairs(task: Task, level: list[Row], sample: list[Row], alone: list[set[int]]) -> Iterator[_Both]:
    """Yield the pairs that explain every row of the level."""
    ways, calls, tried = _ways(task), 0, set()
    in_turn = sorted(range(len(ways)), key=lambda number: -len(alone[number]))
    for first in in_turn:
        if not alone[first]:
            return
        others = [row for place, row in enumerate(sample) if place not in alone[first]]
        rest = [row for row in level if row not in others]
        for second in in_turn:
            one, other = ways[first][0], ways[second][0]
            if one.name == other.name or frozenset((first, second)) in tried:
                continue
            tried.add(frozenset((first, second)))
            for function in with_both(one, other, task.parameters, task.form):
                for row in (*others, *rest):
                    calls += 1
                    if not _explains(task, function, [row], nearly):
                        break
                else:
                    yield _Both((one, other), function)
                if calls > _MOST_CALLS:
                    return
