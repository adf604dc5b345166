"""Slips in the basic ingredients of a score: words, n-grams, their counts, and the denominators."""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

from bleu_exercises._recipe import (
    Counts,
    Match,
    Recipe,
    Words,
    clipped,
    closest,
    each_counted,
    found,
    grams,
    highest,
    sentence_bleu,
)
from bleu_exercises._slips.slip import BLEU, NGRAMS, SHARES, Slip, slips, slips_of

_CLIPS = f"count_clip modified_precision {BLEU}"

# The choices, in the tasks in which most slips in them can be made.
_references = slips_of("references", f"unigram_precision {NGRAMS}")
_others = slips_of("others", f"unigram_precision {NGRAMS}")
_others_in_bleu = slips_of("others", BLEU)
_ngrams = slips_of("ngrams", f"simple_count {NGRAMS}")
_candidate_ngrams = slips_of("candidate_ngrams", f"rouge_n {_CLIPS}")
_matches = slips_of("matches", f"unigram_precision {_CLIPS}")
_clipped_matches = slips_of("matches", _CLIPS)
_match = slips_of("match", "unigram_precision")
_clip = slips_of("clip", _CLIPS)
_clip_in_rouge_too = slips_of("clip", f"rouge_n {_CLIPS}")
_total = slips_of("total", SHARES)
_ratio = slips_of("ratio", f"unigram_precision {SHARES}")
_without_rule = slips_of("ratio", SHARES)


# What is counted in the references.

Others = Callable[[Recipe, Words, list[Words], int], list[Counts]]


def _among(choose: Callable[[Words, list[Words]], list[Words]]) -> Others:
    """Count the n-grams of some references, or of parts of them."""
    return lambda recipe, candidate, references, n: each_counted(recipe, candidate, choose(candidate, references), n)


def joined(references: list[Words]) -> list[Words]:
    """Join all references into a single long one."""
    return [[word for reference in references for word in reference]]


