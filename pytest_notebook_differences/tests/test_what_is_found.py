"""Real runs of pytest on small notebooks: what the plugin finds, and how it describes it."""

import base64
import io
import json
import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from PIL import Image, PngImagePlugin

ENDS = "import os\nos._exit(1)"
WAITS = "import time\ntime.sleep(60)"


def printed(text):
    return new_output("stream", text=text)


def shown(**formats):
    return new_output("display_data", {kind.replace("_", "/"): content for kind, content in formats.items()})


def drawn(size=(80, 60), bar=(20, 20, 50, 60), description=""):
    """Return a picture with one bar as a notebook contains it, or a blank one."""
    image, texts, png = Image.new("RGB", (80, 60), "white"), PngImagePlugin.PngInfo(), io.BytesIO()
    if bar:
        image.paste("navy", bar)
    texts.add_text("Description", description)
    image.resize(size).save(png, "PNG", pnginfo=texts)
    return base64.b64encode(png.getvalue()).decode()


def shows(**formats):
    """Return the source of a cell that displays an object in these formats."""
    return f"display({dict(shown(**formats).data)}, raw=True)"


BAR, INSIDE = drawn(bar=(20, 20, 50, 50)), {"bar": (20, 20, 50, 50)}
PICTURE = [shown(text_plain="a chart", image_png=BAR)]


def picture(**changes):
    """Return the source of a cell that displays a picture like the saved one, with some changes."""
    return shows(text_plain="a chart", image_png=drawn(**INSIDE | changes))


CHANGED = {
    "a number": ("print(0.2857)", [printed("0.2867\n")], "saved: 0.2867\nnow  : 0.2857"),
    "two lines": ("print('1\\n2')", [printed("2\n1\n")], "the order changed, from line 1 on:\nsaved: 2\nnow  : 1"),
    "many lines": (
        "print(*range(20), sep='\\n')",
        [printed("".join(f"{number}\n" for number in range(40, 60)))],
        "".join(f"saved: {number}\n" for number in range(40, 52)) + "(and 28 more lines)",
    ),
    "a table": (
        shows(text_plain="a table", text_html="<b>1</b>"),
        [shown(text_plain="a table", text_html="<b>2</b>")],
        "its HTML has changed (the plain text is the same)",
    ),
    "two rows": (
        shows(text_plain="a table", text_html="<tr>1</tr><tr>2</tr>"),
        [shown(text_plain="a table", text_html="<tr>2</tr><tr>1</tr>")],
        "the order in its HTML changed (the plain text is the same)",
    ),
    "a missing picture": (
        shows(text_plain="a chart"),
        PICTURE,
        "Kinds of output differ: saved ['image/png, text/plain'], now ['text/plain']",
    ),
    "two outputs": (
        "print('one')\n" + shows(text_plain="two"),
        [shown(text_plain="two"), printed("one\n")],
        "The order of the outputs changed: saved ['text/plain', 'stdout'], now ['stdout', 'text/plain']",
    ),
    "a blank picture": (picture(bar=None), PICTURE, "A picture that was drawn now is blank"),
    "a picture that was blank": (
        picture(),
        [shown(text_plain="a chart", image_png=drawn(bar=None))],
        "A saved picture is blank",
    ),
    "a shorter bar": (
        picture(bar=(20, 30, 50, 50)),
        PICTURE,
        "A picture shows less than the saved one: 12.5 % of its pixels differ from the background; saved: 18.8 %",
    ),
    "a picture that is cut off": (
        picture(bar=(20, 30, 50, 60)),
        PICTURE,
        "A picture that was drawn now is cut off at its border",
    ),
    "a wider picture": (picture(size=(90, 60)), PICTURE, "A picture is now 90 × 60 pixels; saved: 80 × 60"),
    "a broken picture": (
        picture(),
        [shown(text_plain="a chart", image_png=base64.b64encode(base64.b64decode(BAR)[:60]).decode())],
        "A saved picture cannot be read",
    ),
    "a picture without an end": (
        picture(),
        [shown(text_plain="a chart", image_png=base64.b64encode(base64.b64decode(BAR)[:-4]).decode())],
        "A saved picture cannot be read to its end",
    ),
    "another drawing": (
        picture(description="bar 1\nbar 3"),
        [shown(text_plain="a chart", image_png=drawn(description="bar 1\nbar 2", **INSIDE))],
        "A saved picture differs from the one that is drawn now\nsaved: bar 2\nnow  : bar 3",
    ),
    "data": (shows(application_json={"a": [1] * 99}), [shown(application_json={"a": [2] * 99})], r"saved: {'a': \[2, "),
    "an error": (
        "print('before')\n1 / 0",
        [printed("before\n")],
        "it printed: before\nit now raises ZeroDivisionError",
    ),
    "another error": (
        "# NBVAL_RAISES_EXCEPTION\n1 / 0",
        [new_output("error", ename="KeyError", evalue="1")],
        "saved: KeyError: 1\nnow  : ZeroDivisionError: division by zero",
    ),
}
UNCHANGED = {
    "a slightly larger picture": (picture(size=(82, 60)), PICTURE),
    "a picture that touches its border": (
        picture(bar=(0, 0, 40, 60)),
        [shown(text_plain="a chart", image_png=drawn(bar=(0, 0, 41, 60)))],
    ),
    "ignored": ("# NBVAL_IGNORE_OUTPUT\n" + picture(bar=None), PICTURE),
    "never run": ("print(1)", []),
}


