"""The input rules: for the parameters of public functions, valid arguments and the arguments that must be refused.

A rule applies to the parameters that it names. A type after a name, as in "candidate: str", makes the rule apply only
to parameters whose annotation mentions that type. Of several rules that apply, the first one counts.

Each row of a rule is an error, a part of its message, and the refused arguments, each as a dictionary of what changes.
In the part, `{name}` is the first of these parameters and `{type}` is the type of its value.
"""

import math
from io import BytesIO, StringIO
from pathlib import Path

import numpy as np
from nltk.translate.bleu_score import SmoothingFunction
from notebook_rules import ROOT

import bleu_helpers as helpers

REFERENCES = [["the", "cat"], ["a", "cat", "sat"]]
TABLE = {word: [1, 0] for word in ["a", "the", "cat", "sat", 1, 2, *"the cat", ("a", 1), None, 2.5]}
COUNTS = helpers.bleu_counts(["a"], [["a"]], n_gram=1)
SEGMENT = helpers.bleu_counts(["a"], [["a"]])
DATA = ROOT / "bleu_helpers" / "data" / "test_set"
FILES = {"candidates: FilePath": DATA / "apertium.txt", "references: FilePath": [str(DATA / "reference_a.txt")]}
[PART] = helpers.line_ranges(*FILES.values(), lines=None)


def of(name, rows):
    """Return the rows of a rule for the parameter with this name, from rows with only its values."""
    return [(error, part, *({name: value} for value in values)) for error, part, *values in rows]


def alone(value, rows, *labels):
    """Return one rule for each of these parameters, all with the same valid argument."""
    return [({label: value}, of(label.partition(":")[0], rows)) for label in labels]


class Tensor:
    """A number as a token: equal to an equal number, but with a hash of its own, as a tensor of PyTorch."""

    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return id(self)


class ArrayTensor(Tensor):
    def tolist(self):
        return self.number


ARRAY = np.array(["the", "cat"])

# Sentences and lists of sentences.

SENTENCE = [
    (TypeError, "{name} is a list of sentences: [['a'], ['b']]. Pass one", [["a"], ["b"]]),
    (TypeError, ".tolist()", [ArrayTensor(1)], [np.array(1)], [1, np.ones(2), np.ones(3)]),
    (TypeError, "equal tokens must have the same hash", [Tensor(1)], ["a", 1, Tensor(1)], [1, 2, Tensor(1)]),
    (TypeError, "{name}.split()", "the cat"),
    (TypeError, "{name}.decode()", b"the cat", bytearray(b"the cat")),
    (TypeError, "list({name})", iter(["a", "b"])),
    (TypeError, "{name} is an open file. Read it first: {name}.read()", StringIO("the cat"), BytesIO(b"the cat")),
    (TypeError, "{name}[1] is of type list: ['b']", ["a", ["b"]]),
    (TypeError, "{type}", None, 3, {"the"}, {"the": 1}),
]
LIST_OF_SENTENCES = [
    (TypeError, "{name}[1] is a string", [["a"], "dog"]),
    (TypeError, "{name}[1] is None. Leave it out", [["the"], None]),
    (TypeError, "wrap it in a list, [{name}]", ["a", "dog"], [1, 2, 3], ("the", "cat")),
    (TypeError, "[{name}.split()]", "the cat"),
    (TypeError, "{type}", None),
]
SENTENCES = [
    *LIST_OF_SENTENCES,
    (ValueError, "empty", [], ()),
    (TypeError, "reference.tolist()", [["the"], ARRAY]),
    (TypeError, "references[1][0] is of type Tensor", [["a"], [Tensor("a")]]),
    (TypeError, "{type}", None, 3, {"the"}),
]
NLTKS_ORDER = "The candidate comes first"
SACREBLEUS_ORDER = "This is sacreBLEU's order"
CANDIDATE_AND_REFERENCES = [
    *of("candidate", SENTENCE),
    *of("references", SENTENCES),
    (TypeError, "wrap it in a list", {"candidate": [], "references": ["the", "cat"]}),
    (TypeError, NLTKS_ORDER, {"candidate": REFERENCES, "references": []}),
    (TypeError, NLTKS_ORDER, {"candidate": ["the cat", "a cat"], "references": ["the", "cat"]}),
]


def corpus(error, part, candidates, references_per_candidate):
    return error, part, {"candidates": candidates, "references_per_candidate": references_per_candidate}


