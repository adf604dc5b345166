"""Everything needed to write your own tasks. The file of answers next to the problem sets imports it from here."""
# ruff: noqa: F401

from bleu_exercises._drawing import apart, columns, draw_order, draw_pair, draw_words
from bleu_exercises._forms import in_form
from bleu_exercises._tasks import sentence_task
from exercise_checker import Arguments, Mistake, Outcome, Task, pick, read_counts, read_number, read_numbers, read_words
