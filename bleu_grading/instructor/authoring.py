"""Everything needed to write your own tasks. The file of answers next to the problem sets imports it from here."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from bleu_exercises._drawing import draw_order, draw_pair, draw_words
from bleu_exercises._forms import in_form
from bleu_exercises._tasks import sentence_task
from exercise_checker import Arguments, Mistake, Outcome, Task, pick, read_counts, read_number, read_numbers, read_words

__all__ = [
    "Arguments",
    "Mistake",
    "Outcome",
    "Sentences",
    "Task",
    "draw_order",
    "draw_pair",
    "draw_words",
    "in_form",
    "pick",
    "read_counts",
    "read_number",
    "read_numbers",
    "read_words",
    "sentence_task",
]


class Sentences(NamedTuple):
    """The sentences of a problem set that are drawn with the instructor's seed.

    `read` finds the sentences in the text of all cells. `draw` draws others, and may keep some. `show` lists every text
    in the notebook that depends on the sentences: the sentences themselves and the results printed next to them.
    """

    read: Callable[[str], Any]
    draw: Callable[[Random, Any], Any]
    show: Callable[[Any], list[str]]
