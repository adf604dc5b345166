"""Fill website/first.html, the template of the site's first page, with text and numbers.

The numbers are computed here from the files of the repository; those of the scoring box come from score_parts.py.
"""

import gzip
import html
import json
import re
import shutil
from pathlib import Path

import address
import catalogues
import editions
import finish_pages
import learn
import make_tab
import score_parts
import site_pages
from units import MARKDOWN

from bleu_helpers.example_sentences import BAD_GUIDE_CANDIDATE, CAT_CANDIDATES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.language import translated
from exercise_checker.messages import say

TEMPLATE = make_tab.FRAME / "first.html"
PREPARED = (GUIDE_CANDIDATE, BAD_GUIDE_CANDIDATE, GUIDE_CANDIDATE[:6], CAT_CANDIDATES[1])
"""The example sentences whose scores the page contains, each with a button; the first one is in the text field."""


def page(python: Path, language: str = learn.LANGUAGES[0]) -> str:
    """Return the HTML of the first page of an edition.

    Args:
        python: the folder of the site's Pyodide; if it does not exist, the box shows only the prepared sentences.
        language: the language of the edition.
    """
    prepared = [{"text": " ".join(words), "parts": score_parts.parts(" ".join(words))} for words in PREPARED]
    start = prepared[0]["parts"]
    tiles = [f'<span class="{kind}">{sign} {html.escape(word)}</span>' for kind, sign, word in start["words"]]
    names = list(site_pages.lessons())
    wheel = next((path.name for path in python.glob("bleu_helpers-*.whl")), "")
    size = f"{fetched(python, wheel) / 1e6:.0f} MB" if wheel else ""
    template = editions.translated_page(TEMPLATE.read_text(encoding="utf-8"), "first_page", language)
    note = editions.translated_page(editions.NOTE, "readme", language)
    with site_pages.speaking(language):
        asks = say("Edit it, and Python is loaded ({size}).", size=size)
        return template.format(
            **start["texts"],
            lang=site_pages.lang(language),
            root="../" * (language in learn.OTHERS),
            name=in_a_page(translated("BLEU from scratch: how machine translation is scored")),
            about=in_a_page(translated(finish_pages.DESCRIPTIONS["index"])),
            teaches=in_a_page([about for *_, about in listed(language)]),
            where=f', "url": "{site}"' if (site := address.values().get("site")) else "",
            lessons=len(names),
            minutes=(needed := minutes()),
            hours=round(needed / 60),
            first_lesson=names[0].replace(".ipynb", ".html"),
            first_in_tab=catalogues.TAB + site_pages.folder(language) + names[0],
            wheel=wheel,
            size=size,
            text=prepared[0]["text"],
            state=asks if wheel else translated("Choose a sentence to see its score."),
            words=" ".join(tiles),
            counts=start["counts"],
            references="\n".join(f"<li>{html.escape(' '.join(words))}</li>" for words in GUIDE_REFERENCES),
            list="\n".join(
                say('<li><a href="{place}">{name}</a>: {about}</li>', name=name, place=place, about=about)
                for name, place, about in listed(language)
            ),
            note=f"<p>{MARKDOWN.renderInline(note)}</p>" if language in learn.OTHERS else "",
            questions=questions(),
            prepared=in_a_page(prepared),
        )


def fetched(python: Path, wheel: str) -> int:
    """Return the size in bytes of the download that starts when a reader first types, compressed as by a server."""
    return sum(len(gzip.compress((python / name).read_bytes())) for name in (*make_tab.FILES, make_tab.LOCK, wheel))


def in_a_page(value: object) -> str:
    """Format a value as JSON that is safe inside a script element, in which "</" could end the script."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def listed(language: str) -> list[tuple[str, str, str]]:
    """Return the title, the page and the content of each lesson, as listed in the table of the README."""
    readme = editions.translated_page(editions.readme(), "readme", language)
    found = re.findall(r"^\| \[\d\d ([^]]+)\][^|]+ \| ([^|]+) \|$", readme, re.MULTILINE)
    pages = [name.replace(".ipynb", ".html") for name in site_pages.lessons()]
    return [(title, page, about) for (title, about), page in zip(found, pages, strict=True)]


def minutes() -> int:
    """Return how long all lessons take together."""
    texts = [site_pages.source(notebook["cells"][0]) for notebook in site_pages.lessons().values()]
    return sum(int(re.search(r"\*\*Time:\*\* (\d+)", text)[1]) for text in texts)


def questions() -> str:
    """Say where to ask a question or report an error, if there is an address on GitHub."""
    place = f"{address.values().get('repository')}/issues"
    link = f'<p><a href="{place}">{translated("Ask a question or report an error")}</a>.</p>'
    return link if address.values() else ""


def write(site: Path) -> None:
    """Write the first pages of all editions into the site, and copy the module that its worker runs."""
    shutil.copy(score_parts.__file__, site / "_static")
    for language in learn.LANGUAGES:
        (folder := site / site_pages.folder(language)).mkdir(exist_ok=True)
        (folder / "index.html").write_text(page(site / "tab" / make_tab.PLACE, language), encoding="utf-8")
