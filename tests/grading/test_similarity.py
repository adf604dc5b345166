"""Which notebooks are alike: a page with likeness and both texts, which accuses nobody."""

import json
import os
import re
import subprocess
import sys

import pytest
from course import handed_in, released, solutions, write
from submissions import ANSWERS

from bleu_grading.instructor import command

ADA, SHORT = ANSWERS["ada"], ANSWERS["short"]
OTHERS = {name: ADA | ANSWERS[name] for name in ("ada", "numpy", "korean", "pandas", "short")}
OTHER_NAMES = {"candidate": "translation", "references": "humans", "best": "maximum", "ticks": "output"}


def copied(code):
    """The same code under other names, with other comments and blank lines."""
    other = re.sub(r"\b[a-z]+\b", lambda found: OTHER_NAMES.get(found[0], found[0]), code)
    return "# My own work!\n" + other.replace("\n    for ", "\n\n    # go through all\n    for ")


COPY = {name: copied(code) for name, code in ADA.items()}


@pytest.fixture
def compared(tmp_path, monkeypatch, capsys):
    """Write notebooks, compare them, and give what is printed and the page."""
    monkeypatch.chdir(tmp_path)
    write(released("ps1"), tmp_path / "release" / "ps1.ipynb")

    def compare(**students):
        for student, answers in students.items():
            write(handed_in(released("ps1"), answers), tmp_path / "submitted" / student / "ps1" / "ps1.ipynb")
        assert command.main(["similarity", "release/ps1.ipynb", "submitted"]) == 0
        return capsys.readouterr().out, (tmp_path / "similar-ps1.html").read_text(encoding="utf-8")

    return compare


def pairs(page):
    names = r"submitted/(\w+)/ps1/ps1.ipynb"
    return {frozenset(found[1:]): float(found[0]) for found in re.findall(rf"<h2>([\d.]+): {names} and {names}", page)}


def test_a_copy_under_other_names_is_shown_with_both_texts_and_honest_work_is_not(compared):
    run = {name: f"exec({code!r})" for name, code in SHORT.items()}
    said, page = compared(twin=COPY, exec=run, **OTHERS)
    found = pairs(page)
    assert found.pop(frozenset({"ada", "twin"})) > 0.9
    assert found.pop(frozenset({"short", "exec"})) > 0.9 and found == {}, found
    assert said.startswith("7 notebooks compared: 2 pairs of code") and "Similarity is not proof" in page
    assert "def overused(translation, humans):" in page and "n_in_candidate" in page


def test_what_everybody_got_is_nobodys_own(compared):
    said, page = compared(one={}, other={})
    assert pairs(page) == {} and "0 groups of equal essays" in said


def test_equal_essays_are_listed_and_other_words_are_not(compared):
    mine = {"reading": "**My reading:**\n\nIt counts words, not order."}
    again = {"reading": "**My reading:** it counts words; NOT order"}
    _, page = compared(ada=mine, ben=again, cyd={"reading": "It counts n-grams."})
    assert "<p>reading, 7 words: submitted/ada/ps1/ps1.ipynb, submitted/ben/ps1/ps1.ipynb</p>" in page


def test_nothing_that_a_student_wrote_runs_on_the_page(compared):
    evil = {name: f"# </pre><script>alert(1)</script>\n{code}" for name, code in solutions("ps1").items()}
    _, page = compared(ada=evil, ben=evil)
    assert "<script" not in page and "default-src 'none'" in page and len(pairs(page)) == 1


def test_whatever_is_in_one_file_the_others_are_compared(compared, tmp_path, capsys):
    odd = "김".encode("cp949").decode(errors="surrogateescape")
    files = {"eve": "nonsense", odd: json.dumps(handed_in(released("ps1"), COPY)), "kim": '{"cells": [{"source": ""}]}'}
    for student, content in files.items():
        (tmp_path / "submitted" / student).mkdir(parents=True)
        (tmp_path / "submitted" / student / "ps1.ipynb").write_text(content)
    said, page = compared(ada=ADA)
    assert "submitted/eve/ps1.ipynb: it is not a notebook, because it is not JSON. Not compared." in said
    assert "submitted/kim/ps1.ipynb: its cell 1 is damaged. Not compared." in said
    assert "2 notebooks compared: 1 pairs of code" in said and r"submitted/\udcb1\udce8/ps1.ipynb" in page
    (tmp_path / "a folder").symlink_to(tmp_path / "submitted")
    (tmp_path / "submitted" / "a fifth").symlink_to("eve")
    (tmp_path / "a file.ipynb").symlink_to(tmp_path / "submitted" / "ada" / "ps1" / "ps1.ipynb")
    assert command.main(["similarity", "release/ps1.ipynb", "submitted", "a folder", "a file.ipynb"]) == 0
    said = capsys.readouterr().out
    assert re.findall("(a f.*): it is a link, .* Not compared", said) == ["a fifth", "a folder", "a file.ipynb"]
    assert "2 notebooks compared" in said
    assert command.main(["similarity", "submitted/eve/ps1.ipynb", "submitted"]) == 2


def test_every_run_gives_the_same_numbers(compared, tmp_path):
    """Python's hashes of texts differ from run to run, and a pair may lie on either side of the threshold."""
    halves = {f"half_{name}": ADA | dict([*code.items()][:2]) for name, code in OTHERS.items()}
    compared(**OTHERS, **halves)
    (tmp_path / "submitted" / "김.ipynb").touch()  # a terminal may lack a sign of a name
    line = [sys.executable, "-m", "bleu_grading", "similarity", "release/ps1.ipynb", "submitted"]
    pages = set()
    for seed in "123":
        odd = os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "ascii"}
        subprocess.run(line, env=odd, cwd=tmp_path, check=True)
        pages.add((tmp_path / "similar-ps1.html").read_text("utf-8"))
    assert len(pages) == 1
