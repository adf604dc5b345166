"""The input rules: by the names of parameters, good arguments and what must be refused in their place."""

import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from nltk.translate.bleu_score import SmoothingFunction
from notebook_rules import ROOT

import bleu_helpers as helpers

REFERENCES = [["the", "cat"], ["a", "cat", "sat"]]
COUNTS = helpers.bleu_counts(["a"], [["a"]], n_gram=1)


def wrong(error, start, *inside, **changes):
    """One or more arguments in place of good ones, the error, how its message starts, and what else is in it."""
    return SimpleNamespace(changes=changes, error=error, start=start, inside=inside)


def each(error, name, said, *values, **more):
    """A row for each value of an argument: how the message goes on after its name, with the value and its type."""
    return [
        wrong(error, name + said.format(name=name, type=type(one).__name__, value=repr(one), **more), **{name: one})
        for one in values
    ]


# Sentences.

SPLIT_IT = "Split it into tokens first, for example with"
SPLIT_AND_WRAP = "Split it into tokens first, then wrap it in a list: [{name}.split()]."
ONCE = "which can be read only once. Make it a list first: list({name})."
WRAP = "It must be a list of {those}, even if there is only one: wrap it in a list, [{name}]."
WRAP_STRING = "Pass a list of strings: wrap it in a list, [{name}]."
JOIN = "A text is one string: join the tokens first, for example with ' '.join("
NLTKS_ORDER = "The candidate comes first here, then its references (NLTK has it the other way round): swap the two arg"


def sentence(name):
    return [
        *each(TypeError, name, f" is a string: {{value}}. {SPLIT_IT} {name}.split().", "the cat"),
        *each(TypeError, name, " is a string: {value}.", b"the cat"),
        *each(TypeError, name, f" is a list_iterator, {ONCE}", iter(["a", "b"])),
        *each(TypeError, name, "[1] is of type list: ['b'].", ["a", ["b"]]),
        *each(TypeError, name, "[0] is of type tuple: ('a', ['b']).", [("a", ["b"])]),
        *each(TypeError, name, " is of type {type}", None, 3, {"the"}, {"the": 1}),
    ]


REFERENCES_ALONE = [
    *each(TypeError, "references", f" is a string: {{value}}. {SPLIT_AND_WRAP}", "the cat", b"the cat"),
    *each(TypeError, "references", " holds a string: 'the cat", ["the cat", "a cat"], [["a"], "the cat sat"]),
    *each(
        TypeError,
        "references",
        f" is one flat list of words: {{value}}. {WRAP}",
        *(["the", "cat"], [1, 2, 3], [b"the", b"cat"], list("the cat")),
        those="references",
    ),
    wrong(TypeError, "references is one flat list of words", references=("the", "cat")),
    wrong(TypeError, "references[1] is a string: 'cat'", references=[["the"], "cat"]),
    *each(ValueError, "references", " is empty", [], ()),
    *each(TypeError, "references", f" is a list_iterator, {ONCE}", iter(REFERENCES)),
    wrong(
        TypeError,
        "references[1] is a map, which can be read only once. Make it a list first: list(reference).",
        references=[["the"], map(str, [1])],
    ),
    *each(TypeError, "references", " is of type {type}", None, 3, {"the"}),
    wrong(TypeError, "references[1][1] is of type set: {'c'}.", references=[["a"], ["b", {"c"}]]),
]
CANDIDATE_AND_REFERENCES = [
    *sentence("candidate"),
    *REFERENCES_ALONE,
    wrong(TypeError, "references is one flat", "wrap it in a list", candidate=[], references=["the", "cat"]),
    *(
        wrong(TypeError, "candidate is a list of sentences", NLTKS_ORDER, candidate=candidate, references=references)
        for candidate, references in (
            (REFERENCES, ["the", "cat"]),
            ([("the", "cat")], ["the", "cat"]),
            (REFERENCES, []),  # an empty candidate
            (["the cat", "a cat"], ["the", "cat"]),  # sentences that are not split
        )
    ),
]


