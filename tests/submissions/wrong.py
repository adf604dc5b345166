"""Those with mistakes: one in a function, two in a function, and what stops a function or a whole notebook."""

import json

from submissions import Submission
from submissions.functions import ADA, CHATTY, HELPER, HELPER_FILE, NUMPY, SHORT

SUM_FIRST_MEAN = {
    "overused": ADA["overused"].replace("if ref.count(w) > best:\n                best =", "best = best +"),
    "text_precision": """
from bleu_helpers import modified_precision

def text_precision(sentences, references_of_each, n):
    values = [modified_precision(c, rs, n) for c, rs in zip(sentences, references_of_each)]
    return sum(values) / len(values)
""",
}

# The example with the fox does not come to an end.
ENDLESS = {
    "credited": ADA["credited"].replace(
        "ticks.append(0)", "while len(candidate) > 5:\n                pass\n            ticks.append(0)"
    )
}

HUNGRY = {
    "credited": ADA["credited"].replace(
        "    ticks = []", "    ticks = []\n    table = [[0.0] * 10**7 for _ in range(10**9 * (len(candidate) > 11))]"
    )
}

HUGE_TABLE = """import numpy as np

everything = np.ones((80_000, 80_000))
print(everything.sum())
"""

MANY_PROCESSES = """import os

while True:
    os.fork()
"""

RENAMED = {"overused": ADA["overused"].replace("def overused", "def over_used_words")}

TYPO = {"text_precision": ADA["text_precision"].replace("len(sentences)):", "len(sentences))")}

SUM = "clipped by the sum over the references"
MEAN = "the mean of the sentences' precisions"

# The names of mistakes are those that the course's answers.py has.
WRONG = [
    Submission(
        "w-sum",
        "clips by the sum; the mean of precisions",
        (0, 4, 0),
        ADA | SUM_FIRST_MEAN,
        mistakes={"overused": SUM, "text_precision": MEAN},
    ),
    Submission("loop", "an endless loop, in the visible example too", (3, 0, 3), NUMPY | ENDLESS),
    Submission(
        "quit",
        "quit() as the last line: the work is done by then",
        (3, 4, 3),
        ADA,
        own=(("test_text_precision", "print('bye')\nquit()"),),
    ),
    Submission(
        "big",
        "a table that no memory holds, in a cell and in a function",
        (3, 0, 3),
        CHATTY | HUNGRY,
        own=(("overused", HUGE_TABLE),),
    ),
    Submission(
        "fork",
        "starts processes without an end",
        None,
        ADA,
        own=(("try_credited", MANY_PROCESSES),),
        named="fork: not graded, because it was stopped: it had more than 64 processes",
    ),
    Submission(
        "ren",
        "a function under another name",
        (0, 4, 3),
        ADA | RENAMED,
        named="there is no function called `overused` when its test runs; there is `over_used_words` in cell 6",
    ),
    Submission(
        "stuck",
        "a cell, and a function, that not even an interrupt ends",
        (3, 0, 3),
        SHORT | {"credited": "def credited(candidate, references):\n    return sum(itertools.count())\n"},
        own=(("set-up", "import itertools\n"), ("try_overused", "every = sum(itertools.count())\n")),
        named="stuck: graded without what cannot be interrupted: its cell",
    ),
    Submission(
        "drive",
        "reads a file of a drive above a function, in the same cell",
        None,
        SHORT | {"overused": "weights = open('/content/drive/MyDrive/weights.txt').read()\n" + SHORT["overused"]},
        named="drive: something was not there: test_overused has 0, and cell",
    ),
    Submission(
        "typo",
        "a missing colon",
        (3, 4, 0),
        SHORT | TYPO,
        named="typo: an answer may not have been graded: test_text_precision has 0, and cell",
    ),
    Submission("none", "handed in as it came", (0, 0, 0)),
    Submission(
        "max",
        "a folder that was flattened: helper.py is there under another name",
        None,
        HELPER,
        file="max_ps1.ipynb",
        beside={"max_helper.py": HELPER_FILE},
        named="max",
    ),
    Submission("twice", "handed in once", None, ADA, named="twice has more than one ps1"),
    Submission("twice", "and once more", None, SHORT, file="twice/ps1 (1).ipynb", named="twice has more than one ps1"),
    Submission("_ps1-1", "a file without a name", None, SHORT, file="_ps1-1.ipynb", named="nothing says whose it is"),
    Submission(
        "cut_ps1.ipynb",
        "the download was cut off",
        None,
        ADA,
        file="cut_ps1.ipynb",
        form=lambda notebook: json.dumps(notebook)[:9000],
        named="it is empty, breaks off, or is no notebook",
    ),
]
