"""The exercises of lesson 05."""

import math
from collections.abc import Callable
from random import Random

from bleu_helpers.bleu import bleu_score
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES
from bleu_helpers.checks._drawing import (
    PAIRS,
    VOCABULARY,
    Arguments,
    Words,
    draw_edited,
    draw_pair,
    draw_words,
    pick,
)
from bleu_helpers.checks._outcomes import read_numbers
from bleu_helpers.checks._recipe import RIGHT, closest, geometric, penalty, precision, sentence_bleu
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.exercises._exercise import Named, exercise, in_letters, known

LESSON = "05_bleu"
ORDERS = (1, 2, 3, 4)


# BLEU without one order.

_Mean = Callable[[list[float], int], float]


def bleu_without(candidate: Words, references: list[Words], n: int) -> float:
    """Compute BLEU of the orders 1 to 4 without order n, the other three with equal weights."""
    return bleu_score(candidate, references, [0 if order == n else 1 / 3 for order in ORDERS])


def _draw_pair_and_left_out(random: Random) -> Arguments:
    return (*draw_pair(random, longest=9), pick(random, ORDERS))


def _precisions(candidate: Words, references: list[Words]) -> list[float]:
    return [precision(RIGHT, candidate, list(references), order) for order in ORDERS]


def _with(mean: _Mean) -> Callable[..., float]:
    """The penalty times one number from the four precisions and n."""

    def function(candidate: Words, references: list[Words], n: int) -> float:
        c = len(candidate)
        short = penalty(c, closest(c, [len(reference) for reference in references]))
        return short * mean(_precisions(candidate, references), n)

    return function


def _kept(mean: Callable[[list[float]], float]) -> Callable[..., float]:
    """The penalty times one number from the three precisions that are left."""
    return _with(lambda precisions, n: mean(_without(precisions, n - 1)))


def _without(precisions: list[float], place: int) -> list[float]:
    return precisions[:place] + precisions[place + 1 :]


def _even(precisions: list[float]) -> float:
    return geometric(precisions, [1 / len(precisions)] * len(precisions))


def _weighing(weight: float) -> Callable[[list[float]], float]:
    return lambda precisions: geometric(precisions, [weight] * len(precisions))


def _arithmetic(precisions: list[float]) -> float:
    return sum(precisions) / 3


def _logarithms(precisions: list[float]) -> float:
    return math.exp(sum(map(math.log, precisions)) / 3)


def _as_one(precisions: list[float]) -> float:
    return _even([p or 1.0 for p in precisions])


def _without_zeros(precisions: list[float]) -> float:
    return _even([p for p in precisions if p > 0]) if any(precisions) else 0.0


def _tiny_for_zero(tiny: float) -> Callable[[list[float]], float]:
    return lambda precisions: _even([p or tiny for p in precisions])


def _no_penalty(candidate: Words, references: list[Words], n: int) -> float:
    return _even(_without(_precisions(candidate, references), n - 1))


def _all_four_logarithms(precisions: list[float], n: int) -> float:
    logarithms = [math.log(p) for p in precisions]
    return math.exp(sum(_without(logarithms, n - 1)) / 3)


def _third_each_by_position(precisions: list[float], n: int) -> float:
    return _weighing(1 / 3)(_without(precisions, n))


def _dropped_by_position(precisions: list[float], n: int) -> float:
    left = list(precisions)
    del left[n]
    return _even(left)


def _rounded(digits: int) -> Callable[..., float]:
    right = _kept(_even)
    return lambda *arguments: round(right(*arguments), digits)


_POSITION = Named(
    "n is taken for a position that starts at 0",
    "Python's first place has the number 0. Which order stands there, and which one goes for n = 1?",
    LESSON,
)

_NOT_ONE = Named(
    "the weights of the three orders do not sum to 1",
    "Every precision is 0.5, and the penalty is 1. Is your score 0.5 too?",
    LESSON,
)

_ZEROS_TOO = Named(
    "precisions of 0 are left out as well",
    "Only order n is to be left out. What is the geometric mean of 1, 1 and 0?",
    LESSON,
)

