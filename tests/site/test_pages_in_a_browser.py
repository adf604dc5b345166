"""Test the pages of the built site in a browser that contacts no other host."""

import re
from itertools import product
from pathlib import Path

import learn
import pytest
import site_pages
from browser import PHONE, WIDE, inaccessible
from finish_pages import bare, to_read

pytest_plugins = ["built_site"]
pytestmark = [pytest.mark.node, pytest.mark.chromium]


TOO_WIDE = """() => {
    const across = element => getComputedStyle(element).overflowX;
    const only_read_aloud = ".visually-hidden, .visually-hidden *";
    const seen = [...document.querySelectorAll("body *")].filter(
        element => element.checkVisibility({visibilityProperty: true}) && !element.matches(only_read_aloud));
    const scrolls = element => {  // in a box of its own: a whole page that scrolls sideways is too wide
        const above = element.parentElement;
        return above && !above.contains(document.querySelector("article"))
            && (["auto", "scroll"].includes(across(above)) || scrolls(above));
    };
    const sticks_out = element => {
        const place = element.getBoundingClientRect();
        return place.width && (place.right > innerWidth + 1 || place.left < -1) && !scrolls(element);
    };
    const overflows = element => element.scrollWidth > element.clientWidth + 1;
    const cuts = element => ["hidden", "clip"].includes(across(element)) && overflows(element);
    return seen.filter(element => sticks_out(element) || cuts(element)).map(element => element.outerHTML.slice(0, 160));
}"""

CUT_CODE = """() => {
    const code = [...document.querySelectorAll(".cell_input pre")];
    code.forEach(element => element.style.contentVisibility = "visible");  // also what is far from the screen
    return code.filter(element => element.scrollWidth > element.clientWidth)
        .map(element => element.textContent.slice(0, 80));
}"""

PICTURES = """async () => {
    const pictures = [...document.querySelectorAll("article img")];
    pictures.forEach(element => element.loading = "eager");
    await Promise.all(pictures.map(element => element.decode().catch(() => null)));
    return pictures.filter(element => !element.naturalWidth).map(element => element.src);
}"""

DRAWN_FOR = """narrow => [...document.querySelectorAll("source + img")].every(
    element => !element.currentSrc || element.currentSrc.endsWith("-narrow.svg") === narrow)"""

LIGHT_BOXES = """() => [...document.querySelectorAll("article *")].filter(element => {
    const [red, green, blue, alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number);
    return alpha > 0.5 && red + green + blue > 3 * 100 && !element.style.background && element.checkVisibility();
}).map(element => element.outerHTML.slice(0, 160))"""


ONE_OF_EACH_COLOUR = """() => {  // of a thousand pieces of code in ten colours, axe needs ten
    const kinds = new Set();
    for (const piece of document.querySelectorAll("pre span[class]")) {
        const kind = `${piece.className} in ${piece.closest(".cell_input, .cell_output, div").className}`;
        if (kinds.has(kind)) piece.replaceWith(...piece.childNodes);
        kinds.add(kind);
    }
}"""


LESSONS = [path.stem for path in learn.lessons()]
READERS = [*product((PHONE["width"], WIDE["width"]), ("dark", "light"))]
"""The widths and colour modes; the first one takes the least time to examine."""
TEMPLATES = r"(\w\w/)?(index|05_bleu|glossary|search)\.html|helpers/bleu\.html|genindex\.html"
"""In each language, a page of each kind: the first page, a lesson, Markdown, the search, docstrings and an index."""


def faults(visited, name, readers):
    """Yield the faults of the open page as each of these readers sees it."""
    page = visited.page
    page.evaluate("document.querySelectorAll('details').forEach(element => element.open = true)")
    page.evaluate(ONE_OF_EACH_COLOUR)
    # Axe cannot determine a colour on a shadow, or during a transition.
    page.add_style_tag(content="* { background-image: none !important; transition: none !important }")
    page.emulate_media(reduced_motion="reduce")  # what opens slowly is pale for a moment
    for width, scheme in readers:
        if width != page.viewport_size["width"]:
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate("dispatchEvent(new Event('resize'))")  # the browser's own may come later
            page.clock.run_for(600)  # until the theme has seen what scrolls now
        page.emulate_media(color_scheme=scheme)
        if not re.fullmatch(r"(\w\w/)?index\.html", name):  # which is none of the theme's
            page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        yield from (f"at {width}, {scheme}: {fault}" for fault in seen(page, width, scheme))
    for trouble in (visited.errors, visited.elsewhere):
        yield from trouble
        trouble.clear()


def seen(page, width, scheme):
    """Yield the faults that a reader with this width and colour mode sees."""
    yield from page.evaluate(PICTURES)
    page.wait_for_function(DRAWN_FOR, arg=width == PHONE["width"])
    yield from (f"code whose end is not visible: {markup}" for markup in page.evaluate(CUT_CODE))
    if (room := page.evaluate("document.documentElement.scrollWidth")) > width:
        yield f"it is {room} pixels wide"
    yield from (f"too wide, or cut: {markup}" for markup in page.evaluate(TOO_WIDE))
    if scheme == "dark":
        yield from (f"light in the dark: {markup}" for markup in page.evaluate(LIGHT_BOXES))
    for fault in inaccessible(page):
        if not re.match("empty-table-header: .*<math", fault):  # axe does not read formulas
            yield fault


@pytest.mark.parametrize("language", learn.LANGUAGES)
@pytest.mark.parametrize("page", [*LESSONS, "others"])
def test_the_pages_of_an_edition_in_a_browser(language, page, site, served, visited):
    """One page of each kind is examined as all readers see it; every other page as the first one does."""
    found = {}
    visited.page.clock.install()
    for name in (name for name in to_read(site) if name == site_pages.folder(language) + bare(name)):
        if page == (Path(name).stem if Path(name).stem in LESSONS else "others"):
            visited.page.goto(f"{served}/{name}")
            found[name] = [*faults(visited, name, READERS if re.fullmatch(TEMPLATES, name) else READERS[:1])]
    assert found and {name: wrong for name, wrong in found.items() if wrong} == {}
