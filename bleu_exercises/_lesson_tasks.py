"""The tasks for the functions of the lessons: how inputs are drawn, and how results are read."""

from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from random import Random
from typing import Any

import bleu_helpers
from bleu_exercises import _random_inputs, _simpler
from bleu_exercises._corners import corner_of
from bleu_exercises._lessons import HINTS, SECTIONS, lesson_of
from bleu_exercises._steps import STEPS
from bleu_exercises._ways import build_from
from bleu_exercises.catalogue import GENERAL, NAMES, named
from bleu_exercises.from_memory import FROM_MEMORY
from bleu_helpers.language import say
from bleu_helpers.validation.values import wrong_value
from exercise_checker import Arguments, Finding, Mistake, Task, pick, read_counts

_WORDS = {
    Finding.PERCENTAGES: (
        "your results are percentages, 100 times too large.",
        NAMES["the results are percentages"].question,
    ),
    Finding.NO_FUNCTION: (
        Finding.NO_FUNCTION.headline,
        "Pass the function itself, without brackets after its name: check(my_function, {task!r}).",
    ),
}

_ABOUT_KINDS = "Which type does each argument have, and which type does this line expect?"
_ABOUT_ONE = "If your function takes one reference instead of a list of references, pass one_reference=True to check."
_ABOUT_N = (
    "weights is a tuple with one weight for each order. If your function takes a number n instead, pass the names of "
    'its arguments to check, such as order="candidate, references, n".'
)


def words_of(parameters: Collection[str], one_reference: bool = False) -> dict[str, tuple[str, str]]:
    """Extend the advice for a TypeError, which may come from arguments in another form that `check` accepts."""
    lists = not one_reference and not {"references", "references_per_candidate"}.isdisjoint(parameters)
    forms = [_ABOUT_N] * ("weights" in parameters) + [_ABOUT_ONE] * lists
    return _WORDS | ({"TypeError": (Finding.ERROR.headline, " ".join([_ABOUT_KINDS, *forms]))} if forms else {})


_NLTK = "nltk.translate.bleu_score:"
_PACKAGES = "editdistance jiwer Levenshtein nltk.metrics rapidfuzz rouge_score sacrebleu".split()
"""What does the work of the lessons' functions. (Our own functions of earlier lessons are what a lesson allows.)"""


def sentence_task(
    function: Callable[..., Any],
    parameters: Sequence[str],
    draw: Callable[[Random], Arguments],
    probes: Sequence[Arguments],
    mistakes: Sequence[Mistake] = (),
    **more: Any,
) -> Task:
    """Make a task like those of the lessons: its arguments are sentences, and short sentences are its corner cases.

    The hint and the section of a function are found by its name.

    Args:
        function: the right function, which gives the task its name.
        parameters: the names of its arguments.
        draw: draws the arguments of one call.
        probes: the arguments of a few chosen calls, the plainest first.
        mistakes: the known mistakes, the deepest cause first.
        more: other fields of the task.
    """
    usual: dict[str, Any] = {
        "section": SECTIONS.get(function.__name__, ""),
        "hint": HINTS.get(function.__name__),
        "corner": corner_of(parameters),
        "corners": "short or empty sentences",  # this name is used in the records of graded courses
        "smaller": _simpler.smaller,
        "words": words_of(parameters),
        "general": GENERAL,
        "library": ("bleu_helpers", "bleu_exercises"),
    }
    ours = (function, *more.get("same_work", ()))
    more["same_work"] = (
        *ours[1:],
        *(original.quicker for original in ours if hasattr(original, "quicker")),
    )  # these may run instead
    return Task(function, draw, probes, mistakes, parameters=tuple(parameters), **(usual | more))


def make_task(
    function: Callable[..., Any],
    parameters: str,
    draw: Callable[[Random], Arguments],
    probes: list[Arguments],
    **more: Any,
) -> Task:
    name, names = function.__name__, parameters.split()
    again, ways = FROM_MEMORY[name]
    known: dict[str, Any] = {"lesson": lesson_of(function), "steps": STEPS.get(name, ())}
    known["build"] = build_from(function, again, names)
    more["same_work"] = *more.get("same_work", ()), *_PACKAGES, f"{_NLTK}{name}"  # NLTK has the same names
    return sentence_task(function, names, draw, probes, named(name, ways), **known, **more)


