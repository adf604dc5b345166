"""The notebooks as files, and the guards against what nbval alone would let pass.

Each guard is shown to fail: a rule on a copy that breaks it, and nbval with our additions on a copy that says
something else. A guard that cannot fail guards nothing.
"""

import base64
import copy
import json
import os
import re
import shutil
import subprocess
import sys

import address
import nbformat
import painted
import pytest
from agreements import AGREEMENTS
from broken_copies import every_broken_copy, found_in_a_copy
from lesson_shape import SHAPE
from nbformat.v4 import new_code_cell, new_notebook, new_output
from notebook_rules import NOTEBOOKS, ROOT, RULES, WITHOUT_A_MODULE, code_cells, load, source
from prose import PROSE

names = [path.stem for path in NOTEBOOKS]
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=names)


def nth_printing(notebook, nth=0):
    return [cell for cell in code_cells(notebook) if any("text" in output for output in cell["outputs"])][nth]


def with_figure(notebook):
    return next(
        output for cell in code_cells(notebook) for output in cell["outputs"] if "image/png" in output.get("data", {})
    )


def edit(path, break_it):
    notebook = load(path)
    break_it(notebook)
    path.write_text(json.dumps(notebook), encoding="utf-8")


def clear(notebook):
    for cell in code_cells(notebook):
        cell["outputs"], cell["execution_count"] = [], None


def clear_but_count(notebook):
    for cell in code_cells(notebook):
        cell["outputs"] = []


def prints(text):
    def break_it(notebook):
        nth_printing(notebook)["outputs"][0]["text"] = [text]

    return break_it


def in_code(line):
    def break_it(notebook):
        cell = nth_printing(notebook)
        cell["source"] = [f"{line}\n", *cell["source"]]

    return break_it


def markdown(old, new):
    def break_it(notebook):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = "".join(cell["source"]).replace(old, new)

    return break_it


def set_up(old, new):
    def break_it(notebook):
        cell = code_cells(notebook)[0]
        assert old in "".join(cell["source"])
        cell["source"] = "".join(cell["source"]).replace(old, new)

    return break_it


def png_with_software(notebook):
    data = with_figure(notebook)["data"]
    picture = base64.b64decode("".join(data["image/png"])) + b"tEXtSoftware\0Matplotlib version3.11"
    data["image/png"] = base64.b64encode(picture).decode()


def narrow_picture(notebook):
    data = with_figure(notebook)["data"]
    picture = bytearray(base64.b64decode("".join(data["image/png"])))
    picture[16:20] = (640).to_bytes(4, "big")
    data["image/png"] = base64.b64encode(picture).decode()


def duplicate_id(notebook):
    notebook["cells"][1]["id"] = notebook["cells"][0]["id"]


