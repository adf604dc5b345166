"""The door of the package: the input rules, once for all, and the decorator that applies them where a caller comes in.

A public function of a lesson has `@checked(...)` above it wherever a caller can pass something wrong. A call from
outside has its arguments checked; the calls that the lessons' modules make among themselves are not checked again, so
a function's body is the formula alone. What a caller's own smoothing hands in comes through `ask_smoothing`.
"""

import functools
import inspect
import math
import os
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from numbers import Number, Real
from typing import Any, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Check = Callable[[Any, str], None]
"""Raises an error unless a value may be passed; the second argument is the parameter's name, for the message."""


_HIGHEST_ORDER = 1000
"""The n-grams of each order up to this can be counted; no measure looks at orders above 10 or so."""

_LARGEST_COUNT = 2**53
"""The whole numbers up to this are floats too, so that shares and sums of them are exact."""

_MOST_PRECISIONS = 2 * _HIGHEST_ORDER
"""How many of a smoothing's numbers are looked at: more than there are orders, however many are asked for."""


def checked(
    *together: Callable[..., None], **alone: Check
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Check the arguments of a function, but only where the caller is not a module of the lessons.

    Args:
        together: checks of several arguments at once. Their own parameters have the names of those arguments.
        alone: for one parameter each, the check of its value. A default is ours, and needs none.

    Returns:
        A decorator. What it makes of a function has the undecorated one as `__wrapped__`; of a class it decorates
        the `__init__`.

    Raises:
        TypeError: a name is no parameter of the function, so that its check would never run.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        if isinstance(function, type):  # a class is called as its __init__
            function.__init__ = checked(*together, **alone)(function.__init__)  # type: ignore[misc]
            return function
        names, values = _parameters(function), function.__defaults__ or ()
        defaults = dict(zip(names[len(names) - len(values) :], values, strict=True)) | (function.__kwdefaults__ or {})
        starred = _starred(function)
        rules = [(check, _parameters(check)) for check in together]
        unknown = {*alone, *(name for _, wanted in rules for name in wanted)} - {*names, *defaults, starred}
        if unknown:
            raise TypeError(f"{function.__qualname__} has no parameter {', '.join(sorted(unknown))} to check.")
        _LESSONS.add(id(function.__globals__))

        @functools.wraps(function)
        def at_the_door(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            caller = sys._getframe().f_back  # None where C calls, as a new thread does
            if caller is None or id(caller.f_globals) not in _LESSONS:
                given = dict(zip(names, args, strict=False), **kwargs)
                if starred:
                    given[starred] = args[len(names) :]
                # Where an argument is missing, or is one too many, the call below says so, as Python does.
                everything = defaults | given
                for check, wanted in rules:
                    if all(name in everything for name in wanted):
                        check(*(everything[name] for name in wanted))
                for name, check_one in alone.items():
                    if name in given:
                        check_one(given[name], name)
            return function(*args, **kwargs)

        return at_the_door

    return decorate


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters, at a hundredth of the time that `inspect.signature` takes for them."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def _starred(function: Callable[..., Any]) -> str:
    """The name of the parameter with a star; empty where there is none."""
    code = function.__code__
    has_one = code.co_flags & inspect.CO_VARARGS
    return code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if has_one else ""


_LESSONS: set[int] = set()
"""Which globals are those of a module with a function behind the door: who calls from there is inside."""


def ask_smoothing(
    smoothing: Callable[..., Iterable[float]], counts: Sequence[tuple[int, int]], candidate_length: int
) -> list[float]:
    """Call a smoothing, which is the caller's own and so outside, and check what it hands in: N finite numbers."""
    orders, name = len(counts) - 1, "smoothing(counts, candidate_length)"  # before: it may change its list
    returned = _call(smoothing, counts, candidate_length, name)
    if not _can_be_read(returned):
        raise TypeError(
            f"{name} is of type {type(returned).__name__}: {_short(returned)}. It must be a list of numbers."
        )
    precisions = list(islice(returned, _MOST_PRECISIONS))  # it may have no end
    check_values(precisions, name)
    if len(precisions) != orders:
        raise ValueError(
            f"{name} has {len(precisions)} entries for {orders} orders. "
            "Return one precision an order: the last pair of counts is there to be looked at only."
        )
    return [float(precision) for precision in precisions]


def _call(smoothing: Callable[..., Any], counts: Sequence[tuple[int, int]], candidate_length: int, name: str) -> Any:
    """Call a smoothing. What goes wrong within it comes through; that it cannot be called so is said here."""
    try:
        return smoothing(counts, candidate_length)
    except Exception as error:
        within = error.__traceback__ and error.__traceback__.tb_next
        if within:
            error.add_note(f"This was raised within {name}, which is called with pairs (matched, total) and an int.")
            raise
        raise TypeError(f"{name} cannot be called: {error}. It gets pairs (matched, total) and an int.") from error


def ask_measure(measure: Callable[..., Any], candidate: Any, references: Any, name: str) -> float:
    """Call a measure, which is the caller's own and so outside, and check what it hands in: a number."""
    try:
        number = measure(candidate, references)
    except Exception as error:
        error.add_note(f"This was raised within {name}, which is called with a candidate and its references.")
        raise
    _check_number(number, f"what {name} returns", "a function that returns a number, such as bleu_score")
    if _as_float(number) == math.inf != number:
        raise ValueError(f"what {name} returns is {_short(number)}. Pass a function whose numbers fit into a float.")
    return float(number)


def check_sentence(sentence: Any, name: str) -> None:
    """Raise a TypeError unless `sentence` is a list or tuple of hashable tokens."""
    if _is_sentence(sentence):
        return
    if isinstance(sentence, (str, bytes)):
        raise TypeError(
            f"{name} is a string: {_short(sentence)}. "
            f"Split it into tokens first, for example with {_as_code(name)}.split()."
        )
    _check_list(sentence, name, "a list or tuple of tokens")
    position, token = next(item for item in enumerate(sentence) if not _is_sentence(item[1:]))
    raise TypeError(
        f"{name}[{position}] is of type {type(token).__name__}: {_short(token)}. A sentence is one flat list "
        "of tokens, and a token must be hashable: a word, a number, a character or a tuple of these."
    )


def check_references(references: Any, name: str = "references") -> None:
    """Raise an error unless `references` is a list or tuple of at least one sentence."""
    _check_outer_list(references, name)
    if len(references) == 0:
        raise ValueError(f"{name} is empty. Pass at least one reference, for example [['the', 'cat']].")
    for position, reference in enumerate(references):
        check_sentence(reference, f"{name}[{position}]")


def check_candidate_and_references(candidate: Any, references: Any) -> None:
    """Raise an error unless `candidate` is a sentence and `references` a list of them, in this order."""
    _check_pair(candidate, references, ("candidate", "references"))


def _check_pair(candidate: Any, references: Any, names: tuple[str, str]) -> None:
    if _is_sentence(candidate) and _are_references(references):
        return
    if _is_list(references) and _are_in_the_order_of_nltk(candidate, references):
        raise TypeError(
            f"{names[0]} is a list of sentences and {names[1]} is one flat list of words. "
            "The candidate comes first here, then its references (NLTK has it the other way round): "
            "swap the two arguments."
        )
    check_sentence(candidate, names[0])
    check_references(references, names[1])


def check_corpus(candidates: Any, references_per_candidate: Any) -> None:
    """Raise an error unless there are as many candidates as lists of references, each of them in order."""
    _check_outer_list(candidates, "candidates")
    _check_list(references_per_candidate, "references_per_candidate", "a list with a list of references a candidate")
    _check_a_list_of_references_each(candidates, references_per_candidate)
    for position, (candidate, references) in enumerate(zip(candidates, references_per_candidate, strict=True)):
        if not (_is_sentence(candidate) and _are_references(references)):
            _check_pair(candidate, references, (f"candidates[{position}]", f"references_per_candidate[{position}]"))


def _check_a_list_of_references_each(candidates: Any, references_per_candidate: Any) -> None:
    if len(candidates) != len(references_per_candidate):
        raise ValueError(
            f"candidates has {len(candidates)} entries and references_per_candidate has "
            f"{len(references_per_candidate)}. Pass one list of references for each candidate."
        )


def checked_pairs(pairs: Any) -> Iterator[tuple[Sequence[Hashable], Sequence[Sequence[Hashable]]]]:
    """Hand on a stream of pairs (candidate, references), each checked as it comes: a stream can be read only once."""
    if isinstance(pairs, (str, bytes)) or not _can_be_read(pairs):
        raise TypeError(
            f"pairs is of type {type(pairs).__name__}: {_short(pairs)}. It must be an iterable of pairs, each a "
            "candidate and the list of its references."
        )
    for position, pair in enumerate(pairs):
        if not (_is_list(pair) and len(pair) == 2):
            raise TypeError(
                f"pairs[{position}] is of type {type(pair).__name__}: {_short(pair)}. It must be a pair: "
                "(candidate, references)."
            )
        try:
            check_candidate_and_references(*pair)
        except (TypeError, ValueError) as error:
            raise type(error)(f"pairs[{position}]: {error}") from None
        yield pair[0], pair[1]


def one_reference_each(measure: str) -> Callable[[Any, Any], None]:
    """Make the check that `candidates` and `references` are equally long lists of sentences."""

    def check_pairs(candidates: Any, references: Any) -> None:
        _check_sentences(candidates, references)
        _check_as_many(candidates, references, measure)

    return check_pairs


def _check_sentences(candidates: Any, references: Any) -> None:
    for sentences, name in ((candidates, "candidates"), (references, "references")):
        if not (_is_list(sentences) and all(map(_is_sentence, sentences))):
            _check_outer_list(sentences, name)
            position, sentence = next(item for item in enumerate(sentences) if not _is_sentence(item[1]))
            check_sentence(sentence, f"{name}[{position}]")


def check_text_pairs(candidates: Any, references: Any) -> None:
    """Raise an error unless `candidates` and `references` are equally long lists of strings."""
    for texts, name in ((candidates, "candidates"), (references, "references")):
        _check_list_of_texts(texts, name)
        for position, text in enumerate(texts):
            check_text(text, f"{name}[{position}]")
    _check_as_many(candidates, references, "An error rate")


def check_text_and_references(candidate: Any, references: Any) -> None:
    """Raise an error unless `candidate` is a string and `references` a list of at least one, in this order."""
    _check_text_pair(candidate, references, ("candidate", "references"))


def check_text_corpus(candidates: Any, references_per_candidate: Any) -> None:
    """Raise an error unless these are as many strings, at least one, as lists of references, each of them in order."""
    _check_list_of_texts(candidates, "candidates")
    _check_list(references_per_candidate, "references_per_candidate", "a list with a list of references a candidate")
    _check_a_list_of_references_each(candidates, references_per_candidate)
    for position, (candidate, references) in enumerate(zip(candidates, references_per_candidate, strict=True)):
        _check_text_pair(candidate, references, (f"candidates[{position}]", f"references_per_candidate[{position}]"))
    if len(candidates) == 0:
        raise ValueError("candidates is empty. A corpus needs at least one candidate: nothing has no score.")


def _check_text_pair(candidate: Any, references: Any, names: tuple[str, str]) -> None:
    if _is_list(candidate) and isinstance(references, str):
        raise TypeError(
            f"{names[0]} is a list and {names[1]} is one string. The candidate comes first here, then its references "
            "(NLTK has it the other way round): swap the two arguments."
        )
    check_text(candidate, names[0])
    _check_list_of_texts(references, names[1])
    if len(references) == 0:
        raise ValueError(f"{names[1]} is empty. Pass at least one reference, for example ['the cat'].")
    for position, reference in enumerate(references):
        check_text(reference, f"{names[1]}[{position}]")


def _check_list_of_texts(texts: Any, name: str) -> None:
    if isinstance(texts, (str, bytes)):
        raise TypeError(f"{name} is one string: {_short(texts)}. Pass a list of strings: wrap it in a list, [{name}].")
    _check_list(texts, name, "a list of strings")


def check_line_files(candidates: Any, references: Any) -> None:
    """Raise an error unless `candidates` is the path of a file and `references` a list of at least one path."""
    _check_path(candidates, "candidates")
    if isinstance(references, (str, os.PathLike)):
        raise TypeError(f"references is one path: {_short(references)}. Wrap it in a list, [references].")
    _check_list(references, "references", "a list of paths")
    if len(references) == 0:
        raise ValueError("references is empty. Pass the path of at least one file, for example ['reference.txt'].")
    for position, path in enumerate(references):
        _check_path(path, f"references[{position}]")


def _check_path(path: Any, name: str) -> None:
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(
            f"{name} is of type {type(path).__name__}: {_short(path)}. It must be the path of a file with one segment "
            "a line, a str or a Path."
        )
    if not _can_be_opened(path):
        raise ValueError(
            f"{name} cannot be the name of a file: {_short(path)}. Pass the path of a file with one segment a line."
        )
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe is empty for whoever opens it again
        raise ValueError(
            f"{name} is no file that can be read more than once: {_short(path)}. "
            "Pass the path of a file with one segment a line."
        )


def _can_be_opened(path: str | os.PathLike[str]) -> bool:
    """Whether the system takes a text as the name of a file, be there one or not."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def check_lines(lines: Any, name: str) -> None:
    """Raise an error unless `lines` is None or an int of at least 1."""
    if lines is not None:
        _check_whole_number(lines, name, 1, _LARGEST_COUNT)


def check_split(split: Any, name: str) -> None:
    """Raise a TypeError unless `split` is a function."""
    _check_function(split, name, "a function that makes tokens of a line, such as str.split")


def check_measures(measures: Sequence[Any], names: Any) -> None:
    """Raise an error unless `measures` are functions and `names` the titles of as many or fewer."""
    for position, measure in enumerate(measures):
        _check_function(
            measure, f"measures[{position}]", "a function of a candidate and its references, such as bleu_score"
        )
    _check_list_of_texts(names, "names")
    for position, title in enumerate(names):
        check_title(title, f"names[{position}]")
    if len(names) > len(measures):
        raise ValueError(f"names has {len(names)} entries for {len(measures)} measures. Pass at most one a measure.")


def check_title(title: Any, name: str) -> None:
    """Raise a TypeError unless `title` is a string."""
    if not isinstance(title, str):
        raise TypeError(f"{name} is of type {type(title).__name__}: {_short(title)}. It must be a string.")


def check_items(items: Any, name: str) -> None:
    """Raise a TypeError unless a `for` goes through `items`."""
    if not _can_be_read(items):
        raise TypeError(f"{name} is of type {type(items).__name__}: {_short(items)}. Pass what a loop can run over.")


def check_total(total: Any, name: str) -> None:
    """Raise an error unless `total` is None or an int of at least 0."""
    if total is not None:
        _check_whole_number(total, name, 0, _LARGEST_COUNT)


def check_text(text: Any, name: str) -> None:
    """Raise a TypeError unless `text` is a string."""
    if _is_list(text):
        raise TypeError(
            f"{name} is of type {type(text).__name__}: {_short(text)}. Characters are counted in a string: "
            f"join the tokens first, for example with ' '.join({_as_code(name)}), or use bleu_score or "
            "word_error_rate for tokens."
        )
    if not isinstance(text, str):
        raise TypeError(f"{name} is of type {type(text).__name__}: {_short(text)}. It must be a string.")


def check_order(n: Any, name: str) -> None:
    """Raise an error unless `n` is an int from 1 to 1000."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise TypeError(
            f"{name} is of type {type(n).__name__}: {_short(n)}. "
            "It is the order of the n-grams: pass an int such as 1 or 4."
        )
    if n < 1:
        raise ValueError(f"{name} is {_short(n)}. It is the order of the n-grams: pass 1 or more.")
    if n > _HIGHEST_ORDER:
        raise ValueError(f"{name} is {_short(n)}. It is the order of the n-grams: pass {_HIGHEST_ORDER} or less.")


def whole_number_from(least: int, most: float = _LARGEST_COUNT) -> Check:
    """Make the check that a value is an int of at least `least` and at most `most`."""
    return lambda value, name: _check_whole_number(value, name, least, most)


def _check_whole_number(value: Any, name: str, least: int, most: float) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} is of type {type(value).__name__}: {_short(value)}. Pass a whole number.")
    if value < least:
        raise ValueError(f"{name} is {_short(value)}. Pass {least} or more.")
    if value > most:
        raise ValueError(f"{name} is {_short(value)}. Pass {most} or less.")


