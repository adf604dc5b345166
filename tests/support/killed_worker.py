"""A worker that is killed once, when it has counted part of a range, as by a system that has run out of memory.

It notes in a file when it begins a range, and when it has counted one. Another file says which range kills it, because
an engine may start its workers before a case begins, so their environment contains only the folder of these files.
"""

import os
import signal
from itertools import islice
from pathlib import Path

import bleu_helpers
from bleu_helpers import BleuScore, read_segments

FOLDER = "KILLED_WORKER_FOLDER"
"""The environment variable with the folder of the two files, which workers inherit."""


def notes():
    return Path(os.environ[FOLDER], "notes")


def begin_case(deadly):
    """Choose the first line of the range that kills its worker, or None, and clear the notes."""
    Path(os.environ[FOLDER], "deadly").write_text(str(deadly), encoding="utf-8")
    notes().write_text("", encoding="utf-8")


def note(line):
    with notes().open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def count_range(part):
    begun = f"begun {part.first_line}"
    again = begun in notes().read_text(encoding="utf-8").splitlines()
    note(begun)
    if not again and str(part.first_line) == Path(os.environ[FOLDER], "deadly").read_text(encoding="utf-8"):
        BleuScore().update_from_pairs(islice(read_segments(part), part.lines // 2))
        os.kill(os.getpid(), signal.SIGKILL)
    score = bleu_helpers.score_range(part, tokenize="none")
    note(f"counted {part.first_line}")
    return score
