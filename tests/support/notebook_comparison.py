"""A pytest plugin on top of nbval: more comparisons, and failures in plain words. It knows nothing about the lessons.

nbval never looks at pictures, so it would not notice if one disappeared. After each cell that passed, the kinds of its
outputs (a line of text, a table, a picture) are compared with the saved ones, and so are the descriptions that the
pictures contain; nbval itself compares their text forms. At the end of a run, each notebook cell that failed is listed
with its saved output and its new output. An item of another plugin with a method `in_plain_words` is listed as well.
"""

import base64
import difflib
import hashlib
import re
from functools import partial

import nbval.plugin
import pytest
from nbval.plugin import IPyNbCell, NbCellError, coalesce_streams
from watched_kernel import Stopped, WatchedKernel

PLAIN_WORDS = "in plain words"
HAS_CHANGED = "has changed"
HTML = "text/html"
OTHER_FORMAT = re.compile(r'"nbformat"\s*:\s*(?!4\b)(\S+?)\b')


def pytest_configure():
    """Watch each kernel: nbval itself would wait for one that has died until the time limit."""
    nbval.plugin.RunningKernel = WatchedKernel


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    collected = yield
    if file_path.suffix == ".ipynb" and OTHER_FORMAT.search(file_path.read_text("utf-8", "replace")):
        return [OtherFormat.from_parent(parent, path=file_path)]
    return collected


class OtherFormat(pytest.File):
    """The file of a notebook that nbval cannot read."""

    def collect(self):
        [number] = OTHER_FORMAT.findall(self.path.read_text("utf-8", "replace"))
        raise self.CollectError(f'its "nbformat" is {number}, not 4. Open it in JupyterLab and save it.')


def pytest_runtest_setup(item):
    if isinstance(item, IPyNbCell) and item.parent.kernel and not item.parent.kernel.is_alive():
        pytest.skip("an earlier cell stopped the kernel")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    result = yield
    if isinstance(item, IPyNbCell):
        differences = unnoticed_by_nbval(coalesce_streams(item.cell.outputs), item.test_outputs)
        if differences:
            raise NbCellError(item.cell_num, "; ".join(differences), item.cell.source)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    describe = partial(in_plain_words, item) if isinstance(item, IPyNbCell) else getattr(item, "in_plain_words", None)
    if describe and call.excinfo is not None and call.when == "call":
        # A property is sent with the report from the worker to the process that prints the summary.
        has_changed = isinstance(item, IPyNbCell) and not call.excinfo.errisinstance(Stopped)
        item.user_properties += [(PLAIN_WORDS, describe(call.excinfo.value)), (HAS_CHANGED, has_changed)]
    return (yield)


def pytest_terminal_summary(terminalreporter, config):
    entries = [entry for group in terminalreporter.stats.values() for entry in group]
    # Several workers report their cells as they run them, so the reports are grouped by file.
    reports = sorted([entry for entry in entries if isinstance(entry, pytest.TestReport)], key=file_of)
    properties = [dict(report.user_properties) for report in reports if report.when == "call"]
    descriptions = [recorded[PLAIN_WORDS] for recorded in properties if PLAIN_WORDS in recorded]
    if descriptions:
        terminalreporter.section("In plain words: outputs that have changed, and rules that a lesson breaks")
        for text in descriptions:
            terminalreporter.write_line(text + "\n")
    if config.option.tbstyle == "no":  # as in a check: other failures are printed in pytest's format
        for report in [*terminalreporter.stats.get("failed", []), *terminalreporter.stats.get("error", [])]:
            if PLAIN_WORDS not in dict(getattr(report, "user_properties", [])):
                terminalreporter.write_line(f"{report.nodeid}:\n{report.longreprtext}\n")
    changed = [file_of(report) for report in reports if dict(report.user_properties).get(HAS_CHANGED)]
    if changed:
        names = " ".join(re.sub(r"^notebooks/0*([0-9]+)_.*", r"\1", file) for file in dict.fromkeys(changed))
        terminalreporter.write_line(
            f"If this is intended, `python3 run.py refresh {names}` saves the new outputs; otherwise, find the cause."
        )


def file_of(reported):
    """Return the file that a test or a report belongs to."""
    return reported.nodeid.split("::")[0]


def kinds(outputs):
    """List the kinds of a cell's outputs in their order: 'stdout', or the formats of a displayed object."""
    return [
        output["name"] if "name" in output else ", ".join(sorted(output.get("data", {"error": 0})))
        for output in outputs
    ]


