"""Show the repository's GitHub address, or change the address or the ref in every file that contains it.

Run by `python3 run.py address [OWNER/REPO] [--ref REF]` when the series is published, released or forked. The address
and the ref are set in pyproject.toml, and the badges and links of all pages and notebooks and the set-up cells must
agree with it. The ref is main on the main branch. In the commit of a release it is the tag, so that a saved copy of a
lesson still loads the version of the helpers that it was written for.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOSTS = r"github\.com|colab\.research\.google\.com/github|mybinder\.org/v2/gh"
"""Three kinds of link: to GitHub itself, from Colab to GitHub, from Binder to GitHub ("gh")."""
NONE = "OWNER/REPO"
"""The placeholder that is used until an address is set."""
COMMENT = "# Where the helpers are missing, as in Colab, fetch them: about half a minute, in each new session again."
WITHOUT_ONE = "# This copy has no address yet, so Colab cannot fetch its helpers: python3 run.py address writes one."
"""The first line of the set-up cell, with and without an address."""
START = "## The lessons\n"
NOTICE = f"This copy has no address yet. `python3 run.py address {NONE}` adds it to all links and commands."
"""The notice that the README shows below the heading START until an address is set."""


def project(root: Path = ROOT) -> dict:
    """Return the content of pyproject.toml."""
    return parsed((root / "pyproject.toml").read_text(encoding="utf-8"))


@cache
def parsed(toml: str) -> dict:
    """Parse pyproject.toml once, because an edition asks for the address thousands of times."""
    return tomllib.loads(toml)


def current(root: Path = ROOT) -> str:
    """Return the OWNER/REPO in pyproject.toml."""
    return project(root)["project"]["urls"]["Repository"].removeprefix("https://github.com/")


def ref(root: Path = ROOT) -> str:
    """Return the branch or tag that badges, links and set-up cells use."""
    return project(root)["tool"]["bleu-from-scratch"]["ref"]


def comment(address: str) -> str:
    """Return the first line of the set-up cell, which depends on whether an address has been set."""
    return WITHOUT_ONE if address == NONE else COMMENT


def start(address: str) -> str:
    """Return the heading in the README, with the notice below it if no address has been set."""
    return f"{START}\n{NOTICE}\n" if address == NONE else START


def blob(root: Path = ROOT) -> str:
    """Return the middle part of a link to a file, between the host and the path: OWNER/REPO/blob/REF."""
    return f"{current(root)}/blob/{ref(root)}"


def site(address: str) -> str:
    """Return the address at which GitHub publishes the site of a repository."""
    owner, repository = address.split("/")
    return f"https://{owner}.github.io/{repository}/"


def files(root: Path) -> list[Path]:
    """Return every file that may contain the address."""
    notebooks = [path for path in (root / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    pages = [*root.glob("*.md"), *(root / "docs").glob("*.md")]
    catalogues = (root / "translations").glob("*/*.po")
    return [root / "pyproject.toml", root / "CITATION.cff", *sorted(pages), *sorted(notebooks), *sorted(catalogues)]


def rewrite(old: str, new: str, root: Path = ROOT) -> list[Path]:
    """Replace the old address with the new one in all links, and return the files that changed."""
    link = re.compile(rf"((?:{HOSTS})/){re.escape(old)}(?![\w-]|\.(?!git\b)\w)")
    others = [(site(old), site(new)), (comment(old), comment(new)), (start(old), start(new))]

    def change(text: str) -> str:
        text = link.sub(rf"\g<1>{new}", text)
        for before, after in others:
            text = text.replace(before, after)
        return text

    return replace(change, root)


def rewrite_ref(old: str, new: str, root: Path = ROOT) -> list[Path]:
    """Replace the old ref with the new one in all of our links, and return the files that changed."""
    link = re.compile(rf"((?:{HOSTS})/{re.escape(current(root))}(?:/blob/|/|@)){re.escape(old)}(?![\w.-])")
    line = re.compile(rf'^ref = "{re.escape(old)}"$', re.MULTILINE)
    return replace(lambda text: line.sub(f'ref = "{new}"', link.sub(rf"\g<1>{new}", text)), root)


def replace(change: Callable[[str], str], root: Path) -> list[Path]:
    """Apply `change` to the text of every file that may contain the address, and return the files that changed."""
    changed = []
    for path in files(root):
        before = path.read_text(encoding="utf-8")
        after = change(before)
        if after != before:
            path.write_text(after, encoding="utf-8", newline="\n")
            changed.append(path)
    return changed


def main(arguments: list[str]) -> int:
    """Show or write the address and the ref."""
    parser = argparse.ArgumentParser("run.py address")
    parser.add_argument("address", nargs="?")
    parser.add_argument("--ref")
    wanted = parser.parse_args(arguments)
    old, old_ref = current(), ref()
    if wanted.address is None and wanted.ref is None:
        print(f"The address is {old}, and the lessons use the ref {old_ref}.")
        print(f"To change the address: python3 run.py address {NONE}")
        print("To set the tag of a release: python3 run.py address --ref v1.0.0")
        return 0
    if wanted.address is not None:
        new = wanted.address.removeprefix("https://github.com/").removesuffix("/").removesuffix(".git")
        if not re.fullmatch(r"[\w.-]+/[\w.-]+", new):
            print(f"'{wanted.address}' is not an address. Pass OWNER/REPO, for example ada/bleu-from-scratch.")
            return 2
    if wanted.ref is not None and not re.fullmatch(r"\w[\w.-]*", wanted.ref):
        print(f"'{wanted.ref}' is not a ref. Pass a branch or a tag, for example v1.0.0.")
        return 2
    if wanted.address is not None:
        print(f"{old} -> {new}: {len(rewrite(old, new))} files changed.")
    if wanted.ref is not None:
        print(f"{old_ref} -> {wanted.ref}: {len(rewrite_ref(old_ref, wanted.ref))} files changed.")
    print("Run `python3 run.py editions`, look at `git diff`, run `python3 run.py test`, then commit.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
