"""The formulas in the lessons' text: each is evaluated for many examples, and both sides must be equal.

The file of a lesson, such as bleu.toml, says below [[symbols]] what each symbol means: a function of the package, or
the counts and lengths that it works on.
A formula whose sides are bare symbols or numbers, such as `$n = 1$`, only sets a value and is not evaluated.
"""

import itertools
import math
import re
import statistics
import tomllib
from pathlib import Path

import numpy as np
import pytest
from notebook_rules import NOTEBOOKS, facts, load, source

import bleu_helpers
from bleu_helpers import cast
from bleu_helpers.corpora import small_test_set

DATA = tomllib.loads(Path(__file__).with_name("formulas.toml").read_text(encoding="utf-8"))
SEGMENTS, SYSTEMS = small_test_set.read_test_set()
PAIRS = [
    (text.split(), [reference.split() for reference in segment.references])
    for text, segment in zip(SYSTEMS["apertium"][:10], SEGMENTS, strict=False)
]
CONDITIONS = {formula for row in DATA["condition"] for formula in row["formulas"]}
EXAMPLES = [*itertools.product([*cast.SCOREBOARD, *PAIRS], (1, 2, 3, 4))]
"""Examples: a candidate, its references and an order."""
NAMES = vars(bleu_helpers) | {name: getattr(np, name) for name in ("exp", "log", "sqrt", "array")}
NAMES |= {"statistics": statistics, "pairs": PAIRS, "total": np.sum, "largest": np.max, "e": math.e}

SUBSCRIPT = r"_(?:\\text\{[^}]*\}|\\[a-z]+|\{(?:[^{}]|\{[^{}]*\})*\}|\w)"
SYMBOL = rf"(?:\\text\{{(?!if \}})[^}}]*\}}|\\(?:alpha|beta|epsilon)\b|\\bar \w|[A-Za-z])'?(?:{SUBSCRIPT})?"
NAMED = rf"({SYMBOL})|\\text\{{if \}}|\\\w+\{{cases\}}|\\[a-z]+"
SUM = rf"\\(?:sum|max){SUBSCRIPT}(?:\^\{{\w\}})?"


def formulas():
    """Return each formula in the lessons that is an equation, with its lesson and its line."""
    for path in NOTEBOOKS:
        text = "\n".join(source(cell) for cell in load(path)["cells"] if cell["cell_type"] == "markdown")
        for line in text.splitlines():
            for display, inline in re.findall(r"\$\$(.+?)\$\$|\$(.+?)\$", line):
                for formula in re.split(r"\\qquad|\\quad \(", display or inline):
                    sides = re.sub(SUM, "", formula).split("=")
                    sets_a_value = all(re.fullmatch(rf"\s*(?:{SYMBOL}|-?[\d.]+)\s*", side) for side in sides)
                    if len(sides) > 1 and (display or not sets_a_value) and formula not in CONDITIONS:
                        yield path.stem, line, formula.strip()


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


FORMULAS = [*formulas()]


@pytest.mark.parametrize("lesson, line, formula", FORMULAS, ids=[f"{lesson} {text}" for lesson, _, text in FORMULAS])
def test_both_sides_of_a_formula_are_equal(lesson, line, formula):
    sides, symbols = in_python(formula)
    assert {*re.findall(SUM, formula)} <= {*facts(lesson).get("sums", [])}
    evaluated = 0
    for names in meanings(lesson, line, formula):
        names |= {f"_{place}": names[symbol] for place, symbol in enumerate(symbols)}
        left, *others = [eval(side, names) for side in sides]
        assert all(side == left or math.isclose(side, left, rel_tol=1e-9) for side in others), (left, others)
        evaluated += 1
    assert evaluated > 2
