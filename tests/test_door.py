"""The door: each row of the table of input rules, for every function that it concerns, and where the rules apply."""

import _thread
import copy
import inspect
import math
import queue
import sys
from functools import partial

import numpy as np
import pytest

import bleu_helpers as helpers
import bleu_helpers.small_test_set
from bleu_helpers import _door, smoothing_method

REFERENCES = [["the", "cat"], ["a", "cat", "sat"]]

# Every function of a candidate and its references, as a call with just these two.
WITH_REFERENCES = {
    "unigram_precision": helpers.unigram_precision,
    "count_clip": helpers.count_clip,
    "match_counts": lambda candidate, references: helpers.match_counts(candidate, references, 1),
    "modified_precision": lambda candidate, references: helpers.modified_precision(candidate, references, 1),
    "closest_ref_length": helpers.closest_ref_length,
    "brevity_penalty": helpers.brevity_penalty,
    "bleu_score": helpers.bleu_score,
    "bleu_counts": helpers.bleu_counts,
    "explain_bleu": helpers.explain_bleu,
    "marked_ngrams": helpers.marked_ngrams,
    "rouge_n": helpers.rouge_n,
    "ngram_f1": helpers.ngram_f1,
}
WITH_ORDER = {
    "simple_count": lambda n: helpers.simple_count(["a"], n),
    "max_ref_count": lambda n: helpers.max_ref_count(REFERENCES, n),
    "count_clip": lambda n: helpers.count_clip(["a"], REFERENCES, n),
    "match_counts": lambda n: helpers.match_counts(["a"], REFERENCES, n),
    "modified_precision": lambda n: helpers.modified_precision(["a"], REFERENCES, n),
    "rouge_n": lambda n: helpers.rouge_n(["a"], REFERENCES, n),
    "rouge_n_scores": lambda n: helpers.rouge_n_scores(["a"], ["a"], n),
    "ngram_f1": lambda n: helpers.ngram_f1(["a"], REFERENCES, n),
}
ONE_SENTENCE = {
    "tokens": helpers.simple_count,
    "candidate": lambda sentence: helpers.rouge_n_scores(sentence, ["a"]),
    "reference": lambda sentence: helpers.rouge_n_scores(["a"], sentence),
}
both = pytest.mark.parametrize("function", WITH_REFERENCES.values(), ids=WITH_REFERENCES)
one_sentence = pytest.mark.parametrize(("name", "function"), ONE_SENTENCE.items(), ids=ONE_SENTENCE)


def refused(error, call, *arguments):
    with pytest.raises(error) as caught:
        call(*arguments)
    return str(caught.value)


def test_every_public_function_is_in_the_tables():
    functions = {name for name in helpers.__all__ if callable(getattr(helpers, name)) and name.islower()}
    without_sentences = {"brevity_penalty_of_lengths", "f_score", "geometric_mean", "scoreboard", "show_source"}
    without_sentences |= {"progress_bar", "explain_counts", "bleu_of_counts", "paired_bootstrap", "smoothing_method"}
    without_sentences |= {smoothing_method(number).__name__ for number in range(8)} | {"add_one_to_every_order"}
    # Functions of a corpus, and of a candidate and one reference, have the rules in their own test files.
    elsewhere = {"corpus_bleu", "explain_corpus_bleu", "segment_counts", "align", "characters", "distance_table"}
    elsewhere |= {"word_error_rate", "character_error_rate", "corpus_word_error_rate", "corpus_character_error_rate"}
    elsewhere |= {"corpus_counts", "segment_rouge_scores"}
    assert functions - without_sentences - elsewhere == {*WITH_REFERENCES, *WITH_ORDER}


@both
@pytest.mark.parametrize("tokens", [["the", "cat"], ("the", "cat"), [1, 2], list("the cat"), [("a", 1), None, 2.5]])
def test_a_list_or_tuple_of_hashable_tokens_is_fine_and_stays_as_it_was(function, tokens):
    references = [list(tokens), tuple(tokens)]
    for outer in (references, tuple(references)):
        before = copy.deepcopy((tokens, outer))
        function(tokens, outer)
        assert (tokens, outer) == before


@both
def test_the_type_of_the_containers_makes_no_difference(function):
    assert function(("a", "b"), (("a", "c"), ("b",))) == function(["a", "b"], [["a", "c"], ["b"]])