CORPUS = [
    corpus(ValueError, "has length 3 and references_per_candidate has length 2", [["a"]] * 3, [[["a"]]] * 2),
    corpus(TypeError, NLTKS_ORDER, [[["the", "cat"], ["a", "cat"]]], [["the", "cat"]]),
    corpus(TypeError, "with [reference.split() for reference in", [["a"]] * 2, [[["a"]], [["a"], "a dog"]]),
    corpus(TypeError, "flat list of words", ["the", "cat"], [[["a"]]]),
    corpus(ValueError, SACREBLEUS_ORDER, [["a"]] * 3, [[["a"]] * 3] * 2),
    corpus(ValueError, "Pass one list", [["a"]] * 3, [["a"] * 3] * 2),
    corpus(ValueError, "Pass one list", [["a"]] * 3, [[["a"]] * 3, [["a"]]]),
]
EMPTY_CORPUS = [corpus(ValueError, "candidates is empty", [], [])]
DIFFERENT_LENGTHS = [(ValueError, "candidates has length 1", {"references": []})]
PAIRS = [*DIFFERENT_LENGTHS, *of("candidates", LIST_OF_SENTENCES), *of("references", LIST_OF_SENTENCES)]
STREAM = [
    (TypeError, "{type}", None, 3, "ab", b"ab", np.array(3)),
    (TypeError, "pairs[0] is of type str", ["ab"]),
    (TypeError, "pairs[0] is of type tuple", [(["a"], [["a"]], 1)]),
    (ValueError, "pairs[0]: references is empty", [(["a"], [])]),
]

# Texts and files of texts.

TEXT = [
    (TypeError, "' '.join({name}); if it is a list of texts, pass one of them, such as {name}[0]", ["a", "b"], ("a",)),
    (TypeError, "{name} is a list of texts: ['a b', 'a c']. Pass one text here", ["a b", "a c"]),
]
TEXTS = [
    (TypeError, "wrap it in a list, [{name}]", "ab"),
    (TypeError, "{name}[0] is of type bytes: b'ab'. Decode", [b"ab"]),
]
TEXT_PAIRS = [*DIFFERENT_LENGTHS, *of("candidates", TEXTS), *of("references", TEXTS)]
TEXT_AND_REFERENCES = [
    *of("candidate", TEXT),
    *of("references", TEXTS),
    *of("references", [(ValueError, "empty", [], ())]),
]
TEXT_CORPUS = [
    corpus(ValueError, SACREBLEUS_ORDER, ["ab", "b", "c"], [["ab", "b", "c"]]),
    corpus(TypeError, "references_per_candidate[1] is one string", ["ab", "b"], [["ab"], "b"]),
    corpus(TypeError, NLTKS_ORDER, [["ab", "b"]], ["ab"]),
    corpus(TypeError, "the function without this ending", [["a", "b"]], [[["a", "b"]]]),
    corpus(ValueError, "references_per_candidate[0] is empty", ["ab"], [[]]),
]
PATHS = [
    *of("candidates", [(TypeError, "{type}", None, 3, b"a.txt", ["a.txt"])]),
    (TypeError, "Wrap it in a list, [references]", {"references": "a.txt"}, {"references": Path("a.txt")}),
    (TypeError, "{type}", {"references": None}),
    (ValueError, "empty", {"references": []}),
    (TypeError, "references[1] is of type bytes", {"references": ["a.txt", b"b"]}),
]

# Numbers, counts and functions.

ORDER = [(TypeError, "{type}", 1.0, None, True), (ValueError, "1 or more", 0), (ValueError, "1000 or less", 1001)]
ABOVE_ZERO = [(ValueError, "above 0", 0, -1, math.nan, math.inf), (TypeError, "{type}", "1", None, True)]
SHARE = [(ValueError, "from 0 to 1", 75, -0.1, math.nan), (TypeError, "{type}", "1", True)]
BETA = [(ValueError, "at least 0", -1), (TypeError, "{type}", None)]


def whole_number(least, *not_even):
    """Return the rows for a whole number of at least `least`; `not_even` may name None, where it is refused too."""
    return [(TypeError, "{type}", 10.0, "1", True, *not_even), (ValueError, f"{least} or more", least - 1)]


