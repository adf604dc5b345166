"""JupyterLab in a real browser, as a learner sees it: the first page, a whole lesson, exercises and knobs.

The browser cannot reach other hosts, and must not try to.
"""

import base64
import json
import os
import re

import clean
import lab
import learn
import pytest
from lab_server import serving
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source, texts
from playwright.sync_api import expect
from small_notebooks import FUNCTIONS
from turned_knobs import TURNS, turns

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="JupyterLab in a browser on Windows was not tried"),
]

READY = "Python 3 (ipykernel) | Idle"
CLIPPING = next(path for path in NOTEBOOKS if path.stem == "02_clipping")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return the running server of `python3 run.py lab`."""
    with serving(tmp_path_factory.mktemp("lab")) as running:
        yield running


class Lesson:
    """A lesson that is open in JupyterLab."""

    def __init__(self, server, page, name):
        self.page, self.file = page, server.folder / name
        # A separate workspace, so that no other lesson is open in a tab next to it.
        self.page.goto(f"{server.url}lab/workspaces/{name[:2]}/tree/{name}?token={server.token}")
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        self.page.get_by_text(READY).wait_for()

    def run_all(self):
        """Run every cell, and wait for the last one."""
        for item in ("Run", "Run All Cells"):
            self.page.get_by_role("menuitem", name=item, exact=True).click()
        last = f"[{len(code_cells(load(self.file)))}]:"  # the output may have the same number next to it
        self.page.locator(".jp-InputPrompt").and_(self.page.get_by_text(last, exact=True)).wait_for()

    def save(self):
        """Save the notebook when no cell is running, and return the content of its file."""
        # The output of a cell can be there before its number, without which it counts as not run.
        expect(self.page.locator(".jp-InputPrompt", has_text="[*]")).to_have_count(0)
        with self.page.expect_response(lambda answer: answer.request.method == "PUT" and "api/contents" in answer.url):
            self.page.keyboard.press("ControlOrMeta+S")
        return load(self.file)

    def cell(self, text):
        """Scroll to the first code cell that contains a text, and return it."""
        found = self.page.locator(".jp-CodeCell", has=self.page.locator(".jp-InputArea", has_text=text)).first
        found.scroll_into_view_if_needed()
        return found

    def run(self, text, new=None):
        """Run a cell, after replacing its code if there is new code; return the cell."""
        cell = self.cell(text)
        cell.locator(".cm-content").click()
        if new is not None:
            self.page.keyboard.press("ControlOrMeta+A")
            self.page.keyboard.insert_text(new)
        self.page.keyboard.press("ControlOrMeta+Enter")
        return self.cell(new or text)


@pytest.fixture
def lesson(server, page):
    """Return a function that opens a lesson as it was handed out, after ending the kernels of earlier tests."""

    def open_lesson(name):
        for session in json.loads(server.ask("api/sessions")):
            server.ask(f"api/sessions/{session['id']}", "DELETE")
        handed_out = lab.handed_out(ROOT / learn.place(name))
        (server.folder / name).write_text(json.dumps(handed_out), encoding="utf-8")
        return Lesson(server, page, name)

    return open_lesson


# A lesson.


CHECK = 'check(unused_counts, "unused_counts")'


def test_a_copy_has_the_outputs_of_its_lesson_and_checks_an_exercise(server, lesson):
    opened = lesson(CLIPPING.name)
    opened.run_all()
    lines = opened.page.locator(".jp-CodeCell .cm-scroller")
    assert lines.evaluate_all("all => all.filter(line => line.scrollWidth > line.clientWidth).length") == 0
    saved, copied = opened.save(), {"cells": learn.for_learners(load(CLIPPING)["cells"])}
    shown = [cell for cell in code_cells(saved) if clean.WIDGET in str(cell["outputs"])]
    assert [source(cell).splitlines()[-1] for cell in shown] == ["knobs.purse(twice, CAT_REFERENCES)"]
    # A notebook that was saved while a knob was visible is equal to the lesson after it is cleaned.
    cleaned = clean.normalised(saved)
    assert [*map(texts, code_cells(cleaned))] == [*map(texts, code_cells(copied))]
    assert "all cells run, 0 of 2 exercises solved" in (opened.file.parent / lab.WELCOME).read_text(encoding="utf-8")
    # A wrong answer to an exercise, and then a right one.
    opened.cell(CHECK).get_by_text("unused_counts: not attempted yet.").wait_for()
    wrong = FUNCTIONS["unused_counts"]["wrong"]
    opened.run("def unused_counts", wrong)
    opened.run(CHECK)
    verdict = opened.cell(CHECK).locator(".jp-RenderedHTMLCommon")
    verdict.get_by_text("✗ unused_counts: wrong.").wait_for()
    assert "not subtracted" in verdict.inner_text() and "Question: " in verdict.inner_text()
    opened.run(wrong.splitlines()[1], FUNCTIONS["unused_counts"]["right"])
    opened.run(CHECK)
    verdict.get_by_text("✓ unused_counts: correct").wait_for()
    opened.save()
    opened.page.locator(".jp-DirListing-item", has_text=lab.WELCOME).dblclick()
    row = opened.page.locator(".jp-RenderedMarkdown tr", has_text="02 Clipping")
    expect(row).to_contain_text("all cells run, 1 of 2 exercises solved")
    # This is the first test that runs: later ones end kernels, which can leave warnings that no learner would see.
    assert not re.search("warning|not trusted", server.log.read_text(encoding="utf-8"), re.IGNORECASE)


# The first page.


def test_the_printed_address_opens_the_welcome_page_which_links_to_the_first_lesson(server, page):
    printed = re.search(r"http://\S+token=\w+", server.log.read_text(encoding="utf-8")).group()
    page.goto(printed)
    page.get_by_role("heading", name="BLEU from scratch").wait_for()
    assert page.url == f"{server.url}lab/tree/{lab.WELCOME}"
    assert page.locator(".jp-RenderedMarkdown tr").count() == 1 + len(NOTEBOOKS)
    assert page.get_by_role("dialog").count() == 0, "a dialog asks the learner something"
    page.get_by_role("link", name="01 Counting words").first.click()
    page.get_by_role("heading", name="01 Counting words").wait_for()
    assert page.locator("img[src^=http]").count() == 0, "a badge must not fetch a picture"
    page.get_by_text(READY).wait_for()


# The knobs.


@pytest.mark.parametrize("name", TURNS)
def test_turning_a_knob_changes_the_picture(name, lesson):
    opened = lesson(f"{name}.ipynb")
    opened.run_all()
    knob = opened.cell("# A knob: ").locator(".widget-vbox")
    knob.get_by_text("The picture appears here after the first change.").wait_for()
    before = b""
    for image in turns(opened.page, knob, name):
        assert before != (before := base64.b64decode(image.get_attribute("src").partition("base64,")[2]))
        assert before.startswith(b"\x89PNG")
    assert image.evaluate("image => image.complete && image.naturalWidth") == 900
    image.click()
    opened.page.keyboard.press("ControlOrMeta+B")  # closes the list of files
    opened.page.set_viewport_size({"width": 390, "height": 900})
    expect(knob).to_have_js_property("scrollWidth", knob.evaluate("knob => knob.clientWidth"))
    handles = knob.locator(".slider-container").evaluate_all("all => all.map(slider => slider.clientWidth)")
    assert min(handles, default=150) >= 150, "a slider is too short to be used on a phone"
