"""The catalogues: current, equal to the English text in everything but words, and with one word for each term."""

import csv
import re
import tomllib
from datetime import date
from functools import cache

import catalogues
import editions
import learn
import pytest
from babel.messages.catalog import Message
from edition_rules import excepted_from, faults
from notebook_rules import NOTEBOOKS, ROOT, facts_file, load, source
from units import merged, units

CATALOGUES = [(language, name) for language in learn.OTHERS for name in editions.SOURCES]
STALE = tomllib.loads((catalogues.FOLDER / "stale.toml").read_text(encoding="utf-8"))
TERMS = [*csv.DictReader((catalogues.FOLDER / "terms.tsv").read_text(encoding="utf-8").splitlines(), delimiter="\t")]
every_catalogue = pytest.mark.parametrize(("language", "name"), CATALOGUES)


@cache
def untranslated(language):
    """Return the lessons whose translation has not begun, with their texts; these, and links to them, wait unlisted."""
    new = [path for path in NOTEBOOKS if not catalogues.current(path.stem, language)]
    files = ((path, ROOT / facts_file(path.stem)) for path in new)
    return {path.stem: learn.row(path) + path.read_text("utf-8") + facts.read_text("utf-8") for path, facts in files}


@every_catalogue
def test_every_unit_has_a_current_translation_or_is_listed_as_stale(language, name):
    listed, waiting = STALE.get(f"{language}/{name}", {}), untranslated(language)
    known, new = {message.id for message in catalogues.current(name, language)}, "".join(waiting.values())
    english = {unit.text for unit in editions.SOURCES[name]()} if name not in waiting else set()
    missing = {text for text in english if text not in new and not any(map(text.__contains__, waiting))} - known
    assert missing == listed.keys() or (missing and "*" in listed), (
        f"run `python3 run.py editions {language}`, and translate these"
    )
    assert all(isinstance(since, date) for since in listed.values())


@every_catalogue
def test_a_translation_differs_from_its_english_only_in_words(language, name):
    found = [(entry.id, entry.string, *faults(entry, language)) for entry in catalogues.current(name, language)]
    assert ["\n  ".join(texts) for texts in found if len(texts) > 2] == [], "see tests/support/edition_rules.py"


def test_a_unit_and_an_answer_have_one_translation_in_a_language():
    found = {}
    for language, name in CATALOGUES:
        for message in catalogues.current(name, language):
            if not excepted_from("elsewhere", message):
                for english, translation in [(message.id, message.string), *editions.answers_of(message)]:
                    found.setdefault((language, english), set()).add(translation)
    assert [unit for unit, translations in found.items() if len(translations) > 1] == []


@pytest.mark.parametrize("row", TERMS, ids=lambda row: row["sense"])
def test_a_sense_has_its_own_word(row):
    texts = [entry.string for name in editions.SOURCES for entry in catalogues.current(name, row["language"])]
    assert row["word"] in "".join(texts)
    assert [text for text in texts if re.search(row["not"], text)] == []


# The rules and the machinery themselves.

CANDIDATE = "The **candidate** has $c = 7$ words, see [lesson 04](04_brevity_penalty.ipynb) and `len`."
KOREAN = "**후보** 는 $c = 7$ 단어입니다. [04강](04_brevity_penalty.ipynb)과 `len`을 보세요."


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("", "", ""),
        ("04강", "05강", "04 is 1 times in English, but 0 times here"),
        ("$c = 7$", "$c = 8$", "<code>$c = 7$</code> is 1 times"),
        ("04_brevity_penalty.ipynb", "05_bleu.ipynb", '<a href="04_brevity_penalty.ipynb"> is 1 times'),
        ("`len`", "len", "<code>len</code> is 1 times"),
        ("**후보** 는", "후보는", "bold: [] is 1 times"),
        ("**후보** 는", "**후보(candidate)**는", "* is 0 times in English, but 4 times here"),
        ("$ 단어", "$단어", "a formula is next to a letter"),
        ("후보", "번역", "candidate is 후보 번역 or 후보"),
        (KOREAN, CANDIDATE, "it is the same as in English"),
    ],
)
def test_a_fault_of_a_translation_is_found(right, wrong, fault):
    translation = KOREAN.replace(right, wrong) if right else KOREAN
    found = [*faults(Message(CANDIDATE, translation, auto_comments=["paragraph"]), "ko")]
    assert any(fault in said for said in found) if fault else found == []


@pytest.mark.parametrize("wrong", ["{words:.2f}\\n 단어", "{words:.1f} 단어", '{words:.1f}\\n"단어"'])
def test_a_label_keeps_its_values_and_ends_where_it_ended(wrong):
    label = Message("{words:.1f}\\n words", wrong, auto_comments=["printed"])
    assert [*faults(label, "ko")] != []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_what_is_not_translated_stays_byte_for_byte(path):
    for cell in load(path)["cells"]:
        assert merged(source(cell), lambda unit: unit.text, cell["cell_type"] == "code") == source(cell)


def test_a_changed_unit_is_shown_in_english_until_it_is_translated_again(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    path = catalogues.place("lesson", "ko")
    old, new = "There are very few words.", "There are too few words."
    assert catalogues.update(path, units(old), {old: "단어가 아주 적어요."}) == []
    assert catalogues.translator("lesson", "ko")(old) == "단어가 아주 적어요."
    assert catalogues.update(path, units(new), {}) == [new]
    assert catalogues.translator("lesson", "ko")(new) == f"{new} <sup>en</sup>"
    assert catalogues.read(path).get(new).string == "단어가 아주 적어요."  # with which a translator begins
    assert catalogues.current("another lesson", "ko") == []


@pytest.mark.parametrize("language", learn.OTHERS)
def test_an_edition_is_made_from_its_catalogues_and_its_links_lead_to_itself(language):
    for name, text in editions.files_of(language).items():
        assert (ROOT / name).read_text(encoding="utf-8") == text, f"run `python3 run.py editions {language}`"
    readme = ROOT / f"README.{language}.md"
    for path in (readme, *learn.copies(language)):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"learn/en/|index\.html\?path=\d|run\.py lab`", text), path
