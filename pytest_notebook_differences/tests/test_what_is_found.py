"""Real runs of pytest on small notebooks: what the plugin finds, and how it describes it."""

import base64
import io
import json
import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from PIL import Image, PngImagePlugin


def text(printed):
    return [new_output("stream", text=printed)]


def shown(**formats):
    return [new_output("display_data", {kind.replace("_", "/"): content for kind, content in formats.items()})]


def shows(**formats):
    """Return the source of a cell that displays an object in these formats."""
    return f"display({dict(shown(**formats)[0].data)}, raw=True)"


def chart(kept=None, size=(80, 60), bar=(20, 20, 50, 50), description=""):
    """Return the formats of a picture with one bar, or of a blank one, of whose file so many bytes are kept."""
    image, texts, png = Image.new("RGB", (80, 60), "white"), PngImagePlugin.PngInfo(), io.BytesIO()
    image.paste("navy", bar)
    texts.add_text("Description", description)
    image.resize(size).save(png, "PNG", pnginfo=texts)
    return {"text_plain": "a chart", "image_png": base64.b64encode(png.getvalue()[:kept]).decode()}


def error(name):
    return [new_output("error", ename=name, evalue="division by zero")]


BLANK, SAME = {"bar": (0, 0, 0, 0)}, shows(**chart())
CHANGED = {
    "a number": ("print(0.2857)", text("0.2867\n"), "saved: 0.2867\nnow  : 0.2857"),
    "two lines": ("print('1\\n2')", text("2\n1\n"), "the order changed, from line 1 on:\nsaved: 2\nnow  : 1"),
    "many lines": ("print('a\\n' * 20)", text("b\n" * 20), "saved: b\n" * 12 + "(and 29 more lines)"),
    "a table": (shows(text_html="<b>1"), shown(text_html="<b>2"), "its HTML has changed (the plain text is the same)"),
    "two rows": (shows(text_html="<b><i>"), shown(text_html="<i><b>"), "the order in its HTML changed (the plain text"),
    "no picture": (
        shows(text_plain="a chart"),
        shown(**chart()),
        "Kinds of output differ: saved ['image/png, text/plain'], now ['text/plain']",
    ),
    "two outputs": (
        "print(1)\n" + shows(text_plain="2"),
        shown(text_plain="2") + text("1\n"),
        "The order of the outputs changed: saved ['text/plain', 'stdout'], now ['stdout', 'text/plain']",
    ),
    "a blank picture": (shows(**chart(**BLANK)), shown(**chart()), "A picture that was drawn now is blank"),
    "a picture that was blank": (SAME, shown(**chart(**BLANK)), "A saved picture is blank"),
    "a shorter bar": (
        shows(**chart(bar=(20, 30, 50, 50))),
        shown(**chart()),
        "A picture shows less than the saved one: 12.5 % of its pixels differ from the background; saved: 18.8 %",
    ),
    "a cut off picture": (shows(**chart(bar=(20, 30, 50, 60))), shown(**chart()), "drawn now is cut off at its border"),
    "a wider picture": (
        shows(**chart(size=(90, 60))),
        shown(**chart()),
        "A picture is now 90 × 60 pixels; saved: 80 × 60",
    ),
    "a broken picture": (SAME, shown(**chart(60)), "A saved picture cannot be read"),
    "a picture without an end": (SAME, shown(**chart(-4)), "A saved picture cannot be read to its end"),
    "another drawing": (
        shows(**chart(description="1\n3")),
        shown(**chart(description="1\n2")),
        "A saved picture differs from the one that is drawn now\nsaved: 2\nnow  : 3",
    ),
    "data": (shows(application_json={"a": [1] * 99}), shown(application_json={"a": [2] * 99}), "saved: {'a': [2, 2"),
    "a word after a time": ("print('9 ms: a')", text("7 ms: b\n"), "saved: TIME: b\nnow  : TIME: a"),
    "an error": ("print(1)\n1 / 0", text("1\n"), "it printed: 1\nit now raises ZeroDivisionError: division by zero"),
    "an error without its tag": ("1 / 0", error("ZeroDivisionError"), "it raises, without the tag raises-exception,"),
    "another error": (
        "# NBVAL_RAISES_EXCEPTION\n1 / 0",
        error("KeyError"),
        "saved: KeyError: division by zero\nnow  : Z",
    ),
}
UNCHANGED = {
    "a slightly larger picture": (shows(**chart(size=(82, 60))), shown(**chart())),
    "a picture up to its border": (shows(**chart(bar=(0, 0, 40, 60))), shown(**chart(bar=(0, 0, 41, 60)))),
    "an address": ("object()", shown(text_plain="<object at 0x7f3b1c2d4e50>")),
    "a time": ("print('9 ms')", text("7 ms\n")),
    "a semicolon": ("1 + 1;", []),
    "ignored": ("# NBVAL_IGNORE_OUTPUT\n" + SAME, shown(**chart(**BLANK))),
    "never run": ("print(1)", []),
}


