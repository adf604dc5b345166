"""Functions that read their arguments differently: they change or leave out words, cut a list or round a number.

The inputs that every check has must show each of them, in the lessons' tasks and in the problem sets.
"""

import re
import string
import unicodedata
from ast import literal_eval
from collections.abc import Callable
from random import Random
from types import FunctionType, SimpleNamespace

import pytest
from bleu_exercises._recipe import BUILD, RIGHT
from bleu_exercises._slips import SLIPS, slips_called
from course import ASSIGNMENTS, SEED
from students import mistakes_in

from bleu_exercises import diagnose
from bleu_exercises._tasks import TASKS
from bleu_exercises.exercises import EVERY_TASK
from bleu_grading.outside import seed_and_answers
from bleu_helpers import match_counts
from exercise_checker._mistakes import NORMALISED
from exercise_checker._tasks import inputs_of
from exercise_checker.guard import MAX_STEPS_PER_CALL
from exercise_checker.outcomes import agree, outcome_of

PROBLEM_SETS = seed_and_answers._load(str(ASSIGNMENTS / "answers.py"))
ALL = EVERY_TASK | PROBLEM_SETS
ANSWERS = PROBLEM_SETS["open_bleu"].function.__globals__
MARKS = string.punctuation


def built(task, **choices):
    return BUILD[task](RIGHT._replace(**choices))


CHANGES: dict[str, Callable[[str], str]] = {
    "small letters": str.lower,
    "no marks around": lambda word: word.strip(MARKS),
    "few marks around": lambda word: word.strip(".,!?"),
    "no quotes around": lambda word: word.strip("'\"“”"),
    "no sign in front": lambda word: word.lstrip("#@$"),
    "no apostrophe inside": lambda word: word.replace("'", ""),
    "no hyphen inside": lambda word: word.replace("-", ""),
    "no comma in a number": lambda word: word.replace(",", ""),
    "one mark for all": lambda word: re.sub(r"[^\w\s]", ".", word),
    "one digit for all": lambda word: re.sub(r"\d", "0", word),
    "no zeros in front": lambda word: word.lstrip("0"),
    "no accents": lambda word: re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", word)),
    "one Unicode form": lambda word: unicodedata.normalize("NFC", word),
    "no plural": lambda word: word.removesuffix("s"),
    "eight letters": lambda word: word[:8],
}
LEFT_OUT: dict[str, Callable[[str], bool]] = {
    "not isalnum": str.isalnum,
    "not isalpha": str.isalpha,
    "not a-z": lambda word: bool(re.fullmatch("[a-z]+", word)),
    "marks": lambda word: word not in MARKS,
    "numbers": lambda word: not re.fullmatch(r"[\d.,]+", word),
    "no ASCII": str.isascii,
    "all capitals": lambda word: not word.isupper(),
    "one letter": lambda word: len(word) > 1,
    "None": lambda word: word.lower() != "none",
}


def each_word(change):
    return lambda words: [change(word) for word in words]


def pieces(pattern):
    """Return a function that joins the words and splits the text again by a pattern."""
    return lambda words: re.findall(pattern, " ".join(words))


WORDS = (
    {name: each_word(change) for name, change in CHANGES.items()}
    | {"no marks around, and nothing empty": lambda words: [kept for word in words if (kept := word.strip(MARKS))]}
    | {f"left out: {name}": lambda words, keep=keep: list(filter(keep, words)) for name, keep in LEFT_OUT.items()}
    | {pattern: pieces(pattern) for pattern in (r"\b\w+\b", r"[\w']+", r"\w+|[^\w\s]")}
    | {"each word once": lambda words: list(dict.fromkeys(words)), "the first twenty": lambda words: words[:20]}
)
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
FOUR = "four at most"


def sentences_in(arguments):
    for argument in arguments:
        if isinstance(argument, list) and all(isinstance(item, str) for item in argument):
            yield argument
        elif isinstance(argument, list):
            yield from sentences_in(argument)


def words_in(arguments):
    return [word for sentence in sentences_in(arguments) for word in sentence]


