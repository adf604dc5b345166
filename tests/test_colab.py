"""Each learner's copy opened as a stranger opens it from its badge: alone, with Colab's own versions.

colab_harness.py makes the room. Its outputs must be those of the record, and its set-up cell must install exactly what
it names: an upgraded numpy would want a restart in Colab, and running the cells does not show it.
"""

import re
import shutil
import time

import address
import clean
import learn
import pytest
from colab_harness import (
    FREEZE,
    NEWER_NUMPY,
    NoRoom,
    furnish,
    names,
    newest_python,
    packages_of,
    publish,
    run,
    store,
)
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source

pytestmark = pytest.mark.environments


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


def comparable(copy, record):
    """A learner's copy beside what the record's cells said: nbval compares with these outputs."""
    said = {cell["id"]: {key: cell[key] for key in ("outputs", "execution_count")} for cell in code_cells(record)}
    for cell in code_cells(copy):
        cell.update(said[cell["id"]])
    return copy


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
@pytest.mark.parametrize("language", learn.LANGUAGES)
def test_a_learners_copy_opened_in_colab_says_what_its_record_says(language, path, room, github, times):
    folder, commit = github
    notebook = comparable(load(ROOT / learn.place(path.name, language)), load(path))
    before = room.freeze()
    start = time.perf_counter()
    done = room.open(notebook, path.name, folder)
    times.lines.append(f"{path.stem}: {time.perf_counter() - start:.1f} s")
    assert done.returncode == 0, done.stdout
    assert f"{len(code_cells(notebook))} passed" in done.stdout
    after = room.freeze()
    assert before <= after, "what Colab has stays as it is"
    named = packages_of("\n".join(map(source, code_cells(notebook))))
    assert "bleu-helpers" in named <= names(after - before)
    [helpers] = [line for line in after if line.startswith("bleu-helpers")]
    assert helpers == f"bleu-helpers @ git+https://github.com/{address.current()}@{commit}"


# The room is what it says it is.


def test_the_room_has_exactly_the_versions_of_the_list(room):
    lines = [line for line in FREEZE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    always = {line for line in lines if ";" not in line}
    here = {line.split(" ;")[0] for line in lines}
    assert always <= room.freeze() <= here
    assert {"ipython==7.34.0", "ipykernel==6.17.1", "numpy==2.1.3", "nltk==3.9.1", "matplotlib==3.10.0"} <= always


PROBE = """
import os, sys, importlib.util, IPython, ipykernel
assert (IPython.__version__, ipykernel.__version__) == ("7.34.0", "6.17.1")
assert {"numpy", "pandas", "matplotlib.pyplot", "google.colab"} <= set(sys.modules)
assert importlib.util.find_spec("bleu_helpers") is None
assert importlib.util.find_spec("nbval") is None
assert os.listdir() == ["probe.ipynb"]
assert not [name for name in os.environ if name.startswith(("VIRTUAL_ENV", "PYTHONPATH", "COV_", "XDG_"))]
import google.colab
print(sorted(os.listdir(os.path.expanduser("~"))))
"""


def test_a_notebook_in_the_room_is_a_stranger_there(room, github):
    notebook, _, cell = the_first_two_cells()
    notebook["cells"] = [cell]
    # matplotlib and IPython, loaded before the first cell, have already made folders for themselves.
    cell["source"], cell["outputs"] = (
        PROBE,
        [{"output_type": "stream", "name": "stdout", "text": "['.cache', '.config', '.ipython']\n"}],
    )
    done = room.open(notebook, "probe.ipynb", github[0])
    assert done.returncode == 0, done.stdout


def test_the_test_set_comes_with_the_package(room, github):
    """Files that are no Python: what is installed has them only if the package was built with them."""
    notebook, _, cell = the_first_two_cells()
    cell["source"] = (
        "from bleu_helpers.small_test_set import read_test_set\n"
        "print(*map(len, [read_test_set().segments, *read_test_set().systems.values()]))"
    )
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "132 132 132 132 132\n"}]
    done = room.open(notebook, "probe.ipynb", github[0])
    assert done.returncode == 0, done.stdout


KNOB = """
import ipywidgets
from bleu_helpers.display import knobs

get_ipython().kernel.get_parent("shell")["content"]["allow_stdin"] = True  # as if a person had run this cell
knobs.brevity_penalty_curve(c=2, r=6)
widgets = list(ipywidgets.Widget.widgets.values())
[slider] = [widget for widget in widgets if getattr(widget, "description", "").startswith("c,")]
slider.value = 3
[page] = [widget.value for widget in widgets if isinstance(widget, ipywidgets.HTML) and "<img" in widget.value]
print(ipywidgets.__version__, "c = 3, r = 6, c/r = 0.5000, brevity penalty 0.3679" in page)
"""


