"""The site: what its pages are made of, and that they are made without a request to another host."""

import re

import make_site
import pytest
import site_pages
from lesson_shape import GUESS
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source

LESSONS = [path.name for path in NOTEBOOKS]


# The pages before Sphinx: of the lessons, of the package, of docs/.


@pytest.fixture(scope="module")
def pages():
    return site_pages.everything()


def test_there_is_a_page_for_each_lesson_and_each_page_of_the_repository(pages):
    assert set(LESSONS) < pages.keys()
    assert {f"helpers/{module}.rst" for module in site_pages.modules()} < pages.keys()
    written = {path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]}
    assert site_pages.ON_GITHUB.keys() == written
    assert set(site_pages.ON_GITHUB.values()) < pages.keys()


@pytest.mark.parametrize("name", LESSONS)
def test_a_lessons_page_keeps_its_cells_and_folds_what_answers(name, pages):
    record, page = load(ROOT / "notebooks" / name), pages[name]
    assert [source(cell) for cell in code_cells(page)] == [source(cell) for cell in code_cells(record)]
    assert [cell["outputs"] for cell in code_cells(page)] == [cell["outputs"] for cell in code_cells(record)]
    tags = {cell["id"]: cell["metadata"].get("tags", []) for cell in page["cells"]}
    assert tags[page["cells"][1]["id"]] == ["hide-cell"]
    places = [place for place, cell in enumerate(page["cells"]) if source(cell).startswith(GUESS)]
    folded = [place for place, cell in enumerate(page["cells"]) if "hide-output" in tags[cell["id"]]]
    assert folded == [place + 1 for place in places]


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


def test_no_page_has_a_picture_of_another_host(pages):
    for name, page in pages.items():
        text = page if isinstance(page, str) else "\n".join(source(cell) for cell in page["cells"])
        assert not re.search(r"!\[[^\]]*\]\(https?:|<img[^>]+src=[\"']https?:", text), name


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("(02_clipping.ipynb)", "(02_clipping.ipynb)"),
        ("(../docs/glossary.md#a-word)", "(glossary.md#a-word)"),
        ("(https://github.com/OWNER/REPO/blob/main/docs/glossary.md)", "(glossary.md)"),
        ("(../bleu_helpers)", "(https://github.com/OWNER/REPO/blob/main/bleu_helpers)"),
        ("(../docs/picture.png)", "(picture.png)"),
        ("(https://aclanthology.org/P02-1040/)", "(https://aclanthology.org/P02-1040/)"),
        ("(#here)", "(#here)"),
        ("(mailto:a@b)", "(mailto:a@b)"),
    ],
)
def test_where_a_link_of_a_page_leads(link, expected, monkeypatch):
    monkeypatch.setattr(site_pages.address, "blob", lambda: "OWNER/REPO/blob/main")
    assert site_pages.relinked(f"[a]{link}", "notebooks/01_counting.ipynb") == f"[a]{expected}"


def test_the_mistakes_are_those_of_the_checker(pages):
    from bleu_helpers.checks._names import NAMES

    rows = [line for line in pages["mistakes.md"].splitlines() if line.startswith("| ")]
    headings = pages["mistakes.md"].count("| what your function does |")
    assert len(rows) == len(NAMES) + 2 * headings
    for name in NAMES.values():
        assert f"| {site_pages.cell_of(name.name)} " in pages["mistakes.md"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2 * 3 | a_b", r"2 \* 3 \| a\_b"), ("`a * b` * c", r"`a * b` \* c"), ("x < y [z]", r"x \< y \[z\]")],
)
def test_a_text_in_a_table_is_read_as_it_is(text, expected):
    assert site_pages.cell_of(text) == expected


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
    for path in NOTEBOOKS:
        section = site_pages.section(load(path), "Where the sources slip")
        assert section, path.name
        assert not any(source(cell).startswith("#") for cell in section if cell["cell_type"] == "markdown")
    assert len({cell["id"] for cell in page["cells"]}) == len(page["cells"])


def test_a_section_ends_at_the_next_heading():
    def cell(kind, text):
        return {"cell_type": kind, "source": text}

    notebook = {
        "cells": [
            cell("markdown", "### This\n\nIt begins."),
            cell("code", "1"),
            cell("markdown", "It ends.\n\n### Another"),
            cell("code", "2"),
        ]
    }
    found = [source(cell) for cell in site_pages.section(notebook, "This")]
    assert found == ["It begins.", "1", "It ends."]
    assert site_pages.section(notebook, "Nothing") == []


def test_every_word_of_the_glossary_leads_to_its_lesson(pages):
    words = re.findall(r"\| \[(\d\d)\]\((\d\d)_\w+\.ipynb\) \|$", pages["glossary.md"], re.MULTILINE)
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert len(words) == len(re.findall(r"\| \d\d \|$", glossary, re.MULTILINE))
    assert all(one == other for one, other in words)


# What is made of them.