def check_above_zero(value: Any, name: str) -> None:
    """Raise an error unless `value` is a finite number above 0."""
    _check_number(value, name, "a number above 0")
    if not 0 < _as_float(value) < math.inf:
        raise ValueError(f"{name} is {_short(value)}. Pass a finite number above 0.")


def check_weights(weights: Any, name: str = "weights") -> None:
    """Raise an error unless `weights` is a list or tuple of numbers from 0 to 1 that sum to 1 (to within 1e-9)."""
    _check_numbers(weights, name, "a list or tuple of numbers, one an order")
    numbers = [_as_float(weight) for weight in weights]
    finite = all(math.isfinite(number) for number in numbers)
    total = math.fsum(numbers) if all(abs(number) < 2 for number in numbers) else sum(numbers)  # fsum can overflow
    shown = f"{name} is {_short(list(weights))}, and its sum is {total:.10g}"
    if len(weights) == 0:
        raise ValueError(f"{shown}: it is empty. Pass one weight an order, for example (0.5, 0.5) for BLEU-2.")
    if not finite:
        raise ValueError(f"{shown}. Each weight must be a finite number from 0 to 1.")
    if any(weight < 0 for weight in weights):  # a Fraction can be too near to 0 for a float
        raise ValueError(f"{shown}. No weight may be negative.")
    if len(numbers) > _HIGHEST_ORDER:
        raise ValueError(
            f"{name} has {len(numbers)} entries. It holds one an order: pass {_HIGHEST_ORDER} or fewer of them."
        )
    if abs(total - 1) > 1e-9:
        raise ValueError(f"{shown}. The weights must sum to 1: divide each of them by their sum.")


