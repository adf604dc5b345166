"""The small test set: it is the result of the selection from Tatoeba's table, and its README describes it correctly."""

from collections import Counter

import select_test_set

from bleu_helpers.corpora.small_test_set import FOLDER, read_test_set

SEGMENTS, SYSTEMS = read_test_set()


def test_the_test_set_is_the_result_of_the_selection():
    for name, lines in select_test_set.make_columns().items():
        assert (FOLDER / f"{name}.txt").read_bytes() == "".join(f"{line}\n" for line in lines).encode("utf-8")


def test_each_sentence_that_was_left_out_would_be_selected():
    rows, listed = (select_test_set.read_table(name) for name in ("several_references.tsv", "left_out.tsv"))
    with_all = {spanish for spanish, *_ in select_test_set.select(rows, [])}
    assert {spanish for spanish, _ in listed} == with_all - {segment.source for segment in SEGMENTS}


def test_the_readme_gives_the_right_numbers():
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"{len(SEGMENTS)} Spanish sentences" in readme
    assert {len(lines) for lines in SYSTEMS.values()} == {len(SEGMENTS)}
    assert f"{len(read_test_set().third_translations)} of them have a third accepted translation" in readme
    rows = [line.strip("|").split("|") for line in readme.splitlines() if line.startswith("| `")]
    counted = {row[0].strip(" `"): int(row[2]) for row in rows if len(row) == 3}
    assert counted == Counter(segment.kind for segment in SEGMENTS)
