"""Near-right answers to the problem sets: what a word is, how many there are at most, when two numbers are equal.

Each is wrong on one of the inputs that every course has, whatever its seed.
"""

import re
import string
from types import FunctionType, SimpleNamespace

import pytest
from course import ASSIGNMENTS, SEED

from bleu_helpers import match_counts
from bleu_helpers.course import _secrets
from exercise_checker._tasks import inputs_of
from exercise_checker.guard import MAX_STEPS_PER_CALL
from exercise_checker.outcomes import agree, outcome_of

TASKS = _secrets._load(str(ASSIGNMENTS / "answers.py"))
ANSWERS = TASKS["open_bleu"].function.__globals__
MARKS = set(string.punctuation)

SENTENCES = {
    "lower case": lambda words: [word.lower() for word in words],
    "without the marks around": lambda words: [word.strip(string.punctuation) for word in words],
    "without words that are marks": lambda words: [word for word in words if word not in MARKS],
    "words of letters": lambda words: [word for word in words if word.isalpha()],
    "each word once": lambda words: list(dict.fromkeys(words)),
    "the first five": lambda words: words[:5],
    "the first twenty": lambda words: words[:20],
}
"""What is made of the words of a sentence before anything is counted."""

LISTS = {
    "four of them": lambda items: items[:4],
    "each once": lambda items: list({str(item): item for item in items}.values()),
    "each length once": lambda items: list({len(item): item for item in items}.values()),
}
NUMBERS = {
    "to 6 digits": lambda score: round(score, 6),
    "the size alone": abs,
    "1 at most": lambda score: min(score, 1),
    "0 at least": lambda score: max(score, 0),
}
"""What is made of each number of a list."""

SCORES = [-1.5, 1.5, 0.5, 0.0, -0.5, 2.5, 0.1234561, 0.1234562]
WITNESSES = {"ranks": [(SCORES,)], "agreement": [(SCORES, sorted(SCORES)), (sorted(SCORES), SCORES)]}
"""Scores that none is drawn like."""


def in_each_sentence(change):
    def changed(value):
        return [changed(one) if isinstance(one, list) else one for one in value] if deep(value) else change(value)

    return changed


def deep(value):
    return bool(value) and isinstance(value[0], list)


def ways_for(argument):
    """The ways of reading an argument of this kind otherwise."""
    if isinstance(argument, int):
        return {"four at most": lambda n: min(n, 4)}
    if argument and isinstance(argument[0], float | int):
        return {name: lambda scores, change=change: list(map(change, scores)) for name, change in NUMBERS.items()}
    of_sentences = {name: in_each_sentence(change) for name, change in SENTENCES.items()}
    return of_sentences | (LISTS if deep(argument) else {})


def read_otherwise(task):
    """The right function, which reads one of its arguments in another way, or all that can be read in this way."""
    ways = [ways_for(argument) for argument in task.probes[0]]
    for name in {name: None for of_place in ways for name in of_place}:
        places = [place for place, of_place in enumerate(ways) if name in of_place]
        for chosen in (places, *([place] for place in places if len(places) > 1)):

            def function(*given, name=name, chosen=chosen):
                return task.function(*(ways[at][name](one) if at in chosen else one for at, one in enumerate(given)))

            yield f"{name} {chosen}", function


# Within the function: how often a word stands in a reference, what an n-gram is, and what a cleaned token is.

COUNTS = {
    "a regular expression for words": lambda r, w: len(re.findall(rf"\b{re.escape(w)}\b", " ".join(r))),
    "in the text": lambda r, w: " ".join(r).count(w),
    "the beginning of a word": lambda r, w: sum(word.startswith(w) for word in r),
    "no marks": lambda r, w: r.count(w) if w not in MARKS else 0,
}
CLEANED = {
    "of letters": lambda token: token.lower() * token.isalpha(),
    "without the marks around": lambda token: token.lower().strip(string.punctuation),
    "not one of a few marks": lambda token: token.lower() * (token not in ",.!?:;--...\"'()_&%$¿«»–…。"),
    "with a letter of English": lambda token: token.lower() * bool(re.search("[A-Za-z0-9]", token)),
    "longer than one": lambda token: token.lower() * (len(token) > 1 and any(map(str.isalnum, token))),
    "case kept": lambda token: token * any(map(str.isalnum, token)),
}


