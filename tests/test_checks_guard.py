"""A learner's function does no harm: it is stopped, kept quiet, and leaves everything as it was."""

import builtins
import contextlib
import cProfile
import itertools
import math
import sys
import time
import types
from dataclasses import replace

import pytest
from matplotlib import pyplot
from students import said

from bleu_helpers.checks import Finding, diagnose
from bleu_helpers.checks._tasks import TASKS
from exercise_checker import _diagnosis, guard
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.guard import Guard

INPUTS = inputs_of(TASKS["unigram_precision"], PUBLIC_SEED)

# Loops and recursions.


COUNTED = 300_000
"""More steps than the limit in these tests, and still a loop that ends, so that a broken guard does not hang."""


@pytest.fixture
def low_limit(monkeypatch):
    monkeypatch.setattr(guard, "MAX_STEPS_PER_CALL", 50_000)


def long_loop(candidate, references):
    rounds = 0
    while rounds < COUNTED:
        rounds += 1
    return 0.125


def long_loop_that_keeps_everything(candidate, references):
    rounds, errors = 0, []
    while rounds < COUNTED:
        try:
            rounds += abs(1)
        except BaseException as error:
            errors.append(error)
    return 0.125


def long_loop_that_sleeps(candidate, references):
    for _ in range(200):
        time.sleep(0.001)
    return 0.125


SPACE = {}
exec("def empty(candidate, references):\n    while True: pass", SPACE)  # on one line: the formatter would make it two
EMPTY_LOOP = SPACE["empty"]

STOPPED = "did not come to an end"


@pytest.mark.parametrize(
    "function",
    [
        long_loop,
        long_loop_that_keeps_everything,
        lambda c, rs: sum(1 for _ in range(COUNTED)),
    ],
)
def test_a_loop_is_stopped(function, low_limit):
    assert STOPPED in said(function, "unigram_precision")


def test_a_loop_that_sleeps_is_stopped(monkeypatch):
    monkeypatch.setattr(guard, "MAX_SECONDS_PER_CALL", 0.01)
    assert STOPPED in said(long_loop_that_sleeps, "unigram_precision")


def bare(candidate, references):
    while True:
        try:
            while True:
                try:
                    len(candidate)
                except:  # noqa: E722
                    continue
        except BaseException:
            continue


def generator(tokens, n):
    while True:
        yield ("the",), 1


@pytest.mark.parametrize(
    ("function", "task"),
    [
        (EMPTY_LOOP, "unigram_precision"),
        (bare, "unigram_precision"),
        (generator, "simple_count"),
        (lambda tokens, n: zip(itertools.repeat("the"), itertools.repeat(1)), "simple_count"),
    ],
)
def test_really_endless_loops_are_stopped(function, task):
    assert STOPPED in said(function, task)


def again(candidate, references):
    return again(candidate, references)


def loop_around_a_recursion(candidate, references):
    with contextlib.suppress(RecursionError):
        again(candidate, references)
    return long_loop(candidate, references)


@pytest.mark.parametrize("function", [again, loop_around_a_recursion])
def test_an_endless_recursion_is_stopped(function):
    verdict = diagnose(function, "unigram_precision")
    assert "it calls itself again and again" in str(verdict) and verdict.mistake == "endless recursion"


def test_many_calls_that_come_back_are_no_recursion():
    def fails():
        raise KeyError

    def many(candidate, references):
        for _ in range(2 * guard.MAX_DEPTH):
            with contextlib.suppress(KeyError):
                fails()
        return 0.125

    few = replace(TASKS["unigram_precision"], probes=TASKS["unigram_precision"].probes[:2], drawn=0)
    assert diagnose(many, few).finding is Finding.UNKNOWN


def slow(candidate, references):
    for _ in range(5_000):
        pass
    return 0.125


def sleeps(candidate, references):
    time.sleep(0.01)
    return 0.125


