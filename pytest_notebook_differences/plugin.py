"""pytest's hooks: failures of notebooks are described in plain words, and more is compared than nbval compares.

nbval never looks at pictures, so it would not notice if one disappeared. After each cell that passed, the kinds of its
outputs (a line of text, a table, a picture) are compared with the saved ones, and so are the pictures.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import nbval.plugin
import pytest
from nbval.plugin import IPyNbCell, IPyNbFile, NbCellError, coalesce_streams

from pytest_notebook_differences.comparison import in_plain_words, unnoticed_by_nbval
from pytest_notebook_differences.kernel import Stopped, WatchedKernel

ADDRESS = r"\bat 0x[0-9a-fA-F]+"
"""An address in memory, such as that of an object without a text of its own."""

HAS_CHANGED = "has changed"
"""The name of a property of a report; xdist sends it from the worker to the process that prints the hint."""

HINT = "notebook_differences_hint"
DEFAULT_HINT = "If this is intended, run and save {notebooks} again; otherwise, find the cause."


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the last line."""
    parser.addini(
        HINT, "the last line if outputs have changed; {notebooks} stands for the notebooks", default=DEFAULT_HINT
    )


def pytest_configure() -> None:
    """Watch each kernel: nbval itself would wait for one that has died until the time limit."""
    nbval.plugin.RunningKernel = WatchedKernel


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Say why a notebook cannot be read, without a traceback."""
    report = yield
    if isinstance(collector, IPyNbFile) and report.failed:
        error = report.call.excinfo.value
        report.longrepr = f"{collector.path.name} cannot be read as a notebook: {type(error).__name__}: {error}"
    return report


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out the cells after one that has stopped the kernel, and never compare addresses in memory."""
    if isinstance(item, IPyNbCell):
        if item.parent.kernel and not item.parent.kernel.is_alive():
            pytest.skip("an earlier cell stopped the kernel")
        item.parent.sanitize_patterns.setdefault(ADDRESS, "at an address")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Compare what nbval does not, unless the cell's outputs are not to be compared."""
    result = yield
    if isinstance(item, IPyNbCell) and item.options["check"] and item.cell.execution_count is not None:
        differences = unnoticed_by_nbval(coalesce_streams(item.cell.outputs), item.test_outputs)
        if differences:
            raise NbCellError(item.cell_num, "; ".join(differences), item.cell.source)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Describe the failure of a cell in plain words, below the number that Jupyter shows next to the cell."""
    report = yield
    if isinstance(item, IPyNbCell) and report.when == "call" and report.failed and call.excinfo is not None:
        error = call.excinfo.value
        if isinstance(error, NbCellError | Stopped):
            first_line, *_ = item.cell.source.strip().splitlines() or [""]
            stopped = f"    {error}, so the cells after it were left out"
            described = stopped if isinstance(error, Stopped) else in_plain_words(item, error)
            file, line, _ = report.location
            number = item.cell.execution_count or item.cell_num + 1
            report.location = (file, line, f"{report.nodeid.split('::')[0]}, cell [{number}]")
            report.longrepr = f"It starts with: {first_line}\n{described}"
            report.user_properties.append((HAS_CHANGED, isinstance(error, NbCellError)))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what to do next if an output has changed."""
    failed = terminalreporter.stats.get("failed", [])
    changed = [report.nodeid.split("::")[0] for report in failed if dict(report.user_properties).get(HAS_CHANGED)]
    if changed:
        terminalreporter.write_line(config.getini(HINT).replace("{notebooks}", " ".join(sorted({*changed}))))
