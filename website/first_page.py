"""Fill website/first.html, the template of the site's first page, with text and numbers.

The numbers are computed here from the files of the repository; those of the scoring box come from score_parts.py.
"""

import gzip
import html
import json
import re
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template

import address
import finish_pages
import make_tab
import score_parts
import site_pages

from bleu_helpers.cast import BAD_GUIDE_CANDIDATE, CAT_CANDIDATES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.corpora import small_test_set

ROOT = site_pages.ROOT
PREPARED = {
    "good": GUIDE_CANDIDATE,
    "bad": BAD_GUIDE_CANDIDATE,
    "cut short": GUIDE_CANDIDATE[:6],
    "one word": CAT_CANDIDATES[1],
}
"""The example sentences whose scores the page contains, each with its button; the first one is in the text field."""


def page(python: Path) -> str:
    """Return the HTML of the first page.

    Args:
        python: the folder of the site's Pyodide; if it does not exist, the box shows only the prepared sentences.
    """
    prepared = [{"text": " ".join(words), "parts": score_parts.parts(" ".join(words))} for words in PREPARED.values()]
    start = prepared[0]["parts"]
    names = list(site_pages.lessons())
    wheel = next((path.name for path in python.glob("bleu_helpers-*.whl")), "")
    size = f"{fetched(python, wheel) / 1e6:.0f} MB" if wheel else ""
    asks = f"Edit it, and Python is loaded ({size})."
    template = Template((ROOT / "website" / "first.html").read_text(encoding="utf-8"))
    return template.substitute(
        start["texts"],
        course=in_a_page(course()),
        lessons=len(names),
        first_lesson=names[0].replace(".ipynb", ".html"),
        first_in_tab=site_pages.TAB.format(name=names[0]),
        wheel=wheel,
        size=size,
        text=prepared[0]["text"],
        sentences=" ".join(f'<button type="button">{name}</button>' for name in PREPARED),
        state=asks if wheel else "Choose a sentence to see its score.",
        words=" ".join(tiles(start["words"])),
        table=table(start),
        references="\n".join(f"<li>{html.escape(' '.join(words))}</li>" for words in GUIDE_REFERENCES),
        trust="\n".join(f"<li>{reason}</li>" for reason in reasons()),
        steps=site_pages.moving_picture(),
        list="\n".join(f'<li><a href="{place}">{name}</a>: {about}</li>' for name, place, about in listed()),
        questions=questions(),
        prepared=in_a_page(prepared),
    )


def fetched(python: Path, wheel: str) -> int:
    """Return the size in bytes of the download that starts when a reader first types, compressed as by a server."""
    return sum(len(gzip.compress((python / name).read_bytes())) for name in (*make_tab.FILES, make_tab.LOCK, wheel))


def in_a_page(value: object) -> str:
    """Format a value as JSON that is safe inside a script element, in which "</" could end the script."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def tiles(words: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Yield the HTML of each word with its sign."""
    yield from (f'<span class="{kind}">{sign} {html.escape(word)}</span>' for kind, sign, word in words)


def table(parts: dict) -> str:
    """Return the HTML of the table of orders, with a heading for each column."""
    [first, *others] = rows(parts)
    head = "".join(f'<th scope="col">{heading}</th>' for heading in first)
    body = "\n".join(f"<tr>{''.join(row.values())}</tr>" for row in (first, *others))
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def rows(parts: dict) -> Iterator[dict[str, str]]:
    """Yield the row of each order as cells by their headings: the number of matches with a bar, and the precision."""
    precisions = [text for part, text in parts["texts"].items() if re.fullmatch(r"p\d", part)]
    for n, ((matched, total), precision) in enumerate(zip(parts["counts"], precisions, strict=True), start=1):
        name = f"{n} word{'s' * (n > 1)}"
        bar = f'<progress max="{total}" value="{matched}" aria-label="n-grams of {name} that are found"></progress>'
        yield {
            "n-grams of": f'<th scope="row">{name}</th>',
            "found in a good one": f"<td><span>{matched} of {total}</span> {bar}</td>",
            "precision": f'<td id="p{n}">{precision}</td>',
        }


