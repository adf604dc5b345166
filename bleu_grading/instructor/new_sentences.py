"""Draw the sentences that a problem set shows from your own seed, so that last year's notebooks do not fit this year's.

  python -m bleu_grading draw ASSIGNMENT

Run it in the course's folder before the release is made. It replaces the sentences in
source/ASSIGNMENT/ASSIGNMENT.ipynb and every result printed next to them. The same seed draws the same sentences.
SENTENCES in the file of answers defines what is drawn and how. The hidden inputs are drawn separately, so these
sentences reveal nothing about them.
"""

import json
import re
import runpy
from collections.abc import Mapping
from random import Random

from bleu_grading.instructor.authoring import Sentences
from bleu_grading.outside.problem_set import Notebook, ProblemSet
from bleu_grading.outside.seed_and_answers import answers_file, read_seed


def with_new_sentences(notebook: Notebook, sentences: Sentences, seed: str) -> Notebook:
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


def replace_sentences(problem_set: ProblemSet) -> str:
    """Draw the sentences of one problem set, save it, and return what to do next.

    Raises:
        ValueError: the sentences of this problem set cannot be drawn, or a text in it was changed by hand.
    """
    before = json.loads(problem_set.source.read_text(encoding="utf-8"))
    known: dict[str, Sentences] = runpy.run_path(str(answers_file())).get("SENTENCES", {})
    if problem_set.name not in known:
        raise ValueError(f"the SENTENCES of the file of answers have no {problem_set.name}")
    notebook = with_new_sentences(before, known[problem_set.name], read_seed())
    problem_set.source.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    next_step = f"python -m bleu_grading release {problem_set.name}"
    return f"{problem_set.source}: its sentences are now drawn from your seed. Next: {next_step}"
