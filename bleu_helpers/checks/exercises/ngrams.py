"""The exercises of lesson 03."""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from bleu_helpers.cast import BAD_GUIDE_CANDIDATE, CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.checks._drawing import VOCABULARY, Arguments, Words, draw_pair, draw_words
from bleu_helpers.checks._outcomes import read_counts
from bleu_helpers.checks._recipe import grams
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.exercises._exercise import Named, exercise, in_letters, known
from bleu_helpers.checks.exercises.counting import IN_A_TEXT, after, as_text
from bleu_helpers.ngrams import match_counts

LESSON = "03_ngrams"


# Pairs with a word between them.


def gap_bigrams(tokens: Words) -> Counter[Any]:
    """Count the pairs of a word and the word after next."""
    return Counter(_pairs(tokens))


def _pairs(tokens: Words, distance: int = 2) -> list[Any]:
    return list(zip(tokens, tokens[distance:], strict=False))


def _counted(pairs: Callable[[Words], Iterable[Any]]) -> Callable[[Words], Counter[Any]]:
    return lambda tokens: Counter(pairs(tokens))


def _slices(last: int) -> Callable[[Words], Counter[Any]]:
    """Make the function that counts slices, also the last ones, in which no two words are left."""
    return _counted(lambda tokens: [tuple(tokens[start : start + 3 : 2]) for start in range(len(tokens) - last)])


def _of_all_distances(tokens: Words) -> list[Any]:
    return [pair for distance in range(1, len(tokens)) for pair in _pairs(tokens, distance)]


def _overwritten(tokens: Words) -> dict[Any, int]:
    return {(first, last): count for (first, _, last), count in Counter(grams(tokens, 3)).items()}


def _counted_once_for_each_middle(tokens: Words) -> Counter[Any]:
    return Counter((first, last) for first, _, last in Counter(grams(tokens, 3)))


_PAIR_MISSING = Named(
    "off by one: a pair is missing",
    "How many such pairs has a sentence of 3 words, and how many does your range give?",
    LESSON,
)
_EVERY_OTHER = Named(
    "only some of the starting places",
    "In 'a b c d e', 'a' makes a pair with 'c'. With which word does 'b' make one, and is that pair in your result?",
    LESSON,
)
_ROUND_THE_END = Named(
    "pairs that join the end to the start",
    "Which word is tokens[-1]? Does your loop ever ask for it, or start again from the front?",
    LESSON,
)
_TURNED = Named(
    "the order of the two words is not kept",
    "Is the pair of 'the' and 'is' the same as the pair of 'is' and 'the'? Which word of it comes first?",
    LESSON,
)
_OTHER_DISTANCES = Named(
    "pairs of other distances are counted too",
    "How many words stand between the two words of each of your pairs?",
    LESSON,
)


def _one_sentence(random: Random) -> Arguments:
    vocabulary = VOCABULARY[: 2 + int(random.random() * 4)]
    return (draw_words(random, vocabulary, 1, 10),)


