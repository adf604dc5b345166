"""The corpus of the benchmark, made from a fixed seed: nobody has to download anything to get the same numbers."""

import random
from collections.abc import Iterator
from itertools import accumulate, islice
from pathlib import Path
from typing import NamedTuple

from bleu_helpers.small_test_set import read_test_set

TYPES = 50_000


class Corpus(NamedTuple):
    """Candidates, each with its references, all in tokens."""

    candidates: list[list[str]]
    references: list[list[list[str]]]

    def first(self, segments: int) -> "Corpus":
        """The corpus as far as this many segments."""
        return Corpus(self.candidates[:segments], self.references[:segments])

    def lines(self) -> list[str]:
        """The candidates as lines of text, as some programs want them."""
        return [" ".join(candidate) for candidate in self.candidates]

    def streams(self) -> list[list[str]]:
        """The references as sacrebleu wants them: the first of every candidate, then the second ones and so on."""
        return [[" ".join(reference) for reference in each] for each in zip(*self.references, strict=True)]

    def texts(self) -> tuple[list[str], list[list[str]]]:
        """Candidates and references as texts, new ones each time: nobody has looked at them yet."""
        return self.lines(), [[" ".join(reference) for reference in references] for references in self.references]

    def tokens(self) -> "Corpus":
        """The corpus with new strings for its tokens, as if it had just been read."""
        lines, references = self.texts()
        return Corpus([line.split() for line in lines], [[one.split() for one in many] for many in references])

    def tokens_and_texts(self) -> tuple["Corpus", list[str], list[list[str]]]:
        """The corpus for programs that are given tokens, and for those that are given texts, new ones each time."""
        return self.tokens(), *self.texts()


def of_the_test_set(segments: int, references: int = 1, seed: int = 1) -> Corpus:
    """The small test set again and again: what a system made of it, each time with other words exchanged.

    One word in ten becomes another one of the references. Words have letters and digits only: a program that cuts off
    punctuation finds none.
    """
    rng = random.Random(seed)
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
    """The words of a text, of letters and digits only."""
    return [kept for word in text.split() if (kept := "".join(filter(str.isalnum, word)))]


def corpus(segments: int, references: int = 1, tokens: int = 25, seed: int = 1) -> Corpus:
    """The first segments of the stream."""
    drawn = list(islice(stream(references, tokens, seed), segments))
    return Corpus([candidate for candidate, _ in drawn], [others for _, others in drawn])


def write_files(segments: int, folder: Path) -> tuple[Path, Path]:
    """Write the corpus as two files of lines, one segment a line, and never have it whole in memory."""
    paths = folder / "candidates.txt", folder / "references.txt"
    with paths[0].open("w", encoding="utf-8") as candidates, paths[1].open("w", encoding="utf-8") as references:
        for candidate, [reference] in islice(stream(), segments):
            candidates.write(" ".join(candidate) + "\n")
            references.write(" ".join(reference) + "\n")
    return paths


def stream(references: int = 1, tokens: int = 25, seed: int = 1) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Draw sentences of words that are as frequent as Zipf says, and edit them: 30 of 100 tokens change. No end.

    A tenth of the tokens is dropped, a tenth replaced, and a tenth changes places with the one before. The first
    reference is the sentence itself; the candidate and the other references are edited, each in its own way.
    """
    rng = random.Random(f"{seed} {tokens}")
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
        # Never so short that fewer than 4 tokens are left: NLTK scores such candidates otherwise than the paper.
        length = max(tokens // 2, round(rng.gauss(tokens, tokens / 4)))
        sentence = rng.choices(words, cum_weights=shares, k=length)
        yield edited(sentence), [sentence, *(edited(sentence) for _ in range(references - 1))]