def check_values(values: Any, name: str) -> None:
    """Raise an error unless `values` is a list or tuple of finite numbers of at least 0."""
    _check_numbers(values, name, "a list or tuple of numbers")
    for position, value in enumerate(values):
        if not (value >= 0 and _as_float(value) < math.inf):
            raise ValueError(f"{name}[{position}] is {_short(value)}. Pass a finite number of at least 0.")


def check_values_and_weights(values: Any, weights: Any) -> None:
    """Raise an error unless these are values of at least 0, and one weight for each."""
    check_values(values, "values")
    check_weights(weights)
    if len(values) != len(weights):
        raise ValueError(f"values has {len(values)} entries and weights has {len(weights)}. Pass one weight a value.")


def check_pairs_of_counts(counts: Any, name: str) -> None:
    """Raise an error unless `counts` are two or more pairs (matched, total) of whole numbers, one an order."""
    wanted = "pairs (matched, total), one an order, from order 1 to N + 1"
    if hasattr(counts, "matched") and hasattr(counts, "total"):
        raise TypeError(
            f"{name} is of type {type(counts).__name__}. A smoothing takes {wanted}: "
            f"list(zip({name}.matched, {name}.total))."
        )
    _check_list(counts, name, f"a list of {wanted}")
    for position, pair in enumerate(counts):
        if not (_is_list(pair) and len(pair) == 2):
            raise TypeError(
                f"{name}[{position}] is of type {type(pair).__name__}: {_short(pair)}. It must be a pair "
                "(matched, total)."
            )
        for number, what in zip(pair, ("matched", "total"), strict=True):
            _check_whole_number(number, f"{what} in {name}[{position}]", 0, _LARGEST_COUNT)
        if pair[0] > pair[1]:
            raise ValueError(f"{name}[{position}] is {_short(pair)}. No more can match than there are.")
    if len(counts) < 2:
        raise ValueError(f"{name} has {len(counts)} entries. Pass {wanted}, so 2 at least.")


