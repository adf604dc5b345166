"""Show the repository's GitHub address, or write another one into every file that names it.

Called by `python3 run.py address [OWNER/REPO]`, by whoever publishes or forks the series. The address stands in
pyproject.toml; the badges and links of the pages and the notebooks, and their set-up cells, must agree with it.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def current(root: Path = ROOT) -> str:
    """The OWNER/REPO that pyproject.toml holds."""
    urls = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    return urls["Repository"].removeprefix("https://github.com/")


def files(root: Path) -> list[Path]:
    """Every file that may name the address."""
    notebooks = [path for path in (root / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    pages = [*root.glob("*.md"), *(root / "docs").glob("*.md")]
    return [root / "pyproject.toml", root / "CITATION.cff", *sorted(pages), *sorted(notebooks)]


def rewrite(old: str, new: str, root: Path = ROOT) -> list[Path]:
    """Put the new address in the place of the old one wherever a link names it; return the files that changed."""
    # Three kinds of link: to GitHub itself, from Colab to GitHub, from Binder to GitHub ("gh").
    hosts = r"github\.com|colab\.research\.google\.com/github|mybinder\.org/v2/gh"
    link = re.compile(rf"((?:{hosts})/){re.escape(old)}(?![\w-]|\.(?!git\b)\w)")
    changed = []
    for path in files(root):
        before = path.read_bytes().decode("utf-8")
        after = link.sub(rf"\g<1>{new}", before)
        if after != before:
            path.write_bytes(after.encode("utf-8"))
            changed.append(path)
    return changed


def origin() -> str | None:
    """The OWNER/REPO on GitHub that this copy came from, as far as git knows."""
    if not shutil.which("git"):
        return None
    done = subprocess.run(["git", "remote", "get-url", "origin"], cwd=ROOT, capture_output=True, text=True)
    match = re.search(r"github\.com[:/]([\w.-]+/[\w.-]+?)(?:\.git)?$", done.stdout.strip())
    return match.group(1) if match else None


def main(arguments: list[str]) -> int:
    """Show or write the address."""
    old = current()
    if not arguments:
        print(f"The address is {old}. To write another one: python3 run.py address {origin() or 'OWNER/REPO'}")
        if not shutil.which("git"):
            print("There is no git here, so nobody can say where on GitHub this copy came from.")
        return 0
    new = arguments[0].removeprefix("https://github.com/").removesuffix("/").removesuffix(".git")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", new):
        print(f"'{arguments[0]}' is no address. Pass OWNER/REPO as on GitHub, for example ada/bleu-from-scratch.")
        return 2
    changed = rewrite(old, new)
    print(f"{old} -> {new}: {len(changed)} files changed.")
    look = (
        "Look at `git diff`" if shutil.which("git") else "There is no git here to show what changed: look at the files"
    )
    print(f"{look}, run `python3 run.py test`, then commit.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
