"""How fast the package is, beside others in the same run. Each row says what goes into both: tokens, text or files.

  python3 run.py bench             the table, in a few minutes
  python3 run.py bench --large     also a million segments, ours alone (some 2 GB of memory)
  python3 run.py bench --lessons   also `run.py check` beside bare execution of the notebooks (minutes a round)
  python3 run.py bench --steps     only the steps of lesson 14, from the definition to arrays
  python3 run.py bench --save      also write benchmarks/results.json and draw docs/speed.png; with --steps, write
                                   bleu_helpers/data/measured.json in their place

Each ratio is how many times as long as ours the other takes: the median of the rounds, which are interleaved. All of
them gave the same scores, to 1e-12, before any time was taken. Everything runs on one core.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

# Before NumPy is loaded: one core for everybody.
os.environ.update(dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "RAYON_NUM_THREADS"), "1"))

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import works
from corpus import corpus, of_the_test_set
from dark import beside
from measure import Comparison
from measured import about_this_machine, keep
from picture import MEASURE, alt_text, beside_others, draw_speed
from steps import SEGMENTS, steps

RESULTS = Path(__file__).parent / "results.json"
PICTURE = works.ROOT / "docs" / "speed.png"
SIZES = [1_000, 10_000, 100_000]
REFERENCES = [1, 1_000, 2_000, 4_000, 10_000]
LENGTHS = [5, 10, 25, 50, 100, 200, 400]
PACKAGES = ["nltk", "sacrebleu", "bleuscore", "rouge-score", "jiwer", "rapidfuzz", "regex", "numpy"]


def table(sizes: list[int], rounds: int, pairs: int = 1_000, streamed: int = 100_000) -> Iterator[Comparison]:
    """The rows of the table, each as soon as it is there."""
    for references in (1, 4):
        given = corpus(max(sizes), references)
        yield from works.text_scores(given, "texts", rounds)
        yield from works.text_scores(of_the_test_set(max(sizes), references), "the test set", rounds)
        yield from works.file_scores(given, rounds)
        yield from works.chrf_scores(given.first(pairs // 5), rounds)
        for size in sizes:
            yield from works.corpus_scores(given.first(size), rounds)
        yield from works.sentence_scores(given.first(pairs), rounds)
    given = corpus(2 * pairs)
    yield from works.explanations(given.first(pairs), rounds)
    yield from works.short_and_crowded(corpus(max(sizes)), rounds)
    yield from works.long_pairs(given.first(pairs), rounds)
    yield from works.rouge(given.first(pairs), rounds)
    yield from works.error_rates(given.first(pairs), rounds)
    yield from works.bootstrap(given, rounds)
    yield works.streamed(given, streamed)
    yield works.importing(rounds)


def as_text(row: Comparison) -> str:
    """One line of the table."""
    each = f"{row.our_seconds / row.segments * 1e6:9.1f} us" if row.segments else f"{row.our_seconds * 1e3:9.1f} ms"
    ratio = f"{row.ratio:6.2f} x {row.theirs}" if row.theirs else ""
    memory = " / ".join("-" if one is None else f"{one:.0f}" for one in (row.our_memory, row.their_memory))
    return f"{row.work:34} {row.segments or '':>9} {row.ours:29} {each} {ratio:31} {row.target:14} {memory:>12}"


HEAD = (
    f"{'work':34} {'segments':>9} {'ours':29} {'a segment':>12} {'theirs, in times of ours':31} {'to reach':14} "
    f"{'peak MiB':>12}"
)


def main(arguments: list[str]) -> None:
    """Print the table; with --save, also keep it and draw the curves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds (at least 5 for numbers to show)")
    parser.add_argument("--large", action="store_true", help="also a million segments")
    parser.add_argument("--lessons", action="store_true", help="also the check of all lessons")
    parser.add_argument("--steps", action="store_true", help="only the steps of lesson 14")
    parser.add_argument("--save", action="store_true", help="write the results and draw the curves")
    chosen = parser.parse_args(arguments)
    largest = [1_000_000] if chosen.large else []

    if chosen.steps:
        found_steps = steps(SEGMENTS, chosen.rounds)
        print(json.dumps(found_steps))
        if chosen.save:
            keep("steps", found_steps)
        return

    machine = about_this_machine(PACKAGES)
    print(json.dumps(machine))
    print(HEAD)
    found = []
    for row in table(SIZES[:2], chosen.rounds, streamed=max(SIZES + largest)):
        print(as_text(row), flush=True)
        found.append(row)
    if chosen.lessons:
        found.append(works.lessons(chosen.rounds))
        print(as_text(found[-1]), flush=True)

    curves = {
        "by_segments": works.by_segments([*SIZES, *largest], chosen.rounds),
        "by_tokens": works.by_tokens(LENGTHS, 1_000, chosen.rounds),
        "by_references": works.by_references(REFERENCES, chosen.rounds),
    }
    for name, points in curves.items():
        print(f"{MEASURE[name]}, microseconds a segment {name.replace('_', ' ')}:", end=" ")
        print(", ".join(f"{size:,}: {each * 1e6:.1f}" for size, each in points))
    print("load at the end:", [round(one, 1) for one in os.getloadavg()])
    if chosen.save:
        saved = {**machine, "rounds": chosen.rounds, "rows": [row._asdict() for row in found], **curves}
        RESULTS.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
        draw_speed(saved, PICTURE)
        beside(PICTURE)
        print("For the README:", alt_text(saved), beside_others(saved), sep="\n")
        print(f"saved {RESULTS.relative_to(works.ROOT)} and {PICTURE.relative_to(works.ROOT)}")


if __name__ == "__main__":
    main(sys.argv[1:])
