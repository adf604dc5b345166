"""The report of copies: what is the same after renaming, and what is not."""

import pytest
from course import ASSIGNMENTS, cell_of, handed_in, released, solutions, write

from bleu_helpers.course import _tables, copies

PLAIN = """
from collections import Counter

def overused(candidate, references):
    over = {}
    for word, count in Counter(candidate).items():
        allowed = largest(word, references)
        if count > allowed:
            over[word] = count - allowed
    return over

LIMIT = 0

def largest(word, references):
    return max([LIMIT, *(reference.count(word) for reference in references)])
"""

RENAMED = '''
def biggest(w, rs):
    """My own helper."""
    return max([start,
                *(r.count(w) for r in rs)])  # clipped

start: int = 0
import collections as cs
from collections import Counter as Bag

def overused(candidate: list, refs: list) -> dict:
    """Return the words that are too many."""
    result = {}
    for token, n in Bag(candidate).items():
        limit = biggest(token, refs)
        if n > limit:
            result[token] = n - limit
    return result
'''


COUNTS = "class B:\n def count(self): return 1\n"


def form(code, name="overused"):
    notebook = {"cells": [{"cell_type": "code", "metadata": {}, "source": [code]}]}
    return copies.normal_form(name, *copies.definitions(copies.statements(notebook)))


