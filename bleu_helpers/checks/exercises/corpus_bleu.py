"""The exercises of lesson 08."""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from random import Random
from typing import Any

from bleu_helpers.bleu import BleuCounts, bleu_of_counts
from bleu_helpers.cast import SCOREBOARD
from bleu_helpers.checks._drawing import PAIRS, Arguments, Words, draw_pair, pick
from bleu_helpers.checks._outcomes import read_numbers
from bleu_helpers.checks._recipe import closest
from bleu_helpers.checks._shrinking import smaller_corpora
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.catalogue import SLIPS, functions_with
from bleu_helpers.checks.exercises._exercise import Named, exercise, in_letters, known
from bleu_helpers.corpus_bleu import segment_counts

LESSON = "08_corpus_bleu"

Corpus = list[list[Words]]
Pair = tuple[Words, list[Words]]


def _apart(pairs: Sequence[Any]) -> tuple[list[Words], Corpus]:
    return [candidate for candidate, _ in pairs], [references for _, references in pairs]


# How many words must a system add?


def corpus_words_to_add(candidates: list[Words], references_per_candidate: Corpus) -> int:
    """Count the words that all candidates together lack until the brevity penalty of the corpus is 1."""
    segments = segment_counts(candidates, references_per_candidate, n_gram=1)
    c = sum(segment.candidate_length for segment in segments)
    r = sum(segment.reference_length for segment in segments)
    return max(r - c, 0)


def _some_segments(random: Random) -> Arguments:
    pairs = [draw_pair(random) for _ in range(pick(random, [1, 2, 2, 3, 4]))]
    # An empty reference is a riddle of its own: an empty candidate is as long as it is, and gets the penalty 0.
    return _apart([(candidate, [reference or ["the"] for reference in references]) for candidate, references in pairs])


def _lengths(candidates: list[Words], corpus: Corpus) -> list[tuple[int, list[int]]]:
    return [(len(words), [len(other) for other in others]) for words, others in zip(candidates, corpus, strict=True)]


def _gaps(choose: Callable[[int, list[int]], float]) -> Callable[..., list[float]]:
    return lambda candidates, corpus: [choose(c, lengths) - c for c, lengths in _lengths(candidates, corpus)]


_right_gaps = _gaps(closest)


def _missing(choose: Callable[[int, list[int]], float]) -> Callable[..., float]:
    return lambda candidates, corpus: max(sum(_gaps(choose)(candidates, corpus)), 0)


def _mean_length(c: int, lengths: list[int]) -> float:
    return sum(lengths) / len(lengths)


def _closest_to_the_whole(candidates: list[Words], corpus: Corpus) -> float:
    c = sum(map(len, candidates))
    return max(sum(closest(c, lengths) for _, lengths in _lengths(candidates, corpus)) - c, 0)


def _one_closest_to_the_whole(candidates: list[Words], corpus: Corpus) -> float:
    c = sum(map(len, candidates))
    return max(closest(c, [length for _, lengths in _lengths(candidates, corpus) for length in lengths]) - c, 0)


def _each_segment_for_itself(candidates: list[Words], corpus: Corpus) -> float:
    return sum(max(gap, 0) for gap in _right_gaps(candidates, corpus))


def _distance(candidates: list[Words], corpus: Corpus) -> float:
    return abs(sum(_right_gaps(candidates, corpus)))


def _sum_of_distances(candidates: list[Words], corpus: Corpus) -> float:
    return sum(map(abs, _right_gaps(candidates, corpus)))


def _below_zero(candidates: list[Words], corpus: Corpus) -> float:
    return sum(_right_gaps(candidates, corpus))


def _too_many(candidates: list[Words], corpus: Corpus) -> float:
    return max(-sum(_right_gaps(candidates, corpus)), 0)


def _too_many_below_zero(candidates: list[Words], corpus: Corpus) -> float:
    return -sum(_right_gaps(candidates, corpus))


