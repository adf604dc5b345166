"""How the work grows: as many more tokens, or references, take as many more steps each time, but for edit distance.

Steps are counted, not timed: what Python executes, and each hash of a token. So a step is the same on every machine.
"""

import inspect
import sys

import pytest

import bleu_helpers as helpers

pytestmark = pytest.mark.unmeasured

LENGTH, REFERENCES = 12, 12
EDIT_DISTANCE = ["align", "distance_table", "rouge_l", "word_error_rate"]


class Word(str):
    """A token that counts how often it is hashed, which is once for each time that it is looked up."""

    hashed = 0

    def __hash__(self):
        Word.hashed += 1
        return super().__hash__()


def sentence(length, name):
    """Words of which half are in every sentence, so that n-grams match, and half in this one only."""
    half = [Word(f"w{place}") for place in range(length // 2)]
    return [*half, *(Word(f"{name} {place}") for place in range(length - len(half)))]


def sentences(number, length):
    return [sentence(length, f"s{place}") for place in range(number)]


def steps(function, *arguments):
    """How many instructions of Python a call executes, and how many tokens it hashes."""
    executed = 0

    def look(frame, event, _):
        nonlocal executed
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        executed += event == "opcode"
        return look

    Word.hashed = 0
    before = sys.gettrace()
    sys.settrace(look)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
    return executed + Word.hashed


def is_linear(function, case):
    """From twice the size to three times it is as far as from once to twice; squared, it would be 5 / 3 as far."""
    once, twice, thrice = (steps(function, *case(times)) for times in (1, 2, 3))
    assert thrice - twice < 1.15 * (twice - once)


def with_parameters(*names):
    """The functions whose first parameters have these names, but those whose work is a table of edit distances."""
    functions = {name: getattr(helpers, name) for name in helpers.__all__ if inspect.isfunction(getattr(helpers, name))}
    return pytest.mark.parametrize(
        "function",
        [
            function
            for name, function in functions.items()
            if [*inspect.signature(function).parameters][: len(names)] == [*names]
            and name not in EDIT_DISTANCE
            and "str" not in str(inspect.signature(function).parameters[names[0]].annotation)
        ],
    )


def orders(function):
    """An order, for a function that has no default for it."""
    return [2] if "n" in inspect.signature(function).parameters else []


@with_parameters("candidate", "references")
def test_of_a_candidate_and_its_references(function):
    order = [2] if "n" in inspect.signature(function).parameters else []
    is_linear(function, lambda times: (sentence(LENGTH * times, "c"), sentences(2, LENGTH * times), *order))
    is_linear(function, lambda times: (sentence(LENGTH, "c"), sentences(REFERENCES * times, LENGTH), *order))


@pytest.mark.parametrize("n", [1, 2])
def test_of_references_alone(n):
    is_linear(helpers.max_ref_count, lambda times: (sentences(2, LENGTH * times), n))
    is_linear(helpers.max_ref_count, lambda times: (sentences(REFERENCES * times, LENGTH), n))


@pytest.mark.parametrize("function", [helpers.bleu_counts, helpers.count_clip])
def test_where_candidate_and_references_grow_together(function):
    def case(times):
        references = sentences(REFERENCES * times, LENGTH)
        return [word for reference in references for word in reference], references

    is_linear(function, case)


@with_parameters("candidates", "references_per_candidate")
def test_of_a_corpus(function):
    def case(segments, references, length):
        return sentences(segments, length), [sentences(references, length)] * segments

    is_linear(function, lambda times: case(8 * times, 2, LENGTH))
    is_linear(function, lambda times: case(8, 2 * times, LENGTH))
    is_linear(function, lambda times: case(8, 2, LENGTH * times))


def test_of_one_sentence_and_of_texts():
    is_linear(helpers.simple_count, lambda times: (sentence(LENGTH * times, "c"), 2))
    is_linear(helpers.rouge_n_scores, lambda times: (*sentences(2, LENGTH * times), 2))
    is_linear(helpers.chrf, lambda times: ("a cat", ["a cat"] * REFERENCES * times))
    is_linear(helpers.chrf, lambda times: ("a cat " * LENGTH * times, ["the cat " * LENGTH * times]))


def test_what_is_not_linear_is_seen():
    def largest_counts(references):
        highest = helpers.simple_count([])
        for reference in references:
            highest |= helpers.simple_count(reference)  # looks at all that it has, each time
        return highest

    with pytest.raises(AssertionError):
        is_linear(largest_counts, lambda times: [sentences(REFERENCES * times, LENGTH)])
