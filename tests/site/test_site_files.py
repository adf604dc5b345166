"""Test the files of the built site, without a browser."""

import ast
import base64
import gzip
import hashlib
import html
import json
import posixpath
import re
import sys
import unicodedata
import zipfile
from itertools import product
from urllib.parse import parse_qs, unquote, urlsplit

import address
import learn
import make_tab
import pytest
import site_pages
from finish_pages import DRAWINGS, WORDS, to_read
from notebook_rules import NOTEBOOKS, ROOT, code, code_cells, load
from pyodide_stubs import of_pyodide
from test_site import LESSONS

import bleu_helpers
from bleu_helpers.display import plots

READ = [name.replace(".ipynb", ".html") for name in LESSONS]

pytest_plugins = ["built_site"]
pytestmark = pytest.mark.node


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


def test_no_formula_is_shown_as_tex(site):
    for page in to_read(site):
        text = re.sub(r"(?s)<(pre|code|script)\b.*?</\1>", "", (site / page).read_text(encoding="utf-8"))
        assert not re.findall(r"\$[^$\n]+\$", re.sub("<[^>]+>", "", text)), page


def public():
    """Return the public names: those in every __all__, and everything that a lesson imports."""
    folders = [ROOT / name for name in ("bleu_helpers", "bleu_exercises", "bleu_grading", "exercise_checker")]
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("**/*.py")]
    lists = [ast.literal_eval(listed) for text in texts for listed in re.findall(r"(?sm)^__all__ = (\[.*?\])", text)]
    names = {*bleu_helpers.__all__, *plots.__all__, *(name for listed in lists for name in listed)}
    for node in (node for path in NOTEBOOKS for cell in code_cells(load(path)) for node in ast.walk(code(cell))):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "bleu_helpers":
            names |= {alias.name for alias in node.names}
    return names


def test_every_public_name_is_on_a_page_of_the_helpers(site):
    texts = [path.read_text(encoding="utf-8") for path in (site / "helpers").glob("*.html")]
    anchors = re.findall(r'id="(?:module-)?(?:bleu_\w+|exercise_checker)\.([\w.]+)"', "".join(texts))
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


def test_every_picture_is_drawn_for_wide_pages_and_for_phones(site):
    outputs = [output for path in NOTEBOOKS for cell in code_cells(load(path)) for output in cell["outputs"]]
    pngs = ("".join(output["data"]["image/png"]) for output in outputs if "image/png" in output.get("data", {}))
    names = {hashlib.sha256(base64.b64decode(png)).hexdigest() for png in pngs} | {"picture-05"}
    drawn = {f"{name}{kind}.svg" for name in names for kind in ("", "-narrow")}
    assert {path.name for path in (site / DRAWINGS).iterdir()} == {"report.png", *drawn}


@pytest.mark.parametrize(("language", "path"), [*product(learn.LANGUAGES, NOTEBOOKS)])
def test_a_picture_keeps_its_alternative_text_whose_title_is_a_caption_in_an_edition(language, path, site):
    text = (site / site_pages.folder(language) / f"{path.stem}.html").read_text(encoding="utf-8")
    pictures = [picture for picture in re.findall("<img [^>]*>", text) if f"{DRAWINGS}/" in picture]
    shown = [html.unescape(re.search('alt="([^"]*)"', picture)[1]) for picture in pictures]
    outputs = [output for cell in code_cells(load(path)) for output in cell["outputs"]]
    words = {output["metadata"]["image/png"]["alt"] for output in outputs if "image/png" in output.get("data", {})}
    captions = [html.unescape(caption) for caption in re.findall('<p class="caption">(.+?)</p>', text)]
    assert len({*shown}) == len(words) > 0
    if language == learn.LANGUAGES[0]:
        assert {" ".join(text.split()) for text in shown} == {" ".join(text.split()) for text in words}
    else:
        assert all(said.startswith(title) for said, title in zip(shown, captions, strict=True))
        assert not [title for title in captions if title.startswith("Figure: ")]


