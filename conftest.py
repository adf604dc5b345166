"""Extend nbval with the comparisons that it lacks and with plain descriptions of failures, and configure pytest-xdist.

nbval never looks at pictures, so it would not notice if one disappeared. After each cell that passed, the kinds of its
outputs (a line of text, a table, a picture) are compared with the saved ones, and so are the descriptions that the
pictures contain; nbval itself compares their text forms. At the end of a run, each notebook cell that failed is listed
with its saved output and its new output.

A lesson is more than its outputs: whenever it is run, each rule in tests/support/rules.py is checked as a separate
test, so that a check of a single lesson finds everything that is wrong with it.

With pytest-xdist, the files run in parallel. All tests of a notebook or a test module run in one process, and the files
with the most tests start first.
"""

import base64
import difflib
import gc
import hashlib
import os
import re
from collections import Counter
from functools import partial
from importlib.util import find_spec

import nbval.plugin
import pytest
from nbval.plugin import IPyNbCell, NbCellError, coalesce_streams
from programs import PROGRAMS
from watched_kernel import Stopped, WatchedKernel

# The problem sets have no saved outputs to compare; tests/grading/test_the_course.py runs them with real nbgrader.
# always_compiled changes how every corpus is counted, and fast.compiled needs Numba, which is optional.
collect_ignore = ["notebooks/assignments", "tests/support/always_compiled.py"]
if find_spec("numba") is None:
    collect_ignore.append("bleu_helpers/fast/compiled.py")

LEFT_OUT = pytest.StashKey[Counter]()
PLAIN_WORDS = "in plain words"
HAS_CHANGED = "has changed"
MEASURED = "measured"
"""The name of a property whose text is printed at the end of a run, whether or not the test that recorded it passes."""
HTML = "text/html"


def pytest_configure(config):
    """Measure coverage only in the tests; nbval would measure it in every kernel, too, and take twice as long."""
    config.option.cov_source = None
    # nbval itself would wait for a kernel that has died until the time limit.
    nbval.plugin.RunningKernel = WatchedKernel
    # The tests start about a hundred processes, which reuse the bytecode that one of them has compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # The processes already use all cores, so additional threads would only slow them down.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Use at most one process per test file, and no additional process for a single file."""
    files = {argument.split("::")[0] for argument in config.args}
    if any((config.invocation_params.dir / file).is_dir() for file in files):
        return None
    return min(len(files), os.cpu_count()) if len(files) > 1 else 0


def is_worker(config):
    """Return whether this process is a worker that was started by pytest-xdist."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    """Never collect a learner's copy, even if it is named: it has no outputs, so it would pass without a comparison."""
    collected = yield
    if file_path.suffix == ".ipynb" and re.search(rb'"nbformat"\s*:(?!\s*4\b)', file_path.read_bytes()):
        return [OtherFormat.from_parent(parent, path=file_path)]
    lessons = parent.config.rootpath / "notebooks"
    if file_path.is_relative_to(lessons / "learn"):
        return []
    is_lesson = file_path.parent == lessons and file_path.suffix == ".ipynb"
    return [*collected, LessonFile.from_parent(parent, path=file_path)] if is_lesson else collected


class OtherFormat(pytest.File):
    """The file of a notebook that nbval cannot read."""

    def collect(self):
        raise self.CollectError('its "nbformat" is not 4. Open it in JupyterLab and save it, or correct the number.')


class LessonFile(pytest.File):
    """The file of a lesson, with one test for each rule."""

    def collect(self):
        from notebook_rules import load
        from rules import RULES

        notebook = load(self.path)
        for rule in RULES:
            yield LessonRule.from_parent(self, name=rule.__name__, find_problems=partial(rule, self.path, notebook))


