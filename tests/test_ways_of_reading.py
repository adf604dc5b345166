"""Near-right answers to the problem sets: what a word is, how many there are at most, when two numbers are equal.

Each is wrong on one of the inputs that every course has, whatever its seed.
"""

import math
import re
import string
from collections import Counter
from statistics import median

import pytest
from course import ASSIGNMENTS, SEED

from bleu_helpers import brevity_penalty, modified_precision
from bleu_helpers.course import _secrets
from exercise_checker._tasks import inputs_of
from exercise_checker.guard import MAX_STEPS_PER_CALL
from exercise_checker.outcomes import agree, outcome_of

TASKS = _secrets._load(str(ASSIGNMENTS / "answers.py"))
MARKS = set(string.punctuation)
normalise, order_precisions = TASKS["normalise"].function, TASKS["order_precisions"].function


def most(word, references, count):
    return max(count(reference, word) for reference in references)


def overused(candidate, references, count=list.count):
    over = {word: candidate.count(word) - most(word, references, count) for word in candidate}
    return {word: excess for word, excess in over.items() if excess > 0}


def credited(candidate, references, count=list.count):
    return [int(candidate[:place].count(word) < most(word, references, count)) for place, word in enumerate(candidate)]


def text_precision(sentences, references_of_each, n, key=tuple):
    matched = total = 0
    for sentence, references in zip(sentences, references_of_each, strict=True):
        counts, *others = (
            Counter(key(words[start : start + n]) for start in range(len(words) - n + 1))
            for words in (sentence, *references)
        )
        matched += sum(min(count, max(other[gram] for other in others)) for gram, count in counts.items())
        total += counts.total()
    return matched / total if total else 0.0


def ranks(scores, read):
    return TASKS["ranks"].function([read(score) for score in scores])


def agreement(metric, human, read=lambda score: score, read_human=lambda score: score):
    return TASKS["agreement"].function([read(score) for score in metric], [read_human(score) for score in human])


# How often a word stands in a reference.


def joined(reference, mark=" "):
    return mark.join(reference)


COUNTS = {
    "a regular expression for words": lambda r, w: len(re.findall(rf"\b{re.escape(w)}\b", joined(r))),
    "in the text": lambda r, w: joined(r).count(w),
    "the beginning of a word": lambda r, w: sum(word.startswith(w) for word in r),
    "at commas": lambda r, w: joined(r, ",").split(",").count(w),
    "no marks": lambda r, w: r.count(w) if w not in MARKS else 0,
    "letters of English only": lambda r, w: r.count(w) if w.isascii() else 0,
    "nine at most": lambda r, w: min(r.count(w), 9),
    "among the first twenty words": lambda r, w: r[:20].count(w),
}

# What is made of the words of a sentence before anything is counted.

READINGS = {
    "lower case": lambda words: [word.lower() for word in words],
    "without the marks around": lambda words: [word.strip(string.punctuation) for word in words],
    "without hyphens": lambda words: [word.replace("-", "") for word in words],
    "without words that are marks": lambda words: [word for word in words if word not in MARKS],
    "words of letters": lambda words: [word for word in words if word.isalpha()],
    "words without digits": lambda words: [word for word in words if not word.isdigit()],
    "words of English": lambda words: [word for word in words if word.isascii()],
    "each word once": lambda words: list(dict.fromkeys(words)),
    **{f"the first {number}": lambda words, number=number: words[:number] for number in (5, 10, 20, 30)},
}

ANOTHER_LENGTH = [
    name for name in READINGS if name.startswith(("words", "without words", "taken", "each", "the first"))
]

# What a cleaned token is.


def without(marks):
    return lambda token: "".join(s for s in token.lower() if s not in marks) * any(map(str.isalnum, token))


