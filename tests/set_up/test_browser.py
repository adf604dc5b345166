"""JupyterLab in a real browser, as a learner sees it: the first page, a lesson from top to bottom, exercises, knobs.

No other host can be reached meanwhile, and none may be asked.
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
    """What `python3 run.py lab` serves."""
    with serving(tmp_path_factory.mktemp("lab")) as running:
        yield running


class Lesson:
    """A lesson that is open in JupyterLab."""

    def __init__(self, server, page, name):
        self.page, self.file = page, server.folder / name
        # A workspace of its own, so that no other lesson's tab is open beside it.
        self.page.goto(f"{server.url}lab/workspaces/{name[:2]}/tree/{name}?token={server.token}")
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        self.page.get_by_text(READY).wait_for()

    def run_all(self):
        """Run every cell, and wait for the last of them."""
        for item in ("Run", "Run All Cells"):
            self.page.get_by_role("menuitem", name=item, exact=True).click()
        last = f"[{len(code_cells(load(self.file)))}]:"  # its result may have the same number beside it
        self.page.locator(".jp-InputPrompt").and_(self.page.get_by_text(last, exact=True)).wait_for()

    def save(self):
        """Save, and return what then stands in the file."""
        with self.page.expect_response(lambda answer: answer.request.method == "PUT" and "api/contents" in answer.url):
            self.page.keyboard.press("ControlOrMeta+S")
        return load(self.file)

    def cell(self, text):
        """The first cell of code that has a text in it, in sight."""
        found = self.page.locator(".jp-CodeCell", has=self.page.locator(".jp-InputArea", has_text=text)).first
        found.scroll_into_view_if_needed()
        return found

    def run(self, text, new=None):
        """Run a cell, after writing something else into it where there is something; return it."""
        cell = self.cell(text)
        cell.locator(".cm-content").click()
        if new is not None:
            self.page.keyboard.press("ControlOrMeta+A")
            self.page.keyboard.insert_text(new)
        self.page.keyboard.press("ControlOrMeta+Enter")
        return self.cell(new or text)


@pytest.fixture
def lesson(server, page):
    """Opens a lesson as it was handed out, without the kernel of whoever had it open before."""

    def opened(name):
        for session in json.loads(server.ask("api/sessions")[1]):
            server.ask(f"api/sessions/{session['id']}", "DELETE")
        handed_out = lab.handed_out(ROOT / learn.place(name))
        (server.folder / name).write_text(json.dumps(handed_out), encoding="utf-8")
        return Lesson(server, page, name)

    return opened


# A lesson.


def said(cell):
    """What a reader can read in a cell's outputs."""
    return "".join(texts(cell))


CHECK = 'check(unused_counts, "unused_counts")'


def test_a_lesson_says_what_its_record_says_and_an_exercise_is_answered(server, lesson):
    opened = lesson(CLIPPING.name)
    opened.run_all()
    lines = opened.page.locator(".jp-CodeCell .cm-scroller")
    assert lines.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length") == 0
    saved, record = opened.save(), {"cells": learn.for_learners(load(CLIPPING)["cells"])}
    shown = [cell for cell in code_cells(saved) if clean.WIDGET in str(cell["outputs"])]
    assert [source(cell).splitlines()[-1] for cell in shown] == ["knobs.purse(twice, CAT_REFERENCES)"]
    # What a person saves with a knob that was shown is again the record, once it is clean.
    house = clean.house_form(saved)
    assert [said(cell) for cell in code_cells(house)] == [said(cell) for cell in code_cells(record)]
    pictures = [[kind for one in cell["outputs"] for kind in one.get("data", {})] for cell in code_cells(house)]
    assert pictures == [
        [kind for one in cell["outputs"] for kind in one.get("data", {})] for cell in code_cells(record)
    ]
    assert "all cells run, 0 of 2 exercises solved" in (opened.file.parent / lab.WELCOME).read_text(encoding="utf-8")
    # A wrong and a right answer to an exercise.
    opened.cell(CHECK).get_by_text("unused_counts: not attempted yet.").wait_for()
    wrong = FUNCTIONS["unused_counts"]["wrong"]
    opened.run("def unused_counts", wrong)
    opened.run(CHECK)
    verdict = opened.cell(CHECK).locator(".jp-RenderedHTMLCommon")
    verdict.get_by_text("✗ unused_counts: wrong.").wait_for()
    assert "This is a known mistake: the candidate's own words are not subtracted." in verdict.inner_text()
    assert "Question: " in verdict.inner_text()
    opened.run(wrong.splitlines()[1], FUNCTIONS["unused_counts"]["right"])
    opened.run(CHECK)
    verdict.get_by_text("✓ unused_counts: correct").wait_for()
    opened.save()
    opened.page.locator(".jp-DirListing-item", has_text=lab.WELCOME).dblclick()
    row = opened.page.locator(".jp-RenderedMarkdown tr", has_text="02 Clipping")
    expect(row).to_contain_text("all cells run, 1 of 2 exercises solved")
    # The first test of all: a kernel that a test has ended may have said so there, and no learner would see that.
    assert not re.search("warning|not trusted", server.log.read_text(encoding="utf-8"), re.IGNORECASE)


# What `run.py lab` opens.


def test_the_address_that_is_printed_leads_to_the_welcome_page_and_on_to_the_first_lesson(server, page):
    printed = re.search(r"http://\S+token=\w+", server.log.read_text(encoding="utf-8")).group()
    page.goto(printed)
    page.get_by_role("heading", name="BLEU from scratch").wait_for()
    assert page.url == f"{server.url}lab/tree/{lab.WELCOME}"
    assert page.locator(".jp-RenderedMarkdown tr").count() == 1 + len(NOTEBOOKS)
    assert page.get_by_role("dialog").count() == 0, "nothing is asked"
    page.get_by_role("link", name="01 Counting words").first.click()
    page.get_by_role("heading", name="01 Counting words").wait_for()
    assert page.get_by_text("Open in Colab", exact=True).count() > 0, "the badge is words: no picture is fetched"
    page.get_by_text(READY).wait_for()


# The knobs.


@pytest.mark.parametrize("name", TURNS)
def test_a_knob_is_turned_and_the_numbers_of_the_picture_change(name, lesson):
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
    handles = knob.locator(".slider-container").evaluate_all("all => all.map(one => one.clientWidth)")
    assert min(handles, default=150) >= 150, "on a phone, too, there is room to turn it"
