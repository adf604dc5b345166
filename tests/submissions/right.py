"""Those whose functions are right, each in a way of their own: all get full points, and no line on any page."""

import codecs
import json

import nbformat
from course import cell_of, doubled, saved_by_colab, solutions, without_metadata

from submissions import Submission
from submissions.functions import (
    ADA,
    ALSO_IN_OWN_CELL,
    CHATTY,
    COUNTER,
    FILES,
    HELPER,
    HELPER_FILE,
    IN_OWN_CELL,
    KOREAN,
    MUCH,
    MY_COUNTS,
    NUMPY,
    OWN_CELL,
    PANDAS,
    PICKLE_AND_AWAIT,
    RECURSION,
    SHORT,
    SLOW,
)

FULL = (3, 4, 3)


def with_byte_order_mark(notebook):
    return codecs.BOM_UTF8 + json.dumps(notebook, ensure_ascii=False).encode()


def of_2013(notebook):
    return nbformat.writes(nbformat.reads(json.dumps(notebook), as_version=4), version=3)


def without_test_cells(notebook):
    for name in ("test_overused", "test_text_precision"):
        notebook["cells"].remove(cell_of(notebook, name))
    return notebook


def with_cells_copied(notebook):
    return doubled(doubled(doubled(notebook, "overused"), "test_overused"), "try_credited")


COPY_OF_ADA = {
    "overused": """
# My own work!
def overused(translation, humans):
    \"\"\"Find words which are used too often.\"\"\"
    d = {}
    for token in translation:
        here = translation.count(token)   # how often it is here
        maximum = 0
        for human in humans:
            if human.count(token) > maximum: maximum = human.count(token)
        if here - maximum > 0:
            d[token] = here - maximum
    return d
""",
    "credited": """
def credited(translation, humans):
    output = []

    for place in range(len(translation)):
        earlier = translation[:place].count(translation[place])
        maximum = max([human.count(translation[place])
                       for human in humans])
        if earlier < maximum:
            output.append(1)
        else:
            output.append(0)

    return output
""",
    "text_precision": """
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    good = 0
    every = 0
    # go through the text
    for k in range(len(sentences)):
        a, b = match_counts(sentences[k], references_of_each[k], n)
        good = good + a
        every = every + b
    if every == 0: return 0.0
    return good / every
""",
    "reading": """**My reading:**

It counts words, and word order is something that it does not see: "fox a fox saw". With two and three words in a row
the result is 0.3684 and then 0.1176, so the machine writes word salad.
""",
}

COLAB = {
    "overused": "from google.colab import drive\ndrive.mount('/content/drive')\n" + ADA["overused"],
    "credited": ADA["credited"],
    "text_precision": "try:\n    import google.colab.files\n    there = True\nexcept ImportError:\n    there = False\n"
    + "%load_ext google.colab.data_table\n"
    + ADA["text_precision"],
}

RIGHT = [
    Submission("ada", "plain loops, as in a first course", FULL, ADA),
    Submission(
        "kim, min [2]", "NumPy arrays inside, NumPy numbers returned; a login with commas and brackets", FULL, NUMPY
    ),
    Submission(
        ".dot",
        "Counter and reduce; a login with a dot; saved with a byte order mark",
        FULL,
        COUNTER,
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
    Submission("o'neil", "recursion; the browser has numbered the file", FULL, RECURSION, file="o'neil/ps1 (1).ipynb"),
    Submission("wren", "%%writefile with an import, and lines of the shell", FULL, FILES, own=(("text", MY_COUNTS),)),
    Submission("pia", "pickle, and await; nbformat 3", FULL, PICKLE_AND_AWAIT, form=of_2013),
    Submission(
        "pan",
        "pandas, scipy, and figures, also from within a function; from Colab",
        FULL,
        PANDAS,
        form=saved_by_colab,
        file="pan/Copy of ps1.ipynb",
    ),
    Submission("sol", "lambdas, and a cell that takes 12 seconds", FULL, SHORT, own=(("try_text_precision", SLOW),)),
    Submission("col", "imports in its cells what only Colab has, and asks once whether it is Colab", FULL, COLAB),
    Submission("hel", "helper.py beside the notebook", FULL, HELPER, beside={"helper.py": HELPER_FILE}),
    Submission("cha", "prints 100 MB", FULL, CHATTY, own=(("try_credited", MUCH),)),
    Submission(
        "own",
        "functions in cells of their own, which stop with an error after that",
        FULL,
        OWN_CELL,
        own=(("overused", IN_OWN_CELL), ("text_precision", ALSO_IN_OWN_CELL)),
    ),
    Submission(
        "lost",
        "the notebook has lost its cells' metadata",
        FULL,
        RECURSION | {"overused": SHORT["overused"]},
        form=without_metadata,
    ),
    Submission(
        "del",
        "two of the cells for tests are deleted",
        FULL,
        CHATTY | {"overused": COUNTER["overused"]},
        form=without_test_cells,
    ),
    Submission("dup", "cells copied, also one with a test", FULL, COUNTER | OWN_CELL, form=with_cells_copied),
    Submission("twin", "ada's notebook under other names, with other comments", FULL, COPY_OF_ADA),
    Submission("pub", "the public solution", FULL, solutions("ps1")),
]
