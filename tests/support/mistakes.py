"""The catalogue's mistakes, made by functions that are wrong in other ways too, and how many of them are named.

Real code seldom has one mistake and nothing else. It also stops on an empty or short candidate, has a second mistake,
takes its arguments in NLTK's order, or rounds. Here each mistake gets such company, and it is known what is wrong with
each function.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from students import named

from bleu_helpers.checks import catalogue, diagnose, in_form
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._slips import SLIPS
from bleu_helpers.checks._slips.slip import Slip
from bleu_helpers.checks._tasks import TASKS
from exercise_checker import Task
from exercise_checker._mistakes import SWAPPED
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.outcomes import agree, outcome_of

Function = Callable[..., Any]

SWAPPABLE = [name for name, task in TASKS.items() if any("references" in one for one in task.parameters)]
NUMBERS = [name for name in TASKS if name not in ("simple_count", "count_clip", "closest_ref_length")]
LAST_DIGITS, NO_RULE = "only the last digits", "there is no rule for 0/0 in F"


class Made(NamedTuple):
    """A function, the task, and the names of all that is wrong with it."""

    task: str | Task
    function: Function
    names: frozenset[str] = frozenset()


# What a function may have beside its mistake.


def right(task: str) -> Function:
    """Build the right function of a task, as the recipe makes it."""
    return BUILD[task](RIGHT)


def texts_of(task: str, arguments: tuple[Any, ...]) -> list[list[str]]:
    """List the sentences whose n-grams are divided by: the references of ROUGE, and the candidates elsewhere."""
    if task == "f_score":
        return []
    if task == "corpus_bleu":
        return [[word for candidate in arguments[0] for word in candidate]]
    if task == "word_error_rate":
        return [arguments[1]]
    return [arguments[0], *arguments[1]] if task in ("rouge_n", "ngram_f1") else [arguments[0]]


def stops_on_short_ones(
    task: str, function: Function, look: Callable[[Any, int], Any] = lambda text, count: 1 / count
) -> Function:
    """Add a look at each text and its number of n-grams of the highest order: here a division that nobody guards."""

    def handed_in(*arguments: Any) -> Any:
        given = dict(zip(TASKS[task].parameters, arguments, strict=True))
        order = given.get("n") or len(given.get("weights", [1]))
        if task == "f_score":
            look([0], arguments[0] + arguments[1])
        for text in texts_of(task, arguments):
            look(text, max(len(text) - order + 1, 0))
        return function(*arguments)

    return handed_in


CRASHES = (
    stops_on_short_ones,
    partial(stops_on_short_ones, look=lambda text, count: text[0]),
    partial(stops_on_short_ones, look=lambda text, count: math.log(count)),
)


def references_first(function: Function) -> Function:
    """Exchange the first two arguments, as NLTK has them."""
    return lambda references, candidate, *rest: function(candidate, references, *rest)


def rounded_to(digits: int, function: Function, above: float = -1.0) -> Function:
    """Round the results that are above a number."""

    def handed_in(*arguments: Any) -> Any:
        result = function(*arguments)
        return round(result, digits) if result > above else result

    return handed_in


# The catalogue in this company.


def singles() -> Iterator[Made]:
    """Yield a mistake of each name: the first way of making it."""
    for task in TASKS:
        for one in {one.name: one for one in reversed(catalogue.mistakes(task))}.values():
            yield Made(task, one.function, frozenset({one.name}))


@cache
def shows_on_long_ones(made: Made) -> bool:
    """Say whether a mistake is seen where no sentence is short: a crash on these hides the others."""
    task = TASKS[str(made.task)]
    long = [row for row in inputs_of(task, PUBLIC_SEED) if task.corner_of(row.arguments) is None]
    differs = (not agree(outcome_of(task.read, made.function, arguments), right) for arguments, right in long)
    return made.task in NUMBERS and any(differs)


def with_a_crash() -> Iterator[Made]:
    """Yield each mistake beside a crash on short sentences."""
    for number, one in enumerate(filter(shows_on_long_ones, singles())):
        names = one.names | ({NO_RULE} if one.task == "f_score" else set())  # where it may stop it
        yield Made(one.task, CRASHES[number % len(CRASHES)](str(one.task), one.function), names)


def swapped() -> Iterator[Made]:
    """Yield each mistake in NLTK's order, every other one with a crash as well."""
    for number, one in enumerate(made for made in singles() if made.task in SWAPPABLE):
        task = str(one.task)
        function = stops_on_short_ones(task, one.function) if number % 2 and shows_on_long_ones(one) else one.function
        yield Made(task, references_first(function), one.names | {SWAPPED})


