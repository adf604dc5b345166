"""Complete the pages that Sphinx has built: add metadata for search engines, and labels where the theme has none."""

import html
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import address
import learn
import make_tab
import site_pages
from babel import Locale
from PIL import Image

from bleu_helpers.language import translated
from exercise_checker.messages import say

WORDS = tomllib.loads((make_tab.FRAME / "words.toml").read_text(encoding="utf-8"))
DESCRIPTIONS: dict[str, str] = WORDS["in_every_edition"] | WORDS["in_english"]
ON_EVERY_PAGE = re.compile(rf'(?<=[>"])(?:{"|".join(WORDS["on_every_page"])})(?=[<"])')
PREVIEW = "_static/preview.png"
"""The picture in the preview of a link to a page."""

NAMES = {
    # What scripts write, the arrow that opens the list below a page's name, and the sidebar.
    "<html ": '<html data-guess="Your guess" ',
    '<summary><span class="toctree-toggle"': '<summary aria-label="More"><span class="toctree-toggle"',
    '<div id="pst-primary-sidebar"': '<div id="pst-primary-sidebar" role="region" aria-label="Site"',
    # The menu of the colours, which the browser opens and closes without a script.
    'data-bs-toggle="dropdown"': 'popovertarget="colours"',
    '<ul class="dropdown-menu': '<ul id="colours" popover class="dropdown-menu',
    'theme-change-button"': 'theme-change-button" popovertarget="colours"',
}
"""HTML of the theme that lacks a label for screen readers or needs a script, and what replaces it."""

SWITCH = '<!-- languages -->|<div class="article-header-buttons">'
"""The place of the links from a page to the same page in other languages."""
FORMULA_AND_MARK = re.compile(r'(?s)<math display="inline">(?:(?!</math>).)*</math>[,.;:!?)\]’”、。，；：！？）]')
"""A formula and the mark after it, between which a browser would otherwise begin a new line."""
DRAWINGS = "_static/drawings"
"""The folder of all versions of the site's pictures (see drawings.py)."""


def to_read(site: Path) -> list[str]:
    """Return the site's pages by path, without those of the tab and of the theme."""
    places = (path.relative_to(site) for path in site.glob("**/*.html"))
    return sorted(place.as_posix() for place in places if place.parts[0] not in ("tab", "_static"))


def bare(page: str) -> str:
    """Return the path of a page in the folder of its edition."""
    return re.sub(r"^\w\w/", "", page)


def in_place(text: str, page: str, pages: Sequence[str]) -> str:
    """Let a page use the files of the English pages, and link to other pages, in its own language where they exist."""
    root, folder = "../" * page.count("/"), page.removesuffix(bare(page))

    def relative(link: re.Match) -> str:
        to = re.sub("(^|/)$", r"\1index.html", link[1])
        return f'href="{root}{folder + to if folder + to in pages else to}'

    text = re.sub(f'href="{site_pages.HERE}([^"#?]*)', relative, text)
    text = text.replace("_static/translations.js", "translations.js")
    return re.sub(r'(?<=")(?=(?:_static|_images|tab|download)/)', root, text)


def description(page: str, title: str) -> str:
    """Return the description of a page for search engines."""
    known = DESCRIPTIONS.get(bare(page).removesuffix(".html"))
    other = "{title}: a page of BLEU from scratch, free lessons on how machine translation is scored."
    return translated(known) if known else say(other, title=title)


def place_of(page: str) -> str:
    """Return the URL path of a page; the URL of an index.html is its folder."""
    return re.sub(r"(^|/)index\.html$", r"\1", page)


def head(page: str, title: str, home: str | None, versions: Mapping[str, str]) -> Iterator[str]:
    """Return the lines for a page's head: its description and, if the address is known, its URL and its link preview.

    Args:
        page: the path of the page.
        title: its title, as HTML.
        home: the address of the published site, or None if it is not known.
        versions: the paths of the page by language.
    """
    words = html.escape(description(page, html.unescape(title)))
    yield f'<meta name="description" content="{words}">'
    if home:
        place = home + place_of(page)
        yield f'<link rel="canonical" href="{place}">'
        shown = {"type": "website", "title": title, "description": words, "url": place, "image": home + PREVIEW}
        yield from (f'<meta property="og:{name}" content="{value}">' for name, value in shown.items())
        yield '<meta name="twitter:card" content="summary_large_image">'
        known = {**versions, "x-default": versions[learn.LANGUAGES[0]]} if len(versions) > 1 else {}
        for code, other in known.items():
            yield f'<link rel="alternate" hreflang="{code}" href="{home}{place_of(other)}">'


