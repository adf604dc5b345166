"""Score files, or explain why the score of one output differs from that of another.

  bleu score new.txt --ref ref.txt [ref2.txt ...]
  bleu compare old.txt new.txt [...] --ref ref.txt [ref2.txt ...] [-o report.html]

The files are UTF-8, may be compressed with gzip, and have one segment per line; "-" is standard input. The exit status
is 0 after a report, 2 after bad input, and 1 if --fail-if-worse is given and an output is worse than the first.
"""

import json
import os
import re
import shutil
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from bleu_helpers import compare_systems, corpus_bleu_of_texts, corpus_chrf, line_ranges
from bleu_helpers.corpora.at_scale import read_lines
from bleu_helpers.corpora.tokenisers import TOKENISATIONS, tokeniser
from bleu_helpers.lessons.smoothing import halve_at_each_zero

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,2})?", re.IGNORECASE)
"""A finite number."""

_INPUTS = ("outputs", "ref", "source", "groups", "scores")
"""The arguments that are lists of files to read."""

_MARKER = b'<meta name="generator" content="bleu_helpers">'
"""What is near the beginning of every report, so that a later one may replace it."""


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        if message.endswith("required: FILE"):
            message += ". --ref takes all files that follow it, so put the outputs before --ref, or -- before them"
        super().error(message)


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    parser = _Parser("bleu", description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    shared = ArgumentParser(add_help=False)
    shared.add_argument("--ref", nargs="+", action="extend", required=True, metavar="FILE", help="the references")
    shared.add_argument("--tokenize", default="13a", metavar="NAME", help=f"{', '.join(TOKENISATIONS)} (default: 13a)")
    shared.add_argument("--lowercase", action="store_true", help="ignore upper and lower case in BLEU")
    shared.add_argument("--json", action="store_true", help="print the content as JSON")
    score = commands.add_parser("score", parents=[shared], help="print BLEU, chrF and other measures of an output")
    score.add_argument("outputs", nargs=1, metavar="FILE", help="the output of the system")
    measures = ("bleu", "chrf", "chrf++", "ter")
    score.add_argument("--metrics", nargs="+", default=measures[:2], choices=measures, help="default: bleu chrf")
    by_line = "print the scores of each line instead, in the order of --metrics, with tabs between them"
    score.add_argument("--segments", action="store_true", help=by_line)
    compare = commands.add_parser("compare", parents=[shared], help="explain why the score changed")
    compare.add_argument("outputs", nargs="+", metavar="FILE", help="the old output, and one or more new ones")
    page = 'write the report to this HTML file ("-": print it instead of the summary)'
    compare.add_argument("-o", "--output", metavar="FILE", help=page)
    compare.add_argument("--force", action="store_true", help="replace a file that is not an earlier report")
    compare.add_argument("--source", nargs=1, metavar="FILE", help="the texts that were translated")
    compare.add_argument("--groups", nargs=1, metavar="FILE", help="a label for each segment, such as its domain")
    compare.add_argument("--scores", nargs=2, metavar="FILE", help="your own scores of the old and the new output")
    compare.add_argument("--samples", type=int, default=1000, help="the number of samples of both tests (1000)")
    compare.add_argument("--seed", type=int, default=12345, help="the seed of both tests (12345)")
    compare.add_argument("--fail-if-worse", action="store_true", help="exit with status 1 if a new output is worse")
    options = parser.parse_args(arguments)
    if options.command == "compare" and len(options.outputs) == 1:
        compare.error("compare needs an old and a new output; the following arguments are required: FILE")
    with TemporaryDirectory() as folder:
        try:
            inputs = {name: vars(options).get(name) or [] for name in _INPUTS}
            if options.command == "compare" and options.output not in (None, "-"):
                check_page(options.output, [*chain(*inputs.values())], options.force)
            inputs = {name: [stored(path, folder) for path in paths] for name, paths in inputs.items()}
            options = Namespace(**vars(options) | inputs)
            return _score(options) if options.command == "score" else _compare(options)
        except (OSError, TypeError, ValueError, ImportError, RuntimeError) as error:
            print(f"{options.command}: {error}".replace(f"{folder}{os.sep}", ""), file=sys.stderr)
            return 2


def check_page(path: str, inputs: Sequence[str], force: bool) -> None:
    """Raise an error if the report cannot be written to a path, or would replace an input or another file."""
    os.stat(Path(path).parent)  # if there is no such folder, the error names it
    if not os.path.exists(path):
        return
    for given in inputs:
        if os.path.samefile(path, 0 if given == "-" else given):  # the same file may have several names
            raise ValueError(f"-o {path} is the input {given}, which the report would replace. Pass another name.")
    if os.path.isdir(path):
        raise ValueError(f"-o {path} is a folder. Pass the name of a file.")
    if not force and os.path.isfile(path) and _MARKER not in Path(path).open("rb").read(2000):
        raise ValueError(
            f"-o {path} exists, and is not an earlier report. Pass another name, or --force to replace it."
        )


def stored(path: str, folder: str) -> str:
    """Return the path of a file that can be read more than once: standard input and pipes are copied into a folder."""
    if path != "-" and (os.path.isfile(path) or os.path.isdir(path) or not os.path.exists(path)):
        return path
    copy = Path(folder, "standard input" if path == "-" else os.path.basename(path))
    if copy.exists():
        raise ValueError(f"{path} can be read only once, and it was given twice.")
    with copy.open("wb") as file, open(0 if path == "-" else path, "rb") as pipe:
        shutil.copyfileobj(pipe, file)
    return str(copy)


def _score(options: Namespace) -> int:
    from sacrebleu.metrics import BLEU, CHRF, TER

    from bleu_helpers.report.corpus import Output, signature
    from bleu_helpers.report.distrust import faults_of_files
    from bleu_helpers.report.parts import explained
    from bleu_helpers.report.views import fill

    [path] = options.outputs
    texts, *columns = read_columns(path, [path, *options.ref])
    references = [*zip(*columns, strict=True)]
    tokenise = tokeniser(options.tokenize, options.lowercase)
    tokenised = [[*map(tokenise, some)] for some in references]
    output = Output(Path(path).name, texts, tokenise, tokenised)
    of_bleu = {"tokenize": options.tokenize, "lowercase": options.lowercase}
    metrics = {
        "bleu": ("BLEU", partial(BLEU, **of_bleu), lambda: output.score),
        "chrf": ("chrF", CHRF, lambda: 100 * corpus_chrf(texts, references)),
        "chrf++": ("chrF++", partial(CHRF, word_order=2), None),
        "ter": ("TER", TER, None),
    }
    measures = []
    for name, metric, score in map(metrics.__getitem__, options.metrics):
        one = {"name": name, "score": score() if score else metric().corpus_score(texts, columns).score}
        one["signature"] = signature(metric, references)
        if options.segments:
            by_line = metric(effective_order=True) if name == "BLEU" else metric()
            pairs = zip(texts, references, strict=True)
            one["segments"] = [by_line.sentence_score(text, some).score for text, some in pairs]
            one["segment_signature"] = str(by_line.get_signature())
        measures.append(one)
    notes = [*faults_of_files({output.name: texts}, references, tokenised)]
    parts = explained(output)
    values = {"output": output, "measures": measures, "notes": notes, "parts": parts}
    at_spaces = 100 * corpus_bleu_of_texts(texts, references)
    text = fill("score.txt", **values, smoothed=explained(output, halve_at_each_zero), at_spaces=at_spaces)
    if options.json:
        content = {"format": 1, "output": output.name, "size": len(texts), "measures": measures}
        content |= {"parts": vars(parts), "notes": notes, "text": text}
        print(json.dumps(content, ensure_ascii=False, indent=1))
    elif options.segments:
        print(*(f"{one['name']}: {one['segment_signature']}" for one in measures), sep="\n", file=sys.stderr)
        rows = zip(*(one["segments"] for one in measures), strict=True)
        print(*("\t".join(f"{score:.4f}" for score in row) for row in rows), sep="\n")
    else:
        print(text)
    return 0


def _compare(options: Namespace) -> int:
    read = partial(read_columns, options.outputs[0])
    report = compare_systems(
        dict(zip(_names(options.outputs), read(options.outputs), strict=True)),
        [*zip(*read(options.ref), strict=True)],
        source=read(options.source)[0] if options.source else None,
        tokenize=options.tokenize,
        groups=[*map(str.strip, read(options.groups)[0])] if options.groups else None,
        scores=[numbers(path, read([path])[0]) for path in options.scores] or None,
        samples=options.samples,
        seed=options.seed,
        lowercase=options.lowercase,
    )
    page = report._repr_html_() if options.output else ""
    if options.output == "-":
        print(page)
    else:
        if options.output:
            replace(options.output, page)
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
    """Write a file next to its final place, and move it there only when it is complete; a pipe is written directly."""
    if os.path.exists(path) and not os.path.isfile(path):
        Path(path).write_text(text, encoding="utf-8")
        return
    part = Path(f"{path}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
