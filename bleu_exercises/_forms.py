"""Adapt a task to another form: with other arguments, or with some of them fixed.

A course may be older than this series and ask for BLEU with the references first, for BLEU-2 without weights, for a
single reference, or for strings. Its functions do the same work, so they are checked on the same inputs and can have
the same mistakes.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache, reduce
from typing import Any, NamedTuple

import exercise_checker
from bleu_exercises._lesson_tasks import words_of
from bleu_exercises.catalogue import mistake
from bleu_exercises.exercises import task_of
from bleu_helpers.validation.values import check_bool, check_order, check_title, check_weights, wrong_value
from exercise_checker import Arguments, Mistake, Task
from exercise_checker.outcomes import close

_JOINED = "the references are joined into one long reference"

_ABOUT_ORDERS = {
    "the order n is ignored",
    "BLEU-4 is used for every n",
    "all orders up to n are counted together",
    "bigrams are counted for every n",
}
"""Mistakes that only a function with n or weights can make: without these, their names make no sense."""

_BLEU_4 = "the result is BLEU-4 whatever the weights are"
_ABOUT_WEIGHTS = {"the weights are ignored", _BLEU_4}
"""Mistakes that make no sense for equal weights, because a function that ignores these does the right thing."""

_ABOUT_SEVERAL_ORDERS = {
    "count_clip": {_JOINED},
    "modified_precision": {_JOINED},
    "rouge_n": {_JOINED},
    "ngram_f1": {"the precision of order n is used instead of BLEU-n", "the first order is left out"},
    "bleu_score": {"the first order is left out"},
}
"""For n = 1, these do the same as another mistake, which describes it better: joining references creates no new pair of
words, and BLEU-1 is the penalty times a single precision."""


_OF_SEVERAL_REFERENCES = {
    "a position is returned instead of a length",
    "the number of references is used instead of a length",
    "the last reference is ignored",
    "the first reference is ignored",
    "the denominator is the number of references",
}
"""With one reference, its position is 0 and the number of references is 1, so there is no penalty, and if it is
ignored, no word is found. Other names describe this better."""


def in_form(
    task: str | Task,
    order: str = "",
    n: int | None = None,
    weights: Sequence[float] | None = None,
    asks_for_short: bool = True,
    name: str = "",
    *,
    one_reference: bool = False,
    texts: bool = False,
) -> Task:
    """Make the task of a function that does the same work in another form.

    Args:
        task: a task, or the name of a task in a lesson.
        order: the order in which the function takes its arguments: "references first", or all of their names, such as
            "references, candidate, n". An `n` instead of `weights` means n equal weights.
        n: the order of the n-grams, for a function that takes neither n nor weights: BLEU-n has n equal weights.
        weights: the weights, for a function that does not take any.
        asks_for_short: whether the text of the task says what is right for sentences without an n-gram.
        name: the name of the function in a course, if it is different there.
        one_reference: whether the function takes one reference instead of a list of references.
        texts: whether the function takes each sentence as a string, with a space between two words.

    Returns:
        A task with other arguments.

    Raises:
        TypeError: an argument does not have the form above.
        ValueError: there is no such task, it has no such arguments, or n or the weights are not valid.

    >>> in_form("bleu_score", "references first", n=2).parameters
    ('references', 'candidate')
    >>> in_form("bleu_score", "references, candidate, n", name="bleu").parameters
    ('references', 'candidate', 'n')
    >>> in_form("rouge_n", n=1, one_reference=True, texts=True).probes[0]
    ('the cat sat on a mat', 'the cat is on the mat')
    """
    check_title(order, "order")
    check_title(name, "name")
    if n is not None:
        check_order(n, "n")
    if weights is not None:
        check_weights(weights, "weights")
    for said, value in (("asks_for_short", asks_for_short), ("one_reference", one_reference), ("texts", texts)):
        check_bool(value, said)
    given = None if weights is None else tuple(weights)
    return converted(task_of(task), order, n, given, asks_for_short, name, one_reference, texts)


@cache
def converted(
    task: Task,
    order: str,
    n: int | None,
    weights: tuple[float, ...] | None,
    asks_for_short: bool,
    name: str,
    one_reference: bool,
    texts: bool,
) -> Task:
    if name or not asks_for_short:
        task = replace(task, name=name or task.name, asks_for_corners=asks_for_short)
    fixed = fixed_arguments(task, n, weights)
    others = [other_forms(parameter, one_reference, texts) for parameter in task.parameters]
    names = [steps[-1].name if steps else name for name, steps in zip(task.parameters, others, strict=True)]
    parameters = ordered(task.name, names, order, fixed)
    if not (order or fixed or any(others)):
        return task

    def theirs(arguments: Arguments) -> Arguments:
        every = zip(names, others, arguments, strict=True)
        by_name = {name: reduce(lambda value, step: step.theirs(value), steps, value) for name, steps, value in every}
        if "weights" in by_name:
            by_name.setdefault("n", len(by_name["weights"]))
        return tuple(by_name[name] for name in parameters)

    def ours(given: Arguments) -> Arguments:
        by_name = {**fixed, **dict(zip(parameters, given, strict=True))}
        if "weights" in names and "weights" not in by_name:
            by_name["weights"] = (1 / by_name["n"],) * by_name["n"]
        every = zip(names, others, strict=True)
        return tuple(reduce(lambda value, step: step.ours(value), steps[::-1], by_name[name]) for name, steps in every)

    untrue = _OF_SEVERAL_REFERENCES if one_reference else ()
    true = (mistake for mistake in task.mistakes if mistake.name not in untrue and is_true(task, mistake, fixed))
    mistakes = [for_orders(task, mistake) if "n" in parameters else mistake for mistake in true]
    named = replace(task, mistakes=mistakes, words=words_of(parameters, one_reference))
    return exercise_checker.in_form(named, parameters, theirs, ours)


# Arguments of another kind.


class _Other(NamedTuple):
    """The name of an argument in a form, and how to convert the usual argument into it and back."""

    name: str
    theirs: Callable[[Any], Any]
    ours: Callable[[Any], Any]


def of_sentences(name: str, depth: int) -> _Other:
    """Turn each sentence in an argument into a string, in lists and in lists of lists too."""

    def joined(argument: Any, depth: int = depth) -> Any:
        return [joined(item, depth - 1) for item in argument] if depth else " ".join(argument)

    def split(argument: Any, depth: int = depth) -> Any:
        return [split(item, depth - 1) for item in argument] if depth else argument.split()

    return _Other(name, joined, split)


_ONE_REFERENCE = {
    "references": _Other("reference", lambda references: references[0], lambda reference: [reference]),
    "references_per_candidate": _Other(
        "references",
        lambda corpus: [references[0] for references in corpus],
        lambda corpus: [[reference] for reference in corpus],
    ),
}
_TEXTS = {
    name: of_sentences(name, depth)
    for depth, names in enumerate(
        (("tokens", "candidate", "reference"), ("candidates", "references"), ("references_per_candidate",))
    )
    for name in names
}


def other_forms(name: str, one_reference: bool, texts: bool) -> list[_Other]:
    """List the conversions of an argument, one after another."""
    steps = [_ONE_REFERENCE[name]] if one_reference and name in _ONE_REFERENCE else []
    name = steps[0].name if steps else name
    return [*steps, _TEXTS[name]] if texts and name in _TEXTS else steps


# Arguments in another order, and fixed ones.


def for_orders(task: Task, known: Mistake) -> Mistake:
    """Give a mistake about weights the name that it has if the function takes n instead."""
    if known.name not in _ABOUT_WEIGHTS:
        return known
    return replace(mistake(task.name, "BLEU-4 is used for every n", known.function), instead=known.instead)


def is_true(task: Task, mistake: Mistake, fixed: Mapping[str, Any]) -> bool:
    """Whether the name of a mistake describes what it does in a form with these arguments."""
    weights = fixed.get("weights", ())
    if mistake.name in _ABOUT_WEIGHTS:
        return len(set(weights)) != 1 and "n" not in fixed and not (mistake.name == _BLEU_4 and len(weights) == 4)
    if mistake.name == "the weights do not sum to 1" and weights:
        others = mistake.instead["weighing"](weights)
        return others[0] != 1 and not close(sum(others), 1.0)  # weights of 1 have a name of their own
    if 1 in (fixed.get("n"), len(weights)) and (
        mistake.name in _ABOUT_SEVERAL_ORDERS.get(task.function.__name__, ())
        or (mistake.name == _JOINED and "others" in mistake.instead)
    ):
        return False
    return not (fixed and mistake.name in _ABOUT_ORDERS)


def fixed_arguments(task: Task, n: int | None, weights: tuple[float, ...] | None) -> dict[str, Any]:
    """Return the arguments that have the same value in every call."""
    if weights is None and n is not None and "n" not in task.parameters and "weights" in task.parameters:
        weights, n = (1 / n,) * n, None
    fixed = {name: value for name, value in (("n", n), ("weights", weights)) if value is not None}
    missing = [name for name in fixed if name not in task.parameters]
    if missing:
        raise wrong_value("nothing_to_fix", name=task.name, missing=missing[0], listed=", ".join(task.parameters))
    return fixed


def ordered(task: str, parameters: Sequence[str], order: str, fixed: Collection[str]) -> tuple[str, ...]:
    """Put the arguments that are not fixed into the requested order."""
    free = tuple(name for name in parameters if name not in fixed)
    stem = {name.rstrip("s"): name for name in free}
    names = tuple(stem.get(name.rstrip("s"), name) for name in order.replace(",", " ").split())
    if names[1:] == ("first",):
        first = tuple(name for name in free if name.startswith(names[0]))[:1] or names[:1]
        names = (*first, *(name for name in free if name not in first))
    names = names or free
    wanted = {"weights" if name == "n" and "n" not in parameters else name for name in names}
    if wanted != set(free) or len(names) != len(free):
        raise wrong_value("not_an_order_of_arguments", name=task, listed=", ".join(parameters))
    return names
