"""The benchmark's table on a tiny corpus: that it runs and compares what is equal, not how fast anything is."""

import json

import bench
import measured
import picture
import works


def test_every_pair_of_the_table_gave_the_same_scores():
    rows = list(bench.table([20], rounds=1, pairs=20, streamed=100))
    others = {"NLTK", "sacrebleu", "rouge-score", "jiwer", "explain_bleu", "NLTK's bleu_score"}
    assert {row.theirs.partition(" (")[0] for row in rows} >= others
    assert all(row.work in bench.as_text(row) and row.our_seconds > 0 for row in rows)
    sides = [side for row in rows for side in (row.ours, row.theirs) if side and row.work != "import"]
    assert {side.rpartition(" ")[2] for side in sides} == {"(tokens)", "(text)"}, "each says what goes in"


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


def test_the_readme_says_what_its_picture_of_the_speed_shows():
    saved = json.loads(bench.RESULTS.read_text(encoding="utf-8"))
    readme = (works.ROOT / "README.md").read_text(encoding="utf-8")
    assert f'<img alt="{picture.alt_text(saved)}" src="docs/speed.png">' in readme
    assert picture.beside_others(saved) in readme