def save(path, cells):
    """Save a notebook with these cells, which have a name, a source and outputs."""
    notebook = new_notebook(
        cells=[
            new_code_cell(
                f"# {name}\n{source}",
                execution_count=None if name == "never run" else number,
                outputs=nbformat.from_dict(outputs),
            )
            for number, (name, (source, outputs, *_)) in enumerate(cells.items(), 1)
        ]
    )
    nbformat.write(notebook, path)


@pytest.fixture
def checked(pytester):
    """Return a function that runs pytest with this plugin, and returns the result and all that it printed."""

    def check(*arguments):
        plugin = ("-p", "pytest_notebook_differences.plugin", "-p", "no:cacheprovider", "--color=no")
        done = pytester.runpytest_subprocess("--nbval", "--nbval-current-env", *plugin, *arguments, timeout=120)
        return done, str(done.stdout)

    return check


def test_describes_each_change_below_the_number_of_its_cell(pytester, checked):
    save(pytester.path / "lesson.ipynb", CHANGED | UNCHANGED)
    done, report = checked("-rN")
    done.assert_outcomes(failed=len(CHANGED), passed=len(UNCHANGED))
    said = re.findall(r"(?ms)^_+ lesson\.ipynb, cell \[(\d+)\] _+\nIt starts with: # ([\w ]+)$(.*?)(?=\n[_=I])", report)
    assert [(int(number), name) for number, name, _ in said] == [*enumerate(CHANGED, 1)]
    for _, name, text in said:
        assert CHANGED[name][2].replace("\\", "") in text.replace("\n    ", "\n"), report
    assert "If this is intended, run and save lesson.ipynb again" in report


def test_leaves_out_what_follows_a_dead_kernel_or_the_time_limit(pytester, checked):
    for name, source in {"dies": ENDS, "waits": WAITS}.items():
        save(pytester.path / f"{name}.ipynb", {name: (source, []), "later": ("1", [])})
    done, report = checked("--nbval-cell-timeout=2", "-rs")
    done.assert_outcomes(failed=2, skipped=2)
    assert "It starts with: # dies\n    the kernel died, so the cells after it were left out" in report
    assert "It starts with: # waits\n    it ran into the limit of 2 seconds, so the cells after it" in report
    assert "an earlier cell stopped the kernel" in report and "If this is intended" not in report


def test_says_why_a_notebook_cannot_be_read(pytester, checked):
    newer = json.dumps(new_notebook() | {"nbformat": 5})
    for name, content in {"newer": newer, "torn": newer[:9]}.items():
        pytester.path.joinpath(f"{name}.ipynb").write_text(content, encoding="utf-8")
    done, report = checked()
    done.assert_outcomes(errors=2)
    assert "\nnewer.ipynb cannot be read as a notebook: NBFormatError: Unsupported nbformat version 5" in report
    assert "\ntorn.ipynb cannot be read as a notebook: NotJSONError: Notebook does not appear to be JSON" in report
    assert "nbval/plugin.py" not in report


def test_a_course_can_say_what_to_do_next_and_what_always_differs(pytester, checked):
    pytester.makeini("[pytest]\nnotebook_differences_hint = Run make {files}")
    pytester.path.joinpath("differs.cfg").write_text("[time]\nregex: [0-9]+ ms\nreplace: TIME\n", encoding="utf-8")
    cells = {"the same": ("print('9 ms')", [printed("7 ms\n")]), "a word": ("print('9 ms: a')", [printed("7 ms: b\n")])}
    save(pytester.path / "lesson.ipynb", cells)
    done, report = checked("--nbval-sanitize-with=differs.cfg")
    done.assert_outcomes(passed=1, failed=1)
    assert "    saved: TIME: b\n    now  : TIME: a\n" in report and "\nRun make lesson.ipynb\n" in report
