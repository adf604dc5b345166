"""Which words and phrases of the references were gained or lost, and how well rare and common words are translated."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise

from bleu_helpers.fast.tokens import ngrams
from bleu_helpers.lessons.counting import Ngram
from bleu_helpers.report.corpus import MAX_SEGMENTS, Corpus, Record

Counts = Counter[Ngram]
"""How often each n-gram occurs."""

SHOWN = 10
"""How many phrases are listed on either side."""

BUCKETS = (1, 2, 5, 10, 100)
"""The lowest frequency in each bucket of words."""


def moved_phrases(corpus: Corpus) -> Record:
    """Count the n-grams of the references in both outputs, clipped as in lesson 02.

    The result has the phrases with the largest losses and gains, the accuracy of words by frequency, and the number of
    segments in which they were counted.
    """
    wanted, old, new = Counts(), Counts(), Counts()
    first: dict[bool, dict[Ngram, int]] = {True: {}, False: {}}  # where an n-gram was first gained, and first lost
    for place, references in enumerate(corpus.tokenised_references[:MAX_SEGMENTS]):
        maximum, *others = (Counter(_ngrams(reference)) for reference in references)
        for ngram, count in chain(*map(Counter.items, others)):  # the operator | takes much longer
            if count > maximum.get(ngram, 0):
                maximum[ngram] = count
        before, after = (Counter(_ngrams(output.tokenised[place])) for output in (corpus.old, corpus.new))
        for ngram, count in maximum.items():
            if len(ngram) == 1:
                wanted[ngram] += count
            if ngram in before or ngram in after:
                was, now = min(before[ngram], count), min(after[ngram], count)
                old[ngram] += was
                new[ngram] += now
                if was != now:
                    first[now > was].setdefault(ngram, place)
    return {
        "lost": [*_listed(corpus, first[False], old, new, old - new)],
        "gained": [*_listed(corpus, first[True], old, new, new - old)],
        "by_frequency": _by_frequency(wanted, old, new),
        "segments": min(len(corpus.references), MAX_SEGMENTS),
    }


def _ngrams(text: str) -> Iterator[Ngram]:
    """Return the n-grams of orders 1 to 4, one after another."""
    words = text.split()
    return chain(*[ngrams(words, n) for n in (1, 2, 3, 4)])


def _listed(corpus: Corpus, first: dict[Ngram, int], old: Counts, new: Counts, net: Counts) -> Iterator[Record]:
    """List the n-grams with the largest net counts, each with the first place where it was lost or gained.

    An n-gram is left out if one that is longer by a word accounts for at least half of its count.
    """
    parts = {part for ngram in net for part in (ngram[1:], ngram[:-1]) if 2 * net[ngram] >= net[part]}
    kept = [ngram for ngram in net if ngram not in parts]  # in the order of the text
    kept.sort(key=lambda ngram: (-net[ngram], -len(ngram)))
    for ngram in kept[:SHOWN]:
        references = zip(corpus.references[first[ngram]], corpus.tokenised_references[first[ngram]], strict=True)
        example = next(text for text, tokenised in references if ngram in _ngrams(tokenised))
        words = {"text": " ".join(map(str, ngram)), "line": first[ngram] + 1, "reference": example}
        yield words | {"old": old[ngram], "new": new[ngram], "change": new[ngram] - old[ngram]}


def _by_frequency(wanted: Counts, old: Counts, new: Counts) -> list[Record]:
    """Compute the share of the wanted words that each output has. A word is wanted as often as in one reference."""
    labels = [f"{low} to {above - 1}" if above - low > 1 else f"{low}" for low, above in pairwise(BUCKETS)]
    sums = {label: Counter[str]() for label in (*labels, f"{BUCKETS[-1]} or more")}
    for word, frequency in wanted.items():
        bucket = [*sums.values()][bisect_right(BUCKETS, frequency) - 1]
        bucket.update(wanted=frequency, old=old[word], new=new[word])
    return [{"frequency": label, **found} for label, found in sums.items() if found]
