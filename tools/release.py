"""Build the distributions, try each one alone, and say what to do next.

Run by `python3 run.py release [PYTHON ...]`. The version has one source, the pyproject.toml of the helpers: this
command first writes it into the other files that state it. A distribution is a package with a README. Its tests are run
with nothing but its wheel, what that requires, and pytest.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import commands
from files import replace

ROOT = commands.ROOT
BUILT = ROOT / "build" / "release"
UV = (sys.executable, "-m", "uv", "--no-python-downloads")


def write_version(root: Path) -> list[str]:
    """Write the version of the helpers into all files that state it, and return the names of those that changed."""
    version = commands.project_of(root)["version"]
    names = "|".join([commands.project_of(root)["name"], *commands.other_distributions(root)])
    stated = rf'(?m)(^version(?: =|:) "?|"(?:{names})==)[\w.]+'
    changed = []
    for path in (*root.glob("pyproject.toml"), *root.glob("*/pyproject.toml"), root / "CITATION.cff"):
        text = path.read_text(encoding="utf-8")
        if (new := re.sub(stated, rf"\g<1>{version}", text)) != text:
            replace(path, new.encode())
            changed.append(path.relative_to(root).as_posix())
    return changed


def distributions(root: Path) -> dict[str, tuple[Path, Path]]:
    """Return the folder of each distribution that is published, and that of its package, by name."""
    folders = {**commands.other_distributions(root), commands.project_of(root)["name"]: root}
    packages = {name: root / name.replace("-", "_") for name in folders}
    return {name: (folders[name], package) for name, package in packages.items() if (package / "README.md").is_file()}


def run(*command: str | Path, folder: Path = ROOT) -> None:
    """Run a program, and print its output only if it fails."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise commands.Refusal(f"`{' '.join(map(str, command))}` failed:\n{done.stdout}")


def try_alone(package: Path, python: str) -> None:
    """Install a wheel into an empty environment, and run the tests of its package there, outside of this folder."""
    with tempfile.TemporaryDirectory() as folder:
        environment, copy = Path(folder, "environment"), Path(folder, package.name)
        run(*UV, "venv", "--quiet", "--python", python, environment)
        inside = commands.python_in(environment)
        new = [word for name in distributions(ROOT) for word in ("--refresh-package", name)]  # uv may have an older one
        wheels = BUILT.glob(f"{package.name}-*.whl")
        run(*UV, "pip", "install", "--quiet", "--python", inside, *new, "--find-links", BUILT, *wheels, "pytest")
        shutil.copytree(package / "tests", copy / "tests")
        shutil.copy(package / "README.md", copy)
        # pytester is pytest's own, and runs pytest in a test; it has to be named before the tests are collected.
        run(inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytester", "tests", folder=copy)


def main(pythons: list[str]) -> int:
    """Build and try all distributions, with each of these Pythons or with the one that runs."""
    changed = write_version(ROOT)
    if changed:
        print(f"The version is now the same everywhere. These files have changed: {', '.join(changed)}.")
        print("Look at `git diff`, commit, and run this command again.")
        return 2
    shutil.rmtree(BUILT, ignore_errors=True)
    published = distributions(ROOT)
    for name, (folder, _) in published.items():
        run(*UV, "build", "--quiet", "--out-dir", BUILT, folder)
        print(f"{name}: built", flush=True)
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(BUILT.glob("*-*")))
    print("twine: the metadata and the READMEs are valid")
    for python in pythons or [sys._base_executable]:
        for name, (_, package) in published.items():
            try_alone(package, python)
            print(f"{name}: installed alone with {python}, and its tests passed", flush=True)
    print(f"The files are in {BUILT.relative_to(ROOT)}.")
    print('To publish them, see the section "Publish" in docs/maintainers.md.')
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except commands.Refusal as reason:
        sys.exit(commands.refuse(reason))