@both
@pytest.mark.parametrize("sentence", ["the cat", b"the cat"])
def test_a_candidate_that_is_a_string(function, sentence):
    message = refused(TypeError, function, sentence, REFERENCES)
    assert message.startswith("candidate is a string")
    assert "Split it into tokens first, for example with candidate.split()." in message


@both
@pytest.mark.parametrize("sentence", ["the cat", b"the cat"])
def test_references_that_are_a_string(function, sentence):
    message = refused(TypeError, function, ["the"], sentence)
    assert message.startswith("references is a string")
    assert "[references.split()]" in message


@both
@pytest.mark.parametrize("references", [["the cat", "a cat"], [["a"], "the cat sat"]])
def test_references_that_hold_a_whole_sentence_as_a_string(function, references):
    message = refused(TypeError, function, ["the"], references)
    assert message.startswith("references holds a string: 'the cat")
    assert "[reference.split() for reference in references]" in message


@both
@pytest.mark.parametrize("references", [["the", "cat"], ("the", "cat"), [1, 2, 3], [b"the", b"cat"], list("the cat")])
def test_one_flat_reference(function, references):
    message = refused(TypeError, function, ["the"], references)
    assert message.startswith("references is one flat list of words")
    assert "wrap it in a list, [references]" in message


@both
def test_a_flat_reference_and_an_empty_candidate(function):
    assert "wrap it in a list" in refused(TypeError, function, [], ["the", "cat"])


@both
def test_one_reference_that_is_a_word(function):
    message = refused(TypeError, function, ["the"], [["the"], "cat"])
    assert message.startswith("references[1] is a string: 'cat'")


@both
@pytest.mark.parametrize("references", [REFERENCES, [("the", "cat")]])
def test_the_order_of_nltk(function, references):
    message = refused(TypeError, function, references, ["the", "cat"])
    assert "The candidate comes first here" in message
    assert "swap the two arguments" in message


@both
def test_the_order_of_nltk_with_an_empty_candidate(function):
    assert "swap the two arguments" in refused(TypeError, function, REFERENCES, [])


@both
def test_the_order_of_nltk_with_sentences_that_are_not_split(function):
    assert "swap the two arguments" in refused(TypeError, function, ["the cat", "a cat"], ["the", "cat"])


@both
@pytest.mark.parametrize("references", [[], ()])
def test_no_references(function, references):
    assert refused(ValueError, function, ["the"], references).startswith("references is empty")


@both
def test_iterators(function):
    message = refused(TypeError, function, (word for word in ["the"]), REFERENCES)
    assert message == "candidate is a generator, which can be read only once. Make it a list first: list(candidate)."
    message = refused(TypeError, function, ["the"], iter(REFERENCES))
    assert message == (
        "references is a list_iterator, which can be read only once. Make it a list first: list(references)."
    )
    message = refused(TypeError, function, ["the"], [["the"], map(str, [1])])
    assert message == "references[1] is a map, which can be read only once. Make it a list first: list(reference)."


@both
@pytest.mark.parametrize("value", [None, 3, {"the"}, {"the": 1}])
def test_other_types(function, value):
    assert refused(TypeError, function, value, REFERENCES).startswith(f"candidate is of type {type(value).__name__}")
    assert refused(TypeError, function, ["the"], value).startswith(f"references is of type {type(value).__name__}")
    assert refused(TypeError, function, ["the"], [["a"], value]).startswith(
        f"references[1] is of type {type(value).__name__}"
    )


@both
def test_unhashable_tokens(function):
    message = refused(TypeError, function, ["a", ["b"]], REFERENCES)
    assert message.startswith("candidate[1] is of type list: ['b'].")
    message = refused(TypeError, function, ["a"], [["a"], ["b", {"c"}]])
    assert message.startswith("references[1][1] is of type set: {'c'}.")
    message = refused(TypeError, function, [("a", ["b"])], REFERENCES)
    assert message.startswith("candidate[0] is of type tuple: ('a', ['b']).")


@one_sentence
def test_a_single_sentence(name, function):
    assert refused(TypeError, function, "the cat") == (
        f"{name} is a string: 'the cat'. Split it into tokens first, for example with {name}.split()."
    )
    assert refused(TypeError, function, iter("ab")).endswith(f"Make it a list first: list({name}).")
    assert refused(TypeError, function, ["a", ["b"]]).startswith(f"{name}[1] is of type list: ['b'].")
    assert refused(TypeError, function, None).startswith(f"{name} is of type NoneType")