_PAIR = ("candidate references", _random_inputs.draw_pair, _random_inputs.PAIR_PROBES)
_PAIR_AND_N = ("candidate references n", _random_inputs.pair_and_order, _random_inputs.ORDER_PROBES)
_COUNTS: dict[str, Any] = {"read": read_counts, "result": "a dict or a Counter of n-grams"}

_TASKS = (
    make_task(
        bleu_helpers.simple_count,
        "tokens n",
        lambda random: (_random_inputs.draw_pair(random)[0], _random_inputs.draw_order(random)),
        _random_inputs.COUNT_PROBES,
        same_work=(bleu_helpers.max_ref_count, "nltk.util"),
        **_COUNTS,
    ),
    make_task(bleu_helpers.unigram_precision, *_PAIR),
    make_task(bleu_helpers.count_clip, *_PAIR_AND_N, **_COUNTS),
    make_task(bleu_helpers.modified_precision, *_PAIR_AND_N),
    make_task(bleu_helpers.closest_ref_length, *_PAIR),
    make_task(bleu_helpers.brevity_penalty, *_PAIR, same_work=(bleu_helpers.brevity_penalty_of_lengths,)),
    make_task(
        bleu_helpers.bleu_score,
        "candidate references weights",
        lambda random: (*_random_inputs.draw_pair(random, longest=10), pick(random, _random_inputs.WEIGHTS)),
        _random_inputs.WEIGHT_PROBES,
        # All our explanations and corpus scores call bleu_of_counts.
        same_work=(bleu_helpers.bleu_of_counts, f"{_NLTK}sentence_bleu", f"{_NLTK}corpus_bleu"),
    ),
    make_task(bleu_helpers.rouge_n, *_PAIR_AND_N, same_work=(bleu_helpers.rouge_n_scores,)),
    make_task(
        bleu_helpers.f_score,
        "precision recall beta",
        _random_inputs.shares_and_beta,
        [(0.5, 1.0, 1.0), (1.0, 0.5, 2.0), (0.25, 0.75, 0.5), (0.0, 0.5, 1.0), (0.5, 0.0, 2.0), (0.0, 0.0, 1.0)],
    ),
    make_task(bleu_helpers.ngram_f1, *_PAIR_AND_N),
    make_task(
        bleu_helpers.corpus_bleu,
        "candidates references_per_candidate weights",
        _random_inputs.corpus_and_weights,
        _random_inputs.CORPUS_PROBES,
        # Not bleu_of_counts from an earlier lesson: the mean of our own sentence scores calls it too.
        same_work=(
            bleu_helpers.segment_counts,
            bleu_helpers.segment_counts_of_texts,
            bleu_helpers.corpus_bleu_of_texts,
            bleu_helpers.explain_corpus_bleu,
            bleu_helpers.BleuScore.compute,
        ),
        smaller=_simpler.smaller_in_step,
        drawn=200,
    ),
    make_task(
        bleu_helpers.word_error_rate,
        "candidate reference",
        _random_inputs.two_sentences,
        _random_inputs.WORD_ERROR_PROBES,
        # Not align or distance_table, which count the edits: the learner still has to compute the rate.
        same_work=(
            bleu_helpers.corpus_word_error_rate,
            bleu_helpers.corpus_word_error_rate_of_texts,
            vars(bleu_helpers.Alignment)["error_rate"].fget,
        ),
        drawn=300,
    ),
)

TASKS: dict[str, Task] = {task.name: task for task in _TASKS}
"""The functions of the lessons, in their order."""


def no_such_task(name: str, names: Collection[str], where: str = "") -> ValueError:
    """Make the error for an unknown task, which suggests the closest name and lists all tasks."""
    near = "".join(say(" Did you mean {near!r}?", near=near) for near in get_close_matches(name, list(names), n=1))
    return wrong_value("unknown_task", name, where=where, near=near, names=", ".join(names))
