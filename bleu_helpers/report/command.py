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
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from bleu_helpers import compare_systems, corpus_bleu_of_texts, line_ranges
from bleu_helpers.corpora.at_scale import read_lines
from bleu_helpers.corpora.tokenisers import TOKENISATIONS, tokeniser

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,2})?", re.IGNORECASE)
"""A finite number."""

_MARKER, _START = b'<meta name="generator" content="bleu_helpers">', 500
"""What is in the first bytes of every report, so that a later one may replace it."""

_USAGE = """%(prog)s {} --ref FILE [FILE ...] [OPTION ...]
(an option such as --ref takes all words that follow it, so put the outputs first, or -- before them)"""


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    typed = "python3 -m bleu_helpers" if sys.argv[0].endswith("__main__.py") else "bleu"
    typed = os.environ.get("BLEU_COMMAND", typed)  # run.py sets it
    about = (__doc__ or "").replace("  bleu ", f"  {typed} ")
    parser = ArgumentParser(typed, description=about, formatter_class=RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    shared = ArgumentParser(add_help=False)
    shared.add_argument("outputs", nargs="+", metavar="OUTPUT", help="the output, or the old one and new ones")
    shared.add_argument("--ref", nargs="+", action="extend", metavar="FILE", help="the references")
    shared.add_argument("--tokenize", default="13a", metavar="NAME", help=f"{', '.join(TOKENISATIONS)} (default: 13a)")
    shared.add_argument("--lowercase", action="store_true", help="ignore upper and lower case in BLEU")
    shared.add_argument("--json", action="store_true", help="print the content as JSON")
    score = commands.add_parser("score", parents=[shared], usage=_USAGE.format("OUTPUT"), help="print BLEU and chrF")
    names = ("bleu", "chrf", "chrf++", "ter")
    score.add_argument("--metrics", nargs="+", action="extend", choices=names, help="default: bleu chrf")
    score.add_argument("--segments", action="store_true", help="print scores for each line, in the order of --metrics")
    usage = _USAGE.format("OLD NEW [...]")
    compare = commands.add_parser("compare", parents=[shared], usage=usage, help="explain why the score changed")
    compare.add_argument("-o", "--output", metavar="FILE", help='write the report to this HTML file ("-": print it)')
    compare.add_argument("--force", action="store_true", help="replace a file that is not an earlier report")
    compare.add_argument("--source", nargs=1, metavar="FILE", help="the texts that were translated")
    compare.add_argument("--groups", nargs=1, metavar="FILE", help="a label for each segment, such as its domain")
    compare.add_argument("--scores", nargs=2, metavar="FILE", help="your own scores of the old and the new output")
    compare.add_argument("--samples", type=int, default=1000, help="the number of samples of both tests (1000)")
    compare.add_argument("--seed", type=int, default=12345, help="the seed of both tests (12345)")
    compare.add_argument("--fail-if-worse", action="store_true", help="exit with status 1 if a new output is worse")
    options = parser.parse_args(arguments)
    several = options.command == "compare"
    if not options.ref or several != (len(options.outputs) > 1):
        wanted = "an old output and at least one new one" if several else "one output"
        commands.choices[options.command].error(f"pass {wanted}, and the files of the references after --ref")
    if options.json and vars(options).get("output") == "-":
        compare.error("-o - and --json both print to standard output: pass only one of them")
    inputs = {name: vars(options).get(name) or [] for name in ("outputs", "ref", "source", "groups", "scores")}
    paths = [*chain(*inputs.values())]
    try:
        if several and options.output not in (None, "-"):
            check_page(options.output, paths, options.force)
        columns = read_columns(paths)
        vars(options).update({name: [next(columns) for _ in given] for name, given in inputs.items()})
        return _compare(options) if several else _score(options)
    except (OSError, TypeError, ValueError, ImportError, RuntimeError) as error:
        missing = isinstance(error, FileNotFoundError) and f"there is no file '{error.filename}'."
        print(f"{options.command}: {missing or error}", file=sys.stderr)
        return 2


def check_page(path: str, inputs: Sequence[str], force: bool) -> None:
    """Raise an error if a report cannot be written to this path, or would replace an input or another file."""
    place = os.path.realpath(path)
    if not os.path.isdir(folder := os.path.dirname(place)):
        raise ValueError(f"-o {path} cannot be written, because there is no folder {folder}.")
    if os.path.isdir(place):
        raise ValueError(f"-o {path!r} is a folder. Pass the name of a file.")
    for given in inputs if os.path.exists(place) else ():
        if os.path.samefile(place, 0 if given == "-" else given):  # a file may have several names
            raise ValueError(f"-o {path} is the input {given}, which the report would replace. Pass another name.")
    if os.path.isfile(place) and not force and not is_report(place):
        raise ValueError(f"-o {path} is not an earlier report. Pass another name, or --force to replace the file.")


def is_report(path: str) -> bool:
    """Return whether a file is an earlier report; a file that quotes a report is not."""
    with open(path, "rb") as file:
        start = file.read(_START).lstrip()
    return start.startswith(b"<!doctype html>") and _MARKER in start


def stored(path: str, copy: Path) -> str:
    """Return the path of a file that can be read more than once; standard input or a pipe is copied first."""
    if os.path.isdir(path):
        raise ValueError(f"{path} is a folder. Pass files with one segment per line.")
    if path != "-" and (os.path.isfile(path) or not os.path.exists(path)):
        return path
    if copy.exists():
        raise ValueError(f"{path} can be read only once, and it was given twice.")
    with copy.open("wb") as file, open(0 if path == "-" else path, "rb", closefd=path != "-") as pipe:
        shutil.copyfileobj(pipe, file)
    return str(copy)


def _score(options: Namespace) -> int:
    from sacrebleu.metrics import METRICS

    from bleu_helpers.report.corpus import Record
    from bleu_helpers.report.distrust import faults_of_files
    from bleu_helpers.report.views import fill

    [(path, texts)], columns = options.outputs, [column for _, column in options.ref]
    name, references = Path(path).name, [*zip(*columns, strict=True)]
    tokenise = tokeniser(options.tokenize)  # first, because its errors say what to do
    # With force, sacreBLEU does not warn about tokenised text, which is what "none" is for.
    of_bleu = {"tokenize": options.tokenize, "lowercase": options.lowercase, "force": options.tokenize == "none"}
    settings: dict[str, Record] = {"bleu": of_bleu, "chrf++": {"word_order": 2}}
    measures = []
    for chosen in dict.fromkeys(options.metrics or ("bleu", "chrf")):
        metric = METRICS[chosen.strip("+").upper()](references=columns, **settings.get(chosen, {}))
        found = {key: value for key, value in vars(metric.corpus_score(texts, None)).items() if key[0] != "_"}
        measures.append(found | {"signature": str(metric.get_signature())})
        if options.segments:
            metric.effective_order = True  # only BLEU has it; sacreBLEU's command does the same
            segments = [metric.sentence_score(*pair).score for pair in zip(texts, references, strict=True)]
            measures[-1] |= {"segments": segments, "segment_signature": str(metric.get_signature())}
    faults = faults_of_files({name: texts}, references, map(tokenise, chain.from_iterable(references)))
    # chrF and TER do not use this tokenisation.
    notes = [one for one in faults if one["kind"] != "no spaces" or "BLEU" in (of["name"] for of in measures)]
    content = {"format": 1, "output": name, "size": len(texts), "measures": measures, "notes": notes}
    content["at_spaces"] = 100 * corpus_bleu_of_texts(texts, references)
    if options.json:
        print(json.dumps(content, ensure_ascii=False, indent=1))
    elif options.segments:
        print(*(f"{one['name']}: {one['segment_signature']}" for one in measures), sep="\n", file=sys.stderr)
        for scores in zip(*(one["segments"] for one in measures), strict=True):
            print(*(f"{score:.4f}" for score in scores), sep="\t")
    else:
        print(fill("score.txt", **content).rstrip())
    return 0


def _compare(options: Namespace) -> int:
    paths, outputs = zip(*options.outputs, strict=True)
    report = compare_systems(
        dict(zip(_names(paths), outputs, strict=True)),
        [*zip(*(column for _, column in options.ref), strict=True)],
        source=options.source[0][1] if options.source else None,
        tokenize=options.tokenize,
        groups=[*map(str.strip, options.groups[0][1])] if options.groups else None,
        scores=[numbers(path, lines) for path, lines in options.scores] or None,
        samples=options.samples,
        seed=options.seed,
        lowercase=options.lowercase,
    )
    if options.output == "-":
        print(report._repr_html_())
    else:
        if options.output:
            replace(options.output, report._repr_html_())
        print(report.json() if options.json else report.text(report.signature))
    verdicts = [output["verdict"]["word"] for output in report.outputs[1:]]
    return int(options.fail_if_worse and "worse" in verdicts)


def _names(paths: Sequence[str]) -> list[str]:
    """Name each output by its file, with a number and the path if several files have the same name."""
    names = [Path(path).name for path in paths]
    return names if len({*names}) == len(names) else [f"{n}: {path}" for n, path in enumerate(paths, start=1)]


def read_columns(paths: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Read files, and raise an error with the name of the file and the line if they do not all have the same lines.

    Each one is returned with its name; a shell's pipes <(…) are numbered. The carriage return at the end of a line is
    kept, because the report mentions it. A copy of standard input or of a pipe exists only while the files are read,
    so none is left behind if the reader of the report ends the program.
    """
    pipes = [path for path in paths if path.startswith(("/dev/fd/", "/proc/self/fd/"))]
    named = {path: path for path in paths} | {path: f"pipe {n}" for n, path in enumerate(pipes, start=1)}
    named |= {"-": "standard input"}
    with TemporaryDirectory() as folder:
        copies = {path: Path(folder, f"{place}.txt") for place, path in enumerate(named)}
        try:
            first, *others = (stored(path, copies[path]) for path in paths)
            [whole] = line_ranges(first, others, lines=None)
            columns = [list(column) for column in zip(*read_lines(whole), strict=True)]
        except ValueError as error:
            message = str(error)
            for path, copy in copies.items():
                message = message.replace(str(copy), named[path])
            raise ValueError(message) from None
    if not columns:
        raise ValueError(f"{named[paths[0]]} has no lines. Pass files with one segment per line.")
    return zip((named[path] for path in paths), columns, strict=True)


def numbers(path: str, lines: Sequence[str]) -> list[float]:
    """Return the number at the end of each line of a file, after the last white space."""
    values = [(line.split() or [""])[-1] for line in lines]
    for number, value in enumerate(values, start=1):
        if not _NUMBER.fullmatch(value):
            raise ValueError(f"{path}, line {number} does not end with a number: {value[-60:]!r}.")
    return [*map(float, values)]


def replace(path: str, text: str) -> None:
    """Write a file next to its final place, and move it there only when it is complete; a pipe is written directly.

    A link stays a link, and the file that it refers to is replaced.
    """
    is_direct, place = os.path.exists(path) and not os.path.isfile(path), os.path.realpath(path)
    part = Path(f"{place}.{os.getpid()}.part")
    try:
        # The name of a file may contain bytes that are not UTF-8.
        Path(path if is_direct else part).write_text(text, encoding="utf-8", errors="backslashreplace")
        if not is_direct:
            part.replace(place)
    except OSError as error:
        raise OSError(f"-o {path} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)
