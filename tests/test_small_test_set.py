"""The small test set: its texts, that its systems are what lesson 13 says of them, and the tool that made them."""

import re
import subprocess
import unicodedata
from collections import Counter
from importlib.resources import files

import pytest
import translate_test_set
from translate_test_set import DATA, STAGES, commands_of, lines_of, made_again, translate

from bleu_helpers import paired_bootstrap, segment_counts
from bleu_helpers.small_test_set import SYSTEMS, read_test_set

SEGMENTS, TRANSLATIONS = read_test_set()
COLUMNS = ["kind", "spanish", "reference_a", "reference_b", *SYSTEMS]
TEXTS = COLUMNS[1:]


def wrong_in(text):
    """What is wrong with a column of sentences, as it stands in its file."""
    lines = text.split("\n")
    checks = {
        "the last line has no end": lines.pop() != "",
        "not NFC": not unicodedata.is_normalized("NFC", text),
        "a blank too many": any(" ".join(line.split()) != line for line in lines),
        "an empty line": "" in lines,
        "a curly quote": any(quote in text for quote in "‘’“”«»"),
        "a mark of Apertium's": any(mark in text for mark in "#@*^$<>[]{}/\\"),
        "a line twice": len(set(lines)) < len(lines),
    }
    return [name for name, found in checks.items() if found]


@pytest.mark.parametrize("name", TEXTS)
def test_a_column_is_plain_text(name):
    assert wrong_in((DATA / f"{name}.txt").read_bytes().decode("utf-8").replace("\r\n", "\n")) == []


def test_a_not_matters_in_each_instruction():
    instructions = [segment.source.lower() for segment in SEGMENTS if segment.kind == "instruction"]
    assert all(re.search(r"\b(?:no|nunca|sin)\b", source) for source in instructions)


def test_the_readme_counts_what_is_there():
    readme = (files("bleu_helpers") / "data" / "test_set" / "README.md").read_text(encoding="utf-8")
    kinds = Counter(segment.kind for segment in SEGMENTS)
    same = sum(a == b for a, b in (segment.references for segment in SEGMENTS))
    assert kinds == dict.fromkeys(["everyday", "news", "instruction", "story"], 33)
    assert f"{len(SEGMENTS)} sentences in four kinds, {kinds['story']} of each" in readme
    assert f'In each of the {kinds["instruction"]} instructions a "not" matters' in readme
    assert f"{same} of the {len(SEGMENTS)} pairs are the same line" in readme


def test_what_is_read_is_what_is_in_the_files():
    columns = zip(*(lines_of(name) for name in COLUMNS[:4]), strict=True)
    assert [(kind, source, (a, b)) for kind, source, a, b in columns] == list(SEGMENTS)
    assert {name: list(lines) for name, lines in TRANSLATIONS.items()} == {name: lines_of(name) for name in SYSTEMS}


# What lesson 13 says of the systems. It holds of this set: each instruction was written around a negation, and the
# sentences of the story are one text, though a resample draws each as if it stood alone.


def compared(system, seed=12345):
    """Apertium as it is, and another system, compared by BLEU on resampled test sets."""
    references = [[reference.split() for reference in segment.references] for segment in SEGMENTS]
    counts = [
        segment_counts([translation.split() for translation in TRANSLATIONS[name]], references)
        for name in ("apertium", system)
    ]
    return paired_bootstrap(*counts, seed=seed)


def test_word_by_word_is_clearly_worse():
    comparison = compared("word_by_word")
    assert comparison.system.high < comparison.baseline.low
    assert comparison.p_value_two_sided < 0.01


def test_without_interchunk_bleu_cannot_tell_which_is_better():
    comparisons = [compared("apertium_without_interchunk", seed) for seed in (12345, *range(20))]
    assert all(0.05 < comparison.p_value < comparison.p_value_two_sided for comparison in comparisons)
    assert all(0.75 < comparison.wins < 0.85 for comparison in comparisons)


def test_the_third_translation_is_clearly_better():
    comparison = compared("third_translation")
    assert comparison.system.low > comparison.baseline.high
    assert comparison.p_value_two_sided < 0.01


# The tool that made them.


@pytest.mark.apertium
def test_with_apertium_the_translations_are_those_that_are_kept():
    made = made_again()
    # Another version of its dictionaries may well say something else.
    assert made.pop("versions") != lines_of("versions") or made == {name: lines_of(name) for name in made}


@pytest.mark.apertium
def test_with_apertium_a_sentence_is_translated_by_itself_as_apertium_would():
    commands = commands_of(translate_test_set.MODE.read_text(encoding="utf-8"))
    sources = [segment.source for segment in SEGMENTS]
    for name, stages in translate_test_set.SYSTEMS.items():
        forwards = translate(sources, stages, commands)
        assert translate(sources[::-1], stages, commands)[::-1] == forwards, name
    for source in sources[::33]:
        alone = subprocess.run(["apertium", "-u", "spa-eng"], input=source, capture_output=True, encoding="utf-8")
        assert translate([source], STAGES, commands) == [" ".join(alone.stdout.split())]
