"""What this repository adds to nbval: a comparison of what nbval lets pass, and failures in plain words.

nbval never looks at pictures, so it would not miss one. After each cell that passed, the kinds of its outputs (a line
of text, a table, a picture) are compared with the saved ones, and so are the details that each picture says are drawn
on it; its text form is an output that nbval compares itself. At the end of a run, every notebook cell that failed is
named together with what it said when it was saved, and what it says now.

A lesson is more than its outputs: each rule that tests/support/rules.py lists
is asked wherever it is run, one test for each rule, so that a check of one lesson sees all that is wrong with it.

And what it adds to pytest-xdist: the files run side by side, a notebook or a test module in one process, those with
the most tests first.
"""

import base64
import difflib
import gc
import hashlib
import os
import re
from collections import Counter
from functools import cache, partial

import pytest
from nbval.plugin import IPyNbCell, NbCellError, coalesce_streams
from programs import PROGRAMS

# The problem sets are run by tests/grading/test_the_course.py, with real nbgrader: they have no saved outputs to
# compare. bleu_helpers.course only says that it moved, and ends whatever imports it.
collect_ignore = ["notebooks/assignments", "bleu_helpers/course"]

LEFT_OUT = pytest.StashKey[Counter]()
PLAIN_WORDS = "in plain words"
MEASURED = "measured"
"""What a test records as its property of this name is said at the end of a run, whether it passes or not."""
HTML = "text/html"


def pytest_configure(config):
    """Measure coverage in the tests alone: nbval would measure it in every kernel too, and take twice the time."""
    config.option.cov_source = None
    # The tests start some hundred processes: what one has compiled, the others need not.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # And they share the cores already: threads of one that wait for a core take the time of another.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Use at most as many processes as there are files to test, and only this one for a single file."""
    files = {argument.split("::")[0] for argument in config.args}
    if any((config.invocation_params.dir / file).is_dir() for file in files):
        return None
    return min(len(files), os.cpu_count()) if len(files) > 1 else 0


def is_worker(config):
    """Whether this process is one of several that pytest-xdist started."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    """Never collect a learner's copy, not even by its name: without outputs, it would pass with nothing compared."""
    collected = yield
    lessons = parent.config.rootpath / "notebooks"
    if file_path.is_relative_to(lessons / "learn"):
        return []
    is_lesson = file_path.parent == lessons and file_path.suffix == ".ipynb"
    return [*collected, FileOfALesson.from_parent(parent, path=file_path)] if is_lesson else collected


class FileOfALesson(pytest.File):
    """What is asked of a lesson as a file."""

    def collect(self):
        from notebook_rules import load
        from rules import RULES

        notebook = load(self.path)
        for rule in RULES:
            yield RuleOfALesson.from_parent(self, name=rule.__name__, broken=partial(rule, self.path, notebook))


class RuleOfALesson(pytest.Item):
    """One rule for a lesson; what breaks it is said in plain words."""

    def __init__(self, *, broken, **named):
        super().__init__(**named)
        self.broken = broken
        self.add_marker("rule")

    def runtest(self):
        problems = [*self.broken()]
        if problems:
            raise BrokenRule("\n".join(problems))

    def in_plain_words(self, error):
        stops = f"{self.name} stops with {type(error).__name__}: "
        said = f"{'' if isinstance(error, BrokenRule) else stops}{error}"
        return "\n    ".join([f"{self.path.name}:", *said.splitlines()])

    def repr_failure(self, excinfo):
        return str(excinfo.value) if excinfo.errisinstance(BrokenRule) else super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, None, self.name


class BrokenRule(Exception):
    """What is wrong with the file of a lesson."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Collect without a search for garbage, which takes long.

    Before any kernel does, matplotlib lists the fonts once, because the first time it says so on stderr. The other
    processes are already starting up then, and wait for this one before they run anything.
    """
    if not is_worker(session.config):
        import matplotlib.font_manager  # noqa: F401
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()  # what is collected stays to the end, and no later search goes through it
        gc.enable()


@pytest.fixture(scope="module")
def browser():
    """A running Chromium, one for each module that asks."""
    from browser import chromium

    with chromium() as running:
        yield running


@pytest.fixture
def visited(browser):
    """An empty page; at the end of the test nothing may have gone wrong on it."""
    from browser import visit

    with visit(browser) as opened:
        yield opened
        assert opened.elsewhere == [], "another host was to be asked"
        assert opened.errors == []


@pytest.fixture
def page(visited):
    """The same page, for who asks nothing else of the visit."""
    return visited.page


def programs_of(item):
    """The programs that a test is marked with."""
    return [mark.name for mark in item.iter_markers() if mark.name in PROGRAMS]


def pytest_itemcollected(item):
    """Mark every test that needs another program as one that needs more than our environment."""
    if programs_of(item):
        item.add_marker("environments")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """The file with the most tests first, so that no process waits at the end for another."""
    tests = Counter(map(file_of, items))
    items.sort(key=lambda item: -tests[file_of(item)])


def file_of(reported):
    """The file that a test or its report belongs to."""
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
    # Each process collects all tests, so each has left out the same ones.
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", {})


