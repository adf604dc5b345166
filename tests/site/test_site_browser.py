"""Test the built site: its files, and its pages in a browser, which contacts no other host."""

import ast
import base64
import gzip
import hashlib
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import unicodedata
import zipfile
from itertools import product
from urllib.parse import parse_qs, unquote, urlsplit

import dark
import learn
import make_site
import make_tab
import numpy as np
import pytest
import site_pages
from browser import PHONE, WIDE, inaccessible, reach
from finish_pages import DRAWINGS, WORDS, to_read
from notebook_rules import NOTEBOOKS, ROOT, code, code_cells, load
from PIL import ImageChops, ImageFilter, ImageStat
from playwright.sync_api import expect
from programs import CHROMIUM, NODE_MODULES
from score_parts import parts
from site_server import handing_out
from test_site import LESSONS, moves

import bleu_helpers

READ = [name.replace(".ipynb", ".html") for name in LESSONS]

pytestmark = [pytest.mark.node, pytest.mark.chromium]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the site with the command, without the wheels that only a complete site contains."""
    assert make_tab.CORE.is_dir(), make_site.WITHOUT_NPM
    command = [sys.executable, ROOT / "run.py", "site"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert made.returncode == 0, made.stdout + made.stderr
    return make_site.BUILD / "site"


@pytest.fixture(scope="session")
def served(site):
    """Yield the address of a server for the site."""
    with handing_out(site) as address:
        yield address


def test_the_site_has_all_pages_and_the_indexes_of_sphinx(site):
    written = {re.sub(r"\.\w+$", ".html", name) for name in site_pages.pages()}
    of_editions = {f"{other}/{name}.html" for other in learn.OTHERS for name in (*WORDS["in_every_edition"], "search")}
    assert {*to_read(site)} == written | of_editions | {"genindex.html", "py-modindex.html", "search.html"}


def test_every_link_within_the_site_has_a_target(site):
    texts = {page: (site / page).read_text(encoding="utf-8") for page in to_read(site)}
    anchors = {page: {*re.findall(r'\bid="([^"]+)"', text)} for page, text in texts.items()}
    lost = []
    for page, text in texts.items():
        for link in re.findall(r'<a\b[^>]*?\bhref="([^"]*)"', text):
            to = urlsplit(html.unescape(link))
            place = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(to.path))) if to.path else page
            wanted = [place, *(f"tab/files/{lesson}" for lesson in parse_qs(to.query).get("path", []))]
            is_there = all((site / file).is_file() for file in wanted)
            if not (to.scheme or (is_there and unquote(to.fragment) in {"", *anchors.get(place, {to.fragment})})):
                lost.append(f"{page}: {link}")
    assert lost == []


def public():
    """Return the public names: those in every __all__, and everything that a lesson imports."""
    folders = (ROOT / "bleu_helpers", ROOT / "bleu_exercises", ROOT / "exercise_checker")
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("**/*.py")]
    lists = [ast.literal_eval(listed) for text in texts for listed in re.findall(r"(?sm)^__all__ = (\[.*?\])", text)]
    names = {*bleu_helpers.__all__, *(name for listed in lists for name in listed)}
    for node in (node for path in NOTEBOOKS for cell in code_cells(load(path)) for node in ast.walk(code(cell))):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "bleu_helpers":
            names |= {alias.name for alias in node.names}
    return names


def test_every_public_name_is_on_a_page_of_the_helpers(site):
    texts = [path.read_text(encoding="utf-8") for path in (site / "helpers").glob("*.html")]
    anchors = re.findall(r'id="(?:module-)?(?:bleu_helpers|exercise_checker)\.([\w.]+)"', "".join(texts))
    # Another name of a type is known to Sphinx in the module alone that makes it.
    assert public() - {anchor.split(".")[-1] for anchor in anchors} == {"Arguments"}
    assert not [anchor for anchor in anchors if re.search(r"(^|\.)_", anchor)], (
        "what begins with _ is nobody's to import"
    )
    assert not [text for text in texts if "Alias for field number" in text or str(ROOT) in html.unescape(text)]
    assert "<p>The rows of the scoreboard at the end of each lesson: a" in "".join(texts), (
        "no type is made of what precedes a colon"
    )
    assert not [text for text in texts if re.search(r"<dt[^>]*>Type<", text)]


def in_order(picture):
    """Return the tag of a picture with its attributes in alphabetical order."""
    attributes = re.findall(r'(alt|src)="([^"]*)"', picture[0])
    return "<img " + " ".join(f'{name}="{value}"' for name, value in sorted(attributes)) + ">"


def test_the_pictures_keep_their_alternative_texts(site):
    for path in NOTEBOOKS:
        text = (site / f"{path.stem}.html").read_text(encoding="utf-8")
        outputs = [output for cell in code_cells(load(path)) for output in cell["outputs"] if not moves(cell)]
        words = {output["metadata"]["image/png"]["alt"] for output in outputs if "image/png" in output.get("data", {})}
        text = re.sub(r"<img [^>]*>", in_order, text)
        shown = re.findall(r'<img alt="([^"]*)" src="_static/drawings/(?!step-)', text)
        assert words
        assert {" ".join(html.unescape(text).split()) for text in shown} == {" ".join(text.split()) for text in words}


def test_the_title_of_a_picture_in_an_edition_is_translated_below_it(site):
    for language, name in product(learn.OTHERS, READ):
        text = re.sub("<img [^>]*>", in_order, (site / language / name).read_text(encoding="utf-8"))
        words = re.findall(r'<img alt="([^"]*)" src="\.\./_static/drawings/(?!step-[1-4])', text)
        titles = re.findall(r'<p class="caption">(.+?)</p>', text)
        assert words and all(said.startswith(title) for said, title in zip(words, titles, strict=True))
        assert not [title for title in titles if title.startswith("Figure: ")]


def test_the_pictures_are_those_of_the_lessons_and_of_the_report(site, page):
    cells = [cell for path in NOTEBOOKS for cell in code_cells(load(path)) if not moves(cell)]
    outputs = [output for cell in cells for output in cell["outputs"]]
    pngs = [output["data"]["image/png"] for output in outputs if "image/png" in output.get("data", {})]
    contents = [base64.b64decode("".join(png)) for png in pngs]
    saved = {hashlib.sha256(content).hexdigest(): content for content in contents}
    saved["report"] = (ROOT / "docs" / "report.png").read_bytes()
    shown = {path.stem: path for path in (site / DRAWINGS).iterdir()}
    assert {name for name in shown if re.fullmatch(r"\w+", name)} == saved.keys()
    for name, png in saved.items():
        if shown[name].suffix == ".webp":
            assert dark.opened(shown[name].read_bytes()).tobytes() == dark.opened(png).tobytes()
        else:  # its words and numbers are compared when it is drawn, so this asks only whether a browser shows them
            both = (
                picture.filter(ImageFilter.GaussianBlur(3))
                for picture in (as_shown(page, shown[name]), dark.opened(png))
            )
            assert np.mean(ImageStat.Stat(ImageChops.difference(*both)).mean) < 6, name


def test_a_dark_drawing_has_the_shapes_of_the_light_one_in_other_colours(site, page):
    drawings = site / DRAWINGS
    names = [path.name for path in drawings.glob("*.svg") if not re.search("-(dark|narrow)", path.name)]
    assert len(names) > 30
    for name in names:
        light, turned = as_shown(page, drawings / name), as_shown(page, drawings / name.replace(".svg", "-dark.svg"))
        assert np.abs(dark.turned(np.asarray(light)) - np.asarray(turned, int)).mean() < 0.1, name


def as_shown(page, path):
    """Return what a browser shows of a drawing."""
    width, height = re.search(r'width="(\d+)" height="(\d+)"', path.read_text(encoding="utf-8")).groups()
    page.set_viewport_size({"width": int(width), "height": int(height)})
    page.goto(path.resolve().as_uri())
    return dark.opened(page.screenshot())


def test_the_tab_has_the_lessons_and_the_wheels(site):
    assert {path.name for path in (site / "tab" / "files").glob("*.ipynb")} == {*LESSONS}
    place = site / "tab" / make_tab.PLACE
    wheels = {path.name.split("-")[0] for path in place.glob("*.whl")}
    assert wheels == {"bleu_helpers", *make_tab.MISSING, *make_tab.STAND_INS}
    packages = json.loads((place / make_tab.LOCK).read_text(encoding="utf-8"))["packages"].values()
    elsewhere = {package["file_name"] for package in packages} - {path.name for path in place.glob("*.whl")}
    assert {name.rpartition("/")[0] + "/" for name in elsewhere} == {make_tab.published()}  # which --complete fetches
    for path in (site / "tab" / "files").glob("*.ipynb"):
        assert "](https://colab.research.google.com/assets" not in path.read_text(encoding="utf-8")
    with zipfile.ZipFile(next(place.glob("bleu_helpers-*.whl"))) as wheel:
        assert "exercise_checker/__init__.py" in wheel.namelist()
        assert any(name.startswith("bleu_helpers/data/test_set/") for name in wheel.namelist())
    for language, name in product(learn.LANGUAGES, LESSONS):
        copy, place = learn.ROOT / learn.place(name, language), f"{site_pages.folder(language)}{name}"
        assert (site / "download" / place).read_bytes() == copy.read_bytes()
        assert (site / "tab" / "files" / place).is_file()


def test_the_font_has_every_letter_of_the_formulas(site):
    script = json.loads((make_site.FRAME / "package.json").read_text(encoding="utf-8"))["scripts"]["font"]
    ranges = re.findall(r"U\+(\w+)(?:-(\w+))?", script)
    letters = [chr(code) for start, end in ranges for code in range(int(start, 16), int(end or start, 16) + 1)]
    formulas = [
        re.sub("<annotation .*?</annotation>|<[^>]+>", "", formula)
        for page in to_read(site)
        for formula in re.findall("<math .*?</math>", (site / page).read_text(encoding="utf-8"))
    ]
    # Normalised, because browsers make a single letter italic, which is another character.
    texts = (html.unescape("".join(formulas)), "".join(letters))
    shown, known = (unicodedata.normalize("NFKC", text) for text in texts)
    assert {*re.sub("[가-힣一-鿿，]", "", shown)} <= {*known}  # phones have the letters of their own language
    assert len(formulas) > 200


def first_visit(site, page):
    """Return the compressed size of each file that a browser loads for a page, as counted in the built site.

    Of the versions of a picture, a browser loads one, and the largest is counted.
    """

    def size(place):
        file = site / place
        # A WebP and a font are compressed already, so a server sends them as they are.
        return len(file.read_bytes() if file.suffix in (".webp", ".woff2") else gzip.compress(file.read_bytes()))

    def asked(text):
        places = re.findall(r'<(?:link|script|img|source)\b[^>]*? (?:href|src|srcset)="([^"#]+)"', text)
        return [posixpath.normpath(posixpath.join(posixpath.dirname(page), place)) for place in places]

    text = (site / page).read_text(encoding="utf-8")
    text = re.sub(r'<link rel="(?:alternate|canonical|index|next|prev|search)"[^>]*>', "", text)
    pictures = re.findall("<picture>.*?</picture>", text, re.DOTALL)
    largest = [max(asked(picture), key=size) for picture in pictures]
    others = asked(re.sub("(?s)<picture>.*?</picture>", "", text))
    return {place: size(place) for place in (page, *others, *largest)}


@pytest.mark.parametrize(
    "page", [site_pages.folder(language) + page for language in learn.LANGUAGES for page in ("index.html", *READ)]
)
def test_a_page_loads_little(site, page, record_property):
    loaded = first_visit(site, page)
    without = {place: size for place, size in loaded.items() if DRAWINGS not in place}
    counted = f"{sum(without.values())} bytes in {len(without)} requests, {sum(loaded.values())} with all pictures"
    record_property("measured", f"{page}: {counted}")
    assert sum(without.values()) <= 160_000 and len(without) <= 10, without
    assert sum(loaded.values()) <= 500_000, loaded


def test_a_browser_loads_what_is_counted(site, served, page):
    loaded = []
    page.on("response", lambda response: loaded.append(response.url.removeprefix(f"{served}/")))
    page.goto(f"{served}/05_bleu.html", wait_until="networkidle")
    counted = first_visit(site, "05_bleu.html")
    seen, all_of_them = ({place for place in places if DRAWINGS not in place} for places in (loaded, counted))
    assert seen == all_of_them
    assert len(loaded) < len(counted), "pictures load when a reader scrolls to them"


def test_a_page_says_how_much_the_tab_downloads(served, page):
    for name in ("index.html", "05_bleu.html"):
        page.goto(f"{served}/{name}")
        assert re.fullmatch(r"Run (it )?here\s\(> \d+ MB\)", page.locator("a[href*='tab/']").first.inner_text())


COPIED = """() => {
    const copy = new ClipboardEvent("copy", {clipboardData: new DataTransfer(), bubbles: true});
    document.dispatchEvent(copy);
    return copy.clipboardData.getData("text/plain");
}"""


def test_a_copied_formula_is_tex(served, page):
    page.goto(f"{served}/05_bleu.html")
    page.get_by_text("Both candidates match five bigrams").select_text()
    assert page.evaluate(COPIED).endswith("so they differ only in $p_1$ and $p_4$.")
    page.locator("math[display=block]").last.locator("mi").last.select_text()
    bleu = r"$$\text{BLEU} = \text{BP} \cdot \exp\left(\sum_{n=1}^{N} w_n \log p_n\right)$$"
    assert page.evaluate(COPIED).strip() == bleu
    page.locator("article").select_text()
    assert "math.exp(" in page.evaluate(COPIED)  # in code that is not on the screen


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

PROSE = """() => {
    const copy = document.body.cloneNode(true);
    copy.querySelectorAll("code, pre, script").forEach(element => element.remove());
    return copy.textContent;
}"""

PICTURES = """async () => {
    const pictures = [...document.querySelectorAll("article img")];
    pictures.forEach(element => element.loading = "eager");
    await Promise.all(pictures.map(element => element.decode().catch(() => null)));
    return pictures.filter(element => !element.naturalWidth).map(element => element.src);
}"""

DRAWN_FOR = """kind => [...document.querySelectorAll("picture img")].every(
    element => !element.currentSrc || /((-narrow)?(-dark)?)\\.(svg|webp)$/.exec(element.currentSrc)[1] === kind)"""

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


def faults(visited, name):
    """Yield the faults of a page, which is loaded once and then examined as each reader sees it."""
    page = visited.page
    yield from re.findall(r"\$[^$\n]+\$", page.evaluate(PROSE))
    page.evaluate("document.querySelectorAll('details').forEach(element => element.open = true)")
    page.evaluate(ONE_OF_EACH_COLOUR)
    # Axe cannot determine a colour on a shadow, or during a transition.
    page.add_style_tag(content="* { background-image: none !important; transition: none !important }")
    page.emulate_media(reduced_motion="reduce")  # what opens slowly is pale for a moment
    for width, scheme in sorted(READERS, key=lambda reader: reader[0] != page.viewport_size["width"]):
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


OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that can have a different result in dark mode."""
READERS = [*product((WIDE["width"], PHONE["width"]), ("light", "dark"))]
"""The widths and colour modes; a page is loaded for those in which the previous page was examined last."""


