"""The slips: the ways in which people really get BLEU and its relatives wrong.

Each is one choice of a recipe made differently. It stands here under its name, with the tasks in which it can be made;
the question of the name is in the `.toml` of the lesson that treats it. Where people write the same mistake in ways
that differ in a corner, all of them stand under one name.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Any

from bleu_helpers.checks._recipe import (
    Counts,
    Pair,
    Recipe,
    Words,
    clipped,
    closest,
    corpus_lengths,
    divided,
    edit_table,
    f_beta,
    fewest_edits,
    geometric,
    grams,
    highest,
    in_any,
    penalty,
    precision,
    recall_rows,
    sentence_bleu,
    sums_divided_once,
)


@dataclass(frozen=True)
class Slip:
    """One choice made differently: `choice` in the place of the right one in `field`.

    `halves` says in which half of ngram_f1 alone it shows.
    """

    name: str
    field: str
    tasks: tuple[str, ...]
    choice: Any
    halves: tuple[str, ...]


SLIPS: list[Slip] = []

NOWHERE = "no word is ever found"
RETURNS = "the function returns in the first round of its loop"
ONE_TEXT = "the corpus as one long text"


def _slip(name: str, tasks: str, field: str, *ways: Any, halves: str = "bleu rouge") -> None:
    """Put a slip into the catalogue: its name, the tasks in which it can be made, and the ways of making it."""
    for choice in ways:
        SLIPS.append(Slip(name, field, tuple(tasks.split()), choice, tuple(halves.split())))


def _slips_of(field: str, tasks: str, halves: str = "bleu rouge") -> Callable[..., None]:
    """Make a shorter way to put slips in, where only the name and the ways differ."""
    return lambda name, *ways: _slip(name, tasks, field, *ways, halves=halves)


def slips_called(name: str) -> list[Slip]:
    """List the slips of a name, for an exercise in which they can be made too.

    Raises:
        KeyError: no slip has this name.
    """
    found = [slip for slip in SLIPS if slip.name == name]
    if not found:
        raise KeyError(name)
    return found


# The tasks in which something is done.
_BLEU = "bleu_score corpus_bleu ngram_f1"
_CLIPS = f"count_clip modified_precision {_BLEU}"
_NGRAMS = f"count_clip modified_precision rouge_n {_BLEU}"
_SHARES = f"modified_precision rouge_n {_BLEU}"

# The choices, in the tasks in which most slips in them can be made.
_references = _slips_of("references", f"unigram_precision {_NGRAMS}")
_ngrams = _slips_of("ngrams", f"simple_count {_NGRAMS}")
_ngrams_of = _slips_of("ngrams", "simple_count")
_match = _slips_of("match", "unigram_precision")
_clip = _slips_of("clip", _CLIPS)
_clip_in_bleu = _slips_of("clip", _CLIPS, halves="bleu")
_clip_in_rouge_too = _slips_of("clip", f"rouge_n {_CLIPS}")
_total = _slips_of("total", _SHARES)
_ratio = _slips_of("ratio", f"unigram_precision {_SHARES}")
_without_rule = _slips_of("ratio", _SHARES)
_length = _slips_of("length", f"closest_ref_length brevity_penalty {_BLEU}")
_penalty = _slips_of("penalty", f"brevity_penalty {_BLEU}")
_mean = _slips_of("mean", _BLEU)
# In ngram_f1 nobody can see how BLEU treats a 0: where order n has no match, ROUGE is 0 too, and so is F1.
_mean_with_0 = _slips_of("mean", "bleu_score corpus_bleu")
_corpus = _slips_of("corpus", "corpus_bleu")
_recall = _slips_of("recall", "rouge_n ngram_f1")
_f = _slips_of("f", "f_score ngram_f1")
_f_beta = _slips_of("f", "f_score")
_edits = _slips_of("edits", "word_error_rate")
_rate = _slips_of("rate", "word_error_rate")


# What a sentence is made of.


_slip(
    "characters instead of words",
    f"simple_count unigram_precision closest_ref_length brevity_penalty word_error_rate {_NGRAMS}",
    "read",
    lambda words: list("".join(words)),
    lambda words: list(" ".join(words)),
)
_slip(
    "characters instead of words",
    _BLEU,
    "ngrams",
    lambda words, n: grams("".join(words), n),
    lambda words, n: grams(" ".join(words), n),
)
_slip(
    "characters instead of words",
    "simple_count count_clip",
    "ngrams",
    lambda words, n: ["".join(gram) for gram in grams("".join(words), n)],
    lambda words, n: ["".join(gram) for gram in grams(" ".join(words), n)],
)
_ngrams("characters instead of words", lambda words, n: ["".join(gram) for word in words for gram in grams(word, n)])
_slip(
    "capital letters make no difference",
    f"simple_count unigram_precision word_error_rate {_NGRAMS}",
    "read",
    lambda words: [word.lower() for word in words],
)


# Which references are looked at.


_references("only the first reference is used", lambda references: references[:1])
_references("only the last reference is used", lambda references: references[-1:])
_slip(
    "the references are joined into one long one",
    f"brevity_penalty {_NGRAMS}",
    "references",
    lambda references: [[word for reference in references for word in reference]],
)


# Which n-grams there are.

_ngrams("off by one: an n-gram is missing", lambda words, n: grams(words, n)[:-1], lambda words, n: grams(words, n)[1:])
_ngrams(
    "off by one: n-grams that are too short",
    lambda words, n: [tuple(words[start : start + n]) for start in range(len(words))],
    lambda words, n: [tuple(words[start : start + n]) for start in range(len(words) - n + 2)],
)
_ngrams("lists as keys", lambda words, n: [list(gram) for gram in grams(words, n)])
_clip_in_bleu("lists as keys", lambda counts, others: Counter([list(gram) for gram in counts]))
_ngrams("the order n is not used", lambda words, n: grams(words, 1))
_ngrams("n-grams that do not overlap", lambda words, n: grams(words, n)[::n])
_ngrams(
    "all orders up to n in one count",
    lambda words, n: [gram for order in range(1, n + 1) for gram in grams(words, order)],
)


_slip(
    "the words of an n-gram are joined without a blank",
    "simple_count count_clip",
    "ngrams",
    *(lambda words, n, text=text: [(text.join(gram),) for gram in grams(words, n)] for text in ("", "_", "-", ",")),
)
_slip(
    "the words of an n-gram are joined without a blank",
    _SHARES,
    "ngrams",
    lambda words, n: list(map("".join, grams(words, n))),
)


# How they are counted, and what counts as a match.


def _at_most(counts: Counts, limit: Callable[[Any], int]) -> Counts:
    """Count each n-gram at most so often as `limit` says."""
    return Counter({gram: min(count, limit(gram)) for gram, count in counts.items()})


def _best(keep: Callable[[Counts, list[Counts]], Counts]) -> Callable[[Counts, list[Counts]], Counts]:
    """Match against the one reference that gives the most matches, the first one on a tie."""
    return lambda counts, others: max((keep(counts, [other]) for other in others), key=Counter.total)


def _best_sentence(recipe: Recipe, candidate: Words, references: list[Words], weights: Sequence[float]) -> float:
    return max(sentence_bleu(recipe, candidate, [reference], weights) for reference in references)


def _one_match(counts: Counts, others: list[Counts]) -> Counts:
    return Counter(dict.fromkeys(in_any(counts, others), 1))


_slip(
    "each different word is counted once",
    f"simple_count unigram_precision {_NGRAMS}",
    "tally",
    lambda ngrams: Counter(set(ngrams)),
)
_clip_in_rouge_too("each different word is counted once", _one_match)
_match("each different word is counted once", _one_match)
_match("already clipped", clipped)
_match(NOWHERE, lambda counts, others: Counter())
_slip(NOWHERE, "count_clip modified_precision", "clip", lambda counts, others: Counter())
_match(
    "letters in a text in place of words in a list",
    lambda counts, others: Counter(
        {gram: counts[gram] for gram in counts if any(gram[0] in word for other in others for (word,) in other)}
    ),
)
_match(
    "a word must be in every reference",
    lambda counts, others: Counter({gram: counts[gram] for gram in counts if all(other[gram] for other in others)}),
)
_clip("the references are not looked at", lambda counts, others: counts)
_match("the references are not looked at", lambda counts, others: counts)
_clip_in_rouge_too("no clipping", in_any)
_clip_in_bleu(
    "clipped by the sum over the references",
    lambda counts, others: _at_most(counts, lambda gram: sum(other[gram] for other in others)),
)
_clip_in_bleu(
    "clipped by the smallest reference count",
    lambda counts, others: _at_most(counts, lambda gram: min(other[gram] for other in others)),
    lambda counts, others: _at_most(
        in_any(counts, others), lambda gram: min(other[gram] for other in others if other[gram])
    ),
)
_clip_in_rouge_too(
    "the reference's count without the minimum",
    lambda counts, others: Counter({gram: highest(others)[gram] for gram in counts}),
)
_clip("the reference's count without the minimum", lambda counts, others: highest(others))
_match("only the best single reference", _best(in_any))
_clip_in_bleu("only the best single reference", _best(clipped))
_slip(
    "only the best single reference", "count_clip", "clip", lambda counts, others: _best(clipped)(counts, others[::-1])
)
_slip("only the best single reference", "bleu_score ngram_f1", "sentence", _best_sentence)


def _first_only(function: Callable[[Counts, list[Counts]], Counts]) -> Callable[[Counts, list[Counts]], Counts]:
    """Look at the n-gram that comes first, and at no other."""
    return lambda counts, others: function(Counter(dict(islice(counts.items(), 1))), others)


_ngrams_of(RETURNS, lambda words, n: grams(words, n)[:1])
_match(
    RETURNS,
    _first_only(in_any),
    _first_only(_one_match),
    lambda counts, others: Counter(dict(islice(_one_match(counts, others).items(), 1))),
)
_slip(RETURNS, "count_clip modified_precision", "clip", _first_only(clipped), _first_only(_one_match))


# What the matches are divided by, and how.


def _or_1(matched: float, total: float) -> float:
    return matched / total if total > 0 else 1.0


_total("divided by the number of different n-grams", lambda counts, c, others, n: len(counts))
_slip(
    "divided by the number of different words", "unigram_precision", "total", lambda counts, c, others, n: len(counts)
)
_total("divided by the number of words", lambda counts, c, others, n: c)
_total("off by one in the denominator", lambda counts, c, others, n: c - n)
_slip(
    "divided by the reference's size",
    "unigram_precision modified_precision bleu_score corpus_bleu",
    "total",
    lambda counts, c, others, n: sum(map(Counter.total, others)),
    lambda counts, c, others, n: others[0].total(),
    lambda counts, c, others, n: max(map(Counter.total, others)),
    lambda counts, c, others, n: min(map(Counter.total, others)),
    lambda counts, c, others, n: closest(counts.total(), list(map(Counter.total, others))),
    lambda counts, c, others, n: highest(others).total(),
)
_slip("at least one n-gram for each sentence", "corpus_bleu", "total", lambda counts, c, others, n: max(c - n + 1, 1))
_without_rule("no rule for 0/0", lambda matched, total: matched / total)
_slip("an empty candidate divides by zero", "unigram_precision", "ratio", lambda matched, total: matched / total)
_slip("0/0 taken as 1", _SHARES, "ratio", _or_1, halves="")
_slip("an empty candidate gets 1", "unigram_precision", "ratio", _or_1)
_slip(
    "no rule for no match at all",
    "unigram_precision modified_precision rouge_n bleu_score corpus_bleu",
    "ratio",
    lambda matched, total: 1 / (total / matched),
)
_ratio("division without the fraction", lambda matched, total: matched // total if total > 0 else 0.0)


# The reference length.


def _tie_to_first(c: int, lengths: list[int]) -> float:
    return min(lengths, key=lambda length: abs(length - c))


_length("the shortest reference's length", lambda c, lengths: min(lengths))
_length("the longest reference's length", lambda c, lengths: max(lengths))
_length(
    "the average of the reference lengths",
    lambda c, lengths: sum(lengths) / len(lengths),
    lambda c, lengths: round(sum(lengths) / len(lengths)),
    lambda c, lengths: sum(lengths) // len(lengths),
)
_length("the first reference's length", lambda c, lengths: lengths[0])
_length("the last reference's length", lambda c, lengths: lengths[-1])
_slip(
    "all reference lengths added up",
    "closest_ref_length bleu_score corpus_bleu ngram_f1",
    "length",
    lambda c, lengths: sum(lengths),
)


def _by_ngrams(n: int) -> Callable[[int, list[int]], float]:
    """Find the length of the reference whose number of n-grams is closest, on a tie the shorter."""
    return lambda c, lengths: min(lengths, key=lambda length: (abs(max(length - n + 1, 0) - max(c - n + 1, 0)), length))


_slip(
    "the closest number of n-grams in place of words",
    "bleu_score ngram_f1",
    "sentence",
    lambda recipe, candidate, references, weights: sentence_bleu(
        replace(recipe, length=_by_ngrams(len(weights))), candidate, references, weights
    ),
    halves="bleu",
)
_corpus(
    "the closest number of n-grams in place of words",
    lambda recipe, pairs, weights: sums_divided_once(replace(recipe, length=_by_ngrams(len(weights))), pairs, weights),
)
_length(
    "the closest ratio in place of the closest length",
    lambda c, lengths: min(lengths, key=lambda length: (abs(1 - c / length), length)),
    lambda c, lengths: min(lengths, key=lambda length: abs(1 - c / length)),
    lambda c, lengths: max(lengths, key=lambda length: (min(c, length) / max(c, length), -length)),
    lambda c, lengths: max(lengths, key=lambda length: min(c, length) / max(c, length)),
)
_length("a tie goes to the longer", lambda c, lengths: min(lengths, key=lambda length: (abs(length - c), -length)))
_length("a tie goes to the first in the list", _tie_to_first)
_length("a tie goes to the last in the list", lambda c, lengths: _tie_to_first(c, lengths[::-1]))
_length(
    "a position in place of a length",
    lambda c, lengths: lengths.index(closest(c, lengths)),
    lambda c, lengths: lengths.index(_tie_to_first(c, lengths)),
)
_length("the difference in place of the length", lambda c, lengths: min(abs(length - c) for length in lengths))


# The penalty.


def _no_penalty(c: float, r: float) -> float:
    return 1.0


def _or_0(factor: Callable[[float, float], float]) -> Callable[[float, float], float]:
    """Give an empty candidate 0, and every other one the factor."""
    return lambda c, r: factor(c, r) if c > 0 else 0.0


def _upside_down(c: float, r: float) -> float:
    return 1.0 if c > r or r == 0 else math.exp(1 - c / r)


_penalty("the brevity penalty is missing", _no_penalty)
_slip("the brevity penalty is missing", "brevity_penalty", "penalty", _or_0(_no_penalty))
_penalty("the ratio is upside down", _upside_down, _or_0(_upside_down))
_penalty("the exponent has the wrong sign", _or_0(lambda c, r: 1.0 if c > r else math.exp(r / c - 1)))
_penalty(
    "a straight line in place of the exponential",
    _or_0(lambda c, r: 1.0 if c > r else c / r),
    lambda c, r: c / r if r > 0 else 1.0,
)
_penalty("the condition is the wrong way round", _or_0(lambda c, r: 1.0 if c < r else math.exp(1 - r / c)))
_penalty("the penalty is never capped at 1", _or_0(lambda c, r: math.exp(1 - r / c)))
_penalty(
    "long candidates are punished too",
    lambda c, r: penalty(c, r) if c <= r or r == 0 else math.exp(1 - c / r),
    _or_0(lambda c, r: math.exp(-abs(1 - r / c))),
)
_penalty(
    "long candidates are punished in place of short ones",
    _or_0(lambda c, r: 1.0 if c <= r or r == 0 else math.exp(1 - c / r)),
    _or_0(lambda c, r: 1.0 if c <= r else r / c),
)
_penalty(
    "the exponential is missing",
    _or_0(lambda c, r: 1.0 if c > r else 1 - r / c),
    _or_0(lambda c, r: 1.0 if c >= r else 1 - r / c),
)
_penalty("no rule for an empty candidate", lambda c, r: 1.0 if c > r else math.exp(1 - r / c))
_slip("an empty candidate pays nothing", "brevity_penalty", "penalty", lambda c, r: penalty(c, r) if c > 0 else 1.0)


def _short_e(e: float) -> Callable[[float, float], float]:
    """Make the penalty with another number in the place of e."""
    return _or_0(lambda c, r: 1.0 if c > r else e ** (1 - r / c))


# With 2.71828, only the last digits of a result differ.
SHORT_ES = (2.718, 2.72, 2.7, 2.71, 2.7183, 2.7182)
_penalty("e with a few digits", *map(_short_e, SHORT_ES))


# One number from the precisions.


Mean = Callable[[Sequence[float], Sequence[float]], float]


def _if_all_are_0(result: float, mean: Mean) -> Mean:
    return lambda precisions, weights: mean(precisions, weights) if any(precisions) else result


def _for_zero(tiny: float) -> Mean:
    return lambda precisions, weights: geometric([p or tiny for p in precisions], weights)


def _without_zeros(precisions: Sequence[float], weights: Sequence[float]) -> float:
    kept = [(p, weight) for p, weight in zip(precisions, weights, strict=True) if p > 0]
    whole = sum(weight for _, weight in kept)
    return geometric([p for p, _ in kept], [weight / whole for _, weight in kept])


def _weighted_sum(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return sum(weight * p for p, weight in zip(precisions, weights, strict=True))


def _weighing(weight: Callable[[int], float]) -> Mean:
    """Give each of so many precisions this weight, whatever the weights are."""
    return lambda precisions, weights: math.prod(p ** weight(len(precisions)) for p in precisions)


def _power_of(e: float) -> Mean:
    """Make the geometric mean whose logarithms are taken back with another number than e."""
    return lambda precisions, weights: geometric(precisions, weights) ** math.log(e)


_mean_with_0("a precision of 0 taken as 1", _for_zero(1.0), _if_all_are_0(0.0, _for_zero(1.0)))
_mean_with_0(
    "a precision of 0 is left out of the mean", _if_all_are_0(0.0, _without_zeros), _if_all_are_0(1.0, _without_zeros)
)
_mean(
    "the logarithm of 0", lambda precisions, weights: math.exp(_weighted_sum(list(map(math.log, precisions)), weights))
)
_mean_with_0(
    "a small number in place of 0",
    *(_for_zero(10.0**-digits) for digits in (10, 9, 12, 8, 7, 6, 5, 4, 3, 15, 16, 20)),
)
_mean("the arithmetic mean", _weighted_sum, lambda precisions, weights: sum(precisions) / len(precisions))
_mean(
    "a logarithm to another base than e",
    *(
        lambda precisions, weights, base=base: geometric(precisions, weights) ** (1 / math.log(base))
        for base in (10, 2)
    ),
)
_mean(
    "the exponential is missing",
    lambda precisions, weights: _weighted_sum(list(map(math.log, precisions)), weights) if min(precisions) else 0.0,
)
_mean("exp without the logarithm", lambda precisions, weights: math.exp(_weighted_sum(precisions, weights)))
_slip(
    "the weights are not applied",
    "bleu_score",
    "sentence",
    lambda recipe, candidate, references, weights: sentence_bleu(recipe, candidate, references, (0.25,) * 4),
)
_corpus("the weights are not applied", lambda recipe, pairs, weights: sums_divided_once(recipe, pairs, (0.25,) * 4))
_slip("the weights are not applied", "bleu_score corpus_bleu", "mean", _weighing(lambda orders: 1 / orders))
_mean(
    "the weights do not sum to 1",
    _weighing(lambda orders: 1),
    _weighing(lambda orders: 1 / 4),
    _weighing(lambda orders: orders / 4),
)
_mean("e with a few digits", *map(_power_of, SHORT_ES))
_slip(
    "e with a few digits",
    "bleu_score ngram_f1",
    "sentence",
    *(
        lambda recipe, *given, e=e: sentence_bleu(replace(recipe, penalty=_short_e(e), mean=_power_of(e)), *given)
        for e in SHORT_ES
    ),
    halves="bleu",
)
_corpus(
    "e with a few digits",
    *(
        lambda recipe, *given, e=e: sums_divided_once(replace(recipe, penalty=_short_e(e), mean=_power_of(e)), *given)
        for e in SHORT_ES
    ),
)
_mean("only the highest order", lambda precisions, weights: precisions[-1])
_mean_with_0(RETURNS, lambda precisions, weights: float(precisions[0] ** weights[0]))


# A corpus.


CorpusScore = Callable[[Recipe, list[Pair], Sequence[float]], float]


def _average_of_scores(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    return sum(recipe.sentence(recipe, *pair, weights) for pair in pairs) / len(pairs)


def _average_of_precisions(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    orders = range(1, len(weights) + 1)
    precisions = [sum(precision(recipe, *pair, n) for pair in pairs) / len(pairs) for n in orders]
    return recipe.penalty(*corpus_lengths(recipe, pairs)) * recipe.mean(precisions, weights)


def _average_of_penalties(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    factor = sum(recipe.penalty(*corpus_lengths(recipe, [pair])) for pair in pairs) / len(pairs)
    return factor * sums_divided_once(replace(recipe, penalty=_no_penalty), pairs, weights)


def _together(sentences: Iterable[Words]) -> Words:
    return [word for sentence in sentences for word in sentence]


def _one_text(references: Callable[[list[list[Words]]], list[Words]]) -> CorpusScore:
    """Make one text of all candidates, and as many references as `references` makes of those of all segments."""
    return lambda recipe, pairs, weights: recipe.sentence(
        recipe, _together(candidate for candidate, _ in pairs), references([others for _, others in pairs]), weights
    )


def _in_step(corpus: list[list[Words]], length: int) -> list[Words]:
    """Join the first references of all segments, then the second ones; the last one stands in where one is missing."""
    return [_together(others[min(place, len(others) - 1)] for others in corpus) for place in range(length)]


def _segments(choose: Callable[[list[Pair]], list[Pair]]) -> CorpusScore:
    return lambda recipe, pairs, weights: sums_divided_once(recipe, choose(pairs), weights)


_corpus(
    ONE_TEXT,
    _one_text(lambda corpus: [reference for others in corpus for reference in others]),
    _one_text(lambda corpus: _in_step(corpus, min(map(len, corpus)))),
    _one_text(lambda corpus: _in_step(corpus, max(map(len, corpus)))),
    _one_text(lambda corpus: _in_step(corpus, 1)),
    _one_text(lambda corpus: [_together(map(_together, corpus))]),
    _one_text(lambda corpus: list(map(_together, zip_longest(*corpus, fillvalue=[])))),
    _one_text(lambda corpus: list(map(_together, corpus))),
)
_corpus("only the first segment is used", _segments(lambda pairs: pairs[:1]))
_corpus("only the last segment is used", _segments(lambda pairs: pairs[-1:]))
_corpus("the average of the sentences' scores", _average_of_scores)
_corpus("the average of the sentences' precisions", _average_of_precisions)
_corpus("the average of the sentences' penalties", _average_of_penalties)


# Recall.


Recall = Callable[[Recipe, Words, list[Words], int], float]


def _of_recalls(choose: Callable[[list[float]], float]) -> Recall:
    """Make one number of the recalls of all references."""
    return lambda recipe, candidate, references, n: choose(
        [recipe.ratio(*row) for row in recall_rows(recipe, candidate, references, n)]
    )


def _of_rows(choose: Callable[[list[tuple[float, float]]], tuple[float, float]]) -> Recall:
    """Make one pair of matches and total of the pairs of all references, and divide it."""
    return lambda recipe, candidate, references, n: recipe.ratio(*choose(recall_rows(recipe, candidate, references, n)))


def _best_precision(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return max(precision(recipe, candidate, [reference], n) for reference in references)


def _of_merged(merge: Callable[[list[Counts]], Counts]) -> Recall:
    """Make one count of those of all references, and take the recall of that."""

    def recall(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
        merged = merge([recipe.tally(recipe.ngrams(reference, n)) for reference in references])
        counts = recipe.tally(recipe.ngrams(candidate, n))
        return recipe.ratio(recipe.clip(merged, [counts]).total(), merged.total())

    return recall


_recall("precision in place of recall", precision, _best_precision)
_recall(
    "the most matches in place of the best recall",
    _of_rows(lambda rows: (max(matched for matched, _ in rows), max(total for _, total in rows))),
    _of_rows(lambda rows: max(rows, key=lambda row: row[0])),
    _of_rows(lambda rows: max(rows[::-1], key=lambda row: row[0])),
)
_recall("all references together, as in BLEU", _of_merged(highest))
_recall(
    "the position of the best reference",
    _of_recalls(lambda recalls: recalls.index(max(recalls))),
    _of_recalls(lambda recalls: len(recalls) - 1 - recalls[::-1].index(max(recalls))),
)
_recall("the average over the references", _of_recalls(lambda recalls: sum(recalls) / len(recalls)))
_recall(
    "the references' counts added up",
    _of_rows(lambda rows: (sum(matched for matched, _ in rows), sum(total for _, total in rows))),
    _of_merged(lambda reference_counts: sum(reference_counts, Counter())),
)
_recall("the worst reference in place of the best", _of_recalls(min))


# F, and what goes into it.


_f("F as the arithmetic mean", lambda p, r, beta: (p + r) / 2)
_f_beta("F as the arithmetic mean", lambda p, r, beta: (p + beta**2 * r) / (1 + beta**2))
_f("F as the geometric mean", lambda p, r, beta: math.sqrt(p * r))
_f("F without its factor in front", lambda p, r, beta: f_beta(p, r, beta) / (1 + beta**2))
_f("no rule for 0/0 in F", lambda p, r, beta: (1 + beta**2) * p * r / (beta**2 * p + r))
_f_beta("beta on the wrong side (or precision and recall swapped)", lambda p, r, beta: f_beta(r, p, beta))
_f_beta("beta is not squared", lambda p, r, beta: f_beta(p, r, math.sqrt(beta)))
_f_beta("beta is not used", lambda p, r, beta: f_beta(p, r, 1.0))
_f_beta("a 2 in front for every beta", lambda p, r, beta: 2 * f_beta(p, r, beta) / (1 + beta**2))
_f_beta("precision multiplied by beta", lambda p, r, beta: divided(2 * beta * p * r, beta * p + r))
_slip("the precision of order n in place of BLEU-n", "ngram_f1", "bleu_n", precision)
_slip(
    "BLEU-4 for every n",
    "ngram_f1",
    "bleu_n",
    lambda recipe, candidate, references, n: recipe.sentence(recipe, candidate, references, (0.25,) * 4),
)


# Errors.


def _in_common(candidate: Words, reference: Words) -> int:
    return (Counter(candidate) & Counter(reference)).total()


def by_position(rest: Callable[[int], int]) -> Callable[[Words, Words], float]:
    """Count the places with different words, and add something for so many words more than the reference has."""
    return lambda candidate, reference: (
        sum(word != other for word, other in zip(candidate, reference, strict=False))
        + rest(len(candidate) - len(reference))
    )


_edits("a substitution counted as two errors", lambda candidate, reference: edit_table(candidate, reference, 2))
_edits(
    "words compared position by position",
    by_position(lambda extra: 0),
    by_position(abs),
    by_position(lambda extra: max(-extra, 0)),
)
_edits("extra words are not counted", lambda candidate, reference: edit_table(candidate, reference, insertion=0))
_edits("missing words are not counted", lambda candidate, reference: edit_table(candidate, reference, deletion=0))
_edits(
    "the table's border starts with zeros",
    lambda candidate, reference: edit_table(candidate, reference, border=(0, 0)),
    lambda candidate, reference: edit_table(candidate, reference, border=(0, 1)),
    lambda candidate, reference: edit_table(candidate, reference, border=(1, 0)),
)
_edits(
    "the order of the words is not looked at",
    lambda candidate, reference: len(reference) - _in_common(candidate, reference),
    lambda candidate, reference: max(len(candidate), len(reference)) - _in_common(candidate, reference),
    lambda candidate, reference: len(candidate) + len(reference) - 2 * _in_common(candidate, reference),
)
_edits(
    "each different word is counted once",
    lambda candidate, reference: len(set(reference) - set(candidate)),
    lambda candidate, reference: len(set(reference) ^ set(candidate)),
)
_edits(
    "off by one: the last word is not looked at",
    lambda candidate, reference: fewest_edits(candidate[:-1], reference[:-1]),
)
_rate(
    "divided by the candidate's length (or the arguments swapped)",
    lambda edits, c, r: edits / c,
    lambda edits, c, r: edits / c if c > 0 else 0.0,
    lambda edits, c, r: edits / c if c > 0 else 1.0,
    lambda edits, c, r: edits / max(c, 1),
)
_rate("divided by the longer length", lambda edits, c, r: edits / max(c, r))
_rate("divided by both lengths together", lambda edits, c, r: edits / (c + r))
_rate("a number of errors in place of a rate", lambda edits, c, r: edits)
_rate("the share that is right in place of the share that is wrong", lambda edits, c, r: 1 - edits / r)
_rate("the rate is cut off at 1", lambda edits, c, r: min(edits / r, 1))


# Rounding, which hides nothing: of two mistakes it is named last.


DIGITS = (2, 3, 4, 1, 5, 6, 8, 10)
"""To how many digits people round, the most usual first."""


def rounded(function: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """List the ways of rounding what a function returns, be it one number or a list of them."""

    def to(digits: int) -> Callable[..., Any]:
        def function_and_round(*arguments: Any) -> Any:
            result = function(*arguments)
            return [round(one, digits) for one in result] if isinstance(result, list) else round(result, digits)

        return function_and_round

    return tuple(map(to, DIGITS))


# Of a precision, of a penalty and of the result: each looks the same in a printed table.
_slip("rounded on the way", _BLEU, "ratio", *rounded(divided))
_slip("rounded on the way", _BLEU, "penalty", *rounded(penalty))
_slip(
    "rounded on the way",
    f"unigram_precision brevity_penalty f_score word_error_rate {_SHARES}",
    "finish",
    *rounded(lambda result: result),
)
