"""What people say: the tables that come with the package, and the tool that makes them, on judgements written here."""

import gzip
import re
from functools import reduce
from importlib.resources import files
from operator import add

import count_judged
import pytest
from sacrebleu.metrics import BLEU, CHRF

from bleu_helpers import bleu_of_counts, chrf_of_counts, judgements
from bleu_helpers.judgements import BOTH, PAIRS, read_judgements

README = (files("bleu_helpers") / "data" / "judgements" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("pair", PAIRS)
def test_there_are_13_systems_and_as_many_segments_of_each(pair):
    systems, references = read_judgements(pair)
    assert len(systems) == 13
    assert tuple(references) == PAIRS[pair]
    assert {len(ones) for ones in [*systems.values(), *references.values()]} == {529}


@pytest.mark.parametrize("pair", PAIRS)
def test_a_reference_matches_itself_and_both_match_no_less_than_one(pair):
    systems, references = read_judgements(pair)
    assert all(one.bleu[name].matched == one.bleu[name].total for name, ones in references.items() for one in ones)
    if len(references) > 1:
        for one in [one for ones in systems.values() for one in ones]:
            alone = [one.bleu[name].matched for name in references]
            assert all(map(int.__ge__, one.bleu[BOTH].matched, map(max, *alone)))


def test_the_readme_counts_what_is_there():
    systems, references = read_judgements("zh-en")
    sources = {name: sum(one.is_english_source for one in ones) for name, ones in {**systems, **references}.items()}
    of_systems = [sources[name] for name in systems]
    assert f"All {sources['ref']} lines of `ref`" in README
    assert f"of `refB` {sources['refB']} are, and of each system from {min(of_systems)} to {max(of_systems)}." in README
    rows = sum(len(ones) for pair in PAIRS for kind in read_judgements(pair) for ones in kind.values())
    assert f"each of the {rows:,} translations" in README


def test_the_points_are_those_that_the_source_publishes():
    """The means on the page of google/wmt-mqm-human-evaluation, to the two digits that it shows."""
    published = {"DIDI-NLP": 1.65, "metricsystem2": 1.76, "Online-W": 2.93, "metricsystem3": 2.99}
    systems, references = read_judgements("zh-en")
    for name, points in {**published, "ref": 5.52, "refB": 0.42}.items():
        ones = {**systems, **references}[name]
        assert round(sum(one.points for one in ones) / len(ones), 2) == points


def test_an_unknown_pair_is_refused():
    with pytest.raises(ValueError, match=r"there is no pair 'de-en'\. There are 'zh-en' and 'en-de'\."):
        read_judgements("de-en")


# The tool that makes them.

CHINESE = ["你好。", "猫坐在垫子上。", "他说：“是”。", "好"]
ENGLISH = ["Hello there.", "The cat sat on the mat, because it was tired.", 'He said: "yes".', "Hm"]
TEXTS = {
    "zh-en": {
        "A": ["Hello!", "The cat is on the mat because it was tired.", 'He said "yes".', "a"],
        "B": ["Hello there.", "On the mat the cat sat.", "Yes, he said.", "Good, good, good"],
        "ref": ENGLISH,
        "refB": ["Hi.", "The tired cat sat on the mat.", "“Yes”, he said.", "Good"],
    },
    "en-de": {"A": ["Hallo.", "Die Katze.", "Er sagte ja.", "Hm"], "ref": ["Guten Tag.", "Die Katze!", "Ja.", "Hm."]},
}


def rows_of(pair, system, segment, text):
    """The rows that a translation has in the source: one an error, or one that says that there is none."""
    source = (CHINESE if pair == "zh-en" else ENGLISH)[segment - 1]
    errors = {
        ("A", 1): [("Accuracy/Omission", "Major"), ("Fluency/Punctuation", "Minor"), ("Style/Awkward", "Neutral")],
        ("A", 2): [("Fluency/Grammar", "Minor"), ("Fluency/Punctuation", "Major")],
        ("B", 4): [("Non-translation!", "Major")],
    }.get((system, segment), [("No-error", "No-error")])
    for category, severity in errors:
        marked = text if severity == "No-error" else f"<v>{text[:3]}</v>{text[3:]}"
        yield "\t".join([system, "talk", "1", str(segment), "rater1", source, marked, category, severity])


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A folder as the tool takes it, and one of its own that it writes into and the package reads from."""
    for pair, name in count_judged.FILES.items():
        lines = ["system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"]
        for system, texts in TEXTS[pair].items():
            for segment, text in reversed(list(enumerate(texts, 1))):  # in any order
                lines += rows_of(pair, system, segment, text)
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    monkeypatch.setattr(count_judged, "DATA", tmp_path)
    monkeypatch.setattr(judgements, "FOLDER", tmp_path)
    read_judgements.cache_clear()
    yield tmp_path
    read_judgements.cache_clear()


def test_the_package_reads_what_the_tool_has_counted_as_sacrebleu_counts_it(source, capsys):
    assert count_judged.main([str(source)]) == 0
    assert capsys.readouterr().out == "zh-en: 16 rows\nen-de: 8 rows\n"
    for pair, texts in TEXTS.items():
        systems, references = read_judgements(pair)
        judged = {**systems, **references}
        if pair == "zh-en":
            assert [one.points for one in systems["A"]] == [5.1, 6.0, 0.0, 0.0]
            assert [one.is_english_source for one in systems["B"]] == [True, False, False, False]
        for name, ones in judged.items():
            for choice, chosen in count_judged.choices(pair).items():
                columns = [texts[reference] for reference in chosen]
                for place, one in enumerate(ones):
                    theirs = BLEU(smooth_method="none", max_ngram_order=5).corpus_score(
                        [texts[name][place]], [[column[place]] for column in columns]
                    )
                    ours = one.bleu[choice]
                    assert (list(ours.matched), list(ours.total)) == (theirs.counts, theirs.totals)
                    assert (ours.candidate_length, ours.reference_length) == (theirs.sys_len, theirs.ref_len)
                    if len(chosen) == 1:
                        theirs = CHRF().sentence_score(texts[name][place], [columns[0][place]]).score
                        assert 100 * chrf_of_counts(one.chrf[choice]) == pytest.approx(theirs, rel=1e-12)
            theirs = BLEU(smooth_method="none").corpus_score(texts[name], [texts["ref"]]).score
            assert 100 * bleu_of_counts(reduce(add, [one.bleu["ref"] for one in ones])) == pytest.approx(
                theirs, rel=1e-12
            )
            theirs = CHRF().corpus_score(texts[name], [texts["ref"]]).score
            assert 100 * chrf_of_counts(reduce(add, [one.chrf["ref"] for one in ones])) == pytest.approx(
                theirs, rel=1e-12
            )


def test_the_same_judgements_make_the_same_bytes_and_no_sentence_is_among_them(source):
    count_judged.main([str(source)])
    before = {path.name: path.read_bytes() for path in source.glob("*.csv.gz")}
    count_judged.main([str(source)])
    assert {path.name: path.read_bytes() for path in source.glob("*.csv.gz")} == before
    for written in before.values():
        assert written[4:8] == bytes(4)  # no time of day
        header, *rows = gzip.decompress(written).decode("utf-8").splitlines()
        assert header.startswith("system,segment,points,")
        assert all(re.fullmatch(r"(?:A|B|refB?)(?:,[\d.]+)+", row) for row in rows)


def test_without_the_files_it_says_what_it_takes(tmp_path, capsys):
    for arguments in ([], [str(tmp_path)]):
        assert count_judged.main(arguments) == 2
        assert "takes a folder with mqm_ted_zhen.tsv and mqm_ted_ende.tsv" in capsys.readouterr().out