CLEANED = {
    "of letters": lambda token: token.lower() * token.isalpha(),
    "of letters and digits": lambda token: token.lower() * token.isalnum(),
    "without the marks around": lambda token: token.lower().strip(string.punctuation),
    "not one of a few marks": lambda token: token.lower() * (token not in ",.!?:;--...\"'()_&%$¿«»–…。"),
    **{
        f"without {marks} around": lambda token, marks=marks: token.lower().strip(marks) * any(map(str.isalnum, token))
        for marks in (",", ",!?;:", "'\"")
    },
    **{f"without {marks}": without(marks) for marks in (",", "_", "$%&#@")},
    "with a letter of English": lambda token: token.lower() * bool(re.search("[A-Za-z0-9]", token)),
    "with an underscore": lambda token: token.lower() * bool(re.search(r"\w", token)),
    "longer than one": lambda token: token.lower() * (len(token) > 1 and any(map(str.isalnum, token))),
    "case kept": lambda token: token * any(map(str.isalnum, token)),
    "lower case of English": lambda token: (
        "".join(s.lower() if s.isascii() else s for s in token) * any(map(str.isalnum, token))
    ),
}


def cleaned_by(keep):
    return lambda tokens: [kept for token in tokens if (kept := keep(token))]


def open_bleu(candidate, references, max_n, clean=normalise, orders=None, choose=list, lengths=None):
    words, others = clean(candidate), [clean(reference) for reference in choose(references)]
    last = min(max_n, len(orders(candidate) if orders else words))
    precisions = [modified_precision(words, others, n) for n in range(1, last + 1)]
    if not precisions or 0 in precisions:
        return 0.0
    short, other = lengths(candidate, references) if lengths else (words, others)
    return mean_penalty(short, other) * math.exp(sum(map(math.log, precisions)) / len(precisions))


def mean_penalty(candidate, references, mean=lambda values: sum(values) / len(values), choose=list):
    return mean([brevity_penalty(candidate, [reference]) for reference in choose(references)])


def tokens_of(task, function):
    """Let a function see the words of its sentences in another way."""

    def sentences(value, change):
        deep = value and isinstance(value[0], list)
        return [sentences(one, change) for one in value] if deep else change(value)

    return lambda change: (
        lambda *arguments: function(*(sentences(one, change) if isinstance(one, list) else one for one in arguments))
    )


def cut(number):
    return lambda items: list(items)[:number]


def to_digits(digits):
    return lambda score: round(score, digits)


