"""The rules for the structure of a lesson: its length, its parts, its predictions and its questions.

Like the rules in notebook_rules, each of them is a function that lists what is wrong.
"""

import ast
import itertools
import re
from collections.abc import Iterable, Iterator

import learn
from notebook_rules import NOTEBOOKS, cell_name, code, code_cells, load, source, texts

GUESS = "guess = None"
"""The beginning of a cell in which the reader enters an answer."""
EXERCISES, QUESTIONS, RECAP, APPENDIX = "Try it", "Three questions", "What we have so far", "Appendix"
"""The words by which the headings of a lesson's last four parts are recognised, in their order."""
SECOND_OPINIONS = ["Mistakes in the sources", "Agreement"]
"""The headings that the appendix of every lesson contains, in this order."""
TITLES = {path.name: source(load(path)["cells"][0]).partition("\n")[0].removeprefix("# ") for path in NOTEBOOKS}
"""The title of each lesson, in their order."""
DECIMAL = r"\d+\.\d{2,}"
"""An answer that a reader would recognise from an earlier lesson."""
SPECIAL = r"\d+\.\d+|[2-9]\d|\d{3,}"
"""An answer that must not occur before its question. A small whole number may occur anywhere."""
MORE = "More:"
"""The beginning of the headings of all sections that no later lesson needs."""
WORDS_PER_MINUTE, LINES_PER_MINUTE, MINUTES_PER_GUESS, MINUTES_PER_EXERCISE, MINUTES_PER_QUESTION = 100, 10, 1, 10, 1
"""The time that a reader whose first language is not English needs to read prose, to run code and read its output, to
make a prediction, to write a function, and to answer a question. Two readers took about 50 minutes for the short road
without its exercises, and a third one estimated 55 to 76 minutes for each of lessons 05, 06, 08, 12, 13 and 15."""
MOST_MINUTES, MOST_MINUTES_ON_THE_ROAD = 70, 25
ARRAYS = re.compile(r"\bnp\.|\baxis=|\[[^\]]*:,|, :\]|\bNone\]")
"""The signs of a line of code that works on whole arrays. Such a line takes as long to read as two others."""


def heading(cell: dict) -> str:
    """Return the heading in a cell, or an empty string."""
    match = re.search(r"^## (.+)$", source(cell), re.MULTILINE) if cell["cell_type"] == "markdown" else None
    return match[1] if match else ""


def part(notebook: dict, name: str) -> list[dict]:
    """Return the cells of one of the last parts, from its heading up to the next one."""
    cells = itertools.dropwhile(lambda cell: name not in heading(cell), notebook["cells"])
    return [*itertools.islice(cells, 1), *itertools.takewhile(lambda cell: not heading(cell), cells)]


def way(notebook: dict) -> list[dict]:
    """Return the cells of the learner's copy that come before the questions."""
    cells = learn.for_learners(notebook["cells"])
    return [*itertools.takewhile(lambda cell: QUESTIONS not in heading(cell), cells)]


def short_road(notebook: dict) -> list[dict]:
    """Return the cells before the first heading that begins with "More:"; later lessons build only on these."""
    return [*itertools.takewhile(lambda cell: not heading(cell).startswith(MORE), way(notebook))]


def minutes(cells: list[dict]) -> float:
    """Estimate how long it takes to read and run the cells, to make the predictions, and to do the exercises."""
    _, *rest = (source(cell) for cell in cells if cell["cell_type"] == "code")
    written = [text for text in rest if "%pip" not in text]
    lines = [line for text in written for line in text.splitlines() if line.strip()]
    of_code = len(lines) + sum(bool(ARRAYS.search(line)) for line in lines)
    guesses = sum(text.startswith(GUESS) for text in written)
    exercises = sum("raise NotImplementedError" in text for text in written)
    questions = sum("**Question" in source(cell) for cell in cells)
    return (
        words(cells) / WORDS_PER_MINUTE
        + of_code / LINES_PER_MINUTE
        + guesses * MINUTES_PER_GUESS
        + exercises * MINUTES_PER_EXERCISE
        + questions * MINUTES_PER_QUESTION
    )


