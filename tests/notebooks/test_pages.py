"""What the repository's pages promise: links and commands work, and every number comes from the code."""

import importlib.util
import json
import re
import subprocess
import tomllib
from unittest.mock import ANY

import bench
import drawings
import editions
import front_door
import learn
import pytest
import scale
import yaml
from lesson_shape import LINES_PER_MINUTE, MINUTES_PER_EXERCISE, WORDS_PER_MINUTE
from notebook_rules import NOTEBOOKS, ROOT, load, source
from prose import NEAR
from students import message_about
from students.clipping import clip_by_sum

from bleu_grading.inside.kernel import MAX_PRINTED
from bleu_grading.instructor import command, preflight
from bleu_grading.outside.sandbox import Limits
from bleu_helpers import count_clip
from bleu_helpers.cast import CAT_REFERENCES
from bleu_helpers.lessons.smoothing import _METHODS
from bleu_helpers.report.command import main as score_or_compare
from exercise_checker import messages
from exercise_checker._diagnosis import MIN_DRAWN
from exercise_checker._session import TRIES_TO_A_HINT, TRIES_TO_A_NEIGHBOUR
from exercise_checker.guard import MAX_SECONDS

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def anchors(text):
    """Return the anchors that GitHub creates for the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_page
def test_the_links_of_a_page_lead_somewhere(page):
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link} does not exist"
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), f"{link} is not a heading"


@every_page
def test_the_commands_on_a_page_exist(page):
    text = page.read_text(encoding="utf-8")
    assert {*re.findall(r"python3? run\.py (\w+)", text)} <= front_door.COMMANDS.keys()
    for script in re.findall(r"python3? (?:run\.py python )?((?:tools|data_sources)/[\w.]+)", text):
        assert (ROOT / script).is_file()
    for module in re.findall(r"python -m (bleu_helpers[\w.]*)", text):
        assert importlib.util.find_spec(module) is not None


def test_the_code_of_the_readme_runs_in_a_folder_with_its_files(tmp_path, monkeypatch, capsys):
    [shell] = re.findall(r"(?ms)^```sh\n(.*?)^```", README)
    address = re.search(r"https://\S+", shell)[0]
    commands = shell.replace(address, str(ROOT)).replace("python3 run.py lab", "test -f run.py")
    subprocess.run(["sh", "-ec", commands], cwd=tmp_path, check=True)
    for file in ("system.txt", "reference.txt"):
        (tmp_path / file).write_text("the cat is on the mat\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for code in re.findall(r"(?ms)^```python\n(.*?)^```", README):
        exec(code, {})
        assert capsys.readouterr().out, f"this example prints nothing: {code}"


@pytest.mark.parametrize("language", learn.LANGUAGES)
def test_the_readme_quotes_a_verdict_as_it_is_printed(language, monkeypatch):
    monkeypatch.setattr(messages, "_translations", editions.messages_of(language) if language != "en" else {})
    readme = (ROOT / ("README.md" if language == "en" else f"README.{language}.md")).read_text(encoding="utf-8")
    assert re.findall(r"(?ms)^```text\n(.*?)^```", readme) == [message_about(clip_by_sum, "count_clip") + "\n"]


def test_the_readme_quotes_the_scores_that_the_command_prints(capsys):
    commands = re.findall(r"(?ms)^```console\n\$ python3 run\.py (.+?)\n(.+?)^```", README)
    [(typed, printed)] = [command for command in commands if command[1]]
    assert score_or_compare([word.replace("bleu_helpers/", f"{ROOT}/bleu_helpers/") for word in typed.split()]) == 0
    assert capsys.readouterr().out.startswith(printed)


def test_the_readme_or_the_maintainers_page_explains_every_command():
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/maintainers.md"))
    assert set(re.findall(r"`python3 run\.py (\w+)", text)) == front_door.COMMANDS.keys()


def test_the_readme_links_to_every_page():
    for page in set(PAGES) - {ROOT / "README.md"}:
        assert f"]({page.relative_to(ROOT).as_posix()})" in README


def test_the_maintainers_page_explains_every_list_of_dependencies():
    text = (ROOT / "docs" / "maintainers.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == PROJECT["optional-dependencies"].keys()


def test_the_citation_and_the_licence_are_those_of_this_version():
    assert CITATION["version"] == PROJECT["version"]
    assert PROJECT["version"] in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"[{CITATION['license'][1].replace('CC-BY-', 'CC BY ')}]" in README


# Numbers.


def in_words(number):
    return ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")[number]


def numbers_in(text):
    """Return the numbers in the prose of a page, without those in code, in links and in pictures."""
    text = re.sub(r"\]\((?:[^()\s]|\([^()]*\))*\)", "]", text)
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`|\[[^\[\]]*\]|<[^>]+>|^\d+\. |^\| \d\d ", "", text)
    words = "|".join(map(in_words, range(2, 11)))
    numbers = re.findall(rf"(?i)(?<![\w-])\d[\d.,/]*(?<![.,])|\b(?:{words})\b", text)
    return [number for number in numbers if number != "0"]


def numbers_of_readme():
    minutes = [int(re.search(r"Time:\*\* (\d+)", source(load(path)["cells"][0]))[1]) for path in NOTEBOOKS]
    words = ["the"] * 7
    return [
        PROJECT["requires-python"].removeprefix(">="),
        f"{count_clip(words, CAT_REFERENCES).total()}/{len(words)}",  # why "the the the …" gets so much
        "0/0",
        in_words(len(_METHODS) - 1),  # ways to replace a zero: NLTK's method 0 does not replace it
        "9",  # MB for Python in a tab, as the site says next to each link to it
        min(minutes),
        max(minutes),
        *(ANY, "01", "05"),  # the minutes of the short road to BLEU: test_lesson_shape.py compares them
        "two",  # minutes for a first set-up, measured
        "430",  # MB, as `du -sh .environment` shows after a first `lab`
        in_words(TRIES_TO_A_HINT),
        in_words(TRIES_TO_A_NEIGHBOUR),
        *numbers_in(bench.in_words(json.loads(bench.RESULTS.read_text(encoding="utf-8")))),
    ]


def problem_sets():
    """Yield for each problem set its number, its title, the last lesson that it needs, and its points."""
    for path in sorted((ROOT / "notebooks" / "assignments").glob("source/*/*.ipynb")):
        cells = load(path)["cells"]
        first_line = r"# Problem set (\d+): (.+)\n\nYou need lessons 01 to (\d+)\."
        known = [cell["metadata"].get("nbgrader", {}) for cell in cells]
        graded = [entry for entry in known if entry.get("grade")]
        points = sum(entry["points"] for entry in graded), sum(entry["points"] for entry in graded if entry["solution"])
        yield *re.search(first_line, source(cells[0])).groups(), points


def numbers_for_instructors():
    configured = (ROOT / "notebooks" / "assignments" / "nbgrader_config.py").read_text(encoding="utf-8")
    [nbgrader] = [line for line in front_door.requirements(front_door.GRADING) if line.startswith("nbgrader==")]
    return [
        CITATION["license"][1].removeprefix("CC-BY-"),
        nbgrader.removeprefix("nbgrader=="),
        *(number for _, title, _, points in problem_sets() for number in (*numbers_in(title), *points)),
        *(preflight.MAX_FILES, preflight.MAX_MEGABYTES, preflight.MAX_CELLS, f"{preflight.MAX_CODE:,}"),
        *(command.LOOK_AT, command.NOTHING_GRADED, 1),  # exit codes
        *(Limits.disk_megabytes, Limits.processes, Limits.megabytes // 1024),
        *re.findall(r"(?:c\.Execute\.timeout = |notebook_seconds=)(\d+)", configured),
        *(f"{MAX_SECONDS:.0f}", MIN_DRAWN),
        f"{MAX_PRINTED:,}",
    ]


NUMBERS = {
    "README.md": numbers_of_readme,
    "CONTRIBUTING.md": lambda: [
        in_words(NEAR),
        *("two", "three"),  # exercises: test_exercises.py checks this
        *(WORDS_PER_MINUTE, LINES_PER_MINUTE, MINUTES_PER_EXERCISE),
    ],
    "docs/architecture.md": lambda: ["two"],  # lengths
    "docs/instructors.md": numbers_for_instructors,
    "docs/maintainers.md": lambda: [
        *(SETTINGS["tool"]["coverage"]["report"]["fail_under"], 100),
        scale.JAVA,
        drawings.LEAST,
        *("Two", 160, 10, 500),  # a font's name, and what test_site_files.py allows a lesson's page
    ],
}
"""The numbers in the prose of each page in their order, from the code, the settings or the measurement behind them."""


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_on_a_page_comes_from_the_code(name):
    assert numbers_in((ROOT / name).read_text(encoding="utf-8")) == [
        number if number is ANY else str(number) for number in NUMBERS[name]()
    ]


def test_the_instructors_page_lists_the_problem_sets():
    page = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^\| `ps(\d+)` (.+?) \| \[(\d+)\]\(", page) == [row[:3] for row in problem_sets()]


@every_page
def test_a_link_names_its_lesson_and_its_year(page):
    text = page.read_text(encoding="utf-8")
    for lesson, file in re.findall(r"\[(?:[Ll]esson )?(\d+)[^\]]*\]\((?:\.\./)?notebooks/(\w+)\.ipynb\)", text):
        assert file.startswith(f"{lesson}_")
    for year, paper in re.findall(r"\[[^\]]* (\d{4})\]\(https://aclanthology\.org/[A-Z](\d\d)-", text):
        assert year.endswith(paper)
