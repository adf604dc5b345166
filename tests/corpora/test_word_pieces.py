"""The table of word pieces, the numbers of the model in the package, and the encoder."""

import numpy as np
import pytest
import score_with_model
from refused import refused

from bleu_helpers import cosine
from bleu_helpers.corpora.small_test_set import read_test_set
from bleu_helpers.corpora.word_pieces import FOLDER, MODEL_SHA256, Encoder, cut, read_scores, read_table, word_pieces


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
    assert word_pieces("the 猫 sat", {"the", "sat"}) == ["the", "[UNK]", "sat"]
    assert word_pieces("c" * 101, {"c", "##c"}) == ["[UNK]"]


def test_every_score_belongs_to_a_segment_and_every_change_changes_something():
    segments = read_test_set().segments
    assert len(read_scores("segments")) == len(segments)
    for row in read_scores("changes"):
        assert row["changed"] != segments[int(row["segment"])].references[0]
        assert 0 < float(row["f1"]) <= 1


def test_the_agreement_with_people_follows_from_the_judgements_in_the_package():
    assert (FOLDER / "agreement.csv").read_text(encoding="utf-8") == score_with_model.agreement()


class RandomArrays(dict):
    """The arrays of a small model, each with random numbers from when it is first read."""

    def __missing__(self, name):
        shape = (24,) if "LayerNorm" in name or name.endswith(".bias") else (24, 24)
        self[name] = np.random.default_rng(len(self)).normal(size=shape)
        return self[name]


def test_several_sentences_of_one_length_are_encoded_together():
    encoder = Encoder.__new__(Encoder)
    encoder._arrays, encoder.vocabulary = RandomArrays(), {"[CLS]": 0, "[SEP]": 1, "the": 2, "cat": 3}
    several = encoder.encode([[0, 2, 1], [0, 3, 1]])[:, 1]
    assert np.abs(several - np.vstack([encoder(["the"]), encoder(["cat"])])).max() < 1e-12


def test_the_encoder_refuses_another_model_and_long_texts(tmp_path):
    refused(FileNotFoundError, Encoder, tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"another model")
    assert MODEL_SHA256[:12] in refused(ValueError, Encoder, tmp_path)
    without_a_model = Encoder.__new__(Encoder)
    assert "511" in refused(ValueError, without_a_model, ["cat"] * 511)