def words(cells: list[dict]) -> int:
    """Count the words of prose in the cells, without addresses, formulas and the bars of tables."""
    prose = "\n".join(source(cell) for cell in cells if cell["cell_type"] == "markdown")
    for hidden in (r"\]\(.*?\)", r"\$\$.+?\$\$", r"\$[^$]+\$", r"</?\w+>"):
        prose = re.sub(hidden, " ", prose, flags=re.DOTALL)
    return sum(bool(re.search(r"\w", word)) for word in prose.split())


def has_an_exercise_on_the_road_to_bleu(path, notebook) -> Iterator[str]:
    number = sum("raise NotImplementedError" in source(cell) for cell in short_road(notebook))
    if int(path.stem[:2]) < 6 and number != 1:
        yield f"{number} exercises come before the first heading that begins with {MORE!r}; expected: one"


def has_its_parts_in_order(path, notebook) -> Iterator[str]:
    headings = [heading(cell) for cell in notebook["cells"]]
    found = []
    for name in (EXERCISES, QUESTIONS, RECAP, APPENDIX):
        places = [place for place, text in enumerate(headings) if name in text]
        if len(places) != 1:
            yield f"expected one heading that contains {name!r}; the headings are: {'; '.join(filter(None, headings))}"
        found += places
    if found != sorted(found):
        yield f"the last parts are not in the order {EXERCISES}, {QUESTIONS}, {RECAP}, {APPENDIX}"
    appendix = re.findall(r"^### (.+)$", "\n".join(map(source, part(notebook, APPENDIX))), re.MULTILINE)
    if [text for text in appendix if text in SECOND_OPINIONS] != SECOND_OPINIONS:
        yield f"the appendix does not have the headings {' and '.join(SECOND_OPINIONS)}, in this order"


