"""The benchmark's table on a tiny corpus: that it runs and compares what is equal, not how fast anything is."""

import json

import bench
import matplotlib.image
import measure
import measured
import picture
import pytest
import steps
import works
from corpus import corpus

from bleu_helpers import bleu_counts


def test_the_table_has_its_rows_and_every_pair_gave_the_same_scores():
    rows = list(bench.table([20], rounds=1, pairs=20, streamed=100))
    compared = [(row.work, row.theirs) for row in rows if not row.theirs.startswith("bleuscore")]
    assert compared == [
        ("corpus BLEU, 1 reference", "NLTK"),
        ("corpus BLEU, 1 reference", "sacrebleu"),
        ("sentence BLEU, 1 reference", "NLTK"),
        ("sentence BLEU, 1 reference", "sacrebleu"),
        ("corpus BLEU, 4 references", "NLTK"),
        ("corpus BLEU, 4 references", "sacrebleu"),
        ("sentence BLEU, 4 references", "NLTK"),
        ("sentence BLEU, 4 references", "sacrebleu"),
        ("a sentence explained", "explain_bleu"),
        ("ROUGE-1 and 2, a pair a call", "rouge-score"),
        ("ROUGE-1 and 2, a corpus", "rouge-score"),
        ("corpus WER", "jiwer"),
        ("paired bootstrap, 1,000 resamples", "sacrebleu"),
        ("memory of a stream", ""),
        ("import", "NLTK's bleu_score"),
    ]
    assert all(row.work in bench.as_text(row) and row.our_seconds > 0 for row in rows)


def test_the_steps_of_lesson_14_give_the_same_counts_and_are_kept_only_on_demand(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(measured, "MEASURED", tmp_path / "measured.json")
    monkeypatch.setattr(measured, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "SEGMENTS", 20)
    bench.main(["--steps", "--rounds", "1"])
    assert not measured.MEASURED.exists()
    bench.main(["--steps", "--rounds", "1", "--save"])
    printed = json.loads(capsys.readouterr().out.splitlines()[0])
    [saved] = json.loads(measured.MEASURED.read_text(encoding="utf-8")).values()
    for found in (printed, saved):
        assert [*found["ratios"]] == ["the definition", "all orders at once", "in arrays"]
        assert found["ratios"]["the definition"] == 1 and min(found["ratios"].values()) > 0
        assert (found["segments"], found["rounds"]) == (20, 1)


def test_no_ratio_is_made_of_steps_that_count_otherwise(monkeypatch, capfd):
    monkeypatch.setattr(steps, "corpus_counts", lambda *given: bleu_counts(["a"], [["a"]]))
    with pytest.raises(RuntimeError, match="failed"):
        steps.steps(20, 1)
    assert "in arrays gives" in capfd.readouterr().err


def test_no_time_is_taken_of_works_that_differ(capfd):
    with pytest.raises(RuntimeError, match="failed"):
        measure.rows("one and two", 1, {"one": lambda: 1.0, "two": lambda: 1.0 + 1e-11}, {}, rounds=1)
    assert "two gives [1.00000000001] where one gives [1.0]" in capfd.readouterr().err


def test_the_corpus_is_the_same_each_time_and_has_the_asked_shape():
    given = corpus(300, references=4)
    assert given == corpus(300, references=4)
    assert {len(references) for references in given.references} == {4}
    tokens = [len(references[0]) for references in given.references]
    assert 23 < sum(tokens) / 300 < 27
    assert given.first(2) == corpus(2, references=4)


def test_the_peak_is_that_of_the_work():
    assert measure.peak(lambda: bytearray(64 * 2**20)) == pytest.approx(64, abs=8)
    assert measure.peak(lambda: None) < 8


def test_the_picture_is_drawn_and_told(tmp_path):
    saved = {
        "by_segments": works.by_segments([5, 20], 1),
        "by_tokens": works.by_tokens([5, 10], 10, 1),
        "by_references": works.by_references([1, 10], 1),
    }
    picture.draw_speed(saved, tmp_path / "speed.png")
    assert matplotlib.image.imread(tmp_path / "speed.png").shape == (360, 1200, 4)
    told = picture.alt_text(
        {
            "by_segments": [(1000, 17e-6), (9000, 18e-6)],
            "by_tokens": [(5, 4e-6), (400, 2e-4)],
            "by_references": [(1, 1e-4), (1000, 0.02), (4000, 0.08)],
        }
    )
    assert "bleu_score takes 20 milliseconds for 1,000 references and 80 for 4,000" in told
    assert "17 microseconds a segment for 1,000 segments and 18 for 9,000." in told
    assert "4 microseconds for sentences of 5 tokens and 200 for 400" in told


def test_the_readme_says_what_its_picture_of_the_speed_shows():
    saved = json.loads(bench.RESULTS.read_text(encoding="utf-8"))
    assert f"![{picture.alt_text(saved)}](docs/speed.png)" in (works.ROOT / "README.md").read_text(encoding="utf-8")


def test_the_saved_results_have_the_large_corpus_the_versions_and_at_least_five_rounds():
    saved = json.loads(bench.RESULTS.read_text(encoding="utf-8"))
    assert max(size for size, _ in saved["by_segments"]) == 1_000_000
    assert saved["rounds"] >= 5
    assert all(saved["versions"].values())