def check_that_counts_can_be(matched: Any, total: Any, candidate_length: Any, reference_length: Any) -> None:
    """Raise an error unless these can be the counts of a text: whole numbers, and no more matches than n-grams."""
    for numbers, name in ((matched, "matched"), (total, "total")):
        check_tuple_of_counts(numbers, name)
    for length, name in ((candidate_length, "candidate_length"), (reference_length, "reference_length")):
        whole_number_from(0)(length, name)
    if len(matched) < 2 and len(matched) == len(total):
        raise ValueError(f"matched has {len(matched)} entries. Count the orders 1 to N + 1, so 2 at least.")
    check_no_more_matched(matched, total, "total")


def check_tuple_of_counts(numbers: Any, name: str) -> None:
    """Raise an error unless `numbers` is a tuple of whole numbers."""
    if not isinstance(numbers, tuple):
        raise TypeError(f"{name} is of type {type(numbers).__name__}. It must be a tuple with one int an order.")
    for position, number in enumerate(numbers):
        whole_number_from(0)(number, f"{name}[{position}]")


def check_no_more_matched(matched: tuple[int, ...], total: tuple[int, ...], name: str) -> None:
    """Raise a ValueError unless no order has more matches than `total`, whose name is given, says there are."""
    if len(matched) != len(total):
        raise ValueError(
            f"matched has {len(matched)} entries and {name} has {len(total)}. Both hold one number an order."
        )
    for n, (m, all_of_them) in enumerate(zip(matched, total, strict=True), start=1):
        if m > all_of_them:
            raise ValueError(
                f"matched is {m} at order {n}, and {name} is {all_of_them}. No more can match than there are."
            )


