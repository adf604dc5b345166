"""The notebooks as files: each rule is shown to fail, on a copy that breaks it.

A rule that cannot fail guards nothing.
"""

import base64
import copy

import address
import painted
import pytest
from broken_copies import every_broken_copy, found_in_a_copy
from notebook_rules import NOTEBOOKS, RULES, code_cells, load
from small_notebooks import clear


def nth_printing(notebook, nth=0):
    return [cell for cell in code_cells(notebook) if any("text" in output for output in cell["outputs"])][nth]


def with_figure(notebook):
    return next(
        output for cell in code_cells(notebook) for output in cell["outputs"] if "image/png" in output.get("data", {})
    )


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


BREAKS = {
    "is_run_from_top_to_bottom": {
        "cleared": clear,
    },
    "has_the_output_of_every_cell_that_prints": {
        "one print lost": lambda notebook: nth_printing(notebook, 2).update(outputs=[]),
    },
    "has_no_stderr": {
        "a warning": lambda notebook: nth_printing(notebook)["outputs"].append(
            {"output_type": "stream", "name": "stderr", "text": ["UserWarning"]}
        ),
    },
    "hides_nothing_from_nbval": {
        "a comment": lambda notebook: nth_printing(notebook).update(source="# NBVAL_IGNORE_OUTPUT\nprint(1)"),
    },
    "has_no_trailing_semicolon": {
        "one": lambda notebook: nth_printing(notebook).update(source="print(1);\n"),
    },
    "starts_with_the_set_up_cell": {
        "one byte more": set_up("import plots", "import  plots"),
        "sacrebleu from nowhere": in_code("from sacrebleu import BLEU"),
    },
    "has_its_own_badge": {
        "another notebook's": markdown("/learn/en/0", "/learn/en/1"),
    },
    "has_no_price_for_a_formula": {
        "two prices": markdown("# 02", '"$5" or "$6"\n# 02'),
    },
    "has_links_that_lead_somewhere": {
        "a lesson that is not there": markdown("](0", "](9"),
        "a page that is not there": markdown(
            "# 02", f"<a href='https://github.com/{address.blob()}/docs/nothing.md#there'>x</a> # 02"
        ),
    },
    "shows_nothing_of_the_machine": {
        "an address": prints("<function f at 0x7f5a1c>"),
        **{
            text: prints(text)
            for text in (
                "/home/someone/file.py",
                "C:\\Users\\someone",
                "Python 3.11.7",
                "3.5 ms",
            )
        },
        "a picture's program": png_with_software,
    },
    "shows_nothing_unordered": {
        "a set": prints("{'the', 'cat'}\n"),
    },
    "asks_for_nothing_by_chance": {
        text: in_code(text) for text in ("import os, time", "random.Random()", "rng = np.random.default_rng()")
    },
    "shows_at_most_six_digits": {"sixteen": prints("0.5045666840058485\n")},
    "has_a_picture_for_every_figure": {
        "a lost picture": lambda notebook: with_figure(notebook)["data"].pop("image/png"),
        "a white picture": lambda notebook: with_figure(notebook).update(
            painted.as_output(with_figure(notebook), painted.whitened)
        ),
        "words without its title": lambda notebook: with_figure(notebook).update(
            metadata={"image/png": {"alt": "".join(with_figure(notebook)["data"]["text/plain"])}}
        ),
    },
    "shows_no_widget": {
        "a view": lambda notebook: nth_printing(notebook)["outputs"].append(
            {"output_type": "display_data", "metadata": {}, "data": {"application/vnd.jupyter.widget-view+json": {}}}
        ),
    },
    "raises_only_where_it_says_so": {
        "a tag too many": lambda notebook: nth_printing(notebook)["metadata"].update(tags=["raises-exception"]),
    },
    "is_in_the_house_form": {
        "widget state": lambda notebook: notebook["metadata"].update(widgets={}),
    },
    "has_the_length_of_a_lesson": {
        "too short": lambda notebook: notebook.update(cells=notebook["cells"][:20]),
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
