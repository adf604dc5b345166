"""The exercises of lesson 01."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.checks._drawing import Arguments, Words, draw_words, pick
from bleu_helpers.checks._outcomes import Outcome, read_words
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.catalogue import mistakes
from bleu_helpers.checks.exercises._exercise import Named, exercise, in_letters, known
from bleu_helpers.clipping import max_ref_count
from bleu_helpers.counting import simple_count, unigram_precision

LESSON = "01_counting"


def _known_here(name: str) -> Named:
    """Take a mistake of the catalogue that this lesson treats too."""
    return known(name)._replace(lesson=LESSON)


_NEVER_FOUND = Named(
    "no word is ever found",
    "What are the items of the collection that you search in: words, tuples, or whole sentences?",
    LESSON,
)
IN_A_TEXT = Named(
    "letters in a text in place of words in a list",
    "What does Python say to 'a' in 'the cat', and what to 'a' in ['the', 'cat']?",
    LESSON,
)


def _all_words(references: list[Words]) -> Words:
    return [word for reference in references for word in reference]


def _once(words: Iterable[str]) -> Words:
    return list(dict.fromkeys(words))


def as_text(words: Words) -> Words:
    """Make one long word of a sentence, with its spaces: `in_letters` of it sees the spaces too."""
    return [" ".join(words)]


def after(
    of_candidate: Callable[[Words], Words],
    of_references: Callable[[Words], Words],
    function: Callable[..., Any],
) -> Callable[..., Any]:
    """Make the function that changes the words of each sentence first, and does the same otherwise."""
    return lambda candidate, references: function(
        of_candidate(candidate), [of_references(reference) for reference in references]
    )


# Which words has no reference?


def unknown_words(candidate: Words, references: list[Words]) -> Words:
    """List the words of the candidate that no reference has, each once, in the order of their first places."""
    return _once(_unknown_places(candidate, references))


def _unknown_places(candidate: Words, references: list[Words]) -> Words:
    return [word for word in candidate if word not in _all_words(references)]


def _outside(found: Callable[[list[Words]], Any]) -> Callable[..., Words]:
    """Make the function that lists the candidate's words, each once, without those that stand in `found`."""
    return lambda candidate, references: [word for word in _once(candidate) if word not in found(references)]


def _common(references: list[Words]) -> set[str]:
    return set(references[0]).intersection(*references[1:])


def _missing_in_each(candidate: Words, references: list[Words]) -> Words:
    return [word for reference in references for word in candidate if word not in reference]


def _found_places(candidate: Words, references: list[Words]) -> Words:
    return [word for word in candidate if word in _all_words(references)]


def _not_in_candidate(candidate: Words, references: list[Words]) -> Words:
    return [word for word in _all_words(references) if word not in candidate]


def _counts_subtracted(candidate: Words, references: list[Words]) -> Words:
    return list(Counter(candidate) - Counter(_all_words(references)))


def _clipped_counts_subtracted(candidate: Words, references: list[Words]) -> list[Any]:
    return [word for (word,) in simple_count(candidate) - max_ref_count(references)]


def _case_lost(candidate: Words, references: list[Words]) -> Words:
    return _once(word for word in candidate if word.lower() not in _lowered(_all_words(references)))


def _all_lowered(candidate: Words, references: list[Words]) -> Words:
    return _once(_unknown_places(_lowered(candidate), [_lowered(reference) for reference in references]))


def _taken_out(candidate: Words, references: list[Words]) -> Words:
    left = list(candidate)
    for word in left:
        if word in _all_words(references):
            left.remove(word)
    return left


def _stand_once(candidate: Words, references: list[Words]) -> Words:
    return [word for word in _unknown_places(candidate, references) if candidate.count(word) == 1]


def _difference_of_sets(candidate: Words, references: list[Words]) -> Words:
    return list(set(candidate) - set(_all_words(references)))


def _from_a_set(candidate: Words, references: list[Words]) -> Words:
    return [word for word in set(candidate) if word not in _all_words(references)]


def _kept_in_a_set(candidate: Words, references: list[Words]) -> Words:
    return list(set(_unknown_places(candidate, references)))


def _alphabetical(candidate: Words, references: list[Words]) -> Words:
    return sorted(set(_unknown_places(candidate, references)))


_CLOSE_WORDS = ["the", "cat", "a", "mat", "at", "he", "The", "is", "on", "this"]
"""Some of them stand in others as letters: "a" in "cat", "he" in "the". And one has a capital."""


def _many_unknown(random: Random) -> tuple[Words, list[Words]]:
    words = _CLOSE_WORDS[int(random.random() * 3) :]
    candidate = [] if random.random() < 0.04 else draw_words(random, words, 1, 9)
    return candidate, [draw_words(random, words, 1, 5) for _ in range(pick(random, [1, 1, 2, 2, 3]))]


