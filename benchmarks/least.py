"""How long the least work takes: a program in C counts a corpus in files, and so do our engine and other packages.

All of them split the text at spaces (tokenize="none"). `run.py bench --least` compiles the program, bleu_counts.c, so
it needs a C compiler, Linux or macOS, and Numba.
"""

import math
import resource
import subprocess
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from unittest import mock

import numba  # noqa: F401 - an error says that it is missing
from corpus import stream

from bleu_helpers import BleuCounts, bleu_of_counts, corpus_bleu_of_texts, line_ranges, score_range
from bleu_helpers.fast import texts

PROGRAM = Path(__file__).parent / "bleu_counts.c"
WORDS = 2_500_000
"""How many words the candidates of a corpus have: 100,000 segments of 25. Every way is timed once it is loaded."""
CORPORA = [(25, 1), (25, 4), (500, 1)]
"""The words in each segment, and the number of its references."""


def cpu_seconds() -> float:
    """Return the CPU time of this process and of the programs that it has run."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def ways(words: int, references: int, folder: Path) -> dict[str, Callable[[], float]]:
    """Write a corpus and compile the program. Return functions that compute the BLEU of the corpus, C first."""
    import bleuscore
    from sacrebleu.metrics.bleu import BLEU

    columns: list[list[str]] = [[] for _ in range(references + 1)]
    sentences = stream(references)
    for _ in range(WORDS // words):
        parts = [[candidate, *others] for candidate, others in islice(sentences, words // 25)]
        for column, sentences_of_column in zip(columns, zip(*parts, strict=True), strict=True):
            column.append(" ".join(" ".join(text) for text in sentences_of_column))
    paths = [folder / f"{place}.txt" for place in range(len(columns))]
    for path, column in zip(paths, columns, strict=True):
        path.write_text("".join(f"{line}\n" for line in column), encoding="utf-8", newline="\n")
    subprocess.run(["cc", "-O3", "-march=native", "-o", folder / "bleu_counts", PROGRAM], check=True)
    candidates, *others = columns
    references_per_candidate = [list(several) for several in zip(*others, strict=True)]
    [whole] = line_ranges(paths[0], paths[1:], lines=None)
    sacrebleu = BLEU(tokenize="none", smooth_method="none", force=True)

    def in_c() -> float:
        printed = subprocess.run([folder / "bleu_counts", *paths], check=True, capture_output=True, text=True).stdout
        counts = [*map(int, printed.split())]
        return bleu_of_counts(BleuCounts(tuple(counts[:5]), tuple(counts[5:10]), *counts[10:]))

    def in_arrays() -> float:
        with mock.patch.object(texts, "_REPAYS_COMPILING", math.inf):
            return score_range(whole, tokenize="none").compute()

    def compiled(function: Callable[..., float], *arguments: object) -> float:
        with mock.patch.object(texts, "_REPAYS_COMPILING", 0):
            return function(*arguments)

    return {
        "C": in_c,
        "compiled": lambda: compiled(lambda: score_range(whole, tokenize="none").compute()),
        "compiled, from lists": lambda: compiled(corpus_bleu_of_texts, candidates, references_per_candidate),
        "in arrays": in_arrays,
        "bleuscore": lambda: bleuscore.compute(references_per_candidate, candidates, ref_len_method="closest")["bleu"],
        "sacreBLEU": lambda: sacrebleu.corpus_score(candidates, others).score / 100,
    }
