"""A learner's function does no harm: it is stopped. With a broken guard it gets away."""

import contextlib
import functools
import itertools
import signal
import sys
import time
from collections import Counter
from dataclasses import replace

import pytest
from learners import inputs, said

from bleu_helpers.checks import Finding, _diagnosis, _guard, diagnose
from bleu_helpers.checks._guard import Guard
from bleu_helpers.checks._tasks import TASKS

# Loops and recursions.


COUNTED = 300_000
"""More steps than the limit in these tests, and still a loop that ends, so that a broken guard does not hang."""


@pytest.fixture
def low_limit(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_STEPS_PER_CALL", 50_000)


def long_loop(candidate, references):
    rounds = 0
    while rounds < COUNTED:
        rounds += 1
    return 0.125


def long_loop_that_catches_exceptions(candidate, references):
    rounds = 0
    while rounds < COUNTED:
        try:
            rounds += 1
        except Exception:
            continue
    return 0.125


def long_loop_that_catches_everything(candidate, references):
    rounds = 0
    while rounds < COUNTED:
        try:
            rounds += 1
        except:  # noqa: E722
            continue
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
        long_loop_that_catches_exceptions,
        long_loop_that_catches_everything,
        long_loop_that_keeps_everything,
        lambda c, rs: sum(1 for _ in range(COUNTED)),
        lambda c, rs: len([x for x in range(COUNTED)]),
    ],
)
def test_a_loop_is_stopped(function, low_limit):
    assert STOPPED in said(function, "unigram_precision")


