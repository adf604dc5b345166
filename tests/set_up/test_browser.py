"""JupyterLab in a real browser, as a learner sees it: the first page, and a whole lesson with an exercise and a knob.

The browser cannot reach other hosts, and must not try to.
"""

import os
import re
import shutil
import sys
from types import SimpleNamespace

import clean
import lab
import learn
import limited
import pytest
from browser import expect
from jupyter_page import OPEN, RUN, SAVED, WRITE
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source, texts
from small_notebooks import FUNCTIONS

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

ADDRESS = r"(http://\S+?/)lab/\S+\?token=(\w+)"
READY = "Python 3 (ipykernel) | Idle"
CLIPPING = next(path for path in NOTEBOOKS if path.stem == "02_clipping")
CHECK = 'check(unused_counts, "unused_counts")'


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return the server of `python3 run.py lab`, in a checkout of its own and without this machine's settings."""
    folder = tmp_path_factory.mktemp("lab")
    for name in ("tools", learn.place("")):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    folders = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("RUNTIME", "CONFIG", "DATA")}
    line = [sys.executable, "tools/lab.py", "--no-browser", "--ServerApp.port=0", "--LabApp.expose_app_in_browser=True"]
    with limited.started(line, cwd=folder, env={**os.environ, **folders}) as running:
        # The address is printed when the server answers.
        running.until(lambda: re.search(ADDRESS, running.output()), seconds=60)
        url, token = re.search(ADDRESS, running.output()).groups()
        yield SimpleNamespace(url=url, token=token, folder=folder / "my-lessons" / "en", output=running.output)
        running.process.terminate()  # which also ends the kernels
        running.process.wait(60)


@pytest.fixture
def lesson(server, page):
    """Return the page with lesson 02 in JupyterLab after all its cells have run."""
    # A separate workspace, so that this lesson is not open in the next test.
    page.goto(f"{server.url}lab/workspaces/02/tree/{CLIPPING.name}?token={server.token}")
    page.wait_for_function(OPEN)
    page.evaluate(RUN)
    return page


def cell_with(page, text):
    """Scroll to the first code cell that contains a text, and return it."""
    found = page.locator(".jp-CodeCell", has=page.locator(".jp-InputArea", has_text=text)).first
    found.scroll_into_view_if_needed()
    return found


def test_a_copy_has_the_outputs_of_its_lesson_and_its_knob_and_its_check_work(server, lesson):
    lines = lesson.locator(".jp-CodeCell .cm-scroller")
    assert lines.evaluate_all("all => all.filter(line => line.scrollWidth > line.clientWidth).length") == 0
    saved, copied = lesson.evaluate(SAVED), {"cells": learn.for_learners(load(CLIPPING)["cells"])}
    shown = [cell for cell in code_cells(saved) if clean.WIDGET in str(cell["outputs"])]
    assert [source(cell).splitlines()[-1] for cell in shown] == ["knobs.purse(twice, CAT_REFERENCES)"]
    # A notebook that was saved while a knob was visible is equal to the lesson after it is cleaned.
    cleaned = clean.normalised(saved)
    assert [*map(texts, code_cells(cleaned))] == [*map(texts, code_cells(copied))]
    assert "all cells run, 0 of 2 exercises solved" in (server.folder / lab.WELCOME).read_text(encoding="utf-8")
    # A wrong answer to an exercise, and then a right one.
    cell_with(lesson, CHECK).get_by_text("unused_counts: not attempted yet.").wait_for()
    verdict = cell_with(lesson, CHECK).locator(".jp-RenderedHTMLCommon")
    for answer, said in (("wrong", "✗ unused_counts: wrong.*not subtracted.*Question: "), ("right", "✓ .*: correct")):
        lesson.evaluate(WRITE, ["def unused_counts", FUNCTIONS["unused_counts"][answer]])
        lesson.evaluate(RUN)
        expect(verdict).to_contain_text(re.compile(said, re.DOTALL))
    turn_the_knob(lesson)
    lesson.evaluate(SAVED)
    lesson.locator(".jp-DirListing-item", has_text=lab.WELCOME).dblclick()
    row = lesson.locator(".jp-RenderedMarkdown tr", has_text="02 Clipping")
    expect(row).to_contain_text("all cells run, 1 of 2 exercises solved")
    assert not re.search("warning|not trusted", server.output(), re.IGNORECASE)


def turn_the_knob(page):
    """Enter a text and move a slider, and check that the picture follows."""
    knob = cell_with(page, "# A knob: ").locator(".widget-vbox")
    knob.get_by_text("The picture appears here after the first change.").wait_for()
    knob.locator(".widget-text input").fill("the cat sat on the the mat")
    image = knob.locator("img")
    expect(image).to_have_attribute("alt", re.compile("✓ the,?\\s✓ cat,?\\s✗ sat,?\\s✓ on,?\\s✓ the,?\\s✗ the"))
    knob.locator(".widget-slider .noUi-handle").focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect(image).to_have_attribute("alt", re.compile("✓ on,?\\spurse"))
    assert image.evaluate("image => image.complete && image.naturalWidth") == 900


def test_the_printed_address_opens_the_welcome_page_which_links_to_the_first_lesson(server, page):
    printed = re.search(r"http://\S+token=\w+", server.output()).group()
    page.goto(printed)
    page.get_by_role("heading", name="BLEU from scratch").wait_for()
    assert page.url == f"{server.url}lab/tree/{lab.WELCOME}"
    assert page.locator(".jp-RenderedMarkdown tr").count() == 1 + len(NOTEBOOKS)
    assert page.get_by_role("dialog").count() == 0, "a dialog asks the learner something"
    page.get_by_role("link", name="01 Counting words").first.click()
    page.get_by_role("heading", name="01 Counting words").wait_for()
    assert page.locator("img[src^=http]").count() == 0, "a badge must not fetch a picture"
    page.get_by_text(READY).wait_for()