# Corpora.


def corpus(error, start, candidates, references_per_candidate):
    return wrong(error, start, candidates=candidates, references_per_candidate=references_per_candidate)


LENGTHS = "candidates has 3 entries and references_per_candidate has 2. Pass one list of references for each candidate."
CORPUS = [
    corpus(ValueError, LENGTHS, [["a"], ["b"], ["c"]], [[["a"]], [["b"]]]),
    corpus(
        TypeError,
        "candidates[0] is a list of sentences and references_per_candidate[0] is one flat list of words. "
        + NLTKS_ORDER,
        *([[["the", "cat"], ["a", "cat"]]], [["the", "cat"]]),
    ),
    corpus(
        TypeError,
        "references_per_candidate[3] is one flat list of words: ['a', 'dog']. "
        + WRAP.format(those="references", name="references_per_candidate[3]"),
        *([["a"]] * 4, [*[[["a"]]] * 3, ["a", "dog"]]),
    ),
    corpus(
        TypeError,
        "references_per_candidate[1] holds a string: 'a dog'. Split each reference into tokens first, for example with "
        "[reference.split() for reference in references].",
        *([["a"]] * 2, [[["a"]], [["a"], "a dog"]]),
    ),
    corpus(
        TypeError,
        "candidates[1][1] is of type list: ['c']. A sentence is one flat list of tokens, and a token must be "
        "hashable: a word, a number, a character or a tuple of these.",
        *([["a"], ["b", ["c"]]], [[["a"]], [["a"]]]),
    ),
    corpus(TypeError, "candidates is one flat list of words: ['the', 'cat'].", ["the", "cat"], [[["a"]]]),
    corpus(TypeError, "candidates holds a string: 'the cat'. Split each", ["the cat", "a dog"], [[["a"]]] * 2),
    corpus(TypeError, "candidates is a generator, which can be read only once.", (one for one in ["a"]), [[["a"]]]),
]


def unequal(*two):
    """Lists that do not belong to one candidate."""
    return [
        wrong(ValueError, f"candidates has 1 entries and references has {len(some)}", references=some)
        for some in ([], [*two])
    ]


PAIRS = [
    *unequal(["a"], ["b"]),
    *(
        row
        for name in ("candidates", "references")
        for row in (
            wrong(TypeError, f"{name}[0][0] is of type list: ['a'].", **{name: [[["a"]]]}),
            wrong(TypeError, f"{name}[1] is a string: 'dog'. {SPLIT_IT} {name[:-1]}", **{name: [["a"], "dog"]}),
            *each(TypeError, name, f" is one flat list of words: {{value}}. {WRAP}", ["a", "dog"], those=name),
            *each(TypeError, name, " is a string: {value}.", "dog"),
            *each(TypeError, name, " is of type {type}", None),
            *each(TypeError, name, f" is a list_iterator, {ONCE}", iter([["a"]])),
        )
    ),
]
STREAM = [
    *each(TypeError, "pairs", " is of type {type}: ", None, 3, "ab", b"ab"),
    wrong(TypeError, "pairs is of type ndarray: array(3). It must be an iterable of pairs", pairs=np.array(3)),
    wrong(TypeError, "pairs[0] is of type str: 'ab'. It must be a pair: (candidate, references)", pairs=["ab"]),
    wrong(TypeError, "pairs[0] is of type tuple: ", pairs=[(["a"], [["a"]], 1)]),
    wrong(TypeError, "pairs[1]: candidate is a string: 'ab'.", pairs=[(["a"], [["a"]]), ("ab", [["a"]])]),
    wrong(ValueError, "pairs[0]: references is empty", pairs=[(["a"], [])]),
]


# Texts.


def text(name):
    return [
        *each(TypeError, name, f" is of type list: {{value}}. {JOIN}{name}), or use bleu_score or word_", ["a", "b"]),
        *each(TypeError, name, " is of type tuple: {value}.", ("a",)),
        *each(TypeError, name, " is of type {type}: {value}. It must be a string.", b"ab", None),
    ]


