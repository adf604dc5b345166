"""The methods of lesson 14: they compute the same score, even if a worker is killed, and report a broken line.

The functions are those of the lesson; Dask and Spark run them if they are installed.
"""

import json
import os
from itertools import islice
from types import SimpleNamespace
from zipfile import ZipFile

import commands
import killed_worker
import limited
import pytest
import scale
from corpus import stream
from notebook_rules import ROOT

from bleu_helpers import score_files

every_engine = pytest.mark.parametrize("engine", ["with_dask", pytest.param("with_spark", marks=pytest.mark.java)])
BROKEN = 777
"""The line that is not UTF-8."""


@pytest.mark.slow
def test_the_ways_agree_and_send_only_a_few_hundred_bytes_per_range(capsys, monkeypatch):
    monkeypatch.setattr(scale, "LEAST_SEGMENTS", 180)  # so that a way with one process gets the corpus three times
    run = scale.all_ways(60, ["fast path", "two processes"])
    two = run["ways"][-1]
    assert all(20 * 100 < two[direction] < 20 * 500 for direction in ("returned", "sent"))
    assert "in 2 ways" in capsys.readouterr().out


# The engines.


@pytest.fixture(scope="module")
def engines(tmp_path_factory):
    """Return an engine's results for 1,050 segments with a killed worker and for a broken line; each runs only once."""
    folder, results = tmp_path_factory.mktemp("engines"), {}
    segments = islice(stream(references=2), 1050)
    columns = list(zip(*([candidate, *references] for candidate, references in segments), strict=True))
    files = [folder / f"{name}.txt" for name in ("candidates", "reference_a", "reference_b")]
    for path, sentences in zip(files, columns, strict=True):
        path.write_text("".join(f"{' '.join(sentence)}\n" for sentence in sentences), "utf-8", newline="\n")
    with ZipFile(folder / "reference_a.zip", "w") as pack:
        pack.write(files[1], "reference_a.txt")
    lines = files[0].read_bytes().splitlines(keepends=True)
    lines[BROKEN - 1] = b"caf\xe9\n"
    (folder / "broken.txt").write_bytes(b"".join(lines))
    counts = score_files(files[0], files[1:], tokenize="none").counts

    def results_of(engine):
        if engine not in results:
            python = commands.ready("scale")
            environment = scale.environment_of_engines(str(python)) | {killed_worker.FOLDER: str(folder)}
            environment["PYTHONPATH"] += os.pathsep + str(ROOT / "tests" / "support")
            line = [str(python), str(ROOT / "tests" / "support" / "run_engine.py"), engine, str(folder)]
            code, text = limited.run(line, env=environment)
            assert code == 0, text
            results[engine] = json.loads(next(line for line in text.splitlines() if line.startswith('{"a worker')))
        return results[engine]

    right = [list(counts.matched), list(counts.total), counts.candidate_length, counts.reference_length]
    broken = f"{folder / 'broken.txt'}, line {BROKEN} is not UTF-8: its byte 4 is 0xe9. Save the file as UTF-8."
    return SimpleNamespace(results_of=results_of, right=right, broken=broken)


@pytest.mark.environments
@every_engine
def test_counts_the_range_of_a_killed_worker_again(engines, engine):
    """The worker was killed before it returned anything, so the counts are right only if another one counted again."""
    assert engines.results_of(engine)["a worker killed"] == {"counts": engines.right, "killed": True}


@pytest.mark.environments
@every_engine
def test_reports_the_file_and_the_number_of_a_broken_line_and_returns_nothing(engines, engine):
    case = engines.results_of(engine)["a broken line"]
    assert "counts" not in case
    if engine == "with_dask":
        assert (case["kind"], case["error"]) == ("ValueError", engines.broken), "Dask must raise the error itself"
    else:
        assert f"ValueError: {engines.broken}" in case["error"].splitlines(), "the error must be on its own line"
