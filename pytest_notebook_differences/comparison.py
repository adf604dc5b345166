"""Compare the outputs of a cell with the saved ones, beyond what nbval compares, and describe all differences.

nbval itself compares the text. Which patterns it ignores there is set in `plugin.py`.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from nbval.plugin import coalesce_streams

from pytest_notebook_differences import pictures

PNG, HTML, SVG = "image/png", "text/html", "image/svg+xml"


def kinds(outputs: Sequence[Any]) -> list[str]:
    """List the kinds of a cell's outputs in their order: 'stdout', or the formats of a displayed object."""
    return [
        output["name"] if "name" in output else ", ".join(sorted(output.get("data", {"error": 0})))
        for output in outputs
    ]


def unnoticed_by_nbval(saved: Sequence[Any], now: Sequence[Any]) -> list[str]:
    """List the differences between a cell's saved outputs and its new ones that nbval does not look for."""
    if kinds(saved) != kinds(now):
        summary = "The order of the outputs changed" if moved(kinds(saved), kinds(now)) else "Kinds of output differ"
        return [f"{summary}: saved {kinds(saved)}, now {kinds(now)}"]
    pairs = zip(_pictures(saved), _pictures(now), strict=True)
    return [text for pair in pairs for text in pictures.differences(*pair)]


def moved(saved: Sequence[str], now: Sequence[str]) -> bool:
    """Return whether two texts have the same lines in a different order."""
    return saved != now and sorted(saved) == sorted(now)


def _pictures(outputs: Sequence[Any]) -> Iterator[pictures.Picture]:
    """Read the pictures in a cell's outputs in their order."""
    return (pictures.of_output(output["data"][PNG]) for output in outputs if PNG in output.get("data", {}))


def texts(item: Any, outputs: Sequence[Any]) -> dict[str, list[str]]:
    """Return the lines of all text in the outputs of a cell, separately for each format, as nbval compares them."""
    lines: dict[str, list[str]] = {}
    for output in outputs:
        if "text" in output:
            lines.setdefault("printed", []).extend(item.sanitize(output["text"]).splitlines())
        for kind, content in output.get("data", {}).items():
            if kind == PNG:
                drawn = pictures.of_output(content).description.splitlines()
                lines.setdefault("drawn", []).extend(shorten(line) for line in drawn)
            elif kind not in item.parent.skip_compare:
                text = item.sanitize(content if isinstance(content, str) else shorten(str(content)))
                in_lines = re.sub("(?=<)", "\n", text) if kind in (HTML, SVG) else text
                lines.setdefault(kind, []).extend(in_lines.splitlines())
        if "ename" in output:
            lines.setdefault("printed", []).append(f"{output['ename']}: {output['evalue']}")
    return lines


def shorten(line: str) -> str:
    """Shorten a long line, such as a curve's hundreds of points; a hash makes lines differ if the omitted text does."""
    return line if len(line) <= 200 else f"{line[:150]} … {line[-30:]} ({hashlib.md5(line.encode()).hexdigest()[:6]})"


def in_plain_words(item: Any, error: Exception) -> str:
    """Describe how the outputs of a cell differ from the saved ones."""
    outputs = item.test_outputs or []
    crash = next((output for output in outputs if output["output_type"] == "error"), None)
    if crash is not None and not item.options["check_exception"]:
        # The printed lines often contain the cause, such as pip's message if an installation fails.
        printed = [f"    it printed: {line}" for line in texts(item, outputs)["printed"][:-1] if line.strip()]
        expected = any(output["output_type"] == "error" for output in item.cell.outputs)
        raises = "raises, without the tag raises-exception," if expected else "now raises"
        return "\n".join([*printed[-12:], f"    it {raises} {crash['ename']}: {crash['evalue']}"])
    text = [f"    {difference}" for difference in unnoticed_by_nbval(coalesce_streams(item.cell.outputs), outputs)]
    saved, now = texts(item, item.cell.outputs), texts(item, outputs)
    for kind in dict.fromkeys([*saved, *now]):
        lines = saved.get(kind, []), now.get(kind, [])
        if kind in (HTML, SVG):
            if lines[0] != lines[1] and saved.get("text/plain") == now.get("text/plain"):
                name = kind.split("/")[1].removesuffix("+xml").upper()
                change = f"the order in its {name} changed" if moved(*lines) else f"its {name} has changed"
                text.append(f"    {change} (the plain text is the same)")
            continue
        changes = [line for line in difflib.ndiff(*lines) if line.startswith(("- ", "+ "))]
        if moved(*lines):
            pairs = enumerate(zip(*lines, strict=True), 1)
            place, (before, after) = next((place, pair) for place, pair in pairs if pair[0] != pair[1])
            text.append(f"    the order changed, from line {place} on:")
            changes = [f"- {before}", f"+ {after}"]
        text += [f"    {'saved' if line[0] == '-' else 'now  '}: {line[2:]}" for line in changes[:12]]
        text += [f"    (and {len(changes) - 12} more lines)"] * (len(changes) > 12)
    return "\n".join(text or ["    " + re.sub(r"\s+", " ", str(error))])