WRONG = {
    **{("overused", name): lambda c, rs, count=count: overused(c, rs, count) for name, count in COUNTS.items()},
    **{("credited", name): lambda c, rs, count=count: credited(c, rs, count) for name, count in COUNTS.items()},
    **{
        (task, name): tokens_of(task, TASKS[task].function)(change)
        for task in ("overused", "credited", "text_precision", "order_precisions", "mean_penalty")
        for name, change in READINGS.items()
        if task != "mean_penalty" or name in ANOTHER_LENGTH
    },
    **{
        (task, f"n-grams joined with {mark!r}"): make(mark)
        for mark in ("", *"_-|,/+#&:.;*~")
        for task, make in (
            ("text_precision", lambda mark: lambda ss, rss, n: text_precision(ss, rss, n, mark.join)),
            (
                "order_precisions",
                lambda mark: (
                    lambda c, rs, most: [
                        text_precision([c], [rs], n, mark.join) for n in range(1, min(most, len(c)) + 1)
                    ]
                ),
            ),
        )
    },
    ("overused", "four references"): lambda c, rs: overused(c, rs[:4]),
    ("text_precision", "the first sentences"): lambda ss, rss, n: text_precision(ss[:9], rss[:9], n),
    ("text_precision", "short n-grams"): lambda ss, rss, n: text_precision(ss, rss, min(n, 4)),
    ("text_precision", "references by sentence"): lambda ss, rss, n: text_precision(
        ss, [rss[ss.index(sentence)] for sentence in ss], n
    ),
    ("order_precisions", "five orders"): lambda c, rs, most: order_precisions(c, rs, min(most, 5)),
    ("order_precisions", "as long as a reference"): lambda c, rs, most: order_precisions(
        c, rs, min(most, max(map(len, rs)))
    ),
    ("mean_penalty", "the median"): lambda c, rs: mean_penalty(c, rs, median),
    ("mean_penalty", "the geometric mean"): lambda c, rs: mean_penalty(c, rs, lambda p: math.prod(p) ** (1 / len(p))),
    ("mean_penalty", "the smallest"): lambda c, rs: mean_penalty(c, rs, min),
    ("mean_penalty", "each reference once"): lambda c, rs: mean_penalty(
        c, rs, choose=lambda rs: list(map(list, dict.fromkeys(map(tuple, rs))))
    ),
    ("mean_penalty", "each length once"): lambda c, rs: mean_penalty(
        c, rs, choose=lambda rs: list({len(reference): reference for reference in rs}.values())
    ),
    ("mean_penalty", "five references"): lambda c, rs: mean_penalty(c, rs, choose=cut(5)),
    **{("normalise", name): cleaned_by(keep) for name, keep in CLEANED.items()},
    ("normalise", "without #@"): cleaned_by(without("#@")),
    **{
        ("open_bleu", name): lambda c, rs, n, keep=keep: open_bleu(c, rs, n, cleaned_by(keep))
        for name, keep in CLEANED.items()
    },
    ("open_bleu", "orders of the words as they came"): lambda c, rs, n: open_bleu(c, rs, n, orders=list),
    ("open_bleu", "lengths of the words as they came"): lambda c, rs, n: open_bleu(
        c, rs, n, lengths=lambda *both: both
    ),
    ("open_bleu", "four orders"): lambda c, rs, n: open_bleu(c, rs, min(n, 4)),
    ("open_bleu", "four references"): lambda c, rs, n: open_bleu(c, rs, n, choose=cut(4)),
    **{("ranks", f"to {digits} digits"): lambda s, digits=digits: ranks(s, to_digits(digits)) for digits in (2, 4, 6)},
    ("ranks", "the size alone"): lambda s: ranks(s, abs),
    ("ranks", "as texts"): lambda s: ranks(s, str),
    ("ranks", "1 at most"): lambda s: ranks(s, lambda score: min(score, 1)),
    ("ranks", "0 at least"): lambda s: ranks(s, lambda score: max(score, 0)),
    ("ranks", "whole ranks"): lambda s: list(map(round, ranks(s, float))),
    ("ranks", "ten of them"): lambda s: ranks(s[:10], float),
    ("ranks", "ties of two"): lambda s: [
        sum(one > score for one in s) + (1.5 if s.count(score) > 1 else 1) for score in s
    ],
    **{
        ("agreement", f"{who} to {digits} digits"): lambda m, h, digits=digits, who=who: agreement(
            m, h, **{who: to_digits(digits)}
        )
        for who in ("read", "read_human")
        for digits in (2, 4, 6)
    },
    **{
        ("agreement", f"{who}, 1 at most"): lambda m, h, who=who: agreement(m, h, **{who: lambda score: min(score, 1)})
        for who in ("read", "read_human")
    },
    ("agreement", "the size alone"): lambda m, h: agreement(m, h, abs),
    ("agreement", "the size of a person's alone"): lambda m, h: agreement(m, h, read_human=abs),
    ("agreement", "ten of them"): lambda m, h: agreement(m[:10], h[:10]),
    ("agreement", "no pair left is a half"): lambda m, h: agreement(m, h) if len(set(h)) > 1 else 0.5,
}


def differs(task, function, inputs):
    return any(not agree(outcome_of(task.read, function, one), task.right(one)) for one in inputs)


@pytest.mark.parametrize("name", TASKS)
def test_a_wrong_way_of_reading_is_wrong_on_an_input_that_every_course_has(name):
    task = TASKS[name]
    mine = {label: function for (of, label), function in WRONG.items() if of == name}
    assert len(mine) >= 10
    assert [label for label, function in mine.items() if not differs(task, function, task.probes)] == []


@pytest.mark.parametrize(
    "right", [overused, credited, text_precision, mean_penalty, open_bleu], ids=lambda right: right.__name__
)
def test_what_the_wrong_ones_are_made_of_is_right(right):
    task = TASKS[right.__name__]
    assert not differs(task, right, [case.arguments for case in inputs_of(task, SEED)])


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