def in_each_sentence(read):
    def read_all(value):
        return read(value) if all(isinstance(item, str) for item in value) else list(map(read_all, value))

    return read_all


def ways_for(argument):
    """Return the ways of reading an argument of this type differently."""
    if isinstance(argument, int):
        return {FOUR: lambda n: min(n, 4)}
    if isinstance(argument, tuple):
        return {FOUR: lambda weights: weights[:4]}
    kind = type(argument[0]) if isinstance(argument, list) else None
    if kind in (float, int):
        return {name: each_word(change) for name, change in NUMBERS.items()}
    of_words = {name: in_each_sentence(read) for name, read in WORDS.items()} if kind in (str, list) else {}
    return of_words | (LISTS if kind is list else {})


def read_otherwise(task):
    """Yield each way, the places of the arguments that are read in it (all, or one of them), and the reader."""
    ways = [ways_for(argument) for argument in task.probes[0]]
    for name in {name: None for of_place in ways for name in of_place}:
        places = [place for place, of_place in enumerate(ways) if name in of_place]
        for chosen in (places, *([place] for place in places if len(places) > 1)):

            def read(given, name=name, chosen=chosen):
                return tuple(ways[at][name](item) if at in chosen else item for at, item in enumerate(given))

            yield name, chosen, read


# Inputs that do not occur in any check.

UNUSUAL_WORDS = (
    "Cat cat CAT dogs dog . , ! ? !! ... ' it's its e-mail email - -- (a a) a b_c bc _ 7% 7 07 8 1.5 15 2,000 2000 "
    "Über Uber über ñ n 東 京 « » £3 3rd rd ½ Ⅳ IV e\u0301l \u00e9l walking walk 0 None goood good sat, #sat "
    "transistor transistors"
).split()
SCORES = [-1.5, 1.5, 0.5, 0.0, -0.5, 2.5, 0.1234561, 0.1234562]
OF_SCORES = {"ranks": [(SCORES,)], "agreement": [(SCORES, sorted(SCORES)), (sorted(SCORES), SCORES)]}
"""Scores unlike those that are drawn."""


def unusual_inputs(name, task):
    """Return hidden inputs of a course, or drawn inputs with their plain words replaced by unusual ones."""
    if name in PROBLEM_SETS:
        return [*(case.arguments for case in drawn(task)), *OF_SCORES.get(name, [])]
    random = Random("witnesses")

    def with_unusual_words(arguments):
        known = {}

        def replace_words(value):
            if isinstance(value, str):
                same = known.setdefault(value, random.choice(UNUSUAL_WORDS))
                return random.choice([same, same, same, same.upper(), random.choice(UNUSUAL_WORDS)])
            return [replace_words(item) for item in value] if isinstance(value, list) else value

        return tuple(map(replace_words, arguments))

    return [with_unusual_words(task.draw(random)) for _ in range(60)]


def drawn(task):
    """Return the hidden inputs of a course."""
    return inputs_of(task, SEED)[len(task.probes) :]


def rows(task, inputs):
    return [(arguments, task.right(arguments)) for arguments in inputs]


def differs(outcome_for, rows):
    return any(not agree(outcome_for(arguments), right) for arguments, right in rows)


def remembered(task):
    """Return the right function of a task with a cache, because many ways of reading lead to the same arguments."""
    known = {}

    def outcome_for(arguments):
        key = repr(arguments)
        if key not in known:
            known[key] = outcome_of(task.read, task.function, arguments)
        return known[key]

    return outcome_for


ON_LONG_INPUTS_ONLY = {
    FOUR: ("simple_count", "modified_precision", "bleu_score", "corpus_bleu"),
    "the first twenty": ("simple_count", "modified_precision"),
    "four of them": ("modified_precision", "bleu_score"),
}
"""Ways that show only on inputs longer than these unusual ones."""


ON_HIDDEN_INPUTS_ONLY = {"one mark for all"}
"""Ways that only the hidden inputs of a course show."""
OF_LISTS = [name for name, task in ALL.items() if name in PROBLEM_SETS or words_in(task.probes[0])]