def seen(page, width, scheme):
    """Yield the faults that a reader with this width and colour mode sees."""
    yield from page.evaluate(PICTURES)
    page.wait_for_function(DRAWN_FOR, arg="-narrow" * (width == PHONE["width"]) + "-dark" * (scheme == "dark"))
    yield from (f"code whose end is not visible: {markup}" for markup in page.evaluate(CUT_CODE))
    if (room := page.evaluate("document.documentElement.scrollWidth")) > width:
        yield f"it is {room} pixels wide"
    yield from (f"too wide, or cut: {markup}" for markup in page.evaluate(TOO_WIDE))
    if scheme == "dark":
        yield from (f"light in the dark: {markup}" for markup in page.evaluate(LIGHT_BOXES))
    for fault in inaccessible(page, rules=OF_COLOURS if scheme == "dark" else ()):
        if not re.match("empty-table-header: .*<math", fault):  # axe does not read formulas
            yield fault


def test_every_page_in_a_browser(site, served, visited):
    found = {}
    visited.page.clock.install()
    for name in to_read(site):
        visited.page.goto(f"{served}/{name}")
        found[name] = [*faults(visited, name)]
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


TO_REACH = "a[href]:not(.headerlink), summary, button, input, textarea"


def test_a_lesson_can_be_used_with_the_keyboard_alone(served, page):
    page.goto(f"{served}/02_clipping.html", wait_until="networkidle")
    elements = page.locator("article").locator(TO_REACH).element_handles()
    wanted = [element for element in elements if element.is_visible()]
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Skip to main content"
    page.keyboard.press("Enter")
    for element in wanted:
        reach(page, element, most=40)
        if element.evaluate("element => element.matches('input')"):
            page.keyboard.type("seven")
        elif "Show the answer" in element.inner_text():
            page.keyboard.press("Space")
    answers = page.get_by_text("answer: ").all()
    assert answers and all(answer.is_visible() for answer in answers)
    expect(page.get_by_text("your guess: seven").filter(visible=True)).to_have_count(len(answers))


