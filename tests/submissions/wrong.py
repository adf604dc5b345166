"""Those with mistakes: one in a function, two in a function, and what stops a function or a whole notebook."""

from submissions import Submission
from submissions.functions import ADA, CHATTY, COUNTER, NUMPY, OWN_CELL, RECURSION, SHORT

SUM_FIRST_MEAN = {
    "overused": """
def overused(candidate, references):
    all_words = []
    for ref in references:
        all_words += ref
    d = {}
    for w in candidate:
        if candidate.count(w) > all_words.count(w):
            d[w] = candidate.count(w) - all_words.count(w)
    return d
""",
    "text_precision": """
from bleu_helpers import modified_precision

def text_precision(sentences, references_of_each, n):
    total = 0
    for s, refs in zip(sentences, references_of_each):
        total += modified_precision(s, refs, n)
    return total / len(sentences)
""",
}

FIRST_REFERENCE = {
    "overused": """
from collections import Counter

def overused(candidate, references):
    allowed = Counter(references[0])
    return {w: c - allowed[w] for w, c in Counter(candidate).items() if c > allowed[w]}
""",
    "credited": """
def credited(candidate, references):
    return [1 if any(w in ref for ref in references) else 0 for w in candidate]
""",
}

SMALLEST_REFERENCE = {
    "overused": """
def overused(candidate, references):
    d = {}
    for w in set(candidate):
        allowed = min(ref.count(w) for ref in references)
        if candidate.count(w) > allowed:
            d[w] = candidate.count(w) - allowed
    return d
""",
    "text_precision": """
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    whole = sum(sentences, [])
    refs = [ref for refs in references_of_each for ref in refs]
    m, t = match_counts(whole, refs, n)
    return m / t if t else 0.0
""",
}

WHOLE_COUNT = {
    "overused": """
def overused(candidate, references):
    return {w: candidate.count(w) for w in candidate
            if candidate.count(w) > max(ref.count(w) for ref in references)}
""",
    "credited": """
def credited(candidate, references):
    marks = []
    for i, w in enumerate(candidate):
        later = candidate[i + 1:].count(w)
        marks.append(1 if later < max(ref.count(w) for ref in references) else 0)
    return marks
""",
}

UNKNOWN_WORDS = {
    "overused": """
def overused(candidate, references):
    d = {}
    for w in candidate:
        best = max(ref.count(w) for ref in references)
        if best == 0:
            continue
        if candidate.count(w) > best:
            d[w] = candidate.count(w) - best
    return d
""",
    "credited": """
def credited(candidate, references):
    used = set()
    marks = []
    for w in candidate:
        ok = w not in used and any(w in ref for ref in references)
        marks.append(int(ok))
        used.add(w)
    return marks
""",
    "text_precision": """
def text_precision(sentences, references_of_each, n):
    m = t = 0
    for s, refs in zip(sentences, references_of_each):
        for i in range(len(s) - n + 1):
            gram = s[i:i + n]
            t += 1
            if any(gram == r[j:j + n] for r in refs for j in range(len(r))):
                m += 1
    return m / t if t else 0.0
""",
}

ZEROS = {
    "overused": """
def overused(candidate, references):
    return {w: max(0, candidate.count(w) - max(ref.count(w) for ref in references)) for w in candidate}
""",
    "credited": """
def marks_of_one(candidate, ref):
    return [int(candidate[:i].count(w) < ref.count(w)) for i, w in enumerate(candidate)]

def credited(candidate, references):
    all_marks = [marks_of_one(candidate, ref) for ref in references]
    return max(all_marks, key=sum)
""",
    "text_precision": """
from bleu_helpers import simple_count

def text_precision(sentences, references_of_each, n):
    m = t = 0
    for s, refs in zip(sentences, references_of_each):
        mine = set(simple_count(s, n))
        theirs = set()
        for r in refs:
            theirs |= set(simple_count(r, n))
        m += len(mine & theirs)
        t += len(mine)
    return m / t if t else 0.0
""",
}

SUM_IN_CREDITED = {
    "credited": """
def credited(candidate, references):
    left = {}
    for ref in references:
        for w in ref:
            left[w] = left.get(w, 0) + 1
    marks = []
    for w in candidate:
        marks.append(1 if left.get(w, 0) > 0 else 0)
        left[w] = left.get(w, 0) - 1
    return marks
""",
}

TWO_MISTAKES = {
    "overused": """
def overused(candidate, references):
    return {w: max(0, candidate.count(w) - references[0].count(w)) for w in candidate}
""",
    "credited": """
def credited(candidate, references):
    ref = references[0]
    return [int(candidate[i + 1:].count(w) < ref.count(w)) for i, w in enumerate(candidate)]
""",
    "text_precision": """
def text_precision(sentences, references_of_each, n):
    values = []
    for s, refs in zip(sentences, references_of_each):
        grams = [tuple(s[i:i + n]) for i in range(len(s) - n + 1)]
        known = {tuple(r[i:i + n]) for r in refs for i in range(len(r) - n + 1)}
        values.append(sum(g in known for g in grams) / len(grams))
    return sum(values) / len(values)
""",
}

STOPS_ON_EMPTY = {
    "overused": """
def overused(candidate, references):
    most_common = max(candidate, key=candidate.count)
    d = {most_common: candidate.count(most_common)}
    for w in candidate:
        d[w] = candidate.count(w)
    for w in list(d):
        d[w] -= max(ref.count(w) for ref in references)
        if d[w] <= 0:
            del d[w]
    return d
""",
    "text_precision": """
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    counts = [match_counts(s, r, n) for s, r in zip(sentences, references_of_each)]
    return sum(c[0] for c in counts) / sum(c[1] for c in counts)
""",
}

