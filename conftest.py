"""Configure pytest: two plugins for notebooks, programs that may be missing, and an order for parallel processes.

With pytest-xdist, the files run in parallel. All tests of a notebook or a test module run in one process, and the files
with slow tests, and with the most tests, start first.
"""

import gc
import os
import re
from collections import Counter
from importlib.util import find_spec

import pytest
from programs import PROGRAMS

from exercise_checker import _check

pytest_plugins = ["pytester", "pytest_notebook_differences.plugin", "lesson_rules"]

# The problem sets have no saved outputs to compare; tests/grading/test_the_course.py runs them with real nbgrader.
# always_compiled changes how every corpus is counted, and fast.compiled needs Numba, which is optional.
collect_ignore = ["notebooks/assignments", "tests/support/always_compiled.py", "tests/support/torch_vectors.py"]
if find_spec("numba") is None:
    collect_ignore.append("bleu_helpers/fast/compiled.py")


@pytest.fixture(autouse=True)
def new_session(monkeypatch):
    """Forget the attempts at exercises in earlier tests, whichever tests run in the same process."""
    monkeypatch.setattr(_check, "_seen", {})
    monkeypatch.setattr(_check, "_tries", {})


def pytest_configure(config):
    """Measure coverage only in the tests; nbval would measure it in every kernel, too, and take twice as long."""
    config.option.cov_source = None
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


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Collect the tests with garbage collection turned off, because it takes long.

    matplotlib lists the fonts here before any kernel uses it, because it prints a message on stderr the first time.
    Meanwhile, the workers start up, and they wait for this process before they run any test.
    """
    if not hasattr(session.config, "workerinput"):  # of pytest-xdist
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
    """Put the files with slow tests first, and then those with the most, so that all processes end at the same time."""
    tests = Counter(map(file_of, items))
    slow = {file_of(item) for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (file_of(item) not in slow, -tests[file_of(item)]))


def file_of(reported):
    """Return the file that a test or a report belongs to."""
    return reported.nodeid.split("::")[0]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Fail a test whose program is not installed, instead of skipping it, before its fixtures are created."""
    for name in programs_of(item):
        if not PROGRAMS[name].is_here():
            remedy = f'{PROGRAMS[name].how_to_get}, or leave it out: -m "environments and not {name}"'
            pytest.fail(f"{name} is not installed: {remedy}", pytrace=False)


def pytest_terminal_summary(terminalreporter, config):
    """Say which tests the marks leave out, and how to run them."""
    needed = {name: f"{name} ({program.how_to_get})" for name, program in PROGRAMS.items()}
    needed["environments"] = "another program or environment, such as Colab's, an instructor's or the engines'"
    for name in re.findall(r"not (\w+)", config.option.markexpr):
        if name in needed:
            to_run = f"To run them: python3 run.py test -m {name}"
            terminalreporter.write_line(f"Left out: the tests that need {needed[name]}. {to_run}")
