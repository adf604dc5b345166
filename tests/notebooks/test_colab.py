"""Each learner's copy runs as it does when it is opened from its badge: alone, with Colab's own versions.

colab_harness.py creates the environment. The outputs must be those of the lesson, or those of its page on the site if
the copy is in another language. The set-up cell must install exactly what it names: an upgraded numpy would need a
restart in Colab, which a run of the cells does not show.
"""

import shutil
from functools import cache
from pathlib import Path

import clean
import learn
import pytest
from addressed import copied, write_address
from colab_harness import copy_environment, names, packages_of
from notebook_rules import NOTEBOOKS, code_cells, load, source

pytest_plugins = ["built_site"]
pytestmark = pytest.mark.environments


REPOSITORY = "ada/bleu"


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a copy of the working tree that has an address."""
    folder = copied(tmp_path_factory.mktemp("tree") / "bleu-main")
    write_address(folder, REPOSITORY, "--ref", "main")
    return folder


@pytest.fixture(scope="module")
def archive(tree, tmp_path_factory):
    """Return the address of this tree in an archive like GitHub's."""
    return shutil.make_archive(tmp_path_factory.mktemp("archive") / "main", "zip", tree.parent, tree.name)


@pytest.fixture(scope="module")
def environment_for(tmp_path_factory):
    """Return a function that returns the environment for a notebook; notebooks with the same packages share one."""
    folder = tmp_path_factory.mktemp("environments")
    environment = cache(lambda packages: copy_environment(folder / "-".join(sorted(packages))))
    return lambda notebook: environment(packages_in(notebook))


def packages_in(notebook):
    return frozenset(packages_of("\n".join(map(source, code_cells(notebook)))))


def with_outputs(copy, page):
    """Return a learner's copy with the outputs of a page, which may also have captions."""
    saved = {cell["id"]: cell for cell in code_cells(page)}
    for cell in code_cells(copy):
        outputs = [output for output in saved[cell["id"]]["outputs"] if 'class="caption"' not in str(output)]
        cell.update(outputs=outputs, execution_count=saved[cell["id"]]["execution_count"])
    return copy


ENGLISH, *OTHERS = learn.LANGUAGES
COPIES = [pytest.param(ENGLISH, path, id=f"en-{path.stem}") for path in NOTEBOOKS]
COPIES += [pytest.param(other, NOTEBOOKS[10], marks=pytest.mark.node, id=f"{other}-11") for other in OTHERS]
"""All English copies, and lesson 11 in each other language, because its examples have another order there."""


@pytest.mark.parametrize(("language", "path"), COPIES)
def test_a_learners_copy_has_the_outputs_of_its_lesson_in_colab(
    language, path, environment_for, tree, archive, request
):
    if language != ENGLISH:
        path = request.getfixturevalue("site").parent / "pages" / language / path.name
    notebook = with_outputs(clean.read(tree / learn.place(path.name, language)), load(path))
    set_up = code_cells(notebook)[0]
    on_github = f"https://github.com/{REPOSITORY}/archive/main.zip"
    set_up["source"] = source(set_up).replace(on_github, Path(archive).as_uri())
    environment = environment_for(notebook)
    done = environment.open(notebook, path.name)
    assert done.returncode == 0, done.stdout
    assert f"{len(code_cells(notebook))} passed" in done.stdout
    after = environment.freeze()
    assert environment.before <= after, "a package of Colab was changed or removed"
    assert {"bleu-helpers", "exercise-checker"} <= packages_in(notebook) <= names(after - environment.before)


KNOB = """
import ipywidgets
from bleu_helpers.display import knobs

get_ipython().kernel.get_parent("shell")["content"]["allow_stdin"] = True  # as if a person ran this cell
knobs.brevity_penalty_curve(c=2, r=6)
widgets = list(ipywidgets.Widget.widgets.values())
[slider] = [widget for widget in widgets if getattr(widget, "description", "").startswith("c,")]
slider.value = 3
[page] = [widget.value for widget in widgets if isinstance(widget, ipywidgets.HTML) and "<img" in widget.value]
print(ipywidgets.__version__, "c = 3, r = 6: 0.3679" in page)
"""


def test_a_knob_works_with_colabs_version_of_ipywidgets(environment_for, tree):
    notebook = load(tree / "notebooks" / NOTEBOOKS[0].name)
    notebook["cells"] = [_, cell] = code_cells(notebook)[:2]
    view = {"output_type": "display_data", "metadata": {}, "data": {clean.WIDGET: {}}}
    cell["source"], cell["outputs"] = KNOB, [view, {"output_type": "stream", "name": "stdout", "text": "7.7.1 True\n"}]
    done = environment_for(notebook).open(notebook, "knob.ipynb")
    assert done.returncode == 0, done.stdout
