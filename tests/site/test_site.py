"""Test what the pages of the site are made of, before Sphinx builds them."""

import json
import re

import address
import finish_pages
import first_page
import learn
import make_site
import pytest
import site_pages
from lesson_shape import GUESS
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source

from bleu_exercises._lesson_tasks import TASKS
from bleu_helpers import explain_bleu
from bleu_helpers.example_sentences import GUIDE_CANDIDATE, GUIDE_REFERENCES

LESSONS = [path.name for path in NOTEBOOKS]


# The pages before Sphinx: of the lessons, of the package, of docs/.


@pytest.fixture(scope="module")
def pages():
    return site_pages.pages()


def test_there_is_a_page_for_each_lesson_and_each_page_of_the_repository(pages):
    assert set(LESSONS) < pages.keys()
    of_distributions = (page for tests in ROOT.glob("*/tests") for page in tests.parent.glob("*.md"))
    files = [*ROOT.glob("*.md"), *of_distributions, *(ROOT / "docs").glob("*.md")]
    written = {path.relative_to(ROOT).as_posix() for path in files}
    assert site_pages.ON_GITHUB.keys() == written - {f"README.{language}.md" for language in learn.OTHERS}


@pytest.mark.parametrize("name", LESSONS)
def test_the_page_of_a_lesson_keeps_the_cells_for_readers_and_folds_its_answers(name, pages):
    lesson, page = {"cells": learn.for_the_site(site_pages.lessons()[name]["cells"])}, pages[name]
    assert [source(cell) for cell in code_cells(page)] == [source(cell) for cell in code_cells(lesson)]
    assert [cell["outputs"] for cell in code_cells(page)] == [cell["outputs"] for cell in code_cells(lesson)]
    tags = {cell["id"]: cell["metadata"].get("tags", []) for cell in page["cells"]}
    assert tags[page["cells"][1]["id"]] == ["hide-cell"]
    places = [place for place, cell in enumerate(page["cells"]) if source(cell).startswith(GUESS)]
    labels = {cell["id"]: cell["metadata"].get("mystnb", {}).get("code_prompt_show") for cell in page["cells"]}
    folded = [place for place, cell in enumerate(page["cells"]) if labels[cell["id"]] == "Show the answer"]
    assert folded == [place + 1 for place in places]
    assert {tags[cell["id"]][-1] for cell in page["cells"] if labels[cell["id"]]} == {"hide-cell", "hide-output"}
    assert any(learn.FOLDED in source(cell) for cell in page["cells"])


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_a_link_button_for_each_way_to_open_it(name, pages):
    first = source(pages[name]["cells"][0])
    doors = re.findall(r'<a class="door" href="([^"]+)"[^>]*>([^<]+)</a>', first)
    places = {words: place for place, words in doors}
    colab = places.pop("Open in Colab", None)
    assert places == {
        "Read here": name.replace(".ipynb", ".html"),
        "Run here": f"tab/notebooks/index.html?path={name}",
        "Download": f"download/{name}",
    }
    assert bool(colab) == bool(address.values()) and (colab or "") in source(
        load(ROOT / "notebooks" / name)["cells"][0]
    )
    assert "https://colab.research.google.com/assets" not in first


def test_the_page_of_the_readme_links_to_each_lesson_and_its_tab(pages):
    text = pages["readme.md"]
    assert text.count('class="door"') == bool(address.values())
    links = rf"\((\w+\.ipynb)\), \[here\]\({site_pages.HERE}([^)]+)\)"
    ways = re.findall(rf"^\| \[\d\d [^]]+\]{links}", text, re.MULTILINE)
    assert ways == [(name, f"tab/notebooks/index.html?path={name}") for name in LESSONS]


# With an address, and without one.


def test_each_description_belongs_to_a_page(pages):
    assert finish_pages.DESCRIPTIONS.keys() <= {name.rpartition(".")[0] for name in pages}


