"""Those of the second and third problem set. A later part that calls an earlier one is tested with a right earlier one:
a mistake is paid once.
"""

from submissions import Submission

PLAIN = {
    "normalise": """
import re

def normalise(tokens):
    return [t.lower() for t in tokens if re.search(r"[^\\W_]", t)]
""",
    "order_precisions": """
from bleu_helpers import match_counts

def order_precisions(candidate, references, max_n):
    result = []
    n = 1
    while n <= max_n and n <= len(candidate):
        m, t = match_counts(candidate, references, n)
        result.append(m / t)
        n += 1
    return result
""",
    "mean_penalty": """
import numpy as np

def mean_penalty(candidate, references):
    if not candidate:
        return 0
    r = np.array([len(ref) for ref in references])
    return np.exp(np.minimum(0, 1 - r / len(candidate))).mean()
""",
    "open_bleu": """
from math import prod

def open_bleu(candidate, references, max_n):
    clean = normalise(candidate)
    refs = [normalise(ref) for ref in references]
    p = order_precisions(clean, refs, max_n)
    if len(p) == 0:
        return 0.0
    return mean_penalty(clean, refs) * prod(p) ** (1 / len(p))
""",
}

KEEPS_SOME_MARKS = {
    "normalise": """
def normalise(tokens):
    return [t.lower() for t in tokens if t not in [".", ",", "!", ";", ":"]]
""",
}

KEEPS_UNDERSCORES = {
    "normalise": """
import re

def normalise(tokens):
    return [t.lower() for t in tokens if re.search(r"\\w", t)]
""",
}

ASCII_ONLY = {
    "normalise": """
import re

def normalise(tokens):
    return [t.lower() for t in tokens if re.search("[a-zA-Z0-9]", t)]
""",
}

KEEPS_EMPTY_TOKENS = {
    "normalise": """
def normalise(tokens):
    result = []
    for t in tokens:
        has_letter = False
        for sign in t:
            if sign.isalnum():
                has_letter = True
        result.append(t.lower() if has_letter else "")
    return result
""",
}

ALL_ORDERS = {
    "order_precisions": """
from bleu_helpers import modified_precision

def order_precisions(candidate, references, max_n):
    return [modified_precision(candidate, references, n) for n in range(1, max_n + 1)]
""",
}

STOPS_ON_EMPTY = {
    "mean_penalty": """
import math

def mean_penalty(candidate, references):
    c = len(candidate)
    sum_of_all = 0
    for ref in references:
        sum_of_all += 1 if c >= len(ref) else math.exp(1 - len(ref) / c)
    return sum_of_all / len(references)
""",
}

CLOSEST_LATER = {
    "open_bleu": """
import math
from bleu_helpers import brevity_penalty

def open_bleu(candidate, references, max_n):
    candidate = normalise(candidate)
    references = list(map(normalise, references))
    p = order_precisions(candidate, references, max_n)
    if p == [] or min(p) == 0:
        return 0
    return brevity_penalty(candidate, references) * math.exp(sum(map(math.log, p)) / len(p))
""",
}

CASE_KEPT_AND_ARITHMETIC = {
    "normalise": """
def normalise(tokens):
    return [t for t in tokens if any(s.isalnum() for s in t)]
""",
    "open_bleu": """
def open_bleu(candidate, references, max_n):
    c = normalise(candidate)
    rs = [normalise(r) for r in references]
    p = order_precisions(c, rs, max_n)
    return mean_penalty(c, rs) * sum(p) / len(p) if p else 0.0
""",
}

TWICE_THE_SAME = {
    "mean_penalty": """
from bleu_helpers import brevity_penalty

def mean_penalty(candidate, references):
    return brevity_penalty(candidate, references)
""",
}

