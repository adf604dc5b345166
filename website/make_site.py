"""Build the site: the lessons and the other pages for reading, and the lessons that run in a browser tab.

Run by `python3 run.py site [--complete]`. It writes into build/, which git ignores: build/pages contains the pages from
site_pages.py, and build/site is published. Pyodide, for the tab, is installed with npm. If it is missing, the site has
no tab, and a message says so. Nothing else is downloaded, except for a complete site: it contains the wheels from
Pyodide's publisher, so that readers' browsers need not download them there.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import ChainMap
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

import address
import bundle
import drawings
import finish_pages
import first_page
import learn
import make_tab
import site_pages
from commands import Refusal, refuse, say

BUILD = ROOT / "build"
WITHOUT_NPM = (
    "Pyodide is not installed: run `npm ci --ignore-scripts` in website once. Without it, no lesson runs in a tab, and "
    "the first page scores only the prepared sentences"
)


def put_together(pages: Path) -> None:
    """Write all pages for Sphinx, those of each language in a folder."""
    for language in learn.LANGUAGES:
        with site_pages.speaking(language):
            made = site_pages.pages(language)
        for name, page in made.items():
            place = pages / language / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(page if isinstance(page, str) else json.dumps(page), encoding="utf-8")
        for picture in (ROOT / "docs").glob("*.png"):
            shutil.copy(picture, pages / language)


def render(pages: Path, site: Path, language: str) -> bool:
    """Build the HTML of the pages with Sphinx, and return whether it succeeded without errors and warnings."""
    words = site_pages.words(language)
    options = {
        "language": site_pages.lang(language).replace("-", "_"),
        "html_use_index": int(language not in learn.OTHERS),
        **{name: words.get(text, text) for name, text in finish_pages.WORDS["settings"].items()},
    }
    if repository := address.values().get("repository"):
        about = {"use_repository_button": "true", "repository_url": repository, "repository_provider": "github"}
        options |= {f"html_theme_options.{name}": value for name, value in about.items()}
    sphinx = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-c", make_tab.FRAME]
    defined = [part for name, value in options.items() for part in ("-D", f"{name}={value}")]
    places = ["-d", BUILD / "doctrees" / language, pages / language, site / site_pages.folder(language)]
    return subprocess.run([*sphinx, *defined, *places]).returncode == 0


def draw(site: Path) -> None:
    """Replace the pictures of the pages with versions for wide pages and for phones."""
    pictures = {path.stem: path.read_bytes() for path in (site / "_images").glob("*.png")}
    with ThreadPoolExecutor(2) as runs:
        figures = ChainMap(*runs.map(drawings.of_lesson, learn.lessons(ROOT)))
    drawings.write(pictures, figures, site / finish_pages.DRAWINGS)
    shutil.rmtree(site / "_images")
    shutil.copy(ROOT / "docs" / "picture-05.png", site / finish_pages.PREVIEW)


def main(arguments: Sequence[str]) -> None:
    """Build the whole site from scratch."""
    parser = argparse.ArgumentParser("run.py site")
    parser.add_argument("--complete", action="store_true", help="include all wheels, so browsers need no other host")
    complete = parser.parse_args(arguments).complete
    fetched = make_tab.CORE.is_dir()
    if complete and not fetched:
        raise Refusal(f"{WITHOUT_NPM}.")
    pages, site = BUILD / "pages", BUILD / "site"
    shutil.rmtree(BUILD, ignore_errors=True)
    put_together(pages)
    with ThreadPoolExecutor(os.cpu_count()) as runs:
        rendered = [*runs.map(partial(render, pages, site), learn.LANGUAGES)]
    if not all(rendered):
        raise Refusal("Sphinx failed: the lines above say why.")
    for language in learn.LANGUAGES:
        (folder := site / "download" / site_pages.folder(language)).mkdir()
        for path in learn.copies(language):
            text = address.without_links(path.read_text(encoding="utf-8"))
            (folder / path.name).write_text(text, encoding="utf-8")
    for language in learn.OTHERS:  # which use the files of the English pages where they are the same
        shutil.move(site / language / "_static" / "translations.js", site / language)
        for name in ("_static", "_images"):
            shutil.rmtree(site / language / name)
    shutil.rmtree(site / "jupyter_execute")  # the outputs once more, for Sphinx
    if fetched:
        make_tab.make(site / "tab", BUILD / "tab", source=make_tab.published() if complete else None)
    else:
        say(f"{WITHOUT_NPM}.")
    draw(site)
    bundle.bundle(site, finish_pages.to_read(site))
    first_page.write(site)
    finish_pages.finish(site)
    say(f"the site is in {site.relative_to(ROOT)}: open {site.relative_to(ROOT) / 'index.html'}")
    say("To run the lessons in a browser tab, start a server: python3 -m http.server -d build/site")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Refusal as reason:
        sys.exit(refuse(reason))
