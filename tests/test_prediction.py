"""What stands beside a reader's guess."""

from fractions import Fraction

import pytest

from bleu_helpers import reveal


def said(capsys, *arguments, **named):
    reveal(*arguments, **named)
    return capsys.readouterr().out.removesuffix("\n")


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (17 / 18, "0.9444"),
        (1.0, "1"),
        (0.0, "0"),
        (1e-5, "1e-05"),
        (1234567, "1234567"),
        ("word", "word"),
        (True, "True"),
    ],
)
def test_the_answer_stands_alone_where_there_is_no_guess(capsys, answer, shown):
    assert said(capsys, answer) == said(capsys, answer, None) == f"answer: {shown}"


NO_NUMBER = ", which is no number that can be read here: write one such as 12 or 0.9"
BESIDE = {
    ", and that is right": [
        *[(17 / 18, 0.9444), (17 / 18, 17 / 18), (3, 3.0), (0.5, Fraction(1, 2)), (2 / 11, "2/11"), (7, "7")],
        *[("the heap", " The Heap "), ((2, 1), [2, 1]), (["a", 0.25], ["A", 1 / 4]), (2 / 11, " 0.1818 ")],
        *[(160625, 160625.0), ("3", 3), ("3", "3"), ("higher", "Higher."), ("no", "no!")],
    ],
    ", which is 0.25 too high": [(0.5, 0.75), (0, Fraction(1, 4)), (0.5, "3/4")],
    ", which is 0.25 too low": [(0.5, 0.25)],
    ", which is 0.5 too low": [(0.5, 0)],
    ", which is 2 too high": [(3, 5)],
    ", which is 25 too low": [(160625, 160600)],
    # One digit, or another number, is not the answer rounded.
    ", which is 0.03333 too low": [(5 / 6, 0.8), (1 / 3, "3/10")],
    ", which is 0.04 too high": [(0.96, 1.0)],
    ", and that is right (rounded)": [
        *[(5 / 6, 0.83), (5 / 6, "0.83"), (45.23, 45), (0.9003, "0.90"), (0.125, 0.13), (0.125, 0.12)],
        ([5 / 6, 2], [0.83, 2]),
    ],
    NO_NUMBER: [(0.5, guess) for guess in ("half", "0,5", (0, 5), "50 %", True, object, "1/0", "1e999999999")],
    ", and that is not it": [
        *[("a", "b"), ("a", 1), (True, "false"), ((1, 2), (2, 1)), ((1, 2), (1, 2, 3)), ((1, 2), 1), ("a", ...)],
        *[("1", 3), ("1", "3")],
    ],
}
"""What is said of a guess, and of which: each is an answer with a guess."""


@pytest.mark.parametrize("what", BESIDE)
def test_what_stands_beside_a_guess(capsys, what):
    for answer, guess in BESIDE[what]:
        line = said(capsys, answer, guess)
        assert "    your guess: " in line and line.endswith(what)


@pytest.mark.parametrize("guess", ["Party.", "party. ", "party"])
def test_what_is_asked_for_exactly_is_right_letter_by_letter(capsys, guess):
    assert said(capsys, "party.", guess, exact=True) == f"answer: party.    your guess: {guess}, and that is not it"
    assert said(capsys, "party.", "party.", exact=True).endswith("your guess: party., and that is right")


@pytest.mark.parametrize("guess", [0.2, "0.2", 0.18, 2 / 11, "2/11"])
def test_a_number_is_right_to_the_digits_that_are_asked_for(capsys, guess):
    assert said(capsys, 2 / 11, guess, digits=1).startswith("answer: 0.2    your guess: ")
    assert said(capsys, 2 / 11, guess, digits=1).endswith(", and that is right")
    assert said(capsys, 2 / 11, 0.3, digits=1).endswith("your guess: 0.3, which is 0.1 too high")