BREAKS = {
    "is_run_from_top_to_bottom": {
        "cleared": clear,
        "a gap": lambda notebook: code_cells(notebook)[-1].update(execution_count=99),
        "a cell not run": lambda notebook: code_cells(notebook)[3].update(execution_count=None),
    },
    "has_the_output_of_every_cell_that_prints": {
        "cleared": clear_but_count,
        "one print lost": lambda notebook: nth_printing(notebook, 2).update(outputs=[]),
        "the scoreboard lost": lambda notebook: next(
            cell for cell in code_cells(notebook) if "\nscoreboard(" in source(cell)
        ).update(outputs=[]),
        "a value lost": lambda notebook: code_cells(notebook)[-1].update(source="candidate", outputs=[]),
        "a figure lost": lambda notebook: code_cells(notebook)[-1].update(source="plots.f()", outputs=[]),
    },
    "has_no_stderr": {
        "a warning": lambda notebook: nth_printing(notebook)["outputs"].append(
            {"output_type": "stream", "name": "stderr", "text": ["UserWarning"]}
        ),
    },
    "hides_nothing_from_nbval": {
        "a comment": lambda notebook: nth_printing(notebook).update(source="# NBVAL_IGNORE_OUTPUT\nprint(1)"),
        "a tag": lambda notebook: nth_printing(notebook)["metadata"].update(tags=["nbval-skip"]),
    },
    "has_no_trailing_semicolon": {
        "one": lambda notebook: nth_printing(notebook).update(source="print(1);\n"),
        "before a comment": lambda notebook: nth_printing(notebook).update(source="candidate;  # why\n\n# end"),
    },
    "starts_with_the_set_up_cell": {
        "another address": set_up(f"github.com/{address.current()}@", "github.com/x/y@"),
        "one byte more": set_up("import plots", "import  plots"),
    },
    "has_its_own_badge": {
        "another notebook's": markdown("/learn/en/0", "/learn/en/1"),
        "the record's": markdown("/learn/en/0", "/0"),
        "none": markdown("[![Open in Colab]", "[!["),
        "two": markdown("# 02", "[![](https://colab.research.google.com/assets/colab-badge.svg)](x)\n# 02"),
    },
    "has_no_price_for_a_formula": {
        "two prices": markdown("# 02", '"$5" or "$6"\n# 02'),
    },
    "has_links_that_lead_somewhere": {
        "a lesson that is not there": markdown("](0", "](9"),
        "a badge that leads nowhere": markdown(f"/blob/{address.ref()}/notebooks/", f"/blob/{address.ref()}/lessons/"),
        "Colab with the record": markdown("/learn/en/03", "/03"),
        "a page without its address": markdown("](03_", "](../docs/architecture.md) [03](03_"),
        "a page that is only there from the record": markdown("](03_", "](assignments/nbgrader_config.py) [03](03_"),
        "a page that is not there": markdown(
            "# 02", f"<a href='https://github.com/{address.blob()}/docs/nothing.md#there'>x</a> # 02"
        ),
    },
    "shows_nothing_of_the_machine": {
        "an address": prints("<function f at 0x7f5a1c>\n"),
        **{
            f"a path: {text!r}": prints(text)
            for text in (
                "/home/someone/file.py",
                "in /root",
                "(3, '/tmp')",
                "file:///home/ada/x.py",
                "C:\\Users\\someone",
                "C:/Users/ada",
                "\\\\server\\share",
                "~/notebooks",
            )
        },
        **{
            f"a version: {text}": prints(text)
            for text in (
                "Python 3.11.7",
                "NLTK here is 3.10.4",
                "v1.2.3",
                "nltk-3.10",
                "(3, 11, 7)",
                "version_info(…)",
            )
        },
        **{
            f"a time: {text}": prints(text)
            for text in (
                "2026-11-21",
                "21/11/2026",
                "21 Nov 2026",
                "done at 12:30",
                "took 3.5 ms",
                "Wall time: 2 s",
                "12.3 µs ± 4 ns",
                "1795255739.77",
            )
        },
        "a picture's program": png_with_software,
    },
    "shows_nothing_unordered": {
        "a set": prints("{'the', 'cat'}\n"),
        "a set of one": prints("{'the'}\n"),
        "a set of numbers": prints("{1, 2}\n"),
        "a frozenset": prints("frozenset({1})\n"),
        "a set of n-grams": prints("{('a', 'b'), ('b', 'c')}\n"),
        "a mixed set": prints("{None, 1}\n"),
    },
    "asks_for_nothing_by_chance": {
        f"code: {text}": in_code(text)
        for text in (
            "import cProfile",
            "import os, time",
            "from timeit import timeit",
            "random.Random()",
            "rng = np.random.default_rng()",
            "random.shuffle(words)",
            "np.random.seed(1)",
        )
    },
    "shows_at_most_six_digits": {"sixteen": prints("0.5045666840058485\n")},
    "has_a_picture_for_every_figure": {
        "a lost picture": lambda notebook: with_figure(notebook)["data"].pop("image/png"),
        "a lost text form": lambda notebook: with_figure(notebook)["data"].pop("text/plain"),
        "another size": narrow_picture,
        "half a picture": lambda notebook: with_figure(notebook)["data"].update(
            {"image/png": "".join(with_figure(notebook)["data"]["image/png"])[:4000]}
        ),
        "a white picture": lambda notebook: with_figure(notebook).update(
            painted.as_output(with_figure(notebook), painted.whitened)
        ),
        "a picture of others": lambda notebook: with_figure(notebook).update(
            painted.as_output(with_figure(notebook), painted.without_texts)
        ),
        "words without its title": lambda notebook: with_figure(notebook).update(
            metadata={"image/png": {"alt": "".join(with_figure(notebook)["data"]["text/plain"])}}
        ),
        "no text for screen readers": lambda notebook: with_figure(notebook).update(metadata={}),
    },
    "shows_no_widget": {
        "a view": lambda notebook: nth_printing(notebook)["outputs"].append(
            {"output_type": "display_data", "metadata": {}, "data": {"application/vnd.jupyter.widget-view+json": {}}}
        ),
    },
    "raises_only_where_it_says_so": {
        "a tag too many": lambda notebook: nth_printing(notebook)["metadata"].update(tags=["raises-exception"]),
        "an error that nobody announced": lambda notebook: nth_printing(notebook)["outputs"].append(
            {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}
        ),
    },
    "is_in_the_house_form": {
        "widget state": lambda notebook: notebook["metadata"].update(widgets={}),
        "a version": lambda notebook: notebook["metadata"]["language_info"].update(version="3.11.7"),
        "what Colab adds": lambda notebook: notebook["cells"][0]["metadata"].update(id="AbC123", colab={}),
        "an older format": lambda notebook: notebook.update(nbformat_minor=0),
        "a cell without an id": lambda notebook: notebook["cells"][0].pop("id"),
        "the same id twice": duplicate_id,
        "a text in two parts": lambda notebook: nth_printing(notebook)["outputs"].append(
            {"output_type": "stream", "name": "stdout", "text": ["more\n"]}
        ),
    },
    "has_the_length_of_a_lesson": {
        "too short": lambda notebook: notebook.update(cells=notebook["cells"][:20]),
        "too long": lambda notebook: notebook.update(cells=notebook["cells"] * 2),
    },
    "asks_before_it_tells": {"no prediction": markdown("**Predict:**", "")},
}


