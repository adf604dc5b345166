"""A learner's function does no harm: it is stopped, its output is hidden, and everything stays as it was."""

import builtins
import contextlib
import itertools
import signal
import sys
import threading
import time
from dataclasses import replace

import pytest
from interrupts import ctrl_c
from students import message_about

from bleu_exercises import Finding, check, diagnose
from bleu_exercises._tasks import TASKS
from exercise_checker import _diagnosis, guard
from exercise_checker._tasks import PUBLIC_SEED, inputs_of

ctrl_c = pytest.fixture(ctrl_c)
INPUTS = inputs_of(TASKS["unigram_precision"], PUBLIC_SEED)

# Loops and recursions.


def sleeps_for_long(candidate, references):
    for _ in range(200):
        time.sleep(0.001)
    return 0.125


STOPPED = "did not end"


def test_stops_a_loop_that_sleeps(monkeypatch):
    monkeypatch.setattr(guard, "MAX_SECONDS_PER_CALL", 0.01)
    monkeypatch.setattr(guard, "WAITING_SHARE", 0)
    assert STOPPED in message_about(sleeps_for_long, "unigram_precision")


# Functions that wait.


@pytest.fixture
def short(monkeypatch):
    """Shorten the limits of time. In such a short time, a busy machine may work for any share of it."""
    limits = {"MAX_SECONDS": 0.4, "MAX_SECONDS_PER_CALL": 0.2, "SECONDS_TO_ALARM": 0.05, "WAITING_SHARE": 1}
    for name, value in limits.items():
        monkeypatch.setattr(guard, name, value)


WAITING = [
    lambda c, rs: time.sleep(1000),
    lambda c, rs: threading.Event().wait(),
    lambda c, rs: time.sleep(0.06) or 0.125,  # it ends by itself
]


@pytest.mark.parametrize("function", WAITING)
def test_stops_a_function_that_waits(function, short):
    handler = signal.getsignal(signal.SIGALRM)
    verdict = diagnose(function, "unigram_precision")
    assert signal.getsignal(signal.SIGALRM) is handler and signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert verdict.finding is Finding.WAITS and "time.sleep" in str(verdict)


def test_stops_a_function_that_waits_again_and_again(short):
    def waits(candidate, references):
        for _ in range(50):
            with contextlib.suppress(BaseException):
                time.sleep(1000)

    assert diagnose(waits, "unigram_precision").finding is Finding.WAITS


def test_says_that_a_function_waits_where_nothing_can_interrupt_it(short):
    said, ended, verdicts, stream = [], threading.Event(), [], sys.stdout
    function = lambda c, rs: ended.wait(5)  # noqa: E731
    thread = threading.Thread(target=lambda: verdicts.append(diagnose(function, "unigram_precision", 1, tell)))

    def tell(sentence):
        said.append(sentence)
        assert sys.stdout is stream and builtins.input.__name__ != "_no_input"
        time.sleep(0.1)
        ended.set()

    thread.start()
    thread.join()
    assert len(said) == 1 and "restart the kernel" in said[0] and verdicts[0].finding is Finding.WAITS


def test_a_slow_function_that_waits_is_asked_for_what_it_waits(clock):
    waits = clock.slow(share_in_any, 0.125, waits=True)
    assert "wait for" in diagnose(waits, "unigram_precision").remarks[0]
    assert diagnose(clock.slow(share_in_any, 40, waits=True), "unigram_precision").finding is Finding.WAITS


@pytest.mark.parametrize("lines_before", range(3))
def test_stops_a_loop_that_catches_every_exception(lines_before):
    """The loop has an end, so that a broken guard does not hang."""
    rounds, most = 0, 1_000_000

    def bare(candidate, references):
        nonlocal rounds
        for _ in range(lines_before):
            pass
        while rounds < most:
            try:  # noqa: SIM105
                rounds += 1
            except:  # noqa: E722
                pass
        return 0.125

    assert STOPPED in message_about(bare, "unigram_precision") and rounds < most


def generator(tokens, n):
    while True:
        yield ("the",), 1