WEIGHTS = [
    (ValueError, "its sum is 0:", ()),
    (ValueError, "its sum is 1", (1.5, -0.5)),
    (ValueError, "its sum is nan", (math.nan, 1.0)),
    (ValueError, "its sum is 0.5", (0.25, 0.25)),
    (ValueError, "its sum is 1.000000002", (0.5, 0.5 + 2e-9)),
    (TypeError, "{type}", 1.0, None, iter([1.0]), "ab"),
]
VALUES = [
    *of("weights", WEIGHTS),
    *of("values", [(ValueError, "values[0] is -1.0", [-1.0]), (TypeError, "values[1]", [1, None])]),
    (ValueError, "values has length 1 and weights has length 2", {"values": [1.0], "weights": [0.5, 0.5]}),
]
BLEU_COUNTS = [
    (ValueError, "matched has length 2 and total has length 1", {"total": (2,)}),
    (ValueError, "matched has length 1", {"matched": (1,), "total": (2,)}),
    (TypeError, "{type}", {"matched": [1, 0]}, {"reference_length": "2"}),
    (ValueError, "-2", {"candidate_length": -2}),
]
CHRF_COUNTS = [
    (TypeError, "{type}", {"matched": [0] * 6}),
    (ValueError, "matched has length 6 and in_candidate has length 5", {"in_candidate": (6, 5, 4, 3, 2)}),
    (ValueError, "matched is 6 at order 1, and in_reference is 4", {"in_reference": (4,) * 6}),
    (ValueError, "matched has length 1", {"matched": (0,), "in_candidate": (0,), "in_reference": (0,)}),
]
PAIRS_OF_COUNTS = [
    (TypeError, "list(zip(counts.matched, counts.total))", {"counts": COUNTS}),
    (TypeError, "counts[0] is of type int", {"counts": [1, 2]}),
    (TypeError, "matched in counts[0] is of type float", {"counts": [(0.5, 1), (0, 0)]}),
    (ValueError, "counts[1] is (2, 1)", {"counts": [(2, 2), (2, 1)]}),
    (ValueError, "at least 2", {"counts": [(1, 1)]}),
    *of("candidate_length", whole_number(0, None)),
]
SYSTEMS = [
    (TypeError, "segment_counts", {"system": [["a"]]}),
    (ValueError, "empty", {"baseline": []}),
    (ValueError, "baseline has length 1 and system has length 2", {"system": [SEGMENT] * 2}),
    (ValueError, "BleuCounts of 5 orders and BleuCounts of 2", {"baseline": [SEGMENT], "system": [COUNTS]}),
    (ValueError, "rows of length 2", {"baseline": [(1, 2)], "system": [(2, 2)]}),
    (TypeError, "{type}", {"score": (0.5, 0.5)}),
]
MEASURES = [
    (ValueError, "names has length 2, and the number of measures is 1", {"names": ["a", "b"]}),
    (TypeError, "wrap it in a list", {"names": "recall"}),
    (TypeError, "measures[1] is of type float", {"measures": (helpers.rouge_n, 0.5)}),
    (TypeError, "measures[1] returns is of type Counter", {"measures": (helpers.rouge_n, helpers.count_clip)}),
]
SMOOTHING = [
    (TypeError, "{type}", 2),
    (TypeError, "smoothing_method(2)", 3, True, "method3", helpers.smoothing_method),
    (TypeError, "smoothing_method(1)", SmoothingFunction().method1),
]
NO_FUNCTION = [(TypeError, "{type}", 2, None, " ")]

COMPARISON = [
    (TypeError, "{type}", {"outputs": [["ab"]]}, {"scores": 1}),
    (TypeError, "{name}", {"source": "ab"}, {"groups": [1]}),
    (ValueError, "outputs has length 1", {"outputs": {"old": ["ab"]}}),
    (TypeError, "outputs['new']: candidates[0]", {"outputs": {"old": ["ab"], "new": [1]}}),
    (ValueError, "outputs['old']: candidates is", {"outputs": {"old": [], "new": []}, "references_per_candidate": []}),
    *(
        (ValueError, "has length 2. Pass one entry per segment; the number of segments is 1.", {name: values})
        for name, values in {"source": ["a", "b"], "groups": ["a", "b"], "scores": [[1, 2], [3, 4]]}.items()
    ),
    (ValueError, "finite", {"scores": [[1], [math.nan]]}, {"scores": [[1]]}),
    (ValueError, "13a, intl, none", {"tokenize": "14a"}),
    (TypeError, "{type}", {"lowercase": 1}),
]
SPLIT_OR_TOKENIZE = [
    (TypeError, "{type}", {"split": 2}),
    (ValueError, "pass only one", {"split": str.split, "tokenize": "none"}),
    (ValueError, "13a, intl, none", {"tokenize": "14a"}),
]

VECTOR = [
    (TypeError, "{type}", None, 3, iter([1]), np.array([1.0])),
    (ValueError, "{name}[0] is", [math.nan], [math.inf], [1e71]),
]
VECTORS = [
    (TypeError, "{type}", {"vectors": [[1, 0]]}, {"vectors": None}),
    (ValueError, "no vector for 'a'", {"vectors": {"the": [1, 0]}}),
    (ValueError, "vectors has a vector of length 1 and another one of length 2", {"vectors": {**TABLE, "sat": [1]}}),
    (TypeError, "vectors[0] is of type str", {"vectors": {**TABLE, "a": ["1", "2"]}}),
]
TOKEN_WEIGHTS = [
    (TypeError, "{type}", {"weights": [1.0]}),
    (ValueError, "no weight for 'sat'", {"weights": {word: 1.0 for word in TABLE if word != "sat"}}),
    (ValueError, "weights['cat'] is -1", {"weights": {**dict.fromkeys(TABLE, 1.0), "cat": -1}}),
    (TypeError, "weights['cat'] is of type str", {"weights": {**dict.fromkeys(TABLE, 1.0), "cat": "1"}}),
]