def test_a_loop_that_sleeps_is_stopped(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_SECONDS_PER_CALL", 0.01)
    assert STOPPED in said(long_loop_that_sleeps, "unigram_precision")


def test_really_endless_loops_are_stopped():
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

    assert STOPPED in said(EMPTY_LOOP, "unigram_precision")
    assert STOPPED in said(bare, "unigram_precision")
    assert STOPPED in said(generator, "simple_count")
    assert STOPPED in said(lambda tokens, n: zip(itertools.repeat("the"), itertools.repeat(1)), "simple_count")


def test_an_endless_recursion_is_an_error():
    def again(candidate, references):
        return again(candidate, references)

    verdict = diagnose(again, "unigram_precision")
    assert "it calls itself again and again" in str(verdict) and verdict.mistake == "endless recursion"


def test_a_loop_around_an_endless_recursion_is_stopped(monkeypatch):
    def again(candidate, references):
        return again(candidate, references)

    def loop(candidate, references):
        with contextlib.suppress(RecursionError):
            again(candidate, references)
        return long_loop(candidate, references)

    assert "calls itself" in said(loop, "unigram_precision")
    # The hook itself fails at Python's own limit. Then the interpreter drops it, and the loop gets away.
    monkeypatch.setattr(_guard, "MAX_DEPTH", 10**9)
    monkeypatch.setattr(_guard, "MAX_STEPS_PER_CALL", 100_000)
    assert Guard().call(loop, [["the"], [["the"]]]).ended == "returned"


def test_many_calls_that_come_back_are_no_recursion():
    def fails():
        raise KeyError

    def many(candidate, references):
        for _ in range(2 * _guard.MAX_DEPTH):
            with contextlib.suppress(KeyError):
                fails()
        return 0.125

    assert Guard().call(many, [["the"], [["the"]]]).result == 0.125


def test_all_calls_together_have_a_limit(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_STEPS", 100_000)

    def slow(candidate, references):
        for _ in range(5_000):
            pass
        return 0.125

    verdict = diagnose(slow, "unigram_precision")
    assert verdict.finding is Finding.TOO_LONG
    assert f"it takes too long: 9 of {len(inputs('unigram_precision'))} small inputs were done" in str(verdict)


def test_all_calls_together_have_a_limit_of_time(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_SECONDS", 0.05)

    def sleeps(candidate, references):
        time.sleep(0.01)
        return 0.125

    few_lines = lambda candidate, references: time.sleep(0.01) or 0.125  # noqa: E731 - too few to look at the clock
    assert diagnose(sleeps, "unigram_precision").finding is Finding.TOO_LONG
    assert diagnose(few_lines, "unigram_precision").finding is Finding.TOO_LONG
    monkeypatch.setattr(_guard, "MAX_SECONDS", 60.0)
    monkeypatch.setattr(_diagnosis, "inputs_of", lambda *_: inputs("unigram_precision")[:20])
    assert diagnose(sleeps, "unigram_precision").finding is Finding.UNKNOWN


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
    monkeypatch.setattr(_guard, "time", clock)
    return clock


def share_in_any(candidate, references):
    words = {word for reference in references for word in reference}
    return sum(word in words for word in candidate) / len(candidate) if candidate else 0.0


def test_a_right_function_may_be_slow(clock):
    total = len(inputs("unigram_precision"))
    slow = diagnose(clock.slow(share_in_any, 0.125), "unigram_precision")
    assert (slow.status, slow.tally.right, slow.tally.tried) == ("correct", 120, 120), "15 of the 30 seconds"
    assert slow.remarks[0].startswith(f"Your function is slow: it was tried on 120 of {total} small inputs.")
    enough = len(TASKS["unigram_precision"].probes) + _diagnosis.ENOUGH_DRAWN
    slower = diagnose(clock.slow(share_in_any, 0.4), "unigram_precision")
    assert (slower.status, slower.tally.tried) == ("correct", enough)
    assert diagnose(clock.slow(share_in_any, 0.6), "unigram_precision").finding is Finding.TOO_LONG
    assert diagnose(share_in_any, "unigram_precision").remarks == ()


def test_a_right_function_may_take_many_lines(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_STEPS", 100_000)

    def many_lines(candidate, references):
        for _ in range(250):
            pass
        return share_in_any(candidate, references)

    verdict = diagnose(many_lines, "unigram_precision")
    assert verdict.status == "correct" and 80 < verdict.tally.tried < 100


def test_a_wrong_function_that_is_slow_has_its_name_and_a_small_example(clock):
    verdict = diagnose(clock.slow(lambda c, rs: share_in_any(c, rs[:1]), 0.1), "unigram_precision")
    assert verdict.mistake == "only the first reference is used"
    assert len(verdict.example[0]) < len("candidate = ['the', 'cat']")


def test_of_the_kinds_of_input_those_count_that_were_tried(clock):
    kinds = {"all": lambda c, rs: True, "one reference": lambda c, rs: len(rs) == 1, "none": lambda c, rs: False}
    task = replace(TASKS["unigram_precision"], kinds=kinds)
    wrong = clock.slow(lambda c, rs: share_in_any(c, rs[:1]), 0.1)
    assert diagnose(wrong, task).tally.kinds == ("one reference",)
    assert diagnose(clock.slow(wrong, 1.0), task).tally.kinds == (), "it was stopped before all was tried"


def test_a_check_that_takes_a_while_says_so_once(monkeypatch):
    said_so = []
    monkeypatch.setattr(_guard, "SILENT_SECONDS", 3600.0)
    assert diagnose(long_loop, "unigram_precision", at_work=lambda: said_so.append(1)).status == "wrong"
    assert said_so == []
    monkeypatch.setattr(_guard, "SILENT_SECONDS", 0.0)
    assert diagnose(long_loop, "unigram_precision", at_work=lambda: said_so.append(1)).status == "wrong"
    assert said_so == [1]


def test_a_verdict_that_is_reached_when_the_time_is_up_is_not_a_false_one(monkeypatch):
    """A call that is stopped because the time is up says nothing: neither of memory nor of the smallest input."""
    calls, every = [], len(inputs("unigram_precision"))
    monkeypatch.setattr(Guard, "spent", property(lambda self: len(calls) >= every))

    def wrong(candidate, references):
        calls.append(1)
        if len(calls) > every:
            raise KeyError("out of time")
        return 0.125

    assert diagnose(wrong, "unigram_precision").finding is Finding.UNKNOWN


def test_without_the_step_limit_a_loop_gets_away(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_STEPS_PER_CALL", 10**9)
    run = Guard().call(long_loop, [["the"], [["the"]]])
    assert (run.ended, run.result) == ("returned", 0.125)


def test_if_it_were_an_exception_a_loop_that_catches_exceptions_would_get_away(low_limit, monkeypatch):
    class Weak(Exception):
        def __init__(self, when_dropped):
            pass

    monkeypatch.setattr(_guard, "OutOfSteps", Weak)
    guard = Guard()
    result, error = guard._limited(long_loop_that_catches_exceptions, [["the"], [["the"]]], {})
    assert (result, error) == (0.125, None)


@pytest.mark.parametrize("function", [long_loop_that_catches_everything, long_loop_that_keeps_everything])
def test_if_it_were_raised_once_a_loop_that_catches_everything_would_get_away(function, low_limit, monkeypatch):
    monkeypatch.setattr(Guard, "_arm", lambda self: None)
    result, error = Guard()._limited(function, [["the"], [["the"]]], {})
    assert (result, error) == (0.125, None)


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


@pytest.mark.skipif(sys.version_info[:2] != (3, 11) or not hasattr(signal, "setitimer"), reason="Python 3.11 on Unix")
def test_without_the_look_at_instructions_an_empty_loop_would_not_be_seen(monkeypatch):
    class Alarm(BaseException):
        pass

    def ring(*_):
        raise Alarm

    monkeypatch.setattr(_guard, "_jumps_to_itself", lambda code: False)
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        with pytest.raises(Alarm):
            Guard().call(EMPTY_LOOP, [["the"], [["the"]]])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_generators_are_read_up_to_a_limit():
    assert _guard._call_and_collect(lambda: (1 for _ in range(3)), [], {}) == [1, 1, 1]
    with pytest.raises(_guard.Endless):
        _guard._call_and_collect(lambda: map(str, itertools.count()), [], {})
    with pytest.raises(RuntimeError, match="must not call input"):
        _guard._no_input("n? ")


# The hooks, one by one: while they work, no tool that measures coverage can see them.


def here(*_):
    return sys._getframe()


def test_the_hooks_count_and_stop():
    guard = Guard(frozenset({here.__code__}))
    guard._left, guard._until = 3, time.monotonic() + 60
    assert guard._on_call(here(), "call", None) == guard._on_line
    assert guard.calls_ours
    assert guard._on_line(here(), "line", None) == guard._on_line
    profiler = sys.getprofile()
    try:
        with pytest.raises(_guard.OutOfSteps):
            guard._on_line(here(), "line", None)
        guard._on_profile(here(), "c_call", None)
    finally:
        sys.setprofile(profiler)
    assert guard._stopped


def test_the_clock_says_once_that_the_check_is_at_work_and_when_the_time_is_up(monkeypatch):
    said_so = []
    monkeypatch.setattr(_guard, "SILENT_SECONDS", 3600.0)
    guard = Guard(at_work=lambda: said_so.append(1))
    guard.call(len, [["the"]])
    assert not guard._time_is_up() and said_so == []
    monkeypatch.setattr(_guard, "SILENT_SECONDS", -1.0)
    assert not guard._time_is_up() and not guard._time_is_up() and said_so == [1]
    guard._until = time.monotonic() - 1
    assert guard._time_is_up() and not guard.spent
    monkeypatch.setattr(_guard, "MAX_SECONDS", 0.0)
    assert guard.spent


def test_the_hook_knows_how_deep_it_is(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_DEPTH", 1)
    guard = Guard()
    guard._left, guard._until = 10, time.monotonic() + 60
    profiler = sys.getprofile()
    try:
        for _ in range(3):
            guard._on_call(here(), "call", None)
            guard._on_line(here(), "return", None)
        guard._on_call(here(), "call", None)
        with pytest.raises(_guard.OutOfSteps):
            guard._on_call(here(), "call", None)
    finally:
        sys.setprofile(profiler)
    assert guard._too_deep


def test_the_hook_leaves_code_of_libraries_alone():
    frame = (lambda: None).__code__
    assert _guard._is_learners.__wrapped__(frame.co_filename)
    assert not _guard._is_learners.__wrapped__(_guard.__file__)
    assert not _guard._is_learners.__wrapped__(functools.__file__)
    assert _guard._jumps_to_itself.__wrapped__(EMPTY_LOOP.__code__) or sys.version_info[:2] != (3, 11)
    guard = Guard()
    code = Counter.update.__code__
    for _ in range(2):  # the second time, it is known
        assert guard._on_call(type("Frame", (), {"f_code": code})(), "call", None) is None


def test_a_loop_that_jumps_to_itself_is_followed_by_instructions():
    class Frame:
        f_code = EMPTY_LOOP.__code__
        f_trace_opcodes = False

    guard = Guard()
    guard._left = 100
    guard._on_call(Frame, "call", None)
    assert Frame.f_trace_opcodes or sys.version_info[:2] != (3, 11)


def test_watching_again_sets_the_hook_on_every_running_frame_of_the_learner(monkeypatch):
    watching, own = [], sys._getframe()
    guard = Guard()
    guard._arm()
    assert own.f_trace is None or own.f_trace != guard._on_line  # nothing happens after the call is over
    guard._active = True
    tracer, before = sys.gettrace(), own.f_trace
    with monkeypatch.context() as patch:
        patch.setattr(_guard.sys, "settrace", watching.append)
        _guard._call_and_collect(guard._arm, [], {})
        guard._arm()
        seen, own.f_trace = own.f_trace, before
    guard._active = False
    assert watching == [guard._on_call] * 2 and seen == guard._on_line
    assert sys.gettrace() == tracer