def test_names_comments_layout_hints_docstrings_and_the_order_of_definitions_do_not_count():
    assert form(PLAIN) == form(RENAMED)
    assert form(PLAIN).parts > 50


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("count > allowed", "count >= allowed"),
        ("count - allowed", "allowed - count"),
        ("LIMIT = 0", "LIMIT = 1"),
        ("max([", "min(["),
        (".items()", ".elements()"),
        ("over[word] =", "over[count] ="),
        ("import Counter", "import OrderedDict as Counter"),
        ("return over", "return dict(over)"),
        ("for reference in references)", "for reference in references[1:])"),
    ],
)
def test_a_change_in_the_code_counts(old, new):
    assert old in PLAIN and form(PLAIN.replace(old, new)) != form(PLAIN)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(a):\n return [x for x in a] + [x for x in a]", "def f(q):\n return [i for i in q] + [j for j in q]"),
        ("def f(a):\n return sorted(a, key=lambda x: -x)", "def f(a):\n return sorted(a, key=lambda y: -y)"),
        ("def f(a):\n import math\n return math.log(a)", "import math as m\ndef f(b):\n return m.log(b)"),
        ("def f(a):\n from math import log as l\n return l(a)", "def f(b):\n from math import log\n return log(b)"),
        (
            "def f(a):\n try:\n  return 1\n except ValueError as e:\n  raise e",
            "def f(a):\n try:\n  return 1\n except ValueError as problem:\n  raise problem",
        ),
        (
            "SEEN = 0\ndef f(a):\n global SEEN\n SEEN = 1\n return SEEN",
            "KEPT = 0\ndef f(a):\n global KEPT\n KEPT = 1\n return KEPT",
        ),
        (
            "def f(a):\n def g(b):\n  return g(b)\n return g(a)",
            "def f(x):\n def h(y):\n  return h(y)\n return h(x)",
        ),
        ("class A:\n pass\ndef f(a):\n return A()", "class B:\n pass\ndef f(a):\n return B()"),
        ("def f(a): return f(a)", "%matplotlib inline\nasync_ = 1\ndef f(x):\n  'text'\n  return f(x)"),
        ("def f(a): return [sum for sum in a], sum(a)", "def f(a): return [x for x in a], sum(a)"),
        ("def f(*a, b=1, **c): return a, b, c", "def f(*x, y=1, **z): return x, y, z"),
        (
            "def h(word, refs): return word\ndef f(a, b): return h(word=a, refs=b)",
            "def g(w, rs): return w\ndef f(c, d): return g(w=c, rs=d)",
        ),
        (
            "def f(a):\n def h(word, *, n): return word\n return h(word=a, n=1)",
            "def f(b):\n def g(w, *, k): return w\n return g(w=b, k=1)",
        ),
        ("h = lambda n: n\ndef f(a): return h(n=a)", "g = lambda k: k\ndef f(b): return g(k=b)"),
        ("class A:\n def m(self): return 1\ndef f(a): return A().m()", COUNTS + "def f(a): return B().count()"),
        (
            "class A:\n x = 0\n def __init__(self, s):\n  self.t = s + self.x\ndef f(a): return A(s=a).t",
            "class B:\n y = 0\n def __init__(this, q):\n  this.r = q + this.y\ndef f(b): return B(q=b).r",
        ),
        (
            "class A:\n def m(self, *, n): return n\n\ndef f(a): return A().m(n=a)",
            "class B:\n def k(self, *, i): return i\n\ndef f(b): return B().k(i=b)",
        ),
        (
            "@dataclass\nclass A:\n x: int\ndef f(a): return A(x=a).x",
            "@dataclass\nclass B:\n y: int\ndef f(b): return B(y=b).y",
        ),
        # Type hints, and what does nothing.
        ("def f(a):\n b: int = 1\n return b", "def f(a):\n c = 1\n return c"),
        (
            "def f(a):\n b: int\n for b in a:\n  c: int = b\n return c",
            "def f(x):\n for y in x:\n  pass\n  z = y\n return z",
        ),
        # What a `match` binds.
        (
            "def f(a):\n match a:\n  case [x, *w]: return x, w\n  case {'k': y, **m}: return y, m\n  case z: return z",
            "def f(b):\n match b:\n  case [p, *q]: return p, q\n  case {'k': r, **s}: return r, s\n  case t: return t",
        ),
        (
            "class A:\n x = 0\ndef f(a):\n match a:\n  case A(x=1): return 2",
            "class B:\n y = 0\ndef f(b):\n match b:\n  case B(y=1): return 2",
        ),
        ("from math import log\ndef f(a): return log(a)", "import math\ndef f(a): return math.log(a)"),
        ("import os.path\ndef f(a): return os.path.join(a)", "from os import path as p\ndef f(a): return p.join(a)"),
        ("def f(a):\n from math import log\n return log(a)", "def f(a):\n import math as m\n return m.log(a)"),
        # Classes that a call makes.
        *(
            (
                f"from {module} import {maker}\nP = {maker}('P', {one})\ndef f(a): return P(a, y=a)._replace(x=1).y",
                f"import {module} as m\nQ = m.{maker}('Q', {other})\ndef f(b): return Q(b, w=b)._replace(v=1).w",
            )
            for module, maker, one, other in (
                ("collections", "namedtuple", "'x y'", "'v,w'"),
                ("collections", "namedtuple", "['x', 'y']", "('v', 'w')"),
                ("typing", "NamedTuple", "[('x', int), ('y', int)]", "[('v', int), ('w', int)]"),
                ("dataclasses", "make_dataclass", "['x', 'y']", "['v', 'w']"),
            )
        ),
        (
            "from enum import Enum\nP = Enum('P', 'x y')\ndef f(a): return P.y",
            "from enum import Enum\nQ = Enum('Q', 'v w')\ndef f(a): return Q.w",
        ),
        (
            "from types import SimpleNamespace\ndef f(a): return SimpleNamespace(x=a, y=1).y",
            "from types import SimpleNamespace as S\ndef f(b): return S(v=b, w=1).w",
        ),
        # What is handed over by name through another name.
        *(
            (
                f"from functools import partial\ndef h(word, n): return word\n{one}",
                f"import functools as ft\ndef g(w, k): return w\n{other}",
            )
            for one, other in (
                ("def f(a): return partial(h, n=1)(word=a)", "def f(b): return ft.partial(g, k=1)(w=b)"),
                ("p = partial(h, n=1)\ndef f(a): return p(word=a)", "q = ft.partial(g, k=1)\ndef f(b): return q(w=b)"),
                (
                    "def f(a):\n p = partial(h, n=1)\n return p(word=a)",
                    "def f(b):\n q = ft.partial(g, k=1)\n return q(w=b)",
                ),
                ("p = h\ndef f(a): return p(n=a)", "q = g\ndef f(b): return q(k=b)"),
                ("p = q\nq = p\ndef f(a): return p(n=a)", "r = s\ns = r\ndef f(a): return r(n=a)"),
                ("def f(a):\n p = lambda n: n\n return p(n=a)", "def f(b):\n q = lambda k: k\n return q(k=b)"),
            )
        ),
        # What stands below an `if` and the like, at the top of a notebook.
        *(
            (
                f"{head} def h(n): return n\n{tail}def f(a): return h(a)",
                f"{head} def g(k): return k\n{tail}def f(b): return g(b)",
            )
            for head, tail in (
                ("if True:\n", ""),
                ("if False:\n pass\nelse:\n", ""),
                ("try:\n", "except ImportError:\n pass\n"),
                ("try:\n import x\nexcept ImportError:\n", ""),
                ("for i in range(3):\n", ""),
                ("while True:\n", " break\n"),
                ("with open('x') as y:\n", ""),
                ("match 1:\n case _:\n ", ""),
            )
        ),
        (
            "with open('x') as g:\n T = g.read()\ndef f(a): return T, g",
            "with open('x') as h:\n U = h.read()\ndef f(a): return U, h",
        ),
        ("for i in range(3):\n pass\ndef f(a): return i", "for j in range(3):\n pass\ndef f(a): return j"),
        ("A, (B, *C) = 1, (2, 3)\ndef f(a): return A + B, C", "X, (Y, *Z) = 1, (2, 3)\ndef f(a): return X + Y, Z"),
        ("def f(a):\n return [y for x in a if (y := x)]", "def f(b):\n return [q for p in b if (q := p)]"),
        (
            "class A:\n __slots__ = ('x',)\n def __init__(self): self.x = 1\ndef f(a): return A().x",
            "class B:\n __slots__ = ('y',)\n def __init__(self): self.y = 1\ndef f(a): return B().y",
        ),
        (
            "def f(a):\n t = 0\n def g():\n  nonlocal t\n  t += 1\n g()\n return t",
            "def f(b):\n s = 0\n def h():\n  nonlocal s\n  s += 1\n h()\n return s",
        ),
        (
            "T = {}\n" + "T[1] = 2\n" * 1100 + "def f(a): return T",
            "U = {}\n" + "U[1] = 2\n" * 1100 + "def f(a): return U",
        ),
        (
            "T = {}\nfor w in 'ab':\n T[w] = 1\ndef f(a): return T",
            "U = {}\nfor v in 'ab':\n U[v] = 1\ndef f(a): return U",
        ),
    ],
)
def test_scopes_are_seen(one, other):
    assert form(one, "f") == form(other, "f")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(a, b): return a - b", "def f(a, b): return b - a"),
        ("def f(a): return [b for b in a]", "def f(a): return [a for b in a]"),
        ("def f(a): return len(a)", "def f(a): return sum(a)"),
        (
            "def h(a, b): return a - b\ndef f(a): return h(a=a, b=1)",
            "def h(a, b): return a - b\ndef f(a): return h(b=a, a=1)",
        ),
        ("def f(a): return sorted(a, key=len)", "def f(a): return sorted(a, reverse=len)"),
        ("def h(**k): return k\ndef f(a): return h(b=a)", "def h(**k): return k\ndef f(a): return h(c=a)"),
        ("def f(h): return h(a=1)\ndef h(a): return a", "def f(h): return h(b=1)\ndef h(b): return b"),
        (COUNTS + "def f(a): return a.index(1)", COUNTS + "def f(a): return a.find(1)"),
        (
            "class A:\n def m(self): return 1\n def n(self): return 2\ndef f(a): return A().m()",
            "class A:\n def m(self): return 1\n def n(self): return 2\ndef f(a): return A().n()",
        ),
        (
            "def h(a): return 1\nclass A:\n def h(self, b): return h(b)\ndef f(a): return A().h(b=a)",
            "def h(a): return 2\nclass A:\n def h(self, b): return h(b)\ndef f(a): return A().h(b=a)",
        ),
        (
            "def f(a):\n match a:\n  case [x, y]: return x",
            "def f(a):\n match a:\n  case [x, y]: return y",
        ),
        (
            "from collections import namedtuple\nP = namedtuple('P', 'x y')\ndef f(a): return P(x=a, y=1)",
            "from collections import namedtuple\nP = namedtuple('P', 'x y')\ndef f(a): return P(y=a, x=1)",
        ),
        (
            "from functools import partial\ndef h(a, b): return a - b\ndef f(a): return partial(h, a=1)(b=a)",
            "from functools import partial\ndef h(a, b): return a - b\ndef f(a): return partial(h, b=1)(a=a)",
        ),
        ("import math\ndef f(math): return math.log(1)", "import math\ndef f(a): return math.log(1)"),
        ("def f(a): return sorted(a).sort(key=1)", "def f(a): return sorted(a).sort(reverse=1)"),
        ("from functools import partial\ndef f(a): return partial(a=1)", "def f(a): return partial(b=1)"),
        ("if a:\n def h(): return 1\ndef f(): return h()", "if a:\n def h(): return 2\ndef f(): return h()"),
        # Tables at the top.
        ("A, B = 1, 2\ndef f(a): return A", "A, B = 1, 2\ndef f(a): return B"),
        *(
            ("T = {}\n" + fill + "\ndef f(a): return T", "T = {}\n" + fill.replace("1", "2") + "\ndef f(a): return T")
            for fill in (
                "T['a'] = 1",
                "T['a']['b'] = 1",
                "T.update(a=1)",
                "T |= {'a': 1}",
                "T.x = 1",
                "if True:\n T.setdefault('a', []).append(1)",
                "for w in 'ab':\n T[w] = 1",
                "for w in range(1):\n T[w] = w",
                "try:\n T.add(1)\nexcept AttributeError:\n pass",
                "del T[1]",
                "def g():\n T[1] = 2\ng()",
                "T = T | {1: 2}",
                "U = T\nV = U\nV[1] = 2",
                "if 1:\n T = {}",
                "if a:\n def T(): return 1",
                "if 2:\n T[1] = 2",
            )
        ),
    ],
)
def test_different_names_in_different_places_are_different(one, other):
    assert form(one, "f") != form(other, "f")


