"""Lesson 14 on the engines themselves: the functions that it shows, run by Dask and by Spark where these are installed.

A worker is killed in the middle of its range, a line is broken, a partition is empty, partitions are uneven.
"""

import json
import os
from itertools import islice

import fragile
import front_door
import limited
import pytest
import scale
from corpus import stream
from notebook_rules import ROOT

from bleu_helpers import score_files

pytestmark = [pytest.mark.environments, pytest.mark.slow]
every_engine = pytest.mark.parametrize("engine", ["with_dask", pytest.param("with_spark", marks=pytest.mark.java)])
BROKEN = 777
"""The line that is not UTF-8."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """1,050 segments with two references, and once more with a broken line."""
    folder = tmp_path_factory.mktemp("engines")
    columns = list(zip(*([own, *others] for own, others in islice(stream(references=2), 1050)), strict=True))
    for name, sentences in zip(("candidates", "reference_a", "reference_b"), columns, strict=True):
        text = "".join(" ".join(sentence) + "\n" for sentence in sentences)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
    lines = (folder / "candidates.txt").read_bytes().splitlines(keepends=True)
    lines[BROKEN - 1] = b"caf\xe9\n"
    (folder / "broken.txt").write_bytes(b"".join(lines))
    return folder


@pytest.fixture(scope="module")
def right(folder):
    counts = score_files(folder / "candidates.txt", [folder / "reference_a.txt", folder / "reference_b.txt"]).counts
    return [list(counts.matched), list(counts.total), counts.candidate_length, counts.reference_length]


@pytest.fixture(scope="module")
def said(folder):
    """What an engine says in each case; it is asked once."""
    python, known = front_door.ready("scale", front_door.ENVIRONMENT / "scale"), {}

    def ask(engine):
        if engine not in known:
            own = folder / engine
            own.mkdir()
            for path in folder.glob("*.txt"):
                (own / path.name).write_bytes(path.read_bytes())
            environment = scale.environment_of_engines(str(python)) | {fragile.FOLDER: str(own)}
            environment["PYTHONPATH"] += os.pathsep + str(ROOT / "tests")
            line = [str(python), str(ROOT / "tests" / "engine_room.py"), engine, str(own)]
            code, text = limited.run(line, env=environment)
            assert code == 0, text
            known[engine] = json.loads(next(line for line in text.splitlines() if line.startswith('{"even"')))
        return known[engine]

    return ask


@every_engine
@pytest.mark.parametrize("case", ["even", "uneven", "an empty partition", "named by addresses", "a worker killed"])
def test_the_number_is_the_same_to_the_last_digit(said, engine, case, right):
    assert said(engine)[case].get("counts") == right, said(engine)[case]


@every_engine
def test_the_partition_of_a_killed_worker_is_counted_again(said, engine):
    notes = said(engine)["a worker killed"]["notes"]
    assert notes.count("begun 301") >= 2, "it was begun, its worker was killed, and it was begun again"
    counted = [note for note in notes if note.startswith("counted")]
    assert {*counted} == {f"counted {line}" for line in range(1, 1050, 100)}
    assert counted.count("counted 301") == notes.count("begun 301") - 1, "the first worker has counted a part, no more"


@every_engine
def test_without_a_partition_there_is_nothing_to_count(said, engine):
    assert said(engine)["no partition"].get("counts") == [[0] * 5, [0] * 5, 0, 0], said(engine)["no partition"]


@every_engine
def test_a_broken_line_is_named_by_file_and_line_and_nothing_is_returned(said, engine, folder):
    case = said(engine)["a broken line"]
    assert "counts" not in case
    path = folder / engine / "broken.txt"
    assert f"{path}, line {BROKEN} is not UTF-8" in case["error"]
    assert f"counted {BROKEN // 100 * 100 + 1}" not in case["notes"]


def broken_line(folder, engine):
    path = folder / engine / "broken.txt"
    return f"{path}, line {BROKEN} is not UTF-8: its byte 4 is 0xe9. Save the file as UTF-8."


def test_dask_raises_the_error_itself(said, folder):
    case = said("with_dask")["a broken line"]
    assert (case["kind"], case["error"]) == ("ValueError", broken_line(folder, "with_dask"))


@pytest.mark.java
def test_spark_has_the_error_as_a_line_of_its_own(said, folder):
    case = said("with_spark")["a broken line"]
    assert f"ValueError: {broken_line(folder, 'with_spark')}" in case["error"].splitlines()
