"""Rules for sentences, references and corpora, for texts, and for paths of files."""

import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from numbers import Number
from typing import Any

from bleu_helpers.validation import value_error
from bleu_helpers.validation.values import (
    as_code,
    can_be_read,
    check_list,
    check_title,
    is_list,
    shortened,
)


def check_sentence(sentence: Any, name: str) -> None:
    """Raise a TypeError unless `sentence` is a list or tuple of hashable tokens."""
    if _are_sentences([sentence]):
        return
    if isinstance(sentence, (str, bytes)):
        raise TypeError(
            f"{name} is a string: {shortened(sentence)}. "
            f"Split it into tokens first, for example with {as_code(name)}.split()."
        )
    check_list(sentence, name, "a list or tuple of tokens")
    position, token = next(item for item in enumerate(sentence) if not _are_sentences([item[1:]]))
    raise TypeError(
        f"{name}[{position}] is of type {type(token).__name__}: {shortened(token)}. A sentence is one flat list "
        "of tokens, and a token must be hashable: a word, a number, a character or a tuple of these."
    )


@value_error("`{name}` is empty")
def check_references(references: Any, name: str = "references") -> None:
    """Raise an error unless `references` is a list or tuple of at least one sentence."""
    _check_outer_list(references, name)
    if len(references) == 0:
        raise ValueError(f"{name} is empty. Pass at least one reference, for example [['the', 'cat']].")
    for position, reference in enumerate(references):
        check_sentence(reference, f"{name}[{position}]")


@value_error("`references` is empty")
def check_candidate_and_references(candidate: Any, references: Any) -> None:
    """Raise an error unless `candidate` is a sentence and `references` is a list of sentences."""
    if not (is_list(references) and len(references) > 0 and _are_sentences([candidate, *references])):
        _refuse_pair(candidate, references, ("candidate", "references"))


def _refuse_pair(candidate: Any, references: Any, names: tuple[str, str]) -> None:
    if is_list(references) and _are_in_the_order_of_nltk(candidate, references):
        raise TypeError(
            f"{names[0]} is a list of sentences and {names[1]} is one flat list of words. "
            "The candidate comes first here, then its references (NLTK has it the other way round): "
            "swap the two arguments."
        )
    check_sentence(candidate, names[0])
    check_references(references, names[1])


@value_error("the two lists differ in length, or a candidate has no reference")
def check_corpus(candidates: Any, references_per_candidate: Any) -> None:
    """Raise an error unless there are as many lists of references as candidates, and all of them are valid."""
    if not _are_pairs(candidates, references_per_candidate, _are_sentences):
        _check_outer_list(candidates, "candidates")
        _check_each(candidates, references_per_candidate, _refuse_pair)


def check_sentences(sentences: Any, name: str) -> None:
    """Raise an error unless `sentences` is a list or tuple of sentences."""
    if not (is_list(sentences) and _are_sentences(sentences)):
        _check_outer_list(sentences, name)
        for position, sentence in enumerate(sentences):
            check_sentence(sentence, f"{name}[{position}]")


def one_reference_each(measure: str) -> Callable[[Any, Any], None]:
    """Return a check that there are as many references as candidates."""

    @value_error("there are not as many references as candidates")
    def check(candidates: Any, references: Any) -> None:
        if len(candidates) != len(references):
            raise ValueError(
                f"candidates has {len(candidates)} entries and references has {len(references)}. "
                f"{measure} compares each candidate with one reference: pass the same number of both."
            )

    return check


def checked_pairs(pairs: Any) -> Iterator[tuple[Sequence[Hashable], Sequence[Sequence[Hashable]]]]:
    """Yield the pairs (candidate, references) of a stream, and check each of them when it is read."""
    if isinstance(pairs, (str, bytes)) or not can_be_read(pairs):
        raise TypeError(
            f"pairs is of type {type(pairs).__name__}: {shortened(pairs)}. It must be an iterable of pairs, each a "
            "candidate and the list of its references."
        )
    for position, pair in enumerate(pairs):
        if not (is_list(pair) and len(pair) == 2):
            raise TypeError(
                f"pairs[{position}] is of type {type(pair).__name__}: {shortened(pair)}. It must be a pair: "
                "(candidate, references)."
            )
        try:
            check_candidate_and_references(*pair)
        except (TypeError, ValueError) as error:
            raise type(error)(f"pairs[{position}]: {error}") from None
        yield pair[0], pair[1]


