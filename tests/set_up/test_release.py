"""The version has one source, and each distribution has what a release needs."""

import subprocess
import sys

import commands
import pytest
import release
import yaml
from notebook_rules import ROOT


def test_the_version_is_the_same_everywhere():
    assert release.write_version(ROOT) == []


def test_a_new_version_is_written_everywhere(tmp_path):
    files = ["pyproject.toml", "CITATION.cff", *(f"{path.name}/pyproject.toml" for path in folders())]
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    settings = tmp_path / "pyproject.toml"
    old = f'"{commands.project_of(ROOT)["version"]}"'
    settings.write_text(settings.read_text(encoding="utf-8").replace(old, '"9.8.7rc1"', 1), encoding="utf-8")
    assert {*release.write_version(tmp_path)} == {*files}
    for name in files:
        old_lines, new_lines = ((root / name).read_text(encoding="utf-8").splitlines() for root in (ROOT, tmp_path))
        changed = [new for old, new in zip(old_lines, new_lines, strict=True) if old != new]
        assert changed and all("9.8.7rc1" in line for line in changed)
    assert release.write_version(tmp_path) == []


def folders():
    return commands.other_distributions().values()


def test_what_is_published_has_a_readme_tests_a_licence_and_an_address():
    published = release.distributions(ROOT)
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    packages = workflow["jobs"]["publish"]["strategy"]["matrix"]["package"]
    assert {*packages} == {package.name for _, package in published.values()} >= {"bleu_helpers", "exercise_checker"}
    for folder, package in published.values():
        assert commands.project_of(folder)["readme"] == (package / "README.md").relative_to(folder).as_posix()
        assert "urls" in commands.project_of(folder)
        assert (ROOT / "LICENSE").read_text().startswith((folder / "LICENSE").read_text())


@pytest.mark.environments
def test_each_distribution_is_built_and_works_alone():
    done = subprocess.run([sys.executable, "run.py", "release"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
