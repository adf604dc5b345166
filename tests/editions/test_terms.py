"""Each sense has one word in an edition: translations/LANGUAGE/terms.tsv lists it, with two places where it is used."""

import re

import catalogues
import editions
import pytest

ROWS = [
    (path.parent.name, *line.split("\t")[:3])
    for path in sorted(catalogues.FOLDER.glob("*/terms.tsv"))
    for line in path.read_text(encoding="utf-8").splitlines()[1:]
]


@pytest.mark.parametrize(("language", "sense", "word", "wrong"), ROWS)
def test_a_sense_has_its_word_and_no_other(language, sense, word, wrong):
    entries = [entry for name in editions.SOURCES for entry in catalogues.current(name, language)]
    texts = [entry.string for entry in entries if re.search(sense, entry.id)]
    assert any(word in text for text in texts)
    assert [text for text in texts if re.search(wrong, text)] == []
