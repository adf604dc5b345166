"""A comparison: everything that the report says, as one object with three views: text, HTML and JSON."""

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from tqdm import tqdm

from bleu_helpers import corpus_chrf
from bleu_helpers.report import views
from bleu_helpers.report.corpus import Corpus, Output, Record, count, signature, tokeniser
from bleu_helpers.report.distrust import doubts
from bleu_helpers.report.groups import Groups, moved_groups
from bleu_helpers.report.parts import split_change
from bleu_helpers.report.phrases import Phrases, moved_phrases
from bleu_helpers.report.segments import Segments, moved_segments
from bleu_helpers.report.verdict import Verdict, judge

Result = TypeVar("Result")

DISAGREEMENTS = 5
"""How many segments are listed on which the user's scores disagree with BLEU."""


@dataclass(frozen=True)
class Comparison:
    """Why a score changed. It prints as text, and a notebook shows it as HTML; all scores are from 0 to 100."""

    format: int
    names: list[str]
    size: int
    signature: str
    what_changed: str
    verdict: Verdict
    parts: list[Record]
    segments: Segments
    phrases: Phrases
    groups: Groups
    doubts: list[Record]
    measures: list[Record]
    disagreements: list[Record]
    outputs: list[Record]

    def text(self, signature: str) -> str:
        """Format the report for a terminal, with sacreBLEU's signature or the part of it that is wanted."""
        return views.text(self, signature)

    def json(self) -> str:
        """Format the report for programs, with the text for a terminal as one field more."""
        return views.as_json(vars(self) | {"text": self.text(self.signature)})

    def __repr__(self) -> str:
        return self.text(self.signature.partition("|version")[0])

    def _repr_html_(self) -> str:
        return views.html(self)


def compare(
    texts: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    source: Sequence[str] | None,
    tokenisation: str,
    groups: Sequence[str] | None,
    scores: Sequence[Sequence[float]] | None,
    samples: int,
    seed: int,
) -> Comparison:
    """Compare the second output with the first in detail, and each further one by its scores."""
    total = 3 * len(texts) + 4
    with ThreadPoolExecutor(2) as pool, tqdm(total=total, desc="comparing", delay=2, leave=False, disable=None) as bar:

        def done(result: Result) -> Result:
            bar.update()
            return result

        # chrF takes most of the time, so it is counted meanwhile. In the browser, there is only one thread.
        run = map if sys.platform == "emscripten" else pool.map
        chrfs = run(lambda some: 100 * corpus_chrf(some, references), texts.values())
        tokenise = tokeniser(tokenisation)
        tokenised_references = done([[*map(tokenise, some)] for some in references])
        outputs = []
        for name, some in texts.items():
            tokenised = [*map(tokenise, some)]
            outputs.append(done(Output(name, some, tokenised, count(tokenised, tokenised_references))))
        old, new, *_ = outputs
        corpus = Corpus(old, new, references, tokenised_references, source)
        segments = done(moved_segments(corpus))
        parts = split_change(corpus)
        chrf = [done(score) for score in chrfs]
        verdicts = [done(judge(old, output, samples, seed)) for output in outputs[1:]]
        measures: list[Record] = [{"name": "BLEU", "old": old.score, "new": new.score}]
        measures.append({"name": "chrF", "old": chrf[0], "new": chrf[1]})
        if scores is not None:
            means = (sum(numbers) / len(numbers) for numbers in scores)
            measures.append({"name": "your scores", **dict(zip(("old", "new"), means, strict=True))})
        table = zip(outputs, chrf, [None, *verdicts], strict=True)
        return Comparison(
            format=1,
            names=[*texts],
            size=len(references),
            signature=signature(tokenisation, max(map(len, references))),
            what_changed=kind_of_change(corpus, parts),
            verdict=verdicts[0],
            parts=parts,
            segments=segments,
            phrases=done(moved_phrases(corpus)),
            groups=done(moved_groups(corpus, groups)),
            doubts=done(doubts(corpus, tokenisation)),
            measures=measures,
            disagreements=_disagreements(segments.effects, *scores) if scores else [],
            outputs=[{"name": one.name, "bleu": one.score, "chrf": c, "verdict": v} for one, c, v in table],
        )


def kind_of_change(corpus: Corpus, parts: Sequence[Record]) -> str:
    """Return in which respect alone the outputs differ: "nothing", "case", "white space", "order", "length", or ""."""
    changed = [pair for pair in zip(corpus.old.texts, corpus.new.texts, strict=True) if pair[0] != pair[1]]
    words = [(old.split(), new.split()) for old, new in zip(corpus.old.tokenised, corpus.new.tokenised, strict=True)]
    kinds = {
        "nothing": not changed,
        "case": all(old.lower() == new.lower() for old, new in changed),
        "white space": all(old == new for old, new in words),
        "order": all(sorted(old) == sorted(new) for old, new in words),
        "length": parts and parts[-1]["points"] and not any(part["points"] for part in parts[:-1]),
    }
    return next((kind for kind, is_so in kinds.items() if is_so), "")


def _disagreements(effects: Sequence[float], old: Sequence[float], new: Sequence[float]) -> list[Record]:
    """List the segments whose effect on BLEU has the opposite sign of the change of the user's score."""
    lines = enumerate(zip(effects, old, new, strict=True), start=1)
    rows = [{"line": line, "effect": effect, "old": before, "new": after} for line, (effect, before, after) in lines]
    rows = [row for row in rows if row["effect"] * (row["new"] - row["old"]) < 0]
    return sorted(rows, key=lambda row: row["effect"] * (row["new"] - row["old"]))[:DISAGREEMENTS]
