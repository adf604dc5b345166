"""What a student's process answers to a call, and what stands there in the place of Colab's package."""

import json
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from bleu_helpers.checks.exercises import EVERY_TASK
from bleu_helpers.course import _kernel, _outside, _values
from exercise_checker.guard import Guard
from exercise_checker.outcomes import agree, read_counts, read_number, read_numbers, read_words


@pytest.fixture(autouse=True)
def a_shell_of_its_own(tmp_path, monkeypatch):
    """A student's process has one shell, an empty folder, and its own module __main__. So does each test."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    InteractiveShell.clear_instance()
    yield
    InteractiveShell.clear_instance()


def run(code):
    """Run a cell as a kernel of ours does. Gives its names."""
    shell = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    shell.events.register("pre_run_cell", lambda info: _kernel.stand_in(info.raw_cell))
    shell.run_cell(code)
    return shell.user_ns


class Bad:
    def __float__(self):
        raise RuntimeError


def test_a_result_that_is_no_number_by_its_own_class_is_read_as_none_that_a_task_asks_for():
    assert _outside.answer(Guard(), Bad, [], {})["result"] == {"o": ""}


@pytest.mark.parametrize("read", [read_number, read_numbers, read_counts, read_words], ids=lambda read: read.__name__)
@pytest.mark.parametrize(
    "result",
    [
        *("0.5", None, 2, True, Fraction(1, 2), [Fraction(1, 2)], ("a", "b"), {1}),
        *({"a": 1}.items(), Counter("aab"), {("a", "b"): 0.5}, [("a", 1)], ["a"], object(), float("nan")),
        *(np.array([1, 0]), np.array([[1]]), np.float64(0.5), np.int64(3), np.bool_(True), [np.int64(1)], np.array(2)),
        {"a": np.int64(2)},
    ],
    ids=lambda result: "an object" if type(result) is object else repr(result),
)
def test_a_result_is_read_in_the_other_process_as_it_would_be_here(result, read):
    there = _values.decode(json.loads(json.dumps(_values.encode(result))))
    one, other = read(result), read(there)
    assert one.kind == other.kind
    assert agree(one, other) or one.kind in ("text", "shape", "none", "nan")


def test_the_code_of_every_function_that_does_the_work_is_found():
    for task in EVERY_TASK.values():
        functions = (task.function, *task.same_work)
        assert _outside.code_of([_outside.address(function) for function in functions]) == task.forbidden


# What only Colab has.


@pytest.fixture
def no_colab(monkeypatch):
    """As in a process that has not met it: what a cell puts there is gone in the end."""
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    for name in [name for name in sys.modules if name == "google" or name.startswith("google.")]:
        monkeypatch.delitem(sys.modules, name)
    yield
    for name in [name for name in sys.modules if name == "google" or name.startswith("google.")]:
        del sys.modules[name]


ONE = "\ndef one(candidate, references):\n    return 1\n"


@pytest.mark.parametrize(
    "code",
    [
        "from google.colab import drive\ndrive.mount('/content/drive')",
        "import google.colab.files as files\nfor name, data in files.upload().items():\n    print(name)",
        "from google import colab\ncolab.output.clear()",
        "%load_ext google.colab.data_table",
        "import helper",
    ],
)
def test_what_only_colab_has_stops_no_cell(code, no_colab, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "work")
    monkeypatch.delitem(sys.modules, "helper", raising=False)
    (tmp_path / "work" / "helper.py").write_text("from google.colab import drive\ndrive.mount('/x')", encoding="utf-8")
    assert run(code + ONE)["one"]([], []) == 1
    assert len([one for one in sys.meta_path if isinstance(one, _kernel.ColabFinder)]) == 1


GUARDED = """
import sys
try:
    import google.colab
    here = 1
except ImportError:
    here = 0
def where(candidate, references):
    return here + 2 * ("google.colab" in sys.modules)
"""


def test_whoever_asks_whether_it_is_colab_hears_no(no_colab):
    assert run(GUARDED)["where"]([], []) == 0


def test_a_name_of_python_is_none_of_colabs():
    with pytest.raises(AttributeError):
        _kernel.Nothing().__array__  # noqa: B018 - it is asked for
    assert _kernel.ColabFinder().find_spec("google.cloud") is None
