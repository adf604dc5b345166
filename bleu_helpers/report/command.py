"""Score files, or explain why the score of one output differs from that of another.

  python -m bleu_helpers score new.txt --ref ref.txt [ref2.txt ...]
  python -m bleu_helpers compare old.txt new.txt [...] --ref ref.txt [ref2.txt ...] [-o report.html]

The files are UTF-8, may be compressed with gzip, and have one segment per line. The exit status is 0 after a report, 2
after bad input, and 1 if --fail-if-worse is given and an output is worse than the first.
"""

import math
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from bleu_helpers import compare_systems, line_ranges, read_segments
from bleu_helpers.corpora.at_scale import is_compressed


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    parser = ArgumentParser("python -m bleu_helpers", description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    shared = ArgumentParser(add_help=False)
    shared.add_argument("--ref", nargs="+", action="extend", required=True, metavar="FILE", help="the references")
    shared.add_argument("--tokenize", default="13a", help="13a, none, zh, ja-mecab, ko-mecab or char")
    shared.add_argument("--json", action="store_true", help="print the content as JSON")
    score = commands.add_parser("score", parents=[shared], help="print BLEU, chrF and their components")
    score.add_argument("outputs", nargs=1, metavar="FILE", help="the output of the system")
    compare = commands.add_parser("compare", parents=[shared], help="explain why the score changed")
    compare.add_argument("outputs", nargs="+", metavar="FILE", help="the old output, and one or more new ones")
    compare.add_argument("-o", "--output", metavar="FILE", help="write the report to this HTML file")
    compare.add_argument("--source", nargs=1, metavar="FILE", help="the texts that were translated")
    compare.add_argument("--groups", nargs=1, metavar="FILE", help="a label for each segment, such as its domain")
    compare.add_argument("--scores", nargs=2, metavar="FILE", help="your own scores of the old and the new output")
    compare.add_argument("--samples", type=int, default=1000, help="the number of samples of both tests (1000)")
    compare.add_argument("--seed", type=int, default=12345, help="the seed of both tests (12345)")
    compare.add_argument("--fail-if-worse", action="store_true", help="exit with status 1 if a new output is worse")
    options = parser.parse_args(arguments)
    try:
        return _score(options) if options.command == "score" else _compare(options)
    except (OSError, TypeError, ValueError, ImportError) as error:
        print(f"{options.command}: {error}", file=sys.stderr)
        return 2


def _score(options: Namespace) -> int:
    from bleu_helpers.report.score import score
    from bleu_helpers.report.views import as_json, fill

    texts, *references = read_columns([*options.outputs, *options.ref])
    scored = score(Path(options.outputs[0]).name, texts, [*zip(*references, strict=True)], options.tokenize)
    print(as_json(scored) if options.json else fill("score.txt", score=scored))
    return 0


def _compare(options: Namespace) -> int:
    paths = [*options.outputs, *options.ref]
    for more in (options.source, options.groups, options.scores):
        paths += more or []
    columns = iter(read_columns(paths))
    outputs = {name: next(columns) for name in _names(options.outputs)}
    references = [*zip(*(next(columns) for _ in options.ref), strict=True)]
    report = compare_systems(
        outputs,
        references,
        source=next(columns) if options.source else None,
        tokenize=options.tokenize,
        groups=[label.strip() for label in next(columns)] if options.groups else None,
        scores=[numbers(path, next(columns)) for path in options.scores] if options.scores else None,
        samples=options.samples,
        seed=options.seed,
    )
    if options.output:
        replace(options.output, report._repr_html_())
    print(report.json() if options.json else report.text(report.signature))
    verdicts = [one["verdict"].word for one in report.outputs[1:]]
    return int(options.fail_if_worse and "worse" in verdicts)


def _names(paths: Sequence[str]) -> list[str]:
    """Name each output by its file, with a number and the path if several files have the same name."""
    names = [Path(path).name for path in paths]
    return names if len({*names}) == len(names) else [f"{n}: {path}" for n, path in enumerate(paths, start=1)]


def read_columns(paths: Sequence[str]) -> list[list[str]]:
    """Read parallel files, and raise an error that names the file and the line if they do not have the same lines.

    The carriage return at the end of a line is kept, because the report mentions it.
    """
    [whole] = line_ranges(paths[0], paths[1:], lines=None)
    lines = [[first, *others] for first, others in read_segments(whole, str)]
    if not lines:
        raise ValueError(f"{paths[0]} has no lines. Pass files with one segment per line.")
    columns = [list(column) for column in zip(*lines, strict=True)]
    for path, column in zip(paths, columns, strict=True):
        if os.path.isfile(path) and not is_compressed(path):  # it is not an address
            with open(path, "rb") as file:
                column[:] = [text + "\r" * line.endswith(b"\r\n") for text, line in zip(column, file, strict=True)]
    return columns


def numbers(path: str, lines: Sequence[str]) -> list[float]:
    """Return the number at the end of each line of a file, after the last tab."""
    found = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(float(line.rpartition("\t")[2]))
            math.ceil(found[-1])  # it refuses what is not finite
        except (ValueError, OverflowError):
            raise ValueError(f"{path}, line {number} does not end with a number: {line[-60:]!r}.") from None
    return found


def replace(path: str, text: str) -> None:
    """Write a file next to its final place, and move it there only when it is complete."""
    part = Path(f"{path}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
