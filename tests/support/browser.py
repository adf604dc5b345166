"""A real browser for the tests: Chromium, which reaches this machine only and writes down whom else it was to ask."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ElementHandle, Page, sync_playwright
from programs import CHROMIUM, NODE_MODULES

HERE = ("127.0.0.1", "localhost")
OPTIONS = (
    "--no-sandbox",  # in a container one is often root, and there Chromium would refuse to start
    f"--host-resolver-rules=MAP * ~NOTFOUND, {', '.join(f'EXCLUDE {host}' for host in HERE)}",
)

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@dataclass
class Visit:
    """A page that is open, and what has gone wrong on it so far."""

    page: Page
    elsewhere: list[str] = field(default_factory=list)
    """The addresses on other hosts that it was to ask for."""
    errors: list[str] = field(default_factory=list)
    """What it wrote to the console as an error, and what it did not catch."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visit(browser: Browser) -> Iterator[Visit]:
    """An empty page in a window of its own."""
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


def inaccessible(page: Page, part: str | None = None, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds wrong on a page or with the part that a selector names, by some of its rules or by all."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=NODE_MODULES / "axe-core" / "axe.min.js")
    ask = """async ([part, rules]) => {
        const late = new Promise(done => setTimeout(done, 3_000));  // until no colour is on its way to another one
        await Promise.race([Promise.allSettled(document.getAnimations().map(one => one.finished)), late]);
        const some = rules.length ? {runOnly: rules} : {};
        const { violations } = await axe.run(part ?? document, {preload: false, resultTypes: ["violations"], ...some});
        return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 160)}`));
    }"""
    return page.evaluate(ask, [part, rules])


def reach(page: Page, one: ElementHandle, most: int = 1) -> None:
    """Press Tab until the keyboard is at a thing, which shows that it is."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if one.evaluate("one => one === document.activeElement"):
            break
    else:
        raise AssertionError(f"no key leads to {one.evaluate('one => one.outerHTML.slice(0, 160)')}")
    assert one.evaluate("one => getComputedStyle(one).outlineStyle") != "none", "it is seen where one is"
