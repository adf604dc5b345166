"""A learner's function does no harm: it is stopped, and everything stays as it was."""

import builtins
import contextlib
import itertools
import signal
import sys
import threading
import time

import pytest
from interrupts import ctrl_c

from exercise_checker import Finding, Task, check, diagnose, guard

ctrl_c = pytest.fixture(ctrl_c)
ONE = Task(lambda values: 1, lambda random: ([2],), [([1, 2],)], name="one", drawn=20)
STOPPED = "did not end"


# Loops, recursions, and functions that wait.


def test_stops_a_loop_that_catches_every_exception():
    """The loop has an end, so that a broken guard does not hang."""
    rounds, most = 0, 1_000_000

    def bare(values):
        nonlocal rounds
        while rounds < most:
            try:  # noqa: SIM105
                rounds += 1
            except:  # noqa: E722
                pass

    assert STOPPED in str(diagnose(bare, ONE)) and rounds < most


def test_stops_an_endless_iterator():
    assert STOPPED in str(diagnose(lambda values: itertools.repeat("the"), ONE))


def sleeps_for_long(values):
    for _ in range(200):
        time.sleep(0.001)


def waits_again_and_again(values):
    for _ in range(50):
        with contextlib.suppress(BaseException):
            time.sleep(3)


@pytest.mark.parametrize("function", [sleeps_for_long, lambda values: time.sleep(3), waits_again_and_again])
def test_stops_a_function_that_waits(function, monkeypatch):
    monkeypatch.setattr(guard, "MAX_SECONDS_PER_CALL", 0.05)
    monkeypatch.setattr(guard, "SECONDS_TO_ALARM", 0.02)
    monkeypatch.setattr(guard, "WAITING_SHARE", 1)  # in such a short time, a busy machine may work for any share of it
    handler = signal.getsignal(signal.SIGALRM)
    assert diagnose(function, ONE).finding is Finding.WAITS
    assert signal.getsignal(signal.SIGALRM) is handler and signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_says_that_a_function_waits_where_nothing_can_interrupt_it(monkeypatch):
    monkeypatch.setattr(guard, "MAX_SECONDS_PER_CHECK", 0.05)
    monkeypatch.setattr(guard, "SECONDS_TO_ALARM", 0.02)
    said = threading.Event()
    run = threading.Thread(target=diagnose, args=(lambda values: said.wait(60), ONE), kwargs={"at_work": heard(said)})
    run.start()
    run.join()
    assert said.is_set(), "otherwise the function waits for a minute"


def heard(said):
    return lambda sentence: said.set() if "restart the kernel" in sentence else None


def again(values):
    return again(values)


def test_stops_an_endless_recursion_but_not_many_calls():
    def many(values):
        for _ in range(2 * guard.MAX_DEPTH):
            with contextlib.suppress(KeyError):
                fails()
        return 1

    def fails():
        raise KeyError

    assert diagnose(again, ONE).mistake == "endless recursion"
    assert diagnose(many, ONE).status == "correct"


def takes_lines(values):
    for _ in range(5_000):
        pass


@pytest.mark.parametrize(
    ("limit", "value", "function"),
    [
        ("MAX_STEPS", 50_000, takes_lines),
        ("MAX_SECONDS_PER_CHECK", 0.05, lambda values: time.sleep(0.01)),  # too few lines to look at the clock
    ],
)
def test_limits_the_lines_and_time_of_all_calls_together(limit, value, function, monkeypatch):
    monkeypatch.setattr(guard, limit, value)
    assert diagnose(function, ONE).finding is Finding.TOO_LONG


# What stays as it was.


def test_restores_the_trace_function_of_a_debugger_and_input():
    def tracer(*_):
        return None

    earlier = sys.gettrace()
    sys.settrace(tracer)
    try:
        diagnose(lambda values: input(), ONE)
        after = sys.gettrace()
    finally:
        sys.settrace(earlier)
    assert after is tracer and builtins.input.__name__ == "input"


def test_ctrl_c_ends_a_check_but_a_raised_keyboard_interrupt_does_not(capsys, ctrl_c):
    def raises(values):
        raise KeyboardInterrupt

    check(lambda values: signal.raise_signal(signal.SIGINT), ONE)
    assert "interrupted" in capsys.readouterr().out
    assert "stops with an error: KeyboardInterrupt" in str(diagnose(raises, ONE))
