"""Show the repository's GitHub address, or write another one, or another ref, into every file that names it.

Called by `python3 run.py address [OWNER/REPO] [--ref REF]`, by whoever publishes, releases or forks the series. Address
and ref stand in pyproject.toml; the badges and links of the pages and the notebooks, and their set-up cells, must agree
with it. The ref is main on main; in a release's commit it is the tag, so that a copy of a lesson that somebody saved
still asks for what it was written for.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOSTS = r"github\.com|colab\.research\.google\.com/github|mybinder\.org/v2/gh"
"""Three kinds of link: to GitHub itself, from Colab to GitHub, from Binder to GitHub ("gh")."""
NONE = "OWNER/REPO"
"""What stands in the place of the address until one is written."""
COMMENT = "# Where the helpers are missing, as in Colab, fetch them: about half a minute, in each new session again."
WITHOUT_ONE = "# This copy has no address yet, so Colab cannot fetch its helpers: python3 run.py address writes one."
"""How the set-up cell begins."""
START = "## The lessons\n"
NOTICE = f"This copy has no address yet. `python3 run.py address {NONE}` adds it to all links and commands."
"""The heading in the README below which this notice stays until an address is written."""


def project(root: Path = ROOT) -> dict:
    """What pyproject.toml says."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def current(root: Path = ROOT) -> str:
    """The OWNER/REPO that pyproject.toml holds."""
    return project(root)["project"]["urls"]["Repository"].removeprefix("https://github.com/")


def ref(root: Path = ROOT) -> str:
    """The state of the repository that badges, links and set-up cells ask for: a branch or a tag."""
    return project(root)["tool"]["bleu-from-scratch"]["ref"]


def comment(address: str) -> str:
    """The first line of the set-up cell, which says whether the address below it can be one."""
    return WITHOUT_ONE if address == NONE else COMMENT


def start(address: str) -> str:
    """The start of the README, which says so where there is no address yet."""
    return f"{START}\n{NOTICE}\n" if address == NONE else START


def blob(root: Path = ROOT) -> str:
    """What stands between the host and the file in a link to a file: OWNER/REPO/blob/REF."""
    return f"{current(root)}/blob/{ref(root)}"


def site(address: str) -> str:
    """Where GitHub publishes the site of a repository."""
    owner, repository = address.split("/")
    return f"https://{owner}.github.io/{repository}/"


def files(root: Path) -> list[Path]:
    """Every file that may name the address."""
    notebooks = [path for path in (root / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    pages = [*root.glob("*.md"), *(root / "docs").glob("*.md")]
    return [root / "pyproject.toml", root / "CITATION.cff", *sorted(pages), *sorted(notebooks)]


def rewrite(old: str, new: str, root: Path = ROOT) -> list[Path]:
    """Put the new address in the place of the old one wherever a link names it; return the files that changed."""
    link = re.compile(rf"((?:{HOSTS})/){re.escape(old)}(?![\w-]|\.(?!git\b)\w)")
    others = [(site(old), site(new)), (comment(old), comment(new)), (start(old), start(new))]

    def change(text: str) -> str:
        text = link.sub(rf"\g<1>{new}", text)
        for before, after in others:
            text = text.replace(before, after)
        return text

    return replace(change, root)


def rewrite_ref(old: str, new: str, root: Path = ROOT) -> list[Path]:
    """Put the new ref in the place of the old one wherever a link of ours names it; return the files that changed."""
    link = re.compile(rf"((?:{HOSTS})/{re.escape(current(root))}(?:/blob/|/|@)){re.escape(old)}(?![\w.-])")
    line = re.compile(rf'^ref = "{re.escape(old)}"$', re.MULTILINE)
    return replace(lambda text: line.sub(f'ref = "{new}"', link.sub(rf"\g<1>{new}", text)), root)


def replace(change: Callable[[str], str], root: Path) -> list[Path]:
    """Change the text of every file that may name the address; return those that changed."""
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
    print("Look at `git diff`, run `python3 run.py test`, then commit.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
