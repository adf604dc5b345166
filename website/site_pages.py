"""The generated pages of the site, made from the lessons, the package, and the pages of the repository.

Each function returns the text of a page, or a notebook. website/make_site.py writes them for Sphinx.
"""

import copy
import html
import importlib
import inspect
import os
import posixpath
import re
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import cache, partial
from pathlib import Path
from unittest.mock import patch

import address
import catalogues
import editions
import learn
import nbformat
import refresh
from lab import source

from bleu_helpers.language import translated
from exercise_checker import messages

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "bleu_helpers"

ON_GITHUB = {
    "README.md": "readme.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "bleu_helpers/README.md": "functions.md",
    "pytest_notebook_differences/README.md": "notebook-differences.md",
    "exercise_checker/README.md": "your-own-exercises.md",
    **{f"docs/{path.name}": path.name for path in sorted((ROOT / "docs").glob("*.md"))},
}
"""The pages of the repository that are also pages of the site."""
ENGLISH = learn.LANGUAGES[0]

HERE = "https://site.invalid/"
"""The beginning of a link to a page of the site, until finish_pages.py makes it relative."""

# Languages. The pages of an edition are in a folder of its own.


def lang(language: str) -> str:
    """Return the language of an edition as HTML needs it, so that a browser chooses the right letters."""
    return {"zh": "zh-CN"}.get(language, language)


def folder(language: str) -> str:
    """Return the folder of an edition in the site."""
    return "" if language == ENGLISH else f"{language}/"


@cache
def words(language: str) -> dict[str, str]:
    """Return the translations of the package's messages and of the site's own words."""
    own = catalogues.current("first_page", language)
    return editions.messages_of(language) | {entry.id: entry.string for entry in own}


def speaking(language: str) -> AbstractContextManager:
    """Set the language of all texts that are made in a `with` block."""
    return patch.object(messages, "_translations", words(language))


@cache
def lessons() -> dict[str, dict]:
    """Return each lesson by its file name."""
    return {path.name: nbformat.read(path, as_version=4) for path in learn.lessons(ROOT)}


def title(notebook: dict) -> str:
    """Return the title of a lesson, with its number."""
    return re.search(r"^# (.+)$", source(notebook["cells"][0]), re.MULTILINE)[1]


def link(lesson: str) -> str:
    """Return a link to the lesson with this number."""
    return next((f"[{lesson}]({name})" for name in lessons() if name.startswith(f"{lesson}_")), lesson)


# Links.


def relinked(text: str, page: str = "README.md", language: str = ENGLISH) -> str:
    """Make a page's pictures and links those of the site: a link leads to the site's page for a file, or to GitHub.

    Without an address on GitHub, only the words of such a link remain.

    Args:
        text: the Markdown.
        page: the path of the page in the repository.
        language: the edition; its links to pages that may be in English only begin with HERE at first.
    """
    text = address.HIDDEN_BLOCK.sub("", text)
    # Sphinx copies only pictures in Markdown syntax.
    text = re.sub(r'<img alt="([^"]*)" width="\d+" src="([^"]+)">', r"![\1](\2)", text)
    here = posixpath.dirname(page)

    def moved(match: re.Match) -> str:
        target, hash_, anchor = match[1].partition("#")
        if re.match("[a-z]+:", target) or not target:
            return match[0]
        file = posixpath.normpath(posixpath.join(here, target))
        if re.fullmatch(r"notebooks/\d\d_\w+\.ipynb|.+\.png", file):
            place = posixpath.basename(file)
        elif file in ON_GITHUB:
            place = ON_GITHUB[file]
            if language != ENGLISH:
                place = HERE + place.replace(".md", ".html")
        else:
            place = address.values().get("files", "../") + file
        return f"]({place}{hash_}{anchor})"

    return address.without_links(re.sub(r"\]\(([^)\s]+)\)", moved, text))


def on_the_site() -> dict[str, str]:
    """Return what the names in a template stand for on a page of the site, which can always link to itself."""
    return address.values() | {"site": HERE}


