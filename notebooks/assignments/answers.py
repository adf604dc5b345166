"""The right answers to the problem sets, and the named mistakes. For the instructor only.

`grade` finds this file through an environment variable that `nbgrader_config.py` sets. The file is outside the folder
`source`, so that nbgrader does not copy it into the students' version or their feedback, and outside the package, so
that it is not part of a student's installation.

A task of your own needs the same five things as each task here: a right function, the names of its arguments, a
function that draws inputs, a few chosen inputs, and a reader that converts results into a form that can be compared.
"""

import math
import string
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, combinations, pairwise
from random import Random
from statistics import fmean
from typing import Any

import bleu_helpers
from bleu_grading.instructor.authoring import (
    Arguments,
    Mistake,
    Task,
    apart,
    columns,
    draw_order,
    draw_pair,
    pick,
    read_counts,
    read_numbers,
    read_words,
    sentence_task,
)
from bleu_helpers.example_sentences import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES

Words = Sequence[str]

# Words and punctuation marks, as they occur in sentences.

TOKENS = [
    *["the", "The", "CAT", "cat", "cats", "is", "on", "mat", "3"],
    *["don't", "3.5", "U.S.", "(mat)", "a_b", "top-10", "1,000", "mat,", "why?", "'cat'", '"mat"', "$5", "50%", "R&D"],
]
MARKS = [*string.punctuation, "--", "...", "----", "¿", "«", "»", "–", "—", "…", "。", "„", "“"]
MARKS_AROUND = [f"{mark}a{mark}b{mark}" for mark in MARKS]
"""Each mark before, inside and after a token: a token with a letter stays as it is."""

LETTERS_OF_ELSEWHERE = ["Ärger", "ÉTÉ", "señor", "naïve", "Ωμέγα", "МИР", "고양이", "猫"]
"""Tokens with letters that are not ASCII. Every way to make them lower case gives the same result."""

JOINED: Arguments = (
    [word for mark in "_-|,/+#&:.;*~" for word in (f"a{mark}b", "c", "x")],
    [[word for mark in "_-|,/+#&:.;*~" for word in ("a", f"b{mark}c", "x")]],
)
"""Different words, which become the same n-grams if the words of an n-gram are joined with such a mark."""


def bare(word: str) -> str:
    """Remove all marks from a word."""
    return "".join(sign for sign in word if sign.isalnum())


# The same words except for capitals, a final s, the marks around them, and all marks.
ALIKE = [
    [form(word) for word in TOKENS]
    for form in (str.lower, lambda word: word.rstrip("s"), lambda word: word.strip(string.punctuation), bare)
]

