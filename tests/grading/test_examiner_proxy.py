"""Messages between a kernel and the program outside the sandbox, which grades whatever a kernel sends."""

import io
import itertools
import json
import signal
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import random
from types import SimpleNamespace

import numpy as np
import pytest
from course import ANY_TEST, ASSIGNMENTS, SEED, cell_of, in_adas_folder, logged, program_outside, source
from course import text as source_text
from interrupts import ctrl_c
from students.ngrams import precision_over_words

from bleu_exercises.exercises import EVERY_TASK
from bleu_grading import grade
from bleu_grading.inside import examiner_proxy, protocol
from bleu_grading.inside.protocol import cell_digest
from bleu_grading.instructor import preflight
from bleu_grading.outside import examiner, grading_log, points_and_feedback, student_function
from bleu_grading.outside.problem_set import ProblemSet, graded_in
from bleu_grading.records import notebook_code
from bleu_helpers import count_clip
from exercise_checker.code_origin import address_of
from exercise_checker.description import describe
from exercise_checker.guard import MAX_SECONDS_PER_CHECK
from exercise_checker.outcomes import agree, read_counts, read_number, read_numbers, read_words

ctrl_c = pytest.fixture(ctrl_c)
course = pytest.fixture(in_adas_folder, name="course", autouse=True)


# Grading with the kernel and the program outside in one process.


@pytest.fixture
def kernel(course, monkeypatch):
    """Connect to the program outside, which has the seed and the answers."""
    with program_outside(monkeypatch) as from_kernel:
        yield from_kernel


def right(candidate, references):
    return sum(any(word in other for other in references) for word in candidate) / (len(candidate) or 1)


def with_a_cache(candidate, references, seen={}):  # noqa: B006
    return seen.setdefault(tuple(candidate), right(candidate, references))


def loud(candidate, references):
    raise KeyError(f"HIDDEN {candidate}")


@pytest.mark.parametrize(
    ("function", "task", "points"),
    [
        (right, "unigram_precision", 4.0),
        (lambda candidate, *, references: right(candidate, references), "unigram_precision", 4.0),
        (lambda candidate, references: np.float32(right(candidate, references)), "unigram_precision", 4.0),
        (with_a_cache, "unigram_precision", 0.0),
        (loud, "unigram_precision", 0.0),
        (lambda candidate, references: references.append(1) or 0.5, "unigram_precision", 0.0),
        (lambda candidate: 1, "unigram_precision", 0.0),
        (None, "unigram_precision", 0.0),
        (precision_over_words, "modified_precision", 0.0),
        (lambda candidate, references, n: count_clip(candidate, references, n), "count_clip", 0.0),
        (lambda candidate, references: right(candidate, references[:1]) + random(), "unigram_precision", 0.0),
    ],
)
def test_grades_in_the_sandbox_as_without_it(function, task, points, kernel, course, capsys, monkeypatch):
    assert grade(function, task, points=4) == points
    from_outside = capsys.readouterr().out
    monkeypatch.setattr(examiner_proxy, "examiner", None)
    assert grade(function, task, points=4) == points
    assert capsys.readouterr().out == from_outside
    request, *_, graded = logged(course)
    assert (request["event"], request["task"], request["points"], request["shares"]) == ("asked", task, 4.0, {})
    assert (graded["event"], graded["awarded"], graded["feedback"] + "\n") == ("graded", points, from_outside)


def test_grades_the_next_function_after_an_interrupt(kernel, course, capsys, ctrl_c):
    calls = []

    def interrupted(candidate, references):
        calls.append(candidate)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        grade(interrupted, "unigram_precision", points=1)
    kernel.write('{"number": 0, "half a li')
    assert grade(right, "unigram_precision", points=2) == 2.0
    assert [event["event"] for event in logged(course)] == ["asked", "asked", "graded"]


def served(course, messages, tests=ANY_TEST):
    """Send lines to the program outside, and return its answers and the events that it logs."""
    answers = io.StringIO()
    lines = (message if isinstance(message, str) else json.dumps({"number": 0} | message) for message in messages)
    read = SimpleNamespace(readline=lambda longest: next((f"{line}\n" for line in lines), ""))
    examiner.Examiner(read, answers, grading_log.Log(*graded_in(Path.cwd()), "a run"), SEED, tests).serve()
    _, *sent = map(json.loads, answers.getvalue().splitlines())
    return sent, [event["event"] for event in logged(course)]


ASK = {"grade": "unigram_precision", "points": 1, "partial": {}}


@pytest.mark.parametrize(
    "answers",
    [
        [],
        ["[" * 100_000, "[]", "nonsense"],
        [{"number": 9, "names": None, "kind": "the answer to another call of grade"}],
        [{"names": ["references", "candidate"]}, *[{"result": 1}] * 2000],
        [{"names": []}, {"number": 5, "ended": "returned", "result": 1}],
    ],
)
def test_gives_no_verdict_on_nonsense(answers, course):
    _, events = served(course, [ASK, *answers])
    assert events == ["asked"]


def test_logs_and_answers_invalid_unicode_and_questions(course):
    function = {"names": None, "kind": "\ud800"}
    answers, events = served(course, [ASK | {"grade": "\ud800"}, ASK | {"partial": 3}, ASK, function])
    assert events == ["refused", "refused", "asked", "graded"] and r"\ud800" in answers[0]["refused"]
    assert answers[-1]["awarded"] == 0.0 and "\ud800" not in answers[-1]["feedback"]  # it contains only our own words


def begun(cell):
    """Return what a kernel sends at the beginning of a cell of ps1."""
    return {"cell": cell_digest(source_text(cell_of(source("ps1"), cell))) if cell else "", "source": ""}