PS2 = [
    Submission("anna", "right", (2, 3, 3, 4), PLAIN),
    Submission("mark", "keeps '?' and other marks", (0, 3, 3, 4), PLAIN | KEEPS_SOME_MARKS),
    Submission("under", "keeps '_'", (0, 3, 3, 4), PLAIN | KEEPS_UNDERSCORES),
    Submission("ascii", "loses letters that are not ASCII", (0, 3, 3, 4), PLAIN | ASCII_ONLY),
    Submission("void", "keeps forbidden tokens as empty ones", (0, 3, 3, 4), PLAIN | KEEPS_EMPTY_TOKENS),
    Submission(
        "orders",
        "missing orders count as 0, paid once",
        (2, 0, 3, 4),
        PLAIN | ALL_ORDERS,
        mistakes={"order_precisions": "missing orders count as 0"},
    ),
    Submission("stops", "the penalty stops on an empty sentence, paid once", (2, 3, 0, 4), PLAIN | STOPS_ON_EMPTY),
    Submission(
        "close",
        "the package's penalty in the last task: half of the points",
        (2, 3, 3, 2),
        PLAIN | CLOSEST_LATER,
        mistakes={"open_bleu": "the closest reference only"},
    ),
    Submission(
        "same",
        "the package's penalty in the third task, paid once",
        (2, 3, 0, 4),
        PLAIN | TWICE_THE_SAME,
        mistakes={"mean_penalty": "the closest reference only"},
    ),
    Submission(
        "arith",
        "a mistake in the first and another in the last task",
        (0, 3, 3, 0),
        PLAIN | CASE_KEPT_AND_ARITHMETIC,
        mistakes={"normalise": "case kept", "open_bleu": "arithmetic mean"},
    ),
]

SCIPY = {
    "ranks": """
import numpy as np
from scipy.stats import rankdata

def ranks(scores):
    return rankdata(-np.array(scores, dtype=float))
""",
    "agreement": """
from itertools import combinations

def agreement(metric, human):
    points = [1 if (a - b) * (x - y) > 0 else 0.5 if a == b else 0
              for (a, x), (b, y) in combinations(zip(metric, human), 2) if x != y]
    return sum(points) / len(points) if points else 0.0
""",
}

BREAKS_TIES = {
    "ranks": """
def ranks(scores):
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    result = [0] * len(scores)
    for place, i in enumerate(order):
        result[i] = place + 1
    return result
""",
    "agreement": """
def agreement(metric, human):
    m, h = ranks(metric), ranks(human)
    right = total = 0
    for i in range(len(h)):
        for j in range(i):
            if h[i] != h[j]:
                total += 1
                if m[i] == m[j]:
                    right += 0.5
                elif (m[i] < m[j]) == (h[i] < h[j]):
                    right += 1
    return right / total if total else 0.0
""",
}

TIES_ARE_NOTHING = {
    "agreement": """
def agreement(metric, human):
    right = total = 0
    for i in range(len(human)):
        for j in range(i + 1, len(human)):
            if human[i] == human[j]:
                continue
            total += 1
            if (metric[i] - metric[j]) * (human[i] - human[j]) > 0:
                right += 1
    return right / total if total else 0.0
""",
}

NO_PAIR = {
    "ranks": """
def ranks(scores):
    return [1 + sum(o > s for o in scores) for s in scores]
""",
    "agreement": """
def agreement(metric, human):
    pairs = [(i, j) for i in range(len(human)) for j in range(i) if human[i] != human[j]]
    good = sum((metric[i] > metric[j]) == (human[i] > human[j]) if metric[i] != metric[j] else 0.5 for i, j in pairs)
    return good / len(pairs)
""",
}

JUDGEMENT = "I choose BLEU-2: of the three it agrees most often with the person, on few sentences."

PS3 = [
    Submission("scy", "right, with scipy, and a text", (3, 4), SCIPY | {"judgement": JUDGEMENT}),
    Submission(
        "ties",
        "equal scores get different ranks, and the second task calls the first: paid once",
        (0, 4),
        BREAKS_TIES,
        mistakes={"ranks": "equal scores get different ranks"},
    ),
    Submission(
        "nil",
        "a tie of the metric is worth nothing: half of the points",
        (3, 2),
        SCIPY | TIES_ARE_NOTHING,
        mistakes={"agreement": "a tie of the metric counts as 0"},
    ),
    Submission(
        "pair",
        "the best of equal places; stops when no pair is left",
        (0, 0),
        NO_PAIR,
        mistakes={"ranks": "equal scores get the best of their places"},
    ),
]
