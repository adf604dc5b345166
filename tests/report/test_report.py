"""The report says what happened, on pairs of outputs that were made for this, and claims nothing more."""

import json
import random
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

from bleu_helpers import compare_systems
from bleu_helpers.__main__ import main
from bleu_helpers.corpora.small_test_set import read_test_set
from bleu_helpers.report.corpus import Output
from bleu_helpers.report.verdict import judge
from bleu_helpers.report.views import picture

SIZE, MIDDLE = 80, 40
"""The number of segments from the small test set, and half of it."""

SEGMENTS, SYSTEMS = read_test_set()
REFERENCES = [list(segment.references) for segment in SEGMENTS[:SIZE]]
COLUMNS = [list(column) for column in zip(*REFERENCES, strict=True)]
OLD, NEW = (list(SYSTEMS[name][:SIZE]) for name in ("apertium", "apertium_without_interchunk"))


def compared(old, new, references=REFERENCES, name="new", **more):
    return compare_systems({"old": old, name: new}, references, samples=100, **more)


CUT = [" ".join(text.split()[:-2]) for text in COLUMNS[0]]
REORDERED = [" ".join([*text.split()[2:], *text.split()[:2]]) for text in OLD]
SHIFTED = [*OLD[:MIDDLE], *OLD[MIDDLE + 1 :], "x"]
PAIRS = {
    "The two outputs are identical.": (OLD, OLD, "BLEU did not change"),
    "Only the length changed": (COLUMNS[0], CUT, "The shorter output cost"),
    "Only the word order changed": (OLD, REORDERED, "Lower precisions cost"),
    "Only one segment changed, line 17,": (OLD, [*OLD[:16], "x " * 12, *OLD[17:]], "which lowers the score."),
    f" 20 of {SIZE} segments changed;": (OLD, [*COLUMNS[0][:20], *OLD[20:]], "new is better than old"),
    "differ in upper and lower case alone.": (OLD, [*map(str.lower, OLD)], "worse than old, but only because of"),
    f"Lines {MIDDLE + 1} to {SIZE - 1} of new match the references 1 line further": (OLD, SHIFTED, "No verdict: the"),
}
"""For what is said about a pair: the old and the new output, and what else is said."""


@pytest.mark.parametrize("happened", PAIRS)
def test_the_report_says_what_happened_and_only_that(happened):
    old, new, more = PAIRS[happened]
    report = compared(old, new)
    said = " ".join(repr(report).split())
    assert [sentence for sentence in PAIRS if sentence in said] == [happened]
    assert more in said
    assert happened.strip() in re.sub(r"<[^>]+>", "", report._repr_html_())
    assert len(repr(report).splitlines()) <= 25
    assert ("four times out of five" in said) == ("Only one segment" not in happened and new not in (OLD, SHIFTED))


def test_what_alone_differs_is_seen_in_the_texts_and_not_in_what_is_compared():
    pairs = {"case": [*map(str.lower, OLD)], "white space": [text.replace(" ", "  ") for text in OLD]}
    assert {kind: compared(OLD, new, lowercase=True).what_changed for kind, new in pairs.items()} == {
        kind: kind for kind in pairs
    }


@pytest.mark.parametrize(("changed", "word"), [(1, "not shown"), (5, "not shown"), (6, "worse")])
def test_of_few_changed_segments_all_exchanges_are_counted(changed, word):
    report = compared([*COLUMNS[0][:changed], *OLD[changed:]], [*["x " * 8] * changed, *OLD[changed:]])
    tested = json.loads(report.json())["verdict"]["randomization"]
    assert (report.verdict["word"], tested["samples"], tested["seed"]) == (word, 2**changed, None)
    assert tested["p_value"] == report.verdict["smallest_p"] == 2 / 2**changed
    said = f"2 of all {2**changed} exchanges between them, segment by segment, the difference is at least this large"
    assert said in " ".join(repr(report).split())
    for shown in (repr(report), report._repr_html_()):
        claims = [words in " ".join(shown.split()) for words in ("four times out of five", "cannot find a difference")]
        assert claims == [changed == 6, changed < 6]


def test_too_few_samples_cannot_find_a_difference():
    said = " ".join(repr(compare_systems({"old": OLD, "new": NEW}, REFERENCES, samples=10)).split())
    assert "p is at least 0.0909, because so few samples were drawn." in said and "four times" not in said