def _without_empty_ones(candidates: list[Words], corpus: Corpus) -> float:
    gaps = zip(candidates, _right_gaps(candidates, corpus), strict=True)
    return max(sum(gap for candidate, gap in gaps if candidate), 0)


def _last_segment(candidates: list[Words], corpus: Corpus) -> float:
    return max(_right_gaps(candidates, corpus)[-1], 0)


def _first_segment(candidates: list[Words], corpus: Corpus) -> float:
    return max(_right_gaps(candidates, corpus)[0], 0)


_LONG_ONES = Named(
    "words too many counted like words too few",
    "The candidates have two words more than the references that stand for them. How many words must be added?",
    LESSON,
)

_WRONG_LENGTHS = (
    "the shortest reference's length",
    "the longest reference's length",
    "the first reference's length",
    "the last reference's length",
    "a tie goes to the longer",
    "a tie goes to the first in the list",
    "a tie goes to the last in the list",
)

_TOO_FEW = Named(
    "words too many in place of words too few",
    "The candidates have 8 words, the references that stand for them have 10. What is your number?",
    LESSON,
)

_FOR_THE_WHOLE = Named(
    "the references chosen by the length of the whole corpus",
    "Two candidates have 5 words each. Is the first one's closest reference the one closest to 5, or to 10?",
    LESSON,
)

_WORDS_TO_ADD = exercise(
    corpus_words_to_add,
    LESSON,
    _some_segments,
    [
        _apart(SCOREBOARD),
        *(_apart(PAIRS[start:end]) for start, end in ((3, 4), (3, 6), (6, 8), (9, 10), (10, 11), (11, 13), (17, 19))),
    ],
    [
        (known("characters instead of words"), in_letters(_missing(closest))),
        (
            Named(
                "only the last segment is used",
                "Your loop visits every segment. What is left of the earlier ones when it ends?",
                LESSON,
            ),
            _last_segment,
        ),
        (
            Named(
                "only the first segment is used",
                "A corpus has two segments. In which round of your loop does the function return?",
                LESSON,
            ),
            _first_segment,
        ),
        *((known(slip.name), _missing(slip.choice)) for slip in SLIPS if slip.name in _WRONG_LENGTHS),
        (
            Named(
                "the mean of the reference lengths",
                "A segment has references of 4 and 9 words. Which one stands for it if the candidate has 5 words?",
                LESSON,
            ),
            _missing(_mean_length),
        ),
        (
            Named(
                "the words of all references together",
                "A candidate of 5 words has two references of 5 words. How many words must be added?",
                LESSON,
            ),
            _missing(lambda c, lengths: sum(lengths)),
        ),
        (_FOR_THE_WHOLE, _closest_to_the_whole),
        (_FOR_THE_WHOLE, _one_closest_to_the_whole),
        (
            Named(
                "each segment pays for itself",
                "One candidate lacks two words, and another one has two too many. What do their lengths add up to?",
                LESSON,
            ),
            _each_segment_for_itself,
        ),
        (_LONG_ONES, _distance),
        (_LONG_ONES, _sum_of_distances),
        (
            Named(
                "less than no word to add",
                "The candidates have 10 words, the references that stand for them have 8. Can fewer than 0 be missing?",
                LESSON,
            ),
            _below_zero,
        ),
        (_TOO_FEW, _too_many),
        (_TOO_FEW, _too_many_below_zero),
        (
            Named(
                "segments with an empty candidate are left out",
                "A system says nothing to a sentence whose reference has 2 words. How many words are missing there?",
                LESSON,
            ),
            _without_empty_ones,
        ),
    ],
    smaller=smaller_corpora,
    drawn=250,
)


# Which segment pulls the corpus down?


def without_each_segment(candidates: list[Words], references_per_candidate: Corpus) -> list[float]:
    """Compute, for each segment, the BLEU-4 of the corpus that is left without it."""
    return _scores_of_rests(segment_counts(candidates, references_per_candidate))


