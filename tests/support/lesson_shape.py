"""The rules for the shape of a lesson: predictions that can be made, questions with reasons, a length to be read.

Each is a function that lists what is wrong, as those in notebook_rules.
"""

import ast
import re
from collections.abc import Iterator

import address
import learn
from notebook_rules import ROOT, cell_name, code, code_cells, source, texts

README = ROOT / "README.md"
GUESS = "guess = None"
"""How the cell begins that has a place for the reader's answer."""
EXERCISES, QUESTIONS, RECAP, APPENDIX = "Try it", "Three questions", "What we have so far", "Appendix"
"""What the headings of a lesson's last four parts have in them, in this order."""
SECOND_OPINIONS = ["Mistakes in the sources", "Agreement"]
"""The headings inside the appendix that every lesson has, in this order."""
TITLES = {
    name: title
    for title, name in re.findall(
        r"(?m)^\| (\d\d [^|]+) \|[^|]+\| \[read\]\(notebooks/(\w+\.ipynb)\)", README.read_text(encoding="utf-8")
    )
}
"""The lessons in the order of the README, each with its title."""
MOST_CELLS = 28
"""The most cells on the way to the exercises, or to what is more, beside the one or two of the set-up."""
KNOB = r"# A knob: .+\nfrom bleu_helpers\.display import knobs\n\nknobs\.\w+\(.*\)"
"""The cell of a knob: what a reader can do, and one call."""
DECIMAL = r"\d+\.\d{2,}"
"""An answer so special that whoever has read it in an earlier lesson knows it again."""
SPECIAL = r"\d+\.\d+|[2-9]\d|\d{3,}"
"""An answer that stands nowhere before its question; a small whole number may stand anywhere."""
MORE = "More:"
"""How the headings begin below which stands what no later lesson needs."""
WORDS_PER_MINUTE, LINES_PER_MINUTE, MINUTES_PER_GUESS, MINUTES_PER_EXERCISE, MINUTES_PER_QUESTION = 100, 10, 1, 10, 1
"""How fast a reader whose first language is not English reads prose, runs code and reads its output, makes a
prediction, writes a function, and answers a question. Two readers took about 50 minutes for the short road, and a third
one estimated 55 to 76 minutes for each of lessons 05, 06, 08, 12, 13 and 15."""
ARRAYS = re.compile(r"\bnp\.|\baxis=|\[[^\]]*:,|, :\]|\bNone\]")
"""A line of code with this works on whole arrays. It takes as long as two others."""


def heading(cell: dict) -> str:
    """The heading in a cell, or nothing."""
    match = re.search(r"^## (.+)$", source(cell), re.MULTILINE) if cell["cell_type"] == "markdown" else None
    return match[1] if match else ""


def part(notebook: dict, name: str) -> list[dict]:
    """The cells of one of the last parts, from its heading to the next."""
    cells = notebook["cells"]
    starts = [place for place, cell in enumerate(cells) if name in heading(cell)]
    if not starts:
        return []
    ends = [place for place in range(starts[0] + 1, len(cells)) if heading(cells[place])]
    return cells[starts[0] : ends[0] if ends else None]


def way(notebook: dict) -> list[dict]:
    """The cells before the exercises: what a learner goes through before the recap."""
    cells = learn.for_learners(notebook["cells"])
    return cells[: next((place for place, cell in enumerate(cells) if EXERCISES in heading(cell)), len(cells))]


def short_road(notebook: dict) -> list[dict]:
    """The cells that later lessons build on: those before the first heading that begins with "More:"."""
    cells = way(notebook)
    return cells[: next((place for place, cell in enumerate(cells) if heading(cell).startswith(MORE)), len(cells))]


