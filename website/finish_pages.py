"""Complete the pages that Sphinx has built: add metadata for search engines, and labels where the theme has none."""

import html
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import address
import site_pages

FRAME = Path(__file__).resolve().parent
DESCRIPTIONS: dict[str, str] = tomllib.loads((FRAME / "descriptions.toml").read_text(encoding="utf-8"))
PICTURE = "_static/step-5.png"
"""The picture in the preview of a link to a page."""

NAMES = {
    # The arrow that opens the list below a page's name, and the sidebar.
    '<summary><span class="toctree-toggle"': '<summary aria-label="More"><span class="toctree-toggle"',
    '<div id="pst-primary-sidebar"': '<div id="pst-primary-sidebar" role="region" aria-label="Site"',
}
"""HTML of the theme that lacks a label for screen readers, and the same HTML with one."""

ICONS, SEARCH = ("fontawesome",), ("searchtools", "language_data", "searchindex")
"""Unneeded scripts on every page: the icons are also in the styles, and only the search page needs the others."""
LIGHTER = {'"fab fa-github"': '"fa-solid fa-code-branch"'}
"""An icon that needs an additional font, and its replacement, which is in the font of the other icons."""

DRAWINGS = "_static/drawings"
"""The folder of the other versions of the site's pictures (see drawings.py)."""
NARROW, DARK = "(max-width: 600px)", "(prefers-color-scheme: dark)"
SWAPPED_IN = {"narrow-dark": f"{NARROW} and {DARK}", "narrow": NARROW, "dark": DARK}
"""The media query for each version; a browser takes the first one that matches."""


def to_read(site: Path) -> list[str]:
    """Return the site's pages by path, without those of the tab and of the theme."""
    places = (path.relative_to(site) for path in site.glob("**/*.html"))
    return sorted(place.as_posix() for place in places if place.parts[0] not in ("tab", "_static"))


def description(page: str, title: str) -> str:
    """Return the description of a page for search engines."""
    known = DESCRIPTIONS.get(page.removesuffix(".html"))
    return known or f"{title}: a page of BLEU from scratch, free lessons on how machine translation is scored."


def place_of(page: str) -> str:
    """Return the URL path of a page; the URL of an index.html is its folder."""
    return re.sub(r"(^|/)index\.html$", r"\1", page)


def head(page: str, title: str, home: str | None) -> Iterator[str]:
    """Return the lines for a page's head: its description and, if the address is known, its URL and its link preview.

    Args:
        page: the path of the page.
        title: its title, as HTML.
        home: the address of the published site, or None if it is not known.
    """
    words = html.escape(description(page, html.unescape(title)))
    yield f'<meta name="description" content="{words}">'
    if home:
        place = home + place_of(page)
        yield f'<link rel="canonical" href="{place}">'
        shown = {"type": "website", "title": title, "description": words, "url": place, "image": home + PICTURE}
        yield from (f'<meta property="og:{name}" content="{value}">' for name, value in shown.items())
        yield '<meta name="twitter:card" content="summary_large_image">'


def with_drawings(text: str, sizes: Mapping[str, str]) -> str:
    """Add to the pictures of a page the existing versions for phones and for dark mode.

    Args:
        text: the page.
        sizes: the drawings by the names of their files, each with its width and height.
    """

    def swapped(match: re.Match) -> str:
        named = {f"{match[2]}-{kind}.png": media for kind, media in SWAPPED_IN.items()}
        sources = [
            f'<source media="{media}" srcset="{match[1]}{DRAWINGS}/{name}" {sizes[name]}>'
            for name, media in named.items()
            if name in sizes
        ]
        return f"<picture>{''.join(sources)}{match[0]}</picture>" if sources else match[0]

    return re.sub(r'<img [^>]*?src="((?:\.\./)*)_(?:images|static)/([\w-]+)\.png"[^>]*>', swapped, text)


def finished(text: str, page: str, home: str | None, sizes: Mapping[str, str]) -> str:
    """Return the final HTML of a page."""
    title = re.sub(r"\s+", " ", re.search("<title>(.*?)</title>", text, re.DOTALL)[1]).strip()
    text = text.replace("</head>", "\n".join([*head(page, title, home), "</head>"]), 1)
    for theirs, ours in (NAMES | LIGHTER).items():
        text = text.replace(theirs, ours)
    unused = "|".join(ICONS if page == "search.html" else ICONS + SEARCH)
    text = re.sub(rf'<script [^>]*src="[^"]*\b(?:{unused})\.js[^>]*></script>', "", text)
    return with_drawings(text, sizes)


def finish(site: Path) -> None:
    """Finish every page of a site, and write a sitemap if the address is known."""
    home = None if address.current() == address.NONE else address.site(address.current())
    pages = to_read(site)
    sizes = {path.name: site_pages.size(path.read_bytes()) for path in (site / DRAWINGS).glob("*.png")}
    for page in pages:
        path = site / page
        path.write_text(finished(path.read_text(encoding="utf-8"), page, home, sizes), encoding="utf-8")
    if home:
        places = "".join(f"<url><loc>{home}{place_of(page)}</loc></url>\n" for page in pages)
        listed = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{places}</urlset>\n'
        (site / "sitemap.xml").write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{listed}', encoding="utf-8")
