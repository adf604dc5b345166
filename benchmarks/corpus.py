"""The corpora of the benchmarks. They are made from a fixed seed, so nothing has to be downloaded."""

import random
from collections.abc import Iterator
from itertools import accumulate, islice
from pathlib import Path
from typing import NamedTuple

from bleu_helpers.corpora.small_test_set import read_test_set

TYPES = 50_000
"""The number of different words in a drawn corpus, about as many as in a newspaper."""


class Corpus(NamedTuple):
    """Candidates and their references, split into words."""

    candidates: list[list[str]]
    references: list[list[list[str]]]

    def texts(self) -> tuple[list[str], list[list[str]]]:
        """Make new texts of the candidates and the references."""
        references = [[" ".join(reference) for reference in references] for references in self.references]
        return [" ".join(candidate) for candidate in self.candidates], references

    def tokens(self) -> tuple[list[list[str]], list[list[list[str]]]]:
        """Make new tokens of the candidates and the references, as if they had just been read."""
        candidates, references = self.texts()
        return [text.split() for text in candidates], [[text.split() for text in texts] for texts in references]


def repeated_test_set(segments: int, references: int = 1) -> Corpus:
    """Repeat the small test set and the translations of a system, each time with different words exchanged.

    One word in ten is replaced with another word from the references. Words have letters and digits only, so that a
    program that cuts off punctuation finds none.
    """
    rng = random.Random(1)
    originals, systems = read_test_set()
    sides = [
        [words_of(text) for text in (candidate, *original.references)]
        for candidate, original in zip(systems["apertium"], originals, strict=True)
    ]
    words = [word for _, *others in sides for other in others for word in other]

    def changed(sentence: list[str]) -> list[str]:
        return [rng.choice(words) if rng.random() < 0.1 else word for word in sentence]

    drawn = [sides[place % len(sides)] for place in range(segments)]
    return Corpus(
        [changed(candidate) for candidate, *_ in drawn],
        [[changed(others[place % len(others)]) for place in range(references)] for _, *others in drawn],
    )


def words_of(text: str) -> list[str]:
    """List the words of a text, with their letters and digits only."""
    return [kept for word in text.split() if (kept := "".join(filter(str.isalnum, word)))]


def write_files(segments: int, folder: Path) -> tuple[Path, Path]:
    """Write that many segments of the stream as two files of lines, one segment per line, without holding them all."""
    paths = folder / "candidates.txt", folder / "references.txt"
    with paths[0].open("w", encoding="utf-8") as candidates, paths[1].open("w", encoding="utf-8") as references:
        for candidate, [reference] in islice(stream(), segments):
            candidates.write(" ".join(candidate) + "\n")
            references.write(" ".join(reference) + "\n")
    return paths


def stream(references: int = 1) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Yield an endless stream of sentences with Zipf-distributed words and edited copies with 30 % of tokens changed.

    A tenth of the tokens is dropped, a tenth replaced, and a tenth changes places with the one before. The first
    reference is the sentence itself; the candidate and the other references are edited, each in its own way.
    """
    rng = random.Random("1 25")
    words = [f"w{rank}" for rank in range(TYPES)]
    shares = list(accumulate(1 / rank for rank in range(1, TYPES + 1)))

    def edited(sentence: list[str]) -> list[str]:
        new: list[str] = []
        for word in sentence:
            chance = rng.random()
            if chance < 0.1:
                continue
            new.append(rng.choices(words, cum_weights=shares)[0] if chance < 0.2 else word)
            if chance >= 0.9:
                new[-2:] = new[-2:][::-1]
        return new

    while True:
        sentence = rng.choices(words, cum_weights=shares, k=max(12, round(rng.gauss(25, 25 / 4))))
        yield edited(sentence), [sentence, *(edited(sentence) for _ in range(references - 1))]