def _in_a_text(between: str) -> Others:
    """Join the words of each reference into a string, and count how often the string contains an n-gram."""

    def others(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> list[Counts]:
        texts = (between.join(reference) for reference in references)
        return [
            Counter({gram: text.count(between.join(gram)) for gram in recipe.ngrams(candidate, n)}) for text in texts
        ]

    return others


# Which n-grams there are, how they are counted, and what counts as a match.


def _also_too_short(words: Words, n: int) -> list[Any]:
    return [tuple(words[start : start + n]) for start in range(len(words))]


def _one_too_short(words: Words, n: int) -> list[Any]:
    return [tuple(words[start : start + n]) for start in range(len(words) - n + 2)]


def _sorted(gram: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(sorted(gram))


def _one_match(counts: Counts, allowed: Counts) -> Counts:
    return Counter(dict.fromkeys(found(counts, allowed), 1))


def _first_only(match: Match) -> Match:
    """Use only the first n-gram."""
    return lambda counts, allowed: match(Counter(dict(islice(counts.items(), 1))), allowed)


def _multiplied(match: Match) -> Match:
    """Add the matches of an n-gram once for each of its occurrences."""
    return lambda counts, allowed: Counter({gram: counts[gram] * k for gram, k in match(counts, allowed).items()})


def _not_clipped(counts: Counts, allowed: Counts) -> Counts:
    return Counter({gram: allowed[gram] for gram in counts})


# How the matches with several references are combined.


def _smallest(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    return match(counts, Counter({gram: min(other[gram] for other in others) for gram in counts}))


def _first_that_has_it(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    return match(counts, Counter({gram: next(filter(None, (other[gram] for other in others)), 0) for gram in counts}))


def _added(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    return sum((match(counts, other) for other in others), Counter())


def _average(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    added = _added(match, counts, others)
    return Counter({gram: count / len(others) for gram, count in added.items()})


def _best(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    """Match against the one reference that gives the most matches, the first one on a tie."""
    return max((match(counts, other) for other in others), key=Counter.total)


def _best_sentence(recipe: Recipe, candidate: Words, references: list[Words], weights: Any) -> float:
    return max(sentence_bleu(recipe, candidate, [reference], weights) for reference in references)


def _average_sentence(recipe: Recipe, candidate: Words, references: list[Words], weights: Any) -> float:
    return sum(sentence_bleu(recipe, candidate, [reference], weights) for reference in references) / len(references)


# What the matches are divided by, and how.


def _or_1(matched: float, total: float) -> float:
    return matched / total if total > 0 else 1.0


SLIPS: list[Slip] = [
    # What a sentence is made of.
    *slips(
        "characters are used instead of words",
        f"simple_count unigram_precision closest_ref_length brevity_penalty word_error_rate {NGRAMS}",
        "read",
        lambda words: list("".join(words)),
        lambda words: list(" ".join(words)),
    ),
    *slips(
        "characters are used instead of words",
        BLEU,
        "ngrams",
        lambda words, n: grams("".join(words), n),
        lambda words, n: grams(" ".join(words), n),
    ),
    *slips(
        "characters are used instead of words",
        "simple_count count_clip",
        "ngrams",
        lambda words, n: ["".join(gram) for gram in grams("".join(words), n)],
        lambda words, n: ["".join(gram) for gram in grams(" ".join(words), n)],
    ),
    *slips(
        "uppercase and lowercase are treated as the same",
        f"simple_count unigram_precision word_error_rate {NGRAMS}",
        "read",
        lambda words: [word.lower() for word in words],
    ),
    *slips(
        "a word matches only at the same position in both sentences",
        "unigram_precision modified_precision rouge_n bleu_score corpus_bleu ngram_f1",
        "read",
        lambda words: list(enumerate(words)),
    ),
    # Which references are used.
    *_references("only the first reference is used", lambda references: references[:1]),
    *_references("only the last reference is used", lambda references: references[-1:]),
    *_references("only the first two references are used", lambda references: references[:2]),
    *_references(
        "the last reference is ignored",
        lambda references: references[:-1] or references,
        lambda references: references[:-1],
    ),
    *_references(
        "the first reference is ignored",
        lambda references: references[1:] or references,
        lambda references: references[1:],
    ),
    *_others_in_bleu(
        "matches are searched for only in the first reference", _among(lambda candidate, references: references[:1])
    ),
    *_others_in_bleu(
        "matches are searched for only in the last reference", _among(lambda candidate, references: references[-1:])
    ),
    *slips(
        "the references are cut to the length of the candidate",
        "unigram_precision count_clip modified_precision bleu_score corpus_bleu",
        "others",
        _among(lambda candidate, references: [reference[: len(candidate)] for reference in references]),
    ),
    *slips("the references are joined into one long reference", f"brevity_penalty {NGRAMS}", "references", joined),
    *_others_in_bleu(
        "the references are joined into one long reference", _among(lambda candidate, references: joined(references))
    ),
    *_others("words are searched for as letters in a text, not as items in a list", _in_a_text(" "), _in_a_text("")),
    # Which n-grams there are.
    *_ngrams(
        "one n-gram is missing (off by one)",
        lambda words, n: grams(words, n)[:-1],
        lambda words, n: grams(words, n)[1:],
    ),
    *_candidate_ngrams("one n-gram is missing (off by one)", lambda ngrams: ngrams[:-1]),
    *slips("the last word is ignored (off by one)", "unigram_precision", "read", lambda words: words[:-1]),
    *_ngrams("some n-grams are too short (off by one)", _also_too_short, _one_too_short),
    *_ngrams("lists are used as keys", lambda words, n: [list(gram) for gram in grams(words, n)]),
    *_clip("lists are used as keys", lambda counts, allowed: Counter([list(gram) for gram in counts])),
    *_ngrams("the order n is ignored", lambda words, n: grams(words, 1)),
    *_ngrams("bigrams are counted for every n", lambda words, n: grams(words, 2)),
    *_ngrams("each n-gram has one word too many", lambda words, n: grams(words, n + 1)),
    *_ngrams(
        "each n-gram has one word too few",
        lambda words, n: [tuple(words[start : start + n - 1]) for start in range(len(words) - n + 2)],
    ),
    *_ngrams("the order of the words in an n-gram is lost", lambda words, n: list(map(_sorted, grams(words, n)))),
    *_ngrams(
        "markers for the start and the end are added",
        lambda words, n: grams(["<s>", *words, "</s>"] if n > 1 else words, n),
        lambda words, n: grams(["<s>", *words, "</s>"], n),
    ),
    *_ngrams("the n-grams do not overlap", lambda words, n: grams(words, n)[::n]),
    *_ngrams(
        "all orders up to n are counted together",
        lambda words, n: [gram for order in range(1, n + 1) for gram in grams(words, order)],
    ),
    *slips(
        "the words of an n-gram are joined without a space",
        "simple_count count_clip",
        "ngrams",
        *(lambda words, n, text=text: [(text.join(gram),) for gram in grams(words, n)] for text in ("", "_", "-", ",")),
    ),
    *slips(
        "the words of an n-gram are joined without a space",
        SHARES,
        "ngrams",
        lambda words, n: list(map("".join, grams(words, n))),
    ),
    # How they are counted, and what counts as a match.
    *slips(
        "each different word is counted only once",
        f"simple_count unigram_precision {NGRAMS}",
        "tally",
        lambda ngrams: Counter(set(ngrams)),
    ),
    *_clip_in_rouge_too("each different word is counted only once", _one_match),
    *_match("each different word is counted only once", _one_match),
    *_match("the counts are already clipped", clipped),
    *_match("no word is ever found", lambda counts, allowed: Counter()),
    *slips("no word is ever found", "count_clip modified_precision", "clip", lambda counts, allowed: Counter()),
    *slips(
        "the references are ignored",
        "count_clip modified_precision ngram_f1",
        "clip",
        lambda counts, allowed: counts,
    ),
    # This is also the result if every precision is treated as 1.
    *slips(
        "the score does not depend on the matches", "bleu_score corpus_bleu", "clip", lambda counts, allowed: counts
    ),
    *_match("the references are ignored", lambda counts, allowed: counts),
    *_clip_in_rouge_too("the counts are not clipped", found),
    *_clip_in_rouge_too(
        "the larger of the two counts is used",
        lambda counts, allowed: Counter({gram: max(count, allowed[gram]) for gram, count in counts.items()}),
    ),
    *_clip_in_rouge_too("the reference's count is used without taking the minimum", _not_clipped),
    *_match("the reference's count is used without taking the minimum", _not_clipped),
    *_clip("the reference's count is used without taking the minimum", lambda counts, allowed: allowed),
    *_clip_in_rouge_too("a clipped count is added once per occurrence of its n-gram", _multiplied(clipped)),
    *_clip_in_rouge_too(
        "the reference's count is added once per occurrence in the candidate", _multiplied(_not_clipped)
    ),
    *_match("the reference's count is added once per occurrence in the candidate", _multiplied(_not_clipped)),
    # How the matches with several references are combined.
    *slips("a word must occur in every reference", "unigram_precision", "matches", _smallest),
    *_clipped_matches("the counts are clipped by the smallest reference count", _smallest),
    *_clipped_matches(
        "the counts are clipped by the sum over the references",
        lambda match, counts, others: match(counts, sum(others, Counter())),
    ),
    *_clipped_matches("the first reference that contains an n-gram sets its limit", _first_that_has_it),
    *_clipped_matches(
        "the last reference that contains an n-gram sets its limit",
        lambda match, counts, others: _first_that_has_it(match, counts, others[::-1]),
    ),
    *_matches("the matches in all references are added up", _added),
    *slips(
        "the result is averaged over the references",
        "unigram_precision modified_precision bleu_score corpus_bleu ngram_f1",
        "matches",
        _average,
    ),
    *_matches("only the best single reference is used", _best),
    *slips("only the best single reference is used", "bleu_score ngram_f1", "sentence", _best_sentence),
    *slips(
        "the result is averaged over the references",
        "bleu_score ngram_f1",
        "sentence",
        _average_sentence,
    ),
    *slips("only the first iteration of a loop counts", "simple_count", "ngrams", lambda words, n: grams(words, n)[:1]),
    *_match(
        "only the first iteration of a loop counts",
        _first_only(found),
        _first_only(_one_match),
    ),
    *slips(
        "only the first iteration of a loop counts",
        "count_clip modified_precision",
        "clip",
        _first_only(clipped),
        _first_only(_one_match),
    ),
    # What the matches are divided by, and how.
    *_total("the denominator is the number of different n-grams", lambda counts, c, others, n: len(counts)),
    *slips(
        "the denominator is the number of different words",
        "unigram_precision",
        "total",
        lambda counts, c, others, n: len(counts),
    ),
    *_total(
        "the denominator adds a count once per occurrence of its n-gram",
        lambda counts, c, others, n: sum(count**2 for count in counts.values()),
    ),
    *_total("the denominator is the number of words", lambda counts, c, others, n: c),
    *_total(
        "the denominator is off by one", lambda counts, c, others, n: c - n, lambda counts, c, others, n: max(c - n, 1)
    ),
    *slips(
        "the number of matches is not divided by anything",
        "unigram_precision modified_precision rouge_n",
        "total",
        lambda counts, c, others, n: 1,
    ),
    *slips(
        "the denominator is the size of the reference",
        "unigram_precision modified_precision bleu_score corpus_bleu",
        "total",
        lambda counts, c, others, n: sum(map(Counter.total, others)),
        lambda counts, c, others, n: others[0].total(),
        lambda counts, c, others, n: max(map(Counter.total, others)),
        lambda counts, c, others, n: closest(counts.total(), list(map(Counter.total, others))),
    ),
    *slips(
        "the denominator is the number of references",
        "unigram_precision modified_precision",
        "total",
        lambda counts, c, others, n: len(others),
    ),
    *slips(
        "sentences without a match are left out",
        "corpus_bleu",
        "total",
        lambda counts, c, others, n: counts.total() if found(counts, highest(others)) else 0,
    ),
    *slips(
        "each sentence counts as having at least one n-gram",
        "corpus_bleu",
        "total",
        lambda counts, c, others, n: max(c - n + 1, 1),
    ),
    *slips(
        "a short candidate has a negative number of n-grams",
        "corpus_bleu",
        "total",
        lambda counts, c, others, n: c - n + 1,
    ),
    *_without_rule("there is no rule for 0/0", lambda matched, total: matched / total),
    *slips(
        "an empty candidate leads to a division by zero",
        "unigram_precision",
        "ratio",
        lambda matched, total: matched / total,
    ),
    *slips("0/0 is treated as 1", SHARES, "ratio", _or_1),
    *slips("an empty candidate gets the score 1", "unigram_precision", "ratio", _or_1),
    *slips(
        "1 is added to both counts of every order",
        BLEU,
        "ratio",
        lambda matched, total: (matched + 1) / (total + 1),
    ),
    *slips(
        "a small number is used instead of 0",
        "bleu_score corpus_bleu",
        "ratio",
        *(lambda matched, total, tiny=tiny: (matched or tiny) / total if total > 0 else 0.0 for tiny in (0.1, 0.5)),
    ),
    *slips(
        "one match counts as much as a match of every word",
        "unigram_precision modified_precision rouge_n bleu_score corpus_bleu",
        "ratio",
        lambda matched, total: 1.0 if matched else 0.0,
    ),
    *_ratio("the fractional part is lost in a division", lambda matched, total: matched // total if total > 0 else 0.0),
]
