"""Real runs of pytest: what a check of the lessons collects, what it says of a cell that differs, and what it sees.

nbval with our additions is shown to fail on a copy that says something else. A guard that cannot fail guards nothing.
"""

import re
import shutil

import painted
import pytest
from agreements import AGREEMENTS
from lesson_shape import SHAPE
from nbformat.v4 import new_output
from notebook_rules import NOTEBOOKS, ROOT, RULES, WITHOUT_A_MODULE, code_cells, load, source
from prose import PROSE
from small_notebooks import SAVED, SHOWS, WRONG_PICTURES, edit, in_lesson_02, run_pytest, small_notebook, workshop

# What is collected.


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
    cells = code_cells(notebook)
    cells[1]["metadata"].update(tags=["nbval-skip"])
    cells[-1].update(execution_count=99)
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


# What is said of a cell that differs: two small notebooks, one of them broken.

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


@pytest.mark.parametrize("place", ["page", pytest.param("tab", marks=pytest.mark.node)])
@pytest.mark.chromium
def test_in_a_browser(place):
    raise AssertionError("it was to be left out")


def test_of_ours():
    pass
"""


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
    command = r"(?m)^Left out: (\d+) that need .*\. To run them: python3 run\.py test -m (\w+)$"
    left_out = [("2", "chromium"), ("1", "node"), ("3", "environments")]
    assert re.findall(command, said_of_small_notebooks) == left_out


@pytest.mark.parametrize("processes", [0, 1])
def test_nothing_is_run_where_a_program_is_missing_that_was_asked_for(processes, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    (workshop(tmp_path) / "test_room.py").write_text(ROOM, encoding="utf-8")
    done = run_pytest(tmp_path, f"--numprocesses={processes}", "-m", "chromium and not node or not environments")
    assert done.returncode != 0 and "passed" not in done.stdout and "failed" not in done.stdout
    assert "Nothing was run, because chromium is not here" in done.stdout and "apt-get install" in done.stdout


# What a lesson sees: each with broken helpers.

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
ONE_AFTER_THE_OTHER = f"""

import nbval.plugin

sys.path.append({str(ROOT / "tools")!r})
from faults import Kernel

RED = set()


def pytest_runtest_logreport(report):
    if report.failed:
        RED.add(file_of(report))


def pytest_runtest_setup(item):
    if file_of(item) in RED:
        pytest.skip("what we want to know of this notebook is known")


class WithItsOwnHelpers(Kernel):
    def __init__(self, name, cwd=None, startup_timeout=0):
        for module in [one for one in sys.modules if one.partition(".")[0] in ("bleu_helpers", "more")]:
            del sys.modules[module]
        sys.path.insert(0, cwd)
        super().__init__(name, cwd)

    def stop(self):
        del sys.path[0]


nbval.plugin.RunningKernel = WithItsOwnHelpers
"""
"""All in one process, each lesson to its first cell that differs: what a kernel of its own does is seen above."""


def test_every_lesson_with_a_module_has_a_main_function():
    assert list(MAIN_FUNCTIONS) == [
        path.stem.split("_", 1)[1] for path in NOTEBOOKS if path.stem not in WITHOUT_A_MODULE
    ]


@pytest.fixture(scope="module")
def said_of_lessons(tmp_path_factory):
    """What a check says of each lesson, whose own helpers are changed in the third decimal, and of one that is not."""
    folder = workshop(tmp_path_factory.mktemp("lessons"), ONE_AFTER_THE_OTHER)
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