@pytest.mark.parametrize("name", OF_LISTS)
def test_every_check_has_an_input_for_each_way_of_reading(name):
    """A way that gives right results for all the unusual inputs is not a mistake in this task."""
    task = ALL[name]
    outcome_for, probes = remembered(task), rows(task, task.probes[::-1])
    strange = rows(task, unusual_inputs(name, task))
    wrong = [
        (label, chosen, read)
        for label, chosen, read in read_otherwise(task)
        if name in ON_LONG_INPUTS_ONLY.get(label, ()) or differs(lambda given: outcome_for(read(given)), strange)  # noqa: B023
        if name in EVERY_TASK or label not in ON_HIDDEN_INPUTS_ONLY
    ]
    assert wrong, "no way of reading gives a wrong result"
    for label, chosen, read in wrong:
        assert differs(lambda given: outcome_for(read(given)), probes), (label, chosen)  # noqa: B023
    assert not differs(outcome_for, probes), "the right function is not right for a chosen input"


@pytest.mark.parametrize("name", TASKS)
def test_every_mistake_of_the_recipe_shows_on_a_chosen_input(name):
    task = TASKS[name]
    strange, probes, seen = rows(task, unusual_inputs(name, task)), rows(task, task.probes), set()
    for slip in SLIPS:
        function = built(name, **{slip.field: slip.choice})
        outcome_for = lambda given: outcome_of(task.read, function, given)  # noqa: B023, E731
        if differs(outcome_for, strange):
            seen.add(slip.name)
            assert differs(outcome_for, probes), slip.name
    assert seen, "no mistake shows on the unusual inputs"


# Inside the functions of the problem sets: how often a word occurs in a reference, what an n-gram is, and what a
# normalised token is.

COUNTS = {
    "a regular expression for words": lambda r, w: len(re.findall(rf"\b{re.escape(w)}\b", " ".join(r))),
    "in the text": lambda r, w: " ".join(r).count(w),
    "the beginning of a word": lambda r, w: sum(word.startswith(w) for word in r),
    "no marks": lambda r, w: r.count(w) if w not in MARKS else 0,
}
NORMALISERS = {
    "of letters": lambda token: token.lower() * token.isalpha(),
    "without the marks around": lambda token: token.lower().strip(MARKS),
    "not one of a few marks": lambda token: token.lower() * (token not in ",.!?:;--...\"'()_&%$¿«»–…。"),
    "with a letter of English": lambda token: token.lower() * bool(re.search("[A-Za-z0-9]", token)),
    "longer than one": lambda token: token.lower() * (len(token) > 1 and any(map(str.isalnum, token))),
    "case kept": lambda token: token * any(map(str.isalnum, token)),
}


def normalised_by(keep):
    return lambda tokens: [kept for token in tokens if (kept := keep(token))]


def joined_with(mark):
    """Return the lessons' functions with each n-gram joined to one text."""

    def counts(candidate, references, n):
        grams = lambda words: [mark.join(words[start : start + n]) for start in range(len(words) - n + 1)]  # noqa: E731
        return match_counts(grams(candidate), list(map(grams, references)), 1)

    def precision(*arguments):
        matched, total = counts(*arguments)
        return matched / total if total else 0.0

    return SimpleNamespace(match_counts=counts, modified_precision=precision)


def with_others(name, **others):
    """Return the right function of a task with some names of the file of answers replaced."""
    return FunctionType(PROBLEM_SETS[name].function.__code__, ANSWERS | others)


WITHIN = [
    *(
        pytest.param(
            task, with_others(task, most=lambda word, rs, count=count: max(count(r, word) for r in rs)), id=name
        )
        for task in ("overused", "credited")
        for name, count in COUNTS.items()
    ),
    *(
        pytest.param(task, with_others(task, bleu_helpers=joined_with(mark)), id=f"n-grams joined with {mark!r}")
        for mark in ("", *"_-|,")
        for task in ("text_precision", "order_precisions")
    ),
    *(pytest.param("normalise", normalised_by(keep), id=name) for name, keep in NORMALISERS.items()),
    *(pytest.param("open_bleu", ANSWERS["_build"](normalised_by(keep)), id=name) for name, keep in NORMALISERS.items()),
]


