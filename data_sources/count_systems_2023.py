"""Count what BLEU and chrF need in translations by systems of 2023, add up people's points, and save only the numbers.

  python3 data_sources/count_systems_2023.py FOLDER    writes the tables of 2023 in bleu_helpers/data/judgements

FOLDER contains, each packed with gzip: zh-en_mqm.tsv, the rows of generalMT2023/zhen in the repository
https://github.com/google/wmt-mqm-human-evaluation; and zh-en.NAME.txt, the translations of each system and the
reference, which are in the folder txt of https://github.com/wmt-conference/wmt23-news-systems. It also contains
zh-en_systems.tsv and de-en_systems.tsv, what the same repository published about each system; and model_f1.csv, the F1
of lesson 16 that score_with_model.py computes.
"""

import csv
import gzip
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean

import sacrebleu
from count_judged import as_text, lengths, matches, points_of, written

from bleu_helpers.corpora.judgements import FOLDER

REFERENCE = "ref"
"""The name of the reference in the tables, as in those of 2021."""

OF_REFERENCE = {"zh-en": (76.05, 3), "de-en": (89.92, 1)}
"""The mean grade of the reference and its cluster, from humaneval/DA+SQM/WMT23.results.txt in the second repository."""

Points = dict[int, float]
"""The points that each rater took off a translation, by the number of the rater."""


def lines_of(path: Path) -> list[str]:
    """Read the lines of a packed text."""
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return [line.rstrip("\n") for line in lines]


def read_points(path: Path) -> tuple[dict[tuple[str, int], Points], dict[int, int]]:
    """Read each rater's points for each system and line (from 1), and the number of the document of each line."""
    points: dict[tuple[str, int], Points] = {}
    documents: dict[int, str] = {}
    for row in csv.DictReader(lines_of(path), delimiter="\t", quoting=csv.QUOTE_NONE):
        line, rater = int(row["line"]), int(row["rater"].removeprefix("rater"))
        of_translation = points.setdefault((row["system"], line), {})
        # A row of the kind HOTW-test is not an error: it says whether a rater found an error that was put in as a test.
        lost = 0.0 if row["severity"] == "HOTW-test" else points_of(row["category"], row["severity"])
        of_translation[rater] = of_translation.get(rater, 0.0) + lost
        documents[line] = row["doc"]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(documents[line] for line in sorted(documents)))}
    return points, {line: numbers[name] + 1 for line, name in documents.items()}


def rows(
    texts: Mapping[str, Sequence[str]],
    points: Mapping[tuple[str, int], Points],
    documents: Mapping[int, int],
    f1: Mapping[tuple[str, int], str],
) -> Iterator[dict[str, object]]:
    """Make one row per judged system and segment, and one for the reference, which nobody judged in this way."""
    for name in [*sorted({name for name, _ in points}), REFERENCE]:
        for line, document in sorted(documents.items()):
            text, reference = texts[name][line - 1], texts[REFERENCE][line - 1]
            of_raters = dict(sorted(points.get((name, line), {}).items()))
            row: dict[str, object] = {"system": name, "segment": line, "talk": document}
            row["rater"] = " ".join(map(str, of_raters))
            row["points"] = " ".join(f"{lost:.4g}" for lost in of_raters.values())
            row |= {**lengths(text), "f1": f1.get((name, line), "")}
            yield row | matches(text, {REFERENCE: reference})


def alike(texts: Mapping[str, Sequence[str]]) -> Iterator[dict[str, object]]:
    """Make one row per pair of texts: which share of their lines is identical, and the BLEU of one by the other."""
    for name, other in combinations(sorted(texts), 2):
        same = fmean(line == its for line, its in zip(texts[name], texts[other], strict=True))
        bleu = sacrebleu.corpus_bleu(texts[name], [texts[other]]).score
        yield {"text": name, "other": other, "same": f"{same:.4f}", "BLEU": f"{bleu:.2f}"}


def published(path: Path, pair: str) -> Iterator[dict[str, object]]:
    """Make one row per system, and one for the reference, which people graded as if it were a system."""
    with path.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            people = {"people": row["people_mean"], "cluster": row["cluster"]}
            scores = {"COMET": row["comet_wmt22_da"], "BLEU": row["bleu_13a"], "chrF": row["chrf"]}
            yield {"system": row["system"], **people, **scores}
    mean, cluster = OF_REFERENCE[pair]
    yield {"system": REFERENCE, "people": mean, "cluster": cluster, "COMET": "", "BLEU": "", "chrF": ""}


def main(name_of_folder: str) -> None:
    """Read everything in the folder, count, and write the tables."""
    folder = Path(name_of_folder)
    names = [path.name.split(".")[1] for path in folder.glob("zh-en.*.txt.gz")]
    texts = {name: lines_of(folder / f"zh-en.{name}.txt.gz") for name in names if name != "source"}
    texts[REFERENCE] = texts.pop("reference")
    with (folder / "model_f1.csv").open(encoding="utf-8", newline="") as lines:
        f1 = {(row["system"], int(row["line"])): f"{float(row['f1']):.4f}" for row in csv.DictReader(lines)}
    table = list(rows(texts, *read_points(folder / "zh-en_mqm.tsv.gz"), f1))
    (FOLDER / "zh-en-2023.csv.gz").write_bytes(written(table))
    tables = {f"{pair}-2023-systems": published(folder / f"{pair}_systems.tsv", pair) for pair in OF_REFERENCE}
    for name, small in {**tables, "zh-en-2023-alike": alike(texts)}.items():
        (FOLDER / f"{name}.csv").write_text(as_text(list(small)), encoding="utf-8", newline="")
    print(f"zh-en: {len(table)} rows")


if __name__ == "__main__":
    main(*sys.argv[1:])
