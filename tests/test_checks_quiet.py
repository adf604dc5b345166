"""A learner's function gets copies, is kept quiet, and leaves everything as it was. With a broken guard it does not."""

import builtins
import contextlib
import cProfile
import io
import math
import sys
import types
import warnings

import pytest
from learners import said
from matplotlib import pyplot

from bleu_helpers.checks import _diagnosis, _guard, check, diagnose
from bleu_helpers.checks._guard import Guard


def changes_candidate(candidate, references):
    candidate.pop()


def test_without_copies_the_inputs_themselves_would_change(monkeypatch):
    monkeypatch.setattr(_guard, "_copy", lambda value: value)
    sentence = ["the", "cat"]
    assert not Guard().call(changes_candidate, [sentence, [["the"]]]).changed
    assert sentence == ["the"]


def test_the_limit_leaves_debuggers_and_profilers_as_they_were():
    def tracer(*_):
        return None

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(tracer)
    sys.setprofile(tracer)
    try:
        Guard().call(len, [["the"]])
        after = sys.gettrace(), sys.getprofile()
    finally:
        sys.setprofile(before[1])
        sys.settrace(before[0])
    assert after == (tracer, tracer)


def loops_for_ever(candidate, references):
    while True:
        pass


@pytest.mark.parametrize("function", [lambda candidate, references: 0.5, loops_for_ever])
def test_under_prun_a_check_says_what_it_says_and_the_profiler_goes_on(function):
    verdict = diagnose(function, "unigram_precision")
    profiler = cProfile.Profile()
    profiler.enable()
    try:
        profiled, goes_on = diagnose(function, "unigram_precision"), sys.getprofile()
    finally:
        profiler.disable()
    assert str(profiled) == str(verdict)
    assert goes_on is (profiler if sys.version_info < (3, 12) else None)


def test_ctrl_c_passes_through():
    def interrupted(candidate, references):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        said(interrupted, "unigram_precision")


def prints(candidate, references):
    print("printed")
    print("to stderr", file=sys.stderr)
    warnings.warn("careful", stacklevel=1)
    return 0.125


def test_prints_and_warnings_stay_away_from_the_notebook(capfd):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check(prints, "unigram_precision")
    out, err = capfd.readouterr()
    assert err == "" and caught == []
    assert "printed" not in out and out.startswith("unigram_precision: wrong")


def test_without_the_quiet_everything_would_be_seen(capfd, monkeypatch):
    monkeypatch.setattr(_diagnosis, "quiet", contextlib.nullcontext)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check(prints, "unigram_precision")
    out, err = capfd.readouterr()
    assert "printed" in out and "to stderr" in err and caught


def test_the_sink_counts_and_keeps_nothing():
    sink = _guard._Sink()
    print("abc", file=sink)
    assert sink.count == 4 and isinstance(sink, io.TextIOBase)


class Shell:
    """A notebook's shell: the names are IPython's, and the test of a real notebook below holds them."""

    def __init__(self):
        self.display_pub = Shell
        self.display_formatter = types.SimpleNamespace(format=math.ceil)


def run_in(shell, monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", type("IPython", (), {"get_ipython": staticmethod(lambda: shell)}))


def test_displays_stay_away_and_exit_does_not_end_the_kernel(monkeypatch):
    shell = Shell()
    shell.ask_exit = math.floor
    run_in(shell, monkeypatch)

    def shows(candidate, references):
        shell.display_pub.clear_output()
        assert shell.display_formatter.format([math.inf], include=None) == ({}, {})  # nothing is made of it
        return shell.display_pub.publish({"text/plain": "shown"}, metadata={})

    assert "returns None" in said(shows, "unigram_precision")
    assert "SystemExit" in said(lambda c, rs: shell.ask_exit(), "unigram_precision")
    assert (shell.display_pub, shell.ask_exit, shell.display_formatter.format) == (Shell, math.floor, math.ceil)
    with pytest.raises(SystemExit):
        _guard._no_exit()
    assert _guard._no_form(shell, include=None) == ({}, {})


def test_a_shell_that_cannot_exit_can_not_do_so_afterwards_either(monkeypatch):
    """Pyodide's shell, in a browser's tab."""
    shell = Shell()
    run_in(shell, monkeypatch)
    assert "SystemExit" in said(lambda c, rs: shell.ask_exit(), "unigram_precision")
    assert vars(shell).keys() == vars(Shell()).keys()


def test_figures_of_a_function_are_closed_and_those_from_before_are_not():
    """The names are matplotlib's. A notebook would draw every open one when the cell ends, a tenth of a second each."""
    mine = pyplot.figure().number
    most = []

    def draws(candidate, references):
        pyplot.figure()
        most.append(len(pyplot.get_fignums()))
        return 0.125

    assert "wrong" in said(draws, "unigram_precision")
    assert pyplot.get_fignums() == [mine] and max(most) == 2
    pyplot.close(mine)


def test_the_input_function_is_given_back():
    before = builtins.input
    said(lambda c, rs: input(), "unigram_precision")
    assert builtins.input is before
