"""The site: what its pages are made of, and that they are made without a request to another host."""

import ast
import base64
import html
import json
import posixpath
import re
import subprocess
import sys
import zipfile
from urllib.parse import parse_qs, unquote, urlsplit

import address
import front_door
import learn
import make_site
import make_tab
import pytest
import site_pages
from browser import chromium, visit
from lesson_shape import GUESS
from notebook_rules import NOTEBOOKS, ROOT, code, code_cells, load, source
from site_server import handing_out

LESSONS = [path.name for path in NOTEBOOKS]


# The pages before Sphinx: of the lessons, of the package, of docs/.


@pytest.fixture(scope="module")
def pages():
    return site_pages.everything()


def test_there_is_a_page_for_each_lesson_and_each_page_of_the_repository(pages):
    assert set(LESSONS) < pages.keys()
    assert {f"helpers/{module}.rst" for module in site_pages.modules()} < pages.keys()
    assert {f"helpers/{name}.rst" for name in (*site_pages.BESIDE_THE_LESSONS, "display")} < pages.keys()
    written = {path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]}
    assert site_pages.ON_GITHUB.keys() == written
    assert set(site_pages.ON_GITHUB.values()) < pages.keys()


def moves(cell):
    """Whether the site has a moving picture in the place of what a cell shows."""
    return "plots.bleu_step_by_step(" in source(cell)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lessons_page_keeps_its_cells_and_folds_what_answers(name, pages):
    record, page = load(ROOT / "notebooks" / name), pages[name]
    assert [source(cell) for cell in code_cells(page)] == [source(cell) for cell in code_cells(record)]
    for cell, kept in zip(code_cells(page), code_cells(record), strict=True):
        assert cell["outputs"] == ([] if moves(cell) else kept["outputs"])
    tags = {cell["id"]: cell["metadata"].get("tags", []) for cell in page["cells"]}
    assert tags[page["cells"][1]["id"]] == ["hide-cell"]
    places = [place for place, cell in enumerate(page["cells"]) if source(cell).startswith(GUESS)]
    folded = [place for place, cell in enumerate(page["cells"]) if "hide-output" in tags[cell["id"]]]
    assert folded == [place + 1 for place in places]
    labels = {tuple(page["cells"][place]["metadata"]["mystnb"].values()) for place in folded}
    assert labels == {("Show the answer", "Hide the answer")}
    choices = re.findall("<summary>.*</summary>", "\n".join(map(source, page["cells"])))
    assert choices and not [choice for choice in choices if "$" in choice]


def test_the_moving_picture_has_a_step_more_in_each_frame_and_ends_as_the_lesson_shows_it(pages):
    [told] = [
        "".join(output["data"]["text/plain"])
        for cell in code_cells(load(ROOT / "notebooks" / "05_bleu.ipynb"))
        if moves(cell)
        for output in cell["outputs"]
    ]
    [moving] = [source(cell) for cell in pages["05_bleu.ipynb"]["cells"] if 'class="steps"' in source(cell)]
    lines = html.escape(told.removeprefix("Figure: ")).splitlines()
    assert re.findall(' alt="([^"]+)"( hidden)?>', moving) == [
        (" ".join(lines[: steps + 1]), " hidden" * (steps < 5)) for steps in range(1, 6)
    ]


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_its_four_doors(name, pages):
    first = source(pages[name]["cells"][0])
    doors = re.findall(r'<a class="door" href="([^"]+)"[^>]*><img src="_static/([\w-]+\.svg)" alt="([^"]+)"', first)
    assert [words for *_, words in doors] == ["Read here", "Run here", "Open in Colab", "Download"]
    assert all((make_site.FRAME / "static" / picture).is_file() for _, picture, _ in doors)
    read, run, colab, download = (place for place, *_ in doors)
    assert read == name.replace(".ipynb", ".html")
    assert run == f"tab/notebooks/index.html?path={name}"
    assert download == f"download/{name}"
    assert colab in source(load(ROOT / "notebooks" / name)["cells"][0])
    assert "https://colab.research.google.com/assets" not in first


