"""Those whose functions are right, each in a way of their own: all get full points, and no line on any page."""

import codecs
import json

from course import cell_of, doubled, solutions, without_metadata
from test_clean import saved_by_colab

from submissions import Submission
from submissions.functions import (
    ADA,
    ALSO_IN_OWN_CELL,
    CHATTY,
    FILES,
    HELPER,
    HELPER_FILE,
    IN_OWN_CELL,
    KOREAN,
    MUCH,
    MY_COUNTS,
    NUMPY,
    PANDAS,
    READING,
    SHORT,
)

FULL = (3, 4, 3)


def with_byte_order_mark(notebook):
    return codecs.BOM_UTF8 + json.dumps(notebook, ensure_ascii=False).encode()


def with_cells_copied_and_tests_deleted(notebook):
    for name in ("test_overused", "test_text_precision"):
        notebook["cells"].remove(cell_of(notebook, name))
    return doubled(doubled(notebook, "overused"), "try_credited")


ESSAY = """My reading: at n = 1 we count every word that one of the two translators has, and never more often than one
of them has it. It is blind to order, see "the sour the grapes". The numbers 0.3684 and 0.1176 for two and three words
show that nearly nothing stands where it should stand."""


def with_essay_in_a_cell_of_its_own(notebook):
    place = notebook["cells"].index(cell_of(notebook, "reading"))
    notebook["cells"].insert(place + 1, {"cell_type": "markdown", "metadata": {}, "id": "own-essay", "source": ESSAY})
    return notebook


RIGHT = [
    Submission("ada", "plain loops, as in a first course", FULL, ADA | READING),
    Submission(
        "kim, min [2]",
        "Counter and NumPy, whose arrays and numbers are returned; a login with commas and brackets",
        FULL,
        NUMPY,
    ),
    Submission(
        ".dot",
        "lambdas; a login with a dot; saved with a byte order mark",
        FULL,
        SHORT,
        form=with_byte_order_mark,
        file=".dot_ps1.ipynb",
    ),
    Submission(
        "박지영",
        "Korean names, .items(), logging at debug level; the login in the other Unicode form",
        FULL,
        KOREAN,
        file="\u1107\u1161\u11a8\u110c\u1175\u110b\u1167\u11bc_ps1.ipynb",
    ),
    Submission(
        "o'neil",
        "%%writefile with an import, lines of the shell, and await; the browser has numbered the file",
        FULL,
        FILES,
        own=(("text", MY_COUNTS),),
        file="o'neil/ps1 (1).ipynb",
    ),
    Submission(
        "pan",
        "pandas, scipy, and figures, also from within a function; from Colab, with imports of what only Colab has",
        FULL,
        PANDAS,
        form=saved_by_colab,
        file="pan/Copy of ps1.ipynb",
    ),
    Submission("hel", "helper.py beside the notebook", FULL, HELPER, beside={"helper.py": HELPER_FILE}),
    Submission("cha", "prints 100 MB", FULL, CHATTY, own=(("try_credited", MUCH),)),
    Submission(
        "own",
        "functions in cells of their own, which stop with an error after that",
        FULL,
        {"credited": ADA["credited"]},
        own=(("overused", IN_OWN_CELL), ("text_precision", ALSO_IN_OWN_CELL)),
    ),
    Submission("lost", "the notebook has lost its cells' metadata", FULL, SHORT, form=without_metadata),
    Submission(
        "dup",
        "cells copied, and two with tests deleted",
        FULL,
        SHORT,
        form=with_cells_copied_and_tests_deleted,
    ),
    Submission("pub", "the public solution", FULL, solutions("ps1")),
    Submission(
        "essay", "typed the essay into a cell below the one for it", FULL, CHATTY, form=with_essay_in_a_cell_of_its_own
    ),
    Submission(
        "late",
        "comes in when the others are graded, after the day when it was due, with a file that says otherwise",
        FULL,
        ADA,
        beside={"timestamp.txt": "2026-01-01 00:00:00 UTC"},
    ),
]