def door(way: str, name: str, language: str = ENGLISH) -> str:
    """Return a link button for a lesson: read it here, run it here, open it in Colab if possible, or download it."""
    colab = f"{address.values().get('colab')}{learn.place(name, language)}"
    if way == "colab" and "colab" not in address.values():
        return ""
    words, place, more = {
        "read": (translated("Read here"), name.replace(".ipynb", ".html"), ' aria-current="page"'),
        "run": (translated("Run here"), catalogues.TAB + folder(language) + name, ""),
        "colab": (translated("Open in Colab"), colab, ""),
        "download": (translated("Download"), f"download/{folder(language)}{name}", " download"),
    }[way]
    return f'<a class="door" href="{place}"{more}>{words}</a>\n'


def with_doors(text: str, doors: str) -> str:
    """Replace the Colab badge in a page's Markdown with link buttons."""
    badge = re.compile(r"^\[!\[[^]]*\]\(https://colab.*$", re.MULTILINE)
    return badge.sub(lambda _: f'<div class="doors">\n{doors}</div>', text)


# The lessons.


def reading_copy(name: str, notebook: dict, language: str = ENGLISH) -> dict:
    """Return a lesson as a page: link buttons replace the badge, and the set-up and the answers are folded."""
    page = copy.deepcopy(notebook)
    page["cells"] = learn.own_examples_first(learn.for_the_site(page["cells"]), language)
    address.complete(page["cells"], name)
    folded = learn.fold_what_follows(page["cells"])
    if language != ENGLISH:
        catalogues.translate_cells(page["cells"], name.removesuffix(".ipynb"), language)
    first, set_up, *rest = page["cells"]
    ways = "read run download colab" if language in editions.COLAB_IS_BLOCKED else "read run colab download"
    first["source"] = with_doors(source(first), "".join(door(way, name, language) for way in ways.split()))
    address.show(page["cells"], f"notebooks/{name}", on_the_site())
    if language != ENGLISH:
        with tempfile.TemporaryDirectory() as folder:
            refresh.execute_translated(page, notebook, Path(folder))
    for cell in (first, set_up, *rest):
        describe_pictures(cell, language)
        if cell["cell_type"] == "markdown":
            cell["source"] = relinked(source(cell), f"notebooks/{name}", language)
        elif cell is set_up or "%pip install" in source(cell):
            fold(cell, translated("Show the set-up"), translated("Hide the set-up"), "hide-cell")
        elif learn.ANSWER.search(source(cell)):
            fold(cell, translated("Show the answer"), translated("Hide the answer"), "answer", "hide-output")
    for cell in folded:
        if cell["outputs"]:
            fold(cell, translated("Show the output"), translated("Hide the output"), "hide-output")
    return page


def fold(cell: dict, to_open: str, to_close: str, *tags: str) -> None:
    """Fold a cell, or a part of it, under a label that opens and closes it."""
    cell["metadata"].setdefault("tags", []).extend(tags)
    cell["metadata"].setdefault("mystnb", {}).update(code_prompt_show=to_open, code_prompt_hide=to_close)


def describe_pictures(cell: dict, language: str) -> None:
    """Show the alternative text of a picture, and its title as a caption if its words are in English only."""
    for output in [*cell.get("outputs", ())]:
        if text := output.get("metadata", {}).get("image/png", {}).get("alt"):
            cell["metadata"].setdefault("mystnb", {})["image"] = {"alt": text}
            if language != ENGLISH:
                caption = f'<p class="caption">{html.escape(text.splitlines()[0])}</p>'
                cell["outputs"].append(nbformat.v4.new_output("display_data", {"text/html": caption}))


# What the checker knows.


