"""A wrong function that is slow has its verdict soon: it is tried on fewer inputs, and less is asked about it."""

import pytest
from course import instructors_machine

from bleu_grading import grade
from bleu_helpers.checks import Finding, diagnose, in_form
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._slips import slips_called
from bleu_helpers.checks._tasks import TASKS
from bleu_helpers.checks.catalogue import functions_with
from exercise_checker import _diagnosis, _examination
from exercise_checker._tasks import inputs_of

TASK = "modified_precision"
ENOUGH = len(TASKS[TASK].probes) + _diagnosis.ENOUGH_DRAWN


class Slow:
    """A function that takes so many seconds of the processor, by a clock of the test's own, and counts its calls."""

    def __init__(self, function, seconds, monkeypatch):
        self.function, self.seconds, self.now, self.calls = function, seconds, 0.0, 0
        monkeypatch.setattr(_examination, "process_time", lambda: self.now)

    def __call__(self, candidate, references, n):
        self.now += self.seconds
        self.calls += 1
        return self.function(candidate, references, n)


@pytest.fixture
def slow(monkeypatch):
    return lambda function, seconds: Slow(function, seconds, monkeypatch)


def wrong_in_an_unknown_way(candidate, references, n):
    return 0.9 * BUILD[TASK](RIGHT)(candidate, references, n) + 0.01


def test_a_slow_wrong_function_is_tried_on_fewer_inputs_and_is_named_all_the_same(slow):
    both = [
        slips_called(name)[0]
        for name in ("the counts are clipped by the sum over the references", "the denominator is the number of words")
    ]
    function = slow(next(functions_with(TASK, *both)), 0.009)
    verdict = diagnose(function, TASK)
    assert {verdict.known.name, *(mistake.name for mistake in verdict.also)} == {slip.name for slip in both}
    assert verdict.tally.tried == ENOUGH and function.now < 3


@pytest.mark.parametrize("seconds", [0.04, 0.3])
def test_one_that_is_very_slow_is_not_even_tried_on_the_chosen_inputs(slow, seconds):
    function = slow(wrong_in_an_unknown_way, seconds)
    verdict = diagnose(function, TASK)
    assert verdict.finding is Finding.UNKNOWN and "too slow" in verdict.headline
    assert verdict.tally.tried < ENOUGH - _diagnosis.ENOUGH_DRAWN and function.now <= 2 + 3 * seconds
    total = len(inputs_of(TASKS[TASK], 2002))
    assert verdict.remarks[0].startswith(
        f"Your function is slow: it was tried on only {verdict.tally.tried} of {total} small"
    )


def references_first(candidate, references, n):
    return BUILD[TASK](RIGHT)(references, candidate, n)


def test_a_mistake_is_not_named_from_a_few_inputs(slow):
    """On these it looks like another one: the references stand first, and all that is seen is a list as a key."""
    words_only = lambda candidate, references, n: references_first(candidate, references, 1)  # noqa: E731
    assert diagnose(slow(words_only, 0.0), TASK).mistake.startswith("the first two arguments are swapped and the order")
    verdict = diagnose(slow(words_only, 0.1), TASK)
    assert (verdict.finding, verdict.error) == (Finding.ERROR, "TypeError") and "is slow" in verdict.remarks[0]


def test_a_very_slow_function_that_stops_on_short_candidates_is_tried_until_it_is_wrong_on_others(slow):
    """Where the task does not ask for short ones, it would pass by what it was not tried on."""
    task = in_form(TASK, asks_for_short=False)
    last = [probe for probe in TASKS[TASK].probes if TASKS[TASK].corner_of(probe) is None][-1]

    def stops(candidate, references, n):
        if len(candidate) < n:
            raise ZeroDivisionError
        return BUILD[TASK](RIGHT)(candidate, references, n) - 0.01 * ([candidate, references, n] == [*last])

    verdict = diagnose(slow(stops, 0.3), task)
    assert verdict.status == "wrong" and verdict.tally.tried == 1 + task.probes.index(last)


def test_no_clock_is_asked_for_a_grade(tmp_path, monkeypatch, slow):
    """A share for a known mistake is not to depend on how fast a machine is."""
    function = next(functions_with(TASK, slips_called("the counts are not clipped")[0]))
    instructors_machine(tmp_path, monkeypatch)
    function = slow(function, 0.3)
    assert grade(function, TASK, points=4, partial={"the counts are not clipped": 0.25}) == 1
    assert diagnose(function, TASK, hurry=False).tally.tried == len(inputs_of(TASKS[TASK], 2002))


def test_a_right_function_may_be_as_slow_and_is_tried_on_everything(slow):
    verdict = diagnose(slow(BUILD[TASK](RIGHT), 0.009), TASK)
    assert (verdict.status, verdict.tally.tried) == ("correct", len(inputs_of(TASKS[TASK], 2002)))