def _are_pairs(candidates: Any, references_per_candidate: Any, are_valid: Callable[[Sequence[Any]], bool]) -> bool:
    """Return whether each candidate has references and all are valid. Checking all of them in one call is fast."""
    if not (is_list(candidates) and is_list(references_per_candidate)):
        return False
    if len(candidates) != len(references_per_candidate):
        return False
    are_lists = all(map(isinstance, references_per_candidate, repeat((list, tuple))))
    have_references = are_lists and all(references_per_candidate)
    return have_references and are_valid([*candidates, *chain.from_iterable(references_per_candidate)])


def _check_each(
    candidates: Any, references_per_candidate: Any, refuse: Callable[[Any, Any, tuple[str, str]], None]
) -> None:
    """Raise an error unless there is a list of references for each candidate and `refuse` accepts each pair."""
    check_list(references_per_candidate, "references_per_candidate", "a list with a list of references a candidate")
    if len(candidates) != len(references_per_candidate):
        raise ValueError(
            f"candidates has {len(candidates)} entries and references_per_candidate has "
            f"{len(references_per_candidate)}. Pass one list of references for each candidate."
        )
    for position, pair in enumerate(zip(candidates, references_per_candidate, strict=True)):
        refuse(*pair, (f"candidates[{position}]", f"references_per_candidate[{position}]"))


@value_error("there is no candidate")
def check_not_empty(candidates: Any, references_per_candidate: Any) -> None:
    """Raise a ValueError if there is no segment to score."""
    if len(candidates) == len(references_per_candidate) == 0:
        raise ValueError("candidates is empty. A corpus needs at least one candidate.")


def _check_outer_list(sentences: Any, name: str) -> None:
    """Raise a TypeError unless `sentences` is a list or tuple that can contain sentences."""
    many = as_code(name)
    one = many.removesuffix("s")
    if isinstance(sentences, (str, bytes)):
        raise TypeError(
            f"{name} is a string: {shortened(sentences)}. Split it into tokens first, then wrap it in a list: "
            f"[{many}.split()]."
        )
    check_list(sentences, name, f"a list of {many}, each a list of tokens")
    unsplit = [item for item in sentences if isinstance(item, (str, bytes)) and len(item.split()) > 1]
    if unsplit:
        raise TypeError(
            f"{name} holds a string: {shortened(unsplit[0])}. Split each {one} into tokens first, for example with "
            f"[{one}.split() for {one} in {many}]."
        )
    if _is_flat(sentences):
        raise TypeError(
            f"{name} is one flat list of words: {shortened(sentences)}. It must be a list of {many}, "
            f"even if there is only one: wrap it in a list, [{name}]."
        )


def _are_sentences(values: Sequence[Any]) -> bool:
    """Return whether each value is a list or tuple of hashable tokens. `map` makes this as fast as `hash` itself."""
    if not all(map(isinstance, values, repeat((list, tuple)))):
        return False
    try:
        for _ in map(hash, map(tuple, values)):
            pass
    except TypeError:
        return False
    return True


def _are_in_the_order_of_nltk(candidate: Any, references: Any) -> bool:
    """Return whether the candidate is a list of sentences, split or not, and the references are one sentence."""
    if not is_list(candidate) or len(candidate) == 0:
        return False
    if len(references) == 0:  # this may be an empty candidate in NLTK's order; tokens can be tuples, but never lists
        return all(isinstance(item, list) for item in candidate)
    unsplit = all(isinstance(item, (str, bytes)) and len(item.split()) > 1 for item in candidate)
    return (unsplit or all(map(is_list, candidate))) and _is_flat(references)


def _is_flat(references: Any) -> bool:
    """Return whether the value is one sentence of words or ids instead of a list of sentences."""
    return len(references) > 0 and all(isinstance(item, (str, bytes, Number)) for item in references)


# Rules for texts and for files of texts.


def check_text(text: Any, name: str) -> None:
    """Raise a TypeError unless `text` is a string."""
    if is_list(text):
        raise TypeError(
            f"{name} is of type {type(text).__name__}: {shortened(text)}. A text is one string: "
            f"join the tokens first, for example with ' '.join({as_code(name)}), or use bleu_score or "
            "word_error_rate for tokens."
        )
    check_title(text, name)


def check_texts(texts: Any, name: str) -> None:
    """Raise a TypeError unless `texts` is a list or tuple of strings."""
    check_list_of_texts(texts, name)
    if not _are_texts(texts):
        for position, text in enumerate(texts):
            check_text(text, f"{name}[{position}]")


