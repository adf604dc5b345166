"""What to distrust: faults of the files, and choices of the measure, that can explain a change by themselves."""

import operator
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, islice

import numpy as np

from bleu_helpers.corpora.tokenisers import needed_tokenisation, tokeniser
from bleu_helpers.report.causes import LABELS, MIN_SHARE, depends
from bleu_helpers.report.corpus import MAX_SEGMENTS, Corpus, Output, Record, Texts, bleu_of_row

MAX_OFFSET, SEARCHED = 3, 5_000
"""Shifted lines are looked for at offsets up to this one, in this many lines."""

MIN_SHIFTED, MIN_GAIN = 5, 0.15
"""Lines count as shifted if at least this many in a row match other references by this share of words more."""

_PUNCTUATION, _SPACED = re.compile(r"[,.?!]"), re.compile(r" [,.?!]")


def doubts(corpus: Corpus, causes: Sequence[Record], tokenisation: str, lowercase: bool) -> Iterator[Record]:
    """List every other reason to distrust the comparison, the most serious ones first, with the lines concerned."""
    outputs = {output.name: output.texts for output in (corpus.old, corpus.new)}
    faults = faults_of_files(outputs, corpus.references, chain.from_iterable(corpus.tokenised_references))
    named = {("tabs", one["where"]) for one in causes if one["cause"] == LABELS}
    yield from (one for one in faults if (one["kind"], one.get("name")) not in named)
    if tokenisation in ("13a", "none"):
        tokenise = tokeniser({"13a": "none", "none": "13a"}[tokenisation], lowercase)
        others = [[*map(tokenise, texts)] for texts in corpus.references[:MAX_SEGMENTS]]
        first = [output.rows[:MAX_SEGMENTS].sum(axis=0) for output in (corpus.old, corpus.new)]
        again = [Output("", output.texts[:MAX_SEGMENTS], tokenise, others).score for output in (corpus.old, corpus.new)]
        change, rest = bleu_of_row(first[1]) - bleu_of_row(first[0]), again[1] - again[0]
        if depends(change, rest):
            yield {"kind": "tokenisation", "change": change, "rest": rest}
    punctuated = [text for texts in corpus.references for text in texts if _PUNCTUATION.search(text)]
    if 3 * sum(bool(_SPACED.search(text)) for text in punctuated) > len(punctuated) and tokenisation != "none":
        yield {"kind": "tokenised references"}
    yield from chain(_in_references(corpus), _in_output(corpus.old, corpus), _in_output(corpus.new, corpus))


def shifted(output: Output, references: Sequence[Texts]) -> Iterator[Record]:
    """Find the lines that match the references of other lines, all at the same offset, much more than their own."""
    ours = [{*text.split()} for text in output.tokenised[:SEARCHED]]
    theirs = [{*" ".join(texts).split()} for texts in references[:SEARCHED]]

    def share(place: int, other: int) -> float:
        return len(ours[place] & theirs[other]) / len(ours[place]) if ours[place] and 0 <= other < len(theirs) else 0.0

    straight = [share(place, place) for place in range(len(ours))]
    for offset in (offset for offset in range(-MAX_OFFSET, MAX_OFFSET + 1) if offset):
        gains = (share(place, place + offset) - alone for place, alone in enumerate(straight))
        sums = [*accumulate(gains, initial=0.0)]
        # The lines from which the sum grows most: from its lowest point so far to the end of the steepest rise.
        end = int(np.argmax(np.array(sums) - np.minimum.accumulate(sums)))
        start = int(np.argmin(sums[: end + 1]))
        if end - start >= MIN_SHIFTED and sums[end] - sums[start] > MIN_GAIN * (end - start):
            yield {"kind": "shifted", "name": output.name, "lines": [start + 1, end], "offset": offset}


def _in_references(corpus: Corpus) -> Iterator[Record]:
    first: dict[tuple[str, ...], int] = {}
    again = (first.setdefault(tuple(texts), place) < place for place, texts in enumerate(corpus.references))
    yield from _named("duplicated", "the references", again, MIN_SHARE)
    yield from _named("identical references", "", (len({*texts}) < len(texts) for texts in corpus.references), 0.5)


def _in_output(output: Output, corpus: Corpus) -> Iterator[Record]:
    first: dict[str, Texts] = {}
    pairs = [*zip(output.texts, corpus.references, strict=True)]
    again = (text.strip() and first.setdefault(text, others) != others for text, others in pairs)
    yield from _named("duplicated", output.name, again, MIN_SHARE)
    unclean = ([text.rstrip() != text for text in (ours, *others)] for ours, others in pairs)
    yield from _named("white space", output.name, (ours != any(others) for ours, *others in unclean))


def faults_of_files(
    outputs: Mapping[str, Texts], references: Sequence[Texts], tokenised: Iterable[str]
) -> Iterator[Record]:
    """List what a score hides: the wrong tokenisation, empty and copied outputs, tabs, and empty references."""
    if needed := needed_tokenisation(islice(tokenised, MAX_SEGMENTS)):
        yield {"kind": "no spaces", "tokenise": needed}
    for name, texts in outputs.items():
        yield from _named("empty", name, (not text.strip() for text in texts))
        yield from _named("copied", name, map(operator.contains, references, texts), 1)
    for name, texts in {**outputs, "the references": [*map("".join, references)]}.items():
        yield from _named("tabs", name, ("\t" in text for text in texts))
    yield from _named("empty references", "", (not all(map(str.strip, texts)) for texts in references))


def _named(kind: str, name: str, are: Iterable[object], share: float = 0.0) -> list[Record]:
    """Return a record with the lines for which something is true, if there are any, and at least this share of all."""
    is_so = [*are]
    lines = [line for line, is_true in enumerate(is_so, start=1) if is_true]
    return [{"kind": kind, "name": name, "lines": lines}] if len(lines) >= max(1, share * len(is_so)) else []