def test_better_and_worse_are_said_only_if_both_tests_show_it():
    assert "new is worse than old" in compared(OLD, NEW)._repr_html_()
    shifted = compare_systems({"old": OLD, "new": SHIFTED, "third": SHIFTED}, REFERENCES, samples=100)
    assert "than old" not in repr(shifted) + shifted._repr_html_()
    assert [output["verdict"]["word"] for output in shifted.outputs[1:]] == ["shifted", "shifted"]
    few = compared(OLD, [*NEW[:12], *OLD[12:]])
    assert not re.search("better|worse", few._repr_html_() + repr(few))


def test_a_difference_of_the_size_that_can_be_found_is_found_four_times_out_of_five():
    """Test sets are drawn from the whole one, with as many segments as show its difference four times out of five."""
    whole = [Output("", texts, str, REFERENCES) for texts in (OLD, NEW)]
    ratio = judge(*whole, samples=1000, seed=1)["smallest_found"] / (whole[0].score - whole[1].score)
    rng, words = random.Random(3), []
    for seed in range(40):
        places = rng.choices(range(SIZE), k=int(SIZE * ratio**2))
        drawn = (SimpleNamespace(rows=output.rows[places]) for output in whole)
        words.append(judge(*drawn, samples=100, seed=seed)["word"])
    assert 27 <= words.count("worse") <= 37


