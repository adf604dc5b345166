"""What this repository adds to nbval: a comparison of what nbval lets pass, and failures in plain words.

nbval never looks at pictures, so it would not miss one. After each cell that passed, the kinds of its outputs (a line
of text, a table, a picture) are compared with the saved ones. At the end of a run, every notebook cell that failed is
named together with what it said when it was saved, and what it says now.
"""

import difflib
import re

import pytest
from nbval.plugin import IPyNbCell, NbCellError, coalesce_streams

# The problem sets are run by tests/test_assignments.py, with real nbgrader: they have no saved outputs to compare.
collect_ignore = ["notebooks/assignments"]

plain_words = pytest.StashKey[list[str]]()


def pytest_configure(config):
    config.stash[plain_words] = []


def pytest_sessionstart(session):
    """Let matplotlib list the fonts once before any kernel does: the first time, it says so on stderr."""
    import matplotlib.font_manager  # noqa: F401


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    result = yield
    if isinstance(item, IPyNbCell):
        saved, now = kinds(coalesce_streams(item.cell.outputs)), kinds(item.test_outputs)
        if saved != now:
            raise NbCellError(item.cell_num, f"Kinds of output differ: saved {saved}, now {now}", item.cell.source)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    if isinstance(item, IPyNbCell) and call.excinfo is not None and call.when == "call":
        item.config.stash[plain_words].append(in_plain_words(item, call.excinfo.value))
    return (yield)


def pytest_terminal_summary(terminalreporter, config):
    if config.stash[plain_words]:
        terminalreporter.section("In plain words: cells that now say something else")
        for text in config.stash[plain_words]:
            terminalreporter.write_line(text + "\n")


def kinds(outputs):
    """What kinds of output a cell has, in order: 'stdout', or the formats of a shown object."""
    return [
        output["name"] if "name" in output else ", ".join(sorted(output.get("data", {"error": 0})))
        for output in outputs
    ]


def texts(outputs):
    """Everything that a reader can read in a cell's outputs, as lines, each format on its own."""
    lines = {}
    for output in outputs:
        if "text" in output:
            lines.setdefault("printed", []).extend(output["text"].splitlines())
        for kind, text in output.get("data", {}).items():
            if not kind.startswith("image/"):
                lines.setdefault(kind, []).extend(str(text).splitlines())
        if "ename" in output:
            lines.setdefault("printed", []).append(f"{output['ename']}: {output['evalue']}")
    return lines


def in_plain_words(item, error):
    """Say which cell of which notebook differs, what it said, and what it says now."""
    source = item.cell.source.strip().splitlines() or [""]
    text = [f"{item.path.name}, cell [{item.cell_num + 1}], which starts with: {source[0]}"]
    outputs = item.test_outputs or []
    crash = next((output for output in outputs if output["output_type"] == "error"), None)
    if crash is not None and not item.options["check_exception"]:
        # What it printed on the way often says why: pip's own words, where the set-up cell fails.
        printed = [f"    it printed: {line}" for line in texts(outputs)["printed"][:-1] if line.strip()]
        return "\n".join([*text, *printed[-12:], f"    it now stops with {crash['ename']}: {crash['evalue']}"])
    saved, now = texts(item.cell.outputs), texts(outputs)
    for kind in dict.fromkeys([*saved, *now]):
        changes = [
            line for line in difflib.ndiff(saved.get(kind, []), now.get(kind, [])) if line.startswith(("- ", "+ "))
        ]
        if changes and kind != "text/html":
            text += [f"    {'saved' if line[0] == '-' else 'now  '}: {line[2:]}" for line in changes[:12]]
            text += [f"    (and {len(changes) - 12} more lines)"] * (len(changes) > 12)
        elif changes and saved.get("text/plain") == now.get("text/plain"):
            text.append("    its table has changed (the HTML; the plain text is the same)")
    if len(text) == 1:
        text.append("    " + re.sub(r"\s+", " ", str(error)))
    return "\n".join(text)