def test_max_ref_count_wants_references():
    assert "wrap it in a list" in refused(TypeError, helpers.max_ref_count, ["the", "cat"])
    assert refused(ValueError, helpers.max_ref_count, []).startswith("references is empty")


@pytest.mark.parametrize("function", WITH_ORDER.values(), ids=WITH_ORDER)
def test_the_order_n(function):
    for value in (1.0, "1", None, True):
        assert refused(TypeError, function, value).startswith(f"n is of type {type(value).__name__}: {value!r}.")
    for value in (0, -1):
        assert refused(ValueError, function, value).startswith(f"n is {value}.")


@pytest.mark.parametrize("function", [helpers.bleu_score, helpers.explain_bleu])
@pytest.mark.parametrize(
    ("weights", "shown_sum"),
    [
        ((), "its sum is 0:"),
        ((1.5, -0.5), "its sum is 1."),
        ((math.nan, 1.0), "its sum is nan."),
        ((math.inf,), "its sum is inf."),
        ((math.inf, -math.inf), "its sum is nan."),
        ((0.5, 0.6), "its sum is 1.1."),
        ((0.25, 0.25), "its sum is 0.5."),
        ((0.5, 0.5 + 2e-9), "its sum is 1.000000002."),
        ((10**400,), "its sum is inf."),
    ],
)
def test_weights_that_cannot_be(function, weights, shown_sum):
    message = refused(ValueError, function, ["a"], [["a"]], weights)
    assert message.startswith("weights is [")
    assert shown_sum in message


@pytest.mark.parametrize("weights", ["ab", 3, None, ["a"], [True], iter([1.0])])
def test_weights_of_another_type(weights):
    assert refused(TypeError, helpers.bleu_score, ["a"], [["a"]], weights).startswith("weights")


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (helpers.bleu_score, (["a"], [["a"]], [1, "a"]), "weights[1] is of type str: 'a'. Pass a number."),
        (helpers.geometric_mean, ([1], [True]), "weights[0] is of type bool: True. Pass a number."),
        (helpers.geometric_mean, ([1, None], [1]), "values[1] is of type NoneType: None. Pass a number."),
        (helpers.f_score, ("1", 1), "precision is of type str: '1'. Pass a number from 0 to 1."),
        (helpers.f_score, (1, 1, 1j), "beta is of type complex: 1j. Pass a number such as 1 or 2."),
        (smoothing_method(1), ([(0, 1)] * 2, 1, "1"), "epsilon is of type str: '1'. Pass a number above 0."),
    ],
)
def test_what_is_no_number(function, arguments, message):
    assert refused(TypeError, function, *arguments) == message


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (helpers.bleu_score, (["a"], [["a"]], 1.0), "weights is of type float: 1.0. It must be a list or tuple of "),
        (helpers.geometric_mean, ({}, [1]), "values is of type dict: {}. It must be a list or tuple of numbers."),
    ],
)
def test_what_is_no_list_of_numbers(function, arguments, message):
    assert refused(TypeError, function, *arguments).startswith(message)


@pytest.mark.parametrize("weights", [(0.5, 0.5 + 9e-10), [1], (1 / 3, 1 / 3, 1 / 3), (0.1,) * 10])
def test_weights_within_the_tolerance(weights):
    candidate = ["a"] * 10
    assert helpers.bleu_score(candidate, [candidate], weights) == pytest.approx(1.0)


def test_an_empty_candidate():
    for references in (REFERENCES, [[]]):
        assert helpers.unigram_precision([], references) == 0.0
        assert [helpers.modified_precision([], references, n) for n in (1, 2, 3, 4)] == [0.0] * 4
        assert helpers.brevity_penalty([], references) == 0.0
        assert helpers.bleu_score([], references) == 0.0
        assert helpers.rouge_n([], references) == 0.0
        assert helpers.ngram_f1([], references) == 0.0
    assert helpers.rouge_n_scores([], []) == (0.0, 0.0, 0.0)


def test_a_candidate_shorter_than_n():
    assert helpers.match_counts(["the"], REFERENCES, 2) == (0, 0)
    assert helpers.modified_precision(["the"], REFERENCES, 2) == 0.0


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (helpers.unigram_precision(["the"], REFERENCES), float),
        (helpers.modified_precision(["the"], REFERENCES, 1), float),
        (helpers.closest_ref_length(["the"], REFERENCES), int),
        (helpers.brevity_penalty(["the"], REFERENCES), float),
        (helpers.bleu_score(["the"], REFERENCES, (1,)), float),
        (helpers.rouge_n(["the"], REFERENCES), float),
        (helpers.f_score(1, 1), float),
        (helpers.ngram_f1(["the"], REFERENCES), float),
        *((count, int) for count in helpers.simple_count(["a"]).values()),
        *((number, int) for number in helpers.match_counts(["a"], REFERENCES, 1)),
    ],
)
def test_plain_python_numbers_come_back(value, kind):
    assert type(value) is kind