def test_the_first_page_has_one_door_and_each_lesson_its_ways(pages):
    text = pages["index.md"]
    assert text.count('class="door"') == 1
    ways = re.findall(
        r'^\| \[\d\d [^]]+\]\((\w+\.ipynb)\) \|.*\| <a href="([^"]+)">here</a>, \[Colab\]', text, re.MULTILINE
    )
    assert ways == [(name, f"tab/notebooks/index.html?path={name}") for name in LESSONS]
    assert address.site(address.current()) not in text


def test_the_mistakes_are_those_of_the_checker(pages):
    from bleu_helpers.checks._names import NAMES

    rows = [line for line in pages["mistakes.md"].splitlines() if line.startswith("| ")]
    headings = pages["mistakes.md"].count("| what your function does |")
    assert len(rows) == len(NAMES) + 2 * headings
    for name in NAMES.values():
        assert f"| {site_pages.cell_of(name.name)} " in pages["mistakes.md"]


def test_the_scoreboard_has_every_measure_of_every_lesson(pages):
    page = pages["scoreboard.md"]
    for name, titles, rows in site_pages.scoreboards():
        assert len(rows) == 5, name
        for place, measure in enumerate(titles[1:], 1):
            assert " | ".join(row[place] for row in rows) in page, f"{name}: {measure}"
    assert {name for name, *_ in site_pages.scoreboards()} == set(LESSONS[:12])
    assert page.count("| what fools it |") == 12


def test_the_sources_page_has_the_cells_of_each_lessons_section(pages):
    page = pages["sources.ipynb"]
    headings = re.findall(r"^## (.+)$", "\n".join(source(cell) for cell in page["cells"]), re.MULTILINE)
    assert headings == [site_pages.title(load(path)) for path in NOTEBOOKS]
    shown = []
    for path in NOTEBOOKS:
        section = site_pages.section(load(path), "Where the sources slip")
        assert section, path.name
        assert not any(source(cell).startswith("#") for cell in section if cell["cell_type"] == "markdown")
        shown += [(source(cell), cell["outputs"]) for cell in code_cells({"cells": section})]
    assert shown == [(source(cell), cell["outputs"]) for cell in code_cells(page)]
    assert len({cell["id"] for cell in page["cells"]}) == len(page["cells"])


def test_every_word_of_the_glossary_leads_to_its_lesson(pages):
    words = re.findall(r"\| \[(\d\d)\]\((\d\d)_\w+\.ipynb\) \|$", pages["glossary.md"], re.MULTILINE)
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert len(words) == len(re.findall(r"\| \d\d \|$", glossary, re.MULTILINE))
    assert all(one == other for one, other in words)


