"""The student's process, here in this one: it runs the cells as IPython reads them, then answers call after call."""

import io
import json
import os
import re
import sys
import time
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from course import ASSIGNMENTS
from IPython.core.interactiveshell import InteractiveShell

from bleu_helpers.checks._outcomes import agree, read_counts, read_number, read_numbers, read_words
from bleu_helpers.checks.exercises import EVERY_TASK
from bleu_helpers.course import _colab, _student


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


def served(cells, function, requests, parameters=("candidate", "references"), forbidden=(), earlier=None):
    order = {"cells": cells, "function": function, "parameters": list(parameters), "forbidden": list(forbidden)}
    order["earlier"] = earlier or {}
    lines = [json.dumps(order), *(json.dumps(_student.encode(request)) for request in requests)]
    write = io.StringIO()
    _student.serve(io.StringIO("\n".join(lines) + "\n"), write)
    return [json.loads(line) for line in write.getvalue().splitlines()]


def test_the_students_process_answers():
    cells = [
        "%%bash\nrm",
        "x = (",
        "if True:\n    %matplotlib inline\n!ls\nprint(display(3))",
        "1 / 0",
        "from fractions import Fraction\n"
        "def f(candidate, references):\n    return [Fraction(1, 2), None, (1,), {'a': 1}, {1}]",
    ]
    ready, answer = served(cells, "f", [[["a"], [["b"]]]])
    assert ready == {"ready": True}
    assert answer == {
        "ended": "returned",
        "changed": False,
        "printed": False,
        "deep": False,
        "line": None,
        "ours": "",
        "result": [0.5, None, {"t": [1]}, {"d": [["a", 1]]}, {"o": "set"}],
    }
    back = _student.decode(answer["result"])
    assert back[:4] == [0.5, None, (1,), {"a": 1}] and type(back[4]) is object


@pytest.mark.parametrize(
    "above",
    [
        "%%time\n",
        "%%capture out\n%%time\n",
        "if 'google.colab' in str(get_ipython()):\n    print('in Colab')\n",
        "files = !ls\nlen?\n%config InteractiveShell.ast_node_interactivity = 'all'\n",
        "x = (3\n     % 2)\n",
        "%matplotlib inline\nquit()\n",
        "import asyncio\nawait asyncio.sleep(0)\n",
        "!echo a line> written.txt\nassert open('written.txt').read().strip() == 'a line'\n",
        "found = !echo a line\nassert found == ['a line']\n",
        "import pickle\nclass Own:\n    pass\npickle.loads(pickle.dumps(Own()))\n",
        "display(3)\n",
    ],
)
def test_what_only_ipython_understands_costs_nobody_a_function(above):
    cell = above + "def f(candidate, references):\n    display(1)\n    return 0.5"
    assert served([cell], "f", [[["a"], [["b"]]]])[1]["result"] == 0.5


def test_a_module_that_a_cell_writes_can_be_imported(monkeypatch):
    monkeypatch.syspath_prepend("")
    cells = [
        "%%writefile written_by_a_cell.py\nhalf = 0.5",
        "from written_by_a_cell import half\ndef f(*all): return half",
    ]
    assert served(cells, "f", [[[], []]])[1]["result"] == 0.5


def test_a_cell_has_the_time_that_it_has_in_nbgrader():
    [timeout] = re.findall(r"c\.Execute\.timeout = (\d+)", (ASSIGNMENTS / "nbgrader_config.py").read_text("utf-8"))
    assert float(timeout) == _student.SECONDS_PER_CELL


def test_a_magic_for_another_language_defines_nothing():
    assert served(["%%bash\nf=3"], "f", []) == [{"ready": False}]


@pytest.mark.skipif(os.name == "nt", reason="there is no alarm on Windows")
def test_a_cell_that_sleeps_is_interrupted_and_the_next_one_runs(monkeypatch):
    monkeypatch.setattr(_student, "SECONDS_PER_CELL", 0.2)
    sleeper = """
import time
try:
    time.sleep(8)
except BaseException as error:
    woken_by = type(error)
    raise
late = 1
"""
    made = _student.shell()
    _student.run_cells([sleeper, "x = 1"], made)
    space = made.user_ns
    assert space["woken_by"] is KeyboardInterrupt and "late" not in space and space["x"] == 1
    with _student._interrupted_after(0.2):  # also between a cell's last line and the shell's
        time.sleep(8)


def test_what_a_students_class_can_do():
    bad = "class Bad(Exception):\n    def __str__(self): raise self\n    def __float__(self): raise self\n"
    [_, raised] = served([bad + "def f(*all): raise Bad"], "f", [[[], []]])
    assert (raised["error"], raised["message"]) == ("Bad", "")
    [_, returned] = served([bad + "def f(*all): return Bad()"], "f", [[[], []]])
    assert returned["result"] == {"o": ""}