def save(path, cells):
    """Save a notebook with these cells, which have a name, a source and outputs."""
    notebook = new_notebook()
    for number, (name, (source, outputs, *_)) in enumerate(cells.items(), 1):
        count = None if name == "never run" else number
        notebook.cells.append(new_code_cell(f"# {name}\n{source}", execution_count=count, outputs=outputs))
    nbformat.write(notebook, path)


@pytest.fixture
def checked(pytester):
    """Return a function that runs pytest with this plugin, and returns the result and all that it printed."""

    def check(*arguments):
        plugin = ("-p", "pytest_notebook_differences.plugin", "-p", "no:cacheprovider", "--color=no")
        done = pytester.runpytest_inprocess("--nbval", "--nbval-current-env", *plugin, *arguments)
        return done, str(done.stdout)

    return check


def test_describes_each_change_below_the_number_of_its_cell_and_what_stops_a_notebook(pytester, checked):
    save(pytester.path / "lesson.ipynb", CHANGED | UNCHANGED)
    save(pytester.path / "waits.ipynb", {"waits": ("import time\ntime.sleep(60)", []), "later": ("1", [])})
    newer = json.dumps(new_notebook() | {"nbformat": 5})
    for name, content in {
        "newer.ipynb": newer,
        "torn.ipynb": newer[:9],
        "pytest.ini": "[pytest]\nnotebook_differences_hint = Run make {notebooks}",
        "differs.cfg": "[time]\nregex: [0-9]+ ms\nreplace: TIME\n",
    }.items():
        pytester.path.joinpath(name).write_text(content, encoding="utf-8")
    settings = ("--nbval-cell-timeout=4", "--nbval-sanitize-with=differs.cfg", "--continue-on-collection-errors")
    done, report = checked(*settings, "-rs")
    done.assert_outcomes(failed=len(CHANGED) + 1, passed=len(UNCHANGED), skipped=1, errors=2)
    said = re.findall(r"(?ms)^_+ lesson\.ipynb, cell \[(\d+)\] _+\nIt starts with: # ([\w ]+)$(.*?)(?=\n[_=I])", report)
    assert [(int(number), name) for number, name, _ in said] == [*enumerate(CHANGED, 1)]
    for _, name, text in said:
        assert CHANGED[name][2] in text.replace("\n    ", "\n"), report
    assert "# waits\n    it ran into the limit of 4 seconds, so the cells after it were left out" in report
    assert "an earlier cell stopped the kernel" in report
    assert "\nnewer.ipynb cannot be read as a notebook: NBFormatError: Unsupported nbformat version 5" in report
    assert "\ntorn.ipynb cannot be read as a notebook: NotJSONError: Notebook does not appear to be JSON" in report
    assert "nbval/plugin.py" not in report
    assert "\nRun make lesson.ipynb\n" in report


def test_prints_what_the_readme_shows(pytester, checked):
    readme = Path(__file__).parents[1].joinpath("README.md").read_text(encoding="utf-8")
    _, program, shown, *_ = re.findall(r"(?ms)^```(?:python)?\n(.*?)^```$", readme)
    exec(program)
    _, report = checked("-q", "-rN", "weather.ipynb")
    assert re.sub(r" in .*", "", report) == re.sub(r" in .*", "", shown).strip()