def test_npm_fetches_exact_versions_and_the_lock_names_no_host():
    lock = (make_site.FRAME / "package-lock.json").read_text(encoding="utf-8")
    assert "//" not in lock.replace("https://opencollective.com", "")
    assert all("integrity" in package for place, package in json.loads(lock)["packages"].items() if place)
    wanted = json.loads((make_site.FRAME / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert all(re.fullmatch(r"\d+(\.\d+)+", version) for version in wanted.values())


# Without what npm fetches.


def test_without_it_a_complete_site_is_refused_and_the_one_before_stays(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(make_site, "NODE_MODULES", tmp_path / "node_modules")
    monkeypatch.setattr(make_site, "BUILD", tmp_path)
    assert make_site.main(["--complete"]) == 2
    assert make_site.WITHOUT_NPM in capsys.readouterr().err
    assert tmp_path.exists()


@pytest.mark.chromium
def test_without_mathjax_a_formula_is_text_and_nothing_is_asked_for(tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.md").write_text("# A page\n\nIt has $x^2$ in it.\n", encoding="utf-8")
    python = front_door.ready("site", front_door.COMMANDS["site"].environment)
    line = "import make_site, sys; from pathlib import Path; make_site.BUILD = here = Path(sys.argv[1]); "
    line += "sys.exit(not make_site.render(here / 'pages', here / 'site', formulas=False))"
    subprocess.run([python, "-c", line, tmp_path], cwd=ROOT / "tools", check=True)
    with handing_out(tmp_path / "site") as address, chromium() as browser, visit(browser) as visited:
        visited.page.goto(f"{address}/index.html", wait_until="networkidle")
        assert r"It has \(x^2\) in it." in visited.page.locator("article").inner_text()
        assert (visited.errors, visited.elsewhere) == ([], [])


# The site itself. It is made once, and opened in a browser.


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The site, made anew by the command, but for the wheels that only a complete one fetches."""
    assert make_tab.CORE.is_dir(), make_site.WITHOUT_NPM
    command = [sys.executable, ROOT / "run.py", "site"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert made.returncode == 0, made.stdout + made.stderr
    return make_site.BUILD / "site"


@pytest.fixture(scope="session")
def served(site):
    """The address of a server that hands it out."""
    with handing_out(site) as address:
        yield address


def pages_to_read(site):
    """The pages of the site as they are asked for: all but the tab, and what the theme keeps beside its styles."""
    places = (path.relative_to(site) for path in site.glob("**/*.html"))
    return sorted(place.as_posix() for place in places if place.parts[0] not in ("tab", "_static"))


@pytest.mark.node
def test_the_pages_to_read_are_those_that_were_put_together_and_the_lists_of_sphinx(site, pages):
    written = {re.sub(r"\.\w+$", ".html", name) for name in pages}
    assert {*pages_to_read(site)} == written | {"genindex.html", "py-modindex.html", "search.html"}


@pytest.mark.node
def test_every_link_within_the_site_leads_somewhere(site):
    texts = {page: (site / page).read_text(encoding="utf-8") for page in pages_to_read(site)}
    anchors = {page: {*re.findall(r'\bid="([^"]+)"', text)} for page, text in texts.items()}
    lost = []
    for page, text in texts.items():
        for link in re.findall(r'<a\b[^>]*?\bhref="([^"]*)"', text):
            to = urlsplit(html.unescape(link))
            place = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(to.path))) if to.path else page
            wanted = [place, *(f"tab/files/{lesson}" for lesson in parse_qs(to.query).get("path", []))]
            is_there = all((site / one).is_file() for one in wanted)
            if not (to.scheme or (is_there and unquote(to.fragment) in {"", *anchors.get(place, {to.fragment})})):
                lost.append(f"{page}: {link}")
    assert lost == []


@pytest.mark.node
def test_no_page_names_another_host_for_what_it_loads(site):
    for page in pages_to_read(site):
        text = (site / page).read_text(encoding="utf-8")
        loads = re.findall(r"<(?:script|img|iframe|source)[^>]*\bsrc=\"([^\"]+)|<link[^>]*\bhref=\"([^\"]+)", text)
        assert loads, page
        assert not [one for pair in loads for one in pair if re.match("(https?:)?//", one)], page


def public():
    """The names that are there to be imported: those of every __all__, and all that a lesson imports."""
    folders = (ROOT / "bleu_helpers", ROOT / "exercise_checker")
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("**/*.py")]
    lists = [ast.literal_eval(listed) for text in texts for listed in re.findall(r"(?sm)^__all__ = (\[.*?\])", text)]
    names = {name for listed in lists for name in listed}
    for node in (node for path in NOTEBOOKS for cell in code_cells(load(path)) for node in ast.walk(code(cell))):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "bleu_helpers":
            names |= {alias.name for alias in node.names}
    return names


@pytest.mark.node
def test_all_that_is_public_has_its_place_on_a_page_of_the_helpers(site):
    texts = [path.read_text(encoding="utf-8") for path in (site / "helpers").glob("*.html")]
    anchors = re.findall(r'id="(?:module-)?(?:bleu_helpers|exercise_checker)\.([\w.]+)"', "".join(texts))
    # Another name of a type is known to Sphinx in the module alone that makes it.
    assert public() - {anchor.split(".")[-1] for anchor in anchors} == {"Arguments"}
    assert not [anchor for anchor in anchors if re.search(r"(^|\.)_", anchor)], (
        "what begins with _ is nobody's to import"
    )
    assert not [text for text in texts if "Alias for field number" in text or str(ROOT) in html.unescape(text)]
    assert "<p>Where its files stand: a segment a line," in "".join(texts), "no type is made of what precedes a colon"
    assert not [text for text in texts if re.search(r"<dt[^>]*>Type<", text)]


def in_order(picture):
    """A picture's tag with its attributes in one order."""
    attributes = re.findall(r'(alt|src)="([^"]*)"', picture[0])
    return "<img " + " ".join(f'{name}="{value}"' for name, value in sorted(attributes)) + ">"


@pytest.mark.node
def test_the_pictures_keep_their_words(site):
    for path in NOTEBOOKS:
        text = (site / f"{path.stem}.html").read_text(encoding="utf-8")
        outputs = [output for cell in code_cells(load(path)) for output in cell["outputs"] if not moves(cell)]
        words = {output["metadata"]["image/png"]["alt"] for output in outputs if "image/png" in output.get("data", {})}
        shown = re.findall(r'<img alt="([^"]*)" src="_images/', re.sub(r"<img [^>]*>", in_order, text))
        assert words
        assert {" ".join(html.unescape(one).split()) for one in shown} == {" ".join(one.split()) for one in words}


@pytest.mark.node
def test_the_pictures_are_those_of_the_lessons_and_of_the_readme(site):
    cells = [cell for path in NOTEBOOKS for cell in code_cells(load(path)) if not moves(cell)]
    outputs = [output for cell in cells for output in cell["outputs"]]
    saved = [output["data"]["image/png"] for output in outputs if "image/png" in output.get("data", {})]
    wanted = {base64.b64decode("".join(png)) for png in saved}
    wanted |= {(ROOT / "docs" / name).read_bytes() for name in ("picture-01.png", "speed.png")}
    assert {path.read_bytes() for path in (site / "_images").glob("*.png")} == wanted


@pytest.mark.node
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
    for name in LESSONS:
        copy = learn.ROOT / learn.place(name)
        assert (site / "download" / name).read_bytes() == copy.read_bytes()


TOO_WIDE = """() => {
    const across = one => getComputedStyle(one).overflowX;
    const only_read_aloud = "mjx-assistive-mml, mjx-assistive-mml *, .visually-hidden, .visually-hidden *";
    const seen = [...document.querySelectorAll("body *")].filter(
        one => one.checkVisibility({visibilityProperty: true}) && !one.matches(only_read_aloud));
    const scrolls = one => {  // in a box of its own: a whole page that scrolls sideways is too wide
        const above = one.parentElement;
        return above && !above.contains(document.querySelector("article"))
            && (["auto", "scroll"].includes(across(above)) || scrolls(above));
    };
    const sticks_out = one => {
        const place = one.getBoundingClientRect();
        return place.width && (place.right > innerWidth + 1 || place.left < -1) && !scrolls(one);
    };
    const cuts = one => ["hidden", "clip"].includes(across(one)) && one.scrollWidth > one.clientWidth + 1;
    return seen.filter(one => sticks_out(one) || cuts(one)).map(one => one.outerHTML.slice(0, 160));
}"""

FORMULAS = """async () => {
    const late = new Promise(done => setTimeout(done, 20_000));  // without a file of its own MathJax never begins
    if (window.MathJax?.startup) await Promise.race([MathJax.startup.promise, late]);
    return ["article .math", "article mjx-container", "mjx-merror"].map(one => document.querySelectorAll(one).length);
}"""

CUT_CODE = """() => [...document.querySelectorAll(".cell_input pre")]
    .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent.slice(0, 80))"""

PROSE = """() => {
    const copy = document.body.cloneNode(true);
    copy.querySelectorAll("code, pre, script").forEach(one => one.remove());
    return copy.textContent;
}"""

PICTURES = """async () => {
    const pictures = [...document.querySelectorAll("article img")];
    pictures.forEach(one => one.loading = "eager");
    await Promise.all(pictures.map(one => one.decode().catch(() => null)));
    return pictures.filter(one => !one.naturalWidth).map(one => one.src);
}"""


LIGHT_BOXES = """() => [...document.querySelectorAll("article *")].filter(one => {
    const [red, green, blue, alpha = 1] = getComputedStyle(one).backgroundColor.match(/[\\d.]+/g).map(Number);
    return alpha > 0.5 && red + green + blue > 3 * 100 && !one.style.background && one.checkVisibility();
}).map(one => one.outerHTML.slice(0, 160))"""


def faults(visited, name, width, schemes):
    """What is wrong with a page that was loaded in the first scheme of colours, then in the second one too."""
    page = visited.page
    written, drawn, wrong = page.evaluate(FORMULAS)
    if (written, wrong) != (drawn, 0) or (name[:2] in {"04", "05", "07"} and not written):
        yield f"of {written} formulas, {drawn} are drawn, {wrong} of them as an error"
    yield from re.findall(r"\$[^$\n]+\$", page.evaluate(PROSE))
    yield from page.evaluate(PICTURES)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    yield from (f"code whose end is unseen: {one}" for one in page.evaluate(CUT_CODE))
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        if (room := page.evaluate("document.documentElement.scrollWidth")) > width:
            yield f"it is {room} pixels wide"
        yield from (f"too wide, or cut: {one}" for one in page.evaluate(TOO_WIDE))
        if scheme == "dark":
            yield from (f"light in the dark: {one}" for one in page.evaluate(LIGHT_BOXES))
    yield from visited.errors
    yield from visited.elsewhere


@pytest.mark.chromium
@pytest.mark.node
@pytest.mark.parametrize(("width", "schemes"), [(390, ("light", "dark")), (1280, ("dark", "light"))])
def test_every_page_in_a_browser(site, served, width, schemes):
    with chromium() as browser, visit(browser, width, scheme=schemes[0]) as visited:
        found = {}
        for name in pages_to_read(site):
            visited.errors.clear()
            visited.elsewhere.clear()
            visited.page.emulate_media(color_scheme=schemes[0])
            visited.page.goto(f"{served}/{name}", wait_until="networkidle")
            found[name] = [*faults(visited, name, width, schemes)]
        assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.chromium
@pytest.mark.node
def test_an_answer_is_folded_and_opens_at_a_click(served):
    with chromium() as browser, visit(browser) as visited:
        page = visited.page
        page.goto(f"{served}/02_clipping.html")
        cell = page.locator(".cell", has_text="answer: 5")
        answer = cell.get_by_text("answer: 5")
        assert not answer.is_visible()
        assert not page.get_by_text("import importlib.util").is_visible()
        cell.get_by_text("Show the answer").click()
        assert answer.is_visible()
        assert not cell.get_by_text("Show the answer").is_visible()
        cell.get_by_text("Hide the answer").click()
        assert not answer.is_visible()


@pytest.mark.chromium
@pytest.mark.node
def test_the_steps_to_bleu_move_once_they_are_started_and_never_for_who_wants_no_motion(served):
    with chromium() as browser, visit(browser) as visited:
        page = visited.page
        page.clock.install()
        page.goto(f"{served}/05_bleu.html")
        shown = page.locator(".steps img:visible")
        assert "0.6080" in shown.get_attribute("alt")
        page.get_by_role("button", name="Play the steps").click()
        for told in ("7 of 7", "6/7", "3/4", "0.7515", "0.6080", "0.6080"):
            assert shown.get_attribute("alt").endswith(told)
            page.clock.run_for(2000)
        page.emulate_media(reduced_motion="reduce")
        page.reload()
        for told in ("7 of 7", "6/7"):
            page.get_by_role("button", name="Next step").click()
            page.clock.run_for(20000)
            assert shown.get_attribute("alt").endswith(told)


@pytest.mark.chromium
@pytest.mark.node
@pytest.mark.parametrize("word", ["clipping", "클리핑", "截断"])
def test_on_a_phone_a_search_finds_a_word_in_each_language_and_its_meaning_is_in_view(served, word):
    with chromium() as browser, visit(browser, 390) as visited:
        page = visited.page
        page.goto(f"{served}/search.html?q={word}")
        (glossary := page.locator("#search-results").get_by_role("link", name="Glossary")).wait_for()
        assert "System Settings" not in page.locator("#search-results").inner_text()  # the theme's menu
        first = {"clipping": "02_clipping.html"}.get(word, "")
        assert page.locator("#search-results a").first.get_attribute("href").startswith(first)
        glossary.click()
        box = page.get_by_text("the translation that is scored").first.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert (visited.errors, visited.elsewhere) == ([], [])
