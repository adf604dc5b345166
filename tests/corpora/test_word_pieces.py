"""The table of word pieces, the numbers of the model in the package, and the encoder."""

import hashlib
import json
import math

import numpy as np
import pytest
import score_with_model
from refused import refused

from bleu_helpers import cosine
from bleu_helpers.corpora import word_pieces as module
from bleu_helpers.corpora.small_test_set import read_test_set
from bleu_helpers.corpora.word_pieces import FOLDER, Encoder, cut, read_scores, read_table, word_pieces

SIZE, INNER, HEADS, LAYERS = 24, 10, 12, 6
PIECES = ["[CLS]", "[SEP]", "[UNK]", "the", "cat", "##s", "sat"]


def test_the_table_has_a_vector_of_small_whole_numbers_for_each_piece():
    table = read_table()
    assert {len(vector) for vector in table.values()} == {64}
    assert {type(entry) for entry in table["cat"]} == {int}
    assert max(map(abs, table["cat"])) == 40
    assert f"{len(table):,} word pieces" in (FOLDER / "README.md").read_text(encoding="utf-8")
    assert cosine(table["cat"], table["kitten"]) > cosine(table["cat"], table["mat"])


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("The watchman came.", ["the", "watch", "##man", "came", "."]),
        ("Café, don't!", ["cafe", ",", "don", "'", "t", "!"]),
        ("3.50€", ["3", ".", "50", "##€"]),
        ("a\u200bb\tc", ["ab", "c"]),
        ("", []),
    ],
)
def test_cuts_as_the_model_does(text, pieces):
    assert cut(text) == pieces


def test_a_word_of_another_script_is_refused_by_its_name_and_otherwise_unknown():
    for word in ("고양이가", "чай", "猫"):
        assert repr(word)[1:-1] in refused(ValueError, cut, f"the {word} sat")
    assert word_pieces("the 猫 sat", set(PIECES)) == ["the", "[UNK]", "sat"]
    assert word_pieces("c" * 101, {"c", "##c"}) == ["[UNK]"]


def test_every_score_belongs_to_a_segment_and_every_change_changes_something():
    segments = read_test_set().segments
    assert len(read_scores("segments")) == len(segments)
    for row in read_scores("changes"):
        assert row["changed"] != segments[int(row["segment"])].references[0]
        assert 0 < float(row["f1"]) <= 1


def test_the_agreement_with_people_follows_from_the_judgements_in_the_package():
    assert (FOLDER / "agreement.csv").read_text(encoding="utf-8") == score_with_model.agreement()


@pytest.fixture
def model(tmp_path, monkeypatch):
    """Write a small model with random weights in the format of the real one, and return its arrays and its folder."""
    random, arrays = np.random.default_rng(16), {}
    linear = ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense")
    shapes = {name: (SIZE, SIZE) for name in linear}
    shapes |= {"intermediate.dense": (INNER, SIZE), "output.dense": (SIZE, INNER)}
    for start in (f"encoder.layer.{layer}." for layer in range(LAYERS)):
        for name, shape in shapes.items():
            arrays |= {
                start + name + ".weight": random.normal(size=shape),
                start + name + ".bias": random.normal(size=shape[0]),
            }
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            arrays |= {f"{start}{name}.{kind}": random.normal(size=SIZE) for kind in ("weight", "bias")}
    arrays |= {f"embeddings.LayerNorm.{kind}": random.normal(size=SIZE) for kind in ("weight", "bias")}
    for name, rows in (("word", len(PIECES)), ("position", 9), ("token_type", 2)):
        arrays[f"embeddings.{name}_embeddings.weight"] = random.normal(size=(rows, SIZE))
    arrays = {name: array.astype("<f4") for name, array in arrays.items()}
    described, data = {"__metadata__": {"format": "pt"}}, b""
    for name, array in arrays.items():
        described[name] = {"dtype": "F32", "shape": array.shape, "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    head = json.dumps(described).encode()
    weights = len(head).to_bytes(8, "little") + head + data
    (tmp_path / "model.safetensors").write_bytes(weights)
    (tmp_path / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    monkeypatch.setattr(module, "MODEL_SHA256", hashlib.sha256(weights).hexdigest())
    return arrays, tmp_path


def by_loops(arrays, numbers):
    """Run the encoder one vector and one head at a time, as the papers describe it."""

    def linear(name, x):
        return arrays[name + ".weight"].astype(float) @ x + arrays[name + ".bias"]

    def norm(name, x):
        return (x - x.mean()) / math.sqrt(x.var() + 1e-12) * arrays[name + ".weight"] + arrays[name + ".bias"]

    def embedded(place, number):
        tables = [
            arrays[f"embeddings.{name}_embeddings.weight"].astype(float) for name in ("word", "position", "token_type")
        ]
        return norm("embeddings.LayerNorm", tables[0][number] + tables[1][place] + tables[2][0])

    xs = [embedded(*item) for item in enumerate(numbers)]
    for start in (f"encoder.layer.{layer}." for layer in range(LAYERS)):
        query, key, value = (
            [linear(f"{start}attention.self.{part}", x) for x in xs] for part in ("query", "key", "value")
        )
        size, after = SIZE // HEADS, []
        for place, x in enumerate(xs):
            mixed = []
            for head in (slice(size * head, size * (head + 1)) for head in range(HEADS)):
                fits = [math.exp(query[place][head] @ other[head] / math.sqrt(size)) for other in key]
                mixed += list(sum(fit * other[head] for fit, other in zip(fits, value, strict=True)) / sum(fits))
            x = norm(
                start + "attention.output.LayerNorm", x + linear(start + "attention.output.dense", np.array(mixed))
            )
            hidden = np.array(
                [z * (1 + math.erf(z / math.sqrt(2))) / 2 for z in linear(start + "intermediate.dense", x)]
            )
            after.append(norm(start + "output.LayerNorm", x + linear(start + "output.dense", hidden)))
        xs = after
    return np.array(xs[1:-1])


def test_the_encoder_agrees_with_loops_over_vectors_and_heads(model):
    arrays, folder = model
    encoder = Encoder(folder)
    pieces = word_pieces("The cats sat", encoder.vocabulary)
    assert pieces == ["the", "cat", "##s", "sat"]
    assert np.abs(encoder(pieces) - by_loops(arrays, [0, 3, 4, 5, 6, 1])).max() < 1e-5
    several = encoder.encode([[0, 3, 1], [0, 4, 1]])[:, 1]
    assert np.abs(several - np.vstack([encoder(["the"]), encoder(["cat"])])).max() < 1e-12


def test_the_encoder_refuses_another_model_and_long_texts(model, monkeypatch):
    _, folder = model
    assert "511" in refused(ValueError, Encoder(folder), ["cat"] * 511)
    monkeypatch.setattr(module, "MODEL_SHA256", "53aa" + "0" * 60)
    assert "53aa" in refused(ValueError, Encoder, folder)
    (folder / "model.safetensors").unlink()
    refused(FileNotFoundError, Encoder, folder)