def test_every_rule_has_a_copy_that_breaks_it():
    assert set(BREAKS) == {rule.__name__ for rule in RULES}


@every_broken_copy(RULES, BREAKS)
def test_a_rule_fails_on_a_broken_copy(rule, break_it):
    assert found_in_a_copy(rule, break_it) != []


@pytest.mark.parametrize("text", ["17/18 = 0.9444\n", "{'a': 1}\n", "Counter({('the',): 2})\n", "ours 3/6 and/or\n"])
def test_rules_let_ordinary_outputs_pass(text):
    notebook = copy.deepcopy(load(NOTEBOOKS[1]))
    prints(text)(notebook)
    assert [problem for rule in RULES for problem in rule(NOTEBOOKS[1], notebook)] == []


# From here on, real runs of pytest: one over small notebooks that are broken, one over lessons with broken helpers.


def run_pytest(folder, *arguments):
    """Run pytest as a check does, in a folder; a kernel takes the helpers that stand beside its notebook."""
    environment = {**os.environ, "PYTHONPATH": os.curdir, "COLUMNS": "200"}
    environment.pop("COV_CORE_SOURCE", None)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
    )


def workshop(folder, more=""):
    """A folder in which pytest runs as it does here, with more for conftest.py."""
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "conftest.py").write_text((ROOT / "conftest.py").read_text(encoding="utf-8") + more, encoding="utf-8")
    return folder


def collected(*arguments):
    """What a run of all tests would run of each notebook, its cells and its rules; the tests do not matter here."""
    done = run_pytest(ROOT, "--collect-only", "--ignore-glob=*.py", *arguments)
    found = {path.name: set() for path in NOTEBOOKS}
    for name, one in re.findall(r"^notebooks/(.+)::(.+)$", done.stdout.replace("\\", "/"), re.MULTILINE):
        found.setdefault(name, set()).add(one)
    return found


