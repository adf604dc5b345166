"""What a kernel can bring onto a page of feedback: it has seen the hidden inputs, and may send anything."""

import builtins
import io
import itertools
import json
import re
from pathlib import Path
from random import Random

import pytest
from course import SEED, in_adas_folder

from bleu_helpers.course import _grading, _keeper, _log, _remote
from exercise_checker.guard import MAX_SECONDS

course = pytest.fixture(in_adas_folder, name="course", autouse=True)


def said(way, answers):
    """What a student reads whose kernel sends these, whatever it is asked."""
    messages = [{"grade": "credited", "points": 4, "partial": {}}, way]
    kernel = (json.dumps(message | {"number": 0}) + "\n" for message in itertools.chain(messages, answers))
    told = io.StringIO()

    class Read:
        def readline(self, longest):
            return "" if '"said"' in told.getvalue() else next(kernel)

    _keeper.Examiner(Read(), told, _log.Log(Path.cwd(), "a run"), SEED).serve()
    return json.loads(told.getvalue().splitlines()[-1])["said"]


FUNCTION = {"names": []}
HIDDEN = "HIDDEN"  # an input, in whatever disguise
SECRET = 7342  # as a number


WAYS = [*[FUNCTION] * 5, {"names": None, "kind": f"{HIDDEN} None"}]
WAYS += [{"names": None, "kind": "", "parameters": f" Yours is written as {HIDDEN}"}]


@pytest.mark.parametrize(("number", "told"), [(0, []), (1, ["1"]), (99, ["99"]), (100, []), ("1", [])])
def test_no_line_is_told_but_one_of_the_first(number, told):
    answer = {"ended": "raised", "error": "KeyError", "message": "", "line": number}
    assert re.findall(r"line (\S+) of", said(FUNCTION, itertools.repeat(answer))) == told


def test_how_long_a_function_takes_says_nothing_of_where_it_was_slow(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(_remote.time, "monotonic", lambda: now[0])

    def answers(fast):
        for _ in range(fast):
            yield {"result": [1]}
        while True:
            now[0] += MAX_SECONDS
            yield {"result": [1]}

    told = {said(FUNCTION, answers(fast)).split("\n")[0] for fast in (3, 17, 29)}
    assert told == {"credited: your function was stopped, because it takes too long."}


def random_answers(random):
    """Whatever a kernel could come upon, one thing after the other."""
    errors = [*vars(builtins), "Own", HIDDEN, "", *["UnicodeDecodeError"] * 9]  # which wants more than a message
    results = [
        None,
        SECRET,
        HIDDEN,
        {"o": HIDDEN},
        [],
        [[1]],
        [SECRET],
        {"d": []},
        {"d": [[[1], 2]]},
        {"d": 3},
        {"i": [1]},
    ]
    while True:
        yield random.choice(
            [
                {"ended": "raised", "error": random.choice(errors), "message": HIDDEN, "line": random.randrange(200)},
                {"result": [random.randrange(2) for _ in range(random.randrange(9))]},
                {"result": random.choice(results)},
                {"result": [1], "changed": True, "printed": True, "ours": random.choice(["", "", "", HIDDEN])},
            ]
        )


SAID_OF_AN_ERROR = re.compile(
    r"credited: your function stops with (.*) for some inputs(?:, in line (\d+) of its cell)?\."
)
SHARE = re.compile(r"Right on (none|fewer than one in ten|[1-9] in ten) of the inputs that were tried\.")


def test_what_is_said_is_one_of_few_texts_whatever_a_kernel_sends():
    """The docstring of `_grading` counts them: by the errors that are named, the lines, and the share in tenths."""
    seen = set()
    for seed in range(100):
        random = Random(seed)
        one = random_answers(random)
        told = said(
            random.choice(WAYS), itertools.cycle([next(one) for _ in range(random.choice([1, 1, 1, 1, 2, 50]))])
        )
        headline, *others = told.split("\n")
        seen.add(headline)
        if error := SAID_OF_AN_ERROR.fullmatch(headline):
            assert error[1] in (*_grading.ERRORS, "a rare error, or one of your own,")
            assert int(error[2] or 0) <= _grading.MOST_LINES
        with_numbers = [line for line in others if re.search(r"\d", line) and not SHARE.fullmatch(line)]
        assert [line for line in with_numbers if not re.search(r"in lesson \d\d_\w+\.", line)] == ["0 of 4 points."]
        assert HIDDEN not in told
        assert str(SECRET) not in told
    assert len(seen) > 8 and any("a rare error" in headline for headline in seen)
    # A hidden input of eight words out of five, with one reference of eight, is one of 2**37.
    assert (len(_grading.ERRORS) + 1) * (_grading.MOST_LINES + 1) * 11 < 2**15