@pytest.mark.parametrize(("name", "function"), WITHIN)
def test_every_course_has_an_input_for_a_nearly_right_answer(name, function):
    task = PROBLEM_SETS[name]
    assert differs(lambda given: outcome_of(task.read, function, given), rows(task, task.probes))


@pytest.mark.parametrize("name", ["overused", "credited", "text_precision", "order_precisions", "open_bleu"])
def test_drawn_inputs_contain_marks_digits_and_other_letters(name):
    """A function that reads words differently is then wrong for many hidden inputs."""
    hidden = [" ".join(words_in(case.arguments)) for case in drawn(PROBLEM_SETS[name])]
    for sign in ("[0-9]", "[^\\W0-9_a-zA-Z]", "[A-Za-z][^\\w\\s]", "(^| )[^\\w\\s]( |$)"):
        assert sum(bool(re.search(sign, text)) for text in hidden) >= 20, sign


@pytest.mark.parametrize("name", PROBLEM_SETS)
def test_inputs_are_short_enough_for_a_slow_function(name):
    """A slow function has three nested loops over the words of a candidate and its references."""
    for case in inputs_of(PROBLEM_SETS[name], SEED):
        sentences = len(words_in(case.arguments[:1])), len(words_in(case.arguments[1:]))
        assert sentences[0] ** 2 * max(sentences) < MAX_STEPS_PER_CALL


# What a verdict says about them.

MARKS_OFF, SMALL_LETTERS = "no marks around", "uppercase and lowercase are treated as the same"
BY_SUM, BY_WORDS = "the counts are clipped by the sum over the references", "the denominator is the number of words"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        *((name, "left out: not isalnum") for name in BUILD if name != "f_score"),
        ("unigram_precision", "no marks around, and nothing empty"),
        ("unigram_precision", r"\b\w+\b"),
    ],
)
def test_names_changed_words_with_a_small_example(name, label):
    verdict = diagnose(built(name, read=WORDS[label]), name)
    assert verdict.mistake in (NORMALISED, f"{NORMALISED} and short or empty sentences")
    given = [literal_eval(line.partition(" = ")[2]) for line in verdict.example[:-2]]
    assert max(map(len, sentences_in(given))) <= 3


@pytest.mark.parametrize(
    ("task", "label", "names", "headline"),
    [
        ("modified_precision", MARKS_OFF, ["the counts are not clipped"], "There are 2 known mistakes: "),
        ("simple_count", "left out: not isalnum", ["one n-gram is missing (off by one)"], ""),
        ("modified_precision", MARKS_OFF, [BY_SUM, BY_WORDS], "There are 3 known mistakes: "),
        ("modified_precision", "small letters", ["the counts are not clipped", BY_WORDS], ""),
    ],
)
def test_names_known_mistakes_together_with_changed_words(task, label, names, headline):
    slips = [slips_called(name)[0] for name in names]
    wrong = built(task, read=WORDS[label], **{slip.field: slip.choice for slip in slips})
    verdict = diagnose(wrong, task)
    assert mistakes_in(verdict) == {*names, SMALL_LETTERS if label == "small letters" else NORMALISED}
    assert headline in verdict.headline


WITHOUT_CASE = EVERY_TASK["precision_without_case"]


@pytest.mark.parametrize(
    ("name", "function"),
    [
        (
            "modified_precision",
            built("modified_precision", read=lambda words: words[: len(words) // 2]),
        ),
        (
            "precision_without_case",
            lambda candidate, references: WITHOUT_CASE.function(WORDS[MARKS_OFF](candidate), references),
        ),
        ("f_score", lambda precision, recall, beta: precision * recall**3),
        ("split_marks", lambda text, marks: [text.upper()]),
    ],
)
def test_does_not_name_changed_words_for_other_mistakes(name, function):
    assert NORMALISED not in str(diagnose(function, name))
