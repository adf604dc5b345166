"""A wrong function that is slow has its verdict soon: it is tried on fewer inputs, and less is asked about it."""

from types import SimpleNamespace

import pytest

from bleu_helpers.checks import Finding, _diagnosis, _examination, diagnose
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._slips import slips_called
from bleu_helpers.checks._tasks import TASKS, inputs_of
from bleu_helpers.checks.catalogue import functions_with

TASK = "modified_precision"
ENOUGH = len(TASKS[TASK].probes) + _diagnosis.ENOUGH_DRAWN


class Slow:
    """A function that takes so many seconds of the processor, by a clock of the test's own, and counts its calls."""

    def __init__(self, function, seconds, monkeypatch):
        self.function, self.seconds, self.now, self.calls = function, seconds, 0.0, 0
        monkeypatch.setattr(_examination, "time", SimpleNamespace(process_time=lambda: self.now))

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
        slips_called(name)[0] for name in ("clipped by the sum over the references", "divided by the number of words")
    ]
    function = slow(next(functions_with(TASK, *both)), 0.009)
    verdict = diagnose(function, TASK)
    assert {verdict.known.name, *(one.name for one in verdict.also)} == {slip.name for slip in both}
    assert verdict.tally.tried == ENOUGH and function.now < 3


@pytest.mark.parametrize("seconds", [0.004, 0.009, 0.017])
def test_no_verdict_on_a_slow_wrong_function_takes_three_seconds(slow, seconds):
    function = slow(wrong_in_an_unknown_way, seconds)
    assert diagnose(function, TASK).finding is Finding.UNKNOWN
    assert function.now < 3


def test_less_is_asked_about_a_slow_function_than_about_a_fast_one(slow):
    fast, tired = (slow(wrong_in_an_unknown_way, seconds) for seconds in (0.0, 0.017))
    shown = [len(str(diagnose(function, TASK).example)) for function in (fast, tired)]
    assert tired.calls < ENOUGH + 20 < fast.calls
    assert shown[0] <= shown[1], "a smaller example takes more calls"


def test_a_right_function_may_be_as_slow_and_is_tried_on_everything(slow):
    verdict = diagnose(slow(BUILD[TASK](RIGHT), 0.009), TASK)
    assert (verdict.status, verdict.tally.tried) == ("correct", len(inputs_of(TASKS[TASK], 2002)))