def _read_unknown(result: Any) -> Outcome:
    """Read a list of words, also of words that are tuples of one, as `simple_count` has them."""
    if isinstance(result, list | tuple):
        result = [item[0] if isinstance(item, tuple) and len(item) == 1 else item for item in result]
    return read_words(result)


_FOUND = Named(
    "the words that were found in place of the others",
    "'sat' stands in no reference of the cat, and 'cat' stands in both. Which of the two is in your list?",
    LESSON,
)
_OF_THE_REFERENCES = Named(
    "words of the references that the candidate does not have",
    "Whose words are in your list: those of the candidate, or those of the references?",
    LESSON,
)
_TOO_OFTEN = Named(
    "words that stand too often are listed too",
    "The candidate has 'the' three times, and a reference has it once. Is it a word that no reference has?",
    LESSON,
)
_CASE_LOST = Named(
    "capital letters make no difference",
    "What does Python say to 'The' in ['the', 'cat']? Are they the same token?",
    LESSON,
)
_TAKEN_OUT = Named(
    "words are taken out of the list that the loop runs over",
    "Your loop is at the first word and takes it out. Which word is the first one then, and which does it see next?",
    LESSON,
)
_ORDER_LOST = Named(
    "the order of the candidate is lost",
    "Does a set know in which order its words came, and does sorting keep that order?",
    LESSON,
)

_UNKNOWN = exercise(
    unknown_words,
    LESSON,
    _many_unknown,
    [
        *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
        (GUIDE_CANDIDATE, GUIDE_REFERENCES),
        ("a dog sat".split(), ["the cat sat".split()]),
        ("The dog".split(), ["the cat".split(), "a dog".split()]),
        ("the the dog".split(), ["the dog".split()]),
        ("no dog or no cat".split(), ["the cat".split(), "or not".split()]),
        ([], CAT_REFERENCES),
    ],
    [
        (known("characters instead of words"), in_letters(_outside(_all_words))),
        (known("characters instead of words"), after(as_text, as_text, in_letters(_outside(_all_words)))),
        (_NEVER_FOUND, _outside(lambda references: references)),
        (_known_here("only the first reference is used"), _outside(lambda references: references[0])),
        (_known_here("only the last reference is used"), _outside(lambda references: references[-1])),
        (known("a word must be in every reference"), _outside(_common)),
        (known("a word must be in every reference"), lambda *given: _once(_missing_in_each(*given))),
        (IN_A_TEXT, _outside(lambda references: " ".join(_all_words(references)))),
        (IN_A_TEXT, _outside(lambda references: "".join(_all_words(references)))),
        (_FOUND, _found_places),
        (_FOUND, lambda *given: _once(_found_places(*given))),
        (_OF_THE_REFERENCES, _not_in_candidate),
        (_OF_THE_REFERENCES, lambda *given: _once(_not_in_candidate(*given))),
        (_TOO_OFTEN, _counts_subtracted),
        (_TOO_OFTEN, _clipped_counts_subtracted),
        (_CASE_LOST, _case_lost),
        (_CASE_LOST, _all_lowered),
        (_TAKEN_OUT, lambda *given: _once(_taken_out(*given))),
        (
            Named(
                "a word is listed each time it stands",
                "A wrong word stands twice in the candidate. How many times is it in your list?",
                LESSON,
            ),
            _unknown_places,
        ),
        (
            Named(
                "only words that stand once",
                "A wrong word stands twice in the candidate. Is it in your list once, or not at all?",
                LESSON,
            ),
            _stand_once,
        ),
        (_ORDER_LOST, _difference_of_sets),
        (_ORDER_LOST, _from_a_set),
        (_ORDER_LOST, _kept_in_a_set),
        (_ORDER_LOST, _alphabetical),
    ],
    read=_read_unknown,
    result="a list of words",
)


# What if capital letters made no difference?


def precision_without_case(candidate: Words, references: list[Words]) -> float:
    """Compute the unigram precision of sentences in which capital and small letters are the same."""
    return unigram_precision(_lowered(candidate), [_lowered(reference) for reference in references])


def _lowered(words: Iterable[str]) -> Words:
    return [word.lower() for word in words]


def _as_it_is(words: Words) -> Words:
    return words


def _first_letters_lowered(words: Words) -> Words:
    return [word[0].lower() + word[1:] for word in words]


def _first_word_lowered(words: Words) -> Words:
    return _lowered(words[:1]) + words[1:]


def _added_up(candidate: Words, references: list[Words]) -> float:
    matched = sum(word in reference for reference in references for word in candidate)
    return matched / len(candidate) if candidate else 0.0


def _average(candidate: Words, references: list[Words]) -> float:
    return sum(unigram_precision(candidate, [reference]) for reference in references) / len(references)


