"""The exercises of lesson 13."""

from collections.abc import Callable, Iterator
from operator import neg
from random import Random

from bleu_exercises._random_inputs import Words, columns, draw_words
from bleu_exercises._simpler import smaller_in_step
from bleu_exercises._ways import DIGITS, Function, Way, either
from bleu_exercises._words import TOLD_APART
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.counts import divided
from exercise_checker import Arguments, pick, read_numbers
from exercise_checker.shrinking import fewer_in_step

# Which sentences should be read?


def _gaps(scores: list[float], other_scores: list[float]) -> list[float]:
    return [score - other for score, other in zip(scores, other_scores, strict=True)]


def sentences_to_read(
    scores: list[float],
    other_scores: list[float],
    k: int,
    *,
    key: Callable[[float], float] = lambda gap: -abs(gap),
    listed: Callable[[list[int], int], list[int]] = lambda places, k: places[:k],
) -> list[int]:
    """List the positions of the k segments whose two scores are farthest apart, the farthest first."""
    gaps = _gaps(scores, other_scores)
    return listed(sorted(range(len(gaps)), key=lambda place: key(gaps[place])), k)


def _found_by_value(scores: list[float], other_scores: list[float], k: int) -> list[int]:
    apart = [*map(abs, _gaps(scores, other_scores))]
    return [apart.index(difference) for difference in sorted(apart, reverse=True)[:k]]


def _nearly_equal(digits: int) -> Way:
    """Treat differences as equal if they are the same when rounded to this many digits."""
    return {"key": lambda gap: -round(abs(gap), digits)}


_STEPS = [4 * 10.0**-digits for digits in range(2, 14)]
"""How much larger one difference is than the other in the probes. Each step is lost if one digit fewer is kept."""


def _draw_scores(random: Random) -> Arguments:
    # Halves and quarters, so that equal differences are equal as floats too.
    scores, other_scores = columns(1, 6, *[[0.0, 0.25, 0.5, 0.75, 1.0]] * 2)(random)
    return scores, other_scores, 1 + int(random.random() * len(scores))


def _fewer_scores(scores: list[float], other_scores: list[float], k: int) -> Iterator[Arguments]:
    if len(scores) > k:
        yield from fewer_in_step(scores, other_scores, k)
    yield from ((scores, other_scores, fewer) for fewer in range(1, k))


_SENTENCES_TO_READ = exercise(
    sentences_to_read,
    _draw_scores,
    [
        ([0.5, 0.25, 0.75], [0.5, 0.5, 0.0], 2),
        ([0.5, 0.5, 0.5], [0.25, 0.75, 0.25], 3),
        *(([0.5, 0.5 + step], [0.5, 0.5], 1) for step in _STEPS),
    ],
    {
        "differences that are nearly equal count as equal": tuple(map(_nearly_equal, (*DIGITS, 7, 9, 11, 12))),
        "a difference below 0 comes last": {"key": neg},
        "only sentences where the second system is ahead come first": {"key": float},
        "the smallest differences are listed instead of the largest": {"key": abs},
        "the later one of two equal differences comes first": {
            "key": abs,
            "listed": lambda places, k: places[::-1][:k],
        },
        "the positions are counted from 1": {"listed": lambda places, k: [place + 1 for place in places[:k]]},
        "a position is looked up by its value": _found_by_value,
        "the largest of the k differences comes last": (
            {"key": abs, "listed": lambda places, k: places[-k:]},
            {"listed": lambda places, k: places[:k][::-1]},
        ),
        "the differences are listed instead of their positions": (
            lambda scores, others, k: sorted(map(abs, _gaps(scores, others)), reverse=True)[:k],
            lambda scores, others, k: sorted(_gaps(scores, others), key=abs, reverse=True)[:k],
        ),
        "the positions are in the order of the test set": {"listed": lambda places, k: sorted(places[:k])},
        "all segments are listed instead of the first k": {"listed": lambda places, k: places},
    },
    read=read_numbers,
    result="a list of k positions",
    smaller=_fewer_scores,
)


# How many negations are still there?


def _has_one(words: Words, negations: Words) -> bool:
    return bool(set(words) & set(negations))


def _share(kept: list[bool]) -> float:
    return divided(sum(kept), len(kept))


def negations_kept(
    candidates: list[Words],
    references: list[Words],
    negations: Words,
    *,
    asked: Callable[[Words, Words], bool] = _has_one,
    keeps: Callable[[Words, Words, Words], bool] = lambda ours, theirs, no: _has_one(ours, no),
    share: Callable[[list[bool]], float] = _share,
) -> float:
    """Compute the share of the references with a negation whose candidate has one as well."""
    pairs = [pair for pair in zip(candidates, references, strict=True) if asked(pair[1], negations)]
    return share([keeps(*pair, negations) for pair in pairs])


