"""Plant small faults in the formulas of the lessons' modules, one at a time, and ask the module's tests each time.

Called by `python3 run.py mutants [MODULE ...]`, for example `python3 run.py mutants smoothing`; without one, all are
meant, which takes an hour or two. The faults are those of Cosmic Ray: another operator, another number, a condition
turned round. A fault that no test sees is printed as soon as that is known, and must stand in mutants.toml with the
reason why it makes no difference. `--processes 1` leaves the other cores to others.

Each fault gets a process of its own, copied from one that has loaded everything but the package: what it costs is the
tests, and these stop at the first that fails. No file is changed.
"""

import argparse
import ast
import difflib
import importlib
import os
import signal
import sys
import time
import tomllib
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAME = Path(__file__).with_suffix(".toml")
SECONDS = 300
"""A fault that makes a test hang is seen too, after so long."""
BYTES = 4 * 2**30
"""A fault that makes a list grow for ever is seen too: within 300 seconds it would take all there is. On Linux only."""

# Where other files than its own hold a module.
MORE_TESTS = {"corpus_bleu": ("test_bootstrap", "test_accumulator"), "corpus_counts": ("test_accumulator",)}
OF_ALL_DOORS = "test_door"
"""What asks all public functions together for what they refuse, and in which words; asked last."""
# The doors have tests of their own for all modules together, and no `|` in a formula is another than that of a type.
NOT_PLANTED = ("core/RemoveDecorator", "core/ReplaceBinaryOperator_BitOr_")
LOADED_ONCE = (
    "IPython.core.interactiveshell",
    "hypothesis",
    "jiwer",
    "matplotlib.backends.backend_agg",
    "matplotlib.figure",
    "matplotlib.font_manager",
    "nbval.plugin",
    "nltk.translate.bleu_score",
    "nltk.util",
    "rapidfuzz.distance",
    "regex",
    "rouge_score.rouge_scorer",
    "sacrebleu",
    "xdist.plugin",
)


def modules() -> list[str]:
    """The lessons' modules, which are those that have tests of the same name and a lesson in their docstring."""
    found = []
    for path in sorted((ROOT / "bleu_helpers").glob("*.py")):
        first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition(" ")[0]
        if first == "Lesson" and (ROOT / "tests" / f"test_{path.stem}.py").is_file():
            found.append(path.stem)
    return found


def path_of(module: str) -> Path:
    """The file of a module."""
    return ROOT / "bleu_helpers" / f"{module}.py"


def mutants(source: str) -> Iterator[str]:
    """The source with one fault in it, again and again; none twice, and none in an annotation or a docstring.

    What Python cannot read is none: Cosmic Ray makes `if not fast := ...` of a condition that also gives a name.
    """
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

    seen = {bare(source), ""}
    for name in operator_names():
        operator = get_operator(name)
        if name.startswith(NOT_PLANTED) or operator.arguments():
            continue
        occurrence = 0
        while (mutant := mutate_code(source, operator(), occurrence)) is not None:
            occurrence += 1
            if bare(mutant) not in seen:
                seen.add(bare(mutant))
                yield mutant


def bare(source: str) -> str:
    """What a source does, without what it says to people and to mypy; empty where Python cannot read it."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        for kind in ("annotation", "returns"):
            if getattr(node, kind, None) is not None:
                setattr(node, kind, None if kind == "returns" or isinstance(node, ast.arg) else ast.Constant(None))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.dump(tree)


def changed(source: str, mutant: str) -> tuple[str, str]:
    """The lines that differ: what was there, and what it has become."""
    lines = difflib.ndiff(source.splitlines(), mutant.splitlines())
    both = [(line[0], line[2:].strip()) for line in lines if line[0] in "+-"]
    was, now = (" ".join(text for sign, text in both if sign == wanted) for wanted in "-+")
    return was, now


def load_everything_else() -> None:
    """What all tests load, but for the package itself; and failing tests need not look for a smaller case."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    for name in LOADED_ONCE:
        importlib.import_module(name)
    import drawn_cases
    from hypothesis import Phase, settings

    settings.register_profile("mutants", phases=[Phase.explicit, Phase.generate])
    settings.load_profile("mutants")
    drawn_cases.shrink = lambda case, still_fails: case


