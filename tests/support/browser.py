"""A real browser for the tests: Chromium, which can reach only this machine and records requests to other hosts.

Playwright is imported when it is needed, because a run without the tests in a browser does not install it.
"""

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from programs import CHROMIUM, NODE_MODULES

HERE = ("127.0.0.1", "localhost")
OPTIONS = (
    "--no-sandbox",  # in a container, the user is often root, and Chromium would refuse to start
    f"--host-resolver-rules=MAP * ~NOTFOUND, {', '.join(f'EXCLUDE {host}' for host in HERE)}",
)

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@dataclass
class Visit:
    """An open page, and the errors that have occurred on it so far."""

    page: Any
    elsewhere: list[str] = field(default_factory=list)
    """The addresses on other hosts that the page requested."""
    errors: list[str] = field(default_factory=list)
    """The errors on the console, and the errors that the page did not catch."""


@contextmanager
def chromium():
    """Start a browser, and yield it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        try:
            yield browser
        finally:
            browser.close()


def expect(found):
    """Return playwright's assertions about a part of a page."""
    from playwright.sync_api import expect

    return expect(found)


@contextmanager
def visit(browser):
    """Open an empty page in a new window, and yield it."""
    context = browser.new_context(viewport=WIDE)
    context.set_default_timeout(30_000)
    page = context.new_page()
    visited = Visit(page)

    def ask(address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in HERE:
            visited.elsewhere.append(address)

    context.on("request", lambda request: ask(request.url))
    page.on("websocket", lambda socket: ask(socket.url))
    page.on("console", lambda message: visited.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: visited.errors.append(str(error)))
    try:
        yield visited
    finally:
        context.close()


def inaccessible(page, part=None):
    """Return the violations that axe finds on a page or in a selected part."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=NODE_MODULES / "axe-core" / "axe.min.js")
    ask = """async (part) => {
        const late = new Promise(done => setTimeout(done, 3_000));  // wait until all colour transitions are finished
        await Promise.race([Promise.allSettled(document.getAnimations().map(animation => animation.finished)), late]);
        const { violations } = await axe.run(part ?? document, {preload: false, resultTypes: ["violations"]});
        return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 160)}`));
    }"""
    return page.evaluate(ask, part)


def reach(page, element, most=1):
    """Press Tab until an element has the focus, and check that it shows this."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if element.evaluate("element => element === document.activeElement"):
            break
    else:
        html = element.evaluate("element => element.outerHTML.slice(0, 160)")
        raise AssertionError(f"the Tab key does not reach {html}")
    assert element.evaluate("element => getComputedStyle(element).outlineStyle") != "none", "the focus is not visible"
