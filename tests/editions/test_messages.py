"""The messages of the package in another language: all that it prints comes from a catalogue."""

import importlib
import re

import commands
import editions
import lab
import pytest
from students import attempts, message_about

import bleu_helpers
from bleu_exercises import progress
from bleu_helpers import language
from bleu_helpers.example_sentences import CAT_CANDIDATES, CAT_REFERENCES
from exercise_checker import messages


@pytest.fixture(scope="module")
def in_brackets():
    texts = {unit.text for name in ("mistakes", "verdicts") for unit in editions.SOURCES[name]()}
    return {text: f"⟦{text}⟧" for text in texts}


@pytest.fixture
def marked(monkeypatch, in_brackets):
    """A language in which each text of the catalogues is in brackets, so that a text from elsewhere is seen."""
    monkeypatch.setattr(messages, "_translations", in_brackets)


EXAMPLE = re.compile(r" +\w+ = .*|    .*|[\d.]*")
"""An input, a line of code, or a number: these are the same in every language."""


def in_english(text):
    """The lines of a text that come from no catalogue."""
    return [line for line in text.split("\n") if "⟦" not in line and not EXAMPLE.fullmatch(line)]


QUICK = ("bleu_without", "brevity_penalty", "closest_ref_length", "unknown_words")
"""Tasks that are checked quickly; together, the attempts at them get most of the messages."""
OF_QUICK = [attempt for attempt in attempts("wrong", "unknown") if attempt.task in QUICK]


IN_ANY_LANGUAGE = re.compile(r" +\w+ = .*|\w+Error: [^⟦,]*⟦\d+⟧: .*|'\w+'")
"""An input, an error with the line of code that raised it, and a word."""


@pytest.mark.parametrize("attempt", OF_QUICK, ids=lambda attempt: attempt.function.__name__)
def test_every_word_of_a_verdict_is_translated(attempt, in_brackets, monkeypatch):
    """Each translation consists of the values only, so no letters are left except those of other values."""
    of_values = {text: f"⟦{''.join(re.findall(r'(?<!{){[^{}]+}', text))}⟧" for text in in_brackets}
    monkeypatch.setattr(messages, "_translations", of_values)
    lines = message_about(attempt.function, attempt.task).removeprefix(f"{attempt.task}: ").split("\n")
    assert [line for line in lines if re.search("[A-Za-z]", IN_ANY_LANGUAGE.sub("", line))] == []


def test_tables_predictions_and_the_list_of_tasks_are_translated(marked, capsys):
    parts = bleu_helpers.explain_bleu(CAT_CANDIDATES[1], CAT_REFERENCES)
    for text in (str(parts), str(bleu_helpers.align(CAT_CANDIDATES[0], CAT_REFERENCES[0]))):
        assert [line for line in in_english(text) if re.search("[a-z]{3}  ", line)] == []
    bleu_helpers.reveal("falls", "rises")
    bleu_helpers.reveal(1, "x")
    assert in_english(capsys.readouterr().out) == []
    progress()
    assert in_english(re.sub("(?m)^  .*", "", capsys.readouterr().out)) == []


@pytest.mark.parametrize("arguments", [("the cat", []), (["a"], []), (["a"], ["b"]), (["a"], [["b"]], (0.5, 0.4))])
def test_an_error_of_an_argument_is_translated(arguments, marked):
    with pytest.raises((TypeError, ValueError), match=r"^⟦.*⟧$"):
        bleu_helpers.bleu_score(*arguments)


def test_the_welcome_page_of_an_edition_is_translated(marked, tmp_path):
    lab.fill(tmp_path, "en")
    page = (tmp_path / lab.WELCOME).read_text(encoding="utf-8")
    assert page.startswith("⟦# BLEU") and "| ⟦not begun⟧ |" in page and "⟦Begin with [01 " in page
    time = "# 01 세기\n\n**이 강의를 마치면**\n\n- 세 가지\n\n**시간:** 55분"
    assert re.search(lab.MINUTES, time)[1] == re.search(lab.MINUTES, time.replace(":** ", "**："))[1] == "55"


def test_lab_opens_the_edition_that_it_is_asked_for(capsys, korean, monkeypatch):
    monkeypatch.setenv("BLEU_LANGUAGE", "xx")
    assert commands.main(["lab", "--language", "ko", "99"]) == 2
    assert "강의" in capsys.readouterr().err  # although nothing may be installed yet
    monkeypatch.setenv("BLEU_LANGUAGE", "xx")
    assert commands.main(["lab", "4"]) == 2
    assert "there is no edition 'xx'" in capsys.readouterr().err


@pytest.fixture
def korean(monkeypatch):
    texts = {"falls": "내려간다", "candidate": "후보", "answer: {answer}": "답: {answer}"}
    monkeypatch.setattr(messages, "_translations", texts)


@pytest.mark.parametrize("guess", ["falls", "내려간다", "내려간다。", "줄어든다"])
def test_an_answer_is_right_in_both_languages(guess, korean, capsys):
    bleu_helpers.reveal("falls", guess)
    assert re.match("답: 내려간다    your guess: .+, and that is right", capsys.readouterr().out)


def test_a_table_is_aligned_in_every_script(korean, capsys):
    bleu_helpers.scoreboard(bleu_helpers.unigram_precision, names=["정밀도"])
    title, first, *_ = capsys.readouterr().out.split("\n")
    assert len(title) == len(first) - 5  # five letters take two columns


def test_a_language_without_an_edition_is_refused(monkeypatch):
    monkeypatch.setenv("BLEU_LANGUAGE", "xx")
    with pytest.raises(ValueError, match="there is no edition 'xx'"):
        importlib.reload(language)