def test_what_cannot_be_read_is_left_out():
    assert form("def f(:") is None and form("1", "f") is None and form("a: int", "a") is None


# Notebooks.


def course(tmp_path, **notebooks):
    release = released("ps1")
    write(release, tmp_path / "release.ipynb")
    for student, changed in notebooks.items():
        write(handed_in(release, changed), tmp_path / "submitted" / student / "ps1.ipynb")
    return [str(tmp_path / "release.ipynb"), str(tmp_path / "submitted")]


def report(arguments, capsys, code):
    assert copies.main(arguments) == code
    return capsys.readouterr().out.replace(arguments[-1], "").replace("/ps1.ipynb", "").replace("/", "")


OTHER = {
    "overused": PLAIN,
    "credited": "def credited(candidate, references):\n    return [1 for _ in candidate]",
    "text_precision": "def text_precision(sentences, references_of_each, n):\n    return 0.0",
    "reading": "**My reading:**\n\nIt counts words, and it does not see their order.",
}
DISGUISED = OTHER | {
    "overused": RENAMED,
    "credited": "def credited(c, rs):\n    # every word\n    return [1 for word in c]",
    "text_precision": "def text_precision(text, references, order):\n\n    return 0.0",
    "reading": "**My reading:** it counts words and it does not see  their order",
}


