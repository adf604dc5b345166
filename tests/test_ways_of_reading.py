"""Near-right answers to the problem sets: what a word is, how many there are at most, when two numbers are equal.

Each is wrong on one of the inputs that every course has, whatever its seed.
"""

import re
import string
from statistics import median
from types import FunctionType, SimpleNamespace

import pytest
from course import ASSIGNMENTS, SEED

from bleu_helpers import match_counts, modified_precision
from bleu_helpers.course import _secrets
from exercise_checker._tasks import inputs_of
from exercise_checker.guard import MAX_STEPS_PER_CALL
from exercise_checker.outcomes import agree, outcome_of

TASKS = _secrets._load(str(ASSIGNMENTS / "answers.py"))
RIGHT = {name: task.function for name, task in TASKS.items()}
ANSWERS = RIGHT["open_bleu"].__globals__
MARKS = set(string.punctuation)


def with_others(name, **others):
    """The right function of a task, which finds other things under these names of the file of answers."""
    return FunctionType(RIGHT[name].__code__, ANSWERS | others)


def given(name, *changes):
    """The right function of a task, which is given each argument as its change makes it; without one, as it is."""

    def function(*arguments):
        rest = arguments[len(changes) :]
        return RIGHT[name](*(change(one) for change, one in zip(changes, arguments, strict=False)), *rest)

    return function


def same(value):
    return value


def sentences(change):
    """A change of each sentence in an argument, however deep it stands."""

    def changed(value):
        deep = isinstance(value, list) and value and isinstance(value[0], list)
        return list(map(changed, value)) if deep else change(value) if isinstance(value, list) else value

    return changed


def numbers(change):
    return lambda scores: list(map(change, scores))


# How often a word stands in a reference.


COUNTS = {
    "a regular expression for words": lambda r, w: len(re.findall(rf"\b{re.escape(w)}\b", " ".join(r))),
    "in the text": lambda r, w: " ".join(r).count(w),
    "the beginning of a word": lambda r, w: sum(word.startswith(w) for word in r),
    "no marks": lambda r, w: r.count(w) if w not in MARKS else 0,
    "among the first twenty words": lambda r, w: r[:20].count(w),
}

# What is made of the words of a sentence before anything is counted.

READINGS = {
    "lower case": lambda words: [word.lower() for word in words],
    "without the marks around": lambda words: [word.strip(string.punctuation) for word in words],
    "without words that are marks": lambda words: [word for word in words if word not in MARKS],
    "words of letters": lambda words: [word for word in words if word.isalpha()],
    "each word once": lambda words: list(dict.fromkeys(words)),
    **{f"the first {number}": lambda words, number=number: words[:number] for number in (5, 30)},
}

ANOTHER_LENGTH = [
    name for name in READINGS if name.startswith(("words", "without words", "taken", "each", "the first"))
]

# What a cleaned token is.


def without(marks):
    return lambda token: "".join(s for s in token.lower() if s not in marks) * any(map(str.isalnum, token))