@pytest.mark.parametrize("name", ["index.html", "02_clipping.html"])
def test_lighthouse_finds_no_fault_except_in_the_time(name, served, tmp_path, record_property):
    rest = "accessibility", "best-practices", "seo"
    line = [shutil.which("node"), NODE_MODULES / "lighthouse" / "cli" / "index.js", f"{served}/{name}"]
    options = [
        "--quiet",
        "--output=json",
        f"--output-path={tmp_path / 'said'}",
        "--chrome-flags=--headless --no-sandbox",
    ]
    subprocess.run(
        [*line, *options, f"--only-categories=performance,{','.join(rest)}"],
        env={**os.environ, "CHROME_PATH": CHROMIUM},
        check=True,
        timeout=300,
    )
    categories = json.loads((tmp_path / "said").read_text(encoding="utf-8"))["categories"]
    record_property("measured", f"Lighthouse, {name}: performance {categories['performance']['score']:.2f}")
    assert {category: categories[category]["score"] for category in rest} == dict.fromkeys(rest, 1)


FOLLOWS = """isDark => {
    const picture = [...document.querySelectorAll("picture img")].find(element => element.checkVisibility());
    picture.scrollIntoView();
    return picture.currentSrc && picture.currentSrc.includes("-dark") === isDark
        && getComputedStyle(document.body).backgroundColor === (isDark ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)");
}"""


