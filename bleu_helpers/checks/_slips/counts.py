"""Slips in what a text is made of: its words, its n-grams, their counts, and what these are divided by."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from bleu_helpers.checks._recipe import (
    Counts,
    Recipe,
    Words,
    clipped,
    closest,
    grams,
    highest,
    in_any,
    sentence_bleu,
)
from bleu_helpers.checks._slips.slip import BLEU, NGRAMS, RETURNS, SHARES, Slip, slips, slips_of

NOWHERE = "no word is ever found"
CUT = "the references are cut to the candidate's length"

_CLIPS = f"count_clip modified_precision {BLEU}"

# The choices, in the tasks in which most slips in them can be made.
_references = slips_of("references", f"unigram_precision {NGRAMS}")
_ngrams = slips_of("ngrams", f"simple_count {NGRAMS}")
_match = slips_of("match", "unigram_precision")
_clip = slips_of("clip", _CLIPS)
_clip_in_bleu = slips_of("clip", _CLIPS, halves="bleu")
_clip_in_rouge_too = slips_of("clip", f"rouge_n {_CLIPS}")
_total = slips_of("total", SHARES)
_ratio = slips_of("ratio", f"unigram_precision {SHARES}")
_without_rule = slips_of("ratio", SHARES)


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


def _first_only(function: Callable[[Counts, list[Counts]], Counts]) -> Callable[[Counts, list[Counts]], Counts]:
    """Look at the n-gram that comes first, and at no other."""
    return lambda counts, others: function(Counter(dict(islice(counts.items(), 1))), others)


def cut_to_the_candidate(candidate: Words, references: list[Words]) -> list[Words]:
    """Look at no more words of a reference than the candidate has."""
    return [reference[: len(candidate)] for reference in references]


# What the matches are divided by, and how.


def _or_1(matched: float, total: float) -> float:
    return matched / total if total > 0 else 1.0


SLIPS: list[Slip] = [
    # What a sentence is made of.
    *slips(
        "characters instead of words",
        f"simple_count unigram_precision closest_ref_length brevity_penalty word_error_rate {NGRAMS}",
        "read",
        lambda words: list("".join(words)),
        lambda words: list(" ".join(words)),
    ),
    *slips(
        "characters instead of words",
        BLEU,
        "ngrams",
        lambda words, n: grams("".join(words), n),
        lambda words, n: grams(" ".join(words), n),
    ),
    *slips(
        "characters instead of words",
        "simple_count count_clip",
        "ngrams",
        lambda words, n: ["".join(gram) for gram in grams("".join(words), n)],
        lambda words, n: ["".join(gram) for gram in grams(" ".join(words), n)],
    ),
    *_ngrams(
        "characters instead of words", lambda words, n: ["".join(gram) for word in words for gram in grams(word, n)]
    ),
    *slips(
        "capital letters make no difference",
        f"simple_count unigram_precision word_error_rate {NGRAMS}",
        "read",
        lambda words: [word.lower() for word in words],
    ),
    # Which references are looked at.
    *_references("only the first reference is used", lambda references: references[:1]),
    *_references("only the last reference is used", lambda references: references[-1:]),
    *_references("only the first two references are used", lambda references: references[:2]),
    *slips(
        CUT,
        "unigram_precision count_clip modified_precision bleu_score corpus_bleu",
        "cut",
        cut_to_the_candidate,
    ),
    *slips(
        "the references are joined into one long one",
        f"brevity_penalty {NGRAMS}",
        "references",
        lambda references: [[word for reference in references for word in reference]],
    ),
    # Which n-grams there are.
    *_ngrams(
        "off by one: an n-gram is missing", lambda words, n: grams(words, n)[:-1], lambda words, n: grams(words, n)[1:]
    ),
    *_ngrams(
        "off by one: n-grams that are too short",
        lambda words, n: [tuple(words[start : start + n]) for start in range(len(words))],
        lambda words, n: [tuple(words[start : start + n]) for start in range(len(words) - n + 2)],
    ),
    *_ngrams("lists as keys", lambda words, n: [list(gram) for gram in grams(words, n)]),
    *_clip_in_bleu("lists as keys", lambda counts, others: Counter([list(gram) for gram in counts])),
    *_ngrams("the order n is not used", lambda words, n: grams(words, 1)),
    *_ngrams("bigrams for every n", lambda words, n: grams(words, 2)),
    *_ngrams("n-grams that do not overlap", lambda words, n: grams(words, n)[::n]),
    *_ngrams(
        "all orders up to n in one count",
        lambda words, n: [gram for order in range(1, n + 1) for gram in grams(words, order)],
    ),
    *slips(
        "the words of an n-gram are joined without a blank",
        "simple_count count_clip",
        "ngrams",
        *(lambda words, n, text=text: [(text.join(gram),) for gram in grams(words, n)] for text in ("", "_", "-", ",")),
    ),
    *slips(
        "the words of an n-gram are joined without a blank",
        SHARES,
        "ngrams",
        lambda words, n: list(map("".join, grams(words, n))),
    ),
    # How they are counted, and what counts as a match.
    *slips(
        "each different word is counted once",
        f"simple_count unigram_precision {NGRAMS}",
        "tally",
        lambda ngrams: Counter(set(ngrams)),
    ),
    *_clip_in_rouge_too("each different word is counted once", _one_match),
    *_match("each different word is counted once", _one_match),
    *_match("already clipped", clipped),
    *_match(NOWHERE, lambda counts, others: Counter()),
    *slips(NOWHERE, "count_clip modified_precision", "clip", lambda counts, others: Counter()),
    *_match(
        "letters in a text in place of words in a list",
        lambda counts, others: Counter(
            {gram: counts[gram] for gram in counts if any(gram[0] in word for other in others for (word,) in other)}
        ),
    ),
    *_match(
        "a word must be in every reference",
        lambda counts, others: Counter({gram: counts[gram] for gram in counts if all(other[gram] for other in others)}),
    ),
    *_clip("the references are not looked at", lambda counts, others: counts),
    *_match("the references are not looked at", lambda counts, others: counts),
    *_clip_in_rouge_too("no clipping", in_any),
    *_clip_in_bleu(
        "clipped by the sum over the references",
        lambda counts, others: _at_most(counts, lambda gram: sum(other[gram] for other in others)),
    ),
    *_clip_in_bleu(
        "the matches of all references are added up",
        lambda counts, others: sum((clipped(counts, [other]) for other in others), Counter()),
    ),
    *_clip_in_bleu(
        "clipped by the smallest reference count",
        lambda counts, others: _at_most(counts, lambda gram: min(other[gram] for other in others)),
        lambda counts, others: _at_most(
            in_any(counts, others), lambda gram: min(other[gram] for other in others if other[gram])
        ),
    ),
    *_clip_in_rouge_too(
        "the reference's count without the minimum",
        lambda counts, others: Counter({gram: highest(others)[gram] for gram in counts}),
    ),
    *_clip("the reference's count without the minimum", lambda counts, others: highest(others)),
    *_clip_in_rouge_too(
        "a clipped count is added at each place of its n-gram",
        lambda counts, others: Counter({gram: counts[gram] * k for gram, k in clipped(counts, others).items()}),
    ),
    *_match("only the best single reference", _best(in_any)),
    *_clip_in_bleu("only the best single reference", _best(clipped)),
    *slips(
        "only the best single reference",
        "count_clip",
        "clip",
        lambda counts, others: _best(clipped)(counts, others[::-1]),
    ),
    *slips("only the best single reference", "bleu_score ngram_f1", "sentence", _best_sentence),
    *slips(RETURNS, "simple_count", "ngrams", lambda words, n: grams(words, n)[:1]),
    *_match(
        RETURNS,
        _first_only(in_any),
        _first_only(_one_match),
        lambda counts, others: Counter(dict(islice(_one_match(counts, others).items(), 1))),
    ),
    *slips(RETURNS, "count_clip modified_precision", "clip", _first_only(clipped), _first_only(_one_match)),
    # What the matches are divided by, and how.
    *_total("divided by the number of different n-grams", lambda counts, c, others, n: len(counts)),
    *slips(
        "divided by the number of different words",
        "unigram_precision",
        "total",
        lambda counts, c, others, n: len(counts),
    ),
    *_total(
        "a count is added at each place of its n-gram, in the denominator",
        lambda counts, c, others, n: sum(count**2 for count in counts.values()),
    ),
    *_total("divided by the number of words", lambda counts, c, others, n: c),
    *_total("off by one in the denominator", lambda counts, c, others, n: c - n),
    *slips(
        "divided by the reference's size",
        "unigram_precision modified_precision bleu_score corpus_bleu",
        "total",
        lambda counts, c, others, n: sum(map(Counter.total, others)),
        lambda counts, c, others, n: others[0].total(),
        lambda counts, c, others, n: max(map(Counter.total, others)),
        lambda counts, c, others, n: min(map(Counter.total, others)),
        lambda counts, c, others, n: closest(counts.total(), list(map(Counter.total, others))),
        lambda counts, c, others, n: highest(others).total(),
    ),
    *slips(
        "at least one n-gram for each sentence", "corpus_bleu", "total", lambda counts, c, others, n: max(c - n + 1, 1)
    ),
    *_without_rule("no rule for 0/0", lambda matched, total: matched / total),
    *slips("an empty candidate divides by zero", "unigram_precision", "ratio", lambda matched, total: matched / total),
    *slips("0/0 taken as 1", SHARES, "ratio", _or_1, halves=""),
    *slips("an empty candidate gets 1", "unigram_precision", "ratio", _or_1),
    *slips(
        "no rule for no match at all",
        "unigram_precision modified_precision rouge_n bleu_score corpus_bleu",
        "ratio",
        lambda matched, total: 1 / (total / matched),
    ),
    *slips(
        "1 is added to both counts of every order",
        BLEU,
        "ratio",
        lambda matched, total: (matched + 1) / (total + 1),
        halves="bleu",
    ),
    *_ratio("division without the fraction", lambda matched, total: matched // total if total > 0 else 0.0),
]