_GAPS = exercise(
    gap_bigrams,
    LESSON,
    _one_sentence,
    [
        *((sentence,) for sentence in [*CAT_CANDIDATES, *CAT_REFERENCES, GUIDE_CANDIDATE]),
        ("a b c".split(),),
        ("a b a c".split(),),
        ("a b c a d c".split(),),
        ("a b".split(),),
        ("a".split(),),
        ([],),
    ],
    [
        (known("characters instead of words"), in_letters(_counted(_pairs))),
        (known("characters instead of words"), lambda tokens: in_letters(_counted(_pairs))(as_text(tokens))),
        (known("lists as keys"), _counted(lambda tokens: map(list, _pairs(tokens)))),
        (
            Named(
                "neighbours in place of words with one between",
                "In 'the cat is', which word comes after next when you stand on 'the'?",
                LESSON,
            ),
            _counted(lambda tokens: _pairs(tokens, 1)),
        ),
        (
            Named(
                "two words between in place of one",
                "In 'the cat is on', which word comes after next when you stand on 'the'?",
                LESSON,
            ),
            _counted(lambda tokens: _pairs(tokens, 3)),
        ),
        (
            Named(
                "three words in place of two",
                "How many words has each of your keys, and which of them does the task leave out?",
                LESSON,
            ),
            _counted(lambda tokens: grams(tokens, 3)),
        ),
        (known("each type is counted once"), _counted(lambda tokens: set(_pairs(tokens)))),
        (known("each type is counted once"), _counted_once_for_each_middle),
        (known("off by one: n-grams that are too short"), _slices(0)),
        (known("off by one: n-grams that are too short"), _slices(1)),
        (_PAIR_MISSING, _counted(lambda tokens: _pairs(tokens)[:-1])),
        (_PAIR_MISSING, _counted(lambda tokens: _pairs(tokens)[1:])),
        (_EVERY_OTHER, _counted(lambda tokens: _pairs(tokens)[::2])),
        (_EVERY_OTHER, _counted(lambda tokens: _pairs(tokens)[::3])),
        (_ROUND_THE_END, _counted(lambda tokens: [(tokens[end - 2], tokens[end]) for end in range(len(tokens))])),
        (_ROUND_THE_END, _counted(lambda tokens: [(tokens[end - 2], tokens[end]) for end in range(1, len(tokens))])),
        (_ROUND_THE_END, _counted(lambda tokens: zip(tokens, tokens[2:] + tokens[:2], strict=True))),
        (_TURNED, _counted(lambda tokens: [tuple(sorted(pair)) for pair in _pairs(tokens)])),
        (_TURNED, _counted(lambda tokens: [pair[::-1] for pair in _pairs(tokens)])),
        (_TURNED, _counted(lambda tokens: map(frozenset, _pairs(tokens)))),
        (_OTHER_DISTANCES, _counted(lambda tokens: _pairs(tokens, 1) + _pairs(tokens, 2))),
        (_OTHER_DISTANCES, _counted(_of_all_distances)),
        (
            _OTHER_DISTANCES,
            _counted(lambda tokens: [pair for start in range(len(tokens)) for pair in _pairs(tokens, start + 2)]),
        ),
        (
            Named(
                "one middle word hides another",
                "'the' and 'is' come in 'the cat is' and in 'the dog is'. How often do you count the two together?",
                LESSON,
            ),
            _overwritten,
        ),
    ],
    read=read_counts,
    result="a dict or a Counter of pairs",
)


# The longest n-gram that matches.


def longest_match(candidate: Words, references: list[Words]) -> int:
    """Find the largest n for which an n-gram of the candidate stands in a reference; 0 if no word matches."""
    return _longest(candidate, references)


def _longest(candidate: Words, references: list[Words]) -> int:
    return max(_longest_in(candidate, reference) for reference in references)


def _longest_in(candidate: Words, reference: Words) -> int:
    n = 0
    while set(grams(candidate, n + 1)) & set(grams(reference, n + 1)):
        n += 1
    return n


def _all_words(references: list[Words]) -> Words:
    return [word for reference in references for word in reference]


def _of(references: Callable[[list[Words]], list[Words]]) -> Callable[..., int]:
    return lambda candidate, all_references: _longest(candidate, references(all_references))


def _up_to(limit: int) -> Callable[..., int]:
    return lambda candidate, references: min(_longest(candidate, references), limit)


def _in_every(candidate: Words, references: list[Words]) -> int:
    """Find the longest n-gram that all references have."""
    for n in range(len(candidate), 0, -1):
        if any(all(gram in grams(reference, n) for reference in references) for gram in grams(candidate, n)):
            return n
    return 0


def _subsequence(candidate: Words, reference: Words) -> int:
    """Find the length of the longest common subsequence."""
    row = [0] * (len(reference) + 1)
    for word in candidate:
        diagonal = 0
        for place, other in enumerate(reference, start=1):
            diagonal, row[place] = row[place], diagonal + 1 if word == other else max(row[place], row[place - 1])
    return row[-1]