def check_smoothing(smoothing: Any, name: str) -> None:
    """Raise a TypeError unless `smoothing` is None or a function, and none of NLTK's."""
    if str(getattr(smoothing, "__module__", "")).startswith("nltk."):
        method = getattr(smoothing, "__qualname__", type(smoothing).__name__)
        raise TypeError(
            f"{name} is NLTK's {method}, which takes other arguments. Pass the function that has the number of the "
            "method here: smoothing_method(1) for method1."
        )
    if smoothing is not None and not isinstance(smoothing, Callable):  # type: ignore[arg-type]
        raise TypeError(f"{name} is of type {type(smoothing).__name__}: {_short(smoothing)}. Pass a function, or None.")


def check_share(value: Any, name: str) -> None:
    """Raise an error unless `value` is a number from 0 to 1."""
    _check_number(value, name, "a number from 0 to 1")
    if not 0 <= value <= 1:
        raise ValueError(f"{name} is {_short(value)}. Pass a number from 0 to 1 (0.75, not 75 for 75 percent).")


def check_beta(beta: Any, name: str) -> None:
    """Raise an error unless `beta` is a finite number of at least 0."""
    _check_number(beta, name, "a number such as 1 or 2")
    number = _as_float(beta)
    if not (beta >= 0 and math.isfinite(number * number)):
        raise ValueError(
            f"{name} is {_short(beta)}. Pass a number of at least 0 whose square is finite, for example 1 or 2."
        )


