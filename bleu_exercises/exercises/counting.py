"""The exercises of the lesson `counting`."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from bleu_exercises._lesson_tasks import TASKS
from bleu_exercises._random_inputs import PAIR_PROBES, Words, draw_words
from bleu_exercises._ways import AROUND, FEW_REFERENCES, LETTERS, LOWERED, Function, Way, around, as_it_is, merged
from bleu_exercises.exercises._exercise import IN_THE_LOOP, all_words, exercise
from bleu_helpers import unigram_precision
from exercise_checker import Arguments, Outcome, pick, read_words


def _once(words: Iterable[str]) -> Words:
    return list(dict.fromkeys(words))


def _lowered(words: Iterable[str]) -> Words:
    return [word.lower() for word in words]


# Which words are in no reference?


def in_a_reference(word: str, references: list[Words]) -> bool:
    """Whether some reference has the word."""
    return any(word in reference for reference in references)


def unknown_words(
    candidate: Words,
    references: list[Words],
    *,
    known: Callable[[str, list[Words]], bool] = in_a_reference,
    listed: Callable[[Words], Words] = _once,
) -> Words:
    """List the words of the candidate that no reference has, each only once, in the order in which they first occur."""
    return listed([word for word in candidate if not known(word, references)])


def _is_new(word: str, references: list[Words]) -> bool:
    return not in_a_reference(word, references)


def _taken_out(candidate: Words, references: list[Words]) -> Words:
    left = list(candidate)
    for word in left:
        if in_a_reference(word, references):
            left.remove(word)
    return left


_CLOSE_WORDS = ["the", "cat", "a", "mat", "at", "he", "The", "is", "on", "this"]
"""Some of them are part of others, such as "a" in "cat" and "he" in "the", and one has a capital letter."""


def _many_unknown(random: Random) -> tuple[Words, list[Words]]:
    words = _CLOSE_WORDS[int(random.random() * 3) :]
    candidate = [] if random.random() < 0.04 else draw_words(random, words, 1, 9)
    return candidate, [draw_words(random, words, 1, 5) for _ in range(pick(random, [1, 1, 2, 2, 3]))]


def _read_unknown(result: Any) -> Outcome:
    """Read a list of words, which may also be tuples of one word, like the keys of `simple_count`."""
    if isinstance(result, list | tuple):
        result = [item[0] if isinstance(item, tuple) and len(item) == 1 else item for item in result]
    return read_words(result)


_UNKNOWN = exercise(
    unknown_words,
    _many_unknown,
    PAIR_PROBES,
    {
        **around(LETTERS, *FEW_REFERENCES),
        # A search among the references, which are lists, finds no word, so the whole candidate is returned.
        "every word of the candidate is listed": (
            lambda candidate, references: candidate,
            {"known": lambda word, references: False},
        ),
        "a word must occur in every reference": (
            {"known": lambda word, references: all(word in reference for reference in references)},
            lambda candidate, references: _once(
                word for reference in references for word in candidate if word not in reference
            ),
        ),
        "words are searched for as letters in a text, not as items in a list": (
            {"known": lambda word, references: word in " ".join(all_words(references))},
            {"known": lambda word, references: word in "".join(all_words(references))},
        ),
        "the words that occur in a reference are listed instead of the others": (
            {"known": _is_new, "listed": list},
            {"known": _is_new},
        ),
        "the list has words of the references that the candidate lacks": (
            lambda candidate, references: [word for word in all_words(references) if word not in candidate],
            lambda candidate, references: _once(word for word in all_words(references) if word not in candidate),
        ),
        LOWERED: ({"known": lambda word, references: word.lower() in _lowered(all_words(references))}, AROUND[LOWERED]),
        IN_THE_LOOP: (
            lambda *given: _once(_taken_out(*given)),
            _taken_out,
            lambda candidate, references: _taken_out(_once(candidate), references),
        ),
        "only the first iteration of a loop counts": (
            lambda candidate, references: unknown_words(candidate[:1], references),
            {"listed": lambda words: words[:1]},
        ),
        "a word is listed each time it occurs": {"listed": list},
        "only words that occur once are listed": {
            "listed": lambda words: [word for word in words if words.count(word) == 1]
        },
        "the list does not keep the order of the candidate": (
            lambda candidate, references: list(set(candidate) - set(all_words(references))),
            {"listed": lambda words: sorted({*words})},
        ),
    },
    read=_read_unknown,
)


# What if case made no difference?


def precision_without_case(
    candidate: Words,
    references: list[Words],
    *,
    of_candidate: Callable[[Words], Words] = _lowered,
    of_references: Callable[[Words], Words] = _lowered,
    precision: Function = unigram_precision,
) -> Any:
    """Compute the unigram precision of sentences, ignoring case."""
    return precision(of_candidate(candidate), [of_references(reference) for reference in references])


def _read(change: Callable[[Words], Words]) -> Way:
    return {"of_candidate": change, "of_references": change}


def _first_letters_lowered(words: Words) -> Words:
    return [word[0].lower() + word[1:] for word in words]


def _with_capitals(random: Random) -> Arguments:
    candidate, references = _many_unknown(random)
    return _dressed(random, candidate), [_dressed(random, reference) for reference in references]


def _dressed(random: Random, words: Words) -> Words:
    return [pick(random, [word, word, word.capitalize(), word.upper()]) for word in words]


_PLAIN = merged(
    *(
        {mistake.name: {"precision": mistake.function}}
        for mistake in TASKS["unigram_precision"].mistakes
        if mistake.name != LOWERED
    )
)
"""The mistakes of unigram_precision: all of them are possible with lowercase words too."""

_WITHOUT_CASE = exercise(
    precision_without_case,
    _with_capitals,
    PAIR_PROBES,
    {
        **_PLAIN,
        "the share is computed from the words of the references": {
            "precision": lambda candidate, references: unigram_precision(all_words(references), [candidate])
        },
        "uppercase and lowercase still make a difference": _read(as_it_is),
        "only the candidate is converted to lowercase": {"of_references": as_it_is},
        "only the references are converted to lowercase": {"of_candidate": as_it_is},
        "only the first letter of each word is converted to lowercase": _read(_first_letters_lowered),
    },
)