def _in_joined(between: str) -> Callable[..., float]:
    def function(candidate: Words, references: list[Words]) -> float:
        text = between.join(_all_words(references))
        return sum(word in text for word in candidate) / len(candidate) if candidate else 0.0

    return function


def _spellings(words: Words) -> Words:
    return _lowered(_once(words))


def _matched_spellings(candidate: Words, references: list[Words]) -> float:
    words = _all_words([_lowered(reference) for reference in references])
    return len({word for word in candidate if word.lower() in words}) / len(candidate) if candidate else 0.0


_IN_OTHER_WORDS = {
    "divided by the number of different n-grams": Named(
        "divided by the number of different words",
        "How many words has 'the the the the': one, or four?",
        LESSON,
    ),
    "no rule for 0/0": Named(
        "an empty candidate divides by zero",
        "How many words has an empty candidate, and what should the result be?",
        LESSON,
    ),
    "0/0 taken as 1": Named(
        "an empty candidate gets 1",
        "Does an empty candidate have a word that matches? What should the result be?",
        LESSON,
    ),
    "rounded on the way": known("rounded on the way"),
}
"""Mistakes whose question in the catalogue speaks of n-grams, and one that a later lesson treats."""

_NOT_HERE = {"no rule for no match at all"}


def _of_plain_precision() -> Iterator[tuple[Named, Callable[..., float]]]:
    """Every mistake of unigram_precision can be made in small letters too."""
    for one in mistakes("unigram_precision"):
        if one.name not in _NOT_HERE:
            named = _IN_OTHER_WORDS.get(one.name) or _known_here(one.name)
            yield named, after(_lowered, _lowered, one.function)


def _with_capitals(random: Random) -> Arguments:
    candidate, references = _many_unknown(random)
    return _dressed(random, candidate), [_dressed(random, reference) for reference in references]


def _dressed(random: Random, words: Words) -> Words:
    return [pick(random, [word, word, word.capitalize(), word.upper()]) for word in words]


_ONCE = known("each type is counted once")

_WITHOUT_CASE = exercise(
    precision_without_case,
    LESSON,
    _with_capitals,
    [
        (GUIDE_CANDIDATE, GUIDE_REFERENCES[:1]),
        (GUIDE_CANDIDATE, GUIDE_REFERENCES),
        *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
        ("the Cat".split(), ["The cat".split()]),
        ("The dog".split(), ["the DOG".split(), "the cat".split()]),
        ("THE the the".split(), ["a Cat".split(), "the MAT".split()]),
        ([], CAT_REFERENCES),
    ],
    [
        *_of_plain_precision(),
        (_ONCE, after(_spellings, _lowered, unigram_precision)),
        (_ONCE, _matched_spellings),
        (_NEVER_FOUND, lambda candidate, references: 0.0),
        (IN_A_TEXT, after(_lowered, _lowered, _in_joined(" "))),
        (IN_A_TEXT, after(_lowered, _lowered, _in_joined(""))),
        (
            Named(
                "the matches of all references are added up",
                "A word stands in two references. How often does it count, and can a share be larger than 1?",
                LESSON,
            ),
            after(_lowered, _lowered, _added_up),
        ),
        (
            _known_here("the average over the references"),
            after(_lowered, _lowered, _average),
        ),
        (
            Named(
                "a share of the references' words",
                "Precision is a share of the candidate's words. Whose words does your function go through and count?",
                LESSON,
            ),
            after(
                _lowered, _lowered, lambda candidate, references: unigram_precision(_all_words(references), [candidate])
            ),
        ),
        (
            Named(
                "capital letters still make a difference",
                "Does your function find the candidate's 'party' in a reference that has 'Party'?",
                LESSON,
            ),
            after(_as_it_is, _as_it_is, unigram_precision),
        ),
        (
            Named(
                "only the candidate in small letters",
                "Your function finds 'Party' in a reference that has 'party'. And the other way round?",
                LESSON,
            ),
            after(_lowered, _as_it_is, unigram_precision),
        ),
        (
            Named(
                "only the references in small letters",
                "Your function finds 'party' in a reference that has 'Party'. And the other way round?",
                LESSON,
            ),
            after(_as_it_is, _lowered, unigram_precision),
        ),
        (
            Named(
                "only the first letter of a word in small letters",
                "What does your function make of 'PARTY'?",
                LESSON,
            ),
            after(_first_letters_lowered, _first_letters_lowered, unigram_precision),
        ),
        (
            Named(
                "only the first word of a sentence in small letters",
                "Which words of a sentence can have a capital letter?",
                LESSON,
            ),
            after(_first_word_lowered, _first_word_lowered, unigram_precision),
        ),
    ],
)

EXERCISES: tuple[Task, ...] = (_UNKNOWN, _WITHOUT_CASE)
