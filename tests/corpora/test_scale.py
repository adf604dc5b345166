"""What lesson 14 says about its methods: the same score, and what happens after a killed worker or a broken line.

The functions are those of the lesson; Dask and Spark run them if they are installed.
"""

import json
import os
from itertools import islice
from types import SimpleNamespace
from zipfile import ZipFile

import front_door
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
def test_the_ways_agree_and_each_has_its_row(capsys, monkeypatch):
    monkeypatch.setattr(scale, "LEAST_SEGMENTS", 180)  # so that a way of one process has the corpus three times
    run = scale.all_ways(60, ["plain Python", "fast path", "two processes"])
    two = run["ways"][-1]
    assert 20 * 100 < two["returned"] < 20 * 500 and 20 * 100 < two["sent"] < 20 * 500
    assert "the same counts and the same BLEU in 3 ways: " in capsys.readouterr().out


# The engines.


@pytest.fixture(scope="module")
def engines(tmp_path_factory):
    """Return an engine's results for 1,050 segments with a killed worker and for a broken line; each runs only once."""
    folder, known = tmp_path_factory.mktemp("engines"), {}
    columns = list(zip(*([own, *others] for own, others in islice(stream(references=2), 1050)), strict=True))
    files = [folder / f"{name}.txt" for name in ("candidates", "reference_a", "reference_b")]
    for path, sentences in zip(files, columns, strict=True):
        path.write_text("".join(f"{' '.join(sentence)}\n" for sentence in sentences), "utf-8", newline="\n")
    with ZipFile(folder / "reference_a.zip", "w") as pack:
        pack.write(files[1], "reference_a.txt")
    lines = files[0].read_bytes().splitlines(keepends=True)
    lines[BROKEN - 1] = b"caf\xe9\n"
    (folder / "broken.txt").write_bytes(b"".join(lines))
    counts = score_files(files[0], files[1:]).counts

    def ask(engine):
        if engine not in known:
            python = front_door.ready("scale", front_door.ENVIRONMENT / "scale")
            environment = scale.environment_of_engines(str(python)) | {killed_worker.FOLDER: str(folder)}
            environment["PYTHONPATH"] += os.pathsep + str(ROOT / "tests" / "support")
            line = [str(python), str(ROOT / "tests" / "support" / "run_engine.py"), engine, str(folder)]
            code, text = limited.run(line, env=environment)
            assert code == 0, text
            known[engine] = json.loads(next(line for line in text.splitlines() if line.startswith('{"a worker')))
        return known[engine]

    right = [list(counts.matched), list(counts.total), counts.candidate_length, counts.reference_length]
    broken = f"{folder / 'broken.txt'}, line {BROKEN} is not UTF-8: its byte 4 is 0xe9. Save the file as UTF-8."
    return SimpleNamespace(ask=ask, right=right, broken=broken)


@pytest.mark.environments
@every_engine
def test_the_range_of_a_killed_worker_is_counted_again_and_the_number_is_the_same(engines, engine):
    case = engines.ask(engine)["a worker killed"]
    assert case.get("counts") == engines.right, case
    assert case["notes"].count("begun 301") >= 2, "it was begun, its worker was killed, and it was begun again"
    counted = [note for note in case["notes"] if note.startswith("counted")]
    assert {*counted} == {f"counted {line}" for line in range(1, 1050, 100)}


@pytest.mark.environments
@every_engine
def test_a_broken_line_is_named_by_file_and_line_and_nothing_is_returned(engines, engine):
    case = engines.ask(engine)["a broken line"]
    assert "counts" not in case
    if engine == "with_dask":
        assert (case["kind"], case["error"]) == ("ValueError", engines.broken), "it raises the error itself"
    else:
        assert f"ValueError: {engines.broken}" in case["error"].splitlines(), "it has the error as a line of its own"