@cache
def is_here(program):
    """Whether a program is on this machine."""
    return PROGRAMS[program].is_here()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """A test that needs a program which is not here ends red before anything is made for it: nothing is skipped."""
    for name in programs_of(item):
        if not is_here(name):
            how_to_go_on = f'{PROGRAMS[name].how_to_get}, or leave it out: -m "environments and not {name}"'
            pytest.fail(f"{name} is not here: {how_to_go_on}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    result = yield
    if isinstance(item, IPyNbCell):
        found = what_nbval_lets_pass(coalesce_streams(item.cell.outputs), item.test_outputs)
        if found:
            raise NbCellError(item.cell_num, "; ".join(found), item.cell.source)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    if isinstance(item, IPyNbCell | RuleOfALesson) and call.excinfo is not None and call.when == "call":
        say = item.in_plain_words if isinstance(item, RuleOfALesson) else partial(in_plain_words, item)
        # A property travels with the report from the process that ran the cell to the one that sums up.
        item.user_properties.append((PLAIN_WORDS, say(call.excinfo.value)))
    return (yield)


def pytest_terminal_summary(terminalreporter, config):
    reports = [one for some in terminalreporter.stats.values() for one in some if isinstance(one, pytest.TestReport)]
    in_order = sorted(reports, key=file_of)  # of the lessons: each process reports when it has run a cell
    properties = [dict(report.user_properties) for report in in_order if report.when == "call"]
    words = [of_the_cell[PLAIN_WORDS] for of_the_cell in properties if PLAIN_WORDS in of_the_cell]
    if words:
        terminalreporter.section("In plain words: what now says something else, or is not as a lesson should be")
        for text in words:
            terminalreporter.write_line(text + "\n")
    for measured in (of_the_test[MEASURED] for of_the_test in properties if MEASURED in of_the_test):
        terminalreporter.write_line(measured)
    if config.option.tbstyle == "no":  # as in a check: what has no plain words is said as pytest says it
        for report in [*terminalreporter.stats.get("failed", []), *terminalreporter.stats.get("error", [])]:
            if PLAIN_WORDS not in dict(getattr(report, "user_properties", [])):
                terminalreporter.write_line(f"{report.nodeid}:\n{report.longreprtext}\n")
    differ = dict.fromkeys(file_of(one) for one in in_order if one.failed and re.search("::Cell [0-9]+$", one.nodeid))
    if differ:
        names = " ".join(re.sub(r"^notebooks/0*([0-9]+)_.*", r"\1", file) for file in differ)
        terminalreporter.write_line(
            f"Where this is meant, `python3 run.py refresh {names}` saves the new outputs; else find what changed."
        )
    left_out = config.stash.get(LEFT_OUT, {})
    needed = {name: f"{name} ({program.how_to_get})" for name, program in PROGRAMS.items()}
    needed["environments"] = "a program, or an environment of their own, as Colab's, an instructor's, the engines'"
    for name, what in needed.items():
        if name in left_out and re.search(f"not (environments|{name})", config.option.markexpr):
            terminalreporter.write_line(
                f"Left out: {left_out[name]} that need {what}. To run them: python3 run.py test -m {name}"
            )


def kinds(outputs):
    """What kinds of output a cell has, in order: 'stdout', or the formats of a shown object."""
    return [
        output["name"] if "name" in output else ", ".join(sorted(output.get("data", {"error": 0})))
        for output in outputs
    ]


def what_nbval_lets_pass(saved, now):
    """What differs between a cell's saved outputs and what it shows now, and is not compared by nbval."""
    if kinds(saved) != kinds(now):
        differ = "The order of the outputs changed" if moved(kinds(saved), kinds(now)) else "Kinds of output differ"
        return [f"{differ}: saved {kinds(saved)}, now {kinds(now)}"]
    return [*faults_of_pictures(saved, now)]


def moved(saved, now):
    """Return whether two texts have the same lines in a different order."""
    return saved != now and sorted(saved) == sorted(now)


def pictures(outputs):
    """The pictures of a cell in their order."""
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
            yield "A saved picture is not the one that is drawn now"


def texts(outputs):
    """Everything that a reader can read in a cell's outputs, as lines, each format on its own."""
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
    """A line that can be read at a glance: a curve has hundreds of points. What is left out counts, by its hash."""
    return line if len(line) <= 200 else f"{line[:150]} … {line[-30:]} ({hashlib.md5(line.encode()).hexdigest()[:6]})"


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
    text += [f"    {found}" for found in what_nbval_lets_pass(coalesce_streams(item.cell.outputs), outputs)]
    saved, now = texts(item.cell.outputs), texts(outputs)
    for kind in dict.fromkeys([*saved, *now]):
        lines = saved.get(kind, []), now.get(kind, [])
        if kind == HTML:
            if lines[0] != lines[1] and saved.get("text/plain") == now.get("text/plain"):
                what = "the order in its table changed" if moved(*lines) else "its table has changed"
                text.append(f"    {what} (the HTML; the plain text is the same)")
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
