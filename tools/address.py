"""Show the repository's GitHub address, or write another one into every file that names it.

Called by `python3 run.py address [OWNER/REPO]`, by whoever publishes or forks the series. The address stands in
pyproject.toml; the badges and links of the README and the notebooks, and their set-up cells, must agree with it.
"""

import re
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
    return [root / "pyproject.toml", root / "README.md", root / "CITATION.cff", *sorted(notebooks)]


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


def remote() -> str | None:
    """The OWNER/REPO that git's origin has on GitHub, if it has one."""
    done = subprocess.run(["git", "remote", "get-url", "origin"], cwd=ROOT, capture_output=True, text=True)
    match = re.search(r"github\.com[:/]([\w.-]+/[\w.-]+?)(?:\.git)?$", done.stdout.strip())
    return match.group(1) if match else None


def main(arguments: list[str]) -> int:
    """Show or write the address."""
    old = current()
    if not arguments:
        print(f"The address is {old}. To write another one: python3 run.py address {remote() or 'OWNER/REPO'}")
        return 0
    new = arguments[0].removeprefix("https://github.com/").removesuffix("/").removesuffix(".git")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", new):
        print(f"'{arguments[0]}' is no address. Pass OWNER/REPO as on GitHub, for example ada/bleu-from-scratch.")
        return 2
    changed = rewrite(old, new)
    print(f"{old} -> {new}: {len(changed)} files changed. Look at `git diff`, run `python3 run.py test`, then commit.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
