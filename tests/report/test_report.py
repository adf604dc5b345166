"""The report says what happened, on pairs of outputs that were made for this, and claims nothing more."""

import json
import random
import re

import pytest
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

from bleu_helpers import compare_systems
from bleu_helpers.corpora.small_test_set import FOLDER, read_test_set
from bleu_helpers.report.command import main
from bleu_helpers.report.corpus import Output, bleu_of_row, count
from bleu_helpers.report.verdict import judge

SEGMENTS, SYSTEMS = read_test_set()
REFERENCES = [list(segment.references) for segment in SEGMENTS]
FIRST, LAST = (list(column) for column in zip(*REFERENCES, strict=True))
OLD, NEW = list(SYSTEMS["apertium"]), list(SYSTEMS["apertium_without_interchunk"])
MIDDLE = len(OLD) // 2
PATHS = [
    str(FOLDER / f"{name}.txt") for name in ("apertium", "apertium_without_interchunk", "reference_a", "reference_b")
]
REF = ["--ref", *PATHS[2:]]


def compared(old, new, **more):
    return compare_systems({"old": old, "new": new}, REFERENCES, samples=100, **more)


def page(report):
    return re.sub(r"<[^>]+>", "", report._repr_html_())


def reordered(text):
    words = text.split()
    return " ".join([*words[2:], *words[:2]])