OF_EACH_LESSON = {rule.__name__ for rule in [*RULES, *SHAPE, *PROSE, *AGREEMENTS]}


def test_every_cell_of_every_notebook_is_collected_and_every_rule_for_it():
    cells = {path.name: {f"Cell {place}" for place in range(len(code_cells(load(path))))} for path in NOTEBOOKS}
    assert collected() == {name: cells[name] | OF_EACH_LESSON for name in cells}


def test_the_rules_can_be_asked_alone():
    assert collected("-m", "rule") == dict.fromkeys((path.name for path in NOTEBOOKS), OF_EACH_LESSON)


def test_a_notebook_that_is_not_collected_is_missed():
    assert collected("--override-ini=testpaths=tests bleu_helpers") == {path.name: set() for path in NOTEBOOKS}


def broken_where_no_output_shows_it(notebook):
    BREAKS["hides_nothing_from_nbval"]["a tag"](notebook)
    BREAKS["is_run_from_top_to_bottom"]["a gap"](notebook)
    cell = next(cell for cell in notebook["cells"] if "**Predict:**" in source(cell))
    cell["source"] = source(cell).replace("?", ".").splitlines(keepends=True)


def test_a_check_of_a_lesson_sees_what_no_output_shows(tmp_path):
    folder = workshop(tmp_path)
    (folder / "notebooks").mkdir()
    lessons = [path.relative_to(ROOT) for path in NOTEBOOKS]
    for name in ("README.md", "tests", "tools", "docs", "bleu_helpers", "notebooks/learn", *lessons):
        (folder / name).symlink_to(ROOT / name)
    path = folder / "notebooks" / NOTEBOOKS[1].name
    path.unlink()
    shutil.copy(NOTEBOOKS[1], path)
    edit(path, broken_where_no_output_shows_it)
    done = run_pytest(folder, "--numprocesses=0", "-m", "rule", path)
    assert set(re.findall(r"(?m)^FAILED \S+::(\w+)", done.stdout)) == {
        "hides_nothing_from_nbval",
        "is_run_from_top_to_bottom",
        "asks_what_can_be_answered",
    }
    words = done.stdout.split("In plain words")[1]
    assert f"{path.name}:\n    cell [2] has tags that are not the house's: ['nbval-skip']\n" in words


def in_lesson_02(nth):
    """A saved output of lesson 02 that has a picture."""
    outputs = [output for cell in code_cells(load(NOTEBOOKS[1])) for output in cell["outputs"]]
    return [output for output in outputs if "image/png" in output.get("data", {})][nth]