ASK_OVERUSED = {"grade": "overused", "points": 3, "partial": {}}
INT = {"names": None, "kind": "int"}


@pytest.mark.parametrize(
    ("sent", "events"),
    [
        ([begun("test_overused"), ASK_OVERUSED, INT], ["asked", "graded"]),
        ([begun("test_overused"), ASK_OVERUSED | {"points": 6}], ["refused"]),
        ([begun("test_overused"), ASK_OVERUSED | {"partial": {"unknown": 0.5}}], ["refused"]),
        ([begun("test_overused"), ASK_OVERUSED | {"grade": "credited"}], ["refused"]),
        ([begun("overused"), ASK_OVERUSED], ["refused"]),
        ([begun("test_overused"), begun(""), ASK_OVERUSED], ["refused"]),
        ([*[begun("test_overused"), ASK_OVERUSED, INT] * 2, ASK_OVERUSED], ["asked", "graded", "refused", "refused"]),
    ],
)
def test_grades_only_what_the_running_test_cell_asks_and_only_once(sent, events, course):
    """Otherwise a cell could try several functions, or replace a verdict in the log."""
    assert served(course, sent, ProblemSet(ASSIGNMENTS, "ps1").tests())[1] == events
    why = "only the test cells" if len(events) == 1 else "the first verdict counts"
    assert all(why in event["why"] for event in logged(course) if event["event"] == "refused")


# Answers of a student's process.


@pytest.mark.parametrize("read", [read_number, read_numbers, read_counts, read_words], ids=lambda read: read.__name__)
@pytest.mark.parametrize(
    "result",
    [
        *("0.5", None, 2, True, Fraction(1, 2), [Fraction(1, 2)], ("a", "b"), {1}),
        *({"a": 1}.items(), Counter("aab"), {("a", "b"): 0.5}, [("a", 1)], ["a"], object(), float("nan")),
        *(np.array([1, 0]), np.array([[1]]), np.float64(0.5), np.int64(3), np.bool_(True), [np.int64(1)], np.array(2)),
        {"a": np.int64(2)},
        *(np.float32(1 / 3), np.array([1 / 3], np.float32), {"a": np.float32(1 / 3)}),
    ],
    ids=lambda result: "an object" if type(result) is object else repr(result),
)
def test_reads_a_result_from_another_process_like_a_local_one(result, read):
    there = protocol.decode(json.loads(json.dumps(protocol.encode(result))))
    here, sent = read(describe(result)), read(there)
    assert here.kind == sent.kind
    assert agree(here, sent) or here.kind in ("text", "shape", "none", "nan")


def test_finds_the_code_of_every_forbidden_function():
    for task in EVERY_TASK.values():
        functions = (task.function, *task.same_work)
        assert examiner_proxy.code_objects({address_of(function) for function in functions}) == task.forbidden


# What appears on the feedback page.

FUNCTION = {"names": []}
MOST_CALLS = 2000


def feedback_on(course, function, answers):
    """Return what a student reads whose kernel gives these answers and has seen the hidden inputs."""
    ask = {"grade": "credited", "points": 4, "partial": {}}
    sent, _ = served(course, itertools.chain([ask, function], itertools.islice(answers, MOST_CALLS)))
    return sent[-1]["feedback"]


def test_feedback_does_not_reveal_the_input_that_was_slow(monkeypatch, course):
    now = [0.0]
    monkeypatch.setattr(student_function.time, "monotonic", lambda: now[0])

    def answers(fast):
        for _ in range(fast):
            yield {"result": [1]}
        while True:
            now[0] += MAX_SECONDS_PER_CHECK
            yield {"result": [1]}

    headlines = {feedback_on(course, FUNCTION, answers(fast)).split("\n")[0] for fast in (3, 17, 29)}
    assert len(headlines) == 1 and "takes too long" in headlines.pop()


HIDDEN = "HIDDEN"  # a hidden input in any form
SECRET = 7342  # a hidden number
RESULTS = [None, SECRET, HIDDEN, {"o": HIDDEN}, [[1]], [SECRET], {"d": []}, {"d": [[[1], 2]]}, {"d": 3}, {"i": [1]}]
CHANGED = {"result": [1], "changed": {"d": [[0, HIDDEN]]}, "printed": True}
STOPS = {"ended": "raised", "error": "KeyError", "message": HIDDEN, "line": 7}
ANSWERS = [*({"result": result} for result in RESULTS), CHANGED, CHANGED | {"ours": HIDDEN}, STOPS]
ANSWERS += [STOPS | {"error": HIDDEN}, STOPS | {"error": "UnicodeDecodeError"}, STOPS | {"line": SECRET}]


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_feedback_has_too_few_texts_to_reveal_an_input(answer, course):
    """The texts differ only by the name of an error, a line number, and the share in tenths."""
    for right in (0, 17):
        text = feedback_on(course, FUNCTION, [{"result": []}] * right + [answer] * MOST_CALLS)
        assert HIDDEN not in text and str(SECRET) not in text and "UnicodeDecodeError" not in text


def test_feedback_about_an_object_reveals_no_input(course):
    for function in ({"names": None, "kind": f"{HIDDEN} None"}, {"names": None, "parameters": f"({HIDDEN})"}):
        assert HIDDEN not in feedback_on(course, function, [])


def test_a_page_has_too_few_texts_to_reveal_an_input():
    """A hidden input of eight words out of five, with one reference of eight, is one of 2**37."""
    stops = preflight.MAX_CELLS * (len(notebook_code.ERRORS) + 1) * (notebook_code.LAST_LINE_COUNTED + 1)
    assert stops * (len(points_and_feedback.ERRORS) + 1) * (points_and_feedback.LAST_LINE_SHOWN + 1) * 11 < 2**37
