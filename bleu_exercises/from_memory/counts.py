"""The functions that count n-grams and their matches, from memory, and the ways of getting them wrong.

For example, `count_clip(candidate, references, n, match=found)` is the right function with something else in its step
`match`, and makes the mistake "the counts are not clipped". This mistake is in the table `_CLIPPING`, with what the
step does instead: `{"match": found}`. The tables at the end of the file join those of all mistakes that a function can
have.

The steps of a modified precision, in the order in which they run:

ngrams: lists the n-grams of any sentence
own: changes the list for the candidate only
tally: counts such a list
others: counts the n-grams of the references
match: compares the candidate's counts with the allowed ones
matches: finds the allowed counts in several references, and matches against them
total: finds the denominator
ratio: divides
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, TypeAlias

from bleu_exercises._ways import (
    FEW_REFERENCES,
    IN_PLACE,
    JOINED,
    LAST_WORD,
    LETTERS,
    LOWERED,
    ONE_MISSING,
    ROUNDED,
    Function,
    Ways,
    around,
    as_it_is,
    either,
    joined,
    merged,
)

Words: TypeAlias = Sequence[Any]
References: TypeAlias = Sequence[Words]
Counts: TypeAlias = Counter[Any]
Match: TypeAlias = Callable[[Counts, Counts], Counts]
"""Takes the counts of a candidate and the allowed counts, and keeps the matches."""
Matches: TypeAlias = Callable[[Match, Counts, list[Counts]], Counts]
"""Combines the matches with several references."""
Others: TypeAlias = Callable[[Callable[[Words], Counts], Words, References], list[Counts]]
"""Counts the n-grams of references with a function that counts those of one sentence."""

# The right functions, with their steps as keyword arguments.


def grams(words: Words, n: int) -> list[Any]:
    """List the n-grams of a sentence."""
    return list(zip(*(words[start:] for start in range(n)), strict=False))


def simple_count(
    tokens: Words,
    n: int,
    *,
    ngrams: Callable[[Words, int], list[Any]] = grams,
    tally: Callable[[list[Any]], Counts] = Counter,
) -> Counts:
    """Count the n-grams of a sentence."""
    return tally(ngrams(tokens, n))


def of_each(count: Callable[[Words], Counts], candidate: Words, references: References) -> list[Counts]:
    """Count the n-grams of each reference, whatever the candidate is."""
    return list(map(count, references))


def highest(reference_counts: list[Counts]) -> Counts:
    """Find each n-gram's largest count in a single reference."""
    most: Counts = Counter()
    for counts in reference_counts:
        for gram, count in counts.items():  # the same as most |= counts, in a third of the time
            if count > most.get(gram, 0):
                most[gram] = count
    return most


def with_the_highest(match: Match, counts: Counts, reference_counts: list[Counts]) -> Counts:
    """Match against each n-gram's largest count in a single reference."""
    return match(counts, highest(reference_counts))


def clipped(counts: Counts, allowed: Counts) -> Counts:
    """Clip the count of each n-gram to the allowed count."""
    return Counter({gram: min(count, allowed[gram]) for gram, count in counts.items()})


def found(counts: Counts, allowed: Counts) -> Counts:
    """Keep the full counts of all n-grams that are allowed at all, as plain precision does."""
    return Counter({gram: count for gram, count in counts.items() if allowed[gram]})