def _check_outer_list(sentences: Any, name: str) -> None:
    """Raise a TypeError unless `sentences` is a list or tuple that could hold sentences."""
    many = _as_code(name)
    one = many.removesuffix("s")
    if isinstance(sentences, (str, bytes)):
        raise TypeError(
            f"{name} is a string: {_short(sentences)}. Split it into tokens first, then wrap it in a list: "
            f"[{many}.split()]."
        )
    _check_list(sentences, name, f"a list of {many}, each a list of tokens")
    unsplit = [item for item in sentences if isinstance(item, (str, bytes)) and len(item.split()) > 1]
    if unsplit:
        raise TypeError(
            f"{name} holds a string: {_short(unsplit[0])}. Split each {one} into tokens first, for example with "
            f"[{one}.split() for {one} in {many}]."
        )
    if _is_flat(sentences):
        raise TypeError(
            f"{name} is one flat list of words: {_short(sentences)}. It must be a list of {many}, "
            f"also where there is only one: wrap it in a list, [{name}]."
        )


def _check_as_many(candidates: Any, references: Any, measure: str) -> None:
    if len(candidates) != len(references):
        raise ValueError(
            f"candidates has {len(candidates)} entries and references has {len(references)}. "
            f"{measure} compares each candidate with one reference: pass as many of the one as of the other."
        )