_WITHOUT = exercise(
    bleu_without,
    LESSON,
    _draw_pair_and_left_out,
    [(candidate, references, n) for candidate, references in PAIRS for n in ORDERS],
    [
        (known("characters instead of words"), in_letters(_kept(_even))),
        (
            Named(
                "no order is left out",
                "Does your result change with n?",
                LESSON,
            ),
            _with(lambda precisions, n: _even(precisions)),
        ),
        (
            Named(
                "the first three orders for every n",
                "For n = 1, which three orders are left?",
                LESSON,
            ),
            _with(lambda precisions, n: _even(precisions[:3])),
        ),
        (
            Named(
                "order n alone",
                "Does order n go, or does it stay? How many precisions go into your mean?",
                LESSON,
            ),
            _with(lambda precisions, n: precisions[n - 1]),
        ),
        (
            Named(
                "BLEU-n",
                "For n = 1, three orders are left. How many do you take?",
                LESSON,
            ),
            _with(lambda precisions, n: _even(precisions[:n])),
        ),
        (_POSITION, _with(lambda precisions, n: _even(_without(precisions, n)))),
        (_POSITION, _with(_third_each_by_position)),
        (_POSITION, _with(_dropped_by_position)),
        (known("the arithmetic mean"), _kept(_arithmetic)),
        (known("exp without the logarithm"), _kept(lambda precisions: math.exp(_arithmetic(precisions)))),
        (known("a precision of 0 taken as 1"), _kept(_as_one)),
        (
            known("a precision of 0 taken as 1"),
            _kept(lambda precisions: _as_one(precisions) if any(precisions) else 0.0),
        ),
        (_ZEROS_TOO, _kept(_without_zeros)),
        (_ZEROS_TOO, _kept(lambda precisions: _without_zeros(precisions) if any(precisions) else 1.0)),
        (known("the logarithm of 0"), _kept(_logarithms)),
        (known("the logarithm of 0"), _with(_all_four_logarithms)),
        *(
            (known("a small number in place of 0"), _kept(_tiny_for_zero(10.0**-digits)))
            for digits in (10, 9, 12, 8, 7, 6, 5, 4, 3, 15, 16, 20)
        ),
        (_NOT_ONE, _kept(_weighing(1 / 4))),
        (_NOT_ONE, _kept(_weighing(1))),
        (_NOT_ONE, _kept(_weighing(3 / 4))),
        (
            Named(
                "a root without brackets",
                "What is 8 ** 1/3 in Python, and what is 8 ** (1/3)?",
                LESSON,
            ),
            _kept(lambda precisions: math.prod(precisions) / 3),
        ),
        (
            Named(
                "the score is always 0",
                "Which factor has order n in your product: a 0, or none at all?",
                LESSON,
            ),
            lambda candidate, references, n: 0.0,
        ),
        (
            Named(
                "a 0 at the order that is left out makes the score 0",
                "Order 4 has no match, and order 4 is left out. May it still decide the score?",
                LESSON,
            ),
            _with(lambda precisions, n: _even(_without(precisions, n - 1)) if min(precisions) > 0 else 0.0),
        ),
        (
            Named(
                "no brevity penalty",
                "A candidate is the first half of its reference, word for word. Which part of BLEU makes it pay?",
                LESSON,
            ),
            _no_penalty,
        ),
        *((known("rounded on the way"), _rounded(digits)) for digits in (4, 2, 3, 6)),
    ],
    drawn=200,
)


# BLEU without one word.


def scores_without_each_word(candidate: Words, references: list[Words]) -> list[float]:
    """Compute, for each place of the candidate, the BLEU-4 of the candidate without the word at this place."""
    places = range(len(candidate))
    return [bleu_score(candidate[:place] + candidate[place + 1 :], references) for place in places]


def _draw_few_words(random: Random) -> Arguments:
    """Draw a short pair, since each word costs a score. Some candidates can lose a word and still have a 4-gram."""
    if random.random() < 0.7:
        candidate, references = draw_pair(random, longest=3)
        return candidate, references[:1]
    vocabulary = VOCABULARY[: pick(random, [2, 3, 5])]
    candidate = draw_words(random, vocabulary, 5, 6)
    return candidate, [draw_edited(random, candidate, vocabulary) for _ in range(pick(random, [1, 2]))]


def _bleu(words: Words, references: list[Words]) -> float:
    return sentence_bleu(RIGHT, words, list(references), (1 / 4,) * 4)


def _of_sentences(sentences: Callable[[Words], list[Words]]) -> Callable[..., list[float]]:
    """The score of each of these sentences, which are made of the candidate."""
    return lambda candidate, references: [_bleu(words, references) for words in sentences(candidate)]


def _each_taken_out(candidate: Words) -> list[Words]:
    return [candidate[:place] + candidate[place + 1 :] for place in range(len(candidate))]


_scores = _of_sentences(_each_taken_out)


def _without_first(candidate: Words, word: str) -> Words:
    left = list(candidate)
    left.remove(word)
    return left


def _without_all(candidate: Words, word: str) -> Words:
    return [other for other in candidate if other != word]


def _fewer_and_fewer(candidate: Words) -> list[Words]:
    left, sentences = list(candidate), []
    for place in range(len(candidate)):
        del left[place]
        sentences.append(list(left))
    return sentences


def _from_the_list_of_the_loop(candidate: Words) -> list[Words]:
    left, sentences = list(candidate), []
    for word in left:
        left.remove(word)
        sentences.append(list(left))
    return sentences


def _losses(candidate: Words, references: list[Words]) -> list[float]:
    return [_bleu(candidate, references) - score for score in _scores(candidate, references)]


def _rounded_list(digits: int) -> Callable[..., list[float]]:
    return lambda candidate, references: [round(score, digits) for score in _scores(candidate, references)]


_KEPT_OUT = Named(
    "words that are taken out are not put back",
    "The candidate has 5 words. How many words has the sentence that you score at last?",
    LESSON,
)

