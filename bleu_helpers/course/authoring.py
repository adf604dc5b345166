"""What it takes to write tasks of one's own: the file of answers beside the problem sets imports it from here."""

from bleu_helpers.checks._drawing import Arguments, draw_order, draw_pair, draw_words, pick
from bleu_helpers.checks._outcomes import Outcome, read_counts, read_number, read_numbers, read_words
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.catalogue import Mistake

__all__ = [
    "Arguments",
    "Mistake",
    "Outcome",
    "Task",
    "draw_order",
    "draw_pair",
    "draw_words",
    "pick",
    "read_counts",
    "read_number",
    "read_numbers",
    "read_words",
]
