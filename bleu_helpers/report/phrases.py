"""Which words and phrases of the references were gained or lost, and how well rare and common words are translated."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from bleu_helpers.lessons.counting import Ngram
from bleu_helpers.report.corpus import Corpus, Record

SHOWN, MAX_SEGMENTS = 10, 20_000
"""How many phrases are listed on either side, and how many segments are counted at most, because it takes memory."""

BUCKETS = (1, 2, 5, 10, 100)
"""The lowest frequency in each bucket of words."""


@dataclass(frozen=True)
class Phrases:
    """The phrases with the largest losses and gains, the accuracy of words by frequency, and the segments counted."""

    lost: list[Record]
    gained: list[Record]
    by_frequency: list[Record]
    segments: int


def moved_phrases(corpus: Corpus) -> Phrases:
    """Count the n-grams of the references in both outputs, clipped as in lesson 02."""
    wanted: Counter[Ngram] = Counter()
    old: Counter[Ngram] = Counter()
    new: Counter[Ngram] = Counter()
    lost: dict[Ngram, int] = {}
    gained: dict[Ngram, int] = {}
    for place, references in enumerate(corpus.tokenised_references[:MAX_SEGMENTS]):
        maximum: Counter[Ngram] = Counter()
        for reference in references:
            maximum |= Counter(_ngrams(reference))
        wanted.update({ngram: count for ngram, count in maximum.items() if len(ngram) == 1})
        before, after = (Counter(_ngrams(output.tokenised[place])) & maximum for output in (corpus.old, corpus.new))
        old.update(before)
        new.update(after)
        for first, ngrams in ((lost, before - after), (gained, after - before)):
            for ngram in ngrams:
                first.setdefault(ngram, place)
    return Phrases(
        _listed(corpus, lost, old, new, old - new),
        _listed(corpus, gained, old, new, new - old),
        _by_frequency(wanted, old, new),
        min(len(corpus.references), MAX_SEGMENTS),
    )


def _ngrams(text: str) -> Iterator[Ngram]:
    words = text.split()
    for n in (1, 2, 3, 4):
        yield from zip(*(words[start:] for start in range(n)), strict=False)


def _listed(
    corpus: Corpus, first: dict[Ngram, int], old: Counter[Ngram], new: Counter[Ngram], net: Counter[Ngram]
) -> list[Record]:
    """List the n-grams with the largest net counts, each with the first place where it was lost or gained.

    An n-gram is left out if one that is longer by a word accounts for at least half of its count.
    """
    parts = {part for ngram in net for part in (ngram[1:], ngram[:-1]) if 2 * net[ngram] >= net[part]}
    kept = sorted(net.keys() - parts, key=lambda ngram: (-net[ngram], -len(ngram), first[ngram]))
    phrases = []
    for ngram in kept[:SHOWN]:
        place = first[ngram]
        tokenised = corpus.tokenised_references[place]
        example = next(number for number, text in enumerate(tokenised) if ngram in _ngrams(text))
        words = {"text": " ".join(map(str, ngram)), "old": old[ngram], "new": new[ngram]}
        phrases.append(
            {
                **words,
                "change": new[ngram] - old[ngram],
                "line": place + 1,
                "reference": corpus.references[place][example],
            }
        )
    return phrases


def _by_frequency(wanted: Counter[Ngram], old: Counter[Ngram], new: Counter[Ngram]) -> list[Record]:
    """Compute the share of the wanted words that each output has. A word is wanted as often as in one reference."""
    labels = [f"{low} to {above - 1}" if above - low > 1 else f"{low}" for low, above in pairwise(BUCKETS)]
    sums = {label: Counter[str]() for label in (*labels, f"{BUCKETS[-1]} or more")}
    for word, frequency in wanted.items():
        bucket = [*sums.values()][bisect_right(BUCKETS, frequency) - 1]
        bucket.update(wanted=frequency, old=old[word], new=new[word])
    return [{"frequency": label, **found} for label, found in sums.items() if found]