def minutes(cells: list[dict]) -> float:
    """Estimate how long it takes to read and run the cells, to make the predictions, and to do the exercises."""
    written = [source(cell) for cell in cells if cell["cell_type"] == "code" and "%pip" not in source(cell)]
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
    """How many words of prose the cells have: without addresses, formulas and the bars of tables."""
    prose = "\n".join(source(cell) for cell in cells if cell["cell_type"] == "markdown")
    for hidden in (r"\]\(.*?\)", r"\$\$.+?\$\$", r"\$[^$]+\$", r"</?\w+>"):
        prose = re.sub(hidden, " ", prose, flags=re.DOTALL)
    return sum(bool(re.search(r"\w", word)) for word in prose.split())


def most_words(path) -> int:
    """How many words the part that everyone needs may have: more from lesson 08 on."""
    return 1000 if int(path.stem[:2]) < 8 else 1450


def is_no_longer_than_a_lesson(path, notebook) -> Iterator[str]:
    cells = [cell for cell in short_road(notebook) if not re.search(r"(?m)^ +%pip", source(cell))]
    if len(cells) > MOST_CELLS:
        yield f"there are {len(cells)} cells before the exercises or what is more, not {MOST_CELLS} or fewer"
    if words(cells) > most_words(path):
        yield f"there are {words(cells)} words before the exercises or what is more, not {most_words(path)} or fewer"


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
        yield f"the appendix has not the headings {' and '.join(SECOND_OPINIONS)}, in this order"