class LessonRule(pytest.Item):
    """A rule for a lesson; its failures are described in plain words."""

    def __init__(self, *, find_problems, **named):
        super().__init__(**named)
        self.find_problems = find_problems
        self.add_marker("rule")

    def runtest(self):
        if problems := [*self.find_problems()]:
            raise BrokenRule("\n".join(problems))

    def in_plain_words(self, error):
        raised = f"{self.name} raises {type(error).__name__}: "
        message = f"{'' if isinstance(error, BrokenRule) else raised}{error}"
        return "\n    ".join([f"{self.path.name}:", *message.splitlines()])

    def repr_failure(self, excinfo):
        return str(excinfo.value) if excinfo.errisinstance(BrokenRule) else super().repr_failure(excinfo)


class BrokenRule(Exception):
    """The file of a lesson breaks a rule."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Collect the tests with garbage collection turned off, because it takes long.

    matplotlib lists the fonts here before any kernel uses it, because it prints a message on stderr the first time.
    Meanwhile, the workers start up, and they wait for this process before they run any test.
    """
    if not is_worker(session.config):
        import matplotlib.font_manager  # noqa: F401
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()  # the collected tests live until the end, so later collections can skip them
        gc.enable()


@pytest.fixture(scope="module")
def browser():
    """Return a running Chromium, one per test module."""
    from browser import chromium

    with chromium() as running:
        yield running


@pytest.fixture
def visited(browser):
    """Return a visit to an empty page, and check at the end of the test that no error occurred on the page."""
    from browser import visit

    with visit(browser) as opened:
        yield opened
        assert opened.elsewhere == [], "the page sent a request to another host"
        assert opened.errors == []


@pytest.fixture
def page(visited):
    """Return the page of the visit, for tests that need nothing else."""
    return visited.page


def programs_of(item):
    """Return the names of the programs that a test needs, according to its marks."""
    return [mark.name for mark in item.iter_markers() if mark.name in PROGRAMS]


def pytest_itemcollected(item):
    """Mark every test that needs another program as needing more than our environment."""
    if programs_of(item):
        item.add_marker("environments")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Put the files with the most tests first, so that all processes end at about the same time."""
    tests = Counter(map(file_of, items))
    items.sort(key=lambda item: -tests[file_of(item)])


def file_of(reported):
    """Return the file that a test or a report belongs to."""
    return reported.nodeid.split("::")[0]


def pytest_deselected(items):
    config = items[0].config
    marks = [name for item in items for name in {mark.name for mark in item.iter_markers()}]
    left_out = Counter(name for name in marks if name in (*PROGRAMS, "environments"))
    config.stash[LEFT_OUT] = config.stash.get(LEFT_OUT, Counter()) + left_out


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    if is_worker(session.config):
        session.config.workeroutput["left out"] = dict(session.config.stash.get(LEFT_OUT, {}))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    # Every process collects all tests, so all of them leave out the same ones.
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", {})


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Fail a test whose program is not installed, instead of skipping it, before its fixtures are created."""
    for name in programs_of(item):
        if not PROGRAMS[name].is_here():
            remedy = f'{PROGRAMS[name].how_to_get}, or leave it out: -m "environments and not {name}"'
            pytest.fail(f"{name} is not installed: {remedy}", pytrace=False)
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
    if isinstance(item, IPyNbCell | LessonRule) and call.excinfo is not None and call.when == "call":
        describe = item.in_plain_words if isinstance(item, LessonRule) else partial(in_plain_words, item)
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
    for measured in (recorded[MEASURED] for recorded in properties if MEASURED in recorded):
        terminalreporter.write_line(measured)
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
    left_out = config.stash.get(LEFT_OUT, {})
    needed = {name: f"{name} ({program.how_to_get})" for name, program in PROGRAMS.items()}
    needed["environments"] = "another program or environment, such as Colab's, an instructor's or the engines'"
    for name, requirement in needed.items():
        if name in left_out and re.search(f"not (environments|{name})", config.option.markexpr):
            terminalreporter.write_line(
                f"Tests left out that need {requirement}: {left_out[name]}. To run them: python3 run.py test -m {name}"
            )


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