PAIRS: list[Arguments] = [
    *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
    (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    ("a b c".split(), ["a b".split(), "a b c d".split()]),
    ("dog".split(), ["the cat".split()]),
    ([], ["the cat".split()]),
    ("a cat".split(), ["the cat".split()]),  # "a" is part of "cat", but it is not a word of the reference
    ("The cat .".split(), ["the cat is on".split()]),  # capitals and marks make different words
    ("thecat is".split(), ["the catis".split()]),  # the same letters, but different words
    ("dog".split(), ["a".split(), "b".split(), "c".split(), "d".split(), "dog".split()]),
    ("a b c d e f".split(), ["a b c d e g".split()]),
    ("the cat , the cat , sat .".split(), ["the cat , a dog .".split(), "a cat , a dog , sat .".split()]),
    # These are not longer, so that a slow function can finish, for example one with three nested loops.
    *((words * 2, [words[::-1], words]) for words in (TOKENS, MARKS[:20], MARKS[20:], LETTERS_OF_ELSEWHERE)),
    *((TOKENS, [words]) for words in ALIKE),
    JOINED,
    ("the 3 cats , 50% .".split(), ["the 3 cats , and 4 dogs .".split(), "5 mats , 6 cats , 7 dogs .".split()]),
    ("Ärger und naïve猫 猫".split(), ["Ärger und 猫 猫 und МИР".split()]),
    # More of everything: of one word, of different words, of references with other lengths.
    (["the"] * 12 + ["cat"], [["the"] * 11, ["the", "cat"]]),
    ("the cat sat on a mat".split() * 5 + ["the"], ["the cat sat on a mat".split() * times for times in (6, 7)]),
    ("the the".split(), [["the"] * length for length in range(1, 8)]),
    ("a b c d".split(), ["a b".split(), "c".split()]),  # longer than each reference
    ("a b".split(), ["a b c d".split(), "a b".split(), "a b c d".split()]),  # the same reference twice
]


# Problem set 1: precision and clipping on a small text.


def most(word: str, references: Sequence[Words]) -> int:
    """How often a word occurs in the reference that contains it most often."""
    return max(list(reference).count(word) for reference in references)


def overused(
    candidate: Words, references: Sequence[Words], *, allowed: Callable[[str, Sequence[Words]], int] = most
) -> dict[str, int]:
    """The words that occur too often in a candidate, and how many times too often."""
    over = {word: count - allowed(word, references) for word, count in Counter(candidate).items()}
    return {word: excess for word, excess in over.items() if excess > 0}


def credited(candidate: Words, references: Sequence[Words]) -> list[int]:
    """For each place of a candidate, 1 if its word counts after clipping, else 0; earlier words count first."""
    return [int(list(candidate[:place]).count(word) < most(word, references)) for place, word in enumerate(candidate)]


def text_precision(
    sentences: Sequence[Words],
    references_of_each: Sequence[Sequence[Words]],
    n: int,
    *,
    counts: Callable[..., tuple[int, int]] = bleu_helpers.match_counts,
) -> float:
    """The modified precision of a whole text: its matches divided by its n-grams."""
    rows = [counts(*pair, n) for pair in zip(sentences, references_of_each, strict=True)]
    matched, total = map(sum, zip(*rows, strict=True))
    return matched / total if total else 0.0


def _unclipped_counts(candidate: Words, references: Sequence[Words], n: int) -> tuple[int, int]:
    known = {gram for reference in references for gram in bleu_helpers.simple_count(reference, n)}
    grams = bleu_helpers.simple_count(candidate, n)
    return sum(count for gram, count in grams.items() if gram in known), grams.total()


def _distinct_counts(candidate: Words, references: Sequence[Words], n: int) -> tuple[int, int]:
    known = {gram for reference in references for gram in bleu_helpers.simple_count(reference, n)}
    grams = set(bleu_helpers.simple_count(candidate, n))
    return len(grams & known), len(grams)


def _mean_of_sentences(sentences: Sequence[Words], references_of_each: Sequence[Sequence[Words]], n: int) -> float:
    pairs = zip(sentences, references_of_each, strict=True)
    return fmean(bleu_helpers.modified_precision(*pair, n) for pair in pairs)


def _one_long_sentence(sentences: Sequence[Words], references_of_each: Sequence[Sequence[Words]], n: int) -> float:
    return bleu_helpers.modified_precision([*chain(*sentences)], [*chain(*references_of_each)], n)


def _in_other_words(random: Random, candidate: Words, references: Sequence[Words], items: Sequence[str]) -> Arguments:
    """Replace every word with another word or a mark, and the same word always with the same one."""
    left, other = list(items), {}
    for word in sorted({word for sentence in (candidate, *references) for word in sentence}):
        other[word] = left.pop(int(random.random() * len(left)))
    return [other[word] for word in candidate], [[other[word] for word in reference] for reference in references]


def _draw_pair(random: Random) -> Arguments:
    """Draw a candidate and its references: usually plain words, sometimes anything that can be a word."""
    pair = draw_pair(random)
    return pair if random.random() < 0.7 else _in_other_words(random, *pair, [*TOKENS, *MARKS, *LETTERS_OF_ELSEWHERE])


def _draw_text(random: Random) -> Arguments:
    pairs = [_draw_pair(random) for _ in range(pick(random, [1, 2, 2, 3]))]
    return (*apart(pairs), draw_order(random))


TEXTS: list[Arguments] = [
    (*apart(PAIRS[start:end]), n)
    for start, end in ((0, 4), (3, 6), (5, 8), (6, 7), *((alone, alone + 1) for alone in range(8, len(PAIRS))))
    for n in (1, 2)
]
TEXTS += [
    # A sentence that occurs again, with another reference.
    (["the cat".split(), "a dog".split(), "the cat".split()], [["the cat".split()], ["a dog".split()], [["dog"]]], 1),
    (
        [[word] for word in "a b c d e f g h i j k l".split()],
        [[[word]] for word in "a b c d e f g x x x x x".split()],
        1,
    ),
    *(([words], [[words[:-1]]], n) for words in ("a b c d e f g h".split(),) for n in (3, 5, 7)),
]


# Problem set 2: BLEU with three changes.


def normalise(tokens: Words) -> list[str]:
    """Lower case, without the tokens that contain neither a letter nor a digit."""
    return [token.lower() for token in tokens if any(sign.isalnum() for sign in token)]


def order_precisions(candidate: Words, references: Sequence[Words], max_n: int) -> list[float]:
    """The modified precisions of the orders from 1 to max_n for which the candidate has an n-gram."""
    orders = range(1, min(max_n, len(candidate)) + 1)
    return [bleu_helpers.modified_precision(candidate, references, n) for n in orders]


def _plain_precisions(candidate: Words, references: Sequence[Words], max_n: int) -> list[float]:
    orders = range(1, min(max_n, len(candidate)) + 1)
    return [matched / total for matched, total in (_unclipped_counts(candidate, references, n) for n in orders)]


def mean_penalty(candidate: Words, references: Sequence[Words]) -> float:
    """The mean of the brevity penalties for each reference alone."""
    return fmean(penalty(len(candidate), len(reference)) for reference in references)


def penalty(c: float, r: float) -> float:
    """The brevity penalty."""
    if c == 0:
        return 0.0
    return 1.0 if c >= r else math.exp(1 - r / c)


def _of_one_length(choose: Callable[[list[int]], float]) -> Callable[..., float]:
    return lambda candidate, references: penalty(len(candidate), choose([len(other) for other in references]))


def _mean_of(other: Callable[[float, float], float]) -> Callable[..., float]:
    return lambda candidate, references: fmean(
        other(len(candidate), len(reference)) if candidate else 0.0 for reference in references
    )


def geometric(precisions: Sequence[float]) -> float:
    """The geometric mean; 0 if a precision is 0, or if there are none."""
    return math.prod(precisions) ** (1 / len(precisions)) if precisions else 0.0


def open_bleu(
    candidate: Words,
    references: Sequence[Words],
    max_n: int,
    *,
    clean: Callable[[Words], list[str]] = normalise,
    clean_references: Callable[[Words], list[str]] = normalise,
    precisions: Callable[..., list[float]] = order_precisions,
    mean: Callable[[Sequence[float]], float] = geometric,
    short: Callable[..., float] = mean_penalty,
) -> float:
    """BLEU without case and punctuation, for the orders that the candidate has, with the mean penalty."""
    words, others = clean(candidate), [clean_references(reference) for reference in references]
    return short(words, others) * mean(precisions(words, others, max_n))


def _all_orders(candidate: Words, references: Sequence[Words], max_n: int) -> list[float]:
    return [bleu_helpers.modified_precision(candidate, references, n) for n in range(1, max_n + 1)]


def _draw_tokens(random: Random) -> Arguments:
    """Draw tokens: occasionally none; half of the time English words, a third of the time only marks."""
    kinds = [TOKENS, TOKENS, TOKENS, MARKS, MARKS, LETTERS_OF_ELSEWHERE]
    return ([pick(random, pick(random, kinds)) for _ in range(int(random.random() * 10))],)


def _dress(random: Random, words: Words) -> list[str]:
    """Put capitals and punctuation into a sentence."""
    dressed = []
    for word in words:
        dressed.append(pick(random, [word, word, word, word.capitalize(), word.upper()]))
        if random.random() < 0.2:
            dressed.append(pick(random, MARKS))
    return dressed


def _with_marks_at_words(random: Random, words: Words) -> list[str]:
    """Attach a mark to some words: next to a letter, the mark is kept, so the word becomes a different one."""
    forms = ["{}", "{}", "{}", "{}", "{}", "{}", "{}", "{},", "({})", "'{}'", "{}-", "_{}"]
    return [pick(random, forms).format(word) for word in words]


def _draw_dressed(random: Random) -> Arguments:
    """Draw sentences with capitals and marks; half of them have words with digits, marks or other letters."""
    candidate, references = draw_pair(random)
    if random.random() < 0.5:
        candidate, references = _in_other_words(random, candidate, references, [*TOKENS, *LETTERS_OF_ELSEWHERE])
    if random.random() < 0.5:
        candidate, *references = (_with_marks_at_words(random, words) for words in (candidate, *references))
    return _dress(random, candidate), [_dress(random, other) for other in references], draw_order(random)


def _draw_pair_and_order(random: Random) -> Arguments:
    return (*_draw_pair(random), draw_order(random))


# Problem set 3: judging a metric.


def ranks(scores: Sequence[float]) -> list[float]:
    """The rank of each score, 1 for the largest; equal scores get the mean of the ranks that they share."""
    return [
        sum(other > score for other in scores) + (1 + sum(other == score for other in scores)) / 2 for score in scores
    ]


def agreement(
    metric: Sequence[float], human: Sequence[float], *, tie: float = 0.5, against: float = 0.0, all_pairs: bool = False
) -> float:
    """The share of pairs that a metric puts in the same order as people do; a tie in the metric counts as a half."""
    found = total = 0.0
    for (score, judged), (other_score, other_judged) in combinations(zip(metric, human, strict=True), 2):
        product = (score - other_score) * (judged - other_judged)
        if judged != other_judged:
            found += tie if product == 0 else 1.0 if product > 0 else against
        total += all_pairs or judged != other_judged
    return found / total if total else 0.0


def _neighbours_only(metric: Sequence[float], human: Sequence[float]) -> float:
    pairs = [(metric[i : i + 2], human[i : i + 2]) for i in range(len(human) - 1) if human[i] != human[i + 1]]
    return fmean(agreement(*pair) for pair in pairs) if pairs else 0.0


LEVELS = [0.0, 0.1, 0.25, 0.5, 0.5, 0.75, 1.0]


# The named mistakes: for each task, a name, a question that leads to the fix, and the mistake itself.

_SUM = "the counts are clipped by the sum over the references"
_SUM_QUESTION = "Two references contain a word once each. How often may it count in the candidate: once or twice?"
_NO_CLIP = "the counts are not clipped"
_NO_CLIP_QUESTION = "What does your function return for 'the the the' if every reference contains 'the' once?"
_FIRST = "only the first reference is used"
_ALL_QUESTION = "How many references does your function look at? The task asks for all of them."
_FIRST_QUESTION = "Does your result change if the references come in a different order?"

EARLIER = {
    _NO_CLIP: "02_clipping",
    _FIRST: "02_clipping",
    "only the closest reference is used": "04_brevity_penalty",
    "the brevity penalty is missing": "04_brevity_penalty",
}
"""The mistakes that an earlier lesson than that of the task covers."""

MISTAKES: dict[str, dict[str, tuple[str, Callable[..., Any]]]] = {
    "overused": {
        _SUM: (_SUM_QUESTION, partial(overused, allowed=lambda w, rs: sum(list(r).count(w) for r in rs))),
        _FIRST: (_FIRST_QUESTION, partial(overused, allowed=lambda w, rs: list(rs[0]).count(w))),
        "the counts are clipped by the smallest reference count": (
            "One reference has a word twice, and another one does not have it at all. May it count in a candidate?",
            partial(overused, allowed=lambda w, rs: min(list(r).count(w) for r in rs)),
        ),
        "the whole count is given instead of the excess": (
            "A word may count twice, but it occurs three times. How many of the three are too many?",
            lambda c, rs: {word: count for word, count in Counter(c).items() if word in overused(c, rs)},
        ),
        "words that are in no reference are left out": (
            "How often may a word count if it is in no reference?",
            lambda c, rs: {word: excess for word, excess in overused(c, rs).items() if most(word, rs) > 0},
        ),
        "words that do not occur too often are in the dict": (
            "Which words should be in the dict, and what does yours contain for the others?",
            lambda c, rs: {word: max(count - most(word, rs), 0) for word, count in Counter(c).items()},
        ),
    },
    "credited": {
        _NO_CLIP: (_NO_CLIP_QUESTION, lambda c, rs: [int(most(word, rs) > 0) for word in c]),
        _SUM: (_SUM_QUESTION, lambda c, rs: credited(c, [[word for reference in rs for word in reference]])),
        _FIRST: (_FIRST_QUESTION, lambda c, rs: credited(c, rs[:1])),
        "each word counts at most once": (
            "A reference has 'the' twice. How many of the candidate's 'the' may count?",
            lambda c, rs: credited(c, [list(dict.fromkeys(r)) for r in rs]),
        ),
        "later words count first": (
            "If a word occurs twice and may count only once, which of the two counts in this task?",
            lambda c, rs: credited(list(c)[::-1], rs)[::-1],
        ),
        "only the best single reference is used": (
            "Can two words of one candidate match two different references?",
            lambda c, rs: max((credited(c, [reference]) for reference in rs), key=sum),
        ),
    },
    "text_precision": {
        "the mean of the sentences' precisions": (
            "One sentence has 2 words and another one has 40. Should both have the same weight?",
            _mean_of_sentences,
        ),
        "the text is treated as one long sentence": (
            "Does your function count an n-gram that starts in one sentence and ends in the next?",
            _one_long_sentence,
        ),
        _NO_CLIP: (_NO_CLIP_QUESTION, partial(text_precision, counts=_unclipped_counts)),
        "each n-gram counts once": (
            "A sentence contains the same bigram three times. How many bigrams do you count?",
            partial(text_precision, counts=_distinct_counts),
        ),
    },
    "normalise": {
        "the case is kept": (
            "What does your function turn 'The' into?",
            lambda tokens: [token for token in tokens if any(sign.isalnum() for sign in token)],
        ),
        "punctuation is kept": (
            "What does your function do with the token ','?",
            lambda tokens: [token.lower() for token in tokens],
        ),
        "marks inside words are removed": (
            'Should the token "don\'t" be removed, kept, or changed?',
            lambda tokens: [bare(token.lower()) for token in tokens if bare(token)],
        ),
        "tokens with a digit or a mark are removed": (
            "Which tokens should be removed: those that contain a mark, or those that contain only marks?",
            lambda tokens: [token.lower() for token in tokens if token.isalpha()],
        ),
        "numbers are removed": (
            "Does the token '3' contain a letter or a digit?",
            lambda tokens: [token.lower() for token in tokens if any(sign.isalpha() for sign in token)],
        ),
    },
    "order_precisions": {
        _NO_CLIP: (_NO_CLIP_QUESTION, _plain_precisions),
        "missing orders count as 0": (
            "How many bigrams does a sentence of one word have? Which precisions should it get?",
            _all_orders,
        ),
        "orders without a match are left out": (
            "A candidate has five bigrams and none of them matches. Is its precision missing, or 0?",
            lambda c, rs, n: [p for p in order_precisions(c, rs, n) if p > 0],
        ),
        "the last order is missing": (
            "Which numbers are in range(1, 3)?",
            lambda c, rs, n: order_precisions(c, rs, n - 1),
        ),
        _FIRST: (_FIRST_QUESTION, lambda c, rs, n: order_precisions(c, rs[:1], n)),
    },
    "mean_penalty": {
        "only the closest reference is used": (_ALL_QUESTION, bleu_helpers.brevity_penalty),
        "the penalty of the mean length is used": (
            "Is the mean of several penalties the same as the penalty of a mean length? Try lengths 2 and 10.",
            _of_one_length(lambda lengths: sum(lengths) / len(lengths)),
        ),
        "only the shortest reference is used": (_ALL_QUESTION, _of_one_length(min)),
        "only the longest reference is used": (_ALL_QUESTION, _of_one_length(max)),
        "the ratio is inverted": (
            "The candidate has 1 word and the reference 10. What is your exponent: 1 - 10/1, or 1 - 1/10?",
            _mean_of(lambda c, r: 1.0 if c >= r else math.exp(1 - c / r)),
        ),
        "the penalty is never capped at 1": (
            "What does your function return for a candidate that is longer than its reference?",
            _mean_of(lambda c, r: math.exp(1 - r / c)),
        ),
        "c/r is used instead of exp(1 - r/c)": (
            "What is the formula for a single reference in lesson 04?",
            _mean_of(lambda c, r: min(1.0, c / r)),
        ),
    },
    "open_bleu": {
        "nothing is normalised": (
            "What does your function return for 'The Cat .' against 'the cat'?",
            partial(open_bleu, clean=list, clean_references=list),
        ),
        "the references are not normalised": (
            "Which sentences does your function normalise: only the candidate, or the references too?",
            partial(open_bleu, clean_references=list),
        ),
        "missing orders count as 0": (
            "What does your function return for 'cat' against 'cat' and max_n = 4?",
            partial(open_bleu, precisions=_all_orders),
        ),
        "a precision of 0 is skipped": (
            "What is the geometric mean of 0.5 and 0?",
            partial(open_bleu, mean=lambda precisions: geometric([p for p in precisions if p > 0])),
        ),
        "the arithmetic mean is used": (
            "Which mean of the precisions does BLEU use?",
            partial(open_bleu, mean=lambda precisions: sum(precisions) / len(precisions) if precisions else 0.0),
        ),
        "only the closest reference is used": (
            "Which of your own functions computes the penalty for this task?",
            partial(open_bleu, short=bleu_helpers.brevity_penalty),
        ),
        "the brevity penalty is missing": (
            "What does your function return for 'the' against 'the cat is on the mat'?",
            partial(open_bleu, short=lambda candidate, references: 1.0),
        ),
    },
    "ranks": {
        "the smallest score gets rank 1": (
            "Which of the scores 0.2 and 0.9 has rank 1?",
            lambda scores: ranks([-score for score in scores]),
        ),
        "equal scores get the best of their ranks": (
            "Two scores share the ranks 1 and 2. What is the mean of 1 and 2?",
            lambda scores: [1 + sum(other > score for other in scores) for score in scores],
        ),
        "no rank is skipped after equal scores": (
            "Two scores share the ranks 1 and 2. Which rank does the next one have?",
            lambda scores: [1 + len({other for other in scores if other > score}) for score in scores],
        ),
        "equal scores get different ranks": (
            "Which ranks do two equal scores get? Should their order in the list decide it?",
            lambda scores: [
                1 + sum(other > score for other in scores) + list(scores[:place]).count(score)
                for place, score in enumerate(scores)
            ],
        ),
        "the ranks are counted from 0": (
            "Which rank does the best score have?",
            lambda scores: [rank - 1 for rank in ranks(scores)],
        ),
    },
    "agreement": {
        "a tie in the metric counts as agreement": (
            "The metric gives both sentences 0.5, but the person prefers one. Did the metric see the difference?",
            partial(agreement, tie=1.0),
        ),
        "a tie in the metric counts as 0": (
            "How much does a tie in the metric count in this task?",
            partial(agreement, tie=0.0),
        ),
        "pairs that the person finds equal are counted": (
            "By how many pairs do you divide if the person finds two of the sentences equally good?",
            partial(agreement, all_pairs=True),
        ),
        "the result goes from -1 to 1": (
            "What does your function return if the metric puts every pair in the wrong order?",
            partial(agreement, tie=0.0, against=-1.0),
        ),
        "only neighbours are compared": (
            "Three sentences form three pairs. Which pair does your loop miss?",
            _neighbours_only,
        ),
    },
}


def _task(
    function: Callable[..., Any],
    lesson: str,
    parameters: str,
    draw: Callable[[Random], Arguments],
    probes: list[Arguments],
    **more: Any,
) -> Task:
    """Make a task with its named mistakes."""
    mistakes = [
        Mistake(title, question, wrong, lesson=EARLIER.get(title, lesson))
        for title, (question, wrong) in MISTAKES[function.__name__].items()
    ]
    return sentence_task(function, parameters.split(), draw, probes, mistakes, **more)


WITH_ORDER: list[Arguments] = [(*pair, n) for pair in PAIRS for n in (1, 2, 4, 5)]
WITH_ORDER.append(("a b c d e f g h i".split(), ["a b c d e f g h x".split()], 8))
DRESSED: list[Arguments] = [
    ("The Cat .".split(), ["the cat".split()], 2),
    ("the cat".split(), ["The cat , on the mat !".split(), "THE CAT".split()], 4),
    ("cat".split(), ["Cat".split()], 4),
    ("! .".split(), ["the cat".split()], 2),
    ("the dog".split(), ["the cat".split()], 2),
    # A token with a digit or a letter stays as it is, and differs from the same token without its marks.
    *((["the", word, "sat"], [["the", other, "sat"]], 1) for word, other in pairwise([*TOKENS, *LETTERS_OF_ELSEWHERE])),
    *((["the", word, "sat"], [["the", "sat"]], 1) for word in [*TOKENS, *LETTERS_OF_ELSEWHERE]),
    *((["the", word, "sat"], [["the", word.strip(string.punctuation), "sat"]], 1) for word in TOKENS),
    *((["the", "cat"], [["The", mark, "cat"]], 2) for mark in MARKS),
    *((["the", word.upper()], [["THE", word.lower()]], 1) for word in LETTERS_OF_ELSEWHERE),
]

# Scores that differ only a little, scores above 1, and scores below 0.
SCORES: list[list[float]] = [
    [0.5, 0.50004, 0.50004],
    [0.3, 0.3000001, 0.3000002],
    [1.0, 1.5, 85.0, 100.0],
    [-0.5, 0.0, -2.0],
    [0.3, 0.9, 0.3, 0.3, 0.1, 0.9, 0.2, 0.4, 0.3, 0.6, 0.5, 0.7],
]

# Ties on either side, and three sentences of which the metric orders only the first and the last as people do.
AGREEING: list[Arguments] = [
    ([0.1, 0.2], [0.3, 0.1]),
    ([0.5], [0.5]),
    ([0.5, 0.5], [0.1, 0.3]),
    ([0.1, 0.2, 0.5], [0.3, 0.3, 0.5]),
    ([0.1, 0.5, 0.2], [0.1, 0.3, 0.5]),
    *(([float(place) for place in range(len(scores))], scores) for scores in SCORES),
    *((scores, [float(place) for place in range(len(scores))]) for scores in SCORES),
]

TOKEN_LISTS: list[Arguments] = [
    ("The cat , don't . 3".split(),),
    ([],),
    (["the", "the"],),
    *((words,) for words in (MARKS, LETTERS_OF_ELSEWHERE, TOKENS, MARKS_AROUND)),
]
TO_RANK: list[Arguments] = [([0.5, 0.5, 0.1],), ([0.3],), *((scores,) for scores in SCORES)]

EXCESS: dict[str, Any] = {"read": partial(read_counts, zeros=True), "result": "a dict of words and numbers"}
CREDIT: dict[str, Any] = {"read": read_numbers, "result": "a list of 1 and 0"}
TASKS: list[Task] = [
    _task(overused, "02_clipping", "candidate references", _draw_pair, PAIRS, **EXCESS),
    _task(credited, "02_clipping", "candidate references", _draw_pair, PAIRS, **CREDIT),
    _task(text_precision, "03_ngrams", "sentences references_of_each n", _draw_text, TEXTS),
    _task(normalise, "01_counting", "tokens", _draw_tokens, TOKEN_LISTS, read=read_words),
    _task(
        order_precisions, "03_ngrams", "candidate references max_n", _draw_pair_and_order, WITH_ORDER, read=read_numbers
    ),
    _task(mean_penalty, "04_brevity_penalty", "candidate references", _draw_pair, PAIRS),
    _task(open_bleu, "05_bleu", "candidate references max_n", _draw_dressed, [*WITH_ORDER, *DRESSED]),
    _task(ranks, "07_f1", "scores", columns(1, 7, LEVELS), TO_RANK, read=read_numbers),
    _task(agreement, "07_f1", "metric human", columns(1, 7, LEVELS, LEVELS), AGREEING),
]