def _scores_of_rests(segments: list[BleuCounts]) -> list[float]:
    return [_bleu(segments[:place] + segments[place + 1 :]) for place in range(len(segments))]


def _bleu(segments: list[BleuCounts]) -> float:
    return bleu_of_counts(reduce(add, segments))


def _several_segments(random: Random) -> Arguments:
    """Draw two to four segments. Now and then a candidate comes twice, with the same references or with others."""
    # Small ones: a learner's function scores every segment of a corpus again and again.
    pairs = [_short_segment(random) for _ in range(pick(random, [2, 2, 2, 2, 3]))]
    if random.random() < 0.2:
        candidate, references = pick(random, pairs)
        if random.random() < 0.5:
            references = _short_segment(random)[1]
        pairs.insert(int(random.random() * (len(pairs) + 1)), (candidate, references))
    candidates, corpus = _apart(pairs)
    # Who takes out all equal candidates must have something left, or an error would hide the mistake.
    return (candidates, corpus) if any(one != candidates[0] for one in candidates) else _several_segments(random)


def _short_segment(random: Random) -> Pair:
    candidate, references = draw_pair(random)
    return candidate, references[: pick(random, [1, 1, 2])]


def _of_a_slip(bleu: Callable[..., float]) -> Callable[..., list[float]]:
    def function(candidates: list[Words], corpus: Corpus) -> list[float]:
        pairs = list(zip(candidates, corpus, strict=True))
        rests = [_apart(pairs[:place] + pairs[place + 1 :]) for place in range(len(pairs))]
        return [bleu(*rest, (0.25,) * 4) for rest in rests]

    return function


def _from_counts(scores: Callable[[list[BleuCounts]], list[float]]) -> Callable[..., list[float]]:
    return lambda candidates, corpus: scores(segment_counts(candidates, corpus))


def _each_alone(segments: list[BleuCounts]) -> list[float]:
    return [_bleu([segment]) for segment in segments]


def _the_whole(segments: list[BleuCounts]) -> list[float]:
    return [_bleu(segments)] * len(segments)


def _changes(segments: list[BleuCounts]) -> list[float]:
    whole = _bleu(segments)
    return [score - whole for score in _scores_of_rests(segments)]


def _losses(segments: list[BleuCounts]) -> list[float]:
    return [-change for change in _changes(segments)]


def _never_put_back(segments: list[BleuCounts]) -> list[float]:
    return [_bleu(segments[place:]) for place in range(1, len(segments))] + [0.0]


def _references_stay(candidates: list[Words], corpus: Corpus) -> list[float]:
    rests = [candidates[:place] + candidates[place + 1 :] for place in range(len(candidates))]
    return [_bleu(segment_counts(rest, corpus[:-1])) for rest in rests]


def _candidates_stay(candidates: list[Words], corpus: Corpus) -> list[float]:
    rests = [corpus[:place] + corpus[place + 1 :] for place in range(len(corpus))]
    return [_bleu(segment_counts(candidates[:-1], rest)) for rest in rests]


def _emptied(candidates: list[Words], corpus: Corpus) -> list[float]:
    emptied: list[list[Words]] = [[*candidates[:i], [], *candidates[i + 1 :]] for i in range(len(candidates))]
    return [_bleu(segment_counts(rest, corpus)) for rest in emptied]


def _all_equal_ones(items: list[Any], segments: list[BleuCounts]) -> list[float]:
    kept = [[segment for segment, other in zip(segments, items, strict=True) if other != item] for item in items]
    return [_bleu(rest) for rest in kept]


def _equal_candidates(candidates: list[Words], corpus: Corpus) -> list[float]:
    return _all_equal_ones(candidates, segment_counts(candidates, corpus))


def _equal_pairs(candidates: list[Words], corpus: Corpus) -> list[float]:
    return _all_equal_ones(list(zip(candidates, corpus, strict=True)), segment_counts(candidates, corpus))


