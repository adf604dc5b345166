"""Reduce what a page with the theme loads: one style with the rules that are used, one script, and icons in the page.

A browser asks for each file separately, and the theme brings many, with styles for much that no page here contains.
"""

import re
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import tinycss2
from tinycss2.ast import Node

UNUSED = ("bootstrap", "fontawesome")
"""Scripts of the theme for tooltips, menus and icons, which browsers have (see NAMES in finish_pages.py) or we draw."""
OF_A_SEARCH = ("translations", "searchtools", "language_data", "searchindex")
"""Scripts that only the search page needs."""
REPLACED = ("scripts", "styles", "vendor")
"""The folders of the theme's files, which no page asks for any more."""

LINK, SCRIPT, ICON = (
    re.compile(r'<link [^>]*href="([^"?]*\.(?:css|js))[^>]*>'),
    re.compile(r'<script (?:[^>]* )?src="([^"?]*)[^>]*></script>|<script>DOCUMENTATION_OPTIONS.*?</script>'),
    re.compile(r'<(i|span) class="([^"]*\bfa-[^"]*)"( data-mode="\w+")?[^>]*></\1>'),
)


def is_used(selector: str, names: set[str]) -> bool:
    """Return whether all classes and identifiers of a selector are among the names, apart from those in :not()."""
    while (shorter := re.sub(r":[\w-]+\([^()]*\)", "", selector)) != selector:
        selector = shorter
    return names.issuperset(re.findall(r"[.#]([\w-]+)", selector))


def used_rules(css: str | Iterable[Node], names: set[str]) -> Iterator[str]:
    """Yield the rules of a style whose classes and identifiers are among the names, without the fonts of the icons."""
    for rule in tinycss2.parse_rule_list(css, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            selectors = re.split(r",(?![^(]*\))", tinycss2.serialize(rule.prelude).strip())
            if kept := [selector for selector in selectors if is_used(selector, names)]:
                yield f"{','.join(kept)}{{{tinycss2.serialize(rule.content)}}}"
        elif rule.at_keyword == "media":
            if inner := "".join(used_rules(rule.content, names)):
                yield f"@media{tinycss2.serialize(rule.prelude)}{{{inner}}}"
        elif rule.at_keyword != "import" and "fa-" not in (text := rule.serialize()):
            yield text


@cache
def drawn(name: str, drawings: str) -> list[tuple[str, str, str]]:
    """Return the width, height and path of each drawing of an icon; the script with all of them is long."""
    return re.findall(rf'[{{,]"?{name}"?:\[(\d+),(\d+),[^\]]*\],"\w+","([^"]+)"', drawings)


def icon(match: re.Match, drawings: str) -> str:
    """Return the SVG of an icon of the theme, from the theme's own script with the drawings of all icons."""
    found = [drawn(name, drawings) for name in re.findall(r"\bfa-([\w-]+)", match[2])]
    width, height, path = next(of_name[-1] for of_name in found if of_name)  # the last one of a name is the solid one
    others = " ".join(name for name in match[2].split() if not name.startswith("fa"))
    return (
        f'<svg class="page-icon {others}"{match[3] or ""} viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<path d="{path}"/></svg>'
    )


def bundle(site: Path, pages: Iterable[str]) -> None:
    """Replace the styles, scripts and icons of a site's pages that Sphinx has built."""
    static = site / "_static"
    texts = {page: (site / page).read_text(encoding="utf-8") for page in pages}
    drawings = (static / "scripts" / "fontawesome.js").read_text(encoding="utf-8")
    styles = [place for place in LINK.findall(texts["search.html"]) if place.endswith(".css")]
    scripts = [place for place in SCRIPT.findall(texts["search.html"]) if place and Path(place).stem not in UNUSED]
    of_each_page = [place for place in scripts if Path(place).stem not in OF_A_SEARCH]
    script = "\n".join((site / place).read_text(encoding="utf-8") for place in of_each_page)
    (static / "page.js").write_text(re.sub(r"//# sourceMappingURL=.*", ";", script), encoding="utf-8")
    for page, text in texts.items():
        root = "../" * page.count("/")
        files = [f'<link rel="stylesheet" href="{root}_static/page.css">']
        if "<math " in text:
            files.append(f'<link rel="preload" href="{root}_static/math.woff2" as="font" crossorigin>')
        places = SCRIPT.findall(text) if page.endswith("search.html") else []
        more = [place for place in places if Path(place).stem in OF_A_SEARCH]
        files += [f'<script defer src="{place}"></script>' for place in (f"{root}_static/page.js", *more)]
        text = SCRIPT.sub("", LINK.sub("", text)).replace("</head>", "\n".join([*files, "</head>"]), 1)
        texts[page] = ICON.sub(lambda match: icon(match, drawings), text)
        (site / page).write_text(texts[page], encoding="utf-8")
    names = {*re.findall(r"[\w-]+", " ".join([script, *texts.values()]))}
    css = "\n".join((site / place).read_text(encoding="utf-8") for place in ("_static/basic.css", *styles))
    (static / "page.css").write_text("".join(used_rules(css, names)), encoding="utf-8")
    for folder in REPLACED:
        shutil.rmtree(static / folder)
