"""The repository's address: it is set in pyproject.toml, and one command changes it everywhere."""

import re
import shutil

import address
import pytest
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source


def linked_addresses(root):
    """Return every OWNER/REPO in the badges, clone commands and set-up cells of this repository."""
    found, at = set(), re.escape(address.ref(root))
    for path in address.files(root):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(rf"colab\.research\.google\.com/github/([^/\s]+/[^/\s]+)/blob/{at}/notebooks/", text))
        found |= set(re.findall(rf"git\+https://github\.com/([\w.-]+/[\w.-]+?)@{at}\b", text))
        found |= set(re.findall(r"git clone https://github\.com/([\w.-]+/[\w.-]+)", text))
        found |= set(re.findall(r"mybinder\.org/v2/gh/([\w.-]+/[\w.-]+)", text))
        found |= set(re.findall(r"repository-code: \"https://github\.com/([\w.-]+/[\w.-]+)\"", text))
    return found


@pytest.fixture
def repository(tmp_path):
    for path in address.files(ROOT):
        (tmp_path / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, tmp_path / path.relative_to(ROOT))
    return tmp_path


def test_all_files_have_the_address_of_pyproject():
    assert linked_addresses(ROOT) == {address.current()}


def test_the_command_changes_the_address_everywhere(repository):
    old = address.current()
    address.rewrite(old, "ada/bleu.from-scratch_2", repository)
    assert address.current(repository) == "ada/bleu.from-scratch_2"
    assert linked_addresses(repository) == {"ada/bleu.from-scratch_2"}
    first_lines = {
        source(code_cells(load(path))[0]).split("\n")[0] for path in (repository / "notebooks").glob("*.ipynb")
    }
    assert first_lines == {address.COMMENT}
    assert address.project(repository)["project"]["urls"]["Homepage"] == "https://ada.github.io/bleu.from-scratch_2/"
    readme = repository / "README.md"
    assert "no address yet" not in readme.read_text(encoding="utf-8")
    for path in address.files(repository):
        # Only the explanation of the command still contains the name of its argument.
        text = path.read_text(encoding="utf-8").replace(f"run.py address {old}", "")
        assert old not in text and address.site(old) not in text


def refs(root):
    """Return every ref in the badges, links, Binder addresses and set-up cells of this repository."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in address.files(root))
    ours = re.escape(address.current(root))
    return set(re.findall(rf"{ours}(?:/blob/|@)([\w.-]+)", text)) | set(re.findall(rf"/gh/{ours}/([\w.-]+)", text))


def test_all_files_ask_for_the_same_ref(repository):
    old = address.ref(repository)
    before = {path: path.read_text(encoding="utf-8") for path in address.files(repository)}
    assert refs(repository) == {old}
    changed = address.rewrite_ref(old, "v2.10.0-rc.1", repository)
    assert {path.name for path in changed} >= {"pyproject.toml", "README.md", *(path.name for path in NOTEBOOKS)}
    assert address.ref(repository) == "v2.10.0-rc.1"
    assert refs(repository) == {"v2.10.0-rc.1"}
    assert linked_addresses(repository) == {address.current()}
    address.rewrite_ref("v2.10.0-rc.1", old, repository)
    assert {path: path.read_text(encoding="utf-8") for path in address.files(repository)} == before


def test_changes_only_links_and_keeps_longer_names(repository):
    (repository / "README.md").write_text(
        "run.py address a/b https://github.com/a/b https://github.com/a/b.git https://github.com/a/bc https://github.com/a/b-c"
        " https://github.com/a/b.js (https://colab.research.google.com/github/a/b/blob/main/x) https://github.com/a/b.",
        encoding="utf-8",
    )
    address.rewrite("a/b", "c/d", repository)
    assert (repository / "README.md").read_text(encoding="utf-8") == (
        "run.py address a/b https://github.com/c/d https://github.com/c/d.git https://github.com/a/bc https://github.com/a/b-c"
        " https://github.com/a/b.js (https://colab.research.google.com/github/c/d/blob/main/x) https://github.com/c/d."
    )


@pytest.mark.parametrize("wrong", ["bleu", "a/b/c", "https://example.org/a/b", "a b/c", ""])
def test_refuses_an_invalid_address(wrong, capsys, monkeypatch):
    monkeypatch.setattr(address, "rewrite", lambda *_: pytest.fail("a file was changed"))
    assert address.main([wrong]) == 2
    assert "Pass OWNER/REPO" in capsys.readouterr().out