def texts(name):
    """What is no list of texts."""
    return [
        *each(TypeError, name, f" is one string: {{value}}. {WRAP_STRING}", "ab"),
        wrong(TypeError, f"{name}[0] is of type list: ['a', 'b']. {JOIN}{name[:-1]})", **{name: [["a", "b"]]}),
        *each(TypeError, name, " is of type set: {value}. It must be a list of strings.", {"ab"}),
        *each(TypeError, name, f" is a list_iterator, {ONCE}", iter(["ab"])),
    ]


TEXT_PAIRS = [*unequal("a", "b"), *texts("candidates"), *texts("references")]
NO_REFERENCE = " is empty. Pass at least one reference, for example ['the cat']."
SWAPPED = "candidate is a list and references is one string."
TEXT_AND_REFERENCES = [
    *text("candidate"),
    *texts("references"),
    wrong(TypeError, "references is one string: b'ab'.", references=b"ab"),
    wrong(TypeError, "references[0] is of type NoneType: None. It must be a string.", references=[None]),
    *each(ValueError, "references", NO_REFERENCE, [], ()),
    *(wrong(TypeError, SWAPPED, NLTKS_ORDER, candidate=one, references="b") for one in (["ab", "b"], ["ab"], ("ab",))),
]
TEXT_CORPUS = [
    corpus(ValueError, LENGTHS, ["ab", "b", "c"], [["ab"], ["b"]]),
    corpus(TypeError, "candidates is one string: 'ab'. " + WRAP_STRING.format(name="candidates"), "ab", [["ab"]]),
    corpus(TypeError, "references_per_candidate[1] is one string: 'b'. Pass a list", ["ab", "b"], [["ab"], "b"]),
    corpus(TypeError, f"candidates[1] is of type list: ['a', 'b']. {JOIN}", ["ab", ["a", "b"]], [["ab"], ["b"]]),
    corpus(
        TypeError,
        f"candidates[0] is a list and references_per_candidate[0] is one string. {NLTKS_ORDER}",
        *([["ab", "b"]], ["ab"]),
    ),
    corpus(ValueError, "references_per_candidate[0] is empty. Pass at least one reference", ["ab"], [[]]),
]
NOTHING = "candidates is empty. A corpus needs at least one candidate."
EMPTY_CORPUS = [corpus(ValueError, NOTHING, [], [])]


# Numbers.


def order(name):
    what = "It is the order of the n-grams: pass"
    return [
        *each(TypeError, name, f" is of type {{type}}: {{value}}. {what} an int", 1.0, "1", None, True),
        *each(ValueError, name, f" is {{value}}. {what} 1 or more.", 0, -1),
        *each(ValueError, name, f" is 1001. {what} 1000 or less.", 1001),
    ]


def whole_number(name, least, most=None, or_none=False):
    """A whole number from the least on, with None in its place where that is fine too."""
    no_number = (10.0, "1", True) if or_none else (10.0, "1", True, None)
    return [
        *each(TypeError, name, " is of type {type}: {value}. Pass a whole number.", *no_number),
        *each(ValueError, name, f" is {{value}}. Pass {least} or more.", least - 1),
        *(each(ValueError, name, f" is {{value}}. Pass {most} or less.", most + 1) if most else []),
    ]


def above_zero(name):
    return [
        *each(ValueError, name, " is {value}. Pass a finite number above 0.", 0, -1, math.nan, math.inf),
        *each(TypeError, name, " is of type {type}: {value}. Pass a number above 0.", "1", None, True),
    ]


def share(name):
    return [
        *each(ValueError, name, " is {value}. Pass a number from 0 to 1", 75, -0.1, math.nan),
        *each(TypeError, name, " is of type {type}: {value}. Pass a number from 0 to 1.", "1", True),
    ]


