"""Rules for vectors of words, for tables of them, and for the weights of words."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from bleu_helpers.validation.values import check_not_negative, check_numbers, wrong_type, wrong_value

_LARGEST = 1e70
"""Products of the squares of such numbers are still finite."""


def check_vector(vector: Any, name: str) -> None:
    """Raise an error unless `vector` is a list or tuple of numbers that are not too large to be squared."""
    check_numbers(vector, name, "a list or tuple of numbers")
    for position, entry in enumerate(vector):
        if not abs(entry) <= _LARGEST:
            raise wrong_value("vector_entry", f"{name}[{position}]", entry)


def check_same_length(a: Any, b: Any) -> None:
    """Raise a ValueError unless the two vectors have the same number of entries."""
    if len(a) != len(b):
        raise wrong_value("vectors_differ", "b", b, other=len(a))


def check_vectors_of_pair(candidate: Any, reference: Any, vectors: Any) -> None:
    """Raise an error unless `vectors` is a function, or a table with a vector for each token of the two sentences."""
    check_vectors_of_all(candidate, [reference], vectors)


def check_vectors_of_all(candidate: Any, references: Any, vectors: Any) -> None:
    """Raise an error unless `vectors` is a function, or a table with a vector for each token of all sentences."""
    if callable(vectors):
        return
    if not isinstance(vectors, Mapping):
        raise wrong_type("not_vectors", "vectors", vectors)
    lengths = []
    for _, vector in _of_tokens(candidate, references, vectors, "no_vector", "vectors"):
        check_vector(vector, "vectors")
        lengths.append(len(vector))
        if len(vector) != lengths[0]:
            raise wrong_value("vectors_differ", "vectors", vector, other=lengths[0])


def check_weights_of_tokens(candidate: Any, references: Any, weights: Any) -> None:
    """Raise an error unless `weights` is None or has a weight of at least 0 for each token of all sentences."""
    if weights is None:
        return
    if not isinstance(weights, Mapping):
        raise wrong_type("not_weights", "weights", weights)
    for token, weight in _of_tokens(candidate, references, weights, "no_weight_of_token", "weights"):
        check_not_negative(weight, f"weights[{token!r}]")


def _of_tokens(
    candidate: Sequence[Any], references: Sequence[Sequence[Any]], table: Mapping[Any, Any], key: str, name: str
) -> Iterator[tuple[Any, Any]]:
    """Yield each different token with its value in a table, and raise an error if it has none."""
    for token in dict.fromkeys(chain(candidate, *references)):
        if token not in table:
            raise wrong_value(key, name, token)
        yield token, table[token]
