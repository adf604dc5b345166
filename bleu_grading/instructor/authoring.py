"""Everything needed to write your own tasks. The file of answers next to the problem sets imports it from here."""

from bleu_exercises._forms import in_form
from bleu_exercises._lesson_tasks import sentence_task
from bleu_exercises._random_inputs import apart, columns, draw_order, draw_pair, draw_words
from exercise_checker import Arguments, Mistake, Outcome, Task, pick, read_counts, read_number, read_numbers, read_words

__all__ = [
    "Arguments",
    "Mistake",
    "Outcome",
    "Task",
    "apart",
    "columns",
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