def test_the_chosen_colour_mode_applies_to_pictures_and_to_the_first_page(served, page):
    for theme in ("Light", "Dark", "Light"):
        page.goto(f"{served}/02_clipping.html")
        page.get_by_role("button", name="Color mode").click()
        page.get_by_role("button", name=theme).click()
        page.wait_for_function(FOLLOWS, arg=theme == "Dark")
        page.goto(f"{served}/index.html")
        page.wait_for_function(FOLLOWS, arg=theme == "Dark")


@pytest.mark.parametrize("language", learn.LANGUAGES)
def test_each_answer_has_a_field_for_a_guess(language, served, page):
    page.goto(f"{served}/{site_pages.folder(language)}05_bleu.html")
    assert page.locator("label.guess").count() == page.locator(".tag_answer").count() > 0


def test_a_guess_is_repeated_next_to_the_answer_which_is_folded_with_what_follows(served, page):
    page.set_viewport_size(PHONE)
    page.goto(f"{served}/05_bleu.html", wait_until="networkidle")
    assert not page.get_by_text("import importlib.util").is_visible()
    page.get_by_label("Your guess").first.fill("<b>6</b>")
    right = "answer: other order"
    cell = page.locator(".cell", has_text=right)
    follows = cell.locator("xpath=following::summary[contains(., 'read on here')][1]/following-sibling::p[1]")
    assert not cell.locator(".cell_output").is_visible(), "also its figure"
    page.keyboard.press("Enter")
    guess = page.get_by_text("your guess: <b>6</b>")
    expect(guess).to_be_visible()
    assert guess.locator("xpath=following-sibling::*[1]").inner_text().startswith(right)
    for label, opens in (("Hide the answer", False), ("Show the answer", True)):
        cell.get_by_text(label).click()
        assert not cell.get_by_text(label).is_visible()
        assert cell.get_by_text(right).is_visible() == follows.is_visible() == opens


