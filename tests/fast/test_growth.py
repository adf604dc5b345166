"""How the work grows: linearly with the number of tokens or references, except for edit distances.

Steps are counted instead of timed, so the result is the same on every machine. A step is an instruction that Python
executes, or a hash or comparison of a token. Steps inside NumPy are not counted.
"""

import gc
import inspect
import sys

import pytest

import bleu_helpers as helpers

LENGTH, REFERENCES = 12, 10


class Word(str):
    """A token that counts how often it is hashed, which happens once per look-up, and how often it is compared."""

    asked = 0

    def __hash__(self):
        Word.asked += 1
        return super().__hash__()

    def __eq__(self, other):
        Word.asked += 1
        return super().__eq__(other)


def sentence(length, name):
    """Make words of which half occur in every sentence, so that n-grams match, and half only in this one."""
    half = [Word(f"w{place}") for place in range(length // 2)]
    return [*half, *(Word(f"{name} {place}") for place in range(length - len(half)))]


def sentences(number, length):
    return [sentence(length, f"s{place}") for place in range(number)]


def steps(function, *arguments):
    """Count the Python instructions that a call executes, and how often it hashes or compares a token."""
    executed = 0

    def look(frame, event, _):
        nonlocal executed
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        executed += event == "opcode"
        return look

    gc.disable()  # what other tests left behind may run code when it is collected
    Word.asked = 0
    before = sys.gettrace()
    sys.settrace(look)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
        gc.enable()
    return executed + Word.asked


def is_linear(function, case):
    """Check that the steps from twice to three times the size are as many as from once to twice; 5 / 3 if quadratic.

    The steps of a linear function come within 6%; more than that is a small part that grows faster.
    """
    function(*case(1))  # the first call in a process can import a module or fill a cache
    once, twice, thrice = (steps(function, *case(times)) for times in (1, 2, 3))
    assert 0 < thrice - twice < 1.08 * (twice - once)


PUBLIC = {name: getattr(helpers, name) for name in helpers.__all__ if inspect.isfunction(getattr(helpers, name))}


def with_parameters(*names):
    """Return the functions whose first parameters have these names, except those that fill a table."""
    return [
        function
        for name, function in PUBLIC.items()
        if [*inspect.signature(function).parameters][: len(names)] == [*names]
        and name != "bert_score_of_vectors"
        and "str" not in str(inspect.signature(function).parameters[names[0]].annotation)
    ]


OF_A_PAIR, OF_A_CORPUS = (
    with_parameters("candidate", "references"),
    with_parameters("candidates", "references_per_candidate"),
)


@pytest.mark.parametrize("function", OF_A_PAIR)
def test_of_a_candidate_and_its_references(function):
    order = [2] if "n" in inspect.signature(function).parameters else []
    is_linear(function, lambda times: (sentence(LENGTH * times, "c"), sentences(2, LENGTH * times), *order))
    is_linear(function, lambda times: (sentence(LENGTH, "c"), sentences(REFERENCES * times, LENGTH), *order))


@pytest.mark.parametrize("function", OF_A_CORPUS)
def test_of_a_corpus(function):
    def case(segments, references, length):
        return sentences(segments, length), [sentences(references, length)] * segments

    is_linear(function, lambda times: case(16 * times, 2, LENGTH))
    is_linear(function, lambda times: case(16, 2 * times, LENGTH))
    is_linear(function, lambda times: case(16, 2, LENGTH * times))


def files(folder, times):
    """Write parallel files with 40 lines or a multiple of that."""
    paths = [folder / f"{name} {times}" for name in ("candidates", "references")]
    for path in paths:
        path.write_text("the cat sat on the mat\n" * 40 * times, encoding="utf-8")
    return paths[0], paths[1:]


OTHERS = {
    "simple_count": lambda _, times: helpers.simple_count(sentence(LENGTH * times, "c"), 2),
    "explain_bleu": lambda _, times: repr(helpers.explain_bleu(sentence(LENGTH * times, "c"), sentences(2, LENGTH))),
    "corpus_chrf": lambda _, times: helpers.corpus_chrf(["a cat"] * 4 * times, [["a cat"] * 2] * 4 * times),
    "corpus_word_error_rate": lambda _, times: helpers.corpus_word_error_rate(*[sentences(8 * times, LENGTH)] * 2),
    "score_files": lambda folder, times: helpers.score_files(*files(folder, times), tokenize="none"),
}
"""The functions with other arguments, each run in a separate folder: texts, counts, files, or successive batches."""


@pytest.mark.parametrize("name", OTHERS)
def test_of_what_else_there_is(name, tmp_path):
    is_linear(OTHERS[name], lambda times: (tmp_path, times))