def test_the_page_of_mistakes_tells_those_of_the_measures_from_those_of_the_exercises(pages):
    parts = re.split(r"(?m)^(?:\*\*In the (measures|exercises)\*\*|## .+)$", pages["mistakes.md"])
    rows = {"measures": set(), "exercises": set(), None: set()}
    for group, text in zip(parts[1::2], parts[2::2], strict=True):
        rows[group].update(re.findall(r"(?m)^\| (.+?)(?: \(the sources .*\))? \| ", text))
    names = {site_pages.cell_of(mistake.name) for task in TASKS.values() for mistake in task.mistakes}
    assert names <= rows["measures"] and not names & rows["exercises"] and not rows[None]
    assert "a tie counts as a loss" in rows["exercises"]


def test_the_first_page_shows_what_the_package_computes(tmp_path):
    bleu = explain_bleu(GUIDE_CANDIDATE, GUIDE_REFERENCES)
    page = " ".join(re.sub("<[^>]*>", "", first_page.page(tmp_path)).split())
    fractions = enumerate(zip(bleu.matched, bleu.total, strict=True), start=1)
    rows = [f"{n} word{'s' * (n > 1)} {m}/{t} {m / t:.4f}" for n, (m, t) in fractions]
    lengths = f"Length {bleu.candidate_length}, closest {bleu.reference_length}: penalty {bleu.brevity_penalty:.4f}"
    score = f"BLEU {bleu.score:.4f} = penalty × geometric mean of the precisions, {bleu.geometric_mean:.4f}"
    assert " ".join(["n-grams of found in a good one precision", *rows, lengths, score]) in page


@pytest.mark.parametrize("published", [None, "https://github.com/ada/bleu"])
def test_pages_name_their_address_and_a_place_for_questions_if_there_is_an_address(published, tmp_path, monkeypatch):
    monkeypatch.setattr(address, "values", lambda: address.values_of(published, "main"))
    (tmp_path / "_static").mkdir()
    first_page.write(tmp_path)
    for name in ("05_bleu.html", "genindex.html"):
        (tmp_path / name).write_text("<head><title>A page</title></head>", encoding="utf-8")
    finish_pages.finish(tmp_path)
    names = ["05_bleu.html", "genindex.html", "index.html", *(f"{other}/index.html" for other in learn.OTHERS)]
    texts = [(tmp_path / name).read_text(encoding="utf-8") for name in names]
    first = texts[2]
    places = [f"https://ada.github.io/bleu/{finish_pages.place_of(name)}" for name in names]
    known_places = places if published else []
    assert ('href="https://github.com/ada/bleu/issues"' in first) == bool(published)
    assert re.findall('rel="canonical" href="([^"]+)"', "".join(texts)) == known_places
    assert re.findall('property="og:url" content="([^"]+)"', "".join(texts)) == known_places
    languages = [("en", places[2]), *zip(learn.OTHERS, places[3:], strict=True), ("x-default", places[2])]
    for text, known in zip(texts, ([], [], *[languages] * (len(texts) - 2)), strict=True):
        assert re.findall('rel="alternate" hreflang="([^"]+)" href="([^"]+)"', text) == known * bool(known_places)
    assert "None" not in first
    if known_places:
        assert re.findall("<loc>(.+)</loc>", (tmp_path / "sitemap.xml").read_text(encoding="utf-8")) == known_places
    assert (tmp_path / "sitemap.xml").exists() == bool(known_places)
    [known] = re.findall('(?s)<script type="application/ld.json">(.+?)</script>', first)
    assert json.loads(known)["@type"] == "Course" and json.loads(known).get("url") == (known_places[2:] or [None])[0]


# Without what npm fetches.


def test_without_pyodide_a_complete_site_is_refused_and_the_previous_site_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(make_site.make_tab, "CORE", tmp_path / "pyodide")
    monkeypatch.setattr(make_site, "BUILD", tmp_path)
    with pytest.raises(make_site.Refusal, match="Pyodide is not installed"):
        make_site.main(["--complete"])
    assert tmp_path.exists()
