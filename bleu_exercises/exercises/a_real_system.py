"""The exercises of lesson 13."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from bleu_exercises._drawing import Words
from bleu_exercises._ways import DIGITS, Function
from bleu_exercises._words import TOLD_APART
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.counts import divided
from exercise_checker import Arguments, Task, pick
from exercise_checker.outcomes import read_numbers
from exercise_checker.shrinking import fewer, fewer_in_step

# Which sentences should be read?


def sentences_to_read(scores: list[float], other_scores: list[float], k: int) -> list[int]:
    """List the positions of the k segments whose two scores are farthest apart, the farthest first."""
    return _farthest(scores, other_scores)[:k]


def _differences(scores: list[float], other_scores: list[float]) -> list[float]:
    return [score - other for score, other in zip(scores, other_scores, strict=True)]


def _ordered_by(key: Callable[[float], float], differences: list[float]) -> list[int]:
    return sorted(range(len(differences)), key=lambda place: key(differences[place]))


def _farthest(scores: list[float], other_scores: list[float]) -> list[int]:
    return _ordered_by(lambda difference: -abs(difference), _differences(scores, other_scores))


def _of_differences(does: Callable[[list[float]], list[Any]]) -> Function:
    """Make the function that applies `does` to the differences and takes the first k items."""
    return lambda scores, other_scores, k: does(_differences(scores, other_scores))[:k]


def _found_by_value(differences: list[float]) -> list[int]:
    apart = [abs(difference) for difference in differences]
    return [apart.index(difference) for difference in sorted(apart, reverse=True)]


def _nearly_equal(digits: int) -> Function:
    """Make the function that treats differences as equal if they are the same when rounded to this many digits."""
    return _of_differences(lambda gaps: _ordered_by(lambda gap: -round(abs(gap), digits), gaps))


_STEPS = [4 * 10.0**-digits for digits in range(2, 14)]
"""How much larger one difference is than the other in the probes. Each step is lost if one digit fewer is kept."""


def _draw_scores(random: Random) -> Arguments:
    length = 1 + int(random.random() * 6)
    # Halves and quarters, so that equal differences are equal as floats too.
    scores, other_scores = ([pick(random, [0.0, 0.25, 0.5, 0.75, 1.0]) for _ in range(length)] for _ in range(2))
    return scores, other_scores, 1 + int(random.random() * length)


def _fewer_scores(scores: list[float], other_scores: list[float], k: int) -> Iterator[Arguments]:
    if len(scores) > k:
        yield from fewer_in_step(scores, other_scores, k)
    yield from ((scores, other_scores, fewer) for fewer in range(1, k))


_SENTENCES_TO_READ = exercise(
    sentences_to_read,
    _draw_scores,
    [
        ([0.5, 0.25, 0.75], [0.5, 0.5, 0.0], 2),
        ([0.25, 0.5], [0.75, 0.25], 1),
        ([0.5, 0.5, 0.5], [0.25, 0.75, 0.25], 3),
        ([0.0, 1.0, 0.5], [0.25, 0.25, 1.0], 2),
        ([1.0], [0.0], 1),
        ([0.25, 0.5, 0.0, 1.0], [0.5, 0.5, 1.0, 0.5], 4),
        *(([0.5, 0.5 + step], [0.5, 0.5], 1) for step in _STEPS),
        *(([0.25, 0.5], [0.5, 0.75 + step], 1) for step in _STEPS),
    ],
    {
        "differences that are nearly equal count as equal": tuple(map(_nearly_equal, (*DIGITS, 7, 9, 11, 12))),
        "a difference below 0 comes last": _of_differences(lambda gaps: _ordered_by(lambda gap: -gap, gaps)),
        "only sentences where the second system is ahead come first": _of_differences(
            lambda gaps: _ordered_by(lambda gap: gap, gaps)
        ),
        "the smallest differences are listed instead of the largest": _of_differences(
            lambda gaps: _ordered_by(abs, gaps)
        ),
        "the later one of two equal differences comes first": _of_differences(
            lambda gaps: _ordered_by(abs, gaps)[::-1]
        ),
        "the positions are counted from 1": _of_differences(
            lambda gaps: [place + 1 for place in _ordered_by(lambda gap: -abs(gap), gaps)]
        ),
        "a position is looked up by its value": _of_differences(_found_by_value),
        "the largest of the k differences comes last": (
            lambda scores, other_scores, k: _ordered_by(abs, _differences(scores, other_scores))[-k:],
            lambda scores, other_scores, k: _farthest(scores, other_scores)[:k][::-1],
        ),
        "the differences are listed instead of their positions": (
            _of_differences(lambda gaps: sorted(map(abs, gaps), reverse=True)),
            _of_differences(lambda gaps: sorted(gaps, key=abs, reverse=True)),
        ),
        "the positions are in the order of the test set": lambda scores, other_scores, k: sorted(
            _farthest(scores, other_scores)[:k]
        ),
        "all segments are listed instead of the first k": lambda scores, other_scores, k: _farthest(
            scores, other_scores
        ),
        "the scores are sorted first": lambda scores, others, k: _farthest(sorted(scores), sorted(others))[:k],
    },
    read=read_numbers,
    result="a list of k positions",
    smaller=_fewer_scores,
    drawn=250,
)


# How many negations are still there?


def negations_kept(candidates: list[Words], references: list[Words], negations: Words) -> float:
    """Compute the share of the references with a negation whose candidate has one as well."""
    return divided(*_kept_and_all(candidates, references, negations))


def _kept_and_all(candidates: list[Words], references: list[Words], negations: Words) -> tuple[int, int]:
    with_one = [
        candidate
        for candidate, reference in zip(candidates, references, strict=True)
        if set(reference) & set(negations)
    ]
    return sum(bool(set(candidate) & set(negations)) for candidate in with_one), len(with_one)


def _share(
    is_kept: Callable[[Words, Words, Words], bool],
    is_asked: Callable[[Words, Words], bool] = lambda reference, negations: bool(set(reference) & set(negations)),
) -> Function:
    """Make the function that decides differently which candidates keep a negation, or which references have one."""

    def function(candidates: list[Words], references: list[Words], negations: Words) -> float:
        pairs = [pair for pair in zip(candidates, references, strict=True) if is_asked(pair[1], negations)]
        return divided(sum(is_kept(*pair, negations) for pair in pairs), len(pairs))

    return function


def _has_one(candidate: Words, reference: Words, negations: Words) -> bool:
    return bool(set(candidate) & set(negations))


_kept = _share(_has_one)


def _number(words: Words, negations: Words) -> int:
    return sum(word in negations for word in words)


def _has_letters(words: Words, negations: Words) -> bool:
    return any(negation in " ".join(words) for negation in negations)


def _in_letters(candidate: Words, reference: Words, negations: Words) -> bool:
    return _has_letters(candidate, negations)


def _words_counted(candidates: list[Words], references: list[Words], negations: Words) -> float:
    ours, theirs = (sum(_number(words, negations) for words in side) for side in (candidates, references))
    return divided(ours, theirs)


def _all_of_them(candidate: Words, reference: Words, negations: Words) -> bool:
    return set(negations) <= set(candidate)


def _by_segments_with_one(candidates: list[Words], references: list[Words], negations: Words) -> float:
    ours, theirs = (sum(bool(set(words) & set(negations)) for words in side) for side in (candidates, references))
    return divided(ours, theirs)


def _without_rule(candidates: list[Words], references: list[Words], negations: Words) -> float:
    kept, asked = _kept_and_all(candidates, references, negations)
    return kept / asked


def _until_one_is(is_last: Callable[[bool], bool]) -> Function:
    """Make the function that returns at the first reference with a negation whose candidate `is_last` accepts."""

    def function(candidates: list[Words], references: list[Words], negations: Words) -> float:
        asked = [pair for pair in zip(candidates, references, strict=True) if set(pair[1]) & set(negations)]
        for number, (candidate, reference) in enumerate(asked, start=1):
            has_one = _has_one(candidate, reference, negations)
            if is_last(has_one):
                return has_one / number
        return 0.0

    return function


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
    return [
        pick(random, [*_PLAIN[: pick(random, [2, 4])], *with_negation]) for _ in range(1 + int(random.random() * 4))
    ]


def _fewer_lines(candidates: list[Words], references: list[Words], negations: Words) -> Iterator[Arguments]:
    yield from fewer_in_step(candidates, references, negations)
    yield from ((candidates, references, shorter) for shorter in fewer(negations))
    for place, (candidate, reference) in enumerate(zip(candidates, references, strict=True)):
        for shorter in fewer(candidate):
            yield [*candidates[:place], shorter, *candidates[place + 1 :]], references, negations
        for shorter in fewer(reference):
            yield candidates, [*references[:place], shorter, *references[place + 1 :]], negations


_NEGATIONS_KEPT = exercise(
    negations_kept,
    _draw_lines,
    [
        ([["take", "it"], ["never", "take", "it"]], [["not", "take", "it"], ["not", "take", "it"]], ["not", "never"]),
        ([["never", "take"]], [["not", "take"]], ["not", "never"]),
        ([["not", "take"], ["take"]], [["take"], ["not", "take"]], ["not"]),
        ([["take"], ["not", "take"]], [["take"], ["not", "take"]], ["not"]),
        ([["take", "note"]], [["not", "take"]], ["not"]),
        ([["not", "take"]], [["not", "take", "not"]], ["not"]),
        ([["not", "not", "take"], ["take"]], [["not", "take"], ["not", "take"]], ["not"]),
        ([["not", "take"], ["take"]], [["take", "note"], ["not", "take"]], ["not"]),
        ([["take"]], [["take"]], ["not"]),
        ([["no"]], [["never"]], ["not", "no", "never"]),
        ([["take"], ["not"]], [["not", "never"], ["not"]], ["not", "never"]),
        (_ONES, _TWOS, [word for (word,) in _TWOS]),
        (_ONES, _ONES, [word for (word,) in _ONES]),
        ([*_ONES, ["take"]], [*_ONES, ["not"]], ["not", *(word for (word,) in _ONES)]),
    ],
    {
        "the candidates and the references are swapped": lambda candidates, references, negations: _kept(
            references, candidates, negations
        ),
        "the denominator is the number of all segments": lambda *given: _kept_and_all(*given)[0] / len(given[0]),
        "a segment without a negation counts as kept": (
            _share(lambda ours, theirs, no: bool(set(ours) & set(no)) == bool(set(theirs) & set(no)), _any_reference),
            _share(lambda ours, theirs, no: _has_one(ours, theirs, no) or not set(theirs) & set(no), _any_reference),
        ),
        "an additional negation in a candidate counts as kept": _by_segments_with_one,
        "every negation is counted instead of every segment": _words_counted,
        "the negation must be the same word": (
            _share(lambda ours, theirs, no: bool(set(ours) & set(theirs) & set(no))),
            _share(lambda ours, theirs, no: set(theirs) & set(no) <= set(ours)),
        ),
        "a sentence must have every negation in the list": (
            _share(_all_of_them),
            _share(_all_of_them, lambda reference, negations: set(negations) <= set(reference)),
        ),
        "only the first iteration of a loop counts": (
            _until_one_is(lambda has_one: True),
            _until_one_is(lambda has_one: has_one),
        ),
        "only the first segment is used": lambda candidates, references, negations: _kept(
            candidates[:1], references[:1], negations
        ),
        "the number of negations must be the same": (
            _share(lambda ours, theirs, no: _number(ours, no) == _number(theirs, no)),
            _share(lambda ours, theirs, no: _number(ours, no) >= _number(theirs, no)),
        ),
        "only the first negation in the list is searched for": lambda candidates, references, negations: _kept(
            candidates, references, negations[:1]
        ),
        "part of a word counts as a word": (
            _share(_in_letters, _has_letters),
            _share(_in_letters),
        ),
        "a number of sentences is returned instead of a share": lambda *given: _kept_and_all(*given)[0],
        "the share of lost negations is returned instead of the kept ones": lambda *given: divided(
            _kept_and_all(*given)[1] - _kept_and_all(*given)[0], _kept_and_all(*given)[1]
        ),
        "there is no rule for references without a negation": (
            _without_rule,
            lambda *given: _kept(*given) if _kept_and_all(*given)[1] else 1.0,
        ),
        "the fractional part is lost in a division": lambda *given: _kept(*given) // 1,
    },
    smaller=_fewer_lines,
    drawn=250,
)

EXERCISES: tuple[Task, ...] = (_SENTENCES_TO_READ, _NEGATIONS_KEPT)
