"""The input rules: by the names of parameters, good arguments and what must be refused in their place."""

import math
from pathlib import Path

from nltk.translate.bleu_score import SmoothingFunction
from notebook_rules import ROOT
from sentence_rules import (
    CANDIDATE_AND_REFERENCES,
    CORPUS,
    PAIRS,
    REFERENCES,
    REFERENCES_ALONE,
    STREAM,
    TEXT_AND_REFERENCES,
    TEXT_CORPUS,
    TEXT_PAIRS,
    above_zero,
    order,
    sentence,
    share,
    text,
    whole_number,
    wrong,
)

import bleu_helpers as helpers

COUNTS = helpers.bleu_counts(["a"], [["a"]], n_gram=1)


WEIGHTS = [
    *(
        wrong(ValueError, "weights is [", f"its sum is {shown}", weights=weights)
        for weights, shown in (
            ((), "0:"),
            ((1, 1), "2."),
            ((1.5, -0.5), "1."),
            ((math.nan, 1.0), "nan."),
            ((math.inf,), "inf."),
            ((math.inf, -math.inf), "nan."),
            ((0.5, 0.6), "1.1."),
            ((0.25, 0.25), "0.5."),
            ((0.5, 0.4), "0.9."),
            ((0.5, 0.5 + 2e-9), "1.000000002."),
        )
    ),
    wrong(TypeError, "weights is of type float: 1.0. It must be a list or tuple of ", weights=1.0),
    wrong(TypeError, "weights[1] is of type str: 'a'. Pass a number.", weights=[1, "a"]),
    wrong(TypeError, "weights[0] is of type bool: True. Pass a number.", weights=[True]),
    *(wrong(TypeError, "weights", weights=weights) for weights in ("ab", 3, None, ["a"], iter([1.0]))),
]
VALUES = [
    wrong(ValueError, "values[0] is -1.0. Pass a finite number of at least 0", values=[-1.0]),
    wrong(ValueError, "values[0] is inf", values=[math.inf]),
    wrong(TypeError, "values[0] is of type str", values=["1"]),
    wrong(TypeError, "values[1] is of type NoneType: None. Pass a number.", values=[1, None]),
    wrong(TypeError, "values is of type NoneType", values=None),
    wrong(TypeError, "values is of type dict: {}. It must be a list or tuple of numbers.", values={}),
    wrong(ValueError, "values has 1 entries and weights has 2", values=[1.0], weights=[0.5, 0.5]),
]
BETA = [
    wrong(ValueError, "beta is -1. Pass a number of at least 0 whose square is finite, for example 1 or 2.", beta=-1),
    *(wrong(ValueError, f"beta is {start}", beta=beta) for beta, start in ((math.inf, "inf"), (1e200, "1e"))),
    wrong(TypeError, "beta is of type NoneType", beta=None),
    wrong(TypeError, "beta is of type complex: 1j. Pass a number such as 1 or 2.", beta=1j),
]
COUNTS_THAT_CANNOT_BE = [
    wrong(ValueError, "matched has 2 entries and total has 1.", total=(2,)),
    wrong(ValueError, "matched has 1 entries. Count the orders 1 to N + 1", matched=(1,), total=(2,)),
    wrong(ValueError, "matched is 3 at order 1, and total is 2.", matched=(3, 0)),
    wrong(ValueError, "matched is 2 at order 2, and total is 1.", matched=(1, 2)),
    wrong(ValueError, "matched[0] is -1.", matched=(-1, 0)),
    wrong(ValueError, "total[1] is -1.", total=(2, -1)),
    wrong(ValueError, "candidate_length is -2.", candidate_length=-2),
    wrong(ValueError, "reference_length is -2.", reference_length=-2),
    wrong(TypeError, "matched[0] is of type float: 1.0.", matched=(1.0, 0)),
    wrong(TypeError, "matched is of type list.", matched=[1, 0]),
    wrong(TypeError, "candidate_length is of type str: '2'.", candidate_length="2"),
]
PAIRS_OF_COUNTS = [
    wrong(
        TypeError,
        "counts is of type BleuCounts. A smoothing takes pairs (matched, total), one an order, from order 1 to N + 1: "
        "list(zip(counts.matched, counts.total)).",
        counts=COUNTS,
    ),
    wrong(TypeError, "counts is of type NoneType: None. It must be a list of pairs (matched, total)", counts=None),
    wrong(TypeError, "counts is a zip, which can be read only once.", counts=zip((1, 0), (2, 1), strict=True)),
    wrong(TypeError, "counts[0] is of type int: 1. It must be a pair (matched, total).", counts=[1, 2]),
    wrong(TypeError, "counts[0] is of type tuple: (1, 2, 3). It must be a pair", counts=[(1, 2, 3), (1, 1)]),
    wrong(TypeError, "counts[0] is of type BleuCounts", counts=[COUNTS]),
    wrong(TypeError, "matched in counts[0] is of type float: 0.5. Pass a whole number.", counts=[(0.5, 1), (0, 0)]),
    wrong(TypeError, "total in counts[1] is of type NoneType", counts=[(1, 1), (0, None)]),
    wrong(ValueError, "matched in counts[0] is -1. Pass 0 or more.", counts=[(-1, 1), (0, 0)]),
    wrong(ValueError, "counts[1] is (2, 1). No more can match than there are.", counts=[(2, 2), (2, 1)]),
    wrong(ValueError, "counts has 1 entries. Pass pairs (matched, total)", "so 2 at least.", counts=[(1, 1)]),
    wrong(ValueError, "counts has 0 entries.", counts=[]),
    *whole_number("candidate_length", 0),
]
CHRF_COUNTS_THAT_CANNOT_BE = [
    wrong(TypeError, "matched is of type list. It must be a tuple with one int an order.", matched=[0] * 6),
    wrong(TypeError, "in_candidate[5] is of type float: 1.0.", in_candidate=(6, 5, 4, 3, 2, 1.0)),
    wrong(ValueError, "in_reference[0] is -1.", in_reference=(-1,) * 6),
    wrong(ValueError, "matched has 6 entries and in_candidate has 5.", in_candidate=(6, 5, 4, 3, 2)),
    wrong(ValueError, "matched has 6 entries and in_reference has 7.", in_reference=(6,) * 7),
    wrong(ValueError, "matched is 7 at order 2, and in_candidate is 5.", matched=(6, 7, 0, 0, 0, 0)),
    wrong(
        ValueError,
        "matched is 5 at order 2, and in_reference is 4.",
        matched=(6, 5, 0, 0, 0, 0),
        in_reference=(6, 4, 4, 3, 2, 1),
    ),
    wrong(
        ValueError,
        "matched has 1 entries. chrF counts the orders 1 to 6.",
        matched=(0,),
        in_candidate=(0,),
        in_reference=(0,),
    ),
]
NO_COUNTS = [
    *(wrong(TypeError, f"counts is of type {type(v).__name__}. Pass one", counts=v) for v in ("x", None, [COUNTS])),
    wrong(ValueError, "", "made for 2 weights, and weights has 1", counts=helpers.bleu_counts(["a"], [["a"]], 2)),
]
SYSTEMS = [
    wrong(TypeError, "system must be a list of BleuCounts, one a segment. Make it with segm", system=[["a"]]),
    wrong(TypeError, "baseline must be a list of BleuCounts", baseline="a"),
    wrong(ValueError, "baseline is empty", baseline=[]),
    wrong(ValueError, "baseline has 1 segments and system has 2", system=[COUNTS] * 2),
    wrong(ValueError, "", "made for 2 weights, and weights has 1", system=[helpers.bleu_counts(["a"], [["a"]], 2)]),
]
SMOOTHING = [
    wrong(TypeError, "smoothing is of type int: 2. Pass a function, or None.", smoothing=2),
    *(
        wrong(
            TypeError,
            f"smoothing is NLTK's {name}, which takes other arguments. Pass the function that has the number",
            "smoothing_method(1) for method1.",
            smoothing=value,
        )
        for value, name in (
            (SmoothingFunction().method1, "SmoothingFunction.method1"),
            (SmoothingFunction(), "SmoothingFunction"),
            (SmoothingFunction, "SmoothingFunction"),
        )
    ),
]
NO_CHRF_COUNTS = [
    wrong(TypeError, f"counts is of type {type(value).__name__}. Pass one ChrfCounts: of a", counts=value)
    for value in ("ab", None, COUNTS, [helpers.chrf_counts("ab", "ab")])
]
EMPTY_CORPUS = [
    wrong(
        ValueError,
        "candidates is empty. A corpus needs at least one candidate: nothing has no score.",
        candidates=[],
        references_per_candidate=[],
    )
]
NO_METHOD = [wrong(ValueError, "number is 8. The methods have the numbers 0 to 7.", number=8)]