def test_the_steps_to_bleu_play_when_started_unless_the_reader_wants_less_motion(served, page):
    page.clock.install()
    page.goto(f"{served}/05_bleu.html")
    shown = page.locator(".steps img:visible")
    assert "0.6080" in shown.get_attribute("alt")
    page.get_by_role("button", name="Play the steps").click()
    for ending in ("7/7", "6/7", "3/4", "closest reference: 9", "0.6080", "0.6080"):
        assert shown.get_attribute("alt").endswith(ending)
        page.clock.run_for(2000)
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    for ending in ("7/7", "6/7"):
        page.get_by_role("button", name="Next step").click()
        page.clock.run_for(20000)
        assert shown.get_attribute("alt").endswith(ending)


@pytest.mark.parametrize("word", ["clipping", "클리핑", "截断"])
def test_a_search_on_a_phone_finds_a_term_in_each_language_and_shows_its_meaning(served, page, word):
    page.set_viewport_size(PHONE)
    page.goto(f"{served}/search.html?q={word}")
    (glossary := page.locator("#search-results").get_by_role("link", name="Glossary")).wait_for()
    assert "System Settings" not in page.locator("#search-results").inner_text()  # the theme's menu
    icon, field = (page.locator(f".bd-search:visible {tag}").bounding_box() for tag in ("svg", "input"))
    assert icon["x"] + icon["width"] <= field["x"], "the icon covers what is typed"
    first = {"clipping": "02_clipping.html"}.get(word, "")
    assert page.locator("#search-results a").first.get_attribute("href").startswith(first)
    glossary.click()
    box = page.get_by_text("the translation that is scored").first.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]