WEIGHTS = [
    *(
        wrong(ValueError, "weights is [", f"its sum is {shown}", weights=weights)
        for weights, shown in (
            ((), "0:"),
            ((1, 1), "2."),
            ((1.5, -0.5), "1."),
            ((math.nan, 1.0), "nan."),
            ((0.25, 0.25), "0.5."),
            ((0.5, 0.5 + 2e-9), "1.000000002."),
        )
    ),
    wrong(TypeError, "weights is of type float: 1.0. It must be a list or tuple of ", weights=1.0),
    wrong(TypeError, "weights[1] is of type str: 'a'. Pass a number.", weights=[1, "a"]),
    *(wrong(TypeError, "weights", weights=weights) for weights in ("ab", None, iter([1.0]))),
]
VALUES = [
    wrong(ValueError, "values[0] is -1.0. Pass a finite number of at least 0", values=[-1.0]),
    wrong(TypeError, "values[1] is of type NoneType: None. Pass a number.", values=[1, None]),
    wrong(TypeError, "values is of type dict: {}. It must be a list or tuple of numbers.", values={}),
    wrong(ValueError, "values has 1 entries and weights has 2", values=[1.0], weights=[0.5, 0.5]),
]
BETA = [
    wrong(ValueError, "beta is -1. Pass a number of at least 0 whose square is finite, for example 1 or 2.", beta=-1),
    wrong(TypeError, "beta is of type NoneType: None. Pass a number such as 1 or 2.", beta=None),
]
COUNTS_THAT_CANNOT_BE = [
    wrong(ValueError, "matched has 2 entries and total has 1.", total=(2,)),
    wrong(ValueError, "matched has 1 entries. Count the orders 1 to N + 1", matched=(1,), total=(2,)),
    wrong(ValueError, "matched is 3 at order 1, and total is 2.", matched=(3, 0)),
    wrong(TypeError, "matched is of type list.", matched=[1, 0]),
    wrong(ValueError, "candidate_length is -2.", candidate_length=-2),
    wrong(TypeError, "reference_length is of type str: '2'.", reference_length="2"),
]
PAIRS_OF_COUNTS = [
    wrong(
        TypeError,
        "counts is of type BleuCounts. A smoothing takes pairs (matched, total), one an order, from order 1 to N + 1: "
        "list(zip(counts.matched, counts.total)).",
        counts=COUNTS,
    ),
    wrong(TypeError, "counts is a zip, which can be read only once.", counts=zip((1, 0), (2, 1), strict=True)),
    wrong(TypeError, "counts[0] is of type int: 1. It must be a pair (matched, total).", counts=[1, 2]),
    wrong(TypeError, "matched in counts[0] is of type float: 0.5. Pass a whole number.", counts=[(0.5, 1), (0, 0)]),
    wrong(ValueError, "counts[1] is (2, 1). There cannot be more matches than n-grams.", counts=[(2, 2), (2, 1)]),
    wrong(ValueError, "counts has 1 entries. Pass pairs (matched, total)", "so at least 2.", counts=[(1, 1)]),
    *whole_number("candidate_length", 0),
]
CHRF_COUNTS_THAT_CANNOT_BE = [
    wrong(TypeError, "matched is of type list. It must be a tuple with one int per order.", matched=[0] * 6),
    wrong(ValueError, "matched has 6 entries and in_candidate has 5.", in_candidate=(6, 5, 4, 3, 2)),
    wrong(ValueError, "matched is 6 at order 1, and in_reference is 4.", in_reference=(4,) * 6),
    wrong(ValueError, "matched has 1 entries. chrF counts", matched=(0,), in_candidate=(0,), in_reference=(0,)),
]
NO_COUNTS = [
    *each(TypeError, "counts", " is of type {type}. Pass one", "x", None, [COUNTS]),
    wrong(ValueError, "", "made for 2 weights, and weights has 1", counts=helpers.bleu_counts(["a"], [["a"]], 2)),
]
SEGMENT = helpers.bleu_counts(["a"], [["a"]])
SYSTEMS = [
    wrong(TypeError, "system must be a list with the counts of each segment. Make it with segm", system=[["a"]]),
    wrong(ValueError, "baseline is empty", baseline=[]),
    wrong(ValueError, "baseline has 1 segments and system has 2", system=[SEGMENT] * 2),
    wrong(ValueError, "There are BleuCounts of 5 orders and BleuCounts of 2 orders. Count each", system=[COUNTS]),
    wrong(ValueError, "There are rows of 2 numbers, and BLEU-4 needs", baseline=[(1, 2)], system=[(2, 2)]),
    wrong(TypeError, "score is of type tuple: (0.5, 0.5). Pass the function that makes a score", score=(0.5, 0.5)),
]
SMOOTHING = [
    wrong(TypeError, "smoothing is of type int: 2. Pass a function, or None.", smoothing=2),
    wrong(
        TypeError,
        "smoothing is NLTK's SmoothingFunction.method1, which takes other arguments. Pass the function that has the",
        "smoothing_method(1) for method1.",
        smoothing=SmoothingFunction().method1,
    ),
]
NO_CHRF_COUNTS = each(
    TypeError, "counts", " is of type {type}. Pass one ChrfCounts: of a", *("ab", None, COUNTS, [COUNTS])
)
NO_METHOD = [wrong(ValueError, "number is 8. The methods have the numbers 0 to 7.", number=8)]