DATA = ROOT / "bleu_helpers" / "data" / "test_set"
FILES = {"candidates": DATA / "apertium.txt", "references": [DATA / "reference_a.txt", str(DATA / "reference_b.txt")]}
PATHS = [
    *(
        wrong(
            TypeError,
            f"candidates is of type {type(value).__name__}: {value!r}. It must be the path of a file with one",
            candidates=value,
        )
        for value in (None, 3, b"a.txt", ["a.txt"])
    ),
    *(
        wrong(TypeError, f"references is one path: {value!r}. Wrap it in a list, [references].", references=value)
        for value in ("a.txt", Path("a.txt"))
    ),
    wrong(TypeError, "references is of type NoneType: None. It must be a list of paths.", references=None),
    wrong(TypeError, "references is a list_iterator", "list(references).", references=iter(["a.txt"])),
    wrong(ValueError, "references is empty. Pass the path of at least one file, for example", references=[]),
    wrong(TypeError, "references[1] is of type bytes: b'b'. It must be the path", references=["a.txt", b"b"]),
]
[PART] = helpers.line_ranges(**FILES, lines=None)
NO_RANGE = [
    wrong(TypeError, f"part is of type {kind}. Pass one LineRange: line_ranges(candidates, references) makes", part=one)
    for one, kind in (([PART], "list"), ("a.txt", "str"), (None, "NoneType"))
]
SPLIT = [
    wrong(TypeError, f"split is of type {kind}: {one!r}. Pass a function that makes tokens of a line, such", split=one)
    for one, kind in ((" ", "str"), (None, "NoneType"))
]

