"""The rules for a notebook's file, which nbval does not check. Each rule is a function that lists what is wrong."""

import ast
import copy
import functools
import json
import re
import tomllib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import address
import clean
import learn

from pytest_notebook_differences import pictures

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SET_UP = next(path for path in NOTEBOOKS if "from sacrebleu" in path.read_text(encoding="utf-8"))
"""The first lesson that needs sacrebleu. It has both set-up cells; every lesson has the first one."""
TAGS = {learn.TESTS_ONLY, *learn.OWN, "readme-picture", "full-digits"}


def facts_file(lesson: str) -> str:
    """Return the name of the file with the texts of a lesson's exercises, and with the facts about its own text."""
    return f"bleu_exercises/exercises/{lesson[3:]}.toml"


@functools.cache
def facts(lesson: str) -> dict:
    """Return the table [facts] of a lesson's file, or nothing if it is missing.

    `predictions` has right and wrong answers to each prediction, in their order, so that swapped answers are noticed.
    `not_computed` has a pattern for each number in the text that no cell computes, with the reason. `symbols` and
    `sums` say what its formulas mean (see formulas.toml).
    """
    file = ROOT / facts_file(lesson)
    return tomllib.loads(file.read_text(encoding="utf-8")).get("facts", {}) if file.is_file() else {}


