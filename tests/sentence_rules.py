"""What must be refused in the place of sentences, texts and corpora, and of the plainest numbers."""

import math
from types import SimpleNamespace

REFERENCES = [["the", "cat"], ["a", "cat", "sat"]]


def wrong(error, start, *inside, **changes):
    """One or more arguments in place of good ones, the error, how its message starts, and what else is in it."""
    return SimpleNamespace(changes=changes, error=error, start=start, inside=inside)


def sentence(name):
    return [
        wrong(
            TypeError,
            f"{name} is a string: 'the cat'. Split it into tokens first, for example with {name}.split().",
            **{name: "the cat"},
        ),
        wrong(TypeError, f"{name} is a string: b'the cat'.", **{name: b"the cat"}),
        wrong(
            TypeError, f"{name} is a list_iterator", f"Make it a list first: list({name}).", **{name: iter(["a", "b"])}
        ),
        wrong(TypeError, f"{name}[1] is of type list: ['b'].", **{name: ["a", ["b"]]}),
        wrong(TypeError, f"{name}[0] is of type tuple: ('a', ['b']).", **{name: [("a", ["b"])]}),
        *(
            wrong(TypeError, f"{name} is of type {type(value).__name__}", **{name: value})
            for value in (None, 3, {"the"}, {"the": 1})
        ),
    ]


def order(name):
    what = "It is the order of the n-grams: pass"
    return [
        *(
            wrong(TypeError, f"{name} is of type {type(value).__name__}: {value!r}. {what} an int", **{name: value})
            for value in (1.0, "1", None, True)
        ),
        *(wrong(ValueError, f"{name} is {value}. {what} 1 or more.", **{name: value}) for value in (0, -1)),
        wrong(ValueError, f"{name} is 1001. {what} 1000 or less.", **{name: 1001}),
    ]


def whole_number(name, least, most=math.inf):
    return [
        *(
            wrong(
                TypeError, f"{name} is of type {type(value).__name__}: {value!r}. Pass a whole number.", **{name: value}
            )
            for value in (10.0, "1", None, True)
        ),
        wrong(ValueError, f"{name} is {least - 1}. Pass {least} or more.", **{name: least - 1}),
        *(
            wrong(ValueError, f"{name} is {value}. Pass {most} or less.", **{name: value})
            for value in [most + 1]
            if most < math.inf
        ),
    ]


def above_zero(name):
    return [
        *(
            wrong(ValueError, f"{name} is {value}. Pass a finite number above 0.", **{name: value})
            for value in (0, -1, math.nan, math.inf)
        ),
        *(
            wrong(
                TypeError,
                f"{name} is of type {type(value).__name__}: {value!r}. Pass a number above 0.",
                **{name: value},
            )
            for value in ("1", None, True)
        ),
    ]


def share(name):
    return [
        wrong(ValueError, f"{name} is 75. Pass a number from 0 to 1", **{name: 75}),
        wrong(ValueError, f"{name} is -0.1.", **{name: -0.1}),
        wrong(ValueError, f"{name} is nan.", **{name: math.nan}),
        wrong(TypeError, f"{name} is of type str: '1'. Pass a number from 0 to 1.", **{name: "1"}),
        wrong(TypeError, f"{name} is of type bool", **{name: True}),
    ]


def text(name):
    return [
        wrong(
            TypeError,
            f"{name} is of type list: ['a', 'b']. A text is one string: join the tokens first, "
            f"for example with ' '.join({name}), or use bleu_score or word_error_rate for tokens.",
            **{name: ["a", "b"]},
        ),
        wrong(TypeError, f"{name} is of type tuple: ('a',).", **{name: ("a",)}),
        wrong(TypeError, f"{name} is of type bytes: b'ab'. It must be a string.", **{name: b"ab"}),
        wrong(TypeError, f"{name} is of type NoneType: None. It must be a string.", **{name: None}),
    ]


