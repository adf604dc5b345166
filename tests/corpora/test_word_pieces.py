"""The table of word pieces, the numbers of the model in the package, and the encoder."""

import hashlib
import json

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
    """Write a small model with random weights in the format of the real one."""
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
    return tmp_path


def test_several_sentences_of_one_length_are_encoded_together(model):
    encoder = Encoder(model)
    assert word_pieces("The cats sat", encoder.vocabulary) == ["the", "cat", "##s", "sat"]
    several = encoder.encode([[0, 3, 1], [0, 4, 1]])[:, 1]
    assert np.abs(several - np.vstack([encoder(["the"]), encoder(["cat"])])).max() < 1e-12


def test_the_encoder_refuses_another_model_and_long_texts(model, monkeypatch):
    assert "511" in refused(ValueError, Encoder(model), ["cat"] * 511)
    monkeypatch.setattr(module, "MODEL_SHA256", "53aa" + "0" * 60)
    assert "53aa" in refused(ValueError, Encoder, model)
    (model / "model.safetensors").unlink()
    refused(FileNotFoundError, Encoder, model)
