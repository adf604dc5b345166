"""The functions that count n-grams and their matches, from memory, and the ways of getting them wrong."""

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
    Ways,
    around,
    as_it_is,
    joined,
    merged,
    step,
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


# What is counted in the references.


def _among(choose: Callable[[Words, References], References]) -> Others:
    """Count the n-grams of some references, or of parts of them."""
    return lambda count, candidate, references: list(map(count, choose(candidate, references)))


def _in_a_text(between: str) -> Others:
    """Join the words of each reference into a string, and count how often the string contains an n-gram."""

    def others(count: Callable[[Words], Counts], candidate: Words, references: References) -> list[Counts]:
        texts = (between.join(reference) for reference in references)
        return [Counter({gram: text.count(between.join(gram)) for gram in count(candidate)}) for text in texts]

    return others


_CUT = step(
    "others",
    {
        "the references are cut to the length of the candidate": _among(
            lambda candidate, references: [reference[: len(candidate)] for reference in references]
        )
    },
)
IN_A_TEXT = step(
    "others",
    {"words are searched for as letters in a text, not as items in a list": (_in_a_text(" "), _in_a_text(""))},
)
FOR_MATCHES_ONLY = step(
    "others",
    {
        "matches are searched for only in the first reference": _among(lambda candidate, references: references[:1]),
        "matches are searched for only in the last reference": _among(lambda candidate, references: references[-1:]),
        JOINED: _among(lambda candidate, references: joined(references)),
    },
)

# Which n-grams there are, and how they are counted.


def _one_too_short(words: Words, n: int) -> list[Any]:
    return [tuple(words[start : start + n]) for start in range(len(words) - n + 2)]


_NGRAMS = step(
    "ngrams",
    {
        "one n-gram is missing (off by one)": (
            lambda words, n: grams(words, n)[:-1],
            lambda words, n: grams(words, n)[1:],
        ),
        "some n-grams are too short (off by one)": (
            lambda words, n: [tuple(words[start : start + n]) for start in range(len(words))],
            _one_too_short,
        ),
        "lists are used as keys": lambda words, n: [list(gram) for gram in grams(words, n)],
        "the order n is ignored": lambda words, n: grams(words, 1),
        "bigrams are counted for every n": lambda words, n: grams(words, 2),
        "each n-gram has one word too many": lambda words, n: grams(words, n + 1),
        "each n-gram has one word too few": lambda words, n: [
            tuple(words[start : start + n - 1]) for start in range(len(words) - n + 2)
        ],
        "the order of the words in an n-gram is lost": lambda words, n: [tuple(sorted(g)) for g in grams(words, n)],
        "markers for the start and the end are added": (
            lambda words, n: grams(["<s>", *words, "</s>"] if n > 1 else words, n),
            lambda words, n: grams(["<s>", *words, "</s>"], n),
        ),
        "the n-grams do not overlap": lambda words, n: grams(words, n)[::n],
        "all orders up to n are counted together": lambda words, n: [
            gram for order in range(1, n + 1) for gram in grams(words, order)
        ],
    },
)
_AS_KEYS = step(
    "ngrams",
    {
        LETTERS: (
            lambda words, n: ["".join(gram) for gram in grams("".join(words), n)],
            lambda words, n: ["".join(gram) for gram in grams(" ".join(words), n)],
        ),
        "the words of an n-gram are joined without a space": tuple(
            lambda words, n, text=text: [(text.join(gram),) for gram in grams(words, n)] for text in ("", "_", "-", ",")
        ),
    },
)
JOINED_NGRAMS = step(
    "ngrams",
    {"the words of an n-gram are joined without a space": lambda words, n: list(map("".join, grams(words, n)))},
)
_OWN = step("own", {"one n-gram is missing (off by one)": lambda ngrams: ngrams[:-1]})
_ONCE = step("tally", {"each different word is counted only once": lambda ngrams: Counter(set(ngrams))})


def _or_by_formula(*tables: Mapping[str, Any]) -> Ways:
    """Add to each way a variant that computes the number of n-grams from the length alone. People do both."""
    formula = {"total": lambda counts, c, others, n: max(c - n + 1, 0)}
    every: dict[str, Any] = dict(merged(*tables))
    return {name: tuple({**way, **more} for way in ways for more in ({}, formula)) for name, ways in every.items()}


