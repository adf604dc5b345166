"""A slow wrong function gets a verdict soon, because it is tried on fewer inputs."""

import mistakes
import pytest
from course import instructors_machine
from students import mistakes_in

from bleu_exercises import Finding, diagnose, in_form
from bleu_exercises._tasks import TASKS
from bleu_grading import grade
from exercise_checker import _diagnosis, _examination
from exercise_checker._tasks import inputs_of

TASK = "modified_precision"
TRIED_WHEN_SLOW = len(TASKS[TASK].probes) + _diagnosis.MIN_DRAWN


class Slow:
    """A function that takes a given time by a simulated clock of the processor."""

    def __init__(self, function, seconds, monkeypatch):
        self.function, self.seconds, self.now = function, seconds, 0.0
        monkeypatch.setattr(_examination, "process_time", lambda: self.now)

    def __call__(self, candidate, references, n):
        self.now += self.seconds
        return self.function(candidate, references, n)


@pytest.fixture
def slow(monkeypatch):
    return lambda function, seconds: Slow(function, seconds, monkeypatch)


def wrong_in_an_unknown_way(candidate, references, n):
    return 0.9 * mistakes.right(TASK)(candidate, references, n) + 0.01


def test_names_the_mistakes_of_a_slow_function_from_fewer_inputs(slow):
    both = "the counts are clipped by the sum over the references", "the denominator is the number of words"
    function = slow(mistakes.with_mistakes(TASK, *both), 0.009)
    verdict = diagnose(function, TASK)
    assert mistakes_in(verdict) == {*both}
    assert verdict.tally.tried == TRIED_WHEN_SLOW and function.now < 3


@pytest.mark.parametrize("seconds", [0.04, 0.3])
def test_stops_early_if_a_wrong_function_is_very_slow(slow, seconds):
    function = slow(wrong_in_an_unknown_way, seconds)
    verdict = diagnose(function, TASK)
    assert verdict.finding is Finding.UNKNOWN and "too slow" in verdict.headline
    assert verdict.tally.tried < TRIED_WHEN_SLOW - _diagnosis.MIN_DRAWN and function.now <= 2 + 3 * seconds
    assert f" {verdict.tally.tried} of {len(inputs_of(TASKS[TASK], 2002))} " in verdict.remarks[0]


def references_first(candidate, references, n):
    return mistakes.right(TASK)(references, candidate, n)


def test_names_no_mistake_from_too_few_inputs(slow):
    """With few inputs, swapped arguments look like lists as keys."""
    words_only = lambda candidate, references, n: references_first(candidate, references, 1)  # noqa: E731
    assert diagnose(slow(words_only, 0.0), TASK).mistake.startswith("the first two arguments are swapped and the order")
    verdict = diagnose(slow(words_only, 0.1), TASK)
    assert (verdict.finding, verdict.error) == (Finding.ERROR, "TypeError") and "is slow" in verdict.remarks[0]


def test_tries_a_very_slow_function_until_a_longer_candidate_is_wrong(slow):
    """If the task does not ask for short candidates, the function would otherwise pass untested."""
    task = in_form(TASK, asks_for_short=False)
    last = [probe for probe in TASKS[TASK].probes if TASKS[TASK].corner_of(probe) is None][-1]

    def stops(candidate, references, n):
        if len(candidate) < n:
            raise ZeroDivisionError
        return mistakes.right(TASK)(candidate, references, n) - 0.01 * ([candidate, references, n] == [*last])

    verdict = diagnose(slow(stops, 0.3), task)
    assert verdict.status == "wrong" and verdict.tally.tried == 1 + task.probes.index(last)


def test_grading_does_not_depend_on_the_clock(tmp_path, monkeypatch, slow):
    """The share of points for a known mistake does not depend on the speed of the machine."""
    function = mistakes.with_mistakes(TASK, "the counts are not clipped")
    instructors_machine(tmp_path, monkeypatch)
    function = slow(function, 0.3)
    assert grade(function, TASK, points=4, partial={"the counts are not clipped": 0.25}) == 1
    assert diagnose(function, TASK, hurry=False).tally.tried == len(inputs_of(TASKS[TASK], 2002))


def test_tries_a_slow_right_function_on_all_inputs(slow):
    verdict = diagnose(slow(mistakes.right(TASK), 0.009), TASK)
    assert (verdict.status, verdict.tally.tried) == ("correct", len(inputs_of(TASKS[TASK], 2002)))
