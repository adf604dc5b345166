"""Build the site: the lessons and the other pages for reading, and the lessons that run in a browser tab.

Run by `python3 run.py site [--complete]`. It writes into build/, which git ignores: build/pages contains the pages from
site_pages.py, and build/site is published. MathJax, for formulas, and Pyodide, for the tab, are installed with npm. If
they are missing, formulas remain text, the tab is left out, and a message says so. Nothing else is downloaded, except
for a complete site: it contains the wheels from Pyodide's publisher, so that readers' browsers need not download them
there.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

import address
import drawings
import finish_pages
import first_page
import learn
import make_tab
import site_pages
from front_door import Refusal, refuse, say

FRAME = make_tab.FRAME
BUILD = ROOT / "build"
NODE_MODULES = FRAME / "node_modules"
WITHOUT_NPM = (
    "MathJax and Pyodide are not installed: run `npm ci --ignore-scripts` in website once. "
    "Without them, formulas remain text, and no lesson runs in a tab"
)

MATHJAX = {
    "mathjax/tex-mml-chtml.js": "tex-mml-chtml.js",
    "mathjax/sre": "sre",
    "mathjax/input/tex": "input/tex",
    "@mathjax/mathjax-newcm-font/chtml": "newcm/chtml",
    "@mathjax/mathjax-newcm-font/chtml.js": "newcm/chtml.js",
}
"""The files from npm packages that the pages need, and their paths below _static/mathjax."""


def put_together(pages: Path) -> None:
    """Write all pages for Sphinx."""
    for name, page in site_pages.everything().items():
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        (pages / name).write_text(page if isinstance(page, str) else json.dumps(page), encoding="utf-8")
    for picture in (ROOT / "docs").glob("*.png"):
        shutil.copy(picture, pages)


def render(pages: Path, site: Path, formulas: bool) -> bool:
    """Build the HTML of the pages with Sphinx, and return whether it succeeded without errors and warnings."""
    settings = {
        "html_theme_options.repository_url": f"https://github.com/{address.current()}",
        "mathjax_path": "mathjax/tex-mml-chtml.js" if formulas else "no-formulas.js",
    }
    options = [word for name, value in settings.items() for word in ("-D", f"{name}={value}")]
    sphinx = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going"]
    places = ["-c", FRAME, "-d", BUILD / "doctrees", pages, site]
    return subprocess.run([*sphinx, *options, *places]).returncode == 0


def draw(site: Path) -> None:
    """Write the frames of the animated picture, and all pictures' versions for phones and for dark mode."""
    frames = {name: png for name, (png, _) in site_pages.frames().items()}
    for name, png in frames.items():
        (site / "_static" / f"{name}.png").write_bytes(png)
    narrow = drawings.of_lessons(learn.record(ROOT))
    narrow |= {frames[name]: png for name, (png, _) in site_pages.frames(drawings.drawn_narrow).items()}
    pictures = {path.stem: path.read_bytes() for path in (site / "_images").glob("*.png")}
    drawings.write(pictures | frames, narrow, site / finish_pages.DRAWINGS)


def bring(needed: dict[str, str], target: Path) -> None:
    """Copy the files that npm has installed."""
    for here, there in needed.items():
        copy = shutil.copytree if (NODE_MODULES / here).is_dir() else shutil.copy
        (target / there).parent.mkdir(parents=True, exist_ok=True)
        copy(NODE_MODULES / here, target / there)


def main(arguments: Sequence[str]) -> int:
    """Build the whole site from scratch."""
    parser = argparse.ArgumentParser("run.py site")
    parser.add_argument("--complete", action="store_true", help="include all wheels, so browsers need no other host")
    complete = parser.parse_args(arguments).complete
    fetched = all((NODE_MODULES / here).exists() for here in (*MATHJAX, make_tab.CORE.name))
    if complete and not fetched:
        return refuse(Refusal(f"{WITHOUT_NPM}."))
    pages, site = BUILD / "pages", BUILD / "site"
    shutil.rmtree(BUILD, ignore_errors=True)
    put_together(pages)
    if not render(pages, site, formulas=fetched):
        return refuse(Refusal("Sphinx failed: the lines above say why."))
    (site / "download").mkdir()
    for path in learn.copies("en"):
        shutil.copy(path, site / "download")
    if fetched:
        bring(MATHJAX, site / "_static" / "mathjax")
        if not make_tab.make(site / "tab", BUILD / "tab", source=make_tab.published() if complete else None):
            return refuse(Refusal("the lessons for the tab could not be built: the lines above say why."))
    else:
        say(f"{WITHOUT_NPM}.")
    draw(site)
    first_page.write(site)
    finish_pages.finish(site)
    say(f"the site is in {site.relative_to(ROOT)}: open {site.relative_to(ROOT) / 'index.html'}")
    say("To run the lessons in a browser tab, start a server: python3 -m http.server -d build/site")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
