"""A slow wrong function gets a verdict soon, because it is tried on fewer inputs. A slow right one is right."""

import mistakes
import pytest
from students import mistakes_in

from bleu_exercises import Finding, diagnose, in_form
from bleu_exercises._lesson_tasks import TASKS
from exercise_checker import _diagnosis, _examination, guard
from exercise_checker._tasks import inputs_of

TASK = "modified_precision"
ALL = len(inputs_of(TASKS[TASK], 2002))
TRIED_WHEN_SLOW = len(TASKS[TASK].probes) + _diagnosis.MIN_DRAWN


class Clock:
    """A simulated clock, which moves only while a slow function runs."""

    now = worked = 0.0

    def monotonic(self):
        return self.now

    def process_time(self):
        return self.worked


@pytest.fixture
def slow(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(guard, "time", clock)
    monkeypatch.setattr(_examination, "process_time", clock.process_time)

    def takes(function, seconds, waits=False):
        def slow_function(candidate, references, n):
            clock.now += seconds
            clock.worked += 0 if waits else seconds
            return function(candidate, references, n)

        return slow_function

    return takes


def wrong_in_an_unknown_way(candidate, references, n):
    return 0.9 * mistakes.right(TASK)(candidate, references, n) + 0.01


def references_first(candidate, references, n):
    return mistakes.right(TASK)(references, candidate, 1)


def test_names_the_mistakes_of_a_slow_function_from_fewer_inputs_if_a_person_waits(slow):
    both = "the counts are clipped by the sum over the references", "the denominator is the number of words"
    function = slow(mistakes.with_mistakes(TASK, *both), 0.009)
    verdict = diagnose(function, TASK)
    assert mistakes_in(verdict) == {*both} and verdict.tally.tried == TRIED_WHEN_SLOW
    assert diagnose(function, TASK, hurry=False).tally.tried == ALL, "a grade does not depend on the clock"


@pytest.mark.parametrize("seconds", [0.04, 0.3])
def test_stops_early_if_a_wrong_function_is_very_slow(slow, seconds):
    verdict = diagnose(slow(wrong_in_an_unknown_way, seconds), TASK)
    assert verdict.finding is Finding.UNKNOWN and "too slow" in verdict.headline
    assert verdict.tally.tried <= 2 / seconds + 1
    assert f" {verdict.tally.tried} of {ALL} " in verdict.remarks[0]


def test_names_no_mistake_from_too_few_inputs(slow):
    """With few inputs, swapped arguments look like lists as keys."""
    assert diagnose(slow(references_first, 0.0), TASK).mistake.startswith("the first two arguments are swapped and the")
    verdict = diagnose(slow(references_first, 0.1), TASK)
    assert (verdict.finding, verdict.error) == (Finding.ERROR, "TypeError") and "is slow" in verdict.remarks[0]


def test_tries_a_very_slow_function_until_a_longer_candidate_is_wrong(slow):
    """If the task does not ask for short candidates, the function would otherwise pass untested."""
    task = in_form(TASK, asks_for_short=False)
    last = [probe for probe in TASKS[TASK].probes if TASKS[TASK].corner_of(probe) is None][-1]

    def stops(candidate, references, n):
        if len(candidate) < n:
            raise ZeroDivisionError
        return mistakes.right(TASK)(candidate, references, n) - 0.01 * ([candidate, references, n] == [*last])

    verdict = diagnose(slow(stops, 0.125), task)
    assert verdict.status == "wrong" and verdict.tally.tried == 1 + task.probes.index(last)


@pytest.mark.parametrize(
    ("seconds", "tried"), [(0.009, ALL), (1 / 16, 15 * 16), (1 / 8, TRIED_WHEN_SLOW), (1 / 4, None)]
)
def test_a_slow_right_function_is_right_if_enough_inputs_can_be_tried_in_half_of_the_time(slow, seconds, tried):
    verdict = diagnose(slow(mistakes.right(TASK), seconds), TASK)
    if tried is None:
        assert verdict.finding is Finding.TOO_LONG
    else:
        assert (verdict.status, verdict.tally.right, verdict.tally.tried) == ("correct", tried, tried)
        assert bool(verdict.remarks) == (tried < ALL)


def test_a_function_that_waits_is_asked_for_what_it_waits(slow):
    right = mistakes.right(TASK)
    assert "wait for" in diagnose(slow(right, 0.125, waits=True), TASK).remarks[0]
    assert diagnose(slow(right, 40, waits=True), TASK).finding is Finding.WAITS
    assert diagnose(slow(right, 40), TASK).finding is Finding.TOO_LONG
