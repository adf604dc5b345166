"""Reviews a task for its author, in English: what its mistakes, its inputs and its text leave in doubt."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, islice
from typing import NamedTuple

from exercise_checker._mistake_search import cached_outcome
from exercise_checker._mistakes import Function, Mistake
from exercise_checker._tasks import PUBLIC_SEED, Case, Task, inputs_of
from exercise_checker.outcomes import agree

_MAX_PAIRS = 500
"""At most this many pairs of mistakes are tried, because a task with 400 mistakes has 80,000 pairs. They are spread
evenly over all pairs."""

_FRESH_INPUTS = 1500
"""This many further inputs, several times as many as in a check, decide whether two functions that a check cannot tell
apart are really the same."""

_UNSAID = frozenset(
    "a an are at by for in input instead is it of on place s than that the to which with word words".split()
)
"""Words that do not make the difference between two corner cases."""

_SMALL = frozenset("0 empty fewer no none nothing short shorter without zero".split())
"""Words that a text uses for an input that is empty or too short."""


class ReviewFinding(NamedTuple):
    """One doubt about a task, the names of the mistakes that it concerns, and a sentence for the author.

    The doubt is "not told apart", "not found", "left open" or "changed".
    """

    doubt: str
    names: tuple[str, ...]
    sentence: str


@dataclass(frozen=True)
class Review:
    """What a review found in a task. It is printed with one sentence per line."""

    task: str
    findings: tuple[ReviewFinding, ...]

    def __str__(self) -> str:
        sentences = [finding.sentence for finding in self.findings] or ["The review found nothing to change."]
        return "\n".join(f"{self.task}: {sentence}" for sentence in sentences)


def review(task: Task, text: str | None = None) -> Review:
    """Look for what an author should change in a task before learners see it.

    It runs the right function, each mistake, and the pairs of mistakes that can be made at once. It reports mistakes
    that are not told apart, mistakes that no input finds, corner cases for which the text does not say what is right
    although a mistake shows only there, and functions that change their arguments.

    Args:
        task: the task to look at.
        text: what learners read about the task; without it, the docstring of the right function.

    Returns:
        A review, whose `findings` are empty if there is nothing to change.

    >>> def largest(values):
    ...     return max(values)
    >>> last = Mistake("the last value", "Does the order matter?", lambda values: values[-1])
    >>> print(review(Task(largest, lambda random: ([1, 2],), mistakes=[last])))
    largest: No input finds 'the last value'. Add one that does to the probes.
    """
    cases = inputs_of(task, PUBLIC_SEED)
    said = (inspect.getdoc(task.function) or "") if text is None else text
    advice = "Let it work on a copy, or say with changes= that this is the task."
    changed = (
        ReviewFinding("changed", (name,), f"{name!r} changes its arguments. {advice}") for name in task.changing()
    )
    kinds = (changed, not_seen(task, cases), by_luck(task, cases), left_open(task, cases, said))
    return Review(task.name, tuple(dict.fromkeys(found for kind in kinds for found in kind)))


def every_wrong_function(task: Task) -> Iterator[tuple[tuple[str, ...], Function]]:
    """Yield each mistake, and some of the pairs, with the names that describe them."""
    yield from (((mistake.name,), mistake.function) for mistake in task.mistakes)
    pairs = [pair for pair in combinations(task.mistakes, 2) if pair[0].name != pair[1].name]
    for first, second in pairs[:: len(pairs) // _MAX_PAIRS + 1]:
        for function in islice(task.with_all((first, second)), 1):
            yield (first.name, second.name), function


def not_seen(task: Task, cases: tuple[Case, ...]) -> Iterator[ReviewFinding]:
    """Yield what no input reveals: that there is a mistake, or which of two mistakes it is."""
    for names, function in every_wrong_function(task):
        for other in same_as(task, names, function, cases):
            if len(names) > 1 and same(task, function, other.function, *fresh(task)):
                continue  # Together, these two really do the same as the other one, so its name describes them.
            if len(names) > 1 or not "" < other.name < names[0]:  # two names that mean the same are reported once
                these = ("the combination of " if len(names) > 1 else "") + ", ".join(map(repr, names))
                does = f"tells {these} from {other.name!r}" if other.name else f"finds {these}"
                sentence = f"No input {does}. Add one that does to the probes."
                doubt = "not told apart" if other.name else "not found"
                yield ReviewFinding(doubt, (*names, *filter(None, [other.name])), sentence)


def same_as(task: Task, names: tuple[str, ...], function: Function, cases: tuple[Case, ...]) -> list[Mistake]:
    """List the other mistakes that do the same for every input. One without a name is the right function."""
    left = [Mistake("", "", task.function), *(mistake for mistake in task.mistakes if mistake.name not in names)]
    for case in cases:
        left = [mistake for mistake in left if same(task, function, mistake.function, case)]
        if not left:
            break
    return left


def same(task: Task, function: Function, other: Function, *cases: Case) -> bool:
    return all(
        agree(cached_outcome(task.read, function, case), cached_outcome(task.read, other, case)) for case in cases
    )


@cache
def fresh(task: Task) -> tuple[Case, ...]:
    return inputs_of(replace(task, drawn=_FRESH_INPUTS), "fresh")


def by_luck(task: Task, cases: tuple[Case, ...]) -> Iterator[ReviewFinding]:
    """Yield the mistakes that a drawn input reveals although none of the probes does, if there are any probes."""
    for mistake in task.mistakes if task.probes else ():
        first = next(
            (place for place, case in enumerate(cases) if not same(task, mistake.function, task.function, case)), 0
        )
        if first >= len(task.probes):
            such = f"Add one to the probes, such as {cases[first].arguments!r}."
            yield ReviewFinding("not found", (mistake.name,), f"Only drawn inputs find {mistake.name!r}. {such}")


def left_open(task: Task, cases: tuple[Case, ...], text: str) -> Iterator[ReviewFinding]:
    """Yield the corner cases that the text does not mention, although a mistake or an error occurs only there."""
    corners = {case: found.words if (found := task.corner_of(case.arguments)) else "" for case in cases}
    reasons = [("", [case for case in cases if case.outcome.kind == "error"])]
    ordinary = [case for case in cases if not corners[case]]
    for mistake in task.mistakes:
        if same(task, mistake.function, task.function, *ordinary):
            wrong = [case for case in corners if not same(task, mistake.function, task.function, case)]
            reasons.append((mistake.name, wrong))
    mentioned = telling_words(text)
    for name, only_there in reasons if task.asks_for_corners else ():
        for corner in filter(None, map(corners.get, only_there)):
            telling = telling_words(corner) - telling_words(" ".join(task.parameters))
            if not mentioned & (telling | (_SMALL if telling & _SMALL else set())):
                mentioned |= telling
                why = f"only these inputs show {name!r}" if name else "the right function stops there with an error"
                open_there = f"The text does not say what is right for {corner}, but {why}."
                sentence = f"{open_there} Say it, or set asks_for_corners=False."
                yield ReviewFinding("left open", (name,) if name else (), sentence)


def telling_words(words: str) -> frozenset[str]:
    """Keep the words that carry the meaning, without plural endings."""
    singular = re.sub(r"(?<=\w\w\w)s\b", "", words.lower())
    return frozenset(re.findall(r"[\w/+-]+", singular)) - _UNSAID