MEASURES = [
    wrong(ValueError, "names has 2 entries for 1 measures.", names=["a", "b"]),
    wrong(TypeError, "names is one string: 'recall'. Pass a list of strings: wrap it in a list", names="recall"),
    wrong(TypeError, "names is of type NoneType: None. It must be a list of strings.", names=None),
    wrong(TypeError, "names[0] is of type int: 1. It must be a string.", names=[1]),
    wrong(
        TypeError,
        "measures[1] is of type float: 0.5. Pass a function of a candidate and its references, such as bleu_score.",
        measures=(helpers.rouge_n, 0.5),
    ),
    wrong(
        TypeError,
        "what measures[1] returns is of type Counter: Counter(",
        "Pass a function that returns a number, such as bleu_score.",
        measures=(helpers.rouge_n, helpers.count_clip),
    ),
]
LOOP = [
    wrong(TypeError, "items is of type int: 3. Pass what a loop can run over.", items=3),
    wrong(TypeError, "name is of type list: [1]. It must be a string.", name=[1]),
    *(row for row in whole_number("total", 0) if row.changes["total"] is not None),
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
    ({"baseline": [COUNTS], "system": [COUNTS]}, SYSTEMS),
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
    ({"lines": 1}, [row for row in whole_number("lines", 1) if row.changes["lines"] is not None]),
    ({"text": "ab"}, text("text")),
    ({"precision": 0.5}, share("precision")),
    ({"recall": 0.5}, share("recall")),
    ({"beta": 1}, BETA),
    *(
        ({name: 1}, whole_number(name, *limits))
        for name, *limits in (("c", 0), ("r", 0), ("samples", 1, 1_000_000), ("seed", 0, math.inf))
    ),
    *(({name: 1}, above_zero(name)) for name in ("epsilon", "k", "alpha")),
    ({"number": 1}, [*whole_number("number", 0), *NO_METHOD]),
    ({"function": helpers.rouge_n}, [wrong(TypeError, "function is of type int. Pass a function", function=2)]),
    (
        {"measures": (helpers.rouge_n,), "names": ["recall"]},
        MEASURES,
    ),
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
    "PairedBootstrap",
    "ResampledScore",
    "RougeScores",
}