@pytest.mark.parametrize(("language", "word", "first"), [("ko", "간결성 페널티", "04_brevity"), ("zh", "截断", "02_")])
def test_the_search_of_an_edition_finds_its_words(language, word, first, served, page):
    page.goto(f"{served}/{language}/search.html?q={word}")
    page.locator("#search-results a").first.wait_for()
    assert page.locator("#search-results a").first.get_attribute("href").startswith(first)


def test_the_languages_of_a_page_lead_to_the_same_page(site, served, page):
    page.goto(f"{served}/05_bleu.html")
    for name, place in (("한국어", "ko/05_bleu.html"), ("中文", "zh/05_bleu.html"), ("English", "05_bleu.html")):
        page.get_by_role("link", name=name, exact=True).click()
        assert page.url == f"{served}/{place}"
    assert 'class="languages"' not in (site / "maintainers.html").read_text(encoding="utf-8")


# The first page.


def test_the_language_of_the_browser_is_offered_once(served, browser):
    page = browser.new_context(locale="ko-KR").new_page()
    page.goto(f"{served}/index.html")
    expect(page.locator(".offer:visible")).to_have_text("이 강의를 한국어로 읽기 괜찮아요")
    page.get_by_role("button", name="괜찮아요").click()
    expect(page.locator(".offer:visible")).to_have_count(0)
    page.reload()
    expect(page.locator(".offer:visible")).to_have_count(0)
    page.context.close()