def test_copies_are_found_and_nobody_else(tmp_path, capsys):
    own = {"overused": "def overused(candidate, references):\n    return {}", "reading": "**My reading:**\n\nNo idea."}
    alone = {"overused": "def overused(candidate, references):\n    return dict(zip(candidate, candidate))"}
    arguments = course(tmp_path, ada=OTHER, ben=alone, cy=DISGUISED, dan=OTHER | own, zoe={}, yan={})
    out = report(arguments, capsys, 1)
    lines = out.strip().split("\n")
    assert [line.split(" (")[0] for line in lines[:-1]] == [
        "The same in all functions",
        "The same in credited",
        "The same in text_precision",
        "The same in reading",
    ]
    assert lines[0].endswith(" parts): ada, cy") and lines[1].endswith(": ada, cy, dan")
    assert lines[3].endswith(": ada, cy")
    assert lines[-1] == "6 notebooks compared, 4 groups have the same."


def test_the_login_stands_beside_nbgraders_name_for_it(tmp_path, capsys, monkeypatch):
    here = _tables.name_for_nbgrader("kim, min [2]")
    arguments = course(tmp_path, **{here: OTHER, "ada": DISGUISED})
    write(handed_in(released("ps1"), OTHER), tmp_path / "downloaded" / "ps1" / "archive" / "kim, min [2]" / "ps1.ipynb")
    monkeypatch.chdir(tmp_path)
    assert copies.main(arguments) == 1
    assert f"{here}/ps1.ipynb (kim, min [2])" in capsys.readouterr().out


def test_the_released_notebook_is_nobodys_copy(tmp_path, capsys):
    out = report(course(tmp_path, zoe={}, yan={}), capsys, 0)
    assert out == "2 notebooks compared, 0 groups have the same.\n"


def test_the_public_solution_is_found(tmp_path, capsys):
    arguments = course(tmp_path, ada=solutions("ps1"), ben=OTHER)
    public = ASSIGNMENTS / "source" / "ps1" / "ps1.ipynb"
    assert copies.main([*arguments, str(public)]) == 1
    out = capsys.readouterr().out
    assert "The same in all functions" in out and "The same in reading" in out
    assert "ada" in out and str(public) in out and "ben" not in out


def test_the_same_text_is_found_with_other_code(tmp_path, capsys):
    ben = {"reading": DISGUISED["reading"], "overused": solutions("ps1")["overused"]}
    out = report(course(tmp_path, ada=OTHER, ben=ben), capsys, 1)
    assert out == "The same in reading (10 parts): ada, ben\n2 notebooks compared, 1 group has the same.\n"