def listed() -> list[tuple[str, str, str]]:
    """Return the title, the page and the content of each lesson, as listed in the table of the README."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| \d\d ([^|]+) \| ([^|]+) \| \[read\]\(notebooks/(\w+)\.ipynb\)", readme, re.MULTILINE)
    return [(title, f"{name}.html", about) for title, about, name in found]


def reasons() -> list[str]:
    """List the reasons to trust the lessons, each with a number that is counted here and a link to the evidence."""
    cells = [cell for notebook in site_pages.lessons().values() for cell in notebook["cells"]]
    outputs = sum(len(cell.get("outputs", [])) for cell in cells)
    tests = sum(len(re.findall(r"(?m)^def test_", path.read_text(encoding="utf-8"))) for path in tests_of_ours())
    paper = re.compile(r"https://(?:aclanthology\.org|arxiv\.org/abs|doi\.org)/[\w./-]*\w")
    papers = {link for cell in cells for link in paper.findall(str(cell["source"]))}
    segments = len(small_test_set.read_test_set().segments)
    return [
        f"<b>{outputs:,} saved outputs</b> The tests run every cell of the lessons again and compare what it prints. "
        '<a href="maintainers.html">How this works</a>.',
        f"<b>{tests:,} tests</b> They check what the functions and the pages promise. "
        '<a href="architecture.html">How the code is organised</a>.',
        f"<b>{compared('nltk')} checks against NLTK, {compared('sacrebleu')} against sacreBLEU</b> The lessons assert "
        'that our functions and theirs agree. <a href="05_bleu.html#agreement">The check for BLEU</a>.',
        f"<b>{segments} sentences</b> A real system, Apertium, translated them, and each has two human translations. "
        '<a href="13_a_real_system.html">How well it does</a>.',
        f"<b>{len(papers)} papers</b> The lessons link to what they use, beginning with the paper on BLEU: "
        '<a href="https://aclanthology.org/P02-1040/">Papineni et al. 2002</a>.',
    ]


def tests_of_ours() -> list[Path]:
    """Return the paths of the test modules."""
    return sorted((ROOT / "tests").rglob("test_*.py"))


def compared(library: str) -> int:
    """Count the comparisons in the lessons that compare with a function of the given library."""
    files = (ROOT / "tests" / "lessons").glob("*.toml")
    facts = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    others = [other for lesson in facts for compared in lesson.get("compares", {}).values() for other in compared]
    return sum(other.startswith(f"{library}.") for other in others)


def questions() -> str:
    """Say where to ask a question or report an error."""
    if address.current() == address.NONE:
        return "This copy has no address yet. <code>python3 run.py address</code> adds one."
    place = f"https://github.com/{address.current()}/issues"
    return f'<a href="{place}">Ask a question or report an error</a>.'


def course() -> dict:
    """Return the structured data that describes the course for search engines."""
    texts = (site_pages.source(notebook["cells"][0]) for notebook in site_pages.lessons().values())
    minutes = sum(int(re.search(r"\*\*Time:\*\* (\d+)", text)[1]) for text in texts)
    where = {} if address.current() == address.NONE else {"url": address.site(address.current())}
    return {
        "@context": "https://schema.org",
        "@type": "Course",
        "name": "BLEU from scratch: how machine translation is scored",
        "description": finish_pages.DESCRIPTIONS["index"],
        "inLanguage": "en",
        "isAccessibleForFree": True,
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "provider": {"@type": "Organization", "name": "The authors of BLEU from scratch", **where},
        "offers": {"@type": "Offer", "category": "Free"},
        "hasCourseInstance": {"@type": "CourseInstance", "courseMode": "Online", "courseWorkload": f"PT{minutes}M"},
        "teaches": [about for *_, about in listed()],
        **where,
    }


def write(site: Path) -> None:
    """Write the first page into the site, and copy the module that its worker runs."""
    shutil.copy(score_parts.__file__, site / "_static")
    (site / "index.html").write_text(page(site / "tab" / make_tab.PLACE), encoding="utf-8")