@pytest.mark.parametrize("room", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_first_screen_of_the_first_page_says_what_it_is_and_shows_a_score(served, page, room):
    page.set_viewport_size(room)
    page.goto(f"{served}/index.html")
    seen = [
        page.get_by_role("heading", level=1),
        page.get_by_text("free lessons"),
        page.get_by_role("link", name="Begin lesson 01"),
        page.get_by_role("link", name="Run it here"),
        page.get_by_role("textbox"),
        page.locator("#words"),
        *(page.locator(f"#{part}") for part in parts("")["texts"]),
    ]
    for part in seen:
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= room["height"], part
        assert box["x"] >= 0 and box["x"] + box["width"] <= room["width"], part


def shown(page):
    """Return what the first page shows about a candidate."""
    texts = {part: page.locator(f"#{part}").inner_text() for part in parts("")["texts"]}
    return page.locator("#words span").all_inner_texts(), texts


def expected(text):
    """Return what the package computes for a candidate."""
    said = parts(text)
    return [f"{sign} {word}" for _, sign, word in said["words"]], said["texts"]


def test_the_package_scores_in_a_worker_what_is_typed_on_the_first_page(served, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served}/index.html", wait_until="networkidle")
    asked.clear()
    page.get_by_role("textbox").dispatch_event("pointerdown")  # with which a swipe over the box begins
    for button in page.locator("#sentences button").all():
        button.click()
        assert shown(page) == expected(page.get_by_role("textbox").input_value())
    assert asked == [], "the scores of the prepared sentences are there"
    assert "MB" in page.get_by_role("status").inner_text(), "how much Python weighs is said before it is fetched"
    page.get_by_role("textbox").press_sequentially(" the practical army")
    expect(page.get_by_role("status")).to_contain_text("Scored in your browser", timeout=120_000)
    expect(page.locator("#score")).to_have_attribute("aria-busy", "false")
    assert shown(page) == expected("the the the the the the the the practical army")
    page.get_by_role("textbox").fill("")
    expect(page.locator("#score")).to_have_attribute("aria-busy", "false")
    assert shown(page) == expected("")


def test_the_first_page_can_be_used_with_the_keyboard_alone(served, page):
    page.goto(f"{served}/index.html")
    for element in page.locator(TO_REACH).filter(visible=True).element_handles():
        reach(page, element)
        if element.evaluate("element => element.matches('textarea')"):
            page.keyboard.type("seven ")
            assert page.get_by_role("textbox").input_value().startswith("seven ")
        elif element.evaluate("element => element.matches('#sentences button')"):
            page.keyboard.press("Space")
            assert shown(page) == expected(page.get_by_role("textbox").input_value())


def test_each_page_has_a_description_and_no_invented_address(site):
    texts = [(site / page).read_text(encoding="utf-8") for page in to_read(site)]
    descriptions = [re.findall('<meta name="description" content="([^"]+)">', text) for text in texts]
    assert [len(found) for found in descriptions] == [1] * len(texts)
    assert len({found[0] for found in descriptions}) == len(texts)
    assert not [text for text in texts if 'rel="canonical"' in text or 'property="og:' in text]
    assert not (site / "sitemap.xml").exists()
