"""What the repository's pages promise: links lead somewhere, commands are there, the drawing is that of the code."""

import importlib.util
import json
import re
import subprocess
import tomllib
from functools import cache

import bench
import drawings
import front_door
import measured
import pytest
import scale
import yaml
from lesson_shape import LINES_PER_MINUTE, MINUTES_PER_EXERCISE, WORDS_PER_MINUTE
from notebook_rules import NOTEBOOKS, ROOT, load, source
from prose import NEAR
from students import message_about
from students.clipping import clip_by_sum

from bleu_grading.inside.kernel import MOST_CHARACTERS
from bleu_grading.instructor import command, preflight
from bleu_grading.outside.sandbox import Limits
from bleu_helpers import count_clip
from bleu_helpers.cast import CAT_REFERENCES
from bleu_helpers.lessons.smoothing import _METHODS
from exercise_checker._diagnosis import ENOUGH_DRAWN
from exercise_checker._session import TRIES_TO_A_HINT, TRIES_TO_A_NEIGHBOUR
from exercise_checker.guard import MAX_SECONDS

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


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
    for script in re.findall(r"python3? (?:run\.py python )?((?:tools|data_sources)/[\w.]+)", text):
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


def test_each_block_of_the_readme_runs_in_a_folder_with_the_files_that_it_names(tmp_path, monkeypatch, capsys):
    [shell] = re.findall(r"(?ms)^```sh\n(.*?)^```", README)
    address = re.search(r"https://\S+", shell)[0]
    commands = shell.replace(address, str(ROOT)).replace("python3 run.py lab", "test -f run.py")
    subprocess.run(["sh", "-ec", commands], cwd=tmp_path, check=True)
    for file in ("system.txt", "reference.txt"):
        (tmp_path / file).write_text("the cat is on the mat\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for code in re.findall(r"(?ms)^```python\n(.*?)^```", README):
        exec(code, {})
        assert capsys.readouterr().out


def test_the_readme_has_a_verdict_as_it_is_printed():
    assert re.findall(r"(?ms)^```text\n(.*?)^```", README) == [message_about(clip_by_sum, "count_clip") + "\n"]


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


def graded(cells):
    """What nbgrader knows of the cells that give points."""
    known = [cell["metadata"].get("nbgrader", {}) for cell in cells]
    return [one for one in known if one.get("grade")]


@cache
def told():
    """What the pages say with a number in it, by the page: each number comes from where it is made."""
    minutes = [int(re.search(r"Time:\*\* (\d+)", source(load(path)["cells"][0]))[1]) for path in NOTEBOOKS]
    words = "the " * 7
    share = f"{count_clip(words.split(), CAT_REFERENCES).total()}/{len(words.split())}"
    licence = CITATION["license"][1].removeprefix("CC-BY-")
    speed = json.loads(bench.RESULTS.read_text(encoding="utf-8"))
    sizes = [run["segments"] for run in json.loads(measured.MEASURED.read_text(encoding="utf-8"))["scale"]["runs"]]
    [nbgrader] = [one for one in front_door.requirements(front_door.GRADING) if one.startswith("nbgrader==")]
    gigabytes = Limits.megabytes // 1024
    configured = (ROOT / "notebooks" / "assignments" / "nbgrader_config.py").read_text(encoding="utf-8")
    [seconds, of_all] = re.findall(r"(?:c\.Execute\.timeout = |notebook_seconds=)(\d+)", configured)
    sets = [load(path)["cells"] for path in sorted((ROOT / "notebooks" / "assignments").glob("source/*/*.ipynb"))]
    needs = [
        re.search(r"# Problem set (\d+): (.+)\n\nYou need lessons 01 to (\d+)\.", source(cells[0])).groups()
        for cells in sets
    ]
    points = [sum(one["points"] for one in graded(cells)) for cells in sets]
    by_hand = [sum(one["points"] for one in graded(cells) if one["solution"]) for cells in sets]
    return {
        "README.md": [
            f'| why "{words.strip()}" gets {share} |',
            f"| {in_words(len(_METHODS) - 1)} ways to replace a zero |",  # NLTK's method 0 puts nothing there
            "| the harmonic mean, F-beta, 0/0 |",
            f"A lesson takes {min(minutes)} to {max(minutes)} minutes.",
            *re.findall(
                r"The short road to BLEU takes \d+: in the lessons 01 to 05", README
            ),  # test_lesson_shape.py, too
            *re.findall(r"The first set-up takes [\w ]+\.", README),  # test_set_up.py has this one
            *re.findall(r"\(about \d+ MB for the lessons\)", README),  # du -sh .environment, after a first `lab`
            f"you need Python {PROJECT['requires-python'].removeprefix('>=')} or later",
            f"After {in_words(TRIES_TO_A_HINT)} different wrong tries it gives a hint, "
            f"after {in_words(TRIES_TO_A_NEIGHBOUR)} it solves a smaller task",
            f"in tested notebooks*, {CITATION['date-released'].year}, ",
            f"[CC BY {licence}]",
            bench.in_words(speed),
        ],
        "CONTRIBUTING.md": [
            f"The cell must be at most {in_words(NEAR)} cells before or after the text",
            ": two or three exercises",  # test_exercises.py has this one
            f"{WORDS_PER_MINUTE} words of prose per minute, {LINES_PER_MINUTE} lines of code per minute",
            f"one minute per prediction and {MINUTES_PER_EXERCISE} minutes per exercise",
        ],
        "docs/architecture.md": ["for each order, and two lengths"],
        "docs/instructors.md": [
            *(f"| `ps{number}` {title} | [{lesson}](" for number, title, lesson in needs),
            *(title for _, title, _ in needs),
            *(f" | {number} | " for number in points),
            *(f"({number} points) that you grade by hand |" for number in by_hand),
            f"The text is under CC BY {licence}:",
            f"You need nbgrader {nbgrader.removeprefix('nbgrader==')}, unmodified",
            f"to read and to write ({Limits.disk_megabytes} MB, ",
            f"no process but its own: {Limits.processes} at most, with {gigabytes} GB of memory for each",
            f"{seconds} seconds for a cell, but {of_all} for all of the student's own cells together",
            f"may have {preflight.MOST_FILES} files with {preflight.MOST_MEGABYTES} MB together",
            f"a notebook {preflight.MOST_CELLS} cells with {preflight.MOST_CODE:,} characters of code",
            f"is 0 if there is nothing to look at, {command.LOOK_AT} if there is something, ",
            f"and {command.NOTHING_GRADED} if nothing was graded. 1 means that the program itself failed.",
            f"more than {MAX_SECONDS:.0f} seconds for the chosen inputs and {ENOUGH_DRAWN} drawn ones",
            f"Of what a cell prints, {MOST_CHARACTERS:,} characters are kept.",
        ],
        "docs/maintainers.md": [
            f"{SETTINGS['tool']['coverage']['report']['fail_under']} of 100 lines and branches of the package",
            f"python3 run.py scale {' '.join(map(str, sizes))} --save",
            f"needs a Java {scale.JAVA} or later",
            f"letters at least {drawings.LEAST} pixels high on a phone",
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


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/instructors.md", "docs/maintainers.md"]
)
def test_a_page_has_no_number_that_comes_from_nowhere(name):
    """What stands in code is an example, and what a picture or a link says is held elsewhere."""
    text = re.sub(r"\]\((?:[^()\s]|\([^()]*\))*\)", "]", (ROOT / name).read_text(encoding="utf-8"))
    for one in told().get(name, []):
        text = text.replace(one, "")
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`|\[[^\[\]]*\]|<[^>]+>|^\d+\. |^\| \d\d ", "", text)
    words = "|".join(map(in_words, range(2, 11)))
    numbers = re.findall(rf"(?i)(?<![\w-])\d[\d.,/]*(?<![.,])|\b(?:{words})\b", text)
    assert [number for number in numbers if number != "0"] == []