def _number(words: Words, negations: Words) -> int:
    return sum(word in negations for word in words)


def _has_letters(words: Words, negations: Words) -> bool:
    return any(negation in " ".join(words) for negation in negations)


def _of_sides(count: Callable[[Words, Words], int]) -> Function:
    """Make the function that counts something in all candidates and in all references."""
    return lambda candidates, references, negations: divided(
        *(sum(count(words, negations) for words in side) for side in (candidates, references))
    )


def _any_reference(reference: Words, negations: Words) -> bool:
    return True


_PLAIN = ["take", "it", "note", "nothing"]
_NEGATIONS = ["not", "no", "never"]
_ONES, _TWOS = ([[word] for word in side] for side in zip(*TOLD_APART, strict=True))
"""Sentences of one word each, which are used as negations: two that look alike are still two different words."""


def _draw_lines(random: Random) -> Arguments:
    length = 1 + int(random.random() * 4)
    candidates, references = ([_draw_line(random) for _ in range(length)] for _ in range(2))
    return candidates, references, _NEGATIONS[: pick(random, [1, 2, 2, 3, 3])]


def _draw_line(random: Random) -> Words:
    with_negation = pick(random, [[], _NEGATIONS[:1], _NEGATIONS, _NEGATIONS])
    return draw_words(random, [*_PLAIN[: pick(random, [2, 4])], *with_negation], 1, 4)


_NEGATIONS_KEPT = exercise(
    negations_kept,
    _draw_lines,
    [
        ([["take", "it"], ["never", "take", "it"]], [["not", "take", "it"], ["not", "take", "it"]], ["not", "never"]),
        ([["not", "take"], ["take"]], [["take"], ["not", "take"]], ["not"]),
        ([["take"], ["not", "take"]], [["take"], ["not", "take"]], ["not"]),
        ([["not", "not", "take"], ["take"]], [["not", "take"], ["not", "take"]], ["not"]),
        ([["take"]], [["take"]], ["not"]),
        (_ONES, _TWOS, [word for (word,) in _TWOS]),
        ([*_ONES, ["take"]], [*_ONES, ["not"]], ["not", *(word for (word,) in _ONES)]),
    ],
    {
        "the candidates and the references are swapped": lambda candidates, references, negations: negations_kept(
            references, candidates, negations
        ),
        "the denominator is the number of all segments": {
            "asked": _any_reference,
            "keeps": lambda ours, theirs, no: _has_one(ours, no) and _has_one(theirs, no),
        },
        "a segment without a negation counts as kept": (
            {"asked": _any_reference, "keeps": lambda ours, theirs, no: _has_one(ours, no) == _has_one(theirs, no)},
            {"asked": _any_reference, "keeps": lambda ours, theirs, no: _has_one(ours, no) or not _has_one(theirs, no)},
        ),
        "an additional negation in a candidate counts as kept": _of_sides(_has_one),
        "every negation is counted instead of every segment": _of_sides(_number),
        "the negation must be the same word": {
            "keeps": lambda ours, theirs, no: bool(set(ours) & set(theirs) & set(no))
        },
        "a sentence must have every negation in the list": {"keeps": lambda ours, theirs, no: set(no) <= set(ours)},
        "only the first iteration of a loop counts": either(
            "share",
            lambda kept: float(any(kept[:1])),
            lambda kept: 1 / (kept.index(True) + 1) if any(kept) else 0.0,
        ),
        "only the first segment is used": lambda candidates, references, negations: negations_kept(
            candidates[:1], references[:1], negations
        ),
        "the number of negations must be the same": {
            "keeps": lambda ours, theirs, no: _number(ours, no) == _number(theirs, no)
        },
        "only the first negation in the list is searched for": lambda candidates, references, negations: negations_kept(
            candidates, references, negations[:1]
        ),
        "part of a word counts as a word": (
            {"keeps": lambda ours, theirs, no: _has_letters(ours, no), "asked": _has_letters},
            {"keeps": lambda ours, theirs, no: _has_letters(ours, no)},
        ),
        "a number of sentences is returned instead of a share": {"share": sum},
        "the share of lost negations is returned instead of the kept ones": {
            "share": lambda kept: divided(kept.count(False), len(kept))
        },
        "there is no rule for references without a negation": either(
            "share", lambda kept: sum(kept) / len(kept), lambda kept: _share(kept) if kept else 1.0
        ),
        "the fractional part is lost in a division": {"share": lambda kept: _share(kept) // 1},
    },
    smaller=smaller_in_step,
)