def has_its_title_and_numbers(path, notebook) -> Iterator[str]:
    if path.name not in TITLES:
        yield "it has no row in the README's table of lessons: run `python3 run.py learn`"
        return
    prose = "\n".join(source(cell) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    if source(notebook["cells"][0]).partition("\n")[0] != f"# {TITLES[path.name]}":
        yield f"its title is not the one of the README, {TITLES[path.name]!r}: run `python3 run.py learn`"
    numbers = re.findall(r"^## (\d+)\. ", prose, re.MULTILINE)
    if numbers != [str(number) for number in range(1, len(numbers) + 1)]:
        yield f"its sections have the numbers {', '.join(numbers)}"
    for text, name in re.findall(r"\[(\d\d\b[^\]]*)\]\((\w+\.ipynb)\)", prose):
        if text not in (name[:2], TITLES.get(name)):
            yield f"it calls {name} {text!r}, not {TITLES.get(name)!r}"
    following = [*TITLES, ""][[*TITLES].index(path.name) + 1]
    if re.findall(r"\*\*Next:\*\* \[[^\]]*\]\((\w+\.ipynb)\)", prose) not in ([], [following]):
        yield f"its **Next:** does not lead to {following or 'any'} lesson, or is there twice"


def says_who_comes_first(path, notebook) -> Iterator[str]:
    """The candidate comes first here. In NLTK it does not, and who is not told so gets wrong numbers from it."""
    asks_nltk = any("nltk.translate" in source(cell) for cell in code_cells(notebook))
    if asks_nltk and not any("**the references first**" in source(cell) for cell in notebook["cells"]):
        yield "it compares with NLTK, and does not say that NLTK takes **the references first**"


def asks_what_can_be_answered(path, notebook) -> Iterator[str]:
    cells = notebook["cells"]
    asked = [place for place, cell in enumerate(cells) if "**Predict" in source(cell)]
    for place in asked:
        question, place_for_it, told = (*cells[place : place + 3], {}, {})[:3]
        last = source(question).split("\n\n")[-1]
        if "**Predict:**" not in last or "?" not in last:
            yield f"{cell_name(question)}: a cell with a prediction ends with it: **Predict:** and a question"
        if not place_for_it or not source(place_for_it).startswith(GUESS + "  # "):
            yield f"{cell_name(question)}: after a prediction comes a cell `{GUESS}  # and what to put there`"
        if not told or told["cell_type"] != "code" or not re.search(r"(?s)\breveal\(.+, guess[,)]", source(told)):
            yield f"{cell_name(question)}: two cells after a prediction comes `reveal(answer, guess)`"
    guesses = sum(source(cell).startswith(GUESS) for cell in cells)
    if not 3 <= len(asked) <= 4 or guesses != len(asked):
        yield f"it has {len(asked)} predictions and {guesses} places for an answer, not three or four of each"
    if any("guess = " in source(cell) and not source(cell).startswith(GUESS) for cell in cells):
        yield "the record has a guess in it"
    for cell in learn.learners_copy(path.name, notebook).cells:
        if learn.FOLDED in source(cell) and "**Predict" in source(cell).partition("</details>")[0]:
            yield f"{cell_name(cell)}: end what follows from the answer, with a heading or a line ---, before it"


def answers(notebook: dict) -> Iterator[tuple[int, str]]:
    """The place of each prediction, and what the record says is its answer."""
    for place, cell in enumerate(notebook["cells"]):
        if source(cell).startswith(GUESS):
            told = "\n".join(texts(notebook["cells"][place + 1]))
            yield place, (re.findall(r"^answer: (.+)$", told, re.MULTILINE) or [""])[-1]


def tells_no_answer_before(path, notebook) -> Iterator[str]:
    """What a learner can read before a guess, the code that will tell included, has neither the number nor the word."""
    cells = notebook["cells"]
    for place, answer in answers(notebook):
        asks, tells = cell_name(cells[place]), cells[place + 1]
        if not answer:
            yield f"{cell_name(tells)} tells no answer: run `python3 run.py refresh {path.name}` first"
            return
        revealed = [one.args[0] for one in ast.walk(code(tells)) if called(one) == "reveal"]
        if any(isinstance(one, ast.Constant) for one in revealed):
            yield f"{cell_name(tells)} has the answer written in it, and does not compute it"
        choices = set(re.findall(r'"([^"]+)"', source(cells[place])))
        if "yes" in choices:
            yield f"{asks} asks for yes or no, and an example in the code below tells which"
        named = choices & {one.value for one in ast.walk(code(tells)) if isinstance(one, ast.Constant)}
        if answer in named and named != choices:
            yield f"{cell_name(tells)} names {answer!r}, and not all that {asks} lets one choose from"
        constants = [one.value for one in ast.walk(code(tells)) if isinstance(one, ast.Constant)]
        numbers = re.findall(r"\d+/\d+", " ".join(one for one in constants if isinstance(one, str)))
        asserted = [
            one for node in ast.walk(code(tells)) if isinstance(node, ast.Assert) for one in ast.walk(node.test)
        ]
        numbers += [
            str(one.value)
            for one in asserted
            if isinstance(one, ast.Constant) and type(one.value) is int and one.value > 9
        ]
        for number in numbers:
            if number not in source(cells[place - 1]):
                yield f"{cell_name(tells)} has {number} written in it, and its question does not say that"
        if re.fullmatch(SPECIAL, answer):
            number = rf"(?<![\d.,]){re.escape(answer)}(?!\d|[.,]\d)"
            read_before = [(cell, (source(cell), *texts(cell))) for cell in cells[:place]]
            for cell, read in [*read_before, (tells, (source(tells),))]:
                if any(re.search(number, text) for text in read):
                    yield f"{cell_name(cell)} has {answer} in it, which {asks} asks for"


def called(node: ast.AST) -> str:
    """The name of the function that a part of a cell's code calls."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def needs_nothing_of_what_is_more(path, notebook) -> Iterator[str]:
    """Whoever takes the short road can run the exercises, the questions and the recap."""
    road, whole = short_road(notebook), learn.for_learners(notebook["cells"])
    more, rest = whole[len(road) : len(way(notebook))], whole[len(way(notebook)) :]
    only_there = bound(more) - bound(road) - bound(rest)
    for cell in code_cells({"cells": rest}):
        for name in sorted({one.id for one in ast.walk(code(cell)) if isinstance(one, ast.Name)} & only_there):
            yield f"{cell_name(cell)} uses {name}, which only a cell under a heading that begins with {MORE!r} has made"


def needs_nothing_that_is_left_out(path, notebook) -> Iterator[str]:
    """A learner's copy runs without the cells that only the tests need."""
    kept = learn.for_learners(notebook["cells"])
    only_there = bound([cell for cell in notebook["cells"] if cell not in kept]) - bound(kept)
    for cell in code_cells({"cells": kept}):
        for name in sorted({node.id for node in ast.walk(code(cell)) if isinstance(node, ast.Name)} & only_there):
            yield f"{cell_name(cell)} uses {name}, which only a cell that learners do not get has made"


def has_no_long_cell(path, notebook) -> Iterator[str]:
    """Beside the set-up and the pictures, no cell has more lines than a learner can take in at once."""
    most = 12 if int(path.stem[:2]) < 6 else 20
    for cell in code_cells({"cells": learn.for_learners(notebook["cells"])}):
        lines = sum(bool(line.strip()) for line in source(cell).splitlines())
        if lines > most and "%pip" not in source(cell) and "plots." not in source(cell):
            yield f"{cell_name(cell)} has {lines} lines, not {most} or fewer: split it, or tag it {learn.RECORD!r}"


def bound(cells: list[dict]) -> set[str]:
    """The names that the code of some cells makes."""
    names = set()
    for node in (node for cell in code_cells({"cells": cells}) for node in ast.walk(code(cell))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name)
    return names


def says_how_long_it_takes(path, notebook) -> Iterator[str]:
    """To three minutes for the lesson, and to one for its short road, where it has one."""
    said = re.search(r"\*\*Time:\*\* (\d+) minutes(?:, (\d+) on the short road)?\.", source(notebook["cells"][0]))
    whole, road = minutes(learn.for_learners(notebook["cells"])), minutes(short_road(notebook))
    has_road = len(short_road(notebook)) < len(way(notebook))
    near = said and int(said[1]) % 5 == 0 and abs(int(said[1]) - whole) <= 3 and bool(said[2]) == has_road
    if not near or (has_road and abs(int(said[2]) - road) > 1):
        expected = f"**Time:** {5 * round(whole / 5)} minutes{f', {road:.0f} on the short road' if has_road else ''}."
        until = (
            f"of the learner's copy, and for the short road of those up to the first heading that begins with {MORE!r}"
        )
        yield f"the first cell does not say about {expected!r}, as computed from the cells {until}"


def has_three_questions_with_reasons(path, notebook) -> Iterator[str]:
    questions = [cell for cell in part(notebook, QUESTIONS) if "**Question" in source(cell)]
    if [re.findall(r"\*\*Question (\d)\.\*\*", source(cell)) for cell in questions] != [["1"], ["2"], ["3"]]:
        yield "it has not three questions, each in a cell of its own: **Question 1.** and so on"
    for number, cell in enumerate(questions, 1):
        choices = re.findall(
            r"^<details>\n<summary>(.+?)</summary>\n\n(.+?)\n\n</details>$", source(cell), re.MULTILINE | re.DOTALL
        )
        if not 3 <= len(choices) <= 4 or len(choices) != source(cell).count("<details"):
            yield f"question {number} has {len(choices)} choices; expected: three or four, each folded in <details>"
        reasons = [re.match(r"(Yes|No)\. \S", why) for _, why in choices]
        if sorted(reason[1] if reason else "" for reason in reasons) != [*["No"] * (len(choices) - 1), "Yes"]:
            yield f"question {number}: one reason begins with 'Yes.' and each other with 'No.', and each goes on"


def has_each_knob_below_its_figure(path, notebook) -> Iterator[str]:
    """A knob draws a figure again and is silent in the record, so the figure stands above it, and nothing beside it."""
    before = ""
    for cell in code_cells(notebook):
        for figure in re.findall(r"\bknobs\.(\w+)\(", source(cell)):
            if f"plots.{figure}(" not in before:
                yield f"the knob {figure} does not stand in the next cell of code after its figure"
            if not re.fullmatch(KNOB, source(cell)):
                yield f"the cell of the knob {figure} has not the form: # A knob: what to do, the import, the one call"
        before = source(cell)


def links_the_glossary(path, notebook) -> Iterator[str]:
    if f"https://github.com/{address.blob()}/docs/glossary.md" not in source(notebook["cells"][0]):
        yield "the first cell has no link to the glossary"
