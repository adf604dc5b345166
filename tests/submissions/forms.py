"""Files that cannot be graded as they are, or that come in late; each is named with what to do."""

import json

from course import cell_of

from submissions import Submission
from submissions.functions import ADA, CHATTY, COUNTER, HELPER, HELPER_FILE, SHORT
from submissions.right import FULL

ESSAY = """My reading: at n = 1 we count every word that one of the two translators has, and never more often than one
of them has it. It is blind to order, see "the sour the grapes". The numbers 0.3684 and 0.1176 for two and three words
show that nearly nothing stands where it should stand."""


def with_essay_in_a_cell_of_its_own(notebook):
    place = notebook["cells"].index(cell_of(notebook, "reading"))
    notebook["cells"].insert(place + 1, {"cell_type": "markdown", "metadata": {}, "id": "own-essay", "source": ESSAY})
    return notebook


TORCH = ADA | {"overused": "import torch\n" + ADA["overused"]}

FORMS = [
    Submission(
        "essay", "typed the essay into a cell below the one for it", FULL, CHATTY, form=with_essay_in_a_cell_of_its_own
    ),
    Submission(
        "late",
        "comes in when the others are graded, after the day when it was due, with a file that says otherwise",
        FULL,
        COUNTER,
        beside={"timestamp.txt": "2026-01-01 00:00:00 UTC"},
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
    Submission(
        "max",
        "a folder that was flattened: helper.py is there under another name",
        None,
        HELPER,
        file="max_ps1.ipynb",
        beside={"max_helper.py": HELPER_FILE},
        named="max",
    ),
    Submission(
        "tor",
        "imports a library that the instructor does not have",
        None,
        TORCH,
        named="tor: something was not there: test_overused has 0, and cell",
    ),
]
