"""Put the repository's GitHub address into all badges, links and commands, or take it out again.

Run by `python3 run.py address [OWNER/REPO]`, which by default takes the address of the remote "origin". The address and
the ref are in pyproject.toml. Without an address, the files contain nothing that needs one. The ref is main on the main
branch. In the commit of a release it is the tag, so that a saved copy of a lesson still loads the version of the
helpers that it was written for.

The template of a text is the same with every address and without one: it has names in braces, such as {colab}, where
the text needs an address. `shown` fills in these names, and leaves out what needs an unknown one. Translations are
made from templates, so the catalogues do not depend on the address.
"""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from files import replace

ROOT = Path(__file__).resolve().parent.parent
REMOTE = re.compile(
    r"(?:[a-z+]+://)?(?:[^@/\s]*@)?(?:ssh\.|www\.)?github\.com(?::\d+)?[:/]/?([\w-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII
)
"""The address of a repository on GitHub, as git and browsers write it."""
BLOCK = re.compile(r"<!-- with an address(?: -->)?\n(.*?)\n(?:<!-- end )?-->", re.DOTALL)
"""A part of a page that is shown only with an address: otherwise it is a comment."""
HIDDEN = "<!-- with an address\n"
HIDDEN_BLOCK = re.compile(rf"({HIDDEN}.*?\n-->)", re.DOTALL)
"""Such a part where it is a comment."""
NAME = re.compile(r"(?<![\w}])\{(pip|files|repository|colab|binder|site)\}")
"""A name in a template, but not the argument of a command in a formula."""
LINK = rf"\[(?:[^][]|!\[[^]]*\]\([^)]*\))*\]\({NAME.pattern}[^)]*\)"
OPTIONAL = re.compile("|".join([rf"\n\n{LINK}.*(?=\n)", rf" ?[(（]{LINK}[)）]", rf"(?:, |、){LINK}"]))
"""A link that is left out if its address is unknown: a badge, a link in brackets, or a later one in a row of links."""
PAGE = re.compile(r"\{site\}(?:(\w\w)/)?(\w+)\.html")
"""A page of the site, in the folder of its language, in place of which a file is linked if there is no site."""
BADGE = "[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]({{colab}}notebooks/learn/en/{})"
IN_COLAB = re.compile(r"\n\n\[!\[Open in Colab\]\([^)]*\)\]\([^)]*\)| \(\[Open in Colab\]\([^)]*\)\)")
"""The badge of a lesson, and the link to the next lesson in Colab."""
NEXT = re.compile(r"\*\*Next:\*\*.*\]\((\w+\.ipynb)\).*$", re.MULTILINE)
SET_UP = """# Where the helpers are missing, as in Colab, fetch them: about half a minute, in each new session again.
try:
    import bleu_helpers
except ImportError:
    %pip install --quiet --no-deps {pip}#subdirectory=exercise_checker {pip}
"""
"""The beginning of the set-up cell of a lesson or a problem set; without an address, the cell only imports."""
FETCHES = re.compile(r"\A# .*\ntry:\n    import bleu_helpers\nexcept ImportError:\n    %pip install .*\n")
"""The same lines, with any address and in any language."""


def project() -> dict:
    """Return the content of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@cache  # because an edition asks for the address thousands of times
def values() -> dict[str, str]:
    """Return what the names in a template stand for, as pyproject.toml says."""
    settings = project()
    return values_of(settings["project"]["urls"].get("Repository"), settings["tool"]["bleu-from-scratch"]["ref"])


def values_of(repository: str | None, ref: str) -> dict[str, str]:
    """Return what the names in a template stand for; without an address, none stands for anything."""
    if not repository:
        return {}
    name = repository.removeprefix("https://github.com/")
    owner, its_name = name.split("/")
    folder = "" if its_name.lower() == f"{owner}.github.io".lower() else f"{its_name}/"
    return {
        "pip": f"{repository}/archive/{ref}.zip",
        "files": f"{repository}/blob/{ref}/",
        "repository": repository,
        "colab": f"https://colab.research.google.com/github/{name}/blob/{ref}/",
        "binder": f"https://mybinder.org/v2/gh/{name}/{ref}",
        "site": f"https://{owner.lower()}.github.io/{folder}",
    }


def template(text: str, known: Mapping[str, str]) -> str:
    """Return the template of a page in which these values are known: all of its parts are shown, with names."""

    def opened(block: re.Match) -> str:
        part = block[1]
        for name, value in known.items():
            part = part.replace(value, f"{{{name}}}")
        return f"<!-- with an address -->\n{part}\n<!-- end -->"

    return BLOCK.sub(opened, text)


def shown(text: str, place: str = "README.md", known: Mapping[str, str] | None = None) -> str:
    """Return the text of a template.

    Args:
        text: the template of a page or a cell.
        place: the path of its file in the repository.
        known: what its names stand for; by default what pyproject.toml says.
    """
    known = values() if known is None else known
    is_copy = place.startswith("notebooks/learn/")

    def instead(page: re.Match) -> str:
        language, name = page.groups()
        copy, lesson = f"notebooks/learn/{language}/{name}.ipynb", f"notebooks/{name}.ipynb"
        file = "docs/glossary.md" if name == "glossary" else copy if language and copy != place else lesson
        return "../" * is_copy + file

    def filled(part: str) -> str:
        part = part if "site" in known else PAGE.sub(instead, part)
        part = OPTIONAL.sub(lambda link: link[0] if NAME.search(link[0])[1] in known else "", part)
        part = NAME.sub(lambda name: known.get(name[1], name[0]), part)
        return re.sub(r"(?<=\]\()\.\./", known.get("files", "../../../"), part) if is_copy else part

    if "repository" not in known:
        text = BLOCK.sub(rf"{HIDDEN}\1\n-->", FETCHES.sub("", text))
    return "".join(part if part.startswith(HIDDEN) else filled(part) for part in HIDDEN_BLOCK.split(text))


def without_links(text: str) -> str:
    """Replace each link to a file outside the folder with its words."""
    return re.sub(r"\[((?:[^][]|\[[^][]*\])*)\]\(\.\./[^)]*\)", r"\1", text)


def complete(cells: Sequence[dict], name: str = "") -> None:
    """Make the templates of a notebook's cells, in place; a lesson, which has a name, gets its links to Colab."""
    code = next(cell for cell in cells if cell["cell_type"] == "code")
    code["source"] = SET_UP + FETCHES.sub("", "".join(code["source"]))
    for cell in (cell for cell in cells if name and cell["cell_type"] == "markdown"):
        text = IN_COLAB.sub("", "".join(cell["source"]))
        cell["source"] = NEXT.sub(r"\g<0> ([Open in Colab]({colab}notebooks/learn/en/\1))", text)
    if name:
        cells[0]["source"] = cells[0]["source"].replace("\n\n", f"\n\n{BADGE.format(name)}\n\n", 1)