def has_its_numbers_and_names_other_lessons(path, notebook) -> Iterator[str]:
    prose = "\n".join(source(cell) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    numbers = re.findall(r"^## (\d+)\. ", prose, re.MULTILINE)
    if numbers != [str(number) for number in range(1, len(numbers) + 1)]:
        yield f"its sections are numbered {', '.join(numbers)}"
    for text, name in re.findall(r"\[(\d\d\b[^\]]*)\]\((\w+\.ipynb)\)", prose):
        if text not in (name[:2], TITLES.get(name)):
            yield f"it calls {name} {text!r}, not {TITLES.get(name)!r}"
    following = [*TITLES, ""][[*TITLES].index(path.name) + 1]
    if re.findall(r"\*\*Next:\*\* \[[^\]]*\]\((\w+\.ipynb)\)", prose) not in ([], [following]):
        yield f"its **Next:** does not lead to {following or 'any'} lesson, or occurs twice"


def says_who_comes_first(path, notebook) -> Iterator[str]:
    """The candidate comes first here but not in NLTK, and a reader who does not know this gets wrong numbers there."""
    asks_nltk = any("nltk.translate" in source(cell) for cell in code_cells(notebook))
    if asks_nltk and not any("**the references first**" in source(cell) for cell in notebook["cells"]):
        yield "it compares with NLTK, but does not say that NLTK takes **the references first**"


def asks_what_can_be_answered(path, notebook) -> Iterator[str]:
    cells = notebook["cells"]
    asked = [place for place, cell in enumerate(cells) if "**Predict" in source(cell)]
    for place in asked:
        question, guess, shown = (*cells[place : place + 3], {}, {})[:3]
        last = source(question).split("\n\n")[-1]
        if "**Predict:**" not in last or "?" not in last:
            yield f"{cell_name(question)}: a cell with a prediction must end with **Predict:** and a question"
        if not guess or not source(guess).startswith(GUESS + "  # "):
            yield f"{cell_name(question)}: the cell after a prediction must be `{GUESS}  # and what to enter`"
        if not shown or shown["cell_type"] != "code" or not re.search(r"(?s)\breveal\(.+, guess[,)]", source(shown)):
            yield f"{cell_name(question)}: the second cell after a prediction must call `reveal(answer, guess)`"
    guesses = sum(source(cell).startswith(GUESS) for cell in cells)
    if not 3 <= len(asked) <= 4 or guesses != len(asked):
        yield f"it has {len(asked)} predictions and {guesses} cells for an answer, not three or four of each"
    if any("guess = " in source(cell) and not source(cell).startswith(GUESS) for cell in cells):
        yield "the lesson contains a guess"
    for cell in learn.learners_copy(path.name, notebook).cells:
        if learn.FOLDED in source(cell) and "**Predict" in source(cell).partition("</details>")[0]:
            yield f"{cell_name(cell)}: what follows from the answer must end before this, with a heading or a line ---"


def answers(notebook: dict) -> Iterator[tuple[int, str]]:
    """Yield the position of each cell for a guess, and the answer that the lesson shows after it."""
    for place, cell in enumerate(notebook["cells"]):
        if source(cell).startswith(GUESS):
            shown = "\n".join(texts(notebook["cells"][place + 1]))
            yield place, (re.findall(r"^answer: (.+)$", shown, re.MULTILINE) or [""])[-1]


def gives_no_answer_away(path, notebook) -> Iterator[str]:
    """Neither the answer's number nor its word occurs before the guess, or in the code that computes the answer."""
    cells = notebook["cells"]
    for place, answer in answers(notebook):
        question, computed = cell_name(cells[place]), cells[place + 1]
        if not answer:
            yield f"{cell_name(computed)} shows no answer: run `python3 run.py refresh {path.name}` first"
            return
        nodes = [*ast.walk(code(computed))]
        if any(isinstance(node.args[0], ast.Constant) for node in nodes if called(node) == "reveal"):
            yield f"{cell_name(computed)} contains the answer instead of computing it"
        choices = set(re.findall(r'"([^"]+)"', source(cells[place])))
        if "yes" in choices:
            yield f"{question} asks for yes or no, and an example in the code below shows which of them is right"
        named = choices & constants(nodes, str)
        if answer in named and named != choices:
            yield f"{cell_name(computed)} contains {answer!r}, but not all the choices of {question}"
        asserted = [node for test in nodes if isinstance(test, ast.Assert) for node in ast.walk(test.test)]
        numbers = re.findall(r"\d+/\d+", " ".join(constants(nodes, str)))
        numbers += [str(number) for number in constants(asserted, int) if number > 9]
        for number in numbers:
            if number not in source(cells[place - 1]):
                yield f"{cell_name(computed)} contains {number}, which its question does not mention"
        if re.fullmatch(SPECIAL, answer):
            number = rf"(?<![\d.,]){re.escape(answer)}(?!\d|[.,]\d)"
            read_before = [(cell, (source(cell), *texts(cell))) for cell in cells[:place]]
            for cell, read in [*read_before, (computed, (source(computed),))]:
                if any(re.search(number, text) for text in read):
                    yield f"{cell_name(cell)} contains {answer}, the answer to {question}"


def constants(nodes: Iterable[ast.AST], kind: type) -> set:
    """Return the constants of this type in the nodes of a cell's code."""
    return {node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is kind}


def called(node: ast.AST) -> str:
    """Return the name of the function that a part of a cell's code calls, or an empty string."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def uses_only_names_that_the_reader_has(path, notebook) -> Iterator[str]:
    """A learner's copy runs without the cells that it leaves out, and its other sections run without those on more."""
    cells = learn.for_learners(notebook["cells"])
    left_out = [cell for cell in notebook["cells"] if cell not in cells]
    headings = itertools.accumulate(map(heading, cells), lambda last, new: new or last)
    more = [cell for cell, name in zip(cells, headings, strict=True) if name.startswith(MORE)]
    others = [cell for cell in cells if cell not in more]
    yield from names_only_in(left_out, cells, cells, "which only a cell that learners do not get defines")
    yield from names_only_in(more, others, others, f"which only a cell below a heading with {MORE!r} defines")


def names_only_in(omitted: list[dict], users: list[dict], available: list[dict], why: str) -> Iterator[str]:
    """Yield the names that a cell of `users` uses, but that only the omitted cells define."""
    missing = bound(omitted) - bound(available)
    for cell in code_cells({"cells": users}):
        for name in sorted({node.id for node in ast.walk(code(cell)) if isinstance(node, ast.Name)} & missing):
            yield f"{cell_name(cell)} uses {name}, {why}"


def has_no_long_cell(path, notebook) -> Iterator[str]:
    """Apart from the set-up and the pictures, no cell has more lines than a learner can take in at once."""
    most = 12 if int(path.stem[:2]) < 6 else 20
    for cell in code_cells({"cells": learn.for_learners(notebook["cells"])}):
        lines = sum(bool(line.strip()) for line in source(cell).splitlines())
        if lines > most and "%pip" not in source(cell) and "plots." not in source(cell):
            yield f"{cell_name(cell)} has {lines} lines, not {most} or fewer: split it, or tag it {learn.TESTS_ONLY!r}"


def bound(cells: list[dict]) -> set[str]:
    """Return the names that the code of some cells defines."""
    nodes = [node for cell in code_cells({"cells": cells}) for node in ast.walk(code(cell))]
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    names |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return names | {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}


def says_how_long_it_takes(path, notebook) -> Iterator[str]:
    """The stated time is short enough, and within three minutes of the estimate, or one minute for the short road."""
    stated = re.search(r"\*\*Time:\*\* (\d+) minutes(?:, (\d+) on the short road)?\.", source(notebook["cells"][0]))
    whole, road = minutes(learn.for_learners(notebook["cells"])), minutes(short_road(notebook))
    has_road = len(short_road(notebook)) < len(way(notebook))
    if stated and (int(stated[1]) > MOST_MINUTES or int(stated[2] or 0) > MOST_MINUTES_ON_THE_ROAD):
        yield f"it takes more than {MOST_MINUTES} minutes, or more than {MOST_MINUTES_ON_THE_ROAD} on the short road"
    near = stated and int(stated[1]) % 5 == 0 and abs(int(stated[1]) - whole) <= 3 and bool(stated[2]) == has_road
    if not near or (has_road and abs(int(stated[2]) - road) > 1):
        expected = f"**Time:** {5 * round(whole / 5)} minutes{f', {road:.0f} on the short road' if has_road else ''}."
        until = (
            f"of the learner's copy, and for the short road of those up to the first heading that begins with {MORE!r}"
        )
        yield f"the first cell must say about {expected!r}, which is computed from the cells {until}"


def has_three_questions_with_reasons(path, notebook) -> Iterator[str]:
    questions = [cell for cell in part(notebook, QUESTIONS) if "**Question" in source(cell)]
    if [re.findall(r"\*\*Question (\d)\.\*\*", source(cell)) for cell in questions] != [["1"], ["2"], ["3"]]:
        yield "it does not have three questions, each in its own cell: **Question 1.** and so on"
    for number, cell in enumerate(questions, 1):
        choices = re.findall(
            r"^<details>\n<summary>(.+?)</summary>\n\n(.+?)\n\n</details>$", source(cell), re.MULTILINE | re.DOTALL
        )
        if not 3 <= len(choices) <= 4 or len(choices) != source(cell).count("<details"):
            yield f"question {number} has {len(choices)} choices; expected: three or four, each folded in <details>"
        reasons = [re.match(r"(Yes|No)\. \S", why) for _, why in choices]
        if sorted(reason[1] if reason else "" for reason in reasons) != [*["No"] * (len(choices) - 1), "Yes"]:
            yield f"question {number}: one reason must begin with 'Yes.' and all others with 'No.', followed by a text"


def has_each_knob_below_its_figure(path, notebook) -> Iterator[str]:
    """A knob draws the figure above it again and shows nothing in the lesson, so the figure must be there."""
    before = ""
    for cell in code_cells(notebook):
        for figure in re.findall(r"\bknobs\.(\w+)\(", source(cell)):
            if f"plots.{figure}(" not in before:
                yield f"the knob {figure} is not in the next code cell after its figure"
        before = source(cell)


def links_the_glossary(path, notebook) -> Iterator[str]:
    if "](../docs/glossary.md)" not in source(notebook["cells"][0]):
        yield "the first cell has no link to the glossary"