REFERENCES_ALONE = [
    *(
        wrong(TypeError, "references is a string", "[references.split()]", references=value)
        for value in ("the cat", b"the cat")
    ),
    *(
        wrong(
            TypeError,
            "references holds a string: 'the cat",
            "[reference.split() for reference in references]",
            references=value,
        )
        for value in (["the cat", "a cat"], [["a"], "the cat sat"])
    ),
    *(
        wrong(TypeError, "references is one flat list of words", "wrap it in a list, [references]", references=value)
        for value in (["the", "cat"], ("the", "cat"), [1, 2, 3], [b"the", b"cat"], list("the cat"))
    ),
    wrong(TypeError, "references[1] is a string: 'cat'", references=[["the"], "cat"]),
    *(wrong(ValueError, "references is empty", references=value) for value in ([], ())),
    wrong(
        TypeError,
        "references is a list_iterator, which can be read only once. Make it a list first: list(references).",
        references=iter(REFERENCES),
    ),
    wrong(
        TypeError,
        "references[1] is a map, which can be read only once. Make it a list first: list(reference).",
        references=[["the"], map(str, [1])],
    ),
    *(wrong(TypeError, f"references is of type {type(one).__name__}", references=one) for one in (None, 3, {"the"})),
    wrong(TypeError, "references[1][1] is of type set: {'c'}.", references=[["a"], ["b", {"c"}]]),
]
NLTKS_ORDER = "The candidate comes first here, then its references (NLTK has it the other way round): swap the two arg"
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
CORPUS = [
    wrong(error, start, candidates=candidates, references_per_candidate=references_per_candidate)
    for candidates, references_per_candidate, error, start in [
        (
            [["a"], ["b"], ["c"]],
            [[["a"]], [["b"]]],
            ValueError,
            "candidates has 3 entries and references_per_candidate has 2. Pass one list of references for each "
            "candidate.",
        ),
        (
            [[["the", "cat"], ["a", "cat"]]],
            [["the", "cat"]],
            TypeError,
            "candidates[0] is a list of sentences and references_per_candidate[0] is one flat list of words. The "
            "candidate comes first here, then its references (NLTK has it the other way round): swap the two "
            "arguments.",
        ),
        (
            [["a"], ["a"], ["a"], ["a"]],
            [[["a"]], [["a"]], [["a"]], ["a", "dog"]],
            TypeError,
            "references_per_candidate[3] is one flat list of words: ['a', 'dog']. It must be a list of references, "
            "also where there is only one: wrap it in a list, [references_per_candidate[3]].",
        ),
        (
            [["a"], ["a"]],
            [[["a"]], [["a"], "a dog"]],
            TypeError,
            "references_per_candidate[1] holds a string: 'a dog'. Split each reference into tokens first, for example "
            "with [reference.split() for reference in references].",
        ),
        (
            [["a"], ["b", ["c"]]],
            [[["a"]], [["a"]]],
            TypeError,
            "candidates[1][1] is of type list: ['c']. A sentence is one flat list of tokens, and a token must be "
            "hashable: a word, a number, a character or a tuple of these.",
        ),
        (
            ["the", "cat"],
            [[["a"]]],
            TypeError,
            "candidates is one flat list of words: ['the', 'cat']. It must be a list of candidates, also where there "
            "is only one: wrap it in a list, [candidates].",
        ),
        (
            ["the cat", "a dog"],
            [[["a"]]] * 2,
            TypeError,
            "candidates holds a string: 'the cat'. Split each candidate into tokens first, for example with "
            "[candidate.split() for candidate in candidates].",
        ),
        (
            "the cat",
            [[["a"]]],
            TypeError,
            "candidates is a string: 'the cat'. Split it into tokens first, then wrap it in a list: "
            "[candidates.split()].",
        ),
        (
            [["a"], ["a"]],
            [[["a"]], "a dog"],
            TypeError,
            "references_per_candidate[1] is a string: 'a dog'. Split it into tokens first, then wrap it in a list: "
            "[references.split()].",
        ),
        (
            (word for word in ["a"]),
            [[["a"]]],
            TypeError,
            "candidates is a generator, which can be read only once. Make it a list first: list(candidates).",
        ),
    ]
]
PAIRS = [
    wrong(ValueError, "candidates has 1 entries and references has 0", references=[]),
    wrong(ValueError, "candidates has 1 entries and references has 2", references=[["a"], ["b"]]),
    *(
        row
        for name in ("candidates", "references")
        for row in (
            wrong(TypeError, f"{name}[0][0] is of type list: ['a'].", **{name: [[["a"]]]}),
            wrong(
                TypeError,
                f"{name}[1] is a string: 'dog'. Split it into tokens first, for example with {name[:-1]}.split().",
                **{name: [["a"], "dog"]},
            ),
            wrong(
                TypeError,
                f"{name} is one flat list of words: ['a', 'dog']. It must be a list of {name}, also where there is "
                f"only one: wrap it in a list, [{name}].",
                **{name: ["a", "dog"]},
            ),
            wrong(TypeError, f"{name} is a string: 'dog'.", **{name: "dog"}),
            wrong(TypeError, f"{name} is of type NoneType", **{name: None}),
            wrong(TypeError, f"{name} is a list_iterator", f"list({name}).", **{name: iter([["a"]])}),
        )
    ),
]
TEXT_PAIRS = [
    wrong(ValueError, "candidates has 1 entries and references has 0", references=[]),
    wrong(ValueError, "candidates has 1 entries and references has 2", references=["a", "b"]),
    *(
        row
        for name in ("candidates", "references")
        for row in (
            wrong(
                TypeError,
                f"{name} is one string: 'ab'. Pass a list of strings: wrap it in a list, [{name}].",
                **{name: "ab"},
            ),
            wrong(
                TypeError,
                f"{name}[0] is of type list: ['a', 'b']. A text is one string: join the tokens first, "
                f"for example with ' '.join({name[:-1]})",
                **{name: [["a", "b"]]},
            ),
            wrong(TypeError, f"{name} is of type set: {{'ab'}}. It must be a list of strings.", **{name: {"ab"}}),
            wrong(TypeError, f"{name} is a list_iterator", f"list({name}).", **{name: iter(["ab"])}),
        )
    ),
]
TEXT_AND_REFERENCES = [
    *text("candidate"),
    wrong(
        TypeError,
        "references is one string: 'ab'. Pass a list of strings: wrap it in a list, [references].",
        references="ab",
    ),
    wrong(TypeError, "references is one string: b'ab'.", references=b"ab"),
    wrong(
        TypeError,
        "references[1] is of type list: ['a', 'b']. A text is one string: join the tokens first, "
        "for example with ' '.join(reference)",
        references=["ab", ["a", "b"]],
    ),
    wrong(TypeError, "references[0] is of type NoneType: None. It must be a string.", references=[None]),
    wrong(TypeError, "references is of type set: {'ab'}. It must be a list of strings.", references={"ab"}),
    wrong(TypeError, "references is a list_iterator", "list(references).", references=iter(["ab"])),
    *(
        wrong(ValueError, "references is empty. Pass at least one reference, for example ['the cat'].", references=one)
        for one in ([], ())
    ),
    *(
        wrong(
            TypeError, "candidate is a list and references is one string.", NLTKS_ORDER, candidate=one, references="b"
        )
        for one in (["ab", "b"], ["ab"], ("ab",))
    ),
]
TEXT_CORPUS = [
    wrong(error, start, candidates=candidates, references_per_candidate=references_per_candidate)
    for candidates, references_per_candidate, error, start in [
        (
            ["ab", "b", "c"],
            [["ab"], ["b"]],
            ValueError,
            "candidates has 3 entries and references_per_candidate has 2. Pass one list of references for each "
            "candidate.",
        ),
        (
            "ab",
            [["ab"]],
            TypeError,
            "candidates is one string: 'ab'. Pass a list of strings: wrap it in a list, [candidates].",
        ),
        (
            ["ab", "b"],
            [["ab"], "b"],
            TypeError,
            "references_per_candidate[1] is one string: 'b'. Pass a list of strings: wrap it in a list, "
            "[references_per_candidate[1]].",
        ),
        (
            ["ab", ["a", "b"]],
            [["ab"], ["b"]],
            TypeError,
            "candidates[1] is of type list: ['a', 'b']. A text is one string: join the tokens first, "
            "for example with ' '.join(candidate)",
        ),
        (
            [["ab", "b"]],
            ["ab"],
            TypeError,
            "candidates[0] is a list and references_per_candidate[0] is one string. The candidate comes first here",
        ),
        (["ab"], [[]], ValueError, "references_per_candidate[0] is empty. Pass at least one reference"),
    ]
]
STREAM = [
    *(wrong(TypeError, f"pairs is of type {type(v).__name__}: ", "iterable of pairs", pairs=v) for v in (None, 3)),
    *(wrong(TypeError, f"pairs is of type {type(v).__name__}: ", "iterable of pairs", pairs=v) for v in ("ab", b"ab")),
    wrong(TypeError, "pairs[0] is of type str: 'ab'. It must be a pair: (candidate, references)", pairs=["ab"]),
    wrong(TypeError, "pairs[0] is of type tuple: ", pairs=[(["a"], [["a"]], 1)]),
    *(
        wrong(
            row.error,
            f"pairs[1]: {row.start}",
            *row.inside,
            pairs=[(["a"], [["a"]]), (row.changes.get("candidate", ["a"]), row.changes.get("references", REFERENCES))],
        )
        for row in CANDIDATE_AND_REFERENCES
    ),
]