def all_counted(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    """Add up the counts."""
    return sum(counts.values())


def divided(matched: float, total: float) -> float:
    """Divide, with 0/0 = 0."""
    return matched / total if total > 0 else 0.0


def counted(
    candidate: Words,
    references: References,
    n: int,
    *,
    ngrams: Callable[[Words, int], list[Any]] = grams,
    own: Callable[[list[Any]], list[Any]] = as_it_is,
    tally: Callable[[list[Any]], Counts] = Counter,
    others: Others = of_each,
) -> tuple[Counts, list[Counts]]:
    """Count the n-grams of the candidate, and those of each reference."""
    return tally(own(ngrams(candidate, n))), others(lambda words: tally(ngrams(words, n)), candidate, references)


def count_clip(
    candidate: Words,
    references: References,
    n: int,
    *,
    matches: Matches = with_the_highest,
    match: Match = clipped,
    **counting: Any,
) -> Counts:
    """Count the n-grams of the candidate, clipped to the largest count in a single reference."""
    return matches(match, *counted(candidate, references, n, **counting))


@lru_cache(maxsize=20_000)
def _match_counts(
    candidate: Words,
    references: References,
    n: int,
    *,
    matches: Matches = with_the_highest,
    match: Match = clipped,
    total: Callable[[Counts, int, list[Counts], int], float] = all_counted,
    **counting: Any,
) -> tuple[float, float]:
    counts, others = counted(candidate, references, n, **counting)
    return sum(matches(match, counts, others).values()), total(counts, len(candidate), others, n)


def match_counts(candidate: Words, references: References, n: int, **steps: Any) -> tuple[float, float]:
    """Compute the numerator and the denominator of a modified precision.

    Most mistakes are made elsewhere, and then these two numbers are the same for an input, so they are cached.
    """
    return _match_counts(tuple(candidate), tuple(map(tuple, references)), n, **steps)


def modified_precision(
    candidate: Words,
    references: References,
    n: int,
    *,
    ratio: Callable[[float, float], float] = divided,
    **counting: Any,
) -> float:
    """Compute a modified precision."""
    return ratio(*match_counts(candidate, references, n, **counting))


def unigram_precision(candidate: Words, references: References, *, match: Match = found, **steps: Any) -> float:
    """Compute the share of the candidate's words that some reference has."""
    return modified_precision(candidate, references, 1, match=match, **steps)


# The mistakes, in tables by the functions in which they are possible.


def _in_a_text(between: str) -> Others:
    """Join the words of each reference into a string, and count how often the string contains an n-gram."""

    def others(count: Callable[[Words], Counts], candidate: Words, references: References) -> list[Counts]:
        texts = (between.join(reference) for reference in references)
        return [Counter({gram: text.count(between.join(gram)) for gram in count(candidate)}) for text in texts]

    return others


def _among(choose: Callable[[Words, References], References]) -> Others:
    """Count the n-grams of some references, or of parts of them."""
    return lambda count, candidate, references: list(map(count, choose(candidate, references)))


def _pieces(length: Callable[[int], int], places: Callable[[int, int], int]) -> Callable[[Words, int], list[Any]]:
    """Cut pieces of another length, or at other places."""
    return lambda words, n: [
        tuple(words[start : start + length(n)]) for start in range(len(words) - n + 1 + places(n, len(words)))
    ]


def _one_match(counts: Counts, allowed: Counts) -> Counts:
    return Counter(dict.fromkeys(found(counts, allowed), 1))


def _allowed_counts(counts: Counts, allowed: Counts) -> Counts:
    return Counter({gram: allowed[gram] for gram in counts})


def _first_only(match: Match) -> Match:
    """Use only the first n-gram."""
    return lambda counts, allowed: match(Counter(dict(islice(counts.items(), 1))), allowed)


def _multiplied(match: Match) -> Match:
    """Add the matches of an n-gram once for each of its occurrences."""
    return lambda counts, allowed: Counter({gram: counts[gram] * k for gram, k in match(counts, allowed).items()})


def _limited_by(limit: Callable[[list[int]], float]) -> Matches:
    """Match against one number for each n-gram, which depends on its counts in all references."""
    return lambda match, counts, others: match(
        counts, Counter({gram: limit([other[gram] for other in others]) for gram in counts})
    )


def _added(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    return sum((match(counts, other) for other in others), Counter())


def _average(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    return Counter({gram: count / len(others) for gram, count in _added(match, counts, others).items()})


def _best(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    """Match against the one reference that gives the most matches, the first one on a tie."""
    return max((match(counts, other) for other in others), key=Counter.total)


def _size(choose: Callable[[int, list[int]], int]) -> Function:
    """Divide by the size of a reference, which is chosen by the sizes of the candidate and of all references."""
    return lambda counts, c, others, n: choose(counts.total(), list(map(Counter.total, others)))


def _or_1(matched: float, total: float) -> float:
    return matched / total if total > 0 else 1.0


_ONCE = "each different word is counted only once"
_FIRST_ONLY = "only the first iteration of a loop counts"
_WITHOUT_MINIMUM = "the reference's count is used without taking the minimum"
_TIMES_COUNT = "the reference's count is added once per occurrence in the candidate"

# Wherever n-grams are counted.
_ONCE_EACH: Ways = {_ONCE: {"tally": lambda ngrams: Counter(set(ngrams))}}
_NGRAMS: Ways = {
    "one n-gram is missing (off by one)": either(
        "ngrams", lambda words, n: grams(words, n)[:-1], lambda words, n: grams(words, n)[1:]
    ),
    "some n-grams are too short (off by one)": either(
        "ngrams", _pieces(lambda n: n, lambda n, c: n - 1), _pieces(lambda n: n, lambda n, c: 1)
    ),
    "lists are used as keys": {"ngrams": lambda words, n: [list(gram) for gram in grams(words, n)]},
    "the order n is ignored": {"ngrams": lambda words, n: grams(words, 1)},
    "bigrams are counted for every n": {"ngrams": lambda words, n: grams(words, 2)},
    "each n-gram has one word too many": {"ngrams": lambda words, n: grams(words, n + 1)},
    "each n-gram has one word too few": {"ngrams": _pieces(lambda n: n - 1, lambda n, c: 1)},
    "the order of the words in an n-gram is lost": {
        "ngrams": lambda words, n: [tuple(sorted(gram)) for gram in grams(words, n)]
    },
    "markers for the start and the end are added": either(
        "ngrams",
        lambda words, n: grams(["<s>", *words, "</s>"] if n > 1 else words, n),
        lambda words, n: grams(["<s>", *words, "</s>"], n),
    ),
    "the n-grams do not overlap": {"ngrams": lambda words, n: grams(words, n)[::n]},
    "all orders up to n are counted together": {
        "ngrams": lambda words, n: [gram for order in range(1, n + 1) for gram in grams(words, order)]
    },
    **_ONCE_EACH,
}
# Wherever a candidate is compared with references.
_OWN: Ways = {"one n-gram is missing (off by one)": {"own": lambda ngrams: ngrams[:-1]}}
_CLIPPING = {
    "the counts are not clipped": {"match": found},
    "the larger of the two counts is used": {
        "match": lambda counts, allowed: Counter({gram: max(k, allowed[gram]) for gram, k in counts.items()})
    },
    _WITHOUT_MINIMUM: {"match": _allowed_counts},
    "a clipped count is added once per occurrence of its n-gram": {"match": _multiplied(clipped)},
    _TIMES_COUNT: {"match": _multiplied(_allowed_counts)},
}
# In simple_count and count_clip, where the n-grams are seen.
_AS_KEYS = {
    LETTERS: either(
        "ngrams",
        lambda words, n: ["".join(gram) for gram in grams("".join(words), n)],
        lambda words, n: ["".join(gram) for gram in grams(" ".join(words), n)],
    ),
    "the words of an n-gram are joined without a space": tuple(
        {"ngrams": lambda words, n, text=text: [(text.join(gram),) for gram in grams(words, n)]}
        for text in ("", "_", "-", ",")
    ),
}
# Wherever a candidate is compared with references.
_IN_A_TEXT = {
    "words are searched for as letters in a text, not as items in a list": either(
        "others", _in_a_text(" "), _in_a_text("")
    )
}
# The same, but not in recall.
_REFERENCES: Ways = {
    "the references are cut to the length of the candidate": {
        "others": _among(lambda candidate, references: [reference[: len(candidate)] for reference in references])
    },
    **_IN_A_TEXT,
    "the matches in all references are added up": {"matches": _added},
    "only the best single reference is used": {"matches": _best},
}
_SIZES: Ways = {
    "the result is averaged over the references": {"matches": _average},
    "the denominator is the size of the reference": either(
        "total",
        _size(lambda c, sizes: sum(sizes)),
        _size(lambda c, sizes: sizes[0]),
        _size(lambda c, sizes: max(sizes)),
        _size(lambda c, sizes: min(sizes, key=lambda size: (abs(size - c), size))),
    ),
}
# In clipped counts, and in what is computed from them.
_LIMITS: Ways = {
    "lists are used as keys": {"match": lambda counts, allowed: Counter([list(gram) for gram in counts])},
    _WITHOUT_MINIMUM: {"match": lambda counts, allowed: allowed},
    "the counts are clipped by the smallest reference count": {"matches": _limited_by(min)},
    "the counts are clipped by the sum over the references": {"matches": _limited_by(sum)},
    "the first reference that contains an n-gram sets its limit": {
        "matches": _limited_by(lambda counts: next(filter(None, counts), 0))
    },
    "the last reference that contains an n-gram sets its limit": {
        "matches": _limited_by(lambda counts: next(filter(None, counts[::-1]), 0))
    },
}
_CLIPPED: Ways = {
    "no word is ever found": {"match": lambda counts, allowed: Counter()},
    "the references are ignored": {"match": lambda counts, allowed: counts},
    _FIRST_ONLY: either("match", _first_only(clipped), _first_only(_one_match)),
}
# In a share of n-grams.
_SHARES: Ways = {
    "the words of an n-gram are joined without a space": {
        "ngrams": lambda words, n: list(map("".join, grams(words, n)))
    },
    "the denominator is the number of different n-grams": {"total": lambda counts, c, others, n: len(counts)},
    "the denominator adds a count once per occurrence of its n-gram": {
        "total": lambda counts, c, others, n: sum(count**2 for count in counts.values())
    },
    "the denominator is the number of words": {"total": lambda counts, c, others, n: c},
    "the denominator is off by one": either(
        "total", lambda counts, c, others, n: c - n, lambda counts, c, others, n: max(c - n, 1)
    ),
    "there is no rule for 0/0": {"ratio": lambda matched, total: matched / total},
    "0/0 is treated as 1": {"ratio": _or_1},
}
_RATIOS: Ways = {
    "one match counts as much as a match of every word": {"ratio": lambda matched, total: 1.0 if matched else 0.0},
    "the fractional part is lost in a division": {
        "ratio": lambda matched, total: matched // total if total > 0 else 0.0
    },
}
_NUMBER: Ways = {"the denominator is the number of references": {"total": lambda counts, c, others, n: len(others)}}
_NOT_DIVIDED: Ways = {
    "the number of matches is not divided by anything": {"total": lambda counts, c, others, n: 1},
}


def _or_by_formula(ways: Mapping[str, Any]) -> Ways:
    """Add to each way a variant that computes the number of n-grams from the length alone. People do both."""
    formula = {"total": lambda counts, c, others, n: max(c - n + 1, 0)}
    return {name: tuple({**way, **more} for way in ways[name] for more in ({}, formula)) for name in ways}


_FEW = {**FEW_REFERENCES, **ONE_MISSING}

SIMPLE_COUNT = merged(
    around(LETTERS, LOWERED),
    _AS_KEYS,
    _NGRAMS,
    {_FIRST_ONLY: {"ngrams": lambda words, n: grams(words, n)[:1]}},
)
UNIGRAM_PRECISION = merged(
    around(LETTERS, LOWERED, IN_PLACE),
    _FEW,
    _REFERENCES,
    around(LAST_WORD),
    _or_by_formula(merged(_ONCE_EACH)),
    {
        "the counts are already clipped": {"match": clipped},
        "no word is ever found": {"match": lambda counts, allowed: Counter()},
        "the references are ignored": {"match": lambda counts, allowed: counts},
        _WITHOUT_MINIMUM: {"match": _allowed_counts},
        _TIMES_COUNT: {"match": _multiplied(_allowed_counts)},
        _FIRST_ONLY: either("match", _first_only(found), _first_only(_one_match)),
        "a word must occur in every reference": {"matches": _limited_by(min)},
        "the denominator is the number of different words": {"total": lambda counts, c, others, n: len(counts)},
    },
    _SIZES,
    _NOT_DIVIDED,
    _NUMBER,
    {
        "an empty candidate leads to a division by zero": {"ratio": lambda matched, total: matched / total},
        "an empty candidate gets the score 1": {"ratio": _or_1},
    },
    _RATIOS,
    around(ROUNDED),
)
COUNT_CLIP = merged(
    around(LETTERS, LOWERED), _FEW, around(JOINED), _AS_KEYS, _NGRAMS, _OWN, _CLIPPING, _CLIPPED, _LIMITS, _REFERENCES
)
_COUNTING = merged(_or_by_formula(merged(_NGRAMS, _OWN)), _CLIPPING)
MODIFIED_PRECISION = merged(
    around(LETTERS, LOWERED, IN_PLACE),
    _FEW,
    around(JOINED),
    _REFERENCES,
    _COUNTING,
    _CLIPPED,
    _LIMITS,
    _SIZES,
    _NOT_DIVIDED,
    _NUMBER,
    _SHARES,
    _RATIOS,
    around(ROUNDED),
)
SHARED_WITH_BLEU = merged(
    around(LETTERS, LOWERED, IN_PLACE),
    _FEW,
    {
        "matches are searched for only in the first reference": {"others": _among(lambda c, refs: refs[:1])},
        "matches are searched for only in the last reference": {"others": _among(lambda c, refs: refs[-1:])},
    },
    around(JOINED),
    {
        JOINED: {"others": _among(lambda c, refs: joined(refs))},
        LETTERS: either(
            "ngrams", lambda words, n: grams("".join(words), n), lambda words, n: grams(" ".join(words), n)
        ),
    },
    _REFERENCES,
    _COUNTING,
    {"the score does not depend on the matches": {"match": lambda counts, allowed: counts}},
    _LIMITS,
    _SIZES,
    _SHARES,
    _RATIOS,
    {"1 is added to both counts of every order": {"ratio": lambda matched, total: (matched + 1) / (total + 1)}},
)
SHARED_WITH_RECALL = merged(
    around(LETTERS, LOWERED, IN_PLACE), _FEW, around(JOINED), _IN_A_TEXT, _COUNTING, _NOT_DIVIDED, _SHARES, _RATIOS
)