# Where the rules apply: once, where a caller comes in.


def calls_of(work):
    """The names of the door's functions that run during some work, in order."""
    seen = []

    def look(frame, event, _):
        if event == "call" and frame.f_code.co_filename == _door.__file__:
            seen.append(frame.f_code.co_name)

    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(None)
    return seen


@pytest.mark.parametrize("function", [helpers.bleu_score, helpers.explain_bleu, helpers.rouge_n, helpers.ngram_f1])
def test_each_sentence_is_checked_once_however_many_functions_call_each_other(function):
    calls = calls_of(lambda: function("a b c a b".split(), [["a", "b"], ["b"], ["c", "a"]]))
    assert calls.count("check_candidate_and_references") == 1
    assert calls.count("_is_sentence") == 1 + 3


def test_a_corpus_is_checked_once():
    calls = calls_of(lambda: helpers.corpus_bleu([["a", "b"]] * 10, [[["a", "b"], ["c"]]] * 10))
    assert calls.count("check_corpus") == 1
    assert calls.count("_is_sentence") == 10 + 20


@pytest.mark.parametrize(
    "function", [getattr(helpers, name) for name in helpers.__all__ if inspect.isfunction(getattr(helpers, name))]
)
def test_what_a_lesson_shows_of_a_function_is_the_formula_alone(function, capsys):
    helpers.show_source(function)
    source = capsys.readouterr().out
    assert source.startswith("def ")
    assert "check" not in source


def test_a_smoothing_of_ones_own_stands_outside():
    def careless(counts, candidate_length):
        return [helpers.modified_precision("the cat", REFERENCES, 1)] * 4

    assert refused(TypeError, helpers.bleu_score, ["the"], REFERENCES, (1.0,), careless) == (
        "candidate is a string: 'the cat'. Split it into tokens first, for example with candidate.split()."
    )


def test_a_parameter_of_a_smoothing_is_checked_where_the_smoothing_is_called():
    smoothing = partial(helpers.add_epsilon, epsilon=-1)
    for call in (
        lambda: helpers.bleu_score(["the"], REFERENCES, smoothing=smoothing),
        lambda: helpers.corpus_bleu([["the"]], [REFERENCES], smoothing=smoothing),
        lambda: helpers.explain_bleu(["the"], REFERENCES, smoothing=smoothing),
    ):
        assert refused(ValueError, call) == "epsilon is -1. Pass a finite number above 0."


@pytest.mark.parametrize(
    ("returned", "error", "message"),
    [
        (None, TypeError, " is of type NoneType: None. It must be a list of numbers."),
        (0.5, TypeError, " is of type float: 0.5. It must be a list of numbers."),
        ([0.5], ValueError, " has 1 entries for 2 orders."),
        ([0.5, -1.0], ValueError, "[1] is -1.0. Pass a finite number of at least 0."),
        ([0.5, math.nan], ValueError, "[1] is nan. Pass a finite number of at least 0."),
        ([0.5, "1"], TypeError, "[1] is of type str: '1'. Pass a number."),
    ],
)
def test_what_a_smoothing_hands_in_is_checked(returned, error, message):
    said = refused(error, helpers.bleu_score, ["the"], REFERENCES, (0.5, 0.5), lambda counts, length: returned)
    assert said.startswith("smoothing(counts, candidate_length)" + message)


def test_a_smoothing_may_return_anything_that_holds_numbers():
    score = helpers.bleu_score(["the"], REFERENCES, (0.5, 0.5), lambda counts, length: iter((1, 0.25)))
    assert score == pytest.approx(0.5 * helpers.brevity_penalty(["the"], REFERENCES))


def test_rules_of_several_arguments_see_the_defaults_too():
    counts = helpers.bleu_counts(["the"], REFERENCES, n_gram=2)
    assert "made for 2 weights, and weights has 4" in refused(ValueError, helpers.bleu_of_counts, counts)


