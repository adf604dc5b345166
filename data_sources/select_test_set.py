"""Select the sentences of the small test set, and write them together with their human translations.

  python3 data_sources/select_test_set.py   writes every column except Apertium's; then look at `git diff`

The same rule decides for every sentence of several_references.tsv whether it is selected, and it ignores how similar
the translations are. A hash determines the order of the sentences and which translation is reference A, so neither was
chosen by hand.
"""

import hashlib
from collections.abc import Container, Iterable
from itertools import zip_longest
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
DATA = SOURCES.parent / "bleu_helpers" / "data" / "test_set"
COLUMNS = ("spanish", "reference_a", "reference_b", "third_translation")
"""The columns that were written by people, in the order of a selected row."""

MIN_WORDS = 7
"""The smallest number of words that each translation of a sentence may have, split at spaces."""

SUBJECTS = "Yo Tú Él Ella Usted Nosotros Nosotras Vosotros Vosotras Ellos Ellas Ustedes Tom Mary Achille".split()
"""The first words of the sentences that name their subject: pronouns, and the names of people."""


def read_table(name: str) -> list[list[str]]:
    """Read the cells of each line of a table in this folder."""
    return [line.split("\t") for line in (SOURCES / name).read_text(encoding="utf-8").splitlines()]


def hash_key(text: str) -> str:
    """Return the hash of a text, by which sentences and translations are sorted."""
    return hashlib.sha256(f"BLEU from scratch: {text}".encode()).hexdigest()


def kind_of(sentence: str) -> str:
    """Return the kind of a Spanish sentence.

    >>> [kind_of(sentence) for sentence in ("¿Qué hiciste con mi equipaje?", "Tom quiere que saques la basura.")]
    ['question', 'names its subject']
    """
    if "¿" in sentence:
        return "question"
    return "names its subject" if sentence.split()[0] in SUBJECTS else "other"


def select(rows: Iterable[list[str]], left_out: Container[str]) -> list[list[str]]:
    """Select the sentences, each with its translations, in the order of their hashes.

    Of two sentences that share a translation, the first one is selected.

    Args:
        rows: a Spanish sentence and its English translations in each.
        left_out: the Spanish sentences that are not selected.

    Returns:
        The selected rows, with the translations of each in the order of their hashes.
    """
    selected: list[list[str]] = []
    used: set[str] = set()
    for spanish, *english in sorted(rows, key=lambda row: hash_key(row[0])):
        long_enough = all(len(translation.split()) >= MIN_WORDS for translation in english)
        if long_enough and spanish not in left_out and used.isdisjoint(english):
            selected.append([spanish, *sorted(english, key=hash_key)])
            used.update(english)
    return selected


def make_columns() -> dict[str, list[str]]:
    """Make the lines of each column that this script writes, by the name of its file."""
    rows = select(read_table("several_references.tsv"), {spanish for spanish, _ in read_table("left_out.tsv")})
    # Where a sentence has more than three translations, COLUMNS ends before the fourth.
    columns = dict(zip(COLUMNS, map(list, zip_longest(*rows, fillvalue="")), strict=False))
    return {"kind": list(map(kind_of, columns["spanish"])), **columns}


def write_columns(columns: dict[str, list[str]]) -> None:
    """Write each column of the test set to its file, one line per sentence."""
    for name, lines in columns.items():
        (DATA / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    print(f"Written: {', '.join(columns)}. Look at `git diff`.")


if __name__ == "__main__":
    write_columns(make_columns())
