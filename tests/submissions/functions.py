"""Right functions of the first problem set, each written as another student would write it."""

ADA = {
    "overused": """
def overused(candidate, references):
    result = {}
    for w in candidate:
        n_in_candidate = candidate.count(w)
        best = 0
        for ref in references:
            if ref.count(w) > best:
                best = ref.count(w)
        if n_in_candidate - best > 0:
            result[w] = n_in_candidate - best
    return result
""",
    "credited": """
def credited(candidate, references):
    ticks = []
    for i in range(len(candidate)):
        before = candidate[:i].count(candidate[i])
        best = max([ref.count(candidate[i]) for ref in references])
        if before < best:
            ticks.append(1)
        else:
            ticks.append(0)
    return ticks
""",
    "text_precision": """
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    top = 0
    bottom = 0
    for i in range(len(sentences)):
        m, t = match_counts(sentences[i], references_of_each[i], n)
        top = top + m
        bottom = bottom + t
    if bottom == 0:
        return 0.0
    return top / bottom
""",
}

READING = {
    "reading": """**My reading:**

The first number counts words that a translator used too. It cannot see that "the sour the grapes" is no English.
0.3684 and 0.1176 tell me that the words rarely have the right neighbour.
"""
}

NUMPY = {
    "overused": """
from collections import Counter
from functools import reduce
from operator import or_
import numpy as np

def overused(candidate, references):
    return Counter(candidate) - reduce(or_, map(Counter, references))
""",
    "credited": """
def credited(candidate, references):
    marks = np.zeros(len(candidate), dtype=np.int64)
    for i, w in enumerate(candidate):
        allowed = np.max([np.sum(np.array(ref) == w) for ref in references])
        marks[i] = np.sum(np.array(candidate[:i], dtype=object) == w) < allowed
    return marks
""",
    "text_precision": """
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    rows = np.array([match_counts(s, r, n) for s, r in zip(sentences, references_of_each)])
    matched, total = rows.sum(axis=0)
    return np.float64(0) if total == 0 else matched / total
""",
}

KOREAN = {
    "overused": """
from bleu_helpers import max_ref_count, simple_count

def overused(후보, 참조들):
    # 후보 문장의 단어 수에서 참조의 최대 단어 수를 뺀다
    최대 = max_ref_count(참조들)
    초과 = {}
    for 단어, 수 in simple_count(후보).items():
        if 수 > 최대.get(단어, 0):
            초과[단어[0]] = 수 - 최대.get(단어, 0)
    return 초과
""",
    "credited": """
import logging

logging.basicConfig(level=logging.DEBUG, force=True)

def credited(후보, 참조들):
    남은 = {단어[0]: 수 for 단어, 수 in max_ref_count(참조들).items()}
    표시 = []
    for 단어 in 후보:
        logging.debug("단어 %s, 남은 수 %s", 단어, 남은.get(단어))
        표시.append(1 if 남은.get(단어, 0) > 0 else 0)
        남은[단어] = 남은.get(단어, 0) - 1
    return 표시
""",
    "text_precision": ADA["text_precision"],
}

FILES = {
    "overused": """
from my_counts import highest

def overused(candidate, references):
    return {w: candidate.count(w) - highest(w, references)
            for w in set(candidate) if candidate.count(w) > highest(w, references)}
""",
    "credited": """
folder = !pwd
!echo "working in {folder[0]}"
!pip --version

import asyncio

await asyncio.gather(asyncio.sleep(0.01), asyncio.sleep(0.02))
"""
    + ADA["credited"],
    "text_precision": "%matplotlib inline\n" + ADA["text_precision"],
}

MY_COUNTS = """%%writefile my_counts.py
def highest(word, references):
    return max(sum(1 for other in reference if other == word) for reference in references)
"""

PANDAS = {
    "overused": """
from google.colab import drive
drive.mount('/content/drive')
import matplotlib.pyplot as plt
import pandas as pd
import scipy.stats

def overused(candidate, references):
    counts = pd.Series(candidate, dtype=object).value_counts()
    allowed = pd.DataFrame([pd.Series(r, dtype=object).value_counts() for r in references]).max()
    excess = counts.sub(allowed.reindex(counts.index).fillna(0))
    return excess[excess > 0].astype(int).to_dict()

plt.bar(["a", "fox", "grapes"], [1, 1, 2])
plt.title("too many")
plt.show()
""",
    "credited": """
def credited(candidate, references):
    frame = pd.DataFrame({"word": pd.Series(candidate, dtype=object)})
    frame["before"] = frame.groupby("word").cumcount()
    frame["allowed"] = [max(r.count(w) for r in references) for w in frame.word]
    plt.plot(frame.before)
    plt.show()
    return (frame.before < frame.allowed).astype(int).tolist()
""",
    "text_precision": """
from bleu_helpers import match_counts

%load_ext google.colab.data_table
try:
    import google.colab.files
    there = True
except ImportError:
    there = False

def text_precision(sentences, references_of_each, n):
    frame = pd.DataFrame([match_counts(s, r, n) for s, r in zip(sentences, references_of_each)], columns=["m", "t"])
    return frame.m.sum() / frame.t.sum() if frame.t.sum() else 0.0

print(scipy.stats.gmean([0.7619, 0.3684, 0.1176]))
""",
}

SHORT = {
    "overused": """
overused = lambda c, rs: {w: k for w in c if (k := c.count(w) - max(r.count(w) for r in rs)) > 0}
""",
    "credited": """
credited = lambda c, rs: [+any(c[:i + 1].count(w) <= r.count(w) for r in rs) for i, w in enumerate(c)]
""",
    "text_precision": """
from bleu_helpers import match_counts
sums = lambda rows: [sum(column) for column in zip(*rows)]
share = lambda m, t: m / t if t else 0.0
text_precision = lambda ss, rss, n: share(*sums(map(match_counts, ss, rss, [n] * len(ss))))
""",
}

HELPER = {
    "overused": "from helper import overused\n",
    "credited": "import helper\n\ncredited = helper.credited\n",
    "text_precision": "def text_precision(*arguments):\n    return helper.text_precision(*arguments)\n",
}

HELPER_FILE = ADA["overused"] + ADA["credited"] + ADA["text_precision"]

CHATTY = ADA | {
    "overused": ADA["overused"].replace(
        "    result = {}\n", '    result = {}\n    print("overused was called with", candidate, references)\n'
    )
}

MUCH = """for number in range(1000):
    print("the fox and the grapes " * 4500)
"""

IN_OWN_CELL = ADA["overused"] + 'name = input("What is your name? ")\n'

ALSO_IN_OWN_CELL = ADA["text_precision"] + "text_precision([], [], 1) + my_notes  # a NameError that does no harm\n"