def _first_equal_candidate(candidates: list[Words], corpus: Corpus) -> list[float]:
    scores = _scores_of_rests(segment_counts(candidates, corpus))
    return [scores[candidates.index(candidate)] for candidate in candidates]


def _pair_removed_by_value(candidates: list[Words], corpus: Corpus) -> list[float]:
    scores = []
    for candidate, references in zip(candidates, corpus, strict=True):
        rest, others = list(candidates), list(corpus)
        rest.remove(candidate)
        others.remove(references)
        scores.append(_bleu(segment_counts(rest, others)))
    return scores


def _candidate_removed_by_value(candidates: list[Words], corpus: Corpus) -> list[float]:
    scores = []
    for place, candidate in enumerate(candidates):
        rest = list(candidates)
        rest.remove(candidate)
        scores.append(_bleu(segment_counts(rest, corpus[:place] + corpus[place + 1 :])))
    return scores


_OF_A_CORPUS = (
    "the average of the sentences' scores",
    "the average of the sentences' precisions",
    "the average of the sentences' penalties",
    "at least one n-gram for each sentence",
)

_ONE_LIST_ONLY = Named(
    "a segment is taken out of one of the two lists only",
    "The second segment is taken out. Which references does the third candidate meet then?",
    LESSON,
)

_THE_CHANGE = Named(
    "how far the score moves in place of the score",
    "The corpus has 0.4, and 0.3 without its first segment. Which number comes first in your list?",
    LESSON,
)

_BY_ITS_WORDS = Named(
    "a segment is found by its words, not by its place",
    "Two segments have the same candidate. Which one of them, and how many, do you take out each time?",
    LESSON,
)

_FOUR = "the cat is on".split()

_WITHOUT_EACH = exercise(
    without_each_segment,
    LESSON,
    _several_segments,
    [
        _apart(SCOREBOARD),
        *(_apart(PAIRS[start:end]) for start, end in ((3, 5), (4, 7), (10, 13))),
        ([_FOUR, ["mat"], _FOUR], [[_FOUR], [["mat"]], [["mat"]]]),
    ],
    [
        (known("characters instead of words"), in_letters(_from_counts(_scores_of_rests))),
        (
            Named(
                "the score of each segment alone",
                "You take a segment out. Do you score what you took, or what is left?",
                LESSON,
            ),
            _from_counts(_each_alone),
        ),
        (
            Named("nothing is taken out", "Which segment is missing in the first of your scores?", LESSON),
            _from_counts(_the_whole),
        ),
        *(
            (known(slip.name), _of_a_slip(bleu))
            for slip in SLIPS
            if slip.name in _OF_A_CORPUS
            for bleu in functions_with("corpus_bleu", slip)
        ),
        (_THE_CHANGE, _from_counts(_changes)),
        (_THE_CHANGE, _from_counts(_losses)),
        (_ONE_LIST_ONLY, _references_stay),
        (_ONE_LIST_ONLY, _candidates_stay),
        (
            Named(
                "an empty candidate in the place of no segment",
                "A candidate without words still has a reference. What does it add to c, and what to r?",
                LESSON,
            ),
            _emptied,
        ),
        (
            Named(
                "a segment that was taken out stays out",
                "You go on to the second segment. Is the first one in its place again?",
                LESSON,
            ),
            _from_counts(_never_put_back),
        ),
        (_BY_ITS_WORDS, _pair_removed_by_value),
        (_BY_ITS_WORDS, _candidate_removed_by_value),
        (_BY_ITS_WORDS, _equal_pairs),
        (_BY_ITS_WORDS, _equal_candidates),
        (_BY_ITS_WORDS, _first_equal_candidate),
    ],
    read=read_numbers,
    result="a list with one number for each segment",
    smaller=smaller_corpora,
    drawn=150,
)

EXERCISES: tuple[Task, ...] = (_WORDS_TO_ADD, _WITHOUT_EACH)
