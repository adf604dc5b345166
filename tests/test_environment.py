"""One list of dependencies: conda's and Binder's files and the workflow must say what pyproject.toml says."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
LEARNER = PROJECT["dependencies"] + EXTRAS["lab"]


def read(file):
    return yaml.safe_load((ROOT / file).read_text(encoding="utf-8"))


def specs(file):
    return [line for line in read(file)["dependencies"] if isinstance(line, str)]


every_file = pytest.mark.parametrize("file", ["environment.yml", "binder/environment.yml"])


def test_requirements_have_the_forms_that_the_front_door_reads():
    for requirement in [*PROJECT["dependencies"], *(line for extra in EXTRAS.values() for line in extra)]:
        if another := re.fullmatch(r"bleu-helpers\[(\w+)\]", requirement):
            assert another[1] in EXTRAS
        else:
            assert re.fullmatch(r"[\w.-]+(>=|==)\d+(\.\d+)*", requirement), requirement


def test_what_the_helpers_need_has_lower_bounds_only_and_low_enough_for_colab():
    bounds = dict(requirement.split(">=") for requirement in PROJECT["dependencies"])
    colab = {"nltk": "3.9.1", "matplotlib": "3.10.0", "numpy": "2.0.2", "regex": "2025.11.3", "tqdm": "4.67.3"}
    del bounds["sacrebleu"]  # Colab lacks it, so a second cell brings it
    for name, bound in bounds.items():
        assert colab[name] in SpecifierSet(f">={bound}")
    assert PROJECT["requires-python"] == ">=3.11"


@pytest.mark.parametrize(
    ("file", "requirements"),
    [("environment.yml", LEARNER + EXTRAS["check"]), ("binder/environment.yml", LEARNER)],
    ids=["conda", "Binder"],
)
def test_names_and_bounds_are_those_of_pyproject(file, requirements):
    conda = [line for line in specs(file) if line != "pip" and not line.startswith("python=")]
    assert sorted(conda) == sorted(requirements)


@every_file
def test_the_python_is_one_that_the_project_allows(file):
    [python] = [line for line in specs(file) if line.startswith("python=")]
    assert python.removeprefix("python=") in SpecifierSet(PROJECT["requires-python"])


@every_file
def test_the_package_itself_comes_from_this_folder(file):
    [pip] = [line["pip"] for line in read(file)["dependencies"] if not isinstance(line, str)]
    [package] = [line.removeprefix("-e ") for line in pip]
    assert (ROOT / file).parent.joinpath(package).resolve() == ROOT.resolve()