def _check_function(value: Any, name: str, wanted: str) -> None:
    if not callable(value):
        raise TypeError(f"{name} is of type {type(value).__name__}: {_short(value)}. Pass {wanted}.")


def _check_numbers(values: Any, name: str, wanted: str) -> None:
    """Raise a TypeError unless `values` is a list or tuple of numbers."""
    _check_list(values, name, wanted)
    for position, value in enumerate(values):
        _check_number(value, f"{name}[{position}]", "a number")


def _check_number(value: Any, name: str, wanted: str) -> None:
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name} is of type {type(value).__name__}: {_short(value)}. Pass {wanted}.")


def _check_list(value: Any, name: str, wanted: str) -> None:
    if isinstance(value, Iterator):
        raise TypeError(
            f"{name} is a {type(value).__name__}, which can be read only once. "
            f"Make it a list first: list({_as_code(name)})."
        )
    if not _is_list(value):
        raise TypeError(f"{name} is of type {type(value).__name__}: {_short(value)}. It must be {wanted}.")


def _is_sentence(value: Any) -> bool:
    """Whether this is a list or tuple of hashable tokens, at the speed of one call of `hash`."""
    if not isinstance(value, (list, tuple)):
        return False
    try:
        hash(tuple(value))
    except TypeError:
        return False
    return True


def _are_references(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(map(_is_sentence, value))


def _can_be_read(value: Any) -> bool:
    """Whether a `for` goes through it. NumPy's arrays without a dimension are Iterable, and yet no `for` does."""
    try:
        iter(value)
    except TypeError:
        return False
    return True


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _is_list_of_lists(value: Any) -> bool:
    return _is_list(value) and len(value) > 0 and all(_is_list(item) for item in value)


def _are_in_the_order_of_nltk(candidate: Any, references: Any) -> bool:
    """Whether the candidate is a list of sentences, split or not, and the references are one sentence."""
    if not _is_list(candidate) or len(candidate) == 0:
        return False
    if len(references) == 0:  # an empty candidate, or no references: tokens can be tuples, but never lists
        return all(isinstance(item, list) for item in candidate)
    unsplit = all(isinstance(item, (str, bytes)) and len(item.split()) > 1 for item in candidate)
    return (unsplit or _is_list_of_lists(candidate)) and _is_flat(references)


def _is_flat(references: Any) -> bool:
    """Whether this is one sentence, of words or ids, where a list of sentences was asked for."""
    return len(references) > 0 and all(isinstance(item, (str, bytes, Number)) for item in references)


def _as_code(name: str) -> str:
    """What a reader would type: 'references[0]' is one reference, so the advice speaks of it as 'reference'."""
    whole, *positions = name.split("[")
    if whole == "references_per_candidate" and positions:
        whole, positions = "references", positions[1:]  # one of its entries is the references of one candidate
    return whole.removesuffix("s") if positions else whole


def _as_float(number: Any) -> float:
    """The number as a float; infinity for an int that is too large for one."""
    try:
        return float(number)
    except OverflowError:
        return math.inf


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:  # whose it is may do anything; Python itself refuses to write an int of 5000 digits
        text = "one that cannot be shown"
    return text if len(text) <= 60 else text[:57] + "..."
