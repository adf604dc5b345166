"""Files that cannot be graded as they are, or that come in late; each is named with what to do."""

import json
import unicodedata

from course import released

from submissions import Submission
from submissions.functions import ADA, CHATTY, HELPER, HELPER_FILE, RECURSION
from submissions.right import FULL

KOREAN_LOGIN = "김민수"

ESSAY = """My reading: at n = 1 we count every word that one of the two translators has, and never more often than one
of them has it. It is blind to order, see "the sour the grapes". The numbers 0.3684 and 0.1176 for two and three words
show that nearly nothing stands where it should stand."""


def with_essay_in_a_cell_of_its_own(notebook):
    place = next(
        i
        for i, cell in enumerate(notebook["cells"])
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "reading"
    )
    notebook["cells"].insert(place + 1, {"cell_type": "markdown", "metadata": {}, "id": "own-essay", "source": ESSAY})
    return notebook


TORCH = RECURSION | {
    "overused": """
import torch

def overused(candidate, references):
    words = sorted(set(candidate))
    mine = torch.tensor([candidate.count(w) for w in words])
    theirs = torch.tensor([[ref.count(w) for w in words] for ref in references]).max(dim=0).values
    return {w: int(k) for w, k in zip(words, mine - theirs) if k > 0}
"""
}

FORMS = [
    Submission(
        "essay", "typed the essay into a cell below the one for it", FULL, CHATTY, form=with_essay_in_a_cell_of_its_own
    ),
    Submission("late", "comes in when the others are graded", FULL, RECURSION | {"overused": ADA["overused"]}),
    Submission("twice", "handed in once", None, ADA, named="twice has more than one ps1"),
    Submission(
        "twice", "and once more", None, RECURSION, file="twice/ps1 (1).ipynb", named="twice has more than one ps1"
    ),
    Submission(
        KOREAN_LOGIN,
        "the login in one Unicode form",
        None,
        ADA,
        file=f"{KOREAN_LOGIN}_ps1.ipynb",
        named="more than one ps1",
    ),
    Submission(
        KOREAN_LOGIN,
        "and in the other",
        None,
        ADA,
        file=f"{unicodedata.normalize('NFD', KOREAN_LOGIN)}_ps1.ipynb",
        named="more than one ps1",
    ),
    Submission(
        "_ps1-1", "a file without a name", None, RECURSION, file="_ps1-1.ipynb", named="nothing says whose it is"
    ),
    Submission(
        "empty_ps1.ipynb", "an empty file", None, form=lambda notebook: "", file="empty_ps1.ipynb", named="it is empty"
    ),
    Submission(
        "web_ps1.ipynb",
        "a web page saved as a notebook",
        None,
        file="web_ps1.ipynb",
        form=lambda notebook: "<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>",
        named="web page",
    ),
    Submission(
        "cut_ps1.ipynb",
        "the download was cut off",
        None,
        ADA,
        file="cut_ps1.ipynb",
        form=lambda notebook: json.dumps(notebook)[:9000],
        named="breaks off",
    ),
    Submission(
        "max",
        "a folder that was flattened: helper.py is there under another name",
        None,
        HELPER,
        file="max_ps1.ipynb",
        beside={"max_helper.py": HELPER_FILE},
        named="Not graded.",
    ),
    Submission("tor", "imports a library that the instructor does not have", None, TORCH, named="torch"),
    Submission(
        "mixed",
        "another problem set under this name",
        None,
        form=lambda notebook: released("ps2"),
        named="does not look like the notebook that was handed out",
    ),
]
