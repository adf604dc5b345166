"""The exercises of the lesson `corpus_bleu`."""

from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from random import Random
from typing import Any

from bleu_exercises._random_inputs import EVERY_LOOK, PAIR_PROBES, PAIRS, Words, apart, draw_pair
from bleu_exercises._simpler import smaller_in_step
from bleu_exercises._ways import FINISH, LETTERS, Function, Way, around, either
from bleu_exercises.exercises._exercise import exercise, first_removed, without_each
from bleu_exercises.exercises.brevity_penalty import WRONG_LENGTHS
from bleu_exercises.from_memory.bleu import CORPUS_BLEU, ONE_TEXT, corpus_bleu
from bleu_exercises.from_memory.lengths import LENGTH, closest
from bleu_helpers.example_sentences import SCOREBOARD
from exercise_checker import Arguments, pick, read_numbers

Corpus = list[list[Words]]


# How many words must a system add?


def _lacking(gaps: list[float]) -> float:
    return max(sum(gaps), 0)


def corpus_words_to_add(
    candidates: list[Words],
    references_per_candidate: Corpus,
    *,
    length: Callable[[int, list[int]], float] = closest,
    count: Callable[[list[float]], float] = _lacking,
) -> float:
    """Count the words that all candidates together need until the brevity penalty of the corpus is 1."""
    return count([length(c, lengths) - c for c, lengths in _lengths(candidates, references_per_candidate)])


def _lengths(candidates: list[Words], corpus: Corpus) -> list[tuple[int, list[int]]]:
    return [(len(words), [len(other) for other in others]) for words, others in zip(candidates, corpus, strict=True)]


def _from_whole(length: Callable[[int, list[list[int]]], float]) -> Function:
    """Make the function that finds a reference length from the total length of all candidates."""

    def function(candidates: list[Words], corpus: Corpus) -> float:
        c = sum(map(len, candidates))
        return max(length(c, [lengths for _, lengths in _lengths(candidates, corpus)]) - c, 0)

    return function


_WORDS_TO_ADD = exercise(
    corpus_words_to_add,
    lambda random: apart([draw_pair(random) for _ in range(pick(random, [1, 2, 2, 3, 4]))]),
    [
        *(apart([pair]) for pair in PAIR_PROBES),
        *(apart(PAIRS[start:end]) for start, end in ((3, 5), (7, 9), (11, 17))),
    ],
    {
        **around(LETTERS),
        "only the last segment is used": {"count": lambda gaps: max(gaps[-1], 0)},
        "only the first segment is used": {"count": lambda gaps: max(gaps[0], 0)},
        **{name: LENGTH[name] for name in WRONG_LENGTHS},
        "the mean of the reference lengths is used": {"length": lambda c, lengths: sum(lengths) / len(lengths)},
        "the words of all references are counted together": {"length": lambda c, lengths: sum(lengths)},
        ONE_TEXT: (
            _from_whole(lambda c, corpus: closest(c, list(map(sum, zip(*corpus, strict=False))))),
            _from_whole(lambda c, corpus: closest(c, list(map(sum, zip_longest(*corpus, fillvalue=0))))),
        ),
        "long segments do not make up for short ones": {"count": lambda gaps: sum(max(gap, 0) for gap in gaps)},
        "extra words are counted like missing words": either(
            "count", lambda gaps: abs(sum(gaps)), lambda gaps: sum(map(abs, gaps))
        ),
        "the number of words to add falls below 0": {"count": sum},
        "extra words are counted instead of missing words": either(
            "count", lambda gaps: max(-sum(gaps), 0), lambda gaps: -sum(gaps)
        ),
    },
    smaller=smaller_in_step,
)


# Which segment pulls the corpus down?


_bleu = partial(corpus_bleu, weights=(0.25,) * 4)


def without_each_segment(
    candidates: list[Words],
    references_per_candidate: Corpus,
    *,
    rests: Callable[[list[Any]], list[list[Any]]] = without_each,
    bleu: Callable[[list[Words], Corpus], float] = _bleu,
) -> list[float]:
    """Compute, for each segment, the BLEU-4 of the corpus without it."""
    return list(map(bleu, rests(candidates), rests(references_per_candidate)))


def _several_segments(random: Random) -> Arguments:
    """Draw two or three segments. Of three, the last one often has the candidate of the first."""
    # They are few, because a learner's function scores every segment of a corpus again and again.
    candidates, corpus = apart([draw_pair(random) for _ in range(pick(random, [2, 2, 3]))])
    if len(candidates) > 2 and random.random() < 0.6:
        candidates[2] = candidates[0]
    return candidates, corpus


def _of_corpus(name: str) -> tuple[Way, ...]:
    """List the ways of making a mistake in the BLEU of a corpus, here with the segments that are left."""
    return tuple(
        {"bleu": partial(way, weights=(0.25,) * 4) if callable(way) else partial(_bleu, **way)}
        for way in CORPUS_BLEU[name]
    )


def _changes(candidates: list[Words], corpus: Corpus) -> list[float]:
    whole = _bleu(candidates, corpus)
    return [score - whole for score in without_each_segment(candidates, corpus)]


_FOUR = "the cat is on".split()

_WITHOUT_EACH = exercise(
    without_each_segment,
    _several_segments,
    [
        apart(SCOREBOARD),
        ([_FOUR, ["mat"], _FOUR], [[_FOUR], [["mat"]], [["mat"]]]),
        *(apart([(_FOUR, [_FOUR]), pair]) for pair in EVERY_LOOK),
    ],
    {
        **around(LETTERS),
        "each segment is scored alone": {"rests": lambda items: [[item] for item in items]},
        "only the first iteration of a loop counts": {FINISH: lambda scores: scores[:1]},
        "no segment is removed": {"rests": lambda items: [items] * len(items)},
        **{
            name: _of_corpus(name)
            for name in (
                "each sentence counts as having at least one n-gram",
                "a short candidate has a negative number of n-grams",
                ONE_TEXT,
                "the scores of the sentences are averaged",
                "the precisions of the sentences are averaged",
                "the brevity penalties of the sentences are averaged",
                "the length of the shortest reference is used",
            )
        },
        "the change in the score is returned instead of the score of the rest": (
            _changes,
            lambda *given: [-change for change in _changes(*given)],
        ),
        "a segment is removed from only one of the two lists": lambda candidates, corpus: [
            _bleu(rest, corpus[:-1]) for rest in without_each(candidates)
        ],
        "a segment that was removed is not put back": {
            "rests": lambda items: [items[place:] for place in range(1, len(items) + 1)],
            "bleu": lambda candidates, corpus: _bleu(candidates, corpus) if candidates else 0.0,
        },
        "a segment is found by its words, not by its position": {"rests": first_removed},
    },
    read=read_numbers,
    result="a list with one number for each segment",
    smaller=smaller_in_step,
    drawn=150,
)
