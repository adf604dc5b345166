"""What the repository's pages promise: links lead somewhere, commands are there, the drawing is that of the code."""

import importlib.util
import json
import re
import shlex
import tomllib
from functools import cache

import architecture
import front_door
import measured
import pytest
import scale
import yaml
from notebook_rules import NOTEBOOKS, ROOT, load, source

from bleu_helpers import count_clip
from bleu_helpers.cast import CAT_REFERENCES
from bleu_helpers.checks._diagnosis import ENOUGH_DRAWN
from bleu_helpers.checks._guard import MAX_SECONDS
from bleu_helpers.checks._hints import TRIES_TO_A_HINT, TRIES_TO_A_NEIGHBOUR
from bleu_helpers.course._kernel import MOST_CHARACTERS
from bleu_helpers.course._sandbox import Limits
from bleu_helpers.course._student import SECONDS_PER_CELL
from bleu_helpers.smoothing import _METHODS

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAINTAINERS = (ROOT / "docs" / "maintainers.md").read_text(encoding="utf-8")


def anchors(text):
    """The names that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page, text):
    """The links of a page within the repository that lead nowhere."""
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match("https?:", link):
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
                yield link


def missing_commands(text):
    """The commands that a page names and nobody has."""
    yield from set(re.findall(r"python3? run\.py (\w+)", text)) - front_door.COMMANDS.keys()
    for script in re.findall(r"python3? (tools/[\w.]+)", text):
        if not (ROOT / script).is_file():
            yield script
    for module in re.findall(r"python -m (bleu_helpers[\w.]*)", text):
        if importlib.util.find_spec(module) is None:
            yield module


@every_page
def test_a_page(page):
    text = page.read_text(encoding="utf-8")
    assert list(dead_links(page, text)) == []
    assert list(missing_commands(text)) == []


@pytest.mark.parametrize("link", ["docs/nothing.md", "README.md#nothing", "#nothing", "../README.md"])
def test_a_link_that_leads_nowhere_is_noticed(link):
    assert list(dead_links(ROOT / "README.md", f"# One heading\n[text]({link}) [other](docs/maintainers.md)")) == [link]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("`python3 run.py publish`", "publish"),
        ("python3 tools/nothing.py", "tools/nothing.py"),
        ("python -m bleu_helpers.nothing", "bleu_helpers.nothing"),
    ],
)
def test_a_command_that_is_not_there_is_noticed(line, name):
    assert list(missing_commands(f"{line} and python3 run.py lab")) == [name]


def test_every_command_stands_on_the_readme_or_the_maintainers_page():
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/maintainers.md"))
    assert set(re.findall(r"`python3 run\.py (\w+)", text)) == front_door.COMMANDS.keys()


def test_the_readme_leads_to_every_page():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for page in set(PAGES) - {ROOT / "README.md"}:
        assert f"]({page.relative_to(ROOT).as_posix()})" in text


def test_each_portion_of_the_dependencies_is_explained():
    text = (ROOT / "docs" / "maintainers.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == PROJECT["optional-dependencies"].keys()


def test_the_citation_is_of_this_version():
    assert CITATION["version"] == PROJECT["version"]
    assert PROJECT["version"] in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# Numbers.


def in_words(number):
    return ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")[number]


@cache
def told():
    """What the pages say with a number in it, by the page: each number comes from where it is made."""
    minutes = [int(re.search(r"Time:\*\* (\d+)", source(load(path)["cells"][0]))[1]) for path in NOTEBOOKS]
    words = "the " * 7
    share = f"{count_clip(words.split(), CAT_REFERENCES).total()}/{len(words.split())}"
    licence = CITATION["license"][1].removeprefix("CC-BY-")
    sizes = [run["segments"] for run in json.loads(measured.MEASURED.read_text(encoding="utf-8"))["scale"]["runs"]]
    [nbgrader] = [one for one in PROJECT["optional-dependencies"]["instructor"] if one.startswith("nbgrader==")]
    gigabytes = Limits.megabytes // 1024
    sets = [
        source(load(path)["cells"][0]) for path in sorted((ROOT / "notebooks" / "assignments").glob("source/*/*.ipynb"))
    ]
    needs = [re.search(r"# Problem set (\d+): (.+)\n\nYou need lessons 01 to (\d+)\.", text).groups() for text in sets]
    return {
        "README.md": [
            f'| why "{words.strip()}" gets {share} |',
            f"in the place of a zero, in {in_words(len(_METHODS) - 1)} ways |",  # NLTK's method 0 puts nothing there
            "| the harmonic mean, F-beta, 0/0 |",
            f"A lesson takes {min(minutes)} to {max(minutes)} minutes.",
            *re.findall(r"The first set-up takes [\w ]+\.", README),  # test_set_up.py has this one
            f"You need Python {PROJECT['requires-python'].removeprefix('>=')} or later",
            f"After {in_words(TRIES_TO_A_HINT)} different wrong tries it gives a hint, "
            f"after {in_words(TRIES_TO_A_NEIGHBOUR)} it solves a smaller task",
            f"in tested notebooks*, {CITATION['date-released'].year}, ",
            f"[CC BY {licence}]",
        ],
        "docs/architecture.md": ["for each order, and two lengths"],
        "docs/instructors.md": [
            *(f"| `ps{number}` {title} | [{lesson}](" for number, title, lesson in needs),
            f"The text is under CC BY {licence}:",
            f"You need nbgrader {nbgrader.removeprefix('nbgrader==')}, unmodified",
            f"to read and to write ({Limits.disk_megabytes} MB, ",
            f"no process but its own: {Limits.processes} at most, with {gigabytes} GB of memory for each",
            f"and {SECONDS_PER_CELL:.0f} seconds for a cell.",
            f"more than {MAX_SECONDS:.0f} seconds for the chosen inputs and {ENOUGH_DRAWN} drawn ones",
            f"Of what a cell prints, {MOST_CHARACTERS:,} characters are kept.",
        ],
        "docs/maintainers.md": [
            *re.findall(r"at least \d+ of 100", MAINTAINERS),  # test_prose.py computes these
            f"python3 run.py scale {' '.join(map(str, sizes))} --save",
            f"needs a Java {scale.JAVA} or later",
        ],
    }


@every_page
def test_a_page_says_its_numbers_as_they_are(page):
    text = page.read_text(encoding="utf-8")
    for one in told().get(page.relative_to(ROOT).as_posix(), []):
        assert one in text
    for lesson, file in re.findall(r"\[(?:[Ll]esson )?(\d+)[^\]]*\]\((?:\.\./)?notebooks/(\w+)\.ipynb\)", text):
        assert file.startswith(f"{lesson}_")
    for year, paper in re.findall(r"\[[^\]]* (\d{4})\]\(https://aclanthology\.org/[A-Z](\d\d)-", text):
        assert year.endswith(paper)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/maintainers.md"])
def test_a_page_has_no_number_that_comes_from_nowhere(name):
    """What stands in code is an example, and what a picture or a link says is held elsewhere."""
    text = re.sub(r"\]\((?:[^()\s]|\([^()]*\))*\)", "]", (ROOT / name).read_text(encoding="utf-8"))
    for one in told().get(name, []):
        text = text.replace(one, "")
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`|\[[^\[\]]*\]|^\d+\. ", "", text)
    words = "|".join(map(in_words, range(2, 11)))
    numbers = re.findall(rf"(?i)(?<![\w-])\d[\d.,/]*(?<![.,])|\b(?:{words})\b", text)
    assert [number for number in numbers if number != "0"] == []


# The drawing of the architecture.


def test_the_drawing_is_that_of_the_code():
    [drawn] = architecture.PLACE.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert drawn == architecture.drawing()


@pytest.fixture
def package(tmp_path):
    """A package of three lessons, with a validation, a display and checks. A public name is also that of a module."""
    files = {
        "__init__.py": '"""Three.\n\n    counting  01  words\n    clipping  02  fewer\n    bleu      03  all\n"""\n'
        'import package.bleu as _bleu\n\n__all__ = [\n    "bleu",\n]',
        "_validation/__init__.py": "",
        "_validation/values.py": "from package._validation import Check",
        "counting.py": "from package._validation.values import check",
        "clipping.py": "from package import counting\nfrom package._validation import validated",
        "bleu.py": "from package.counting import count\nfrom package.display import tables\nimport math",
        "display/__init__.py": "",
        "display/tables.py": "from typing import NamedTuple",
        "display/plots/__init__.py": "from package.display.plots.bleu import bars",
        "display/plots/bleu.py": "from package import bleu",
        "checks/__init__.py": "from package.checks._session import check",
        "checks/_session.py": "def check():\n    from package.display.plots import bars",
    }
    for name, text in files.items():
        (tmp_path / "package" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "package" / name).write_text(text, encoding="utf-8")
    return tmp_path / "package"


def test_a_small_drawing(package):
    assert architecture.drawing(package) == (
        "_validation\n"
        ".  display.tables\n"
        "x  .  01 counting\n"
        "x  .  x  02 clipping\n"
        ".  x  x  .  03 bleu\n"
        ".  .  .  .  x  package\n"
        ".  .  .  .  .  x  display.plots\n"
        ".  .  .  .  .  .  x  checks\n"
    )


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("counting.py", "from package.bleu import score"),
        ("counting.py", "from package.display.plots import bars"),
        ("display/tables.py", "from package.counting import count"),
        ("display/tables.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..bleu import Score"),
        ("_validation/values.py", "def later():\n    from package.checks import check"),
    ],
)
def test_an_import_of_a_later_module_cannot_be_drawn(package, file, line):
    with (package / file).open("a", encoding="utf-8") as module:
        module.write(f"\n{line}\n")
    with pytest.raises(ValueError, match=r"which comes later|in a cycle"):
        architecture.drawing(package)


# What runs before a commit.


def hooks():
    repositories = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    return [(repository["repo"], hook) for repository in repositories for hook in repository["hooks"]]


def test_what_runs_before_a_commit_fetches_nothing():
    assert {(repository, hook["language"]) for repository, hook in hooks()} == {("local", "system")}


def test_what_runs_before_a_commit_is_there():
    commands = {hook["id"]: shlex.split(hook["entry"]) for _, hook in hooks()}
    for command in commands.values():
        assert command[:2] == ["python3", "run.py"]
        assert command[2] in front_door.COMMANDS
    assert {command[4] for command in commands.values() if command[2:4] == ["python", "-m"]} == {"ruff", "mypy"}
    assert commands["notebooks"][2:] == ["test", "-q", "notebooks", "-m", "rule"]
