"""Functions that combine a mistake of the catalogue with something else, and the names of everything wrong with each.

Real code seldom has exactly one mistake. It also stops on an empty or short candidate, has a second mistake, takes its
arguments in NLTK's order, or rounds.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

from bleu_exercises._tasks import TASKS
from bleu_exercises.from_memory import FROM_MEMORY
from bleu_exercises.from_memory.measures import bleu_of_order
from exercise_checker import Mistake
from exercise_checker._mistakes import SWAPPED
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.outcomes import agree, outcome_of

Function = Callable[..., Any]

SWAPPABLE = [name for name, task in TASKS.items() if any("references" in parameter for parameter in task.parameters)]
NUMBERS = [name for name in TASKS if name not in ("simple_count", "count_clip", "closest_ref_length")]
NO_RULE = "there is no rule for 0/0 in F"


class Made(NamedTuple):
    """A function, its task, and the names of all its mistakes."""

    task: str
    function: Function
    mistakes: frozenset[str] = frozenset()


def with_mistakes(task: str, *names: str) -> Function:
    """Build a function that makes the mistakes with these names, each in the first way in which they go together."""
    ways = ([mistake for mistake in TASKS[task].mistakes if mistake.name == name] for name in names)
    return next(function for each in product(*ways) for function in TASKS[task].with_all(each))


# What a function may have in addition to its mistake.


def right(task: str) -> Function:
    """Return the right function of a task that has its steps as keyword arguments."""
    return FROM_MEMORY[task][0]


def texts_of(task: str, arguments: tuple[Any, ...]) -> list[list[str]]:
    """List the sentences whose number of n-grams is a denominator: references for ROUGE, candidates otherwise."""
    if task == "f_score":
        return []
    if task == "corpus_bleu":
        return [[word for candidate in arguments[0] for word in candidate]]
    if task == "word_error_rate":
        return [arguments[1]]
    return [arguments[0], *arguments[1]] if task in ("rouge_n", "ngram_f1") else [arguments[0]]


def stops_on_short_sentences(
    task: str, function: Function, look: Callable[[Any, int], Any] = lambda text, count: 1 / count
) -> Function:
    """Make a function stop on a short text, by default with a division by its number of n-grams."""

    def wrapped(*arguments: Any) -> Any:
        values = dict(zip(TASKS[task].parameters, arguments, strict=True))
        order = values.get("n") or len(values.get("weights", [1]))
        if task == "f_score":
            look([0], arguments[0] + arguments[1])
        for text in texts_of(task, arguments):
            look(text, max(len(text) - order + 1, 0))
        return function(*arguments)

    return wrapped


CRASHES = (
    stops_on_short_sentences,
    partial(stops_on_short_sentences, look=lambda text, count: text[0]),
    partial(stops_on_short_sentences, look=lambda text, count: math.log(count)),
)


def references_first(function: Function) -> Function:
    """Exchange the first two arguments, which gives NLTK's order."""
    return lambda references, candidate, *rest: function(candidate, references, *rest)


def rounded_to(digits: int, function: Function, above: float = -1.0) -> Function:
    """Round the results above a number."""

    def wrapped(*arguments: Any) -> Any:
        result = function(*arguments)
        return round(result, digits) if result > above else result

    return wrapped


# The mistakes of the catalogue, each combined with something else.


def singles() -> Iterator[Made]:
    """Yield the first way of making each named mistake."""
    for task in TASKS:
        for mistake in {mistake.name: mistake for mistake in reversed(TASKS[task].mistakes)}.values():
            yield Made(task, mistake.function, frozenset({mistake.name}))


@cache
def shows_on_long_sentences(made: Made) -> bool:
    """Return whether a mistake shows without short sentences, because a crash on these hides it."""
    task = TASKS[made.task]
    long = [row for row in inputs_of(task, PUBLIC_SEED) if task.corner_of(row.arguments) is None]
    differs = (not agree(outcome_of(task.read, made.function, arguments), right) for arguments, right in long)
    return made.task in NUMBERS and any(differs)


def with_a_crash() -> Iterator[Made]:
    """Yield each mistake together with a crash on short sentences."""
    for number, made in enumerate(filter(shows_on_long_sentences, singles())):
        names = made.mistakes | ({NO_RULE} if made.task == "f_score" else set())  # the crash may be named too
        yield Made(made.task, CRASHES[number % len(CRASHES)](made.task, made.function), names)


def swapped() -> Iterator[Made]:
    """Yield each mistake with the arguments in NLTK's order, and every other one with a crash as well."""
    for number, made in enumerate(single for single in singles() if single.task in SWAPPABLE):
        crashes = number % 2 and shows_on_long_sentences(made)
        function = stops_on_short_sentences(made.task, made.function) if crashes else made.function
        yield Made(made.task, references_first(function), made.mistakes | {SWAPPED})


def two_at_once() -> Iterator[Made]:
    """Yield two mistakes at once, and in every third function a crash as well."""
    random = Random(2)
    for task in TASKS:

        def both(pair: tuple[Mistake, ...]) -> Function | None:
            return next(TASKS[task].with_all(pair), None) if pair[0].name != pair[1].name else None  # noqa: B023

        every = [(function, pair) for pair in combinations(TASKS[task].mistakes, 2) if (function := both(pair))]
        for number, (function, pair) in enumerate(random.sample(every, min(40, len(every)))):
            if number % 3 == 0 and task in NUMBERS:
                function = stops_on_short_sentences(task, function)
            yield Made(task, function, frozenset(mistake.name for mistake in pair))


def last_digits() -> Iterator[Made]:
    """Yield functions that are right except for the last digits."""
    constant = {"shape": lambda c, r: 2.718281828 ** (1 - r / c)}
    for task in ("brevity_penalty", "bleu_score", "corpus_bleu"):
        yield Made(task, partial(right(task), **constant))
    yield Made("ngram_f1", partial(right("ngram_f1"), bleu_n=partial(bleu_of_order, **constant)))
    for task in NUMBERS:
        for digits, above in ((7, -1.0), (9, -1.0), (10, 0.3)):
            yield Made(task, rounded_to(digits, right(task), above))


def and_rounded() -> Iterator[Made]:
    """Yield each mistake with its result rounded."""
    for number, made in enumerate(single for single in singles() if single.task in NUMBERS):
        mistakes = made.mistakes | {"a number is rounded"}
        if mistakes != made.mistakes:
            yield Made(made.task, rounded_to((7, 10)[number % 2], made.function), mistakes)


def right_except_for_short_sentences() -> Iterator[Made]:
    """Yield right functions that stop on short sentences."""
    for task in NUMBERS:
        if task not in ("f_score", "word_error_rate"):
            for crash in CRASHES:
                yield Made(task, crash(task, right(task)))


def some(made: Iterable[Made], count: int) -> list[Made]:
    """Pick a number of functions, always the same ones, with the tasks mixed."""
    every = list(made)
    Random("a class").shuffle(every)
    return every[:count]


WRONG: dict[str, Callable[[], Iterable[Made]]] = {
    "and a crash on short ones": with_a_crash,
    "two mistakes": two_at_once,
    "references first": swapped,
    "and rounded": and_rounded,
}
