"""Rules for sentences, references and corpora, for texts, and for paths of files."""

import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from numbers import Number
from typing import Any

from bleu_helpers.language import say
from bleu_helpers.validation.values import (
    as_code,
    can_be_read,
    check_entries,
    check_list,
    check_title,
    is_list,
    wrong_type,
    wrong_value,
)


def check_sentence(sentence: Any, name: str) -> None:
    """Raise a TypeError unless `sentence` is a list or tuple of hashable tokens."""
    if _are_sentences([sentence]):
        return
    if isinstance(sentence, str):
        raise wrong_type("sentence_is_a_string", name, sentence)
    check_list(sentence, name, "a list or tuple of tokens")
    if all(isinstance(token, list) for token in sentence):
        raise wrong_type("several_sentences", name, sentence)
    check_entries(sentence, name, check_token)


def check_token(token: Any, name: str) -> None:
    """Raise a TypeError unless `token` is hashable, as a token of a sentence is."""
    if not _are_sentences([[token]]):
        raise wrong_type("token_is_an_array" if hasattr(token, "tolist") else "not_a_token", name, token)


def check_references(references: Any, name: str = "references") -> None:
    """Raise an error unless `references` is a list or tuple of at least one sentence."""
    check_sentences(references, name)
    if len(references) == 0:
        raise wrong_value("no_reference", name)


def check_candidate_and_references(candidate: Any, references: Any) -> None:
    """Raise an error unless `candidate` is a sentence and `references` is a list of sentences."""
    if not (is_list(references) and len(references) > 0 and _are_sentences([candidate, *references])):
        _refuse_pair(candidate, references, ("candidate", "references"))


def _refuse_pair(candidate: Any, references: Any, names: tuple[str, str]) -> None:
    if is_list(references) and _are_in_the_order_of_nltk(candidate, references):
        raise wrong_type("order_of_nltk", first=names[0], second=names[1])
    check_sentence(candidate, names[0])
    check_references(references, names[1])


def check_corpus(candidates: Any, references_per_candidate: Any) -> None:
    """Raise an error unless there are as many lists of references as candidates, and all of them are valid."""
    if not _are_pairs(candidates, references_per_candidate, _are_sentences):
        _check_outer_list(candidates, "candidates")
        _check_each(candidates, references_per_candidate, _refuse_pair)


def check_sentences(sentences: Any, name: str) -> None:
    """Raise an error unless `sentences` is a list or tuple of sentences."""
    if not (is_list(sentences) and _are_sentences(sentences)):
        _check_outer_list(sentences, name)
        check_entries(sentences, name, check_sentence)


def check_one_reference_each(candidates: Any, references: Any) -> None:
    """Raise a ValueError unless there are as many references as candidates."""
    if len(candidates) != len(references):
        raise wrong_value("one_reference_each", "candidates", candidates, other=len(references))


def checked_pairs(pairs: Any) -> Iterator[tuple[Sequence[Hashable], Sequence[Sequence[Hashable]]]]:
    """Yield the pairs (candidate, references) of a stream, and check each of them when it is read."""
    if isinstance(pairs, (str, bytes)) or not can_be_read(pairs):
        raise wrong_type("not_pairs", "pairs", pairs)
    for position, pair in enumerate(pairs):
        if not (is_list(pair) and len(pair) == 2):
            raise wrong_type("not_a_pair", value=pair, position=position)
        try:
            check_candidate_and_references(*pair)
        except (TypeError, ValueError) as error:
            raise type(error)(f"pairs[{position}]: {error}") from None
        yield pair[0], pair[1]


def _are_pairs(candidates: Any, references_per_candidate: Any, are_valid: Callable[[Sequence[Any]], bool]) -> bool:
    """Return whether each candidate has references and all are valid. Checking all of them in one call is fast."""
    if not (is_list(candidates) and is_list(references_per_candidate)):
        return False
    are_lists = all(map(isinstance, references_per_candidate, repeat((list, tuple))))
    are_pairs = are_lists and len(candidates) == len(references_per_candidate) and all(references_per_candidate)
    return are_pairs and are_valid([*candidates, *chain.from_iterable(references_per_candidate)])