def load(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def code_cells(notebook: dict) -> list[dict]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def source(cell: dict) -> str:
    return "".join(cell["source"])


def cell_name(cell: dict) -> str:
    """Return what identifies a cell for a person: the number next to its code, or the beginning of its text."""
    if cell["cell_type"] == "code":
        return f"cell [{cell['execution_count']}]"
    return f"the text that starts with {source(cell).partition(chr(10))[0][:60]!r}"


def difference(found: str, expected: str) -> str:
    """Describe the first line in which two texts differ; return an empty string if they are equal."""
    lines = enumerate(zip_longest(found.splitlines(), expected.splitlines(), fillvalue="(nothing)"), 1)
    return next(
        (f"line {number} is {line!r:.80}; expected: {want!r:.80}" for number, (line, want) in lines if line != want), ""
    )


def python(cell: dict) -> str:
    """Return the cell's source without IPython's own commands."""
    return re.sub(r"(?m)^(\s*)[%!].*$", r"\1pass", source(cell))


def code(cell: dict) -> ast.Module:
    """Return the cell's Python code as a syntax tree."""
    return ast.parse(python(cell))


def texts(cell: dict) -> list[str]:
    """Return all texts in a cell's outputs that a reader can see."""
    found = []
    for output in cell.get("outputs", []):
        found.append("".join(output.get("text", "")))
        found += [f"{output.get('ename')}: {output.get('evalue')}"] * ("ename" in output)
        found += ["".join(output.get("traceback", ""))]
        found += ["".join(data) for kind, data in output.get("data", {}).items() if not kind.startswith("image/")]
    return found


def is_run_from_top_to_bottom(path, notebook):
    counts = [cell["execution_count"] for cell in code_cells(notebook)]
    if counts != list(range(1, len(counts) + 1)):
        yield f"execution counts are {counts}, not 1 to {len(counts)}: run `python3 run.py refresh {path.name}`"


def has_no_stderr(path, notebook):
    for cell in code_cells(notebook):
        if any(output.get("name") == "stderr" for output in cell["outputs"]):
            yield f"cell [{cell['execution_count']}] writes to stderr"


def hides_nothing_from_nbval(path, notebook):
    for cell in code_cells(notebook):
        if re.search(r"NBVAL_|PYTEST_VALIDATE_", source(cell)):
            yield f"cell [{cell['execution_count']}] has a comment for nbval"
        unknown = set(cell["metadata"].get("tags", [])) - TAGS
        if unknown:
            yield f"cell [{cell['execution_count']}] has tags that have no meaning here: {sorted(unknown)}"


def starts_with_the_set_up_cell(path, notebook):
    first, *rest = code_cells(notebook)
    if found := difference(source(first), set_up_cells()[0]):
        yield f"the set-up cell differs from that of {SET_UP.name}: {found}"
    if len(source(first).splitlines()) > 8:
        yield "the set-up cell has more than eight lines"
    needed = any("from sacrebleu" in source(cell) for cell in rest)
    if [source(cell) for cell in rest if "%pip" in source(cell)] != set_up_cells()[1:] * needed:
        yield "it does not install exactly what it needs, in the same way as the other lessons"
    if needed and source(rest[0]) != set_up_cells()[1]:
        yield f"it needs sacrebleu, but its second cell differs from that of {SET_UP.name}"


@functools.cache
def set_up_cells() -> list[str]:
    """Return the set-up cell of every lesson, and the second one of the lessons that need sacrebleu."""
    return [source(cell) for cell in code_cells(load(SET_UP))[:2]]


def has_what_the_address_allows(path, notebook):
    """Its badge, its link to the next lesson in Colab and its set-up cell are those for the current address."""
    cells = copy.deepcopy(notebook["cells"])
    address.complete(cells, path.name)
    address.show(cells, f"notebooks/{path.name}")
    for cell, wanted in zip(notebook["cells"], cells, strict=True):
        if found := difference(source(cell), source(wanted)):
            yield f"{cell_name(cell)} is not as `python3 run.py address` writes it: {found}"


def has_links_that_lead_somewhere(path, notebook):
    """A link to another file is relative, and to another lesson just its file name, which exists in two folders."""
    lessons = {lesson.name for lesson in NOTEBOOKS}
    text = "\n".join(source(cell) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    for file in re.findall(r"""(?:\]\(|(?:href|src)=["'])(?!https?://)([^\s)"'#]+)""", text):
        if file not in lessons and not (file.startswith("../") and (ROOT / "notebooks" / file).is_file()):
            yield f"a link leads to {file}, which is not a lesson, or not an existing file after ../"


def shows_no_set_and_no_address(path, notebook):
    for cell in code_cells(notebook):
        if "show_source(" in source(cell):
            continue  # it shows code, in which braces have other meanings too
        for text in texts(cell):
            # Braces without a colon are a set; with a colon, they are a dictionary. Addresses are not compared.
            if match := re.search(r"\{[^{}:]+\}|\bfrozenset\(|\bset\(|\bat 0x[0-9a-fA-F]+", text):
                yield f"cell [{cell['execution_count']}] shows a set or an address in memory: {match.group()!r}"


BY_CHANCE = (
    # since Python 3.12, a profile misses calls if a second thread runs, as it does in every notebook
    r"^\s*(?:import|from) .*\b(?:time|timeit|secrets|uuid|profile|cProfile)\b"
    r"|\brandom\.(?!Random\b|default_rng\b)\w+\(|\b(?:Random|default_rng)\((?:None)?\)"
)
"""Code whose result differs between runs: a time, or random numbers without a seed or from the global state."""


def gives_the_same_result_in_every_run(path, notebook):
    for cell in code_cells(notebook):
        for found in re.findall(BY_CHANCE, source(cell), re.MULTILINE):
            yield f"cell [{cell['execution_count']}] has a different result in each run: {found.strip()}"


def shows_at_most_six_digits(path, notebook):
    for cell in code_cells(notebook):
        if "full-digits" in cell["metadata"].get("tags", []):
            continue
        for text in texts(cell):
            if match := re.search(r"\d\.\d{7,}", text):
                yield f"cell [{cell['execution_count']}] shows more than six digits: {match.group()}"


def has_a_text_form_for_every_picture(path, notebook):
    for cell in code_cells(notebook):
        for output in cell["outputs"]:
            data, name = output.get("data", {}), f"cell [{cell['execution_count']}]"
            text = "".join(data.get("text/plain", ""))
            if text.startswith("Figure: ") != ("image/png" in data):
                yield f"{name} has a picture without a text form, or the reverse: use bleu_helpers.display.plots"
            elif "image/png" in data and output["metadata"].get("image/png", {}).get("alt") != text:
                yield f"{name} has a picture whose alternative text is not its text form"
            if "image/png" in data:
                picture = pictures.of_output(data["image/png"])
                undescribed = ["does not say what is drawn on it"] * (not picture.description)
                yield from (f"{name} has a picture that {fault}" for fault in (*picture.faults, *undescribed))


def is_normalised(path, notebook):
    as_saved = json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False)
    if found := difference(as_saved, clean.written(clean.normalised(notebook))):
        yield f"it is not saved as `python3 run.py clean {path.name}` would save it: {found}"


def has_its_learners_copy(path: Path, notebook: dict) -> Iterator[str]:
    for language in learn.LANGUAGES:
        wanted = clean.written(learn.learners_copy(path.name, notebook, language))
        copy = ROOT / learn.place(path.name, language)
        if not copy.is_file() or copy.read_text(encoding="utf-8") != wanted:
            yield f"its learner's copy is out of date: run `python3 run.py learn {path.name}`"
