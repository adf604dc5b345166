"""Test lessons in a browser tab: their outputs, their controls, and that a check stops an endless loop."""

import subprocess
from contextlib import contextmanager

import clean
import commands
import learn
import make_tab
import pytest
from browser import inaccessible, visit
from notebook_rules import NOTEBOOKS, code_cells, load, shows_no_widget, source
from playwright.sync_api import expect
from pyodide_stubs import furnish
from site_server import handing_out
from small_notebooks import FUNCTIONS
from turned_knobs import TURNS, turns

pytestmark = [pytest.mark.chromium, pytest.mark.node, pytest.mark.slow]

WITHOUT_NUMPY = NOTEBOOKS[:7]
"""The lessons whose numbers do not need the packages that only Pyodide's publisher has."""

OPEN = """() => {
    const widget = window.jupyterapp?.shell.currentWidget;
    return widget?.content?.widgets?.length > 10 && widget.sessionContext.isReady;
}"""
STARTED = "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"
WRITE = """([start, text]) => jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .filter(cell => cell.getSource().startsWith(start)).forEach(cell => cell.setSource(text))"""
RUN = "() => jupyterapp.commands.execute('notebook:run-all-cells')"
SAVED = """async () => {
    await jupyterapp.commands.execute("docmanager:save");
    const {path} = jupyterapp.shell.currentWidget.context;
    return (await jupyterapp.serviceManager.contents.get(path, {content: true})).content;
}"""


@pytest.fixture(scope="module")
def tab(tmp_path_factory):
    """Yield the address of the lessons in the tab, with substitutes from this machine for the publisher's packages."""
    folder = tmp_path_factory.mktemp("tab")
    python = commands.ready("site", commands.COMMANDS["site"].environment)
    core = folder / "publisher"
    furnish(core)
    with handing_out(core) as publisher:
        subprocess.run([python, make_tab.__file__, folder / "tab", folder / "work", core, publisher], check=True)
    with handing_out(folder) as address:
        yield f"{address}/tab/notebooks/index.html?path="


@contextmanager
def ran(browser, address, **instead):
    """Yield the page of a lesson that has run from its first cell to its last, with some cells replaced."""
    with visit(browser) as visited:
        page = visited.page
        page.set_default_timeout(300_000)
        page.goto(address)
        page.wait_for_function(OPEN)
        for start, text in instead.items():
            page.evaluate(WRITE, [f"def {start}", text])
        page.evaluate(RUN)
        yield page
        assert visited.elsewhere == []


def test_after_a_minute_a_page_says_that_python_has_not_started_until_it_starts(tab, browser):
    held, free = [], []
    with visit(browser) as visited:
        page = visited.page
        page.clock.install()
        page.context.route(
            f"**/{make_tab.PLACE}/pyodide.mjs", lambda route: route.continue_() if free else held.append(route)
        )
        page.goto(tab + "01_counting.ipynb")
        starting = page.get_by_role("status").filter(has_text="Python is starting in your browser.")
        stuck = page.get_by_role("alert")
        expect(starting).to_have_count(1)
        page.wait_for_function(OPEN)
        page.clock.fast_forward(45_000)
        expect(starting).to_have_count(1)
        expect(stuck).to_have_count(0)
        page.clock.fast_forward(15_000)
        expect(stuck).to_contain_text("Python has not started yet, so no cell can run.")
        expect(starting).to_have_count(0)
        assert stuck.get_by_role("link").get_attribute("href") == "../../01_counting.html"
        assert inaccessible(page, "body > p[role]") == [], "the page is JupyterLab's, but for these lines"
        free.append(True)
        for route in held:
            route.continue_()
        page.wait_for_function(STARTED, timeout=300_000)
        for _ in range(2):
            page.wait_for_timeout(2_000)  # of the page's own time: it looks once a second
            expect(starting).to_have_count(0)
            expect(stuck).to_have_count(0)
            page.clock.fast_forward(120_000)


def printed(cell):
    """Return what a cell has printed, and its results as text; its figures are empty here."""
    streams = "".join("".join(output.get("text", "")) for output in cell["outputs"])
    data = [output.get("data", {}) for output in cell["outputs"]]
    return streams, ["".join(item["text/plain"]) for item in data if "text/plain" in item and "image/png" not in item]


@pytest.mark.parametrize("path", WITHOUT_NUMPY, ids=lambda path: path.stem)
def test_a_copy_prints_the_same_as_its_lesson_and_its_controls_work(tab, browser, path):
    with ran(browser, tab + path.name) as page:
        notebook, kept = page.evaluate(SAVED), learn.for_learners(load(path)["cells"])
        assert [output for cell in code_cells(notebook) for output in cell["outputs"] if "ename" in output] == []
        # A knob that a person saw is saved with the lesson, as in JupyterLab. The rules see it, and clean takes it out.
        assert len([*shows_no_widget(path, notebook)]) == (path.stem in TURNS)
        cleaned = clean.normalised(notebook, kept)
        assert [*shows_no_widget(path, cleaned)] == []
        for there, here in zip(code_cells(cleaned), code_cells({"cells": kept}), strict=True):
            assert printed(there) == printed(here), source(here)
        *cells, _link = cleaned["cells"]
        assert [cell["id"] for cell in cells] == [cell["id"] for cell in kept]
        if path.stem in TURNS:
            knob = page.locator(".jp-CodeCell .widget-vbox")
            knob.get_by_text("The picture appears here after the first change.").wait_for()
            # The picture itself is empty here; its words are what the figure was asked to draw.
            assert len([*turns(page, knob, path.stem)]) == len(TURNS[path.stem])


def test_a_check_stops_an_endless_loop_and_accepts_a_right_answer(tab, browser):
    answers = {
        "unused_counts": "def unused_counts(candidate, references):\n    while True:\n        pass",
        "longest_perfect": FUNCTIONS["longest_perfect"]["right"],
    }
    with ran(browser, f"{tab}02_clipping.ipynb", **answers) as page:
        said = [printed(cell) for cell in code_cells(page.evaluate(SAVED)) if "check(" in source(cell)]
    assert "it did not end" in str(said[0])
    assert "longest_perfect: correct." in str(said[1])