@pytest.mark.parametrize(
    ("limit", "most", "function", "done"),
    [
        ("MAX_STEPS", 100_000, slow, f": 9 of {len(INPUTS)} small inputs were done"),
        ("MAX_SECONDS", 0.05, sleeps, ""),
        ("MAX_SECONDS", 0.05, lambda c, rs: time.sleep(0.01) or 0.125, ""),  # too few lines to look at the clock
    ],
)
def test_all_calls_together_have_a_limit_of_lines_and_of_time(limit, most, function, done, monkeypatch):
    monkeypatch.setattr(guard, limit, most)
    verdict = diagnose(function, "unigram_precision")
    assert verdict.finding is Finding.TOO_LONG and f"it takes too long{done}" in str(verdict)


class Clock:
    """Stands in for the clock: a function takes as long as it says."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now

    def slow(self, function, seconds):
        def takes(*arguments):
            self.now += seconds
            return function(*arguments)

        return takes


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(guard, "time", clock)
    return clock


def share_in_any(candidate, references):
    words = {word for reference in references for word in reference}
    return sum(word in words for word in candidate) / len(candidate) if candidate else 0.0


def test_a_right_function_may_be_slow(clock):
    total = len(INPUTS)
    slow = diagnose(clock.slow(share_in_any, 0.125), "unigram_precision")
    assert (slow.status, slow.tally.right, slow.tally.tried) == ("correct", 120, 120), "15 of the 30 seconds"
    assert slow.remarks[0].startswith(f"Your function is slow: it was tried on 120 of {total} small inputs.")
    enough = len(TASKS["unigram_precision"].probes) + _diagnosis.ENOUGH_DRAWN
    slower = diagnose(clock.slow(share_in_any, 0.37), "unigram_precision")
    assert (slower.status, slower.tally.tried) == ("correct", enough)
    assert diagnose(clock.slow(share_in_any, 0.6), "unigram_precision").finding is Finding.TOO_LONG
    assert diagnose(share_in_any, "unigram_precision").remarks == ()


def test_a_right_function_may_take_many_lines(monkeypatch):
    monkeypatch.setattr(guard, "MAX_STEPS", 100_000)

    def many_lines(candidate, references):
        for _ in range(250):
            pass
        return share_in_any(candidate, references)

    verdict = diagnose(many_lines, "unigram_precision")
    assert verdict.status == "correct" and 80 < verdict.tally.tried < 100


def test_of_the_kinds_of_input_those_count_that_were_tried(clock):
    kinds = {"all": lambda c, rs: True, "one reference": lambda c, rs: len(rs) == 1, "none": lambda c, rs: False}
    task = replace(TASKS["unigram_precision"], kinds=kinds)
    wrong = clock.slow(lambda c, rs: share_in_any(c, rs[:1]), 0.1)
    assert diagnose(wrong, task).tally.kinds == ("one reference",)
    assert diagnose(clock.slow(wrong, 1.0), task).tally.kinds == (), "it was stopped before all was tried"


def test_what_stopped_one_call_stops_no_later_one(low_limit):
    """Who keeps it drops it at some time, and so does whoever collects what nobody needs any more."""
    kept = []

    def loops_once(first):
        while first:
            try:
                for _ in range(100_000):
                    pass
            except BaseException as stop:
                kept.append(stop)
        kept.clear()
        return 0.5

    guard = Guard()
    assert guard.call(loops_once, [True]).ended == "endless" and kept
    run = guard.call(loops_once, [False])
    assert (run.ended, run.result) == ("returned", 0.5)


# What it leaves as it was.


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


@pytest.mark.parametrize("function", [lambda candidate, references: 0.5, EMPTY_LOOP])
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


class Shell:
    """A notebook's shell: the names are IPython's, and a test with a real notebook holds them."""

    def __init__(self):
        self.display_pub = Shell
        self.display_formatter = types.SimpleNamespace(format=math.ceil)


def run_in(shell, monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", type("IPython", (), {"get_ipython": staticmethod(lambda: shell)}))


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
