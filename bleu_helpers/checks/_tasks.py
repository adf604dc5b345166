"""The tasks: for each function that a learner writes, ours, its inputs, and how its result is read."""

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from random import Random
from types import CodeType
from typing import Any, NamedTuple, cast

import bleu_helpers
from bleu_helpers.checks import _drawing, _shrinking
from bleu_helpers.checks._drawing import Arguments
from bleu_helpers.checks._lessons import lesson_of
from bleu_helpers.checks.catalogue import Mistake, mistakes
from exercise_checker.outcomes import Outcome, outcome_of, read_counts, read_number

PUBLIC_SEED = 2002
"""The seed of the checks in the lessons: the year of Papineni's paper. An assignment has one that nobody knows."""

DRAWN = 400
"""How many inputs are drawn, beside the chosen ones."""


@dataclass(frozen=True, eq=False)
class Task:
    """One function to write.

    `parameters` are the names of its arguments, `result` says what it returns, in words for the learner.
    `same_work` are further functions of ours that do the work: who calls one of them has not written their own. What
    an earlier step does, as `align` does for an error rate, is welcome.
    `asks_for_short` says that the task's words say what is right for sentences without an n-gram. `fixed` are arguments
    of the lesson's function that this task has not, each with its value, and `form` makes a function of the task of
    one of the lesson.
    `section` is the heading of its lesson to which a mistake sends back, where the task stands in the lesson itself.
    `mistakes` are those that have a name. `smaller` takes the arguments of a call and yields simpler ones; without it,
    what is simpler follows from the arguments' names. `kinds` are the kinds of input for which a course can give points
    of their own: a name, and a function of the arguments that says whether they are of this kind. `examples` says of a
    mistake's name with which arguments it is seen for what it is, where it shows beside another one.
    """

    name: str
    lesson: str
    parameters: tuple[str, ...]
    function: Callable[..., Any]
    draw: Callable[[Random], Arguments]
    probes: tuple[Arguments, ...]
    read: Callable[[Any], Outcome] = read_number
    result: str = "one number"
    same_work: tuple[Callable[..., Any], ...] = ()
    drawn: int = DRAWN
    section: str = ""
    mistakes: tuple[Mistake, ...] = ()
    smaller: _shrinking.Smaller | None = None
    asks_for_short: bool = True
    fixed: tuple[tuple[str, Any], ...] = ()
    form: Callable[[Callable[..., Any]], Callable[..., Any]] = lambda function: function
    kinds: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    examples: Mapping[str, Callable[..., bool]] = field(default_factory=dict)

    @property
    def forbidden(self) -> frozenset[CodeType]:
        """The code that a learner's function must not run.

        It is the code of the bodies. What is wrapped around them is shared by all functions of ours, so that it says
        nothing about which one was called.
        """
        return frozenset(inspect.unwrap(function).__code__ for function in (self.function, *self.same_work))

    def neighbours(self, arguments: Arguments) -> Iterator[Arguments]:
        """Yield the simpler neighbours of an input."""
        return (self.smaller or _shrinking.by_names(self.parameters))(*arguments)

    def right(self, arguments: Arguments) -> Outcome:
        """The right outcome for an input."""
        return outcome_of(self.read, self.function, arguments)


class _Case(NamedTuple):
    arguments: Arguments
    outcome: Outcome