# What is a match.


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


_FIRST_ONLY = "only the first iteration of a loop counts"
_WITHOUT_MINIMUM = "the reference's count is used without taking the minimum"
_TIMES_COUNT = "the reference's count is added once per occurrence in the candidate"
_NO_MATCH: dict[str, Match] = {"no word is ever found": lambda counts, allowed: Counter()}
_ALL_MATCH: dict[str, Match] = {"the references are ignored": lambda counts, allowed: counts}

_PLAIN = step(
    "match",
    {
        "each different word is counted only once": _one_match,
        "the counts are already clipped": clipped,
        **_NO_MATCH,
        **_ALL_MATCH,
        _WITHOUT_MINIMUM: _not_clipped,
        _TIMES_COUNT: _multiplied(_not_clipped),
        _FIRST_ONLY: (_first_only(found), _first_only(_one_match)),
    },
)
CLIPPING = step(
    "match",
    {
        "each different word is counted only once": _one_match,
        "the counts are not clipped": found,
        "the larger of the two counts is used": lambda counts, allowed: Counter(
            {gram: max(count, allowed[gram]) for gram, count in counts.items()}
        ),
        _WITHOUT_MINIMUM: _not_clipped,
        "a clipped count is added once per occurrence of its n-gram": _multiplied(clipped),
        _TIMES_COUNT: _multiplied(_not_clipped),
    },
)
_CLIPPED_COUNTS = step(
    "match",
    {
        "lists are used as keys": lambda counts, allowed: Counter([list(gram) for gram in counts]),
        _WITHOUT_MINIMUM: lambda counts, allowed: allowed,
    },
)
_IN_CLIP = step("match", {**_NO_MATCH, **_ALL_MATCH, _FIRST_ONLY: (_first_only(clipped), _first_only(_one_match))})

# How the matches with several references are combined.


def _limited_by(limit: Callable[[list[int]], float]) -> Matches:
    """Match against one number for each n-gram, which depends on its counts in all references."""
    return lambda match, counts, others: match(
        counts, Counter({gram: limit([other[gram] for other in others]) for gram in counts})
    )


