"""A copy in another language prints what the record prints, in its own words."""

import re
from collections import Counter

import learn
import nbformat
import pytest
import refresh
from edition_rules import NUMBER
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, texts


def numbers(cell):
    """The numbers in the outputs of a cell; their order may depend on the language."""
    return Counter(re.findall(NUMBER, "\n".join(texts(cell))))


@pytest.mark.environments
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
@pytest.mark.parametrize("language", learn.LANGUAGES)
def test_a_copy_prints_the_numbers_of_its_record(language, path, tmp_path):
    copy = nbformat.read(ROOT / learn.place(path.name, language), 4)
    saved = {cell["id"]: numbers(cell) for cell in code_cells(load(path))}
    refresh.execute(copy, tmp_path)
    assert all(numbers(cell) == saved[cell["id"]] for cell in code_cells(copy))