def test_python_itself_says_which_argument_is_missing_or_too_many():
    assert "missing 1 required positional argument: 'references'" in refused(TypeError, helpers.count_clip, ["a"])
    assert "takes from 2 to 3 positional" in refused(TypeError, helpers.count_clip, ["a"], REFERENCES, 1, 2)
    assert "multiple values for argument 'n'" in refused(
        TypeError, partial(helpers.count_clip, n=1), ["a"], REFERENCES, 1
    )


def test_arguments_passed_by_name_are_checked_too():
    call = partial(helpers.bleu_score, references=REFERENCES, candidate="the cat")
    assert refused(TypeError, call).startswith("candidate is a string")


def test_only_the_lessons_own_modules_are_inside():
    call = compile("closest_ref_length('the cat', [['a']])", "<a caller>", "eval")
    a_copy = dict(vars(sys.modules["bleu_helpers.brevity_penalty"]))  # as a doctest runs in
    for space in ({}, {"__package__": "bleu_helpers"}, vars(sys.modules["bleu_helpers.small_test_set"]), a_copy):
        outside = {**space, "closest_ref_length": helpers.closest_ref_length}
        assert refused(TypeError, lambda space=outside: eval(call, space)).startswith("candidate is a string")
    assert eval(call, vars(sys.modules["bleu_helpers.brevity_penalty"])) == 1


def test_a_call_from_c_is_from_outside():
    """A thread that starts right in the function has no frame of Python's below it."""
    came = queue.SimpleQueue()
    smoothing = partial(lambda counts, length: came.put(counts) or [1.0])
    _thread.start_new_thread(helpers.bleu_score, (["the", "cat"], [["the", "cat"]], (1.0,), smoothing))
    assert came.get(timeout=10) == [(2, 2), (1, 1)]


def test_a_check_of_what_is_no_parameter_is_refused():
    with pytest.raises(TypeError, match="order has no parameter n, references to check"):

        @_door.checked(_door.check_candidate_and_references, n=_door.check_order)
        def order(candidate, refs, n_gram=1):
            return n_gram


def test_a_smoothing_may_change_the_list_that_it_gets():
    def pops(counts, candidate_length):
        counts.pop()
        return [0.5] * len(counts)

    assert helpers.bleu_score(["the", "cat"], [["the", "cat"]], (0.5, 0.5), pops) == 0.5


def test_an_explanation_holds_plain_floats_whatever_a_smoothing_returns():
    explanation = helpers.explain_bleu(["the"], REFERENCES, (0.5, 0.5), lambda counts, length: np.full(2, 0.5))
    assert [type(precision) for precision in explanation.precisions] == [float, float]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (((1, 0), (2,), 2, 2), ValueError, "matched has 2 entries and total has 1."),
        (((1,), (2,), 2, 2), ValueError, "matched has 1 entries. Count the orders 1 to N + 1"),
        (((3, 0), (2, 1), 2, 2), ValueError, "matched is 3 at order 1, and total is 2."),
        (((1, 2), (2, 1), 2, 2), ValueError, "matched is 2 at order 2, and total is 1."),
        (((-1, 0), (2, 1), 2, 2), ValueError, "matched[0] is -1."),
        (((1, 0), (2, -1), 2, 2), ValueError, "total[1] is -1."),
        (((1, 0), (2, 1), -2, 2), ValueError, "candidate_length is -2."),
        (((1, 0), (2, 1), 2, -2), ValueError, "reference_length is -2."),
        (((1.0, 0), (2, 1), 2, 2), TypeError, "matched[0] is of type float: 1.0."),
        (([1, 0], (2, 1), 2, 2), TypeError, "matched is of type list."),
        (((1, 0), (2, 1), "2", 2), TypeError, "candidate_length is of type str: '2'."),
    ],
)
def test_counts_that_cannot_be(arguments, error, message):
    assert refused(error, helpers.BleuCounts, *arguments).startswith(message)


def test_counts_add_up_only_with_counts_of_the_same_orders():
    one, other = (helpers.bleu_counts(["a"], [["a"]], n_gram) for n_gram in (1, 2))
    assert refused(ValueError, lambda: one + other).startswith("one BleuCounts has 2 orders, the other 3.")
    assert "unsupported operand" in refused(TypeError, lambda: one + 1)


@pytest.mark.parametrize("counts", ["x", None, [helpers.bleu_counts(["a"], [["a"]])]])
def test_the_score_of_what_are_no_counts(counts):
    for function in (helpers.bleu_of_counts, helpers.explain_counts):
        assert refused(TypeError, function, counts).startswith(f"counts is of type {type(counts).__name__}. Pass one")