PAIRS = {
    "nothing": (OLD, OLD, ["BLEU did not change", "The two outputs are identical.", "nothing to test"]),
    "length": (
        FIRST,
        [" ".join(text.split()[:-2]) for text in FIRST],
        ["Only the length changed", "The shorter output cost"],
    ),
    "order": (OLD, [*map(reordered, OLD)], ["Only the word order changed", "Lower precisions cost"]),
    "one": (OLD, [*OLD[:16], "x " * 12, *OLD[17:]], ["Only one segment changed, line 17, which lowers the score."]),
    "twenty": (OLD, [*FIRST[:20], *OLD[20:]], [f"20 of {len(OLD)} segments changed;", "new is better than old"]),
    "case": (
        OLD,
        [*map(str.lower, OLD)],
        ["differ in upper and lower case alone. ", "without case, it is 0.00 instead of −"],
    ),
    "shift": (
        OLD,
        [*OLD[:MIDDLE], *OLD[MIDDLE + 1 :], "x"],
        [f"Lines {MIDDLE + 1} to {len(OLD) - 1} of new match the references 1 line further down, not their own."],
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_the_report_says_what_happened_and_only_that(name):
    old, new, expected = PAIRS[name]
    report = compared(old, new)
    said = " ".join(repr(report).split())
    for sentence in expected:
        assert sentence in said
        assert sentence in page(report)
    assert len(repr(report).splitlines()) <= 25
    alone = ["identical.", "Only the length", "Only the word order", "Only one", "case alone. ", "not their own"]
    assert [one for one in alone if one in said] == [one for one in alone if any(one in text for text in expected)]
    assert ("four times out of five" in said) == (name not in ("nothing", "shift"))


def test_better_and_worse_are_said_only_if_both_tests_show_it():
    assert "new is worse than old" in page(compared(OLD, NEW))
    assert "new is better than old" in page(compared(NEW, OLD))
    few = compared(OLD, [*NEW[:12], *OLD[12:]])
    assert few.verdict.word == "not shown"
    assert not re.search("better|worse", page(few))


@pytest.mark.slow
def test_a_difference_between_equally_good_outputs_is_rarely_claimed():
    """Both outputs have errors of the same kinds, equally often, so every claim is false."""
    rng = random.Random(20)
    references = [[f"w{int(rng.expovariate(0.05))}" for _ in range(rng.randint(4, 25))] for _ in range(50)]
    texts = [[" ".join(words)] for words in references]

    def output():
        noisy = [
            " ".join(f"x{word}" if rng.random() < 0.2 else word for word in words if rng.random() > 0.1)
            for words in references
        ]
        return Output("", noisy, noisy, count(noisy, texts))

    claims = [judge(output(), output(), samples=100, seed=seed).word for seed in range(1000)]
    assert sum(word in ("better", "worse") for word in claims) <= 65


def test_a_difference_of_the_size_that_can_be_found_is_found_four_times_out_of_five():
    """The test set is drawn again from itself, so the difference in the test set is the true one."""
    whole = [Output("", texts, texts, count(texts, REFERENCES)) for texts in (OLD, NEW)]
    found = judge(*whole, samples=1000, seed=1).smallest_found
    segments = int(len(OLD) * (found / (whole[0].score - whole[1].score)) ** 2)  # so many show just this difference
    rng = random.Random(3)
    words = []
    for seed in range(100):
        places = rng.choices(range(len(OLD)), k=segments)
        words.append(judge(*(Output("", (), (), one.rows[places]) for one in whole), samples=100, seed=seed).word)
    assert 68 <= words.count("worse") <= 92


def test_the_scores_and_p_values_are_those_of_sacrebleu(monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    report = compared(OLD, NEW[:300] + OLD[300:], seed=7)
    bleu, chrf = BLEU(references=[FIRST, LAST]), CHRF(references=[FIRST, LAST])
    systems = [("old", OLD), ("new", NEW[:300] + OLD[300:])]
    _, theirs = PairedTest(systems, {"BLEU": bleu}, None, test_type="ar", n_samples=100)()
    for (_, texts), ours in zip(systems, report.outputs, strict=True):
        assert ours["bleu"] == pytest.approx(bleu.corpus_score(texts, None).score, rel=1e-12)
        assert ours["chrf"] == pytest.approx(chrf.corpus_score(texts, None).score, rel=1e-12)
    assert report.verdict.randomization.p_value == theirs["BLEU"][1].p_value
    assert report.signature == str(bleu.get_signature())
    assert "version" not in repr(report)


def test_the_parts_add_up_and_an_effect_is_that_of_one_segment():
    report = compared(OLD, NEW)
    change = report.verdict.bootstrap.difference.score
    assert sum(part["points"] for part in report.parts) == pytest.approx(change, abs=1e-9)
    for segment in report.segments.lowest[:2] + report.segments.highest[:2]:
        place = segment["line"] - 1
        alone = [*OLD[:place], NEW[place], *OLD[place + 1 :]]
        theirs = BLEU().corpus_score(alone, [FIRST, LAST]).score - report.outputs[0]["bleu"]
        assert segment["effect"] == pytest.approx(theirs, abs=1e-9)
    assert compared(OLD, [""] * len(OLD)).parts == []
    assert [bleu_of_row(row) for row in count(["a b"], [["a b"]]).tolist()] == [0]


def test_phrases_groups_and_faults_are_found():
    old = [*OLD[:-5], "see the 12 <b> at www.a.org now", "the cat sat", "ok then", "it ran", "it ran"]
    new = [*OLD[:-5], "see the at now", "кот сидел", "", "ran ran ran ran ran ran ran ran ran ran", "it ran\r"]
    references = [
        *REFERENCES[:-5],
        *([text] * 2 for text in (old[-5], "the cat sat", "ok then", "it ran", "it ran e\u0301")),
    ]
    report = compare_systems(
        {"old": old, "new": new}, references, samples=10, groups=["news"] * 10 + ["talk"] * (len(old) - 10)
    )
    assert {"the 12 <b> at"} & {phrase["text"] for phrase in report.phrases.lost} or report.phrases.lost
    assert {one["text"] for one in report.groups.lost} == {"12", "<b>", "www.a.org"}
    unusual = {one["kind"].split()[1]: one["lines"] for one in report.groups.unusual}
    end = len(old)
    assert unusual == {"empty": [end - 2], "copied": [], "in": [end - 3], "less": [end - 4], "one": [end - 1]}
    assert {"news", "talk", "changed", "unchanged"} <= {group["label"] for group in report.groups.groups}
    faults = {(one["kind"], one["name"]): one["lines"] for one in report.doubts if "lines" in one}
    assert faults["white space", "new"] == [end]
    assert faults["Unicode", "new"] == faults["Unicode", "old"] == [end]
    assert faults["empty", "new"] == [end - 2]
    assert "&lt;b&gt;" in report._repr_html_() and "<b>" not in report._repr_html_()


def test_the_users_scores_are_compared_with_bleu():
    report = compared(
        OLD, NEW, scores=[[0.5] * len(OLD), [0.6] * len(OLD)], source=[segment.source for segment in SEGMENTS]
    )
    assert report.measures[2] == {"name": "your scores", "old": 0.5, "new": pytest.approx(0.6)}
    assert [one["line"] for one in report.disagreements] == [one["line"] for one in report.segments.lowest[:5]]


def test_score_prints_both_tokenisations_and_json(capsys):
    assert main(["score", PATHS[0], *REF]) == 0
    printed = capsys.readouterr().out
    assert f"BLEU {BLEU().corpus_score(OLD, [FIRST, LAST]).score:.1f}" in printed
    assert (
        f"split at spaces, as `score_files` does: {BLEU(tokenize='none').corpus_score(OLD, [FIRST, LAST]).score:.1f}"
        in printed
    )
    assert main(["score", PATHS[0], *REF, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == 1


def test_compare_writes_a_page_and_its_status_says_how_it_ended(tmp_path, capsys):
    path = tmp_path / "report.html"
    options = [*REF, "--samples", "100", "-o", str(path)]
    assert main(["compare", *PATHS[:2], PATHS[0], *options, "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert (content["format"], content["verdict"]["word"], len(content["outputs"])) == (1, "worse", 3)
    assert main(["compare", *PATHS[:2], *options, "--fail-if-worse"]) == 1
    assert main(["compare", PATHS[1], PATHS[0], *options, "--fail-if-worse"]) == 0
    finished = path.read_text(encoding="utf-8")
    assert not re.search(r"src=|href=\"(?!#)|<script|@import|url\((?!#)", finished)
    (short := tmp_path / "short.txt").write_text("one line\n", encoding="utf-8")
    (words := tmp_path / "scores.tsv").write_text("line\t0.5\nline\tmany\n" * MIDDLE, encoding="utf-8")
    faults = {"short.txt ends before it": ["--source", short], "scores.tsv, line 2": ["--scores", words, words]}
    for message, wrong in faults.items():
        assert main(["compare", *PATHS[:2], *options, *map(str, wrong)]) == 2
        assert message in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == finished
    assert [one.name for one in tmp_path.glob("report*")] == ["report.html"]
