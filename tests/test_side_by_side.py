"""Files that run side by side: what conftest.py decides, for the tests and for a check of the lessons.

What conftest.py does for a notebook is tested with real runs, in test_what_a_check_sees.py.
"""

from types import SimpleNamespace

import pytest
from notebook_rules import ROOT

import conftest

# How many processes, and in which order.


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


def test_a_test_whose_name_is_another_one_in_every_process_is_refused():
    items = [SimpleNamespace(nodeid=f"tests/test_a.py::test_a[{object()!r}]")]
    with pytest.raises(pytest.UsageError, match=r"give it ids: tests/test_a\.py::test_a"):
        conftest.pytest_collection_modifyitems(SimpleNamespace(), items)
