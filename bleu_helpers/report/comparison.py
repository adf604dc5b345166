"""A comparison: everything that the report says, as one object with three views: text, HTML and JSON."""

import json
import textwrap
from collections.abc import Callable, Sequence
from types import SimpleNamespace

from bleu_helpers.report import views
from bleu_helpers.report.corpus import Corpus, Record

MAX_LINES, WIDTH = 25, 100
"""The size of the text, in lines and in characters."""


class Comparison(SimpleNamespace):
    """Why a score changed. It prints as text, and a notebook shows it as HTML; all scores are from 0 to 100.

    Each attribute is plain data, such as a table as a list of dictionaries: `format` (the version of the format),
    `names`, `size` (the number of segments), `signature`, `what_changed`, `verdict`, `parts`, `segments`, `phrases`,
    `groups`, `doubts`, `measures`, `disagreements` and `outputs`.
    """

    def text(self, signature: str) -> str:
        """Format the report for a terminal, with sacreBLEU's signature or the part of it that is wanted.

        If it has too many lines, those at the end are left out.
        """
        paragraphs = views.fill("report.txt", report=self, signature=signature).splitlines()
        lines = [line for some in paragraphs for line in textwrap.wrap(some, WIDTH, subsequent_indent="  ")]
        if len(lines) > MAX_LINES:
            lines[MAX_LINES - 1 :] = ["… The HTML page has the rest."]
        return "\n".join(lines)

    def json(self) -> str:
        """Format the report for programs, with the text for a terminal as one field more."""
        return json.dumps(vars(self) | {"text": self.text(self.signature)}, ensure_ascii=False, indent=1)

    def __repr__(self) -> str:
        return self.text(self.signature.partition("|version")[0])

    def _repr_html_(self) -> str:
        return views.fill("report.html", report=self)


def kind_of_change(corpus: Corpus, parts: Sequence[Record]) -> str:
    """Return in which respect alone the outputs differ: "nothing", "case", "white space", "order", "length", or ""."""
    without: dict[str, Callable[[str], object]] = {
        "nothing": str,
        "white space": lambda text: "".join(text.split()),
        "case": lambda text: "".join(text.split()).lower(),
        "order": lambda text: sorted(corpus.old.tokenise(text).split()),
    }
    pairs = [*zip(corpus.old.texts, corpus.new.texts, strict=True)]
    only_length = parts and parts[-1]["points"] and not any(part["points"] for part in parts[:-1])
    kinds = (kind for kind, view in without.items() if all(view(old) == view(new) for old, new in pairs))
    return next(kinds, "length" if only_length else "")


def disagreements(effects: Sequence[float], old: Sequence[float], new: Sequence[float]) -> list[Record]:
    """List the five segments whose effect on BLEU has the opposite sign of the change of the user's score."""
    lines = enumerate(zip(effects, old, new, strict=True), start=1)
    rows = [{"line": line, "effect": effect, "old": before, "new": after} for line, (effect, before, after) in lines]
    rows = [row for row in rows if row["effect"] * (row["new"] - row["old"]) < 0]
    return sorted(rows, key=lambda row: row["effect"] * (row["new"] - row["old"]))[:5]
