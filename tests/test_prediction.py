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


@pytest.mark.parametrize(
    ("answer", "guess"),
    [
        (17 / 18, 0.9444),
        (17 / 18, 17 / 18),
        (3, 3.0),
        (0.5, Fraction(1, 2)),
        ("the heap", " The Heap "),
        ((2, 1), [2, 1]),
        (["a", 0.25], ["A", 1 / 4]),
        (2 / 11, "2/11"),
        (2 / 11, " 0.1818 "),
        (160625, 160625.0),
        (7, "7"),
        ("3", 3),
        ("3", "3"),
    ],
)
def test_a_right_guess_is_called_right(capsys, answer, guess):
    assert said(capsys, answer, guess).endswith(", and that is right")


@pytest.mark.parametrize(
    ("answer", "guess", "distance"),
    [
        (0.5, 0.75, "0.25 too high"),
        (0.5, 0.25, "0.25 too low"),
        (0.5, 0, "0.5 too low"),
        (3, 5, "2 too high"),
        (0, Fraction(1, 4), "0.25 too high"),
        (0.5, "3/4", "0.25 too high"),
        (160625, 160600, "25 too low"),
    ],
)
def test_a_number_is_told_how_far_off_it_is(capsys, answer, guess, distance):
    assert said(capsys, answer, guess).endswith(f", which is {distance}")


@pytest.mark.parametrize(
    ("answer", "guess"),
    [
        (0.5, "half"),
        ("a", "b"),
        ("a", 1),
        (1, True),
        ((1, 2), (2, 1)),
        ((1, 2), (1, 2, 3)),
        ((1, 2), 1),
        (1, object),
        ("a", ...),
        ("1", 3),
        ("1", "3"),
        (0.5, "1/0"),
        (0.5, "1e999999999"),
    ],
)
def test_any_other_guess_is_shown_and_not_judged(capsys, answer, guess):
    line = said(capsys, answer, guess)
    assert "    your guess: " in line
    assert "right" not in line and "too" not in line


@pytest.mark.parametrize("guess", ["Party.", "party. ", "party"])
def test_what_is_asked_for_exactly_is_right_letter_by_letter(capsys, guess):
    assert said(capsys, "party.", guess, exact=True) == f"answer: party.    your guess: {guess}"
    assert said(capsys, "party.", "party.", exact=True).endswith("your guess: party., and that is right")


@pytest.mark.parametrize("guess", [0.2, "0.2", 0.18, 2 / 11, "2/11"])
def test_a_number_is_right_to_the_digits_that_are_asked_for(capsys, guess):
    assert said(capsys, 2 / 11, guess, digits=1).startswith("answer: 0.2    your guess: ")
    assert said(capsys, 2 / 11, guess, digits=1).endswith(", and that is right")
    assert said(capsys, 2 / 11, 0.3, digits=1).endswith("your guess: 0.3, which is 0.1 too high")