_LOSS = Named(
    "the change of the score in place of the score",
    "The word that is taken out changes nothing. Should its number be 0, or the score?",
    LESSON,
)

_TWO = Named(
    "two words are taken out at a time",
    "The candidate has 5 words. How many words has each of the sentences that you score?",
    LESSON,
)

_NOT_EVERY_PLACE = Named(
    "a place is missing",
    "The candidate has 3 words. How many numbers are in your list, and which word has none?",
    LESSON,
)

_ONCE = Named(
    "one score for each different word",
    "The candidate has 'the' at two places. How many numbers belong to them?",
    LESSON,
)

_OTHER_ORDER = Named(
    "the scores are in another order than the words",
    "Which word was taken out for the first number of your list?",
    LESSON,
)

_EACH = exercise(
    scores_without_each_word,
    LESSON,
    _draw_few_words,
    [
        (CAT_CANDIDATES[0], CAT_REFERENCES),
        (CAT_CANDIDATES[3], CAT_REFERENCES),
        ("the cat is on the mat".split(), CAT_REFERENCES),
        *PAIRS[6:10],
        PAIRS[-1],
    ],
    [
        (known("only the first reference is used"), lambda candidate, references: _scores(candidate, references[:1])),
        (known("only the last reference is used"), lambda candidate, references: _scores(candidate, references[-1:])),
        (
            Named(
                "no word is taken out",
                "The candidate has 5 words. How many words has each of the sentences that you score?",
                LESSON,
            ),
            _of_sentences(lambda candidate: [candidate] * len(candidate)),
        ),
        (
            Named(
                "every score is 0",
                "How long are the sentences that you score? What is the BLEU-4 of a single word?",
                LESSON,
            ),
            lambda candidate, references: [0.0] * len(candidate),
        ),
        (
            Named(
                "every equal word is taken out",
                "The candidate has 'the' at two places. How many of them are left when you take out the first?",
                LESSON,
            ),
            _of_sentences(lambda candidate: [_without_all(candidate, word) for word in candidate]),
        ),
        (
            Named(
                "always the first of equal words is taken out",
                "The candidate has 'the' at two places. Which one goes when your loop comes to the second?",
                LESSON,
            ),
            _of_sentences(lambda candidate: [_without_first(candidate, word) for word in candidate]),
        ),
        (
            _ONCE,
            _of_sentences(lambda candidate: [_without_first(candidate, word) for word in dict.fromkeys(candidate)]),
        ),
        (
            _ONCE,
            _of_sentences(lambda candidate: [_without_all(candidate, word) for word in dict.fromkeys(candidate)]),
        ),
        (
            _KEPT_OUT,
            _of_sentences(lambda candidate: [candidate[place + 1 :] for place in range(len(candidate))]),
        ),
        (_KEPT_OUT, _of_sentences(_fewer_and_fewer)),
        (_KEPT_OUT, _of_sentences(_from_the_list_of_the_loop)),
        (
            Named(
                "the words after the place are lost",
                "The first of 5 words is taken out. Which four words are left?",
                LESSON,
            ),
            _of_sentences(lambda candidate: [candidate[:place] for place in range(len(candidate))]),
        ),
        (
            Named(
                "another word is put in its place",
                "The candidate has 5 words. How many words has each of the sentences that you score?",
                LESSON,
            ),
            _of_sentences(
                lambda candidate: [
                    [*candidate[:place], "<unknown>", *candidate[place + 1 :]] for place in range(len(candidate))
                ]
            ),
        ),
        (
            _TWO,
            _of_sentences(
                lambda candidate: [candidate[:place] + candidate[place + 2 :] for place in range(len(candidate))]
            ),
        ),
        (
            _TWO,
            _of_sentences(
                lambda candidate: [
                    candidate[: max(place - 1, 0)] + candidate[place + 1 :] for place in range(len(candidate))
                ]
            ),
        ),
        (_NOT_EVERY_PLACE, _of_sentences(lambda candidate: _each_taken_out(candidate)[:-1])),
        (_NOT_EVERY_PLACE, _of_sentences(lambda candidate: _each_taken_out(candidate)[1:])),
        (_LOSS, _losses),
        (_LOSS, lambda candidate, references: [-loss for loss in _losses(candidate, references)]),
        (_LOSS, lambda candidate, references: [abs(loss) for loss in _losses(candidate, references)]),
        (_OTHER_ORDER, lambda candidate, references: sorted(_scores(candidate, references))),
        (_OTHER_ORDER, lambda candidate, references: sorted(_scores(candidate, references), reverse=True)),
        (_OTHER_ORDER, lambda candidate, references: _scores(candidate, references)[::-1]),
        *((known("rounded on the way"), _rounded_list(digits)) for digits in (4, 2, 3, 6)),
    ],
    read=read_numbers,
    result="a list of numbers, one for each word of the candidate",
    drawn=150,
)

EXERCISES: tuple[Task, ...] = (_WITHOUT, _EACH)