def _check_each(
    candidates: Any, references_per_candidate: Any, refuse: Callable[[Any, Any, tuple[str, str]], None]
) -> None:
    """Raise an error unless there is a list of references for each candidate and `refuse` accepts each pair."""
    check_list(references_per_candidate, "references_per_candidate", "a list with a list of references per candidate")
    if len(candidates) != len(references_per_candidate):
        are_columns = all(is_list(column) and len(column) == len(candidates) for column in references_per_candidate)
        kinds = {is_list(entry) for column in references_per_candidate for entry in column} if are_columns else None
        key = "order_of_sacrebleu" if kinds == {*map(is_list, candidates)} else "references_differ"
        raise wrong_value(key, "candidates", candidates, other=len(references_per_candidate))
    for position, pair in enumerate(zip(candidates, references_per_candidate, strict=True)):
        refuse(*pair, (f"candidates[{position}]", f"references_per_candidate[{position}]"))


def check_not_empty(candidates: Any, references_per_candidate: Any) -> None:
    """Raise a ValueError if there is no segment to score."""
    if len(candidates) == len(references_per_candidate) == 0:
        raise wrong_value("no_candidate")


def _check_outer_list(sentences: Any, name: str) -> None:
    """Raise a TypeError unless `sentences` is a list or tuple that can contain sentences."""
    many = as_code(name)
    one = many.removesuffix("s")
    if isinstance(sentences, str):
        raise wrong_type("sentences_are_a_string", name, sentences, many=many)
    check_list(sentences, name, say("a list of {many}, each a list of tokens", many=many))
    unsplit = [item for item in sentences if isinstance(item, str) and len(item.split()) > 1]
    if unsplit:
        raise wrong_type("not_split", name, unsplit[0], one=one, many=many)
    if _is_flat(sentences):
        raise wrong_type("one_flat_list", name, sentences, many=many)


_COMBINE: dict[type, Callable[[Any], Any]] = {str: "".join, int: sum}
"""The usual types of tokens, each with a fast function whose result is of this type only if all tokens are."""


def _are_sentences(values: Sequence[Any]) -> bool:
    """Return whether each value is a list or tuple of tokens that have a hash, and the same one if they are equal."""
    if not all(map(isinstance, values, repeat((list, tuple)))):
        return False
    kind = type(next(chain.from_iterable(values), None))
    try:
        if kind in _COMBINE and {*map(type, map(_COMBINE[kind], values))} == {kind}:
            return True
    except Exception:  # a sum of anything can raise anything
        pass
    try:
        tokens = {*chain.from_iterable(values)}
    except TypeError:
        return False
    one_of_each_type = dict(zip(map(type, tokens), tokens, strict=True)).values()
    return not any(map(_is_hashed_by_identity, one_of_each_type))


def _is_hashed_by_identity(token: Hashable) -> bool:
    """Return whether a token, such as a tensor, can equal another one with another hash. (A NaN equals no other.)"""
    by_identity = hash(token) in (id(token), object.__hash__(token))
    return by_identity and type(token).__eq__ is not object.__eq__ and not isinstance(token, Number)


def _are_in_the_order_of_nltk(candidate: Any, references: Any) -> bool:
    """Return whether the candidate is a list of sentences, split or not, and the references are one sentence."""
    if not is_list(candidate) or len(candidate) == 0:
        return False
    if len(references) == 0:  # this may be an empty candidate in NLTK's order; tokens can be tuples, but never lists
        return all(isinstance(item, list) for item in candidate)
    unsplit = all(isinstance(item, str) and len(item.split()) > 1 for item in candidate)
    return (unsplit or all(map(is_list, candidate))) and _is_flat(references)


def _is_flat(references: Any) -> bool:
    """Return whether the value is one sentence of words or ids instead of a list of sentences."""
    return len(references) > 0 and all(isinstance(item, (str, Number)) for item in references)


# Rules for texts and for files of texts.