def unnoticed_by_nbval(saved, now):
    """List the differences between a cell's saved outputs and its new ones that nbval does not look for."""
    if kinds(saved) != kinds(now):
        summary = "The order of the outputs changed" if moved(kinds(saved), kinds(now)) else "Kinds of output differ"
        return [f"{summary}: saved {kinds(saved)}, now {kinds(now)}"]
    return [*faults_of_pictures(saved, now)]


def moved(saved, now):
    """Return whether two texts have the same lines in a different order."""
    return saved != now and sorted(saved) == sorted(now)


def pictures(outputs):
    """Yield the pictures in a cell's outputs in their order."""
    for output in outputs:
        if "image/png" in output.get("data", {}):
            yield base64.b64decode("".join(output["data"]["image/png"]))


def faults_of_pictures(saved, now):
    """List the faults of a cell's saved pictures, alone and in comparison with the newly drawn ones."""
    from bleu_helpers.display.picture import details_of, faults_of

    for png, drawn in zip(pictures(saved), pictures(now), strict=True):
        yield from (f"A saved picture {fault}" for fault in faults_of(png))
        yield from (f"A picture that was drawn now {fault}" for fault in faults_of(drawn))
        if details_of(png) != details_of(drawn):
            yield "A saved picture differs from the one that is drawn now"


def texts(outputs):
    """Return the lines of all text in a cell's outputs, separately for each format."""
    from bleu_helpers.display.picture import details_of

    lines = {}
    for output in outputs:
        if "text" in output:
            lines.setdefault("printed", []).extend(output["text"].splitlines())
        for kind, text in output.get("data", {}).items():
            if kind == "image/png":
                drawn = details_of(base64.b64decode("".join(text))).splitlines()
                lines.setdefault("drawn", []).extend(shorten(line) for line in drawn)
            elif not kind.startswith("image/"):
                in_lines = re.sub("(?=<)", "\n", text) if kind == HTML else str(text)
                lines.setdefault(kind, []).extend(in_lines.splitlines())
        if "ename" in output:
            lines.setdefault("printed", []).append(f"{output['ename']}: {output['evalue']}")
    return lines


def shorten(line):
    """Shorten a long line, such as a curve's hundreds of points; a hash makes lines differ if the omitted text does."""
    return line if len(line) <= 200 else f"{line[:150]} … {line[-30:]} ({hashlib.md5(line.encode()).hexdigest()[:6]})"


def in_plain_words(item, error):
    """Describe which cell of which notebook differs, with its saved output and its new output."""
    source = item.cell.source.strip().splitlines() or [""]
    name = f"{item.path.name}, cell [{item.cell_num + 1}]"
    if isinstance(error, Stopped):
        return f"{name}: {error}, so the cells after it were left out. It starts with: {source[0]}"
    text = [f"{name}, which starts with: {source[0]}"]
    outputs = item.test_outputs or []
    crash = next((output for output in outputs if output["output_type"] == "error"), None)
    if crash is not None and not item.options["check_exception"]:
        # The printed lines often contain the cause, such as pip's message if the set-up cell fails.
        printed = [f"    it printed: {line}" for line in texts(outputs)["printed"][:-1] if line.strip()]
        return "\n".join([*text, *printed[-12:], f"    it now raises {crash['ename']}: {crash['evalue']}"])
    text += [f"    {difference}" for difference in unnoticed_by_nbval(coalesce_streams(item.cell.outputs), outputs)]
    saved, now = texts(item.cell.outputs), texts(outputs)
    for kind in dict.fromkeys([*saved, *now]):
        lines = saved.get(kind, []), now.get(kind, [])
        if kind == HTML:
            if lines[0] != lines[1] and saved.get("text/plain") == now.get("text/plain"):
                change = "the order in its table changed" if moved(*lines) else "its table has changed"
                text.append(f"    {change} (the HTML; the plain text is the same)")
            continue
        changes = [line for line in difflib.ndiff(*lines) if line.startswith(("- ", "+ "))]
        if moved(*lines):
            pairs = enumerate(zip(*lines, strict=True), 1)
            place, (before, after) = next((place, pair) for place, pair in pairs if pair[0] != pair[1])
            text.append(f"    the order changed, from line {place} on:")
            changes = [f"- {before}", f"+ {after}"]
        text += [f"    {'saved' if line[0] == '-' else 'now  '}: {line[2:]}" for line in changes[:12]]
        text += [f"    (and {len(changes) - 12} more lines)"] * (len(changes) > 12)
    if len(text) == 1:
        text.append("    " + re.sub(r"\s+", " ", str(error)))
    return "\n".join(text)
