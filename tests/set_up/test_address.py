"""The repository's address: one command writes it into all files, and takes it out again; a workflow runs it."""

import os
import re
import subprocess

import address
import learn
import pytest
import site_pages
import yaml
from addressed import copied, write_address
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source

OURS = (
    rf"{address.NAME.pattern}|/notebooks/learn/\w\w/\w+\.ipynb\)|mybinder\.org|github\.io|archive/|git clone http"
    r"|OWNER(?!/REPO`)|has no address"
)
"""What a page or notebook has only with an address, or not at all."""
ADA, REF = "ada/bleu.from-scratch_2", "v2.10.0-rc.1"


@pytest.fixture
def repository(tmp_path):
    return copied(tmp_path / "repository")


def texts(repository):
    """Return every file of a repository that may depend on the address."""
    patterns = ("*.toml", "*/*.toml", "*.cff", "*.md", "*/*.md", "notebooks/**/*.ipynb", "translations/**/*")
    paths = sorted(path for pattern in patterns for path in repository.glob(pattern) if path.is_file())
    return {path.relative_to(repository).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def seen(texts):
    """Return what a reader sees of the pages and notebooks, without comments."""
    return {
        name: address.HIDDEN_BLOCK.sub("", text) for name, text in texts.items() if name.endswith((".md", ".ipynb"))
    }


@pytest.mark.slow
def test_an_address_is_put_in_and_taken_out_again(repository):
    if address.values():
        write_address(repository, "--none")
    fresh = texts(repository)
    assert {name: found[0] for name, text in seen(fresh).items() if (found := re.search(OURS, text))} == {}
    write_address(repository, ADA, "--ref", REF)
    with_one = texts(repository)
    for name, text in seen(with_one).items():
        assert not address.NAME.search(text), name
        for file in re.findall(rf"github(?:\.com)?/{re.escape(ADA)}/blob/{REF}/([^)#\s]+)", text):
            assert (repository / file).is_file(), (name, file)
    for language in learn.LANGUAGES:
        for path in learn.copies(language, repository):
            cells, place = load(path)["cells"], learn.place(path.name, language)
            assert f"](https://colab.research.google.com/github/{ADA}/blob/{REF}/{place})" in source(cells[0])
            set_up = source(code_cells({"cells": cells})[0])
            assert f"=exercise_checker https://github.com/{ADA}/archive/{REF}.zip\n" in set_up
            folder = site_pages.folder(language)
            assert f"](https://ada.github.io/bleu.from-scratch_2/{folder}{path.stem}.html)" in source(cells[-1])
    assert with_one["README.md"].count("[Colab](https://colab.research.google.com/github/") == len(NOTEBOOKS)
    assert 'repository-code: "https://github.com/ada/bleu.from-scratch_2"\n' in with_one["CITATION.cff"]
    assert 'Homepage = "https://ada.github.io/bleu.from-scratch_2/"\n' in with_one["pyproject.toml"]
    write_address(repository, "--none", "--ref", "main")
    assert texts(repository) == fresh


@pytest.mark.parametrize(
    ("remote", "repository"),
    [
        ("https://github.com/ada/bleu.git/", "https://github.com/ada/bleu"),
        ("https://ada:secret@github.com/ada/bleu.js.git", "https://github.com/ada/bleu.js"),
        ("git@github.com:ada/bleu.git", "https://github.com/ada/bleu"),
        ("ssh://git@ssh.github.com:443/ada/bleu.git", "https://github.com/ada/bleu"),
        ("https://gitlab.com/ada/bleu.git", None),
        ("https://example.com/github.com/ada/bleu", None),
        ("git@github.com:bleu", None),
        ("../bleu", None),
        ("github.com/../bleu", None),
        ("", None),
    ],
)
def test_the_remote_gives_the_address(remote, repository):
    assert address.repository_of(remote) == repository


def test_the_site_of_an_owner_has_no_folder():
    assert address.values_of("https://github.com/Ada/ada.github.io", "main")["site"] == "https://ada.github.io/"


@pytest.mark.parametrize("typed", [[wrong] for wrong in ("bleu", "a/b/c", "https://example.org/a/b", "a b/c")] + [[]])
def test_without_an_address_on_github_nothing_is_changed(typed, capsys, monkeypatch):
    monkeypatch.setattr(address, "write", lambda *_: pytest.fail("a file was changed"))
    monkeypatch.setattr(address, "remote", lambda: "https://ada:secret@gitlab.com/ada/bleu.git")
    assert address.main(typed) == 2
    said = capsys.readouterr().out
    assert "is not a repository on GitHub, so nothing was changed.\nPass OWNER/REPO" in said and "secret" not in said


def test_a_formula_is_not_a_template():
    assert (
        address.shown(r"$\text{site}_{pip}$ [a]({site})", known={"site": "b", "pip": "c"})
        == r"$\text{site}_{pip}$ [a](b)"
    )


# The workflow that publishes the site.

WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/site.yml").read_text(encoding="utf-8"))
STEPS = {step["id"]: step["run"] for step in WORKFLOW["jobs"]["prepare"]["steps"] if "id" in step}


@pytest.fixture
def run_step(tmp_path):
    """Return a function that runs a step of the workflow in a repository with a remote."""
    work, remote, bin_ = (tmp_path / name for name in ("work", "remote", "bin"))
    bin_.mkdir()
    program(bin_ / "python", "echo 'Repository = \"https://github.com/ada/bleu\"' >> pyproject.toml")
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", remote)
    git(tmp_path, "clone", "--quiet", remote, work)
    (work / "pyproject.toml").write_text("[project.urls]\n", encoding="utf-8")
    git(work, "config", "commit.gpgsign", "false")
    git(work, "add", ".")
    git(work, *"-c user.name=a-test -c user.email=test@example.com commit --quiet --message=First".split())
    git(work, "push", "--quiet", "origin", "main")

    def run(name, **more):
        files = {"GITHUB_OUTPUT": tmp_path / "output", "GITHUB_STEP_SUMMARY": tmp_path / "summary"}
        for path in files.values():
            path.write_text("", encoding="utf-8")
        path = f"{bin_}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, **files, "PATH": path, "GITHUB_REF_NAME": "main", "GITHUB_REPOSITORY": "ada/bleu"}
        subprocess.run(["sh", "-ec", STEPS[name]], cwd=work, env=environment | more, check=True)
        return tuple(path.read_text(encoding="utf-8") for path in files.values())

    run.work, run.remote, run.bin = work, remote, bin_
    return run


def git(folder, *arguments):
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def program(path, line):
    """Write a small program."""
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8", newline="\n")
    path.chmod(0o755)


def test_the_first_push_is_followed_by_one_commit_with_the_address(run_step):
    first = git(run_step.remote, "rev-parse", "main")
    output, summary = run_step("address", IS_FORK="false")
    commit = git(run_step.remote, "rev-parse", "main")
    assert (output, summary) == (f"commit={commit}\n", "") and commit != first
    assert git(run_step.remote, "show", "main:pyproject.toml").endswith('Repository = "https://github.com/ada/bleu"')
    assert run_step("address", IS_FORK="false") == (output, "") and git(run_step.remote, "rev-parse", "main") == commit


def test_a_fork_and_a_protected_branch_stay_as_they_are(run_step):
    first = git(run_step.remote, "rev-parse", "main")
    assert run_step("address", IS_FORK="true") == (f"commit={first}\n", "")
    program(run_step.remote / "hooks" / "pre-receive", "exit 1")
    output, summary = run_step("address", IS_FORK="false")
    assert output == f"commit={first}\n" and "may be protected" in summary
    assert git(run_step.work, "status", "--porcelain") == ""


@pytest.mark.parametrize(
    ("answer", "source"), [("echo workflow", "workflow"), ("echo legacy", "legacy"), ("exit 1", "none")]
)
def test_the_summary_says_how_to_turn_pages_on(answer, source, run_step):
    program(run_step.bin / "gh", answer)
    output, summary = run_step("pages")
    assert output == f"source={source}\n" and ("Settings, Pages" in summary) == (source != "workflow")
