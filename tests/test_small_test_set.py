"""The small test set: its texts, that its systems are what lesson 13 says of them, and the tool that made them."""

import doctest
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from importlib.resources import files
from itertools import combinations

import pytest
import translate_test_set
from notebook_rules import ROOT
from translate_test_set import DATA, FIRST_SENSE, STAGES, commands_of, differences, lines_of, main, translate

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


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a\nb", "the last line has no end"),
        ("Andre\u0301s\n", "not NFC"),
        ("a  b\n", "a blank too many"),
        ("a \n", "a blank too many"),
        ("a\n\nb\n", "an empty line"),
        ("it’s\n", "a curly quote"),
        ("go# back\n", "a mark of Apertium's"),
        ("a\nb\na\n", "a line twice"),
    ],
)
def test_what_is_wrong_with_a_column_is_noticed(text, wrong):
    assert wrong_in(text) == [wrong]


def test_there_are_33_sentences_of_each_of_four_kinds():
    assert Counter(segment.kind for segment in SEGMENTS) == dict.fromkeys(
        ["everyday", "news", "instruction", "story"], 33
    )


def without_a_not(sources):
    """The sentences that have none of the words by which the README says that a "not" matters."""
    return [source for source in sources if not re.search(r"\b(?:no|nunca|sin)\b", source.lower())]


def test_a_not_matters_in_each_instruction():
    assert without_a_not(segment.source for segment in SEGMENTS if segment.kind == "instruction") == []


def test_an_instruction_without_a_not_is_noticed():
    sources = ["No lo mastique.", "Use solo la mitad de la nota.", "Nunca solo.", "Tome el jarabe, sinó dos."]
    assert without_a_not(sources) == sources[1::2]


def test_the_readme_counts_what_is_there():
    readme = (files("bleu_helpers") / "data" / "test_set" / "README.md").read_text(encoding="utf-8")
    kinds = Counter(segment.kind for segment in SEGMENTS)
    same = sum(a == b for a, b in (segment.references for segment in SEGMENTS))
    assert f"{len(SEGMENTS)} sentences in four kinds, {kinds['story']} of each" in readme
    assert f'In each of the {kinds["instruction"]} instructions a "not" matters' in readme
    assert f"{same} of the {len(SEGMENTS)} pairs are the same line" in readme


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_has_a_line_a_segment(name):
    assert len(lines_of(name)) == len(SEGMENTS) == 132


def test_what_is_read_is_what_is_in_the_files():
    columns = zip(*(lines_of(name) for name in COLUMNS[:4]), strict=True)
    assert [(kind, source, (a, b)) for kind, source, a, b in columns] == list(SEGMENTS)
    assert {name: list(lines) for name, lines in TRANSLATIONS.items()} == {name: lines_of(name) for name in SYSTEMS}


def test_no_reader_can_change_it_for_another():
    assert read_test_set() is read_test_set()
    assert read_test_set.__wrapped__() == read_test_set()
    with pytest.raises(TypeError):
        read_test_set().systems["apertium"] = ()


def test_each_segment_has_two_references_by_two_writers():
    assert {len(segment.references) for segment in SEGMENTS} == {2}
    # Where a sentence leaves no choice, two writers may write the same.
    assert sum(a == b for a, b in (segment.references for segment in SEGMENTS)) == 39


@pytest.mark.parametrize(("one", "other"), list(combinations(SYSTEMS, 2)))
def test_two_systems_differ_in_most_sentences(one, other):
    differ = sum(a != b for a, b in zip(TRANSLATIONS[one], TRANSLATIONS[other], strict=True))
    assert differ > len(SEGMENTS) / 2


def test_nothing_is_installed_that_the_package_does_not_bring():
    folder = files("bleu_helpers") / "data" / "test_set"
    assert {path.name for path in folder.iterdir()} == {
        *(f"{name}.txt" for name in [*COLUMNS, "versions"]),
        "README.md",
    }


def test_it_is_read_when_it_is_asked_for_and_not_before():
    code = "import sys, bleu_helpers; print([name for name in sys.modules if 'test_set' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


# What lesson 13 says of the systems.


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
    assert comparison.p_value < 0.01


def test_without_interchunk_bleu_cannot_tell_which_is_better():
    # p is about 0.09: not far above 0.05, so it is looked at with other resamples too.
    comparisons = [compared("apertium_without_interchunk", seed) for seed in (12345, *range(20))]
    assert all(0.05 < comparison.p_value < 0.15 for comparison in comparisons)
    assert all(0.75 < comparison.wins < 0.85 for comparison in comparisons)


def test_the_third_translation_is_clearly_better():
    comparison = compared("third_translation")
    assert comparison.system.low > comparison.baseline.high
    assert comparison.p_value < 0.01


# The tool that made them.