DATA = ROOT / "bleu_helpers" / "data" / "test_set"
FILES = {"candidates": DATA / "apertium.txt", "references": [DATA / "reference_a.txt", str(DATA / "reference_b.txt")]}
NO_PATH = " is of type {type}: {value}. It must be the path of a file with one"
PATHS = [
    *each(TypeError, "candidates", NO_PATH, None, 3, b"a.txt", ["a.txt"]),
    *each(TypeError, "references", " is one path: {value}. Wrap it in a list, [{name}].", "a.txt", Path("a.txt")),
    *each(TypeError, "references", " is of type {type}: {value}. It must be a list of paths.", None),
    *each(TypeError, "references", f" is a list_iterator, {ONCE}", iter(["a.txt"])),
    *each(ValueError, "references", " is empty. Pass the path of at least one file, for example", []),
    wrong(TypeError, "references[1] is of type bytes: b'b'. It must be the path", references=["a.txt", b"b"]),
]
[PART] = helpers.line_ranges(**FILES, lines=None)
NO_RANGE = each(TypeError, "part", " is of type {type}. Pass one LineRange: line_ranges(", [PART], "a.txt", None)
NO_SPLIT = " is of type {type}: {value}. Pass a function that makes tokens of a line, such"
SPLIT = each(TypeError, "split", NO_SPLIT, " ", None)
MEASURES = [
    wrong(ValueError, "names has 2 entries for 1 measures.", names=["a", "b"]),
    wrong(TypeError, "names is one string: 'recall'. Pass a list of strings: wrap it in a list", names="recall"),
    wrong(TypeError, "measures[1] is of type float: 0.5. Pass a function of", measures=(helpers.rouge_n, 0.5)),
    wrong(
        TypeError,
        "what measures[1] returns is of type Counter: Counter(",
        "Pass a function that returns a number, such as bleu_score.",
        measures=(helpers.rouge_n, helpers.count_clip),
    ),
]
LOOP = [
    wrong(TypeError, "items is of type int: 3. Pass an iterable.", items=3),
    wrong(TypeError, "name is of type list: [1]. It must be a string.", name=[1]),
    *whole_number("total", 0, or_none=True),
]

