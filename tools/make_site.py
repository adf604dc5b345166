"""Make the site: the lessons and the other pages to read, and beside them the lessons that run in a browser's tab.

Called by `python3 run.py site [--complete]`. It asks no other host for anything, and writes into build/, which git
ignores: build/pages is what tools/site_pages.py has put together, build/site is what is published. Formulas need
MathJax, which npm fetches (`npm install` in docs/site); without it they stay text, and this says so.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import address
import learn
import make_tab
import site_pages
from front_door import Refusal, refuse, say

ROOT = Path(__file__).resolve().parent.parent
FRAME = ROOT / "docs" / "site"
BUILD = ROOT / "build"
NODE_MODULES = FRAME / "node_modules"
WITHOUT_MATHJAX = "MathJax is not here: run `npm install` in docs/site, once. Without it, formulas stay text"

MATHJAX = {
    "mathjax/tex-mml-chtml.js": "tex-mml-chtml.js",
    "mathjax/sre": "sre",
    "mathjax/input/tex": "input/tex",
    "@mathjax/mathjax-newcm-font/chtml": "newcm/chtml",
    "@mathjax/mathjax-newcm-font/chtml.js": "newcm/chtml.js",
}
"""What the pages need of npm's packages, and where it stands below _static/mathjax."""


def put_together(pages: Path) -> None:
    """Write all pages for Sphinx."""
    for name, page in site_pages.everything().items():
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        (pages / name).write_text(page if isinstance(page, str) else json.dumps(page), encoding="utf-8")
    for picture in (ROOT / "docs").glob("*.png"):
        shutil.copy(picture, pages)


def render(pages: Path, site: Path, formulas: bool) -> bool:
    """Let Sphinx make HTML of the pages; a warning is an error. Say whether it went well."""
    settings = {
        "html_theme_options.repository_url": f"https://github.com/{address.current()}",
        "mathjax_path": "mathjax/tex-mml-chtml.js" if formulas else "no-formulas.js",
    }
    options = [word for name, value in settings.items() for word in ("-D", f"{name}={value}")]
    sphinx = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going"]
    places = ["-c", FRAME, "-d", BUILD / "doctrees", pages, site]
    return subprocess.run([*sphinx, *options, *places]).returncode == 0


def bring(needed: dict[str, str], target: Path) -> None:
    """Copy what npm has fetched."""
    for here, there in needed.items():
        copy = shutil.copytree if (NODE_MODULES / here).is_dir() else shutil.copy
        (target / there).parent.mkdir(parents=True, exist_ok=True)
        copy(NODE_MODULES / here, target / there)


def main(arguments: Sequence[str]) -> int:
    """Make the whole site anew."""
    formulas = all((NODE_MODULES / here).exists() for here in MATHJAX)
    if "--complete" in arguments and not formulas:
        return refuse(Refusal(f"{WITHOUT_MATHJAX}."))
    pages, site = BUILD / "pages", BUILD / "site"
    shutil.rmtree(BUILD, ignore_errors=True)
    put_together(pages)
    if not render(pages, site, formulas):
        return refuse(Refusal("Sphinx did not get through: the lines above say why."))
    if formulas:
        bring(MATHJAX, site / "_static" / "mathjax")
    (site / "download").mkdir()
    for path in learn.copies("en"):
        shutil.copy(path, site / "download")
    if not make_tab.make(site / "tab", BUILD / "tab"):
        return refuse(Refusal("JupyterLite did not get through: the lines above say why."))
    if not formulas:
        say(f"{WITHOUT_MATHJAX}.")
    say(f"the site is in {site.relative_to(ROOT)}: open {site.relative_to(ROOT) / 'index.html'}")
    say("The lessons run in a tab only where a server hands them out: python3 -m http.server -d build/site")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