def test_an_earlier_function_is_asked_of_the_other_process_and_back_afterwards():
    cells = ["def g(*all): return 1", "def f(candidate, references): return g(candidate, n=2)"]
    order = {"cells": cells, "function": "f", "parameters": ["candidate", "references"], "forbidden": []}
    lines = [
        order | {"earlier": {"g": "task of g"}},
        [["a"], []],
        {"result": {"t": [3]}},
        [["a"], []],
        {"error": "KeyError"},
    ]
    write = io.StringIO()
    _student.serve(io.StringIO("\n".join(map(json.dumps, lines)) + "\n"), write)
    ready, question, answer, again, error = map(json.loads, write.getvalue().splitlines())
    assert question == again == {"earlier": "task of g", "arguments": [["a"]], "names": {"n": 2}}
    assert (ready["ready"], answer["result"], error["error"]) == (True, {"t": [3]}, "KeyError")
    assert vars(sys.modules["__main__"])["g"]() == 1


def test_a_question_is_answered_by_the_next_line():
    write = io.StringIO()
    assert _student.exchange(io.StringIO('{"result": 1}\n{"result": 2}\n'), write, {"earlier": "g"}) == {"result": 1}
    assert write.getvalue() == '{"earlier": "g"}\n'


def test_what_cannot_be_called():
    assert served(["f = 3"], "f", []) == [{"ready": False}]
    assert served(["def f(): return 1"], "f", []) == [{"ready": False}]
    assert served([], "f", []) == [{"ready": False}]


class Tolist:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"Tolist({self.value})"

    def tolist(self):
        return self.value


@pytest.mark.parametrize("read", [read_number, read_numbers, read_counts, read_words], ids=lambda read: read.__name__)
@pytest.mark.parametrize(
    "result",
    [
        *(NotImplemented, Ellipsis, b"0.5", "0.5", None, 2, True, Fraction(1, 2), [Fraction(1, 2)], ("a", "b"), {1}),
        *({"a": 1}.items(), Counter("aab"), {("a", "b"): 0.5}, [("a", 1)], ["a"], [b"a"], object(), float("nan")),
        *(np.array([1, 0]), np.array([[1]]), np.float64(0.5), np.int64(3), np.bool_(True), [np.int64(1)], np.array(2)),
        *(Tolist([1.0]), {"a": np.int64(2)}),
    ],
    ids=lambda result: "an object" if type(result) is object else repr(result),
)
def test_a_result_is_read_in_the_other_process_as_it_would_be_here(result, read):
    there = _student.decode(json.loads(json.dumps(_student.encode(result))))
    one, other = read(result), read(there)
    assert one.kind == other.kind
    assert agree(one, other) or one.kind in ("text", "shape", "none", "nan")


def test_our_code_is_known_by_name():
    [_, answer] = served(
        ["from bleu_helpers import unigram_precision as f"],
        "f",
        [[["a"], [["a"]]]],
        forbidden=["bleu_helpers.counting:unigram_precision", "bleu_helpers.counting:nothing"],
    )
    assert answer["ours"] == "unigram_precision" and answer["result"] == 1.0


def test_the_code_of_every_function_that_does_the_work_is_found():
    for task in EVERY_TASK.values():
        functions = (task.function, *task.same_work)
        assert _student.code_of([_student.address(function) for function in functions]) == task.forbidden


def test_main_takes_the_channels_away(monkeypatch):
    taken, served_with = [], []
    monkeypatch.setattr(sys, "argv", ["_student", "100"])
    monkeypatch.setattr(_student.os, "dup2", lambda old, new: taken.append(new))
    monkeypatch.setattr(_student, "limit_memory", taken.append)
    monkeypatch.setattr(_student, "serve", lambda read, write: served_with.extend([read.mode, write.mode]))
    _student.main()
    assert taken == [100, 0, 1, 2] and served_with == ["r", "w"]


def test_memory_is_limited_where_that_can_be(monkeypatch):
    limits = []
    monkeypatch.setitem(
        sys.modules, "resource", type("R", (), {"RLIMIT_AS": 9, "setrlimit": lambda *a: limits.append(a)})
    )
    _student.limit_memory(2)
    assert limits == [(9, (2**21, 2**21))]
    monkeypatch.setitem(sys.modules, "resource", None)
    _student.limit_memory(2)


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
        "from google import colab\nwith colab.output.use_tags('a'):\n    pass",
        "from google.colab import userdata\nimport os\nos.environ['KEY'] = userdata.get('KEY')",
        "from google.colab.patches import cv2_imshow\ncv2_imshow(3)",
        "%load_ext google.colab.data_table",
        "import helper",
    ],
)
def test_what_only_colab_has_stops_no_cell(code, no_colab, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "work")
    monkeypatch.delitem(sys.modules, "helper", raising=False)
    (tmp_path / "work" / "helper.py").write_text("from google.colab import drive\ndrive.mount('/x')", encoding="utf-8")
    assert served(["1", "import json", code + ONE], "one", [[[], []]])[1]["result"] == 1
    assert len([one for one in sys.meta_path if isinstance(one, _colab.Finder)]) == 1


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
    assert served([GUARDED], "where", [[[], []]])[1]["result"] == 0


def test_a_name_of_python_is_none_of_colabs():
    with pytest.raises(AttributeError):
        _colab.Nothing().__array__  # noqa: B018 - it is asked for
    assert _colab.Finder().find_spec("google.cloud") is None
