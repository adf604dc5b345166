"""The rules for a notebook's file, each a function that lists what is wrong: what nbval alone would let pass."""

import ast
import base64
import functools
import json
import re
import struct
import tomllib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import address
import clean
import learn

from bleu_helpers.display import picture

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SET_UP = next(path for path in NOTEBOOKS if "from sacrebleu" in path.read_text(encoding="utf-8"))
"""The first lesson that needs sacrebleu: from there on a lesson has the set-up cell of all, or both cells."""
TAGS = {learn.RECORD, "readme-picture", "full-digits", "raises-exception"}


def facts_file(lesson: str) -> str:
    """Where the tests keep what they know about a lesson."""
    return f"tests/lessons/{lesson[3:]}.toml"


@functools.cache
def facts(lesson: str) -> dict:
    """What the tests know about a lesson; nothing where the file is missing, which test_lesson_shape.py reports.

    `predictions`: for each, in their order, what a person may type who is right, and what is refused, so that two
    answers that are exchanged are noticed. `compares`: a function, and the functions that must agree with it; a name
    without a module is one that the lesson defines. `not_computed`: a pattern for each number in the text that no cell
    computes, with the reason. `symbols` and `sums`: what its formulas mean (see formulas.toml).
    """
    file = ROOT / facts_file(lesson)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def load(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def code_cells(notebook: dict) -> list[dict]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def source(cell: dict) -> str:
    return "".join(cell["source"])


def cell_name(cell: dict) -> str:
    """What a person finds a cell by: the number beside its code, or the beginning of its text."""
    if cell["cell_type"] == "code":
        return f"cell [{cell['execution_count']}]"
    return f"the text that starts with {source(cell).partition(chr(10))[0][:60]!r}"


def difference(found: str, expected: str) -> str:
    """Say in which line two texts differ first, and what is expected there; nothing where they are equal."""
    lines = enumerate(zip_longest(found.splitlines(), expected.splitlines(), fillvalue="(nothing)"), 1)
    return next(
        (f"line {number} is {one!r:.80}; expected: {other!r:.80}" for number, (one, other) in lines if one != other), ""
    )


def python(cell: dict) -> str:
    """The cell's source, without IPython's own commands."""
    return re.sub(r"(?m)^(\s*)[%!].*$", r"\1pass", source(cell))


def code(cell: dict) -> ast.Module:
    """The cell's Python, parsed."""
    return ast.parse(python(cell))


def texts(cell: dict) -> list[str]:
    """Everything in a cell's outputs that a reader can read."""
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
            yield f"cell [{cell['execution_count']}] has tags that are not the house's: {sorted(unknown)}"


def starts_with_the_set_up_cell(path, notebook):
    first, *rest = code_cells(notebook)
    if found := difference(source(first), set_up_cells()[0]):
        yield f"the set-up cell is not the one of {SET_UP.name}: {found}"
    if len(source(first).splitlines()) > 8:
        yield "the set-up cell has more than eight lines"
    if f"git+https://github.com/{address.current()}@{address.ref()}\n" not in source(first):
        yield "the set-up cell does not install from the address in pyproject.toml"
    if source(first).partition("\n")[0] != address.comment(address.current()):
        yield "the set-up cell does not begin with the line that tools/address.py writes"
    needed = any("from sacrebleu" in source(cell) for cell in rest)
    if [source(cell) for cell in rest if "%pip" in source(cell)] != set_up_cells()[1:] * needed:
        yield "it fetches more than it needs, or less, or in other words than the other lessons"
    if needed and source(rest[0]) != set_up_cells()[1]:
        yield f"it needs sacrebleu, and its second cell is not the one of {SET_UP.name}"


@functools.cache
def set_up_cells() -> list[str]:
    """The set-up cell of every lesson, and the second one of those that need sacrebleu."""
    return [source(cell) for cell in code_cells(load(SET_UP))[:2]]


def has_its_own_badge(path, notebook):
    link = f"https://colab.research.google.com/github/{address.blob()}/{learn.place(path.name)}"
    badge = f"[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]({link})"
    first = source(notebook["cells"][0])
    if notebook["cells"][0]["cell_type"] != "markdown" or badge not in first or first.count("colab-badge") != 1:
        yield f"the first cell has no badge that opens {path.name} in Colab"


def has_links_that_lead_somewhere(path, notebook):
    """A lesson is read in two folders. From both, a link leads to the lesson beside it, or has the whole address."""
    lessons = {lesson.name for lesson in NOTEBOOKS}
    for target in links(notebook):
        host, ours, file = target.partition(f"/{address.blob()}/")
        file = file.split("#")[0]
        if not ours and not re.match("https?://", target):
            if target not in lessons:
                yield f"a link leads to {target}, which is no lesson: all else has the whole address, https://github.com/…"
        elif ours and not (ROOT / file).is_file():
            yield f"a link leads to {target}, which is not there"
        elif ours and "colab" in host and Path(file).parent != Path(learn.place("")):
            yield f"a link opens {file} in Colab, which is no learner's copy"


def links(notebook: dict) -> list[str]:
    """Where the links and pictures of a notebook's text lead."""
    text = "\n".join(source(cell) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    return re.findall(r"\]\(((?:[^()\s]|\([^()\s]*\))+)\)", text) + re.findall(r"(?:href|src)=[\"']([^\"']*)", text)


def shows_nothing_of_the_machine(path, notebook):
    patterns = {
        "an address in memory": r"\bat 0x[0-9a-fA-F]+",
        "a path": (
            r"(?<![\w.:/<)\]])/(?:[\w.-]+/)+[\w.-]+|(?<![\w.:/<])/(?:root|home|tmp|usr|Users|content|var|opt|mnt)\b"
            r"|file:/|\b[A-Z]:[\\/]\w|\\\\\w+\\\w|(?<!\w)~/"
        ),
        "a version": (
            r"(?<![\w.])v?\d+\.\d+\.\d+|version_info|\(3, 1\d, \d"
            r"|(?i:\b(?:version|python|ipython|jupyterlab|numpy|nltk|matplotlib)[ =v-]*\d+\.\d+)"
        ),
        "a time": (
            r"\b\d{1,2}:\d\d(?::\d\d)?\b|\b20\d\d-\d\d-\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.]20\d\d\b"
            r"|\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* 20\d\d\b|\b1[5-9]\d{8}\b"
            r"|\b\d+(?:\.\d+)? ?(?:ns|[µμu]s|ms|s|sec|seconds?|min|minutes?)\b"
        ),
    }
    for cell in code_cells(notebook):
        for text in texts(cell):
            for name, pattern in patterns.items():
                if match := re.search(pattern, text):
                    yield f"cell [{cell['execution_count']}] shows {name}: {match.group()!r}"


def shows_nothing_unordered(path, notebook):
    for cell in code_cells(notebook):
        if "show_source(" in source(cell):
            continue  # what it shows is code, where braces mean other things too
        for text in texts(cell):
            # Braces without a colon in them are a set; with one, a dictionary.
            if match := re.search(r"\{[^{}:]+\}|\bfrozenset\(|\bset\(", text):
                yield f"cell [{cell['execution_count']}] shows a set, whose order is not fixed: {match.group()!r}"


BY_CHANCE = (
    # from Python 3.12 on, a profile loses calls where a second thread runs, as behind every notebook
    r"^\s*(?:import|from) .*\b(?:time|timeit|secrets|uuid|profile|cProfile)\b"
    r"|\brandom\.(?!Random\b|default_rng\b)\w+\(|\b(?:Random|default_rng)\((?:None)?\)"
)
"""What another run answers differently: a time, and what is drawn without a seed or from a state of all."""


def asks_for_nothing_by_chance(path, notebook):
    for cell in code_cells(notebook):
        for found in re.findall(BY_CHANCE, source(cell), re.MULTILINE):
            yield f"cell [{cell['execution_count']}] is another one in each run: {found.strip()}"


def shows_at_most_six_digits(path, notebook):
    for cell in code_cells(notebook):
        if "full-digits" in cell["metadata"].get("tags", []):
            continue
        for text in texts(cell):
            if match := re.search(r"\d\.\d{7,}", text):
                yield f"cell [{cell['execution_count']}] shows more than six digits: {match.group()}"


def shows_no_widget(path, notebook):
    for cell in code_cells(notebook):
        if any(clean.WIDGET in output.get("data", {}) for output in cell["outputs"]):
            text = f"cell [{cell['execution_count']}] shows a widget, which is empty where nobody runs it"
            yield f"{text}: run `python3 run.py clean {path.name}`"


def raises_only_where_it_says_so(path, notebook):
    for cell in code_cells(notebook):
        tagged = "raises-exception" in cell["metadata"].get("tags", [])
        if tagged != any(output["output_type"] == "error" for output in cell["outputs"]):
            yield f"cell [{cell['execution_count']}] raises an error, or has the tag raises-exception, but not both"


def has_a_picture_for_every_figure(path, notebook):
    for cell in code_cells(notebook):
        for output in cell["outputs"]:
            data = output.get("data", {})
            is_figure = "".join(data.get("text/plain", "")).startswith("Figure: ")
            png = base64.b64decode("".join(data.get("image/png", "")))
            if is_figure and not png.startswith(b"\x89PNG"):
                yield f"cell [{cell['execution_count']}] has lost its picture: run `python3 run.py refresh {path.name}`"
            if png and not is_figure:
                text = f"cell [{cell['execution_count']}] has a picture without a text form"
                yield f"{text}: use bleu_helpers.display.plots"
                continue
            if not png:
                continue
            for fault in picture.faults_of(png):
                yield f"cell [{cell['execution_count']}] has a picture that {fault}"
            if output["metadata"].get("image/png", {}).get("alt") != "".join(data["text/plain"]):
                yield f"cell [{cell['execution_count']}] has a picture whose alternative text is not its text form"
            if struct.unpack(">I", png[16:20])[0] != 900:
                yield f"cell [{cell['execution_count']}] has a picture that is not 900 pixels wide"


def is_in_the_house_form(path, notebook):
    as_saved = json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False)
    if found := difference(as_saved, clean.written(clean.house_form(notebook))):
        yield f"it is not saved as `python3 run.py clean {path.name}` would save it: {found}"


def has_its_learners_copy(path: Path, notebook: dict) -> Iterator[str]:
    for language in learn.LANGUAGES:
        wanted = clean.written(learn.learners_copy(path.name, notebook, language))
        copy = ROOT / learn.place(path.name, language)
        if not copy.is_file() or copy.read_text(encoding="utf-8") != wanted:
            yield f"its learner's copy is not the same: run `python3 run.py learn {path.name}`"