def _in_turn(candidate: Words, reference: Words) -> int:
    """Count the words that are found when each is searched behind the one before."""
    start = 0
    found = 0
    for word in candidate:
        if word in reference[start:]:
            start = reference.index(word, start) + 1
            found += 1
    return found


def _same_places(candidate: Words, reference: Words) -> list[bool]:
    return [word == other for word, other in zip(candidate, reference, strict=False)]


def _prefix(candidate: Words, reference: Words) -> int:
    same = _same_places(candidate, reference)
    return [*same, False].index(False)


def _prefix_anywhere(candidate: Words, reference: Words) -> int:
    n = 0
    while tuple(candidate[: n + 1]) in grams(reference, n + 1):
        n += 1
    return n


def _run_at_the_same_places(candidate: Words, reference: Words) -> int:
    return _run(_same_places(candidate, reference))


def _run(marks: list[bool]) -> int:
    """Find how many marks in a row are true at most."""
    return max(map(len, "".join("x" if mark else " " for mark in marks).split()), default=0)


def _text_in_text(candidate: Words, reference: Words) -> int:
    text, n = " ".join(reference), 0
    while any(" ".join(gram) in text for gram in grams(candidate, n + 1)):
        n += 1
    return n


def _best(one: Callable[[Words, Words], int]) -> Callable[..., int]:
    """Make the function that compares the candidate with each reference and keeps the largest number."""
    return lambda candidate, references: max(one(candidate, reference) for reference in references)


def _as_it_is(words: Words) -> Words:
    return words


def _cut(words: Words) -> Words:
    """Leave out the last word: what is left has all n-grams but the last one, for every n."""
    return words[:-1]


def _words_in_any(candidate: Words, references: list[Words]) -> int:
    return sum(any(word in reference for reference in references) for word in candidate)


def _run_in_any(candidate: Words, references: list[Words]) -> int:
    return _run([word in _all_words(references) for word in candidate])


def _whole_missed(candidate: Words, references: list[Words]) -> int:
    """Find the longest match of a loop over range(1, len(candidate))."""
    return min(_longest(candidate, references), max(len(candidate) - 1, 0))


def _draw_words_in_words(random: Random) -> Arguments:
    """Draw a pair in which some words stand in others as letters: "a" in "cat", "he" in "the"."""
    candidate, references = draw_pair(random)
    return _with_words_in_words(candidate), [_with_words_in_words(reference) or ["he"] for reference in references]


def _with_words_in_words(words: Words) -> Words:
    return [{"is": "he", "on": "a"}.get(word, word) for word in words]


_JOINED = known("the references are joined into one long one")
_MISSING = known("off by one: an n-gram is missing")
_EVERY_REFERENCE = known("a word must be in every reference")
_NOT_ADJACENT = Named(
    "the words need not stand side by side",
    "'cat' and 'mat' stand in 'the cat is on the mat' in this order. Is 'cat mat' a bigram of it?",
    LESSON,
)
_SINGLE_WORDS = Named(
    "the words that match are counted one by one",
    "All seven words of 'mat on cat the is on a' stand in the references. Do all seven stand there side by side?",
    LESSON,
)
_FROM_THE_FRONT = Named(
    "only from the first word on",
    "May a match begin in the middle of a sentence?",
    LESSON,
)
_SAME_PLACE = Named(
    "only at the same place in both sentences",
    "The candidate has one word more than the reference, at its front. How long is the match, and what do you get?",
    LESSON,
)
_ONE_TOO_LARGE = Named(
    "one too large",
    "Does some n-gram still match at the n that you return, or is it the first n without a match?",
    LESSON,
)
_NEVER_ZERO = Named(
    "1 where no word matches",
    "No word of the candidate is in a reference. Does your function then return what it started with?",
    LESSON,
)