def check_text(text: Any, name: str) -> None:
    """Raise a TypeError unless `text` is a string."""
    if is_list(text):
        are_texts = any(isinstance(part, str) and len(part.split()) > 1 for part in text)
        raise wrong_type("several_texts" if are_texts else "text_is_a_list", name, text)
    check_title(text, name)


def check_texts(texts: Any, name: str) -> None:
    """Raise a TypeError unless `texts` is a list or tuple of strings."""
    check_list_of_texts(texts, name)
    if not _are_texts(texts):
        check_entries(texts, name, check_text)


def check_text_and_references(candidate: Any, references: Any) -> None:
    """Raise an error unless `candidate` is a string and `references` is a list of at least one string."""
    if not (is_list(references) and len(references) > 0 and _are_texts([candidate, *references])):
        _refuse_text_pair(candidate, references, ("candidate", "references"))


def check_text_corpus(candidates: Any, references_per_candidate: Any) -> None:
    """Raise an error unless there are as many lists of references as candidates, and all of them are strings."""
    if not _are_pairs(candidates, references_per_candidate, _are_texts):
        check_list_of_texts(candidates, "candidates")
        _check_each(candidates, references_per_candidate, _refuse_text_pair)


def _refuse_text_pair(candidate: Any, references: Any, names: tuple[str, str]) -> None:
    if is_list(candidate) and isinstance(references, str):
        raise wrong_type("texts_in_order_of_nltk", first=names[0], second=names[1])
    check_text(candidate, names[0])
    check_texts(references, names[1])
    if len(references) == 0:
        raise wrong_value("no_reference_text", second=names[1])


def check_list_of_texts(texts: Any, name: str) -> None:
    """Raise a TypeError unless `texts` is a list or tuple, not a single string; its entries are not checked."""
    if isinstance(texts, str):
        raise wrong_type("texts_are_a_string", name, texts)
    check_list(texts, name, "a list of strings")


def _are_texts(values: Sequence[Any]) -> bool:
    return all(map(isinstance, values, repeat(str)))


def call_split(split: Callable[[str], Any], line: str) -> Any:
    """Call a function that splits a line, which may be the caller's, and check that it returns a list."""
    tokens = split(line)
    if not is_list(tokens):
        raise wrong_type("split_returns_no_list", "split", line, returned=type(tokens).__name__)
    return tokens


def check_comparison(outputs: Any, references_per_candidate: Any, source: Any, groups: Any, scores: Any) -> None:
    """Raise an error unless there are two or more named outputs, and all lists have one entry per segment."""
    if not isinstance(outputs, Mapping):
        raise wrong_type("outputs_not_a_dict", "outputs", outputs)
    if len(outputs) < 2:
        raise wrong_value("one_output_only", "outputs", outputs)
    for name, texts in outputs.items():
        try:
            check_text_corpus(texts, references_per_candidate)
            check_not_empty(texts, references_per_candidate)
        except (TypeError, ValueError) as error:
            raise type(error)(f"outputs[{name!r}]: {error}") from None
    size = len(references_per_candidate)
    for values, name in ((source, "source"), (groups, "groups"), *((values, "scores") for values in scores or ())):
        if values is not None and len(values) != size:
            raise wrong_value("other_number_of_segments", name, values, other=size)


def check_path(path: Any, name: str) -> None:
    """Raise an error unless `path` can be the path of a file, whether or not the file exists."""
    if not isinstance(path, (str, os.PathLike)):
        raise wrong_type("not_a_path", name, path)
    if os.path.isdir(path):
        raise wrong_value("path_is_a_folder", name, path)
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe is empty when it is opened again
        raise wrong_value("path_cannot_be_read_twice", name, path)


def check_paths(paths: Any, name: str) -> None:
    """Raise an error unless `paths` is a list of at least one path."""
    if isinstance(paths, (str, os.PathLike)):
        raise wrong_type("paths_are_one_path", name, paths)
    check_list(paths, name, "a list of paths")
    if len(paths) == 0:
        raise wrong_value("no_path", name)
    check_entries(paths, name, check_path)
