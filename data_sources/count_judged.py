"""Count what BLEU and chrF need in translations judged by professional translators, and save only the numbers.

  python3 data_sources/count_judged.py FOLDER    writes bleu_helpers/data/judgements/zh-en.csv.gz and en-de.csv.gz

FOLDER contains mqm_ted_zhen.tsv and mqm_ted_ende.tsv, which are in ted/zhen and ted/ende of the repository
https://github.com/google/wmt-mqm-human-evaluation. They have one row for each error that a translator marked, and one
for each segment without errors.
"""

import csv
import gzip
import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from bleu_helpers import bleu_counts, chrf_counts
from bleu_helpers.corpora.judgements import BOTH, FOLDER, PAIRS

FILES = {"zh-en": "mqm_ted_zhen.tsv", "en-de": "mqm_ted_ende.tsv"}
"""The file with the judgements of each language pair."""

TOKENIZE = Tokenizer13a()


class Translation(NamedTuple):
    """A translation of one segment: its texts, its error points, and the numbers of its rater and its talk."""

    source: str
    text: str
    points: float
    rater: int
    talk: int


def points_of(category: str, severity: str) -> float:
    """Return the points of an error, by the weights of Freitag et al. 2021 as given on the page of the data.

    >>> points_of("Fluency/Grammar", "Major"), points_of("Fluency/Punctuation", "Minor")
    (5.0, 0.1)
    """
    if category.startswith("Non-translation"):
        return 25.0
    if severity == "Minor" and category == "Fluency/Punctuation":
        return 0.1
    return {"Major": 5.0, "Minor": 1.0, "Neutral": 0.0, "No-error": 0.0}[severity]


def unmarked(text: str) -> str:
    """Remove the marks around an error from a text.

    >>> unmarked("I want <v>you</v> to consider")
    'I want you to consider'
    """
    return text.replace("<v>", "").replace("</v>", "")


def read(path: Path) -> dict[str, dict[int, Translation]]:
    """Read the judged translations in a file, for each system and reference by segment number."""
    found: dict[str, dict[int, Translation]] = {}
    with path.open(encoding="utf-8", newline="\n") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            source, text = (unmarked(row[column]) for column in ("source", "target"))
            before = found.setdefault(row["system"], {}).get(int(row["seg_id"]))
            points = points_of(row["category"], row["severity"]) + (before.points if before else 0.0)
            rater, talk = int(row["rater"].removeprefix("rater")), int(row["doc"].removeprefix("talk."))
            found[row["system"]][int(row["seg_id"])] = Translation(source, text, points, rater, talk)
    return found


def lengths(text: str) -> dict[str, object]:
    """Return the columns with the numbers of words and of characters of a text.

    >>> lengths("It is late.")
    {'words': 4, 'characters': 9}
    """
    return {"words": len(TOKENIZE(text).split()), "characters": len("".join(text.split()))}


def matches(text: str, references: Mapping[str, str]) -> dict[str, object]:
    """Return the columns with the n-grams of a text that match each reference, and all of them if there are several."""
    words = {name: TOKENIZE(reference).split() for name, reference in references.items()}
    row: dict[str, object] = {}
    for name, reference in references.items():
        row |= _numbered(f"{name} words", bleu_counts(TOKENIZE(text).split(), [words[name]]).matched)
        row |= _numbered(f"{name} characters", chrf_counts(text, reference).matched)
    if len(references) > 1:  # only of words, because chrF takes the better one of two references
        row |= _numbered(f"{BOTH} words", bleu_counts(TOKENIZE(text).split(), list(words.values())).matched)
    return row


def _numbered(name: str, matched: Iterable[int]) -> dict[str, int]:
    return {f"{name} {n}": count for n, count in enumerate(matched, 1)}


def rows(
    pair: str, judged: Mapping[str, Mapping[int, Translation]], english: frozenset[str]
) -> Iterator[dict[str, object]]:
    """Make one row per translation and segment. Totals have no columns, because they follow from the lengths.

    `english` contains the source sentences of the other language pair.
    """
    for name in sorted(judged):
        for segment, (_, text, points, rater, talk) in sorted(judged[name].items()):
            row: dict[str, object] = {"system": name, "segment": segment, "talk": talk, "rater": rater}
            row |= {"points": f"{points:g}", **lengths(text), "english source": int(text in english)}
            yield row | matches(text, {reference: judged[reference][segment].text for reference in PAIRS[pair]})


def as_text(table: list[dict[str, object]]) -> str:
    """Convert a table to CSV."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


def written(table: list[dict[str, object]]) -> bytes:
    """Convert a table to csv.gz, whose bytes depend only on the table."""
    return gzip.compress(as_text(table).encode("utf-8"), mtime=0)


def main(folder: str) -> None:
    """Read both files in the folder, count, and write both tables."""
    judged = {pair: read(Path(folder, name)) for pair, name in FILES.items()}
    english = frozenset(translation.source for system in judged["en-de"].values() for translation in system.values())
    for pair, systems in judged.items():
        table = list(rows(pair, systems, english))
        (FOLDER / f"{pair}.csv.gz").write_bytes(written(table))
        print(f"{pair}: {len(table)} rows")


if __name__ == "__main__":
    main(*sys.argv[1:])
