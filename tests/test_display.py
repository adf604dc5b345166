"""The tables and the source of a helper, as a reader sees them."""

import re
import sys
from types import SimpleNamespace

import IPython
import pytest

from bleu_helpers import (
    bleu_score,
    explain_bleu,
    explain_corpus_bleu,
    marked_ngrams,
    modified_precision,
    progress_bar,
    scoreboard,
    show_source,
    unigram_precision,
)
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES
from bleu_helpers.display import tables

FRUIT = explain_bleu("He He He eats tasty fruit".split(), ["He eats a sweet apple".split()], (0.5, 0.5))

CORPUS = explain_corpus_bleu(
    ["He He He eats tasty fruit".split(), "the mat".split()],
    [["He eats a sweet apple".split()], CAT_REFERENCES],
    (0.5, 0.5),
)


def test_marks():
    assert "".join(mark for mark, _ in marked_ngrams(FRUIT.candidate, FRUIT.references)) == "+//+--"
    assert [mark for mark, _ in marked_ngrams(FRUIT.candidate, FRUIT.references, 2)] == ["-", "-", "+", "-", "-"]
    assert marked_ngrams(["a"], [["a"]], 2) == []


def test_an_explanation_in_a_terminal():
    assert repr(FRUIT) == (
        "BLEU 0.2582 = brevity penalty 1.0000 x geometric mean 0.2582\n"
        "candidate length 6, closest reference length 5\n"
        "\n"
        "n  matched  total  precision  weight\n"
        "1        2      6     0.3333  0.5000\n"
        "2        1      5     0.2000  0.5000\n"
        "\n"
        "n-grams: + matched, / clipped, - in no reference\n"
        "1: +He /He /He +eats -tasty -fruit\n"
        "2: -He_He -He_He +He_eats -eats_tasty -tasty_fruit"
    )
    assert str(FRUIT) == repr(FRUIT)
    assert repr(FRUIT).isascii()


def test_an_order_without_ngrams_says_so():
    text = repr(explain_bleu("the mat".split(), CAT_REFERENCES))
    assert text.endswith("\n3: none\n4: none")
    assert text.startswith("BLEU 0.0000 = brevity penalty 0.1353 x geometric mean 0.0000\n")


@pytest.mark.parametrize("explained", [FRUIT, CORPUS])
def test_the_table_of_an_explanation_is_labelled(explained):
    page = explained._repr_html_()
    assert len(re.findall("<table[^>]*><caption", page)) == 1
    assert len(re.findall('<th scope="col"', page)) == 5
    assert len(re.findall('<th scope="row"', page)) == len(explained.weights)
    assert page.count("<th ") == 5 + len(explained.weights)


def test_an_explanation_is_no_wider_than_a_phone():
    page = FRUIT._repr_html_()
    assert page.startswith('<div style="max-width:100%;overflow-x:auto">') and page.endswith("</div>")
    for tile in re.findall(r'<code style="([^"]*)"', page):
        assert {"max-width:100%", "white-space:normal", "overflow-wrap:anywhere"} <= set(tile.split(";"))
    assert len(re.findall(r'<tr><td colspan="5"', page)) == 2, "the n-grams have a line of their own, with all columns"
    assert "nowrap" not in page and not re.search(r"(?<!max-)width:", page)


def brightness(colour):
    """The relative luminance of a colour, as the guidelines for accessible web content compute it."""
    signs = colour * 2 if len(colour) == 3 else colour
    parts = [int(signs[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_an_explanation_is_legible_on_light_and_on_dark_ground():
    page = FRUIT._repr_html_()
    tiles = re.findall(r'<code style="background:#(\w+);color:#(\w+);', page)
    assert len(tiles) == page.count("<code") > 0, "each tile brings its own ground and its own colour of words"
    for ground, words in tiles:
        assert (brightness(ground) + 0.05) / (brightness(words) + 0.05) >= 7
    assert "color:" not in re.sub("<code [^>]*>", "", page), "the rest has the colours of the reader's theme"


def test_a_number_that_only_looks_like_0_is_not_shown_as_0():
    shown = [tables.four_decimals(number) for number in (0.0, 0.00005, 0.000049, 1e-78, 1.0, 1 / 3)]
    assert shown == ["0.0000", "0.0001", "4.9e-05", "1.0e-78", "1.0000", "0.3333"]


def test_marks_differ_in_more_than_colour():
    page = FRUIT._repr_html_()
    borders = {mark: re.search(rf'border:2px (\w+)[^"]*">\{mark} ', page).group(1) for mark in "+/-"}
    assert borders == {"+": "solid", "/": "dashed", "-": "dotted"}


def test_tokens_cannot_break_the_page():
    page = explain_bleu(["<b>", "&", "$x$"], [["&"]], (1,))._repr_html_()
    assert "<b>B" in page, "our own bold score line"
    assert "- &lt;b&gt;</code>" in page
    assert "+ &amp;</code>" in page
    assert re.search(r"<code [^>]*>- \$x\$</code>", page), "inside <code>, no viewer reads mathematics"


def test_scoreboard(capsys):
    scoreboard(unigram_precision, lambda c, r: modified_precision(c, r, 2), bleu_score, names=["precision", "p2"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["candidate", "precision", "p2", "bleu_score"]
    assert len(lines) == 1 + len(CAT_CANDIDATES) + 1
    assert lines[2].split()[-3:] == ["1.0000", "0.0000", "0.0000"]
    assert lines[5].split()[-3:] == ["0.9444", "0.5882", "0.5046"]


def test_show_source_leaves_out_the_docstring_only(capsys):
    show_source(modified_precision)
    source = capsys.readouterr().out
    assert source.startswith("def modified_precision(")
    assert source.endswith(
        "    matched, total = match_counts(candidate, references, n)\n"
        "    return matched / total if total > 0 else 0.0\n"
    )
    assert "Papineni" not in source


@pytest.mark.parametrize(
    ("request_to_run", "bar"), [({"allow_stdin": True}, True), ({"allow_stdin": False}, False), ({}, False)]
)
def test_a_progress_bar_in_a_notebook_is_for_somebody_who_watches(request_to_run, bar, monkeypatch, capsys):
    kernel = SimpleNamespace(get_parent=lambda channel: {"content": request_to_run})
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace(kernel=kernel))
    assert list(progress_bar([1, 2, 3], "adding")) == [1, 2, 3]
    shown = capsys.readouterr()
    assert ("adding: " in shown.out) == bar
    assert shown.err == ""
    assert shown.out.split("\r")[-1].strip() == "", "the bar goes away"


@pytest.mark.parametrize("total", [3, None])
@pytest.mark.parametrize("terminal", [True, False])
def test_a_progress_bar_outside_a_notebook_is_for_a_terminal(terminal, total, monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    assert list(progress_bar(iter([1, 2, 3]), "adding", total=total)) == [1, 2, 3]
    shown = capsys.readouterr()
    assert ("adding: " in shown.err) == terminal
    assert shown.out == ""


def test_scoreboard_says_which_measure_stopped():
    with pytest.raises(ZeroDivisionError) as caught:
        scoreboard(bleu_score, lambda candidate, references: 1 / 0)
    assert caught.value.__notes__ == [
        "This was raised within measures[1], which is called with a candidate and its references."
    ]


@pytest.mark.parametrize("thing", [FRUIT.__class__, lambda: 0, len, 3])
def test_show_source_of_what_is_no_function(thing):
    with pytest.raises(TypeError, match="Pass a function that was written with def"):
        show_source(thing)