def test_the_scores_and_p_values_are_those_of_sacrebleu(monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    report = compared(OLD, NEW, seed=7)
    bleu, chrf = BLEU(references=COLUMNS), CHRF(references=COLUMNS)
    _, theirs = PairedTest([("old", OLD), ("new", NEW)], {"BLEU": bleu}, None, test_type="ar", n_samples=100)()
    for texts, ours in zip((OLD, NEW), report.outputs, strict=True):
        assert ours["bleu"] == pytest.approx(bleu.corpus_score(texts, None).score, rel=1e-12)
        assert ours["chrf"] == pytest.approx(chrf.corpus_score(texts, None).score, rel=1e-12)
    assert report.verdict["randomization"]["sacrebleu_p_value"] == theirs["BLEU"][1].p_value
    assert report.signature == str(bleu.get_signature())
    fewer = [REFERENCES[0], *(references[:1] for references in REFERENCES[1:])]
    columns = [COLUMNS[0], [COLUMNS[1][0], *[None] * (SIZE - 1)]]
    assert compared(OLD, NEW, fewer).signature == str(BLEU(references=columns).get_signature())
    assert "version" not in repr(report)
    for text in ("a b", "a b c x e", "x"):  # an order has no n-grams, or no matches, which sacreBLEU smooths
        theirs = BLEU().corpus_score([text], [["a b c d e"]]).score
        assert Output("", [text], str, [["a b c d e"]]).score == pytest.approx(theirs)


def test_the_parts_add_up_and_an_effect_is_that_of_one_segment():
    report = compared(OLD, NEW)
    change = report.verdict["bootstrap"]["difference"]["score"]
    assert sum(part["points"] for part in report.parts) == pytest.approx(change, abs=1e-9)
    for segment in report.segments["lowest"][:2] + report.segments["highest"][:2]:
        place = segment["line"] - 1
        theirs = BLEU().corpus_score([*OLD[:place], NEW[place], *OLD[place + 1 :]], COLUMNS).score
        assert segment["effect"] == pytest.approx(theirs - report.outputs[0]["bleu"], abs=1e-9)
    assert compared(OLD, [""] * SIZE).parts == []


def test_the_picture_shows_the_largest_effects_and_round_numbers():
    drawn = picture([*[0.0] * 1998, 0.5, -0.36])  # a bar stands for two lines
    assert (len(drawn["bars"]), drawn["bars"][-1]) == (1000, (0.5, -0.36))
    assert drawn["lines"] == [500, 1000, 1500, 2000]
    assert drawn["points"] == pytest.approx([-0.2, 0, 0.2, 0.4])


def test_phrases_groups_faults_and_the_users_scores_are_listed():
    texts = ["see the 12 <b> at www.a.org now", "the cat sat on it", "ok then", "it ran", "la casa"]
    old, new = texts, ["see the at now", "кот сидел на нём тут", "", "ran ran ran", "la casa\r"]
    references = [*([text] * 2 for text in texts[:4]), ["a house e\u0301"] * 2]
    scores = [[0.5] * 5, [0.7, 0.4, 0.4, 0.4, 0.5]]
    more = {"source": ["", "", "", "", "la casa"], "groups": [*"aabbb"], "scores": scores}
    report = compared(old, new, references, name="<b>.txt", **more)
    assert [phrase["text"] for phrase in report.phrases["lost"][:2]] == ["see the 12 <", "the 12 < b"]
    assert {item["text"] for item in report.groups["lost"]} == {"12", "<b>", "www.a.org"}
    assert [kind["lines"] for kind in report.groups["unusual"]] == [[3], [], [2], [1], [4]]
    assert {"a", "b", "changed", "1 to 5"} <= {group["label"] for group in report.groups["groups"]}
    faults = {(doubt["kind"], doubt["name"]): doubt["lines"] for doubt in report.doubts if "lines" in doubt}
    expected = {("white space", "<b>.txt"): [5], ("empty", "<b>.txt"): [3]}
    assert faults == faults | expected | {("identical references", ""): [1, 2, 3, 4, 5]}
    assert report.measures[2] == {"name": "your scores", "old": 0.5, "new": pytest.approx(0.48)}
    assert [segment["line"] for segment in report.disagreements] == [1]
    assert "&lt;b&gt;" in report._repr_html_()
    assert "<b>" not in report._repr_html_()


def test_sentences_count_one_thing_as_one_and_say_only_what_is_so():
    right = "a b c d e"
    pairs = {
        "one": ([right], ["a b c d x"]),
        "both zero": (["x y"] * 3, ["v w"] * 3),
        "zero alone": (["x x x x x"] * 2, ["a b"] * 2),  # each line of the new output raises the score if it is alone
        "two": ([right] * 3, ["a b c d x", "x b c d e", right]),
        "many": ([right] * 30, [f"a b c d {n}" for n in range(30)]),
    }
    said = {}
    for name, (old, new) in pairs.items():
        report = compared(old, new, [[right]] * len(old))
        said[name] = repr(report) + re.sub(r"(?s)<style>.*</style>|<[^>]+>", "", report._repr_html_())
        assert not re.search(r"\b1 (?!has|raises|lowers)[a-z]+s\b", said[name])
    assert "Line that lowers the score most: 1" in said["one"]
    assert [name for name in pairs if "These effects" in said[name]] == ["two", "many"]
    assert "replaced one at a time, all of these raise the score" in " ".join(said["zero alone"].split())
    assert [name for name in pairs if "20 segments" in said[name]] == ["many"]


def test_repeated_lines_are_mentioned_from_one_percent_on():
    references = [[f"the line {line}"] for line in range(150)]
    for repeated, mentioned in ((1, False), (2, True)):
        output = [*references[: -1 - repeated], *[["It rains here."]] * (1 + repeated)]
        texts = [text for [text] in output]
        report = compared(texts, texts, references)
        assert [doubt["kind"] for doubt in report.doubts] == ["duplicated"] * 2 * mentioned


def test_compare_returns_its_status_and_writes_a_page_that_needs_no_other(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = {"a": OLD, "b": NEW, "ref": COLUMNS[0], "short": ["one line"], "words": ["line 0.5", "line nan"] * MIDDLE}
    for name, lines in texts.items():
        Path(name).write_text("\n".join(lines), encoding="utf-8")
    options = ["--ref", "ref", "--samples", "100"]
    assert main(["compare", "a", "b", "a", *options, "-o", "page", "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert (content["format"], content["verdict"]["word"], len(content["outputs"])) == (1, "worse", 3)
    assert [main(["compare", *pair, *options, "--fail-if-worse"]) for pair in ("ab", "ba")] == [1, 0]
    assert not re.search(r"src=|href=\"(?!#)|<script|@import|url\((?!#)", Path("page").read_text(encoding="utf-8"))
    for said, wrong in {"short ends": ["--source", "short"], "words, line 2": ["--scores", "words", "words"]}.items():
        assert main(["compare", "a", "b", *options, *wrong]) == 2
        assert said in capsys.readouterr().err
