"""One list of dependencies: environment.yml and the continuous integration must say what pyproject.toml says."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.specifiers import SpecifierSet
from rattler import MatchSpec
from rattler.exceptions import InvalidMatchSpecError

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIREMENTS = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA = [line for line in ENVIRONMENT["dependencies"] if isinstance(line, str)]


def test_requirements_have_the_one_form_that_run_py_reads():
    for requirement in [*REQUIREMENTS, *PROJECT["optional-dependencies"]["instructor"]]:
        assert re.fullmatch(r"[\w.-]+(>=|==)\d+(\.\d+)*", requirement), requirement


def test_what_the_helpers_need_has_lower_bounds_only_and_low_enough_for_colab():
    bounds = dict(requirement.split(">=") for requirement in PROJECT["dependencies"])
    colab = {"nltk": "3.9.1", "matplotlib": "3.10.0", "numpy": "2.0.2", "regex": "2025.11.3", "tqdm": "4.67.3"}
    del bounds["rapidfuzz"]  # Colab lacks it, so the set-up cell of the lesson that needs it brings it
    for name, bound in bounds.items():
        assert colab[name] in SpecifierSet(f">={bound}")
    assert PROJECT["requires-python"] == ">=3.11"


def test_the_channels():
    assert ENVIRONMENT["channels"] == ["conda-forge", "nodefaults"]


@pytest.mark.parametrize("line", CONDA)
def test_a_conda_spec_can_be_read(line):
    MatchSpec(line, strict=True)


@pytest.mark.parametrize("line", ["nltk>==3", "nltk>=3.9.1,", "numpy=>1"])
def test_a_conda_spec_that_cannot_be_read_is_noticed(line):
    with pytest.raises(InvalidMatchSpecError):
        MatchSpec(line, strict=True)


def test_names_and_bounds_are_those_of_pyproject():
    specs = [MatchSpec(line) for line in CONDA]
    conda = {spec.name.normalized: str(spec.version) for spec in specs}
    del conda["python"]  # its own test below
    assert conda.pop("pip") == "None"
    expected = {}
    for requirement in REQUIREMENTS:
        name, relation, version = re.fullmatch(r"([\w.-]+)(>=|==)(.+)", requirement).groups()
        expected[name] = f"{relation}{version}"
    assert conda == expected


def test_the_python_of_conda_and_binder_is_one_that_the_project_allows():
    [python] = [line for line in CONDA if line.startswith("python=")]
    assert python.removeprefix("python=") in SpecifierSet(PROJECT["requires-python"])


def test_the_package_itself_comes_from_this_folder():
    assert [line for line in ENVIRONMENT["dependencies"] if not isinstance(line, str)] == [{"pip": ["-e ."]}]


def test_continuous_integration_runs_the_command_of_the_readme():
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1] == "python3 run.py test"
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    for job in workflow["jobs"].values():
        assert job["steps"][-1] == {"run": "python run.py test"}
    matrix = workflow["jobs"]["current"]["strategy"]["matrix"]
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert "3.11" in matrix["python"]
    assert len(matrix["python"]) > 1
    oldest = workflow["jobs"]["oldest"]["steps"]
    assert any("--resolution lowest-direct" in step.get("run", "") for step in oldest)


def test_no_lock_file_is_kept():
    assert not list(ROOT.glob("*.lock"))
    assert not list(ROOT.glob("requirements*.txt"))
