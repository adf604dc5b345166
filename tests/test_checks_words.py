"""Functions that change words, or leave some out, before they count: the probes of every task show each of them."""

import re
import string
import unicodedata
from ast import literal_eval
from random import Random

import pytest
from students import named

from bleu_helpers.checks import diagnose
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._slips import slips_called
from bleu_helpers.checks.exercises import EVERY_TASK
from exercise_checker._mistakes import NORMALISED
from exercise_checker.outcomes import agree, outcome_of

MARKS = string.punctuation
CHANGES = {
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
LEFT_OUT = {
    "not isalnum": str.isalnum,
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


def each_word_that_stays(change):
    return lambda words: [changed for word in words if (changed := change(word))]


def pieces(pattern):
    """Join and split again by a rule of one's own."""
    return lambda words: re.findall(pattern, " ".join(words))


READ = (
    {name: each_word(change) for name, change in CHANGES.items()}
    | {"no marks around, and nothing empty": each_word_that_stays(CHANGES["no marks around"])}
    | {f"left out: {name}": lambda words, keep=keep: list(filter(keep, words)) for name, keep in LEFT_OUT.items()}
    | {pattern: pieces(pattern) for pattern in (r"\b\w+\b", r"[\w']+", r"\w+|[^\w\s]")}
)

SENTENCES = ("tokens", "candidate", "reference")
LISTS = ("references", "candidates", "negations")
SIDES = {
    "both sides": {*SENTENCES, *LISTS, "references_per_candidate"},
    "the candidate": {"candidate", "candidates"},
    "the references": {"reference", "references", "references_per_candidate"},
}


def as_read(task, read, names, arguments):
    """The arguments of a task after a look at the words of some."""

    def read_all(value):
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return read(value)
        return [read_all(item) for item in value]

    given = zip(task.parameters, arguments, strict=True)
    return tuple(read_all(value) if name in names else value for name, value in given)


def reading(task, read, names):
    """The right function of a task, behind a look at its words."""
    return lambda *arguments: task.function(*as_read(task, read, names, arguments))


WITNESSES = (
    "Cat cat CAT dogs dog . , ! ? !! ... ' it's its e-mail email - -- (a a) a b_c bc _ 7% 7 07 8 1.5 15 2,000 2000 "
    "Über Uber über ñ n 東 京 « » £3 3rd rd ½ Ⅳ IV e\u0301l \u00e9l walking walk 0 None goood good sat, #sat "
    "transistor transistors"
).split()


def witnesses(task):
    """Draw inputs as a check does, and put words that people tidy up in the places of its plain ones."""
    random = Random("witnesses")

    def dressed(arguments):
        known = {}

        def dress(value):
            if isinstance(value, str):
                same = known.setdefault(value, random.choice(WITNESSES))
                return random.choice([same, same, same, same.upper(), random.choice(WITNESSES)])
            return [dress(one) for one in value] if isinstance(value, list) else value

        return tuple(map(dress, arguments))

    return [dressed(task.draw(random)) for _ in range(60)]


def done(task):
    """What the right function of a task does, computed once for the same arguments: many ways to read give them."""
    known = {}

    def outcome(arguments):
        asked = repr(arguments)
        if asked not in known:
            known[asked] = outcome_of(task.read, task.function, arguments)
        return known[asked]

    return outcome


OF_WORDS = [
    pytest.param(name, side, id=f"{name}, {side}")
    for name, task in EVERY_TASK.items()
    for side, names in SIDES.items()
    if names & {*task.parameters} and name != "character_f2"  # whose sentences are texts
]


@pytest.mark.parametrize(("name", "side"), OF_WORDS)
def test_every_change_of_words_that_changes_anything_shows_on_the_probes(name, side):
    """The witnesses are inputs of no task, of other words: what is right on all of them is no mistake in this one."""
    task = EVERY_TASK[name]
    outcome = done(task)
    strange, probes = ([(one, task.right(one)) for one in inputs] for inputs in (witnesses(task), task.probes[::-1]))

    def shows(read, inputs):
        return any(not agree(outcome(as_read(task, read, SIDES[side], one)), right) for one, right in inputs)

    seen = [label for label, read in READ.items() if shows(read, strange)]
    assert len(seen) > 5 and not shows(list, strange)
    assert [label for label in seen if not shows(READ[label], probes)] == [] and not shows(list, probes)


# What is said about them.

MARKS_OFF, SMALL_LETTERS = "no marks around", "capital letters make no difference"
BY_SUM, BY_WORDS = "clipped by the sum over the references", "divided by the number of words"


def sentences_in(arguments):
    for argument in arguments:
        if isinstance(argument, list) and all(isinstance(item, str) for item in argument):
            yield argument
        elif isinstance(argument, list):
            yield from sentences_in(argument)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        *((name, "left out: not isalnum") for name in BUILD if name != "f_score"),
        ("unigram_precision", "no marks around, and nothing empty"),
        ("unigram_precision", r"\b\w+\b"),
    ],
)
def test_a_look_at_words_is_named_with_a_small_example(name, label):
    verdict = diagnose(BUILD[name](RIGHT._replace(read=READ[label])), name)
    assert verdict.mistake in (NORMALISED, f"{NORMALISED} and short or empty sentences")
    given = [literal_eval(line.partition(" = ")[2]) for line in verdict.example[:-2]]
    assert max(map(len, sentences_in(given))) <= 3


@pytest.mark.parametrize(
    ("task", "label", "names", "headline"),
    [
        ("modified_precision", MARKS_OFF, ["no clipping"], "There are two mistakes, and both "),
        (
            "modified_precision",
            MARKS_OFF,
            ["only the first reference is used"],
            "There are two mistakes, and both ",
        ),
        ("modified_precision", MARKS_OFF, ["off by one in the denominator"], "There are two mistakes, and both "),
        ("simple_count", "left out: not isalnum", ["off by one: an n-gram is missing"], ""),
        ("modified_precision", MARKS_OFF, [BY_SUM, BY_WORDS], "There are three mistakes, and each has a name: "),
        ("modified_precision", "small letters", ["no clipping", BY_WORDS], ""),
    ],
)
def test_known_mistakes_keep_their_names_beside_a_look_at_words(task, label, names, headline):
    slips = [slips_called(name)[0] for name in names]
    wrong = RIGHT._replace(read=READ[label], **{slip.field: slip.choice for slip in slips})
    verdict = diagnose(BUILD[task](wrong), task)
    assert named(verdict) == {*names, SMALL_LETTERS if label == "small letters" else NORMALISED}
    assert headline in verdict.headline


def half_of_the_words(words):
    return words[: len(words) // 2]


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("modified_precision", BUILD["modified_precision"](RIGHT._replace(read=half_of_the_words))),
        (
            "precision_without_case",
            reading(EVERY_TASK["precision_without_case"], READ["no marks around"], {"candidate"}),
        ),
        ("f_score", lambda precision, recall, beta: precision * recall**3),
        ("split_marks", lambda text, marks: [text.upper()]),
    ],
)
def test_what_is_wrong_with_plain_words_too_or_about_looks_itself_does_not_get_this_name(name, function):
    assert NORMALISED not in str(diagnose(function, name))