@pytest.mark.parametrize(
    ("function", "task"),
    [
        (generator, "simple_count"),
        (lambda tokens, n: zip(itertools.repeat("the"), itertools.repeat(1)), "simple_count"),
    ],
)
def test_stops_an_endless_loop(function, task):
    assert STOPPED in message_about(function, task)


def again(candidate, references):
    return again(candidate, references)


def test_stops_an_endless_recursion():
    verdict = diagnose(again, "unigram_precision")
    assert "it calls itself again and again" in str(verdict) and verdict.mistake == "endless recursion"


def test_does_not_mistake_many_calls_for_a_recursion():
    def fails():
        raise KeyError

    def many(candidate, references):
        for _ in range(2 * guard.MAX_DEPTH):
            with contextlib.suppress(KeyError):
                fails()
        return 0.125

    few = replace(TASKS["unigram_precision"], probes=TASKS["unigram_precision"].probes[:2], drawn=0)
    assert diagnose(many, few).finding is Finding.UNKNOWN


def takes_lines(candidate, references):
    for _ in range(5_000):
        pass
    return 0.125


@pytest.mark.parametrize(
    ("limit", "value", "function", "progress"),
    [
        ("MAX_STEPS", 100_000, takes_lines, f" 9 of {len(INPUTS)} "),
        ("MAX_SECONDS", 0.05, lambda c, rs: time.sleep(0.01) or 0.125, ""),  # too few lines to look at the clock
    ],
)
def test_limits_the_lines_and_time_of_all_calls_together(limit, value, function, progress, monkeypatch):
    monkeypatch.setattr(guard, limit, value)
    monkeypatch.setattr(guard, "WAITING_SHARE", 0)
    verdict = diagnose(function, "unigram_precision")
    assert verdict.finding is Finding.TOO_LONG and progress in str(verdict)


class Clock:
    """A simulated clock, with functions that take a given time."""

    def __init__(self):
        self.now = self.worked = 0.0

    def monotonic(self):
        return self.now

    def process_time(self):
        return self.worked

    def slow(self, function, seconds, waits=False):
        def takes(*arguments):
            self.now += seconds
            self.worked += 0 if waits else seconds
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


def test_accepts_a_slow_right_function(clock, monkeypatch):
    tried_when_slow = len(TASKS["unigram_precision"].probes) + _diagnosis.MIN_DRAWN
    slow = diagnose(clock.slow(share_in_any, 0.125), "unigram_precision")
    assert (slow.status, slow.tally.right, slow.tally.tried) == ("correct", 120, 120), "half of the 30 seconds are used"
    assert f" 120 of {len(INPUTS)} " in slow.remarks[0]
    slower = diagnose(clock.slow(share_in_any, 0.37), "unigram_precision")
    assert (slower.status, slower.tally.tried) == ("correct", tried_when_slow)
    assert diagnose(clock.slow(share_in_any, 0.6), "unigram_precision").finding is Finding.TOO_LONG
    assert diagnose(share_in_any, "unigram_precision").remarks == ()
    monkeypatch.setattr(guard, "MAX_STEPS", 100_000)
    many_lines = diagnose(lambda c, rs: sum(0 for _ in range(250)) + share_in_any(c, rs), "unigram_precision")
    assert many_lines.status == "correct" and many_lines.remarks


# What stays as it was.


def test_keeps_the_trace_function_of_a_debugger():
    def tracer(*_):
        return None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        message_about(lambda c, rs: 0.125, "unigram_precision")
        after = sys.gettrace()
    finally:
        sys.settrace(before)
    assert after is tracer


def test_ctrl_c_ends_a_check_but_a_raised_keyboard_interrupt_does_not(capsys, ctrl_c):
    def raises(candidate, references):
        raise KeyboardInterrupt

    check(lambda candidate, references: signal.raise_signal(signal.SIGINT), "unigram_precision")
    assert "interrupted" in capsys.readouterr().out
    assert "stops with an error: KeyboardInterrupt" in message_about(raises, "unigram_precision")


def test_restores_the_input_function():
    before = builtins.input
    message_about(lambda c, rs: input(), "unigram_precision")
    assert builtins.input is before
