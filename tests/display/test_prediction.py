"""The comment on a reader's guess."""

import ast
from fractions import Fraction

import pytest
from lesson_shape import answers, called
from notebook_rules import NOTEBOOKS, code, facts, facts_file, load, source

from bleu_helpers import reveal


def printed(capsys, *arguments, **settings):
    reveal(*arguments, **settings)
    return capsys.readouterr().out.removesuffix("\n")


COMMENTS = {
    ", and that is right": [
        *[(17 / 18, 17 / 18), (3, 3.0), (0.5, Fraction(1, 2)), (160625, "160,625"), (0.5, 0.5), ("3", 3)],
        *[((2, 1), [2, 1]), (["a", 0.25], ["A", 1 / 4]), ("no", "no!"), ("stay", "the same"), ("sum", "“The sum”")],
        *[(12.5, "１２．５。"), *(("36 to 64", guess) for guess in ("36~64", "36-64", "36부터 64까지", "36到64"))],
    ],
    ", which is 0.25 too high": [(0.5, 0.75), (0, Fraction(1, 4)), (0.5, "3/4")],
    ", which is 25 too low": [(160625, 160600)],
    # A different number is not the rounded answer, and neither is one digit.
    ", which is 0.03333 too low": [(5 / 6, 0.8), (1 / 3, "3/10")],
    ", which is 0.04 too high": [(0.96, 1.0)],
    ", and that is right (rounded)": [
        *[(5 / 6, 0.83), (45.23, 45), (0.9003, "0.90"), (0.125, 0.13), (0.125, 0.12), (0.9, 0.897)],
        ([5 / 6, 2], [0.83, 2]),
    ],
    "such as 12 or 0.9": [
        (0.5, guess) for guess in ((0, 5), True, object, "1/0", "1e999999999", float("inf"), 10**5000)
    ],
    ", and that is not it": [
        *[("a", 1), (True, "false"), ((1, 2), (2, 1)), ((1, 2), (1, 2, 3)), ((1, 2), 1), ("a", ...), ("1", 3)],
        ("the", "a"),
    ],
}
"""The comments, and the answers with guesses that get them."""


@pytest.mark.parametrize("comment", COMMENTS)
def test_comments_on_a_guess(capsys, comment):
    for answer, guess in COMMENTS[comment]:
        line = printed(capsys, answer, guess)
        assert "    your guess: " in line and line.endswith(comment)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_prediction_accepts_only_right_answers(capsys, path):
    cells, predictions = load(path)["cells"], facts(path.stem).get("predictions", [])
    found = [*answers({"cells": cells})]
    assert len(found) == len(predictions), f"predictions in {facts_file(path.stem)} must have one row per prediction"
    for (place, shown), typed in zip(found, predictions, strict=True):
        [call] = [node for node in ast.walk(code(cells[place + 1])) if called(node) == "reveal"]
        settings = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
        is_number = shown.replace(".", "").isdecimal()
        answer = ast.literal_eval(shown) if is_number else shown
        assert is_number or settings or f'"{shown}"' in source(cells[place]), "the choices must be listed"
        lines = {guess: printed(capsys, answer, guess, **settings) for kind in typed for guess in typed[kind]}
        assert [guess for guess, line in lines.items() if "that is right" in line] == typed["right"], shown
