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
import pytest
from notebook_rules import NOTEBOOKS, ROOT, RULES, WITHOUT_A_MODULE, code_cells, load

names = [path.stem for path in NOTEBOOKS]
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=names)


@every_notebook
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_notebook(path, rule):
    assert list(rule(path, load(path))) == []


def nth_printing(notebook, nth=0):
    return [cell for cell in code_cells(notebook) if any("text" in output for output in cell["outputs"])][nth]


def with_figure(notebook):
    return next(
        output for cell in code_cells(notebook) for output in cell["outputs"] if "image/png" in output.get("data", {})
    )


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
        "the scoreboard lost": lambda notebook: nth_printing(notebook, -1).update(outputs=[]),
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
        "another notebook's": markdown("/notebooks/0", "/notebooks/1"),
        "none": markdown("[![Open in Colab]", "[!["),
        "two": markdown("# 02", "[![](https://colab.research.google.com/assets/colab-badge.svg)](x)\n# 02"),
    },
    "has_links_that_lead_somewhere": {
        "a lesson that is not there": markdown("](0", "](9"),
        "a badge that leads nowhere": markdown("/blob/main/notebooks/", "/blob/main/lessons/"),
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
    "shows_at_most_six_digits": {"sixteen": prints("0.5045666840058485\n")},
    "has_a_picture_for_every_figure": {
        "a lost picture": lambda notebook: with_figure(notebook)["data"].pop("image/png"),
        "a lost text form": lambda notebook: with_figure(notebook)["data"].pop("text/plain"),
        "another size": narrow_picture,
        "half a picture": lambda notebook: with_figure(notebook)["data"].update(
            {"image/png": "".join(with_figure(notebook)["data"]["image/png"])[:4000]}
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


@pytest.mark.parametrize(
    ("rule", "break_it"),
    [
        pytest.param(rule, break_it, id=f"{rule.__name__}: {name}")
        for rule in RULES
        for name, break_it in BREAKS[rule.__name__].items()
    ],
)
def test_a_rule_fails_on_a_broken_copy(rule, break_it):
    path = NOTEBOOKS[1]
    broken = copy.deepcopy(load(path))
    break_it(broken)
    assert list(rule(path, broken)) != []


@pytest.mark.parametrize("text", ["17/18 = 0.9444\n", "{'a': 1}\n", "Counter({('the',): 2})\n", "ours 3/6 and/or\n"])
def test_rules_let_ordinary_outputs_pass(text):
    notebook = copy.deepcopy(load(NOTEBOOKS[1]))
    prints(text)(notebook)
    assert [problem for rule in RULES for problem in rule(NOTEBOOKS[1], notebook)] == []


# From here on, real runs of pytest in a copy of the repository.


@pytest.fixture
def workshop(tmp_path):
    """A copy of what a check needs, in which notebooks and helpers can be broken."""
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("bleu_helpers", "notebooks", "tools", "docs"):
        shutil.copytree(
            ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        )
    (tmp_path / "tests").mkdir()
    return tmp_path


def run_pytest(folder, *arguments):
    """What `python3 run.py check` runs, in a folder whose helpers come before the installed ones."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"}
    environment.pop("COV_CORE_SOURCE", None)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def edit(path, break_it):
    notebook = load(path)
    break_it(notebook)
    path.write_text(json.dumps(notebook), encoding="utf-8")


def test_every_cell_of_every_notebook_is_collected():
    done = run_pytest(ROOT, "--collect-only")
    for path in NOTEBOOKS:
        collected = re.findall(rf"^notebooks/{path.name}::Cell (\d+)$", done.stdout.replace("\\", "/"), re.MULTILINE)
        assert [int(number) for number in collected] == list(range(len(code_cells(load(path)))))


def test_a_notebook_that_is_not_collected_is_missed(workshop):
    settings = (workshop / "pyproject.toml").read_text(encoding="utf-8")
    (workshop / "pyproject.toml").write_text(settings.replace(', "notebooks"]', "]"), encoding="utf-8")
    assert "::Cell 0" not in run_pytest(workshop, "--collect-only").stdout


def lose_a_picture(notebook):
    output = with_figure(notebook)
    del output["data"]["image/png"]


def lose_one_of_two_outputs(notebook):
    cell = next(cell for cell in code_cells(notebook) if len(cell["outputs"]) == 1 and "text" in cell["outputs"][0])
    cell["outputs"].append({"output_type": "display_data", "metadata": {}, "data": {"image/png": "AAAA"}})


def another_number(notebook):
    cell = nth_printing(notebook, -1)
    cell["outputs"][0]["text"] = "".join(cell["outputs"][0]["text"]).replace("0.2857", "0.2867")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("break_it", "expected"),
    [
        (lose_a_picture, "Kinds of output differ"),
        (lose_one_of_two_outputs, "Kinds of output differ"),
        (another_number, "saved: the the the the the the the           1.0000     0.2867"),
    ],
)
def test_a_check_says_in_plain_words_which_cell_differs(workshop, break_it, expected):
    path = workshop / "notebooks" / NOTEBOOKS[1].name
    edit(path, break_it)
    done = run_pytest(workshop, str(path))
    assert done.returncode == 1, done.stdout
    words = done.stdout.split("In plain words: cells that now say something else")[1]
    assert re.search(rf"{path.name}, cell \[\d+\], which starts with: ", words)
    assert expected in words


@pytest.mark.slow
def test_an_untouched_copy_passes(workshop):
    done = run_pytest(workshop, str(workshop / "notebooks" / NOTEBOOKS[1].name))
    assert done.returncode == 0, done.stdout
    assert "In plain words" not in done.stdout


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
}


def test_every_lesson_with_a_module_has_a_main_function():
    assert list(MAIN_FUNCTIONS) == [name.split("_", 1)[1] for name in names if name not in WITHOUT_A_MODULE]


@pytest.mark.slow
@pytest.mark.parametrize(("module", "function"), MAIN_FUNCTIONS.items(), ids=MAIN_FUNCTIONS)
def test_a_change_in_the_third_decimal_turns_the_check_red(workshop, module, function):
    with (workshop / "bleu_helpers" / f"{module}.py").open("a", encoding="utf-8") as file:
        file.write(
            # wraps: show_source goes on showing the right source, so only the numbers give it away
            f"\n\nimport functools\n\n_exact = {function}\n\n\n@functools.wraps(_exact)\n"
            f"def {function}(*arguments, **named):\n"
            f"    result = _exact(*arguments, **named)\n"
            f"    if isinstance(result, dict):\n"
            f"        return type(result)({{key: value + 0.001 for key, value in result.items()}})\n"
            f"    if isinstance(result, list):\n"
            f"        return [value + 0.001 for value in result]\n"
            f"    return result + 0.001\n"
        )
    [path] = [path for path in NOTEBOOKS if path.stem.split("_", 1)[1] == module]
    done = run_pytest(workshop, "-x", str(workshop / "notebooks" / path.name))
    assert done.returncode == 1, done.stdout
    assert f"{path.name}, cell [" in done.stdout.split("In plain words")[1]


# The tool behind `python3 run.py refresh`.


def run_refresh(folder, *notebooks):
    return subprocess.run(
        [sys.executable, str(folder / "tools" / "refresh.py"), *map(str, notebooks)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def pictures_of(notebook):
    return [data["image/png"] for data in figures_of(notebook)]


def forget_pictures(notebook):
    for data in figures_of(notebook):
        data["image/png"] = ""


def figures_of(notebook):
    outputs = [output.get("data", {}) for cell in code_cells(notebook) for output in cell["outputs"]]
    return [data for data in outputs if "image/png" in data]


@pytest.mark.slow
def test_refresh_restores_every_byte(workshop):
    path = workshop / "notebooks" / NOTEBOOKS[0].name
    picture = workshop / "docs" / "picture.png"
    before = load(path)
    edit(path, clear)
    edit(path, lambda notebook: notebook["metadata"].update(widgets={}, colab={"provenance": []}))
    picture.write_bytes(b"stale")
    done = run_refresh(workshop, path)
    assert done.stdout == f"{path.name}: running ... saved\n"
    after = path.read_bytes()
    # Another matplotlib draws other pixels: the pictures are compared as pictures of their own run.
    drawn = [pictures_of(notebook) for notebook in (before, load(path))]
    assert [len(pictures) for pictures in drawn] == [len(drawn[0])] * 2
    assert picture.read_bytes() in [base64.b64decode("".join(text)) for text in drawn[1]]
    restored = load(path)
    for notebook in (before, restored):
        forget_pictures(notebook)
    assert restored == before
    assert run_refresh(workshop, path).stdout == f"{path.name}: running ... nothing changed\n"
    assert path.read_bytes() == after


@pytest.mark.slow
def test_refresh_leaves_a_notebook_that_fails_as_it_was(workshop):
    path = workshop / "notebooks" / NOTEBOOKS[1].name
    edit(path, lambda notebook: code_cells(notebook)[-1].update(source="1 / 0"))
    before = path.read_bytes()
    done = run_refresh(workshop, path)
    assert done.returncode == 1
    assert "it stops with ZeroDivisionError: division by zero" in done.stdout
    assert path.read_bytes() == before
    files = {item.name for item in path.parent.iterdir() if item.is_file()}
    assert files == {notebook.name for notebook in NOTEBOOKS}


def test_the_picture_of_the_readme_is_the_one_of_its_lesson():
    pictures = [
        base64.b64decode("".join(output["data"]["image/png"]))
        for path in NOTEBOOKS
        for cell in code_cells(load(path))
        if "readme-picture" in cell["metadata"].get("tags", [])
        for output in cell["outputs"]
    ]
    assert pictures == [(ROOT / "docs" / "picture.png").read_bytes()]
    assert "](docs/picture.png)" in (ROOT / "README.md").read_text(encoding="utf-8")