def show(cells: Sequence[dict], place: str, known: Mapping[str, str] | None = None) -> None:
    """Show the templates of a notebook's cells, in place: the texts and the set-up cell."""
    code = next(cell for cell in cells if cell["cell_type"] == "code")
    for cell in cells:
        if cell is code or cell["cell_type"] == "markdown":
            cell["source"] = shown("".join(cell["source"]), place, known)


def write(repository: str | None, ref: str) -> None:
    """Write an address, or none, and a ref into all files from which others are made."""
    old, new = values(), values_of(repository, ref)
    urls = {"Repository": new.get("repository"), "Homepage": new.get("site")}
    lines = "".join(f'{name} = "{url}"\n' for name, url in urls.items() if url)
    for path in (*ROOT.glob("pyproject.toml"), *ROOT.glob("*/pyproject.toml")):
        text = re.sub(r'(?m)^ref = ".*"$', f'ref = "{ref}"', path.read_text(encoding="utf-8"))
        text = re.sub(r"(?m)^(\[project\.urls\]\n)(?:[A-Z].*\n)*", rf"\g<1>{lines}", text)
        replace(path, text.encode())
    citation = ROOT / "CITATION.cff"
    line = f'repository-code: "{repository}"\n' if repository else ""
    text = citation.read_text(encoding="utf-8")
    replace(citation, re.sub(r"(?m)^(version: .*\n)(repository-code: .*\n)?", rf"\g<1>{line}", text).encode())
    for path in (*ROOT.glob("*.md"), *ROOT.glob("*_*/*.md"), *ROOT.glob("docs/*.md")):
        replace(path, shown(template(path.read_text(encoding="utf-8"), old), known=new).encode())
    for path in (*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("notebooks/assignments/source/*/*.ipynb")):
        place, notebook = path.relative_to(ROOT).as_posix(), json.loads(path.read_text(encoding="utf-8"))
        complete(notebook["cells"], path.name if path.parent.name == "notebooks" else "")
        show(notebook["cells"], place, new)
        for cell in notebook["cells"]:
            cell["source"] = "".join(cell["source"]).splitlines(keepends=True)
        replace(path, (json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode())


def remote() -> str:
    """Return the address of the remote "origin", or an empty text if there is none."""
    command = ["git", "--git-dir=.git", "remote", "get-url", "origin"]
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    except FileNotFoundError:
        return ""


def repository_of(address: str) -> str | None:
    """Return the address of a repository on GitHub in the form for browsers, or None for any other text.

    >>> repository_of("git@github.com:ada/bleu.git")
    'https://github.com/ada/bleu'
    """
    found = REMOTE.fullmatch(address)
    return f"https://github.com/{found[1]}" if found else None


def main(arguments: list[str]) -> int:
    """Write the address and the ref into all files."""
    parser = argparse.ArgumentParser("run.py address")
    parser.add_argument("address", nargs="?")
    parser.add_argument("--none", action="store_true")
    parser.add_argument("--ref")
    wanted = parser.parse_args(arguments)
    typed, kept = wanted.address, values().get("repository") if wanted.ref else None
    repository = (
        repository_of(f"github.com/{typed}") or repository_of(typed) if typed else kept or repository_of(remote())
    )
    if not wanted.none and not repository:
        where = f"'{typed}'" if typed else "The remote 'origin' of this folder"
        print(f"{where} is not a repository on GitHub, so nothing was changed.")
        print("Pass OWNER/REPO, for example: python3 run.py address ada/bleu-from-scratch")
        return 2
    ref = wanted.ref or project()["tool"]["bleu-from-scratch"]["ref"]
    if not re.fullmatch(r"\w[\w.-]*", ref):
        print(f"'{ref}' is not a ref. Pass a branch or a tag, for example v1.0.0.")
        return 2
    write(None if wanted.none else repository, ref)
    values.cache_clear()
    import learn  # which reads the files that have just been written

    learn.main([str(path) for path in learn.lessons()])
    print(f"The address is {values().get('repository', 'taken out')}.")
    print("Look at `git diff`, run `python3 run.py test`, and commit.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