def cleaned_by(keep):
    return lambda tokens: [kept for token in tokens if (kept := keep(token))]


def joined_with(mark):
    """The lessons' functions, for which an n-gram is one text."""

    def counts(candidate, references, n):
        grams = lambda words: [mark.join(words[start : start + n]) for start in range(len(words) - n + 1)]  # noqa: E731
        return match_counts(grams(candidate), list(map(grams, references)), 1)

    def precision(*arguments):
        matched, total = counts(*arguments)
        return matched / total if total else 0.0

    return SimpleNamespace(match_counts=counts, modified_precision=precision)


def with_others(name, **others):
    """The right function of a task, which finds other things under these names of the file of answers."""
    return FunctionType(TASKS[name].function.__code__, ANSWERS | others)


WITHIN = [
    *(
        (task, name, with_others(task, most=lambda word, rs, count=count: max(count(r, word) for r in rs)))
        for task in ("overused", "credited")
        for name, count in COUNTS.items()
    ),
    *(
        (task, f"n-grams joined with {mark!r}", with_others(task, bleu_helpers=joined_with(mark)))
        for mark in ("", *"_-|,")
        for task in ("text_precision", "order_precisions")
    ),
    *(("normalise", name, cleaned_by(keep)) for name, keep in CLEANED.items()),
    *(("open_bleu", name, ANSWERS["_build"](cleaned_by(keep))) for name, keep in CLEANED.items()),
]


def differs(task, function, inputs):
    return any(not agree(outcome_of(task.read, function, one), task.right(one)) for one in inputs)


@pytest.mark.parametrize("name", TASKS)
def test_a_wrong_way_of_reading_is_wrong_on_an_input_that_every_course_has(name):
    """Arguments read otherwise are no mistake in this task where that is right on all drawn inputs and witnesses."""
    task = TASKS[name]
    drawn = [*(case.arguments for case in inputs_of(task, SEED)[len(task.probes) :]), *WITNESSES.get(name, [])]
    wrong = {label: function for label, function in read_otherwise(task) if differs(task, function, drawn)}
    wrong |= {label: function for of, label, function in WITHIN if of == name}
    assert len(wrong) >= 3
    assert [label for label, function in wrong.items() if not differs(task, function, task.probes)] == []


@pytest.mark.parametrize("name", ["overused", "credited", "text_precision", "order_precisions", "open_bleu"])
def test_marks_digits_and_other_letters_stand_in_the_drawn_inputs_too(name):
    """So whoever reads words in another way is wrong on hidden inputs, and on many of them."""
    task = TASKS[name]
    drawn = [case.arguments for case in inputs_of(task, SEED)[len(task.probes) :]]
    for sign in ("[0-9]", "[^\\W0-9_a-zA-Z]", "[A-Za-z][^\\w\\s]", "(^| )[^\\w\\s]( |$)"):
        having = [one for one in drawn if re.search(sign, " ".join(map(str, words_of(one))))]
        assert len(having) >= 20, (name, sign)


@pytest.mark.parametrize("name", TASKS)
def test_no_input_is_so_long_that_a_slow_function_would_not_come_to_its_end(name):
    """As of one that has three loops within each other, over the words of a candidate and those of its references."""
    for case in inputs_of(TASKS[name], SEED):
        sentences = len([*words_of(case.arguments[0])]), len([*words_of(case.arguments[1:])])
        assert sentences[0] ** 2 * max(sentences) < MAX_STEPS_PER_CALL


def words_of(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from words_of(one)