def test_a_knob_is_shown_and_turned_with_colabs_widgets(room, github):
    notebook, _, cell = the_first_two_cells()
    view = {"output_type": "display_data", "metadata": {}, "data": {clean.WIDGET: {}}}
    cell["source"], cell["outputs"] = KNOB, [view, {"output_type": "stream", "name": "stdout", "text": "7.7.1 True\n"}]
    done = room.open(notebook, "knob.ipynb", github[0])
    assert done.returncode == 0, done.stdout


# The checks can fail.


def the_first_two_cells():
    """The set-up cell, and one that prints."""
    notebook = load(NOTEBOOKS[0])
    notebook["cells"] = code_cells(notebook)[:2]
    return notebook, *notebook["cells"]


def test_another_output_is_noticed(room, github):
    notebook, _, printing = the_first_two_cells()
    printing["outputs"][0]["text"] = "another text"
    done = room.open(notebook, NOTEBOOKS[0].name, github[0])
    assert done.returncode == 1
    assert "saved: another text" in done.stdout


def test_without_the_repository_the_set_up_cell_shows_what_pip_said(room):
    notebook, *_ = the_first_two_cells()
    before = room.freeze()
    done = room.open(notebook, NOTEBOOKS[0].name, None)
    assert done.returncode == 1
    words = done.stdout.split("In plain words")[1]
    assert re.search(r"it printed: .*'https' not allowed", words), "what pip and git said"
    assert "it now stops with ModuleNotFoundError: No module named 'bleu_helpers'" in words
    assert room.freeze() == before


def test_a_dependency_that_would_upgrade_numpy_is_noticed(room, github, tmp_path):
    """The cells may all pass: only the packages show it for certain. So the set-up cell says --no-deps."""
    changed_tree = tmp_path / "changed"
    run("git", "clone", "--quiet", github[0] / f"{address.current()}.git", changed_tree)
    project = changed_tree / "pyproject.toml"
    text, count = re.subn(r'"numpy>=[\d.]+"', f'"numpy>={NEWER_NUMPY}"', project.read_text(encoding="utf-8"))
    assert count == 1
    project.write_text(text, encoding="utf-8")
    publish(tmp_path / "github", changed_tree)

    notebook, set_up, _ = the_first_two_cells()
    set_up["source"] = source(set_up).replace(" --no-deps", "")
    before = room.freeze()
    done = room.open(notebook, NOTEBOOKS[0].name, tmp_path / "github")
    assert done.returncode == 0, done.stdout
    assert "numpy" in names(before - room.freeze())


# Where the room cannot be made, these tests fail and say what to do. A skip would hide it.


def without_network(monkeypatch, folder):
    for name, value in {"UV_OFFLINE": "1", "UV_CACHE_DIR": str(folder / "empty"), "PIP_NO_INDEX": "1"}.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(
    ("prevent", "reason"),
    [
        (lambda monkeypatch, _: monkeypatch.setattr("shutil.which", lambda name: None), "there is no git"),
        (lambda monkeypatch, _: monkeypatch.setattr("colab_harness.PYTHONS", ("3.99",)), "needs one of Python 3.99"),
        (without_network, "this needs the network once"),
    ],
    ids=["no git", "no Python", "no network"],
)
def test_where_no_room_can_be_made_the_message_says_what_to_do(prevent, reason, monkeypatch, tmp_path):
    monkeypatch.setattr("colab_harness.STORE", tmp_path / "store")
    prevent(monkeypatch, tmp_path)
    with pytest.raises(NoRoom, match=reason) as caught:
        store()
    assert "--ignore=tests/test_colab.py" in str(caught.value)
    assert not [folder for folder in tmp_path.glob("store/*") if folder.name != "partial"]


def test_an_interrupted_set_up_starts_afresh(monkeypatch, tmp_path):
    monkeypatch.setattr("colab_harness.STORE", tmp_path)

    def interrupted(folder, base):
        folder.mkdir(parents=True)
        raise KeyboardInterrupt

    monkeypatch.setattr("colab_harness.fill", interrupted)
    with pytest.raises(KeyboardInterrupt):
        store()
    monkeypatch.setattr("colab_harness.fill", lambda folder, base: folder.mkdir(parents=True))
    assert store().is_dir()
    assert [folder.name for folder in tmp_path.iterdir()] == [store().name]
