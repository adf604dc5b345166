"""Each quicker equivalent returns what its definition returns, on generated and unusual input."""

import inspect
import random

import pytest
from drawn_cases import pair, sentence, uniform
from drawn_texts import WHITE, WORDS, text

import bleu_helpers
from bleu_helpers import add_one, halve_at_each_zero

NAN = float("nan")
TOKENS = [
    ["the", "cat", "on", "mat", "a"],
    [1, 1.0, True, 0, False, 2],
    [NAN, NAN, float("nan"), 0.0, -0.0],
    ["a", ("a",), ("a", "b"), None, 1, b"a", frozenset({1}), 2.5, "", ()],
    [0, 2**61 - 1, 2**64, 2**64 + 1, -1, -2],
]
"""Tokens that are easily confused: equal in Python, unequal to themselves, of different types, or with equal hashes."""

LETTERS = [
    "a",
    "e\u0301",
    "\u1112\u1161\u11ab",
    "\r\n",
    "\r",
    " ",
    "\U0001f469\u200d\U0001f680",
    "\ufb01",
    "\ud800",
    "\U00100000",
    "\x00",
]
"""Characters that consist of several code points, and some rare ones."""

QUICKER = {name: value for name, value in vars(bleu_helpers).items() if hasattr(value, "quicker") and name[0] != "_"}


def written(rng, longest):
    if rng.random() < 0.5:
        return "".join(rng.choices(LETTERS, k=rng.randint(0, 12)))
    return text(rng, rng.choice(list(WORDS.values())), WHITE)[:longest]


def arguments(rng, function, segments):
    """Make one argument for each parameter, in the form that its name and its type require."""
    parameters = inspect.get_annotations(inspect.unwrap(function))
    tokens = rng.choice(TOKENS)
    of_text = any("str" in str(hint) for name, hint in parameters.items() if name != "return")
    of_characters = "character" in function.__name__ or "chrf" in function.__name__
    longest = 200 if of_characters else None  # the definition takes long to compare or count many characters

    def one():
        return written(rng, longest) if of_text else sentence(rng, tokens)

    def segment():
        return (one(), [one() for _ in range(rng.randint(1, 4))]) if of_text else pair(rng, tokens)

    drawn = [segment() for _ in range(segments)]
    if segments == 1 and not of_text and rng.random() < 0.1:  # a pair that is too long for one Counter
        candidate, references = drawn[0]
        drawn[0] = candidate * 60, [reference * 70 for reference in references]
    values = {
        "candidates": [candidate for candidate, _ in drawn],
        "references_per_candidate": [references for _, references in drawn],
        "references": drawn[0][1] if "candidate" in parameters else [references[0] for _, references in drawn],
        "candidate": drawn[0][0],
        "reference": one(),
        "text": one(),
        "n": rng.randint(1, 5),
        "n_gram": rng.choice([1, 2, 4, 40]),
        "weights": uniform(rng.randint(1, 5)),
        "smoothing": rng.choice([None, add_one, halve_at_each_zero]),
        "beta": rng.choice([0, 1, 2.0, 3]),
    }
    return {name: values[name] for name in parameters if name != "return"}


@pytest.mark.parametrize("segments", [1, 3, 30])
@pytest.mark.parametrize("name", QUICKER)
def test_a_quicker_equivalent_returns_what_the_definition_returns(name, segments):
    function = QUICKER[name]
    rng = random.Random(f"{name} {segments}")
    for _ in range(3 if segments > 3 else 30):
        given = arguments(rng, function, segments)
        assert function.quicker(**given) == inspect.unwrap(function)(**given), given


@pytest.mark.parametrize("name", QUICKER)
def test_a_quicker_equivalent_takes_the_same_arguments_and_says_for_which_it_runs(name):
    function = QUICKER[name]
    assert inspect.signature(function.quicker).parameters.keys() == inspect.signature(function).parameters.keys()
    assert function.quicker.__defaults__ == inspect.unwrap(function).__defaults__
    assert function.quicker.__name__ == function.__name__ == name
    assert inspect.getdoc(function.quicker).startswith("Runs for ")