def test_the_tab_has_the_lessons_and_the_wheels(site):
    assert {path.name for path in (site / "tab" / "files").glob("*.ipynb")} == {*LESSONS}
    place = site / "tab" / make_tab.PLACE
    wheels = {path.name.split("-")[0] for path in place.glob("*.whl")}
    assert wheels == {"bleu_helpers", "exercise_checker", *make_tab.MISSING, *make_tab.STAND_INS}
    packages = json.loads((place / make_tab.LOCK).read_text(encoding="utf-8"))["packages"].values()
    elsewhere = {package["file_name"] for package in packages} - {path.name for path in place.glob("*.whl")}
    assert {name.rpartition("/")[0] + "/" for name in elsewhere} == {make_tab.published()}  # which --complete fetches
    for path in (site / "tab" / "files").glob("*.ipynb"):
        assert "](https://colab.research.google.com/assets" not in path.read_text(encoding="utf-8")
    for page in ("index.html", "05_bleu.html"):
        assert re.search(r"Run (?:it )?here <small>\(> \d+ MB\)</small>", (site / page).read_text(encoding="utf-8"))
    with zipfile.ZipFile(next(place.glob("bleu_helpers-*.whl"))) as wheel:
        assert "bleu_exercises/__init__.py" in wheel.namelist()
        assert any(name.startswith("bleu_helpers/data/test_set/") for name in wheel.namelist())
    for language, name in product(learn.LANGUAGES, LESSONS):
        copy, place = learn.ROOT / learn.place(name, language), f"{site_pages.folder(language)}{name}"
        text = (site / "download" / place).read_text(encoding="utf-8")
        assert text == address.without_links(copy.read_text(encoding="utf-8")) and json.loads(text)
        assert (site / "tab" / "files" / place).is_file()


def test_the_font_has_every_letter_of_the_formulas(site):
    script = json.loads((make_tab.FRAME / "package.json").read_text(encoding="utf-8"))["scripts"]["font"]
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
        # A PNG and a font are compressed already, so a server sends them as they are.
        return len(file.read_bytes() if file.suffix in (".png", ".woff2") else gzip.compress(file.read_bytes()))

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
def test_a_page_loads_little(site, page):
    loaded = first_visit(site, page)
    without = {place: size for place, size in loaded.items() if DRAWINGS not in place}
    assert sum(without.values()) <= 160_000 and len(without) <= 10, without
    assert sum(loaded.values()) <= 500_000, loaded


def test_each_page_has_a_description_and_no_invented_address(site):
    texts = [(site / page).read_text(encoding="utf-8") for page in to_read(site)]
    descriptions = [re.findall('<meta name="description" content="([^"]+)">', text) for text in texts]
    assert [len(found) for found in descriptions] == [1] * len(texts)
    assert len({found[0] for found in descriptions}) == len(texts)
    assert not [text for text in texts if site_pages.HERE in text]
    assert any("source-repository-button" in text for text in texts) == bool(address.values())


# Every import of a lesson is available in a tab: in Pyodide's list of packages or among the site's wheels.

PACKAGES = ("bleu_helpers", "bleu_exercises", "exercise_checker")


def imported(trees):
    """Yield the names of the packages that are imported anywhere in some code."""
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]


def missing(trees):
    """Return the packages that some code imports and a tab lacks."""
    listed = {module.split(".")[0] for package in of_pyodide().values() for module in package["imports"]}
    wheels = {*PACKAGES, *make_tab.MISSING, *make_tab.STAND_INS}
    return {*imported(trees)} - sys.stdlib_module_names - listed - wheels


def test_every_import_of_a_lesson_is_available_in_a_tab():
    """Lesson 14 imports the engines only if they are installed, and its saved outputs do not need them."""
    found = {path.stem: missing([code(cell) for cell in code_cells(load(path))]) for path in NOTEBOOKS}
    assert {name: them for name, them in found.items() if them} == {"14_at_scale": {"dask", "pyspark"}}


def test_every_import_of_the_helpers_is_available_in_a_tab():
    """Without rapidfuzz, the definition computes the error rates; without Numba, texts are counted in arrays."""
    modules = {
        path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "tests" not in path.parts[-2:]
    }
    assert missing([ast.parse(module.read_text(encoding="utf-8")) for module in modules]) == {"rapidfuzz", "numba"}
