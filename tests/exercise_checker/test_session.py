"""`check` and `progress` in one session, and in a real notebook."""

from collections import Counter

import nbclient
import nbformat
import pytest
from students.clipping import clip_without_zeros
from students.shared import grams

from bleu_exercises import check, progress
from bleu_exercises.exercises import EVERY_TASK
from exercise_checker import guard

# Progress.


def stub(tokens, n):
    raise NotImplementedError


def test_progress_lists_correct_attempted_and_open_tasks(capsys, monkeypatch):
    known = ("longest_perfect", "count_clip", "unigram_precision", "simple_count", "bleu_score")
    monkeypatch.setattr("bleu_exercises._session.EVERY_TASK", {name: EVERY_TASK[name] for name in known})
    check(clip_without_zeros, "count_clip")
    check(lambda c, rs, n: 7, "count_clip")
    check(lambda tokens, n: Counter(grams(tokens, n)), "simple_count")
    check(stub, "simple_count")
    check(lambda c, rs: 0.125, "unigram_precision")
    check(lambda rs: 1000, "longest_perfect")
    assert capsys.readouterr().out.count("An earlier attempt was correct, and it still counts.") == 2
    progress()
    assert capsys.readouterr().out == (
        "Correct tasks: 2 of 5.\n"
        "correct:\n"
        "  01_counting: simple_count\n"
        "  02_clipping: count_clip (the newest attempt is wrong)\n"
        "attempted, not correct yet:\n"
        "  01_counting: unigram_precision\n"
        "  02_clipping: longest_perfect\n"
        "open:\n"
        "  05_bleu: bleu_score\n"
        "These are only the public checks. A course may grade with other inputs, which are not shown.\n"
    )


def test_a_long_check_prints_that_it_is_still_checking(capsys, monkeypatch):
    monkeypatch.setattr(guard, "SILENT_SECONDS", 0.0)
    check(lambda c, rs: [print("not this"), sum(1 for _ in range(100)), 0.125][2], "unigram_precision")
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "unigram_precision: still checking (30 seconds at most) ..."
    assert second.startswith("unigram_precision: wrong")


# In a notebook.


@pytest.mark.slow
def test_check_and_progress_in_a_notebook():
    cells = [
        "from bleu_helpers.checks import check, progress\n"
        "from exercise_checker import guard\n"
        "guard.SILENT_SECONDS = guard.MAX_SECONDS_PER_CHECK\n"  # A busy machine prints no line in between.
        "def stub(candidate, references):\n    raise NotImplementedError\n"
        "check(stub, 'unigram_precision')",
        "def unigram_precision(candidate, references):\n    total = len(candidate)\n    return total / (total - 3)",
        "check(unigram_precision, 'unigram_precision')",
        "def unigram_precision(candidate, references):\n"
        "    while True:\n        try:\n            len(candidate)\n        except:\n            pass",
        "check(unigram_precision, 'unigram_precision')",
        "check(lambda c, rs: input('?'), 'unigram_precision')\nprogress()",
        "import sys, warnings\n"
        "def prints(candidate, references):\n"
        "    print('noise')\n    print('noise', file=sys.stderr)\n"
        "    warnings.warn('noise')\n    display('noise')\n"
        "check(prints, 'unigram_precision')",
        "check(lambda c, rs: exit(), 'unigram_precision')",
        "for wrong in range(1000, 1005):\n    check(lambda r, share, wrong=wrong: wrong, 'shortest_allowed')",
        "def unigram_precision(candidate, references):\n    return 0.5)",
        "check(unigram_precision, 'unigram_precision')",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.cells[-2].metadata.tags = ["raises-exception"]
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    *outputs, _, after_an_error = [cell.outputs for cell in notebook.cells]
    assert all(
        output.output_type == "display_data" or (output.output_type, output.name) == ("stream", "stdout")
        for of_cell in outputs
        for output in of_cell
    )
    texts = ["".join(output.get("text") or output.data["text/plain"] for output in cell) for cell in outputs]
    assert [cell[0].output_type for cell in outputs if cell] == ["stream", *["display_data"] * 6], (
        "an open task is plain"
    )
    assert outputs[2][0].data["text/html"].startswith('<div style="border-left:6px solid')
    assert "ZeroDivisionError" in texts[2] and "  in your line 3: return total / (total - 3)\n" in texts[2]
    assert "did not end" in texts[4]
    assert "must not call input()" in texts[5] and f"Correct tasks: 0 of {len(EVERY_TASK)}." in texts[5]
    assert "returns None" in texts[6] and "SystemExit" in texts[7]
    assert len(outputs[8]) == 5, "the offer is in the box of its verdict"
    for text in outputs[8][-1].data.values():
        assert "You have tried 5 different ways." in text
    assert "def unigram_precision has a SyntaxError" in after_an_error[0].text
    assert "did not end" in after_an_error[1].data["text/plain"]
    assert not any("noise" in text or "/tmp" in text or "ipykernel" in text for text in texts)