def two_at_once() -> Iterator[Made]:
    """Yield two mistakes at once, in every third function with a crash beside them."""
    random = Random(2)
    for task in TASKS:
        slips = [slip for slip in SLIPS if task in slip.tasks]

        def can_be_made(some: tuple[Slip, ...]) -> bool:
            return len({slip.field for slip in some}) == len({slip.name for slip in some}) == 2

        every = list(filter(can_be_made, combinations(slips, 2)))
        for number, some_slips in enumerate(random.sample(every, min(40, len(every)))):
            function = next(iter(catalogue.functions_with(task, *some_slips)))
            if number % 3 == 0 and task in NUMBERS:
                function = stops_on_short_ones(task, function)
            yield Made(task, function, frozenset(slip.name for slip in some_slips))


def last_digits() -> Iterator[Made]:
    """Yield functions that are right but for the last digits."""
    constant = RIGHT._replace(shape=lambda c, r: 2.718281828 ** (1 - r / c))
    for task in ("brevity_penalty", "bleu_score", "corpus_bleu", "ngram_f1"):
        yield Made(task, BUILD[task](constant), frozenset({LAST_DIGITS}))
    for task in NUMBERS:
        for digits, above in ((7, -1.0), (9, -1.0), (10, 0.3)):
            yield Made(task, rounded_to(digits, right(task), above), frozenset({LAST_DIGITS}))


def and_rounded() -> Iterator[Made]:
    """Yield each mistake with a rounded result."""
    for number, one in enumerate(made for made in singles() if made.task in NUMBERS):
        if "a number is rounded" not in one.names:
            yield Made(one.task, rounded_to((7, 10)[number % 2], one.function), one.names | {"a number is rounded"})


def with_its_own_arguments(function: Function) -> Function:
    """Wrap a function of a form, whose signature is that of the lesson's."""
    return lambda *given: function(*given)


def in_forms() -> Iterator[Made]:
    """Yield the mistakes of tasks in another course's form."""
    for name in ("modified_precision", "bleu_score", "rouge_n"):
        task = in_form(name, n=2, order="references first", one_reference=True, texts=True)
        every = {one.name: one.function for one in reversed(task.mistakes)}
        does = {one: [outcome_of(task.read, one.function, probe) for probe in task.probes] for one in task.mistakes}
        of = {one.function: outcomes for one, outcomes in does.items()}
        for function in every.values():  # what the form cannot tell apart, however made, is all true
            names = frozenset(one.name for one, outcomes in does.items() if all(map(agree, outcomes, of[function])))
            yield Made(task, with_its_own_arguments(function), names)


def right_but_for_short_ones() -> Iterator[Made]:
    """Yield right functions that stop on short sentences."""
    for task in NUMBERS:
        if task not in ("f_score", "word_error_rate"):
            for crash in CRASHES:
                yield Made(task, crash(task, right(task)))


# How many are named.


def some(made: Iterable[Made], count: int) -> list[Made]:
    """List so many of a kind, in an order that is the same each time, with the tasks mixed."""
    every = list(made)
    Random("a class").shuffle(every)
    return every[:count]


class Counted(NamedTuple):
    """How many functions of a kind were rejected and got names, and which got a wrong name."""

    handed_in: int
    rejected: int
    named: int
    wrong_names: list[tuple[Any, ...]]


def counted(handed: list[Made]) -> Counted:
    """Check each function: it should be rejected, if possible with its true names."""
    verdicts = [diagnose(one.function, one.task) for one in handed]
    said = [(one, named(verdict)) for one, verdict in zip(handed, verdicts, strict=True)]
    return Counted(
        len(handed),
        sum(verdict.status == "wrong" for verdict in verdicts),
        sum(bool(names) and names <= one.names for one, names in said),
        [(one.task, sorted(one.names), sorted(names)) for one, names in said if not names <= one.names],
    )


WRONG: dict[str, Callable[[], Iterable[Made]]] = {
    "and a crash on short ones": with_a_crash,
    "two mistakes": two_at_once,
    "references first": swapped,
    "and rounded": and_rounded,
    "in another form": in_forms,
}