class Case(_Case):
    """An input, and what is right for it. It is itself alone, so that what was found out about it can be remembered."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def _task(
    function: Callable[..., Any],
    parameters: str,
    draw: Callable[[Random], Arguments],
    probes: list[Arguments],
    **more: Any,
) -> Task:
    name, lesson = function.__name__, lesson_of(function)
    names = tuple(parameters.split())
    return Task(name, lesson, names, function, draw, tuple(probes), mistakes=mistakes(name), **more)


def _getter(of: Any) -> Callable[..., Any]:
    """Give the function that a property of ours runs."""
    return cast(Callable[..., Any], of.fget)


_PAIR = ("candidate references", _drawing.pair, _drawing.PAIR_PROBES)
_PAIR_AND_N = ("candidate references n", _drawing.pair_and_order, _drawing.ORDER_PROBES)
_COUNTS: dict[str, Any] = {"read": read_counts, "result": "a dict or a Counter of n-grams"}

_TASKS = (
    _task(
        bleu_helpers.simple_count,
        "tokens n",
        _drawing.sentence_and_order,
        _drawing.COUNT_PROBES,
        same_work=(bleu_helpers.max_ref_count,),
        **_COUNTS,
    ),
    _task(bleu_helpers.unigram_precision, *_PAIR),
    _task(bleu_helpers.count_clip, *_PAIR_AND_N, **_COUNTS),
    _task(bleu_helpers.modified_precision, *_PAIR_AND_N),
    _task(bleu_helpers.closest_ref_length, *_PAIR),
    _task(bleu_helpers.brevity_penalty, *_PAIR, same_work=(bleu_helpers.brevity_penalty_of_lengths,)),
    _task(
        bleu_helpers.bleu_score,
        "candidate references weights",
        _drawing.pair_and_weights,
        _drawing.WEIGHT_PROBES,
        same_work=(bleu_helpers.bleu_of_counts,),  # every explanation and corpus score of ours runs it
    ),
    _task(bleu_helpers.rouge_n, *_PAIR_AND_N, same_work=(bleu_helpers.rouge_n_scores,)),
    _task(
        bleu_helpers.f_score,
        "precision recall beta",
        _drawing.shares_and_beta,
        _drawing.SHARE_PROBES,
        smaller=_shrinking.one_at_a_time(*[_shrinking.plainer_share] * 2, _shrinking.plainer_beta),
    ),
    _task(bleu_helpers.ngram_f1, *_PAIR_AND_N),
    _task(
        bleu_helpers.corpus_bleu,
        "candidates references_per_candidate weights",
        _drawing.corpus_and_weights,
        _drawing.CORPUS_PROBES,
        # Not bleu_of_counts, which is of an earlier lesson: the mean of our own sentence scores runs it too.
        same_work=(
            bleu_helpers.segment_counts,
            bleu_helpers.segment_counts_of_texts,
            bleu_helpers.corpus_bleu_of_texts,
            bleu_helpers.explain_corpus_bleu,
            bleu_helpers.BleuScore.compute,
        ),
        smaller=_shrinking.smaller_corpora,
        drawn=200,
    ),
    _task(
        bleu_helpers.word_error_rate,
        "candidate reference",
        _drawing.two_sentences,
        _drawing.WORD_ERROR_PROBES,
        # Not align or distance_table, which count the edits: the rate is what is left to do.
        same_work=(
            bleu_helpers.corpus_word_error_rate,
            bleu_helpers.corpus_word_error_rate_of_texts,
            _getter(bleu_helpers.Alignment.error_rate),
        ),
        drawn=300,
    ),
)

TASKS: dict[str, Task] = {task.name: task for task in _TASKS}
"""The functions of the lessons, in their order."""


@cache
def inputs_of(task: Task, seed: int | str) -> tuple[Case, ...]:
    """List the inputs of any task, each with its right outcome: the chosen ones first, then those of the seed."""
    random = Random(seed)
    arguments = [*task.probes, *(task.draw(random) for _ in range(task.drawn))]
    return tuple(Case(one, task.right(one)) for one in arguments)


def no_such_task(name: str, names: Collection[str], where: str = "") -> ValueError:
    """Make the error that says that there is no task of this name, and first which one may be meant."""
    near = "".join(f" Did you mean {one!r}?" for one in get_close_matches(name, list(names), n=1))
    return ValueError(f"there is no task {name!r}{where}.{near} The tasks are: {', '.join(names)}.")
