"""The rule for the formulas in a lesson's text: each is evaluated for many examples, and both sides must be equal.

The file of a lesson, such as bleu.toml, says below [[facts.symbols]] what each symbol means: a function of the package,
or the counts and lengths that it works on.
A formula whose sides are bare symbols or numbers, such as `$n = 1$`, only sets a value and is not evaluated.
"""

import itertools
import math
import re
import statistics
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from notebook_rules import facts, facts_file, source

import bleu_helpers
from bleu_helpers import example_sentences
from bleu_helpers.corpora import small_test_set

DATA = tomllib.loads(Path(__file__).with_name("formulas.toml").read_text(encoding="utf-8"))
SEGMENTS, SYSTEMS = small_test_set.read_test_set()
PAIRS = [
    (text.split(), [reference.split() for reference in segment.references])
    for text, segment in zip(SYSTEMS["apertium"][:10], SEGMENTS, strict=False)
]
CONDITIONS = {formula for row in DATA["condition"] for formula in row["formulas"]}
EXAMPLES = [*itertools.product([*example_sentences.SCOREBOARD, *PAIRS], (1, 2, 3, 4))]
"""Examples: a candidate, its references and an order."""
NAMES = vars(bleu_helpers) | {name: getattr(np, name) for name in ("exp", "log", "sqrt", "array")}
NAMES |= {"statistics": statistics, "pairs": PAIRS, "total": np.sum, "largest": np.max, "e": math.e}

SUBSCRIPT = r"_(?:\\text\{[^}]*\}|\\[a-z]+|\{(?:[^{}]|\{[^{}]*\})*\}|\w)"
SYMBOL = rf"(?:\\text\{{(?!if \}})[^}}]*\}}|\\(?:alpha|beta|epsilon)\b|\\bar \w|[A-Za-z])'?(?:{SUBSCRIPT})?"
NAMED = rf"({SYMBOL})|\\text\{{if \}}|\\\w+\{{cases\}}|\\[a-z]+"
SUM = rf"\\(?:sum|max){SUBSCRIPT}(?:\^\{{\w\}})?"


def equations(notebook):
    """Yield each formula of a lesson that is an equation, with its line."""
    text = "\n".join(source(cell) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    for line in text.splitlines():
        for display, inline in re.findall(r"\$\$(.+?)\$\$|\$(.+?)\$", line):
            for formula in re.split(r"\\qquad|\\quad \(", display or inline):
                sides = re.sub(SUM, "", formula).split("=")
                sets_a_value = all(re.fullmatch(rf"\s*(?:{SYMBOL}|-?[\d.]+)\s*", side) for side in sides)
                if len(sides) > 1 and (display or not sets_a_value) and formula not in CONDITIONS:
                    yield line, formula.strip()


def in_python(formula):
    """Return the sides of a formula as Python expressions, and the TeX of each name in it."""
    text = re.sub(SUM, lambda found: r"\total " if found[0].startswith(r"\sum") else r"\largest ", formula)
    symbols = [symbol for symbol in re.findall(NAMED, text) if symbol]
    text = re.sub(NAMED, lambda found: f" _{symbols.index(found[0])}" if found[1] else found[0], text)
    for pattern, replacement in DATA["in_python"]:
        text = re.sub(pattern, replacement, text)
    tokens = re.findall(r"_\d+\(?|[a-z]+\(?|[\d.]+|\*\*|<=|\S", text)
    spaced = [
        token + (" * " if token[-1] not in "(+-*/,<>=" and following[0] not in ")+-*/,<>=" else " ")
        for token, following in itertools.pairwise([*tokens, ")"])
    ]
    return [side.strip() for side in "".join(spaced).split(" = ")], symbols


def meanings(lesson, line, formula):
    """Return the values of a formula's names for each example to which it applies."""
    tables = [table for table in facts(lesson).get("symbols", []) if table.get("line", "") in line]
    for (candidate, references), n in EXAMPLES:
        names = NAMES | {"candidate": candidate, "references": references, "n": n}
        if all(eval(table.get("where", "True"), names) for table in tables):
            for table in tables:
                for name, code in table["values"].items():
                    names[name] = eval(code, names)
            yield names


def has_formulas_with_equal_sides(path: Path, notebook: dict) -> Iterator[str]:
    for line, formula in equations(notebook):
        sides, symbols = in_python(formula)
        if unlisted := {*re.findall(SUM, formula)} - {*facts(path.stem).get("sums", [])}:
            yield f"{facts_file(path.stem)} does not list the sums {unlisted} of {formula}"
        examples = [*meanings(path.stem, line, formula)]
        if len(examples) < 3:
            yield f"{formula} applies to only {len(examples)} examples"
        for names in examples:
            names |= {f"_{place}": names[symbol] for place, symbol in enumerate(symbols)}
            left, *others = [eval(side, names) for side in sides]
            if not all(side == left or math.isclose(side, left, rel_tol=1e-9) for side in others):
                yield f"the sides of {formula} are {left}, {', '.join(map(str, others))}"
                break
