"""An essay in another place, a notebook that comes in late, and one that lacks a file."""

from course import cell_of

from submissions import Submission
from submissions.functions import ADA, CHATTY, HELPER, HELPER_FILE
from submissions.right import FULL

ESSAY = """My reading: at n = 1 we count every word that one of the two translators has, and never more often than one
of them has it. It is blind to order, see "the sour the grapes". The numbers 0.3684 and 0.1176 for two and three words
show that nearly nothing stands where it should stand."""


def with_essay_in_a_cell_of_its_own(notebook):
    place = notebook["cells"].index(cell_of(notebook, "reading"))
    notebook["cells"].insert(place + 1, {"cell_type": "markdown", "metadata": {}, "id": "own-essay", "source": ESSAY})
    return notebook


FORMS = [
    Submission(
        "essay", "typed the essay into a cell below the one for it", FULL, CHATTY, form=with_essay_in_a_cell_of_its_own
    ),
    Submission(
        "late",
        "comes in when the others are graded, and after the day when it was due",
        FULL,
        ADA,
        beside={"timestamp.txt": "2026-02-02 00:00:00 UTC"},
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
]
