"""Each notebook opened as a stranger opens it from its badge: alone, with Colab's own versions.

colab_harness.py makes the room. Its outputs must be the saved ones, and its set-up cell must install exactly what it
names: an upgraded numpy would want a restart in Colab, and running the cells does not show it.
"""

import copy
import shutil
import time

import pytest
from colab_harness import FREEZE, ROOT, NoRoom, furnish, installed_by, newest_python, publish, set_up_cell, store
from notebook_rules import NOTEBOOKS, code_cells, load
from packaging.requirements import Requirement

pytestmark = pytest.mark.slow


class Times:
    """Says at the end of a run with which Python the notebooks were opened, and how long each took."""

    def __init__(self):
        self.lines = [f"(environment of {newest_python()})"]

    def pytest_terminal_summary(self, terminalreporter):
        terminalreporter.section("Opened as in Colab, from opening to the last cell")
        for line in self.lines:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def times(request):
    try:
        store()
    except NoRoom as error:
        pytest.fail(str(error), pytrace=False)
    times = Times()
    request.config.pluginmanager.register(times)
    return times


@pytest.fixture(scope="session")
def github(times, tmp_path_factory):
    """A folder that has the working tree where GitHub would have the repository, and its commit."""
    folder = tmp_path_factory.mktemp("github")
    return folder, publish(folder)


@pytest.fixture
def room(times, tmp_path):
    yield furnish(tmp_path / "room")
    shutil.rmtree(tmp_path, ignore_errors=True)


def name_of(line):
    return line.split("==")[0].split(" @ ")[0]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_opened_in_colab_says_what_it_said_when_it_was_saved(path, room, github, times):
    folder, commit = github
    before = room.freeze()
    start = time.perf_counter()
    done = room.open(load(path), path.name, folder)
    times.lines.append(f"{path.stem}: {time.perf_counter() - start:.1f} s")
    assert done.returncode == 0, done.stdout
    assert f"{len(code_cells(load(path)))} passed" in done.stdout
    after = room.freeze()
    assert before - after == set()
    named = {"bleu-helpers" if "git+" in name else Requirement(name).name for name in installed_by(set_up_cell())}
    assert {name_of(line) for line in after - before} == named
    assert any(line.startswith("bleu-helpers @ git+https://") and line.endswith(commit) for line in after)
