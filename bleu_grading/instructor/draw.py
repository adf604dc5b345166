"""Draw the sentences that a problem set shows from your own seed, so that last year's notebooks do not fit this year's.

  python -m bleu_grading draw ASSIGNMENT

Run it in the course's folder before the release is made. It replaces the sentences in
source/ASSIGNMENT/ASSIGNMENT.ipynb and every result printed next to them. The same seed draws the same sentences.
SENTENCES in the file of answers defines what is drawn and how. The hidden inputs are drawn separately, so these
sentences reveal nothing about them.
"""

import json
import os
import re
import runpy
from collections.abc import Mapping
from pathlib import Path
from random import Random

from bleu_grading.instructor.authoring import Sentences
from bleu_grading.outside.cells import Notebook
from bleu_grading.outside.seed_and_answers import ANSWERS_VARIABLE, read_seed


def drawn(notebook: Notebook, sentences: Sentences, seed: str) -> Notebook:
    """Return a problem set whose sentences are replaced with sentences drawn with this seed.

    Raises:
        ValueError: a text that has to be replaced is no longer in the notebook.
    """
    all_text = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    old = sentences.read(all_text)
    before, after = sentences.show(old), sentences.show(sentences.draw(Random(f"sentences of {seed}"), old))
    missing = [text for text in before if text not in all_text]
    if missing:
        why = f"it does not contain {missing[0]!r}, which follows from its sentences"
        raise ValueError(f"{why}. Was it changed by hand?")
    new = dict(zip(before, after, strict=True))
    pattern = re.compile("|".join(map(re.escape, sorted(new, key=len, reverse=True))))
    cells = [_replaced(cell["source"], pattern, new) for cell in notebook["cells"]]
    pairs = zip(notebook["cells"], cells, strict=True)
    return notebook | {"cells": [cell | {"source": source} for cell, source in pairs]}


def _replaced(source: str | list[str], pattern: re.Pattern[str], new: Mapping[str, str]) -> list[str]:
    return pattern.sub(lambda found: new[found[0]], "".join(source)).splitlines(keepends=True)


def main(name: str) -> int:
    """Draw the sentences of one problem set, save it, and return the exit code."""
    path = Path("source", name, f"{name}.ipynb")
    try:
        known: dict[str, Sentences] = runpy.run_path(os.environ.get(ANSWERS_VARIABLE) or "answers.py")["SENTENCES"]
        notebook = drawn(json.loads(path.read_text(encoding="utf-8")), known[name], read_seed())
    except KeyError as problem:
        print(f"Nothing was drawn: the file of answers has no {problem.args[0]}.")
        return 2
    except (OSError, ValueError) as problem:
        print(f"Nothing was drawn: {problem}")
        return 2
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{path}: its sentences are now drawn from your seed. Next: python -m bleu_grading release {name}")
    return 0