CLEANED = {
    "of letters": lambda token: token.lower() * token.isalpha(),
    "without the marks around": lambda token: token.lower().strip(string.punctuation),
    "not one of a few marks": lambda token: token.lower() * (token not in ",.!?:;--...\"'()_&%$¿«»–…。"),
    **{f"without {marks}": without(marks) for marks in ("_", "$%&#@")},
    "with a letter of English": lambda token: token.lower() * bool(re.search("[A-Za-z0-9]", token)),
    "longer than one": lambda token: token.lower() * (len(token) > 1 and any(map(str.isalnum, token))),
    "case kept": lambda token: token * any(map(str.isalnum, token)),
    "lower case of English": lambda token: (
        "".join(s.lower() if s.isascii() else s for s in token) * any(map(str.isalnum, token))
    ),
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


def first(number):
    return lambda items: list(items)[:number]


def at_most(number):
    return lambda n: min(n, number)


def once(key):
    return lambda references: list({key(reference): reference for reference in references}.values())


def with_penalties(mean):
    """The penalties of the references, averaged in another way."""
    return lambda c, rs: mean([RIGHT["mean_penalty"](c, [reference]) for reference in rs])


def as_they_came(of_orders):
    """The orders, or the lengths, of the words before they are cleaned."""

    def function(candidate, references, max_n):
        orders = range(1, min(max_n, len(candidate)) + 1)
        other = {"precisions": lambda words, others, _: [modified_precision(words, others, n) for n in orders]}
        lengths = {"short": lambda *cleaned: RIGHT["mean_penalty"](candidate, references)}
        return ANSWERS["_build"](**(other if of_orders else lengths))(candidate, references, max_n)

    return function


SCORES = {"to 6 digits": lambda score: round(score, 6), "the size alone": abs, "1 at most": lambda score: min(score, 1)}
OF_SENTENCES = ("overused", "credited", "text_precision", "order_precisions", "mean_penalty")
WRONG = {
    **{
        (task, name): with_others(task, most=lambda word, rs, count=count: max(count(r, word) for r in rs))
        for task in ("overused", "credited")
        for name, count in COUNTS.items()
    },
    **{
        (task, name): given(task, sentences(change), sentences(change))
        for task in OF_SENTENCES
        for name, change in READINGS.items()
        if task != "mean_penalty" or name in ANOTHER_LENGTH
    },
    **{
        (task, f"n-grams joined with {mark!r}"): with_others(task, bleu_helpers=joined_with(mark))
        for mark in ("", *"_-|,")
        for task in ("text_precision", "order_precisions")
    },
    ("overused", "four references"): given("overused", same, first(4)),
    ("text_precision", "the first sentences"): given("text_precision", first(9), first(9)),
    ("text_precision", "references by sentence"): lambda ss, rss, n: RIGHT["text_precision"](
        ss, [rss[ss.index(sentence)] for sentence in ss], n
    ),
    ("order_precisions", "five orders"): given("order_precisions", same, same, at_most(5)),
    ("order_precisions", "as long as a reference"): lambda c, rs, most: RIGHT["order_precisions"](
        c, rs, min(most, max(map(len, rs)))
    ),
    ("mean_penalty", "the median"): with_penalties(median),
    ("mean_penalty", "each reference once"): given("mean_penalty", same, once(tuple)),
    ("mean_penalty", "each length once"): given("mean_penalty", same, once(len)),
    ("mean_penalty", "five references"): given("mean_penalty", same, first(5)),
    **{("normalise", name): cleaned_by(keep) for name, keep in CLEANED.items()},
    **{("open_bleu", name): ANSWERS["_build"](cleaned_by(keep)) for name, keep in CLEANED.items()},
    ("open_bleu", "orders of the words as they came"): as_they_came(of_orders=True),
    ("open_bleu", "lengths of the words as they came"): as_they_came(of_orders=False),
    ("open_bleu", "four orders"): given("open_bleu", same, same, at_most(4)),
    ("open_bleu", "four references"): given("open_bleu", same, first(4)),
    **{("ranks", name): given("ranks", numbers(change)) for name, change in SCORES.items()},
    ("ranks", "0 at least"): given("ranks", numbers(lambda score: max(score, 0))),
    ("ranks", "ten of them"): given("ranks", first(10)),
    ("ranks", "ties of two"): lambda s: [
        sum(one > score for one in s) + (1.5 if s.count(score) > 1 else 1) for score in s
    ],
    **{("agreement", name): given("agreement", numbers(change)) for name, change in SCORES.items()},
    **{
        ("agreement", f"a person's {name}"): given("agreement", same, numbers(change))
        for name, change in SCORES.items()
    },
    ("agreement", "ten of them"): given("agreement", first(10), first(10)),
    ("agreement", "no pair left is a half"): lambda m, h: RIGHT["agreement"](m, h) if len(set(h)) > 1 else 0.5,
}


def differs(task, function, inputs):
    return any(not agree(outcome_of(task.read, function, one), task.right(one)) for one in inputs)


@pytest.mark.parametrize("name", TASKS)
def test_a_wrong_way_of_reading_is_wrong_on_an_input_that_every_course_has(name):
    task = TASKS[name]
    mine = {label: function for (of, label), function in WRONG.items() if of == name}
    assert len(mine) >= 6
    assert [label for label, function in mine.items() if not differs(task, function, task.probes)] == []


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