PURSE = "from bleu_helpers.cast import *\nfrom bleu_helpers.display import plots\nplots.purse({}, CAT_REFERENCES)"
WRONG_PICTURES = {
    "a white picture": painted.whitened,
    "a picture drawn white": painted.drawn_white,
    "an exchanged picture": lambda png: base64.b64decode("".join(in_lesson_02(1)["data"]["image/png"])),
    "another one's pixels": lambda png: painted.with_the_pixels_of(png, WRONG_PICTURES["an exchanged picture"](png)),
    "a stale picture": painted.stale,
    "a picture with a dot": painted.with_a_dot,
    "a picture of others": painted.without_texts,
}
SHOWS = {
    "a picture": PURSE.format("CAT_CANDIDATES[1]"),
    **dict.fromkeys([*WRONG_PICTURES, "a picture's words"], PURSE.format("CAT_CANDIDATES[1]")),
    "a text": 'print("the the the: 0.2857")',
    "a table": 'display({"text/plain": "a table", "text/html": "<b>1</b>"}, raw=True)',
    "one output": 'print("one")',
    "no error": 'print("before"); one = 1 / int("1")',
}
SAVED = {
    **{name: [in_lesson_02(0)] for name in ("a picture", *WRONG_PICTURES, "a picture's words")},
    "a text": [new_output("stream", text="the the the: 0.2857\n")],
    "a table": [new_output("display_data", {"text/plain": "a table", "text/html": "<b>1</b>"})],
    "one output": [new_output("stream", text="one\n")],
    "no error": [new_output("stream", text="before\n")],
}
SAVED_OTHERWISE = {
    "a picture": [new_output("display_data", {"text/plain": "".join(in_lesson_02(0)["data"]["text/plain"])})],
    **{name: [painted.as_output(in_lesson_02(0), change)] for name, change in WRONG_PICTURES.items()},
    "a picture's words": [{**in_lesson_02(0), "metadata": {"image/png": {"alt": "Figure: another"}}}],
    "a text": [new_output("stream", text="the the the: 0.2867\n")],
    "a table": [new_output("display_data", {"text/plain": "a table", "text/html": "<b>2</b>"})],
    "one output": [*SAVED["one output"], new_output("display_data", {"image/png": "AAAA"})],
    "no error": SAVED["no error"],
}
IN_PLAIN_WORDS = {
    "a picture": "Kinds of output differ: saved ['text/plain'], now ['image/png, text/plain']",
    "a white picture": ("    A saved picture has other pixels than it was saved with\n    A saved picture is blank"),
    "a picture drawn white": "A saved picture is blank",
    "an exchanged picture": (
        "    A saved picture is not the one that is drawn now\n"
        "    saved: line through 2.5 1, 1.5 0: #999999 line - 1.5\n"
    ),
    "another one's pixels": "A saved picture has other pixels than it was saved with",
    "a stale picture": "    saved: x from -2.6 to 8.2\n    now  : x from -1.6 to 8.2\n",
    "a picture with a dot": "A saved picture has other pixels than it was saved with",
    "a picture of others": "A saved picture does not say what is drawn on it: use bleu_helpers.display.plots",
    "a picture's words": "The alternative text of a picture has changed",
    "a text": "    saved: the the the: 0.2867\n    now  : the the the: 0.2857",
    "a table": "its table has changed (the HTML; the plain text is the same)",
    "one output": "Kinds of output differ: saved ['stdout', 'image/png'], now ['stdout']",
    "no error": "it now stops with ZeroDivisionError: division by zero",
}


ROOM = """
import pytest


@pytest.mark.environments
def test_in_a_room():
    raise AssertionError("it was to be left out")
"""


def small_notebook(path, sources, outputs):
    """Save a notebook with one cell for each of the things that a cell can show."""
    cells = [
        new_code_cell(
            f"# {name}\nfrom IPython.display import display\n{sources[name]}", outputs=nbformat.from_dict(outputs[name])
        )
        for name in sources
    ]
    for number, cell in enumerate(cells, 1):
        cell.execution_count = number
    nbformat.write(new_notebook(cells=cells), path)


@pytest.fixture(scope="module")
def said_of_small_notebooks(tmp_path_factory):
    """What a check says of two small notebooks, one as it was saved, one not, that another process runs and reports."""
    folder = workshop(tmp_path_factory.mktemp("small"))
    small_notebook(folder / "untouched.ipynb", SHOWS, SAVED)
    small_notebook(folder / "broken.ipynb", SHOWS | {"no error": SHOWS["no error"].replace("1", "0")}, SAVED_OTHERWISE)
    (folder / "test_room.py").write_text(ROOM, encoding="utf-8")
    done = run_pytest(folder, "--numprocesses=1", "-rA", ".")
    assert done.returncode == 1, done.stdout
    return done.stdout


@pytest.mark.parametrize("cell", SHOWS)
def test_a_check_says_in_plain_words_which_cell_differs(said_of_small_notebooks, cell):
    words = said_of_small_notebooks.split("In plain words")[1]
    [of_the_cell] = re.findall(
        rf"(?ms)^broken\.ipynb, cell \[{[*SHOWS].index(cell) + 1}\], which starts with: # {cell}$(.*?)\n\n", words
    )
    assert IN_PLAIN_WORDS[cell] in of_the_cell


