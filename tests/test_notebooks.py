"""The notebooks as files: each rule is shown to fail, on a copy that breaks it.

A rule that cannot fail guards nothing.
"""

import base64
import copy

import address
import painted
import pytest
from broken_copies import every_broken_copy, found_in_a_copy
from notebook_rules import NOTEBOOKS, RULES, code_cells, load, source
from small_notebooks import clear


def nth_printing(notebook, nth=0):
    return [cell for cell in code_cells(notebook) if any("text" in output for output in cell["outputs"])][nth]


def with_figure(notebook):
    return next(
        output for cell in code_cells(notebook) for output in cell["outputs"] if "image/png" in output.get("data", {})
    )


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
        "another first line": set_up("# ", "#  "),
        "one byte more": set_up("import plots", "import  plots"),
        "sacrebleu from nowhere": in_code("from sacrebleu import BLEU"),
        "a second cell that nobody needs": in_code("%pip install --quiet sacrebleu"),
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
            "Random(None)",
            "default_rng(seed=None)",
            "from random import shuffle",
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