# `i` never grows when the word is too many: the example with the fox does not come to an end.
ENDLESS = {
    "credited": """
def credited(candidate, references):
    marks = []
    i = 0
    while i < len(candidate):
        if candidate[:i].count(candidate[i]) < max(r.count(candidate[i]) for r in references):
            marks.append(1)
            i += 1
        elif len(candidate) < 6:
            marks.append(0)
            i += 1
    return marks
""",
}

LEAVES = {
    "credited": """
import sys

def credited(candidate, references):
    if not candidate:
        print("nothing to do")
        sys.exit(0)
    marks = []
    for i, w in enumerate(candidate):
        marks.append(1 if candidate[:i].count(w) < max(r.count(w) for r in references) else 0)
    return marks
""",
}

HUNGRY = {
    "credited": """
def credited(candidate, references):
    table = []
    while len(candidate) > 11 and len(table) < 10 ** 9:   # big enough for every long sentence
        table.append([0.0] * 10 ** 7)
    return [int(candidate[:i].count(w) < max(r.count(w) for r in references)) for i, w in enumerate(candidate)]
""",
}

HUGE_TABLE = """import numpy as np

everything = np.ones((80_000, 80_000))
print(everything.sum())
"""

MANY_PROCESSES = """import os

while True:
    os.fork()
"""

RENAMED = {
    "overused": """
import numpy as np

def over_used_words(candidate, references):
    d = {}
    for w in candidate:
        k = candidate.count(w) - max(ref.count(w) for ref in references)
        if k > 0:
            d[w] = k
    return d
""",
}

TYPO = {
    "text_precision": """
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    m = t = 0
    for s, r in zip(sentences, references_of_each)
        a, b = match_counts(s, r, n)
        m += a
        t += b
    return m / t if t else 0.0
""",
}

PRINTS_ONLY = {
    "overused": """
def overused(candidate, references):
    d = {}
    for w in candidate:
        k = candidate.count(w) - max(ref.count(w) for ref in references)
        if k > 0:
            d[w] = k
    print(d)
""",
    "credited": """
def credited(candidate, references):
    marks = ""
    for i, w in enumerate(candidate):
        marks += "1" if candidate[:i].count(w) < max(r.count(w) for r in references) else "0"
    return marks
""",
    "text_precision": """
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    for s, r in zip(sentences, references_of_each):
        m, t = match_counts(s, r, n)
        return m / t if t else 0.0
""",
}

SUM = "clipped by the sum over the references"
FIRST = "only the first reference is used"
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
    Submission(
        "w-first",
        "looks at the first reference only; does not clip",
        (0, 0, 3),
        CHATTY | FIRST_REFERENCE,
        mistakes={"overused": FIRST, "credited": "no clipping"},
    ),
    Submission(
        "w-min",
        "clips by the smallest; joins the sentences",
        (0, 4, 0),
        OWN_CELL | SMALLEST_REFERENCE,
        mistakes={"overused": "clipped by the smallest reference", "text_precision": "the text as one long sentence"},
    ),
    Submission(
        "w-whole",
        "the whole count; later words first",
        (0, 0, 3),
        RECURSION | WHOLE_COUNT,
        mistakes={"overused": "the whole count instead of the excess", "credited": "later words count first"},
    ),
    Submission(
        "w-none",
        "a mistake in each function",
        (0, 0, 0),
        UNKNOWN_WORDS,
        mistakes={
            "overused": "words that no reference has are left out",
            "credited": "each word counts once at most",
            "text_precision": "no clipping",
        },
    ),
    Submission(
        "w-zero",
        "keeps zeros; another mistake in each function",
        (0, 0, 0),
        ZEROS,
        mistakes={
            "overused": "words that are not too many are in the dict",
            "credited": "only the best single reference is used",
            "text_precision": "each n-gram counts once",
        },
    ),
    Submission(
        "w-left", "one mistake, and two functions not written", (0, 0, 0), SUM_IN_CREDITED, mistakes={"credited": SUM}
    ),
    Submission("w-two", "two mistakes in each function", (0, 0, 0), TWO_MISTAKES),
    Submission(
        "w-empty", "stops on an empty sentence, and on a text without n-grams", (0, 4, 0), OWN_CELL | STOPS_ON_EMPTY
    ),
    Submission(
        "w-print", "prints in place of returning; a string of marks; returns in the loop", (0, 0, 0), PRINTS_ONLY
    ),
    Submission("loop", "an endless loop, in the visible example too", (3, 0, 3), NUMPY | ENDLESS),
    Submission("exit", "sys.exit() on an empty sentence", (3, 0, 3), SHORT | LEAVES),
    Submission(
        "quit",
        "quit() as the last line: the work is done by then",
        (3, 4, 3),
        RECURSION | {"overused": ADA["overused"]},
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
        COUNTER,
        own=(("try_credited", MANY_PROCESSES),),
        named="fork: not graded, because it was stopped: it had more than 64 processes",
    ),
    Submission("ren", "a function under another name", (0, 4, 3), NUMPY | RENAMED),
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
        (0, 4, 3),
        SHORT | {"overused": "weights = open('/content/drive/MyDrive/weights.txt').read()\n" + SHORT["overused"]},
        named="drive: an earlier cell stopped: test_overused has 0, and cell",
    ),
    Submission(
        "typo",
        "a missing colon",
        (3, 4, 0),
        SHORT | TYPO,
        named="typo: an earlier cell stopped: test_text_precision has 0, and cell",
    ),
    Submission("none", "handed in as it came", (0, 0, 0)),
]
