"""Tables, progress bars and the source of a function, as a reader sees them."""

import re
import sys
from types import SimpleNamespace

import IPython
import pytest

from bleu_helpers import explain_bleu, show_source
from bleu_helpers.display import tables
from bleu_helpers.display.bar import progress_bar


def test_never_shows_a_small_number_as_0():
    shown = [tables.four_decimals(number) for number in (0.0, 0.00005, 0.000049, 1e-78, 1.0, 1 / 3)]
    assert shown == ["0.0000", "0.0001", "4.9e-05", "1.0e-78", "1.0000", "0.3333"]


def test_escapes_tokens_in_the_table():
    page = explain_bleu(["<b>", "&", "$x$"], [["&"]], (1,))._repr_html_()
    assert "<b>B" in page, "the bold line with the score"
    assert "- &lt;b&gt;</code>" in page
    assert "+ &amp;</code>" in page
    assert re.search(r"<code [^>]*>- \$x\$</code>", page), "no viewer renders mathematics inside <code>"


def test_shows_a_progress_bar_in_a_notebook_only_if_a_person_runs_the_cell(monkeypatch, capsys):
    for request, has_bar in (({"allow_stdin": True}, True), ({"allow_stdin": False}, False), ({}, False)):
        kernel = SimpleNamespace(get_parent=lambda channel, request=request: {"content": request})
        monkeypatch.setattr(IPython, "get_ipython", lambda kernel=kernel: SimpleNamespace(kernel=kernel))
        assert list(progress_bar([1, 2, 3], "adding")) == [1, 2, 3]
        shown = capsys.readouterr()
        assert (("adding: " in shown.out), shown.err) == (has_bar, "")
        assert shown.out.split("\r")[-1].strip() == "", "the bar was not removed"


@pytest.mark.parametrize("terminal", [True, False])
def test_shows_a_progress_bar_outside_a_notebook_only_in_a_terminal(terminal, monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    assert list(progress_bar(iter([1, 2, 3]), "adding")) == [1, 2, 3]
    assert [("adding: " in text) for text in capsys.readouterr()] == [False, terminal]


@pytest.mark.parametrize("value", [dict, lambda: 0, len, 3])
def test_show_source_refuses_what_has_no_def(value):
    with pytest.raises(TypeError, match="def"):
        show_source(value)