def the_mistakes(lesson_pages: dict[str, dict]) -> str:
    """Return the page with every known mistake and its question, grouped by lesson, in the language that is set.

    Args:
        lesson_pages: the lessons in this language.
    """
    from bleu_exercises._lesson_tasks import TASKS
    from bleu_exercises.catalogue import NAMES

    text = [
        f"# {translated('The mistakes that the checker knows')}",
        translated(
            "If your function makes one of these mistakes, the check says what it does, and asks a question that "
            "helps. Some mistakes in the measures were found in public code: tutorials that the lessons correct, and "
            "functions that students wrote for another course. The others are derived from our own code, by making "
            "one choice differently. The exercises exist only here, so all mistakes in them are derived in this way."
        ),
    ]
    in_measures = {one.name for task in TASKS.values() for one in (*task.mistakes, *task.general.values())}
    head = f"| {translated('what your function does')} | {translated('the question')} |"
    is_choice = f" ({translated('the sources leave it open: the words of the task decide')})"
    for lesson in dict.fromkeys(name.lesson for name in NAMES.values()):
        file = f"{lesson}.ipynb"
        text.append(f"## {title(lesson_pages[file])}" if lesson else "## Python")
        about = translated("Treated in [the lesson]({file})." if lesson else "About Python, and treated in no lesson.")
        text.append(about.format(file=file))
        for of_measures in (True, False):
            rows = [
                f"| {cell_of(translated(name.name))}{is_choice * name.choice} "
                f"| {numbered(cell_of(translated(name.question)))} |"
                for name in NAMES.values()
                if name.lesson == lesson and (name.name in in_measures) == of_measures
            ]
            where = translated("In the measures" if of_measures else "In the exercises")
            text += ["\n".join([f"**{where}**\n", head, "| --- | --- |", *rows])] * bool(rows)
    return "\n\n".join(text) + "\n"


def cell_of(text: str) -> str:
    """Escape a text for a cell of a Markdown table."""
    parts = re.split(r"(`[^`]*`)", text.replace("\n", " "))
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_|<>\[\]$#])", r"\\\1", part) for part in parts)


def numbered(text: str) -> str:
    """Replace references such as "lesson 05" with links."""
    return re.sub(r"\blesson (\d\d)\b", lambda match: f"lesson {link(match[1])}", text)


# The helpers.


def modules() -> dict[str, str]:
    """Return the number of the lesson for each module that belongs to one, such as "01" for "lessons.counting".

    The package's docstring lists them by folder, in lines such as "counting  01  words, counts, unigram precision".
    """
    import bleu_helpers

    found, within = {}, ""
    for line in bleu_helpers.__doc__.splitlines():
        if match := re.match(r"    (\w+)/ ", line):
            within = match[1]
        elif match := re.match(r"      (\w+) +(\d\d)  ", line):
            found[f"{within}.{match[1]}"] = match[2]
    return found


BESIDE_THE_LESSONS = {
    **{path.stem: (f"bleu_helpers.{path.stem}",) for path in sorted(PACKAGE.glob("[!_]*.py"))},
    "plots": ("bleu_helpers.display.plots",),
    "knobs": ("bleu_helpers.display.knobs",),
    "checks": ("bleu_exercises",),
    "grading": ("bleu_grading", "bleu_grading.instructor.authoring"),
    "checker": ("exercise_checker",),
}
"""The other public modules, by the names of their pages: the shared sentences, the data, and modules with `__all__`."""


def the_helpers() -> dict[str, str]:
    """Return the pages of the public modules, one per lesson and some others, and the list of all pages."""
    import bleu_helpers

    pages = {}
    for module, lesson in modules().items():
        name = module.split(".")[1]
        pages[f"helpers/{name}.rst"] = api_page(f"{lesson} {name}", *public_functions(f"bleu_helpers.{module}"))
    pages["helpers/report.rst"] = api_page("report", *public_functions("bleu_helpers.report"))
    of_the_display = [name for name in bleu_helpers.__all__ if ".display." in getattr(bleu_helpers, name).__module__]
    pages["helpers/display.rst"] = api_page(
        "display",
        "The display functions of every lesson, imported from `bleu_helpers`.\n\n.. currentmodule:: bleu_helpers\n",
        *(f".. autofunction:: {name}\n" for name in of_the_display),
    )
    for name, parts in BESIDE_THE_LESSONS.items():
        pages[f"helpers/{name}.rst"] = api_page(name, *map(automodule, parts))
    # The list of the modules keeps its columns.
    about = re.sub(r":\n\n(?=    )", "::\n\n", bleu_helpers.__doc__.replace("`", "``"))
    names = [place.removeprefix("helpers/").removesuffix(".rst") for place in pages]
    listed = ".. toctree::\n\n" + "".join(f"   {name}\n" for name in names)
    pages["helpers/index.rst"] = api_page("The helpers", ".. highlight:: none\n", f"{about}\n", listed)
    return pages


def api_page(heading: str, *parts: str) -> str:
    """Return a page of the helpers in Sphinx's markup."""
    return "\n".join([heading, "=" * len(heading), "", *parts])