def ask_the_tests(module: str, mutant: str) -> None:
    """In a process of its own: run the tests of a module with another source in its place, and end with their code."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    plant(path_of(module), mutant)
    files = [f"tests/{name}.py" for name in (f"test_{module}", *MORE_TESTS.get(module, ()), OF_ALL_DOORS)]
    os._exit(run_pytest(str(path_of(module)), *files))


def plant(file: Path, source: str) -> None:
    """Let Python read this source where it imports a file for the first time; the file stays as it is."""
    read, changes = SourceFileLoader.get_data, SourceFileLoader.path_stats

    def get_data(self: SourceFileLoader, path: str) -> bytes:
        return source.encode() if path == str(file) else read(self, path)

    def path_stats(self: SourceFileLoader, path: str) -> dict:
        if path == str(file):
            raise OSError  # so that no bytecode stands in for it
        return changes(self, path)

    SourceFileLoader.get_data, SourceFileLoader.path_stats = get_data, path_stats


def run_pytest(*arguments: str) -> int:
    """Run tests one after the other without a word, to the first that fails, and return pytest's code."""
    import pytest

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.chdir(ROOT)
    # Plain: pytest would read the module itself to rewrite its assertions.
    options = ["-x", "-q", "--assert=plain", "--numprocesses=0", "-p", "no:cacheprovider", "-p", "no:cov"]
    return int(pytest.main([*options, *arguments]))


def unseen(module: str, sources: list[str], processes: int) -> Iterator[str]:
    """The sources with which every test of the module passes, each as soon as that is known; so many asked at once."""
    waiting, running = list(reversed(sources)), {}
    while waiting or running:
        while waiting and len(running) < processes:
            source = waiting.pop()
            child = os.fork()
            if child == 0:
                try:
                    ask_the_tests(module, source)
                finally:
                    os._exit(70)
            running[child] = source
        child, status = os.wait()
        source = running.pop(child)
        if status == 0:
            yield source


def listed() -> dict[tuple[str, str, str], str]:
    """The faults that make no difference, each with the reason."""
    rows = tomllib.loads(SAME.read_text(encoding="utf-8"))["same"]
    return {(row["module"], row["line"], row["becomes"]): row["why"] for row in rows}


def main(arguments: list[str]) -> int:
    """Print what no test sees and is not listed, as soon as it is known, and a line for each module."""
    parser = argparse.ArgumentParser(prog="mutants")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="a module of a lesson, such as f1")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    unknown = [name for name in given.modules if name not in modules()]
    if unknown or not hasattr(os, "fork"):
        print(
            f"mutants: no module {unknown[0]!r}. The modules: {', '.join(modules())}."
            if unknown
            else "mutants: this needs a system that can copy a process (os.fork): Linux or macOS.",
            file=sys.stderr,
        )
        return 2
    load_everything_else()
    same, missed, gone = listed(), 0, []
    for module in given.modules or modules():
        source, start = path_of(module).read_text(encoding="utf-8"), time.monotonic()
        if not list(unseen(module, [source], given.processes)):
            print(f"mutants: the tests of {module} fail as it is: python3 run.py test tests/test_{module}.py")
            return 1
        planted, found, new = list(mutants(source)), [], 0
        for mutant in unseen(module, planted, given.processes):
            was, now = changed(source, mutant)
            found.append((module, was, now))
            if found[-1] not in same:
                new += 1
                print(f"in {module}, seen by no test:\n    - {was}\n    + {now}", flush=True)
        missed += new
        gone += [one for one in same if one[0] == module and one not in found]
        seen, seconds = len(planted) - len(found), time.monotonic() - start
        print(
            f"{module:16} {len(planted):4} planted {seen:4} seen {len(found) - new:4} the same "
            f"{new:4} missed {seconds:6.0f} s",
            flush=True,
        )
    for module, was, now in gone:
        print(f"in mutants.toml, but no longer planted, or seen by now: {module}\n    - {was}\n    + {now}")
    return 1 if missed or gone else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