def test_an_untouched_notebook_passes(said_of_small_notebooks):
    for number in range(len(SHOWS)):
        assert f"\nPASSED untouched.ipynb::Cell {number}\n" in said_of_small_notebooks
        assert f"\nFAILED broken.ipynb::Cell {number}" in said_of_small_notebooks
    assert "untouched.ipynb, cell" not in said_of_small_notebooks


def test_a_run_says_what_it_left_out_and_how_to_run_it(said_of_small_notebooks):
    assert re.search(r"(?m)^Left out: 1 that .*: python3 run\.py test -m environments$", said_of_small_notebooks)


MAIN_FUNCTIONS = {
    "counting": "unigram_precision",
    "clipping": "count_clip",
    "ngrams": "modified_precision",
    "brevity_penalty": "brevity_penalty",
    "bleu": "bleu_score",
    "rouge_n": "rouge_n",
    "f1": "f_score",
    "corpus_bleu": "corpus_bleu",
    "smoothing": "add_one",
    "error_rates": "word_error_rate",
    "tokenisation": "chrf",
    "at_scale": "score_range",
}
MORE = """
import functools


def more(function):
    # wraps: show_source goes on showing the right source, so only the numbers give it away
    @functools.wraps(function)
    def changed(*arguments, **named):
        result = function(*arguments, **named)
        if isinstance(result, dict):
            return type(result)({key: value + 0.001 for key, value in result.items()})
        if isinstance(result, list):
            return [value + 0.001 for value in result]
        return result + 0.001

    return changed
"""
"""A module of its own, beside the notebook: called from one of the lessons' modules, a function checks no input."""
UNTOUCHED = "untouched"
UNTIL_RED = """

RED = set()


def pytest_runtest_logreport(report):
    if report.failed:
        RED.add(file_of(report))


def pytest_runtest_setup(item):
    if file_of(item) in RED:
        pytest.skip("what we want to know of this notebook is known")
"""


def test_every_lesson_with_a_module_has_a_main_function():
    assert list(MAIN_FUNCTIONS) == [name.split("_", 1)[1] for name in names if name not in WITHOUT_A_MODULE]


@pytest.fixture(scope="module")
def said_of_lessons(tmp_path_factory):
    """What a check says of each lesson, whose own helpers are changed in the third decimal, and of one that is not."""
    folder = workshop(tmp_path_factory.mktemp("lessons"), UNTIL_RED)
    lessons = {path.stem.split("_", 1)[1]: path for path in NOTEBOOKS} | {UNTOUCHED: NOTEBOOKS[1]}
    copies = []
    for name in [UNTOUCHED, *MAIN_FUNCTIONS]:
        helpers = folder / name / "bleu_helpers"
        shutil.copytree(ROOT / "bleu_helpers", helpers)  # what is compiled too: it is the same for the same file
        copies.append(shutil.copy(lessons[name], folder / name))
        if name != UNTOUCHED:
            with (helpers / f"{name}.py").open("a", encoding="utf-8") as file:
                file.write("\n\nfrom more import more\n\n{0} = more({0})\n".format(MAIN_FUNCTIONS[name]))
            (folder / name / "more.py").write_text(MORE, encoding="utf-8")
    done = run_pytest(folder, "--numprocesses=0", *copies)
    assert done.returncode == 1, done.stdout
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("module", MAIN_FUNCTIONS)
def test_a_change_in_the_third_decimal_turns_the_check_red(said_of_lessons, module):
    [path] = [path for path in NOTEBOOKS if path.stem.split("_", 1)[1] == module]
    assert f"FAILED {module}/{path.name}::Cell" in said_of_lessons.replace("\\", "/")
    assert f"{path.name}, cell [" in said_of_lessons.split("In plain words")[1]


@pytest.mark.slow
def test_a_lesson_with_untouched_helpers_beside_it_passes(said_of_lessons):
    assert f"FAILED {UNTOUCHED}" not in said_of_lessons
