"""Score files, or explain why the score of one output differs from that of another.

  python -m bleu_helpers score new.txt --ref ref.txt [ref2.txt ...]
  python -m bleu_helpers compare old.txt new.txt [...] --ref ref.txt [ref2.txt ...] [-o report.html]

The files are UTF-8, may be compressed with gzip, and have one segment per line. The exit status is 0 after a report, 2
after bad input, and 1 if --fail-if-worse is given and an output is worse than the first.
"""

import os
import re
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from functools import partial, reduce
from operator import add
from pathlib import Path

from bleu_helpers import chrf_of_counts, compare_systems, line_ranges, score_files, segment_chrf_counts
from bleu_helpers.corpora.at_scale import read_lines

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,2})?", re.IGNORECASE)
"""A finite number."""


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    parser = ArgumentParser("python -m bleu_helpers", description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    shared = ArgumentParser(add_help=False)
    shared.add_argument("--ref", nargs="+", action="extend", required=True, metavar="FILE", help="the references")
    shared.add_argument("--tokenize", default="13a", help="13a, none, zh, ja-mecab, ko-mecab or char")
    score = commands.add_parser("score", parents=[shared], help="print BLEU, chrF and their components")
    score.add_argument("output", metavar="FILE", help="the output of the system")
    compare = commands.add_parser("compare", parents=[shared], help="explain why the score changed")
    compare.add_argument("outputs", nargs="+", metavar="FILE", help="the old output, and one or more new ones")
    compare.add_argument("-o", "--output", metavar="FILE", help="write the report to this HTML file")
    compare.add_argument("--json", action="store_true", help="print the content as JSON")
    compare.add_argument("--source", metavar="FILE", help="the texts that were translated")
    compare.add_argument("--groups", metavar="FILE", help="a label for each segment, such as its domain")
    compare.add_argument("--scores", nargs=2, metavar="FILE", help="your own scores of the old and the new output")
    compare.add_argument("--samples", type=int, default=1000, help="the number of samples of both tests (1000)")
    compare.add_argument("--seed", type=int, default=12345, help="the seed of both tests (12345)")
    compare.add_argument("--fail-if-worse", action="store_true", help="exit with status 1 if a new output is worse")
    options = parser.parse_args(arguments)
    try:
        return _score(options) if options.command == "score" else _compare(options)
    except (OSError, TypeError, ValueError, ImportError, RuntimeError) as error:
        print(f"{options.command}: {error}", file=sys.stderr)
        return 2


def _score(options: Namespace) -> int:
    from bleu_helpers.report.corpus import Output, signature, tokeniser
    from bleu_helpers.report.parts import explained
    from bleu_helpers.report.views import fill

    texts, *columns = read_columns(options.output, [options.output, *options.ref])
    references = [*zip(*columns, strict=True)]
    tokenise = tokeniser(options.tokenize)
    output = Output(Path(options.output).name, texts, tokenise, [[*map(tokenise, some)] for some in references])
    at_spaces = 100 * score_files(options.output, options.ref).compute()
    counts = reduce(add, segment_chrf_counts(texts, references))
    values = {"output": output, "parts": explained(output), "signature": signature(options.tokenize, len(options.ref))}
    print(fill("score.txt", **values, at_spaces=at_spaces, counts=counts, chrf=100 * chrf_of_counts(counts)))
    return 0


def _compare(options: Namespace) -> int:
    os.stat(Path(options.output or "").parent)  # if there is no such folder, the error names it
    read = partial(read_columns, options.outputs[0])
    report = compare_systems(
        dict(zip(_names(options.outputs), read(options.outputs), strict=True)),
        [*zip(*read(options.ref), strict=True)],
        source=read([options.source])[0] if options.source else None,
        tokenize=options.tokenize,
        groups=[*map(str.strip, read([options.groups])[0])] if options.groups else None,
        scores=[numbers(path, read([path])[0]) for path in options.scores] if options.scores else None,
        samples=options.samples,
        seed=options.seed,
    )
    if options.output:
        replace(options.output, report._repr_html_())
    print(report.json() if options.json else report.text(report.signature))
    verdicts = [output["verdict"]["word"] for output in report.outputs[1:]]
    return int(options.fail_if_worse and "worse" in verdicts)


def _names(paths: Sequence[str]) -> list[str]:
    """Name each output by its file, with a number and the path if several files have the same name."""
    names = [Path(path).name for path in paths]
    return names if len({*names}) == len(names) else [f"{n}: {path}" for n, path in enumerate(paths, start=1)]


def read_columns(first: str, paths: Sequence[str]) -> list[list[str]]:
    """Read files, and raise an error that names the file and the line if one has not the same lines as the first.

    The carriage return at the end of a line is kept, because the report mentions it.
    """
    [whole] = line_ranges(first, paths, lines=None)
    columns = [list(column) for column in zip(*read_lines(whole), strict=True)][1:]
    if not columns:
        raise ValueError(f"{first} has no lines. Pass files with one segment per line.")
    return columns


def numbers(path: str, lines: Sequence[str]) -> list[float]:
    """Return the number at the end of each line of a file, after the last white space."""
    values = [(line.split() or [""])[-1] for line in lines]
    for number, value in enumerate(values, start=1):
        if not _NUMBER.fullmatch(value):
            raise ValueError(f"{path}, line {number} does not end with a number: {value[-60:]!r}.")
    return [*map(float, values)]


def replace(path: str, text: str) -> None:
    """Write a file next to its final place, and move it there only when it is complete."""
    part = Path(f"{path}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