def _added(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    return sum((match(counts, other) for other in others), Counter())


def _average(match: Match, counts: Counts, others: list[Counts]) -> Counts:
    return Counter({gram: count / len(others) for gram, count in _added(match, counts, others).items()})


_EVERY_REFERENCE = step("matches", {"a word must occur in every reference": _limited_by(min)})
_LIMITS = step(
    "matches",
    {
        "the counts are clipped by the smallest reference count": _limited_by(min),
        "the counts are clipped by the sum over the references": _limited_by(sum),
        "the first reference that contains an n-gram sets its limit": _limited_by(
            lambda counts: next(filter(None, counts), 0)
        ),
        "the last reference that contains an n-gram sets its limit": _limited_by(
            lambda counts: next(filter(None, counts[::-1]), 0)
        ),
    },
)
_SEVERAL = step(
    "matches",
    {
        "the matches in all references are added up": _added,
        # On a tie, the first reference is the best one.
        "only the best single reference is used": lambda match, counts, others: max(
            (match(counts, other) for other in others), key=Counter.total
        ),
    },
)
_AVERAGED = step("matches", {"the result is averaged over the references": _average})

# What the matches are divided by, and how.

_TOTALS = step(
    "total",
    {
        "the denominator is the number of different n-grams": lambda counts, c, others, n: len(counts),
        "the denominator adds a count once per occurrence of its n-gram": lambda counts, c, others, n: sum(
            count**2 for count in counts.values()
        ),
        "the denominator is the number of words": lambda counts, c, others, n: c,
        "the denominator is off by one": (
            lambda counts, c, others, n: c - n,
            lambda counts, c, others, n: max(c - n, 1),
        ),
    },
)
_DIFFERENT_WORDS = step(
    "total", {"the denominator is the number of different words": lambda counts, c, others, n: len(counts)}
)
NOT_DIVIDED = step("total", {"the number of matches is not divided by anything": lambda counts, c, others, n: 1})
_OF_THE_REFERENCE = step(
    "total",
    {
        "the denominator is the size of the reference": tuple(
            lambda counts, c, others, n, size=size: size(counts.total(), list(map(Counter.total, others)))
            for size in (
                lambda c, sizes: sum(sizes),
                lambda c, sizes: sizes[0],
                lambda c, sizes: max(sizes),
                lambda c, sizes: min(sizes, key=lambda other: (abs(other - c), other)),
            )
        )
    },
)
_NUMBER_OF_REFERENCES = step(
    "total", {"the denominator is the number of references": lambda counts, c, others, n: len(others)}
)


def _or_1(matched: float, total: float) -> float:
    return matched / total if total > 0 else 1.0


_NO_RULE = step(
    "ratio", {"there is no rule for 0/0": lambda matched, total: matched / total, "0/0 is treated as 1": _or_1}
)
_NO_RULE_FOR_EMPTY = step(
    "ratio",
    {
        "an empty candidate leads to a division by zero": lambda matched, total: matched / total,
        "an empty candidate gets the score 1": _or_1,
    },
)
_ALL_OR_NOTHING = step(
    "ratio", {"one match counts as much as a match of every word": lambda matched, total: 1.0 if matched else 0.0}
)
_WHOLE = step(
    "ratio",
    {"the fractional part is lost in a division": lambda matched, total: matched // total if total > 0 else 0.0},
)

# The mistakes in each function.


_REFERENCES = around(*FEW_REFERENCES, *ONE_MISSING)

SIMPLE_COUNT = merged(
    around(LETTERS, LOWERED),
    _AS_KEYS,
    _NGRAMS,
    _ONCE,
    step("ngrams", {_FIRST_ONLY: lambda words, n: grams(words, n)[:1]}),
)
UNIGRAM_PRECISION = merged(
    around(LETTERS, LOWERED, IN_PLACE),
    _REFERENCES,
    _CUT,
    IN_A_TEXT,
    around(LAST_WORD),
    _or_by_formula(_ONCE),
    _PLAIN,
    _EVERY_REFERENCE,
    _SEVERAL,
    _AVERAGED,
    _DIFFERENT_WORDS,
    NOT_DIVIDED,
    _OF_THE_REFERENCE,
    _NUMBER_OF_REFERENCES,
    _NO_RULE_FOR_EMPTY,
    _ALL_OR_NOTHING,
    _WHOLE,
    around(ROUNDED),
)
COUNT_CLIP = merged(
    around(LETTERS, LOWERED),
    _REFERENCES,
    _CUT,
    around(JOINED),
    IN_A_TEXT,
    _AS_KEYS,
    _NGRAMS,
    _OWN,
    _ONCE,
    _IN_CLIP,
    _CLIPPED_COUNTS,
    CLIPPING,
    _LIMITS,
    _SEVERAL,
)
COUNTING = merged(_or_by_formula(_NGRAMS, JOINED_NGRAMS, _OWN, _ONCE), CLIPPING)
"""The mistakes in counting that are possible in recall too."""
DIVIDING = merged(_TOTALS, _NO_RULE, _ALL_OR_NOTHING, _WHOLE)
MODIFIED_PRECISION = merged(
    around(LETTERS, LOWERED, IN_PLACE),
    _REFERENCES,
    _CUT,
    around(JOINED),
    IN_A_TEXT,
    COUNTING,
    _IN_CLIP,
    _CLIPPED_COUNTS,
    _LIMITS,
    _SEVERAL,
    _AVERAGED,
    NOT_DIVIDED,
    _OF_THE_REFERENCE,
    _NUMBER_OF_REFERENCES,
    DIVIDING,
    around(ROUNDED),
)
SHARED_WITH_BLEU = merged(
    around(LETTERS, LOWERED, IN_PLACE),
    _REFERENCES,
    FOR_MATCHES_ONLY,
    _CUT,
    around(JOINED),
    IN_A_TEXT,
    step("ngrams", {LETTERS: tuple(lambda words, n, text=text: grams(text.join(words), n) for text in ("", " "))}),
    COUNTING,
    step("match", {"the score does not depend on the matches": lambda counts, allowed: counts}),
    _CLIPPED_COUNTS,
    _LIMITS,
    _SEVERAL,
    _AVERAGED,
    _OF_THE_REFERENCE,
    DIVIDING,
)
"""The mistakes of a modified precision that change BLEU too."""
