"""The dependencies are listed in pyproject.toml, and the files for conda and Binder must list the same."""

import re
import tomllib

import commands
import pytest
import yaml
from notebook_rules import ROOT
from packaging.specifiers import SpecifierSet

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
LEARNER = PROJECT["dependencies"] + EXTRAS["lab"]


def test_the_helpers_run_with_colabs_versions():
    bounds = dict(line.split(">=") for line in PROJECT["dependencies"] if ">=" in line)
    freeze = (ROOT / "tests" / "support" / "colab_freeze.txt").read_text(encoding="utf-8")
    colab = dict(re.findall(r"(?m)^([\w.-]+)==([\w.]+)", freeze.lower()))
    del bounds["sacrebleu"]  # Colab lacks it, so a second cell installs it
    for name, bound in bounds.items():
        assert colab[name] in SpecifierSet(f">={bound}")
    assert PROJECT["requires-python"] == ">=3.11"


def test_grading_requires_the_helpers_of_its_own_version():
    """A record contains only the version of the helpers, but a grade depends on both packages."""
    folder = ROOT / "bleu_grading"
    settings = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    grading, wheel = settings["project"], settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    packages = {path.parent for path in folder.glob("*/__init__.py")}
    assert {*wheel["only-include"]} == {path.name for path in (*folder.glob("*.py"), *packages)}
    assert grading["dependencies"][0] == f"{PROJECT['name']}=={PROJECT['version']}"
    assert grading["requires-python"] == PROJECT["requires-python"]


@pytest.mark.parametrize(
    ("file", "requirements"),
    [("environment.yml", LEARNER + EXTRAS["check"]), ("binder/environment.yml", LEARNER)],
    ids=["conda", "Binder"],
)
def test_an_environment_file_lists_the_dependencies_of_pyproject_and_this_folder(file, requirements):
    *listed, further = yaml.safe_load((ROOT / file).read_text(encoding="utf-8"))["dependencies"]
    [python] = [line for line in listed if line.startswith("python=")]
    assert python.removeprefix("python=") in SpecifierSet(PROJECT["requires-python"])
    ours = {f"{name}=={PROJECT['version']}": folder for name, folder in commands.other_distributions().items()}
    ours = {requirement: ours[requirement] for requirement in requirements if requirement in ours}
    assert sorted({*listed, *ours} - {"pip", python}) == sorted(requirements)
    packages = [(ROOT / file).parent.joinpath(line.removeprefix("-e ")).resolve() for line in further["pip"]]
    assert packages == [*ours.values(), ROOT.resolve()]