@value_error("`references` is empty")
def check_text_and_references(candidate: Any, references: Any) -> None:
    """Raise an error unless `candidate` is a string and `references` is a list of at least one string."""
    if not (is_list(references) and len(references) > 0 and _are_texts([candidate, *references])):
        _refuse_text_pair(candidate, references, ("candidate", "references"))


@value_error("the two lists differ in length, or a candidate has no reference")
def check_text_corpus(candidates: Any, references_per_candidate: Any) -> None:
    """Raise an error unless there are as many lists of references as candidates, and all of them are strings."""
    if not _are_pairs(candidates, references_per_candidate, _are_texts):
        check_list_of_texts(candidates, "candidates")
        _check_each(candidates, references_per_candidate, _refuse_text_pair)


def _refuse_text_pair(candidate: Any, references: Any, names: tuple[str, str]) -> None:
    if is_list(candidate) and isinstance(references, str):
        raise TypeError(
            f"{names[0]} is a list and {names[1]} is one string. The candidate comes first here, then its references "
            "(NLTK has it the other way round): swap the two arguments."
        )
    check_text(candidate, names[0])
    check_list_of_texts(references, names[1])
    if len(references) == 0:
        raise ValueError(f"{names[1]} is empty. Pass at least one reference, for example ['the cat'].")
    check_texts(references, names[1])


def check_list_of_texts(texts: Any, name: str) -> None:
    """Raise a TypeError unless `texts` is a list or tuple, not a single string; its entries are not checked."""
    if isinstance(texts, (str, bytes)):
        raise TypeError(
            f"{name} is one string: {shortened(texts)}. Pass a list of strings: wrap it in a list, [{name}]."
        )
    check_list(texts, name, "a list of strings")


def _are_texts(values: Sequence[Any]) -> bool:
    return all(map(isinstance, values, repeat(str)))


@value_error("there are fewer than two outputs, or the lists differ in length")
def check_comparison(outputs: Any, references_per_candidate: Any, source: Any, groups: Any, scores: Any) -> None:
    """Raise an error unless there are two or more named outputs, and all lists have one entry per segment."""
    if not isinstance(outputs, Mapping):
        raise TypeError(
            f"outputs is of type {type(outputs).__name__}. It must be a dict: names, and a list of texts each."
        )
    if len(outputs) < 2:
        raise ValueError(f"outputs has {len(outputs)} entries. Pass the old output and at least one new one.")
    for name, texts in outputs.items():
        check_title(name, "a name in outputs")
        try:
            check_text_corpus(texts, references_per_candidate)
            check_not_empty(texts, references_per_candidate)
        except (TypeError, ValueError) as error:
            raise type(error)(f"outputs[{name!r}]: {error}") from None
    pairs = scores if is_list(scores) else (scores,)
    for values, name in ((source, "source"), (groups, "groups"), *((values, "scores") for values in pairs)):
        if values is not None:
            check_list(values, name, "a list with one entry per segment")
            if len(values) != len(references_per_candidate):
                raise ValueError(f"{name} has {len(values)} entries for {len(references_per_candidate)} segments.")


@value_error("`{name}` is a folder, or is not a file that can be read more than once")
def check_path(path: Any, name: str) -> None:
    """Raise an error unless `path` can be the path of a file, whether or not the file exists."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(
            f"{name} is of type {type(path).__name__}: {shortened(path)}. It must be the path of a file with one "
            "segment a line, a str or a Path."
        )
    if os.path.isdir(path):
        raise ValueError(f"{name} is a folder: {shortened(path)}. Pass the path of a file with one segment per line.")
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe is empty when it is opened again
        raise ValueError(
            f"{name} is not a file that can be read more than once: {shortened(path)}. "
            "Pass the path of a file with one segment per line."
        )


@value_error("`{name}` is empty, or one of them is a folder or not a file that can be read more than once")
def check_paths(paths: Any, name: str) -> None:
    """Raise an error unless `paths` is a list of at least one path."""
    if isinstance(paths, (str, os.PathLike)):
        raise TypeError(f"{name} is one path: {shortened(paths)}. Wrap it in a list, [{name}].")
    check_list(paths, name, "a list of paths")
    if len(paths) == 0:
        raise ValueError(f"{name} is empty. Pass the path of at least one file, for example ['reference.txt'].")
    for position, path in enumerate(paths):
        check_path(path, f"{name}[{position}]")