HELPER = (
    "from other import *\n\ndef biggest(word, references):\n    return highest(r.count(word) for r in references)\n"
)
OTHER_FILE = "import helper\n\ndef highest(counts):\n    return max(counts)\n"
WITH_HELPER = """
def overused(candidate, references):
    return {word: CALL(word, references) for word in candidate}
"""
ALONE = (
    OTHER_FILE.partition("\n")[2]
    + HELPER.partition("\n")[2]
    + WITH_HELPER.replace("CALL", "biggest").replace("word", "w")
)


@pytest.mark.parametrize(
    ("imports", "call"),
    [
        ("from helper import biggest", "biggest"),
        ("from helper import biggest as most", "most"),
        ("from helper import *", "biggest"),
        ("import helper, math", "helper.biggest"),
        ("import helper as h", "h.biggest"),
        ("from helper import biggest\nmost = biggest", "most"),
    ],
)
@pytest.mark.parametrize("where", ["beside", "in cells"])
def test_what_stands_in_a_file_of_the_students_own_is_compared_too(imports, call, where, tmp_path):
    release, code = released("ps1"), imports + WITH_HELPER.replace("CALL", call)
    files = {"helper.py": HELPER, "other.py": OTHER_FILE, "broken.py": "def ("}
    mine = handed_in(release, {"overused": code})
    for name, content in files.items():
        if where == "beside":
            (tmp_path / name).write_text(content, encoding="utf-8")
        else:
            cell = {"cell_type": "code", "metadata": {}, "source": [f"%%writefile {name}\n{content}"]}
            mine["cells"].insert(0, cell)
    found = copies.answers(release, mine, tmp_path)
    assert found == copies.answers(release, handed_in(release, {"overused": ALONE}))
    other = handed_in(release, {"overused": ALONE.replace("max(", "min(")})
    assert found["overused"] != copies.answers(release, other)["overused"]


def test_a_whole_answer_in_a_file_beside_the_notebook_is_found(tmp_path, capsys):
    arguments = course(
        tmp_path, ada={"overused": "from helper import overused"}, ben={"overused": "from mine import overused"}
    )
    for student, name in (("ada", "helper.py"), ("ben", "mine.py")):
        (tmp_path / "submitted" / student / name).write_text(OTHER["overused"], encoding="utf-8")
    assert report(arguments, capsys, 1).startswith("The same in all functions (")


GIVEN = """
def grams(words, n):
    return [tuple(words[start : start + n]) for start in range(len(words) - n + 1)]

TABLE = {"a": 1, "b": 2}
"""
BEGUN = """def overused(candidate, references):
    \"\"\"Return a dict.\"\"\"
    over = {}
    for word in candidate:
        allowed = max(reference.count(word) for reference in references)
    raise NotImplementedError()
"""


def test_what_the_release_hands_out_is_nobodys_own_and_does_not_count():
    """Neither a helper and a table, nor the first lines of an answer, nor the line above a text."""
    release = released("ps1")
    cell_of(release, "text")["source"] = [GIVEN]
    cell_of(release, "overused")["source"] = [BEGUN]

    def found(**changed):
        return copies.answers(release, handed_in(release, changed))

    nothing = BEGUN.replace("    raise NotImplementedError()\n", "")
    reading = "My reading:\n\n"
    assert found() == found(overused=nothing, reading=reading) == found(overused=nothing + "    pass\n") == {}
    mine = found(overused=nothing + "    return over", reading=reading + "It counts.")
    assert mine["overused"].parts == 2 and mine["reading"] == copies.Answer("it counts", 2, is_code=False)
    with_help = found(credited="def credited(candidate, references):\n    return grams(candidate, TABLE['a'])")
    without = found(credited="def credited(candidate, references):\n    return slices(candidate, PLACES['a'])")
    assert with_help["credited"].parts == without["credited"].parts
    own = GIVEN.replace("n + 1", "n") + "def credited(candidate, references):\n    return grams(candidate, TABLE['a'])"
    assert found(credited=own)["credited"].parts > 2 * with_help["credited"].parts


def test_what_is_no_notebook_is_said(tmp_path, capsys):
    arguments = course(tmp_path, ada=OTHER)
    (tmp_path / "submitted" / "bob.ipynb").write_text("{", encoding="utf-8")
    assert report(arguments, capsys, 0).startswith("bob.ipynb: cannot be read as a notebook (JSONDecodeError)\n")
    assert copies.main([]) == 2 and copies.main([str(tmp_path / "none.ipynb"), "."]) == 2
    out = capsys.readouterr().out
    assert "RELEASE SUBMISSION" in out and "it cannot be read" in out