RULES = [
    ({"matched": (1, 0), "total": (2, 1), "candidate_length": 2, "reference_length": 2}, BLEU_COUNTS),
    (vars(helpers.chrf_counts("abcdef", "abcdef")), CHRF_COUNTS),
    ({"counts": [(1, 2), (1, 1)], "candidate_length": 2}, PAIRS_OF_COUNTS),
    (FILES, PATHS),
    ({"split: None": None, "tokenize: None": "none"}, SPLIT_OR_TOKENIZE),
    ({"candidates: str": ["ab"], "references_per_candidate": [["ab", "b"]]}, TEXT_CORPUS),
    (
        {"outputs": {"old": ["ab"], "new": ["b"]}, "references_per_candidate": [["ab", "b"]]}
        | {"source": None, "tokenize": "none", "groups": None, "scores": None, "lowercase": True},
        COMPARISON,
    ),
    ({"candidates: str": ["ab"], "references": ["ab"]}, TEXT_PAIRS),
    ({"candidates": [["a"]], "references_per_candidate": [[["a"]]]}, CORPUS),
    ({"candidates": [["a"]], "references": [["b"]]}, PAIRS),
    ({"candidate: str": "ab", "references": ["ab", "b"]}, TEXT_AND_REFERENCES),
    ({"vectors: Vectors": TABLE, "weights: Mapping": None}, [*VECTORS, *TOKEN_WEIGHTS]),
    ({"vectors: Vectors": TABLE}, VECTORS[:-2]),
    ({"a": [1, 2], "b": [2, 1]}, of("a", VECTOR) + of("b", [*VECTOR, (ValueError, "has a vector of length 1", [1])])),
    ({"candidate": ["a"], "references": REFERENCES}, CANDIDATE_AND_REFERENCES),
    ({"baseline": [SEGMENT], "system": [SEGMENT], "score": None}, SYSTEMS),
    ({"values": [1.0], "weights": (1.0,)}, VALUES),
    ({"measures": (helpers.rouge_n,), "names": ["recall"]}, MEASURES),
    *alone("ab", TEXT, "candidate: str", "reference: str", "text"),
    *alone(REFERENCES, SENTENCES, "references"),
    *alone([["a"]], LIST_OF_SENTENCES, "sentences"),
    *alone(["a"], SENTENCE, "candidate", "reference", "tokens"),
    *alone(helpers.chrf_counts("ab", "ab"), [(TypeError, "{type}", None, COUNTS, [COUNTS])], "counts: ChrfCounts"),
    *alone(COUNTS, [(TypeError, "{type}", "x", None, [COUNTS]), (ValueError, "1", SEGMENT)], "counts"),
    *alone(1, ORDER, "n", "n_gram"),
    *alone((1.0,), WEIGHTS, "weights"),
    *alone(None, SMOOTHING, "smoothing"),
    *alone([(["a"], [["a"]])], STREAM, "pairs"),
    *alone(PART, [(TypeError, "{type}", [PART], "a.txt", None)], "part"),
    *alone(str.split, NO_FUNCTION, "split"),
    *alone(helpers.rouge_n, NO_FUNCTION, "function"),
    *alone(0.5, SHARE, "precision", "recall"),
    *alone(1, BETA, "beta"),
    *alone(1, ABOVE_ZERO, "epsilon", "k", "alpha"),
    *alone(1, whole_number(1), "lines"),
    *alone(1, whole_number(0, None), "c", "r", "seed"),
    *alone(1, [*whole_number(1, None), (ValueError, "1000000 or less", 1_000_001)], "samples"),
    *alone(1, [*whole_number(0, None), (ValueError, "0 to 7", 8)], "number"),
    *alone("a", [(TypeError, "{name} is of type list", ["a"])], "token"),
]
NEEDS_A_SEGMENT = {"corpus_bleu", "explain_corpus_bleu", "corpus_chrf", "corpus_bleu_of_texts"}
"""The functions that refuse an empty corpus."""
UNCHECKED = {name for name in helpers.__all__ if isinstance(getattr(helpers, name), type)} | {"reveal"}
UNCHECKED -= {"BleuCounts", "BleuScore", "ChrfCounts"}
"""What is not checked: a guess, which may be anything, and the classes of results, of which users create only three."""
