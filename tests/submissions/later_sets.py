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

ALL_ORDERS = {
    "order_precisions": """
from bleu_helpers import modified_precision

def order_precisions(candidate, references, max_n):
    return [modified_precision(candidate, references, n) for n in range(1, max_n + 1)]
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

PS2 = [
    Submission("anna", "right", (2, 3, 3, 4), PLAIN),
    Submission(
        "orders",
        "missing orders count as 0, paid once",
        (2, 0, 3, 4),
        PLAIN | ALL_ORDERS,
        mistakes={"order_precisions": "missing orders count as 0"},
    ),
    Submission(
        "close",
        "the package's penalty in the last task: half of the points",
        (2, 3, 3, 2),
        PLAIN | CLOSEST_LATER,
        mistakes={"open_bleu": "the closest reference only"},
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

JUDGEMENT = "I choose BLEU-2: of the three it agrees most often with the person, on few sentences."

PS3 = [
    Submission("scy", "right, with scipy, and a text", (3, 4), SCIPY | {"judgement": JUDGEMENT}),
]
