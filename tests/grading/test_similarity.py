"""Similar notebooks: a page shows their similarity and both texts, without an accusation."""

import json
import re

import pytest
from course import filled_in, released, solutions, write
from submissions import ANSWERS

from bleu_grading.instructor import command, similarity

ADA, SHORT = ANSWERS["ada"], ANSWERS["short"]
OTHERS = {name: ADA | ANSWERS[name] for name in ("ada", "numpy", "korean", "pandas", "short")}
OTHER_NAMES = {"candidate": "translation", "references": "humans", "best": "maximum", "ticks": "output"}


def copied(code):
    """Return the same code with other names, comments and blank lines."""
    other = re.sub(r"\b[a-z]+\b", lambda found: OTHER_NAMES.get(found[0], found[0]), code)
    return "# My own work!\n" + other.replace("\n    for ", "\n\n    # go through all\n    for ")


COPY = {name: copied(code) for name, code in ADA.items()}


@pytest.fixture
def compared(tmp_path, monkeypatch, capsys):
    """Return a function that writes and compares notebooks, and returns the output and the page."""
    monkeypatch.chdir(tmp_path)
    write(released("ps1"), tmp_path / "release" / "ps1.ipynb")

    def compare(**students):
        for student, answers in students.items():
            write(filled_in(released("ps1"), answers), tmp_path / "submitted" / student / "ps1" / "ps1.ipynb")
        assert command.main(["similarity", "release/ps1.ipynb", "submitted"]) == 0
        return capsys.readouterr().out, (tmp_path / "similar-ps1.html").read_text(encoding="utf-8")

    return compare


def pairs(page):
    names = r"submitted/(\w+)/ps1/ps1.ipynb"
    return {frozenset(found[1:]): float(found[0]) for found in re.findall(rf"<h2>([\d.]+): {names} and {names}", page)}


def test_shows_a_renamed_copy_but_no_honest_work(compared):
    run = {name: f"exec({code!r})" for name, code in SHORT.items()}
    output, page = compared(twin=COPY, exec=run, **OTHERS)
    found = pairs(page)
    assert found.pop(frozenset({"ada", "twin"})) > 0.9
    assert found.pop(frozenset({"short", "exec"})) > 0.9 and found == {}, found
    assert output.startswith("7 notebooks compared: 2 pairs of code") and "Similarity is not proof" in page
    assert "def overused(translation, humans):" in page and "n_in_candidate" in page


def test_lists_equal_essays(compared):
    mine = {"reading": "**My reading:**\n\nIt counts words, not order."}
    again = {"reading": "**My reading:** it counts words; NOT order"}
    output, page = compared(ada=mine, ben=again, cyd={"reading": "It counts n-grams."}, dan={}, eve={})
    assert pairs(page) == {} and ", 1 groups of equal essays" in output
    assert "<p>reading, 7 words: submitted/ada/ps1/ps1.ipynb, submitted/ben/ps1/ps1.ipynb</p>" in page


def test_the_similarity_page_escapes_scripts(compared):
    evil = {name: f"# </pre><script>alert(1)</script>\n{code}" for name, code in solutions("ps1").items()}
    _, page = compared(ada=evil, ben=evil)
    assert "<script" not in page and "default-src 'none'" in page and len(pairs(page)) == 1


def test_compares_the_other_notebooks_if_one_cannot_be_read(compared, tmp_path, capsys):
    odd = "김".encode("cp949").decode(errors="surrogateescape")
    files = {"eve": "nonsense", odd: json.dumps(filled_in(released("ps1"), COPY)), "kim": '{"cells": [{"source": ""}]}'}
    for student, content in files.items():
        (tmp_path / "submitted" / student).mkdir(parents=True)
        (tmp_path / "submitted" / student / "ps1.ipynb").write_text(content)
    output, page = compared(ada=ADA)
    assert "submitted/eve/ps1.ipynb: it is incomplete, or not a notebook" in output
    assert "submitted/kim/ps1.ipynb: its cell 1 is damaged" in output
    assert "2 notebooks compared: 1 pairs of code" in output and r"submitted/\udcb1\udce8/ps1.ipynb" in page
    (tmp_path / "a folder").symlink_to(tmp_path / "submitted")
    (tmp_path / "submitted" / "a fifth").symlink_to("eve")
    (tmp_path / "a file.ipynb").symlink_to(tmp_path / "submitted" / "ada" / "ps1" / "ps1.ipynb")
    assert command.main(["similarity", "release/ps1.ipynb", "submitted", "a folder", "a file.ipynb"]) == 0
    output = capsys.readouterr().out
    assert re.findall("(a f.*): it is a link, .* Not compared", output) == ["a fifth", "a folder", "a file.ipynb"]
    assert "2 notebooks compared" in output
    assert command.main(["similarity", "submitted/eve/ps1.ipynb", "submitted"]) == 2


EVERY_RUN = [(0.402, "ada", "korean"), (0.146, "ada", "numpy"), (0.131, "numpy", "pandas"), (0.131, "korean", "numpy")]


def test_every_run_gives_the_same_similarities(monkeypatch):
    """Python's hashes of texts differ from run to run, so a pair could cross the threshold."""
    monkeypatch.setattr(similarity, "MIN_SIMILARITY", 0.01)
    found = similarity.pairs({name: "\n\n".join(answers.values()) for name, answers in OTHERS.items()})
    assert [(round(likeness, 3), *names) for likeness, *names in found] == EVERY_RUN
