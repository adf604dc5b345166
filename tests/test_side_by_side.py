"""Files that run side by side: what the front door deals out for a check, and what conftest.py decides for the tests.

What conftest.py does for a notebook is tested with real runs, in test_what_a_check_sees.py.
"""

import sys
from types import SimpleNamespace

import front_door
import pytest
from notebook_rules import NOTEBOOKS, ROOT

import conftest

# A check: each process gets its share of the notebooks.


@pytest.mark.parametrize(
    ("paths", "processes", "expected"),
    [
        (["1", "2", "3", "4", "5"], 2, [["1", "3", "5"], ["2", "4"]]),
        (["1", "2"], 4, [["1"], ["2"]]),
        (["1", "2"], 1, [["1", "2"]]),
        (["notebooks/assignments"], 2, [["notebooks/assignments"]]),
    ],
)
def test_notebooks_are_dealt_out(paths, processes, expected):
    assert front_door.shares(paths, processes) == expected


@pytest.mark.parametrize("folder", ["notebooks", str(ROOT / "notebooks")])
@pytest.mark.parametrize("processes", [1, 2, 3, 64])
def test_each_lesson_of_a_folder_is_in_one_share(folder, processes):
    dealt = front_door.shares([folder], processes)
    assert sorted(path for share in dealt for path in share) == [str(path) for path in NOTEBOOKS]
    assert len(dealt) == min(processes, len(NOTEBOOKS))
    assert max(map(len, dealt)) - min(map(len, dealt)) <= 1


def says(text, then="pass", exit_code=0):
    return (sys.executable, "-c", f"import pathlib, sys, time; print({text!r}, flush=True); {then}; exit({exit_code})")


def test_what_runs_side_by_side_speaks_in_order_and_really_runs_side_by_side(tmp_path, capfd):
    # The first waits for what the second does, half a minute at most: it would wait in vain if it ran alone.
    done = f"pathlib.Path({str(tmp_path / 'done')!r})"
    waits = f"any({done}.exists() or time.sleep(0.01) for _ in range(3000))"
    first = says("one", f"print('one waited' if {waits} else 'in vain')")
    second = says("two", f"print('two, again', file=sys.stderr); {done}.touch()")
    assert front_door.call_together(first, second, says("three")) == 0
    assert capfd.readouterr().out.split("\n") == ["one", "one waited", "two", "two, again", "three", ""]


@pytest.mark.parametrize("codes", [(0, 3, 0), (3, 0, 0), (0, 0, 3), (3, 4, 0)])
def test_one_that_fails_is_not_lost_among_others(codes, capfd):
    assert front_door.call_together(*(says("-", exit_code=code) for code in codes)) == 3


# The tests: how many processes, and in which order.


@pytest.mark.parametrize(
    ("arguments", "processes"),
    [
        (["notebooks/04_brevity_penalty.ipynb"], 0),
        (["tests/test_bleu.py::test_one", "tests/test_bleu.py::test_another"], 0),
        (["notebooks"], None),
        (["tests", "bleu_helpers", "notebooks"], None),
        (["notebooks/04_brevity_penalty.ipynb", "notebooks/05_bleu.ipynb"], None),
        ([str(ROOT / "notebooks")], None),
    ],
)
def test_a_second_process_starts_only_where_there_is_a_second_file(arguments, processes):
    config = SimpleNamespace(args=arguments, invocation_params=SimpleNamespace(dir=ROOT))
    assert conftest.pytest_xdist_auto_num_workers(config) == processes


def test_the_longest_file_comes_first_and_a_new_one_counts_as_long():
    names = ("a.py::1", "b.py::1", "b.py::2", "new.py::1", "c.py::1")
    items = [SimpleNamespace(nodeid=name, iter_markers=lambda: ()) for name in names]
    cache = SimpleNamespace(get=lambda name, default: {"a.py": 1.0, "b.py": 9.0, "c.py": 5.0})
    conftest.pytest_collection_modifyitems(SimpleNamespace(cache=cache, stash={}), items)
    assert [item.nodeid for item in items] == ["new.py::1", "b.py::1", "b.py::2", "c.py::1", "a.py::1"]


def test_a_test_whose_name_is_another_one_in_every_process_is_refused():
    items = [SimpleNamespace(nodeid=f"tests/test_a.py::test_a[{object()!r}]")]
    with pytest.raises(pytest.UsageError, match=r"give it ids: tests/test_a\.py::test_a"):
        conftest.pytest_collection_modifyitems(SimpleNamespace(), items)


def test_the_processes_order_the_files_by_what_the_run_before_took():
    reports = [
        pytest.TestReport(f"{file}.py::1", ("", 0, ""), {}, "passed", None, "call", duration=2) for file in "aab"
    ]
    written = {}
    cache = SimpleNamespace(get=lambda name, default: {"b.py": 7.0, "c.py": 5.0}, set=written.__setitem__)
    options = SimpleNamespace(markexpr="")
    side_by_side = SimpleNamespace(cache=cache, stash={}, option=options, getoption=lambda *_: "loadfile")
    conftest.pytest_terminal_summary(SimpleNamespace(stats={"": reports}), side_by_side)
    assert written == {conftest.SECONDS: {"a.py": 4.0, "b.py": 2.0, "c.py": 5.0}}