# Good arguments by the names of parameters, and what is wrong in their place. What fits first, counts: names that
# belong together stand before a name alone.
RULES = [
    ({"matched": (1, 0), "total": (2, 1), "candidate_length": 2, "reference_length": 2}, COUNTS_THAT_CANNOT_BE),
    ({"counts": [(1, 2), (1, 1)], "candidate_length": 2}, PAIRS_OF_COUNTS),
    (
        {"candidates": [["a"]], "references_per_candidate": [[["a"]]], "weights": (1.0,)},
        [*CORPUS, *EMPTY_CORPUS, *WEIGHTS],
    ),
    ({"candidates": [["a"]], "references_per_candidate": [[["a"]]]}, CORPUS),
    ({"candidates": [["a"]], "references": [["b"]]}, PAIRS),
    ({"candidate": ["a"], "references": REFERENCES}, CANDIDATE_AND_REFERENCES),
    ({"baseline": [SEGMENT], "system": [SEGMENT], "score": None}, SYSTEMS),
    ({"values": [1.0], "weights": (1.0,)}, [*VALUES, *WEIGHTS]),
    ({"references": REFERENCES}, REFERENCES_ALONE),
    *(({name: ["a"]}, sentence(name)) for name in ("candidate", "reference", "tokens")),
    *(({name: 1}, order(name)) for name in ("n", "n_gram")),
    ({"weights": (1.0,)}, WEIGHTS),
    ({"smoothing": None}, SMOOTHING),
    ({"counts": COUNTS}, NO_COUNTS),
    ({"pairs": [(["a"], [["a"]])]}, STREAM),
    ({"part": PART}, NO_RANGE),
    ({"split": str.split}, SPLIT),
    ({"lines": 1}, whole_number("lines", 1, or_none=True)),
    ({"text": "ab"}, text("text")),
    ({"precision": 0.5}, share("precision")),
    ({"recall": 0.5}, share("recall")),
    ({"beta": 1}, BETA),
    *(
        ({name: 1}, whole_number(name, *limits))
        for name, *limits in (("c", 0), ("r", 0), ("samples", 1, 1_000_000), ("seed", 0))
    ),
    *(({name: 1}, above_zero(name)) for name in ("epsilon", "k", "alpha")),
    ({"number": 1}, [*whole_number("number", 0), *NO_METHOD]),
    ({"function": helpers.rouge_n}, [wrong(TypeError, "function is of type int. Pass a function", function=2)]),
    ({"measures": (helpers.rouge_n,), "names": ["recall"]}, MEASURES),
    ({"items": [1], "name": "counting", "total": 1}, LOOP),
]
# Where a name means another thing than elsewhere.
OWN_RULES = {
    "character_error_rate": [({"candidate": "ab"}, text("candidate")), ({"reference": "ab"}, text("reference"))],
    "corpus_character_error_rate": [({"candidates": ["ab"], "references": ["ab"]}, TEXT_PAIRS)],
    "corpus_word_error_rate_of_texts": [({"candidates": ["ab"], "references": ["ab"]}, TEXT_PAIRS)],
    "reveal": [({"answer": 1, "guess": 1, "exact": True, "digits": 1}, [])],  # shows whatever it is given
    "ChrfCounts": [
        (
            {"matched": (6, 0, 0, 0, 0, 0), "in_candidate": (6, 5, 4, 3, 2, 1), "in_reference": (6, 5, 4, 3, 2, 1)},
            CHRF_COUNTS_THAT_CANNOT_BE,
        )
    ],
    "chrf_counts": [({"candidate": "ab"}, text("candidate")), ({"reference": "ab"}, text("reference"))],
    "chrf_of_counts": [({"counts": helpers.chrf_counts("ab", "ab")}, NO_CHRF_COUNTS)],
    "line_ranges": [(FILES, PATHS)],
    "score_files": [(FILES, PATHS)],
    "chrf": [({"candidate": "ab", "references": ["ab", "b"]}, TEXT_AND_REFERENCES)],
    **{
        name: [({"candidates": ["ab"], "references_per_candidate": [["ab", "b"]]}, [*TEXT_CORPUS, *more])]
        for name, more in (
            ("corpus_chrf", EMPTY_CORPUS),
            ("corpus_bleu_of_texts", EMPTY_CORPUS),
            ("corpus_counts_of_texts", []),
            ("segment_counts_of_texts", []),
        )
    },
}
# What comes back from a function; nobody makes one, so nothing is checked.
RESULTS = {
    "Alignment",
    "BleuExplanation",
    "BleuParts",
    "LineRange",
    "ApproximateRandomization",
    "PairedBootstrap",
    "ResampledScore",
    "RougeScores",
}
