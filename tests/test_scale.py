"""`run.py scale` and the file that lesson 14 draws from: what is asked, measured and kept. No time is tested."""

import json
import os
from concurrent.futures.process import BrokenProcessPool

import fragile
import lesson
import measured
import pytest
import scale
from corpus import write_files
from notebook_rules import ROOT
from refused import refused

from bleu_helpers import line_ranges, score_files

SAVED = json.loads(measured.MEASURED.read_text(encoding="utf-8"))
IN_ONE = ["plain Python", "fast path", "two processes"]
"""The ways that need no engine."""


# The functions of the lesson.


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return write_files(60, tmp_path_factory.mktemp("corpus"))


# What is measured.


@pytest.mark.slow
def test_the_ways_agree_and_each_has_its_row(capsys, monkeypatch):
    monkeypatch.setattr(scale, "LEAST_SEGMENTS", 180)  # so that a way of one process has the corpus three times
    run = scale.all_ways(60, IN_ONE)
    assert (run["segments"], [one["way"] for one in run["ways"]]) == (60, IN_ONE)
    plain, fast, two = run["ways"]
    assert (plain["sent"], fast["sent"], plain["ranges"], fast["ranges"]) == (0, 0, 1, 1)
    assert two["ranges"] == 20
    for way in run["ways"]:
        assert 0 <= way["pass_seconds"] < way["seconds"] and way["peak_mib"] > 5
    assert two["busy_seconds"] > 0
    assert 20 * 100 < two["returned"] < 20 * 500 and 20 * 100 < two["sent"] < 20 * 500
    said = capsys.readouterr().out
    assert "the same counts and the same BLEU in 3 ways: " in said
    assert all(name in said for name in IN_ONE)


def test_a_way_that_fails_says_why(files):
    with pytest.raises(RuntimeError, match=r"fast path failed:(?s:.+)is not UTF-8"):
        broken = files[0].with_name("broken.txt")
        broken.write_bytes(files[0].read_bytes() + b"\xff")
        scale.measure("fast path", (broken, files[1]), 60)


# Java.


@pytest.mark.parametrize(("java", "found"), [(None, "there is none"), (11, "this is Java 11")])
def test_without_a_java_spark_is_left_out_and_it_says_what_to_install(java, found, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(scale, "java_release", lambda: java)
    monkeypatch.setattr(scale, "all_ways", lambda segments, ways: asked.append((segments, ways)))
    assert scale.main(["1000"]) == 0
    said = capsys.readouterr().err
    assert f"Spark is left out: it needs a Java 17 or later, and {found}." in said
    assert "apt install openjdk-17-jre-headless" in said and "brew install" in said and "winget install" in said
    assert asked == [(1000, [*IN_ONE, "Dask"])]
    assert scale.main(["1000", "--save"]) == 2
    assert len(asked) == 1, "what would not be kept is not measured"


# What is kept.


def test_what_is_saved_has_all_ways_with_one_number_and_where_it_was_measured():
    assert SAVED["scale"]["cores"] == 2 and all(SAVED["scale"]["versions"].values())
    sizes = [run["segments"] for run in SAVED["scale"]["runs"]]
    assert sizes == sorted(sizes) and sizes[0] == 1_000 and sizes[-1] == 10_000_000
    for run in SAVED["scale"]["runs"]:
        assert [one["way"] for one in run["ways"]] == [*scale.WAYS]
        assert len({one["bleu"] for one in run["ways"]}) == 1
        for one in run["ways"][2:]:
            assert one["sent"] / one["ranges"] < 500 and one["returned"] / one["ranges"] < 500
    assert [*SAVED["steps"]["ratios"]] == ["the definition", "all orders at once", "in arrays"]
    assert SAVED["steps"]["rounds"] >= 5


# Two processes, and no engine.


def pairs_of_processes(files, monkeypatch, tmp_path, deadly):
    monkeypatch.setenv(fragile.FOLDER, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "tests")]))
    fragile.begin_case(deadly)
    [way] = lesson.functions("with_two_processes", score_range=fragile.score_range)
    return lambda path: way(line_ranges(path, [files[1]], lines=20))


@pytest.mark.slow
def test_two_processes_give_the_same_counts_and_name_a_broken_line(files, monkeypatch, tmp_path):
    way = pairs_of_processes(files, monkeypatch, tmp_path, None)
    assert way(files[0]) == score_files(files[0], [files[1]]).counts
    broken = tmp_path / "broken.txt"
    broken.write_bytes(b"\xff" + files[0].read_bytes())
    assert refused(ValueError, way, broken).startswith(f"{broken}, line 1 is not UTF-8")


@pytest.mark.slow
def test_where_a_process_of_a_pool_is_killed_all_is_lost(files, monkeypatch, tmp_path):
    way = pairs_of_processes(files, monkeypatch, tmp_path, deadly=21)
    with pytest.raises(BrokenProcessPool):
        way(files[0])