_LONGEST = exercise(
    longest_match,
    LESSON,
    _draw_words_in_words,
    [
        *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
        (GUIDE_CANDIDATE, GUIDE_REFERENCES),
        (BAD_GUIDE_CANDIDATE, GUIDE_REFERENCES),
        ("a b c".split(), ["a b".split(), "b c d".split()]),
        ("x a b c".split(), ["a b c".split()]),
        ("a b c d e f".split(), ["x a b c d e f".split()]),
        ("a x b".split(), ["a b".split()]),
        ("b c".split(), ["a b".split(), "c d".split()]),
        ("dog".split(), ["the cat".split()]),
        ([], CAT_REFERENCES),
    ],
    [
        (known("characters instead of words"), in_letters(_longest)),
        (known("characters instead of words"), after(as_text, as_text, in_letters(_longest))),
        (known("only the first reference is used"), _of(lambda references: references[:1])),
        (known("only the last reference is used"), _of(lambda references: references[-1:])),
        (_JOINED, lambda candidate, references: _text_in_text(candidate, _all_words(references))),
        (_JOINED, _of(lambda references: [_all_words(references)])),
        (
            _EVERY_REFERENCE,
            lambda candidate, references: min(_longest_in(candidate, reference) for reference in references),
        ),
        (_EVERY_REFERENCE, _in_every),
        (_MISSING, after(_cut, _as_it_is, _longest)),
        (_MISSING, after(_as_it_is, _cut, _longest)),
        (_MISSING, after(_cut, _cut, _longest)),
        (IN_A_TEXT, _best(_text_in_text)),
        (
            Named(
                "longer n-grams than 4 are not looked at",
                "Can a candidate and a reference have six words in a row in common? Where does your loop over n end?",
                LESSON,
            ),
            _up_to(4),
        ),
        (
            Named(
                "only bigrams and single words",
                "Can three words in a row match? For which n does your function look?",
                LESSON,
            ),
            _up_to(2),
        ),
        (_NOT_ADJACENT, _best(_subsequence)),
        (_NOT_ADJACENT, _best(_in_turn)),
        (_SINGLE_WORDS, _words_in_any),
        (_SINGLE_WORDS, _run_in_any),
        (_SINGLE_WORDS, lambda candidate, references: match_counts(candidate, references, 1)[0]),
        (_SINGLE_WORDS, _best(lambda candidate, reference: _words_in_any(candidate, [reference]))),
        (_SINGLE_WORDS, _best(lambda candidate, reference: (Counter(candidate) & Counter(reference)).total())),
        (_SINGLE_WORDS, _best(lambda candidate, reference: len(set(candidate) & set(reference)))),
        (_FROM_THE_FRONT, _best(_prefix)),
        (_FROM_THE_FRONT, _best(_prefix_anywhere)),
        (_SAME_PLACE, _best(_run_at_the_same_places)),
        (_SAME_PLACE, _best(lambda candidate, reference: sum(_same_places(candidate, reference)))),
        (
            Named(
                "the whole candidate is not tried",
                "The candidate is equal to a reference. What is the last n of your loop?",
                LESSON,
            ),
            _whole_missed,
        ),
        (_ONE_TOO_LARGE, lambda *given: _longest(*given) + 1),
        (_ONE_TOO_LARGE, lambda candidate, references: min(_longest(candidate, references) + 1, len(candidate))),
        (
            Named(
                "one too small",
                "One word of the candidate is in a reference, and that is all. What do you return?",
                LESSON,
            ),
            lambda *given: max(_longest(*given) - 1, 0),
        ),
        (_NEVER_ZERO, lambda *given: max(_longest(*given), 1)),
        (_NEVER_ZERO, lambda candidate, references: min(max(_longest(candidate, references), 1), len(candidate))),
    ],
    drawn=200,
)

EXERCISES: tuple[Task, ...] = (_GAPS, _LONGEST)
