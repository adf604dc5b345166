"""Test a lesson in a browser tab: its outputs, its control, and that a check stops an endless loop."""

import shutil

import clean
import learn
import make_tab
import pytest
from browser import expect, inaccessible, visit
from jupyter_page import OPEN, RUN, SAVED, WRITE
from notebook_rules import NOTEBOOKS, code_cells, load, source
from pyodide_stubs import furnish
from site_server import handing_out
from small_notebooks import FUNCTIONS

pytest_plugins = ["built_site"]
pytestmark = [pytest.mark.chromium, pytest.mark.node, pytest.mark.slow]

CLIPPING = next(path for path in NOTEBOOKS if path.stem == "02_clipping")


@pytest.fixture(scope="module")
def tab(site, tmp_path_factory):
    """Yield the address of the lessons in the tab, with substitutes from this machine for the publisher's packages."""
    folder = tmp_path_factory.mktemp("tab")
    core = folder / "publisher"
    furnish(core)
    shutil.copytree(site / "tab", folder / "tab")
    with handing_out(core) as publisher:
        make_tab.bring_python(folder / "tab" / make_tab.PLACE, core, publisher)
    with handing_out(folder) as address:
        yield f"{address}/tab/notebooks/index.html?path="


@pytest.fixture(scope="module")
def lesson(tab, browser):
    """Yield the page of lesson 02 when Python has started, and the notice that it is starting until then."""
    held, free = [], []
    with visit(browser) as visited:
        page = visited.page
        page.set_default_timeout(300_000)
        page.context.route(
            f"**/{make_tab.PLACE}/pyodide.mjs", lambda route: route.continue_() if free else held.append(route)
        )
        page.goto(tab + CLIPPING.name)
        page.wait_for_function(OPEN)
        starting = page.get_by_role("status").filter(has_text="Python is starting in your browser.")
        expect(starting).to_have_count(1)
        assert starting.get_by_role("link").get_attribute("href") == "../../02_clipping.html"
        assert inaccessible(page, "body > p[role]") == [], "the page is JupyterLab's, but for this line"
        free.append(True)
        for route in held:
            route.continue_()
        yield page, starting
        assert visited.elsewhere == []


def printed(cell):
    """Return what a cell has printed, and its results as text; its figures are empty here."""
    streams = "".join("".join(output.get("text", "")) for output in cell["outputs"])
    data = [output.get("data", {}) for output in cell["outputs"]]
    return streams, ["".join(item["text/plain"]) for item in data if "text/plain" in item and "image/png" not in item]


def test_a_copy_prints_the_same_as_its_lesson_and_its_control_works(lesson):
    page, starting = lesson
    page.evaluate(RUN)
    expect(starting).to_have_count(0)
    notebook, kept = page.evaluate(SAVED), learn.for_learners(load(CLIPPING)["cells"])
    assert [output for cell in code_cells(notebook) for output in cell["outputs"] if "ename" in output] == []
    cleaned = clean.normalised(notebook)  # without the knob that a person saw, as in JupyterLab
    for there, here in zip(code_cells(cleaned), code_cells({"cells": kept}), strict=True):
        assert printed(there) == printed(here), source(here)
    *cells, _link = cleaned["cells"]
    assert [cell["id"] for cell in cells] == [cell["id"] for cell in kept]
    knob = page.locator(".jp-CodeCell .widget-vbox")
    knob.get_by_text("The picture appears here after the first change.").wait_for()
    knob.locator(".widget-text input").fill("the cat sat on the the mat")
    expect(knob.locator("img")).to_have_count(1)


def test_a_check_stops_an_endless_loop_and_accepts_a_right_answer(lesson):
    page, _ = lesson
    endless = "def unused_counts(candidate, references):\n    while True:\n        pass"
    for text in (endless, FUNCTIONS["longest_perfect"]["right"]):
        page.evaluate(WRITE, [text.partition("(")[0], text])
    page.evaluate(RUN)
    said = [printed(cell) for cell in code_cells(page.evaluate(SAVED)) if "check(" in source(cell)]
    assert "it did not end" in str(said[0])
    assert "longest_perfect: correct." in str(said[1])
