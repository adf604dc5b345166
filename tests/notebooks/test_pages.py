"""What the repository's pages promise: links and commands work, and examples print what they show."""

import importlib.util
import re
import subprocess
import tomllib

import address
import commands
import learn
import pytest
import yaml
from notebook_rules import NOTEBOOKS, ROOT, load, source
from students import message_about
from students.clipping import clip_by_sum

from bleu_helpers.language import set_language
from exercise_checker import messages

OF_DISTRIBUTIONS = [page for tests in ROOT.glob("*/tests") for page in tests.parent.glob("*.md")]
PAGES = sorted([*ROOT.glob("*.md"), *OF_DISTRIBUTIONS, *(ROOT / "docs").glob("*.md")])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def anchors(text):
    """Return the anchors that GitHub creates for the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, *NOTEBOOKS, *sorted(ROOT.glob(learn.place("*.ipynb", "*")))], ids=str)
def test_the_links_of_a_page_or_notebook_lead_somewhere(page):
    text = address.HIDDEN_BLOCK.sub("", page.read_text(encoding="utf-8"))
    if page.suffix == ".ipynb":
        text = "\n".join(source(cell) for cell in load(page)["cells"] if cell["cell_type"] == "markdown")
    for link in re.findall(r"""(?:\]\(|(?:href|src|srcset)=")(?!https?:)([^)\s"]+)[)"]""", text):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link} does not exist"
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), f"{link} is not a heading"


@every_page
def test_the_commands_on_a_page_exist(page):
    text = page.read_text(encoding="utf-8")
    assert {*re.findall(r"python3? run\.py (\w+)", text)} <= commands.COMMANDS.keys()
    for script in re.findall(r"python3? (?:run\.py python )?((?:tools|data_sources)/[\w.]+)", text):
        assert (ROOT / script).is_file()
    for module in re.findall(r"python -m (bleu_helpers[\w.]*)", text):
        assert importlib.util.find_spec(module) is not None


def test_the_commands_of_the_readme_exist_in_a_folder_with_the_files(tmp_path):
    readme = learn.readme()
    [clone] = re.findall("`(git clone .*?)`", readme)
    [commands] = re.findall(r"(?ms)^```sh\n(.*?)^```", readme)
    subprocess.run(["sh", "-ec", clone.replace("{repository}", str(ROOT))], cwd=tmp_path, check=True)
    script = re.sub(r"(?m)^python3 (\S+) \w+", r"test -f \1", commands)
    subprocess.run(["sh", "-ec", script], cwd=tmp_path / "bleu-from-scratch", check=True)


@pytest.mark.parametrize("language", learn.LANGUAGES)
def test_the_readme_quotes_a_verdict_as_it_is_printed(language, monkeypatch):
    monkeypatch.setattr(messages, "_translations", {})
    set_language(language)
    readme = (ROOT / ("README.md" if language == "en" else f"README.{language}.md")).read_text(encoding="utf-8")
    assert re.findall(r"(?ms)^```text\n(.*?)^```", readme) == [message_about(clip_by_sum, "count_clip") + "\n"]


def test_the_readme_links_to_every_page():
    for page in set(PAGES) - {ROOT / "README.md"}:
        assert f"]({page.relative_to(ROOT).as_posix()})" in README


def test_the_citation_and_the_licence_are_those_of_this_version():
    assert CITATION["version"] == PROJECT["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert PROJECT["version"] in changes
    assert ("date-released" in CITATION) == (f"\n## {PROJECT['version']}" in changes)
    assert f"[{CITATION['license'][1].replace('CC-BY-', 'CC BY ')}]" in README


def test_only_lessons_08_and_17_need_numpy_as_the_readme_says():
    cells = {path.stem[:2]: learn.for_learners(load(path)["cells"]) for path in NOTEBOOKS}
    assert [number for number in cells if any("import numpy" in source(cell) for cell in cells[number])] == ["08", "17"]


def all_before(lesson, graph):
    """Return the lessons that a lesson builds on, directly or through others."""
    return graph[lesson].union(*(all_before(earlier, graph) for earlier in graph[lesson]))


def test_the_instructors_page_says_what_each_lesson_builds_on_as_the_lessons_do():
    page = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
    graph = {
        row: set(re.findall(r"\[(\d\d)\]", earlier)) for row, earlier in re.findall(r"(?m)^\| (\d\d) \| (.+?) \|", page)
    }
    needs = [re.search(r"\*\*You need:\*\*.*", source(load(path)["cells"][0]))[0] for path in NOTEBOOKS]
    stated = {path.stem[:2]: set(re.findall(r"\]\((\d\d)_", need)) for path, need in zip(NOTEBOOKS, needs, strict=True)}
    assert {row: all_before(row, graph) for row in graph} == {row: all_before(row, stated) for row in graph}


def test_the_instructors_page_lists_the_problem_sets():
    page = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
    paths = sorted((ROOT / "notebooks" / "assignments").glob("source/*/*.ipynb"))
    first_line = r"# Problem set (\d+): (.+)\n\nYou need lessons 01 to (\d+)\."
    sets = [re.search(first_line, source(load(path)["cells"][0])).groups() for path in paths]
    assert re.findall(r"(?m)^\| `ps(\d+)` (.+?) \| \[(\d+)\]\(", page) == sets


@every_page
def test_a_link_names_its_lesson_and_its_year(page):
    text = page.read_text(encoding="utf-8")
    for lesson, file in re.findall(r"\[(?:[Ll]esson )?(\d+)[^\]]*\]\((?:\.\./)?notebooks/(\w+)\.ipynb\)", text):
        assert file.startswith(f"{lesson}_")
    for year, paper in re.findall(r"\[[^\]]* (\d{4})\]\(https://aclanthology\.org/[A-Z](\d\d)-", text):
        assert year.endswith(paper)