def public_functions(module: str) -> Iterator[str]:
    """Yield the directives for a module: its docstring and classes, and its functions under their public names.

    The public functions are documented instead of the definitions, because only they check their input and document the
    errors that they raise.
    """
    import bleu_helpers

    functions = [name for name in bleu_helpers.__all__ if inspect.isfunction(getattr(bleu_helpers, name))]
    names = [name for name in functions if inspect.unwrap(getattr(bleu_helpers, name)).__module__ == module]
    without = f"   :exclude-members: {', '.join(names)}\n" if names else ""
    yield f".. automodule:: {module}\n   :members:\n{without}"
    yield ".. currentmodule:: bleu_helpers\n"
    yield from (f".. autofunction:: {name}\n" for name in names)


def automodule(module: str) -> str:
    """Return the directives that Sphinx replaces with a module's docstrings; the checker's are only on its own page."""
    import exercise_checker

    there = vars(importlib.import_module(module))
    names = [name for name in exercise_checker.__all__ if there.get(name) is getattr(exercise_checker, name)]
    without = f"   :exclude-members: {', '.join(names)}\n" if names and module != "exercise_checker" else ""
    return f".. automodule:: {module}\n   :members:\n{without}"


# The pages of the repository.


def the_glossary(language: str = ENGLISH) -> str:
    """Return the glossary, with a link from each term to its lesson."""
    text = editions.translated_page((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), "glossary", language)
    text = re.sub(r"\| (\d\d) \|$", lambda match: f"| {link(match[1])} |", text, flags=re.MULTILINE)
    return f"(glossary)=\n{text}" if language != ENGLISH else text  # its style needs the English name


def the_readme(language: str = ENGLISH) -> str:
    """Return the README with a link button instead of its badge, and with links to the site made relative."""
    english = learn.readme() if language == ENGLISH else editions.readme()
    english = re.sub(r"(?ms)## More pages\n.*?(?=^## )|^\[[^]\n]+\]\(README\.[^\n]*\n\n", "", english)
    text = editions.translated_page(english, "readme", language)
    text = address.shown(text, known=on_the_site())
    text = with_doors(text, door("colab", next(iter(lessons())), language))
    if language != ENGLISH:  # a link to a section has its English name
        names = iter(re.findall("(?m)^## (.+)$", english))
        text = re.sub("(?m)^## ", lambda _: f"({re.sub('[^a-z]+', '-', next(names).lower())})=\n## ", text)
    return relinked(text, language=language)


def contents(language: str = ENGLISH) -> str:
    """Return a page with the order of all pages for the sidebar; first_page.py later replaces it."""
    about = f"{translated('About these lessons')} <readme>"
    look_up = [about, "functions", "report", "glossary", "mistakes", "helpers/index"]
    parts = {
        translated("Lessons"): [name.removesuffix(".ipynb") for name in lessons()],
        translated("Look up"): look_up if language == ENGLISH else [about, "glossary", "mistakes"],
    }
    for_teachers = [
        "instructors",
        "your-own-exercises",
        "notebook-differences",
        "maintainers",
        "contributing",
        "architecture",
        "changelog",
    ]
    if language == ENGLISH:
        parts["For teachers and contributors"] = for_teachers
    trees = (
        "```{toctree}\n:hidden:\n:caption: " + caption + "\n\n" + "\n".join(pages) + "\n```\n"
        for caption, pages in parts.items()
    )
    return f"# {translated('BLEU from scratch')}\n\n" + "\n".join(trees)


def pages(language: str = ENGLISH) -> dict[str, str | dict]:
    """Return the pages of an edition by file name, each a text or a notebook; the language of texts has to be set."""
    with ThreadPoolExecutor(os.cpu_count()) as runs:
        copies = runs.map(partial(reading_copy, language=language), lessons(), lessons().values())
        made = dict(zip(lessons(), copies, strict=True))
    if language == ENGLISH:
        made |= {place: relinked((ROOT / page).read_text(encoding="utf-8"), page) for page, place in ON_GITHUB.items()}
        made |= the_helpers()
    return made | {
        "index.md": contents(language),
        "readme.md": the_readme(language),
        "glossary.md": the_glossary(language),
        "mistakes.md": the_mistakes(made),
    }