def with_drawings(text: str, drawings: Mapping[str, Path]) -> str:
    """Replace the pictures of a page with their versions, which load when a reader scrolls to them.

    Args:
        text: the page.
        drawings: the file of each version of each picture, by its name without a suffix.
    """
    first_screen = text.find("<h2")

    def swapped(match: re.Match) -> str:
        words, root, name, more = match.groups()
        if name not in drawings:  # one of Sphinx's own
            return match[0]

        def file(version: Path) -> str:
            return f'"{root}{DRAWINGS}/{version.name}" {size(version)}'

        narrow = drawings.get(f"{name}-narrow")  # which a screenshot does not have
        source = f'<source media="(max-width: 600px)" srcset={file(narrow)}>' if narrow else ""
        lazy = ' loading="lazy"' if match.start() > first_screen else ""
        return f"<picture>{source}<img {words}src={file(drawings[name])}{lazy}{more}></picture>"

    return re.sub(r'<img ([^>]*?)src="((?:\.\./)*)_(?:images|static)/([\w-]+)\.png"([^>]*?)/?>', swapped, text)


def say_what_the_tab_loads(text: str, size: str) -> str:
    """Add to a page's links to the tab how much it downloads, or remove them if the site has no tab.

    A sentence that is about such a link is removed with it.
    """
    link = r'(<a [^>]*href="[^"]*tab/notebooks/[^>]*>)([^<]*)</a>'
    if size:
        return re.sub(link, rf"\1\2 <small>({size})</small></a>", text)
    return re.sub(rf"<p>[^<]*{link}[^<]*</p>|{link}(?:, (?=<))?", "", text)


@cache
def size(path: Path) -> str:
    """Return the HTML attributes for the width and height of a picture, which keep its place free until it is there."""
    if path.suffix == ".svg":
        return re.search('width="[^"]*" height="[^"]*"', path.read_text(encoding="utf-8"))[0]
    width, height = Image.open(path).size
    return f'width="{width}" height="{height}"'


def switch(page: str, versions: Mapping[str, str]) -> str:
    """Return the links from a page to itself in other languages."""
    links = [
        f'<a href="{"../" * page.count("/")}{at}" lang="{site_pages.lang(other)}" hreflang="{other}">{name}</a>'
        for other, at in versions.items()
        if at != page and (name := Locale(other).get_language_name())
    ]
    return f'<nav class="languages" aria-label="{translated("Languages")}">{" ".join(links)}</nav>' if links else ""


def finish(site: Path) -> None:
    """Finish every page of a site, and write a sitemap if the address is known."""
    home = address.values().get("site")
    pages = to_read(site)
    drawings = {path.stem: path for path in (site / DRAWINGS).glob("*")}
    tab = make_tab.download(site / "tab")
    for page in pages:
        versions = {other: at for other in learn.LANGUAGES if (at := site_pages.folder(other) + bare(page)) in pages}
        [language] = [other for other, at in versions.items() if at == page]
        text = in_place((site / page).read_text(encoding="utf-8"), page, pages)
        for theirs, ours in NAMES.items():
            text = text.replace(theirs, ours)
        title = re.sub(r"\s+", " ", re.search("<title>(.*?)</title>", text, re.DOTALL)[1]).strip()
        with site_pages.speaking(language):
            text = text.replace("</head>", "\n".join([*head(page, title, home, versions), "</head>"]), 1)
            text = ON_EVERY_PAGE.sub(lambda found: translated(found[0]), text)
            text = re.sub(SWITCH, rf"\g<0>{switch(page, versions)}", text)
        text = say_what_the_tab_loads(with_drawings(text, drawings), tab)
        text = FORMULA_AND_MARK.sub(r'<span class="whole">\g<0></span>', text)
        (site / page).write_text(text, encoding="utf-8")
    if home:
        places = "".join(f"<url><loc>{home}{place_of(page)}</loc></url>\n" for page in pages)
        listed = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{places}</urlset>\n'
        (site / "sitemap.xml").write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{listed}', encoding="utf-8")