MODE = " | ".join(
    [
        "lt-proc '/a b/spa-eng.automorf.bin'",
        "apertium-tagger -g $2 '/a b/spa-eng.prob'",
        *(f"program{number}" for number in range(2, 8)),
        "lt-proc $1 '/a b/spa-eng.autogen.bin'",
        "lt-proc -p '/a b/spa-eng.autopgen.bin'",
    ]
)
ECHO = [sys.executable, "-X", "utf8", "-c", "import sys; sys.stdout.write(sys.stdin.read())"]
UPPER = [sys.executable, "-X", "utf8", "-c", "import sys; sys.stdout.write(sys.stdin.read().upper() + '\\0')"]


def test_the_examples_of_the_tool_are_right():
    failed, attempted = doctest.testmod(translate_test_set)
    assert (failed, attempted) == (0, 4)


def test_the_tool_makes_all_systems_but_the_one_that_was_written():
    assert (*translate_test_set.SYSTEMS, "third_translation") == SYSTEMS


def test_the_stages_are_read_from_apertiums_own_command_line():
    commands = commands_of(MODE)
    assert commands["analysis"] == ["lt-proc", "-z", "/a b/spa-eng.automorf.bin"]
    assert commands["tagger"] == ["apertium-tagger", "-z", "-g", "/a b/spa-eng.prob"]
    assert commands["generation"] == ["lt-proc", "-z", "-n", "/a b/spa-eng.autogen.bin"]
    assert list(commands) == list(STAGES)


def test_another_row_of_stages_is_refused():
    with pytest.raises(ValueError, match="shorter"):
        commands_of(MODE.rpartition("|")[0])


def test_sentences_go_through_the_stages_and_come_out_one_by_one():
    commands = {"a": ECHO, "b": UPPER}
    assert translate(["one  two", "ñandú go# back"], ["a", "b"], commands) == ["ONE TWO", "ÑANDÚ GO BACK"]
    senses = "^el<det>/the<det>$ ^*gato/*cat$ ^de<pr>/of<pr>/from<pr>$"
    assert translate([senses], ["a", FIRST_SENSE], commands) == ["^the<det>$ ^*cat$ ^of<pr>$"]


def test_differences_say_what_it_was_and_what_it_is():
    assert differences("word_by_word", ["a", "b"], ["a", "b"]) == []
    assert differences("word_by_word", ["a", "b"], ["a", "c"]) == ["word_by_word, line 2: b", "                 now: c"]


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The tool in a folder of its own, as on a machine whose Apertium says the same as ours but in one sentence."""
    for path in DATA.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "mode").touch()
    now = {name: lines_of(name) for name in [*translate_test_set.SYSTEMS, "versions"]}
    now["apertium"][91] = "It swallow the integer."
    monkeypatch.setattr(translate_test_set, "DATA", tmp_path)
    monkeypatch.setattr(translate_test_set, "MODE", tmp_path / "mode")
    monkeypatch.setattr(translate_test_set, "made_again", lambda: now)
    return tmp_path


def test_check_names_the_line_and_writes_nothing(copy, capsys):
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    assert main(["--check"]) == 1
    assert capsys.readouterr().out == (
        "apertium, line 92: It swallow the compressed integer; it do not chew it.\n"
        "              now: It swallow the integer.\n"
    )
    assert {path.name: path.read_bytes() for path in copy.iterdir()} == before


def test_another_version_with_the_same_translations_is_named_and_is_no_failure(copy, capsys, monkeypatch):
    now = {name: lines_of(name) for name in [*translate_test_set.SYSTEMS, "versions"]}
    now["versions"] = ["apertium 99", *now["versions"][1:]]
    monkeypatch.setattr(translate_test_set, "made_again", lambda: now)
    assert main(["--check"]) == 0
    assert "now: apertium 99\n" in capsys.readouterr().out


def test_the_tool_writes_what_check_then_accepts(copy, capsys):
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    assert main([]) == 0
    after = {path.name: path.read_bytes() for path in copy.iterdir()}
    assert [name for name in before if after[name] != before[name]] == ["apertium.txt"]
    assert after["apertium.txt"].decode("utf-8").split("\n")[91] == "It swallow the integer."
    assert main(["--check"]) == 0
    assert "Every translation is as it was" in capsys.readouterr().out


def test_other_arguments_are_refused(capsys):
    assert main(["--chek"]) == 2
    assert "takes nothing, or --check" in capsys.readouterr().out


def test_where_there_is_no_apertium_it_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(translate_test_set, "MODE", tmp_path / "nothing.mode")
    for arguments in ([], ["--check"]):
        assert main(arguments) == 2
        assert "apt-get install apertium apertium-eng-spa" in capsys.readouterr().out


@pytest.mark.apertium
def test_with_apertium_the_translations_are_those_that_are_kept(capsys):
    code, said = main(["--check"]), capsys.readouterr().out
    # Another version of its dictionaries may well say something else, and then the tool names the version.
    assert code == 0 or "versions, line" in said


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
