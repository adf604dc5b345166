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
    "reading": """**My reading:**

The first number counts words that a translator used too. It cannot see that "the sour the grapes" is no English.
0.3684 and 0.1176 tell me that the words rarely have the right neighbour.
""",
}

NUMPY = {
    "overused": """
import numpy as np

def overused(candidate, references):
    words, counts = np.unique(np.array(candidate, dtype=object).astype(str), return_counts=True)
    if len(candidate) == 0:
        return {}
    table = np.array([[np.sum(np.array(ref) == w) for w in words] for ref in references])
    excess = counts - table.max(axis=0)
    return {w: e for w, e in zip(words, excess) if e > 0}
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

COUNTER = {
    "overused": """
from collections import Counter
from functools import reduce
from operator import or_

def overused(candidate, references):
    return Counter(candidate) - reduce(or_, map(Counter, references))
""",
    "credited": """
def credited(candidate, references):
    left = reduce(or_, map(Counter, references))
    def tick(word):
        left[word] -= 1
        return int(left[word] >= 0)
    return [tick(word) for word in candidate]
""",
    "text_precision": """
def ngrams(words, n):
    return Counter(zip(*(words[i:] for i in range(n))))

def text_precision(sentences, references_of_each, n):
    hits, everything = Counter(), Counter()
    for number, (sentence, refs) in enumerate(zip(sentences, references_of_each)):
        mine = ngrams(sentence, n)
        theirs = reduce(or_, (ngrams(r, n) for r in refs))
        hits.update({(number, g): c for g, c in (mine & theirs).items()})
        everything.update({(number, g): c for g, c in mine.items()})
    return sum(hits.values()) / sum(everything.values()) if everything else 0
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
    "text_precision": """
from bleu_helpers import count_clip

def text_precision(sentences, references_of_each, n):
    맞음, 전체 = 0, 0
    for 문장, 참조들 in zip(sentences, references_of_each):
        logging.getLogger("ps1").warning("문장 %s", 문장)
        맞음 += sum(수 for 수 in count_clip(문장, 참조들, n).values())
        전체 += sum(수 for 수 in simple_count(문장, n).values())
    return 맞음 / 전체 if 전체 else 0.0
""",
}

RECURSION = {
    "overused": """
def overused(candidate, references):
    if not candidate:
        return {}
    head = candidate[0]
    rest = [word for word in candidate if word != head]
    too_many = len(candidate) - len(rest) - max(len([w for w in ref if w == head]) for ref in references)
    return ({head: too_many} if too_many > 0 else {}) | overused(rest, references)
""",
    "credited": """
def without_first(word, ref):
    if word not in ref:
        return ref
    return ref[:ref.index(word)] + ref[ref.index(word) + 1:]

def credited(candidate, references):
    if len(candidate) == 0:
        return []
    head, *tail = candidate
    mark = 1 if any(head in ref for ref in references) else 0
    return [mark] + credited(tail, [without_first(head, ref) for ref in references])
""",
    "text_precision": """
from bleu_helpers import match_counts

def sums(sentences, references_of_each, n):
    if not sentences:
        return 0, 0
    m, t = match_counts(sentences[0], references_of_each[0], n)
    more_m, more_t = sums(sentences[1:], references_of_each[1:], n)
    return m + more_m, t + more_t

def text_precision(sentences, references_of_each, n):
    m, t = sums(sentences, references_of_each, n)
    return m / max(t, 1)
""",
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

def credited(candidate, references):
    place = {}
    out = [0] * len(candidate)
    for i, w in enumerate(candidate):
        place.setdefault(w, []).append(i)
    for w in place:
        for i in place[w][:highest(w, references)]:
            out[i] = 1
    return out
""",
    "text_precision": """
%matplotlib inline
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    pairs = list(zip(sentences, references_of_each))
    matches = sum(match_counts(*pair, n)[0] for pair in pairs)
    ngrams = sum(match_counts(*pair, n)[1] for pair in pairs)
    return matches / ngrams if ngrams else 0.0
""",
}

MY_COUNTS = """%%writefile my_counts.py
def highest(word, references):
    return max(sum(1 for other in reference if other == word) for reference in references)
"""

PICKLE_AND_AWAIT = {
    "overused": """
import pickle, os

def overused(candidate, references):
    with open("cache.pkl", "wb") as file:
        pickle.dump((candidate, references), file)
    with open("cache.pkl", "rb") as file:
        words, refs = pickle.load(file)
    os.remove("cache.pkl")
    over = {}
    for w in words:
        over[w] = over.get(w, 0) + 1
    for w in list(over):
        over[w] -= max(r.count(w) for r in refs)
        if over[w] <= 0:
            over.pop(w)
    return over
""",
    "credited": """
import asyncio

async def nap(seconds):
    await asyncio.sleep(seconds)
    return seconds

print(await asyncio.gather(nap(0.01), nap(0.02)))

def credited(candidate, references):
    copies = [list(ref) for ref in references]
    marks = []
    for w in candidate:
        found = False
        for ref in copies:
            if w in ref:
                ref.remove(w)
                found = True
        marks.append(int(found))
    return marks
""",
    "text_precision": """
from fractions import Fraction
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    counted = [match_counts(s, r, n) for s, r in zip(sentences, references_of_each)]
    below = sum(t for _, t in counted)
    return float(Fraction(sum(m for m, _ in counted), below)) if below else 0.0
""",
}

PANDAS = {
    "overused": """
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

def text_precision(sentences, references_of_each, n):
    frame = pd.DataFrame([match_counts(s, r, n) for s, r in zip(sentences, references_of_each)], columns=["m", "t"])
    return frame.m.sum() / frame.t.sum() if frame.t.sum() else 0.0

print(scipy.stats.gmean([0.7619, 0.3684, 0.1176]))
""",
}

SLOW = """import time

# Does a longer text take longer? Let us see.
start = time.time()
for repeat in range(120):
    text_precision([FIRST_CANDIDATE, LAST_CANDIDATE], [FIRST_REFERENCES, LAST_REFERENCES], 1)
    time.sleep(0.1)
print(time.time() - start)
"""

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
    "overused": """
from helper import excess_of as overused
""",
    "credited": """
import helper

class Marker:
    def __init__(self, references):
        self.references = references
        self.used = {}

    def mark(self, word):
        self.used[word] = self.used.get(word, 0) + 1
        return int(self.used[word] <= helper.largest(word, self.references))

def credited(candidate, references):
    marker = Marker(references)
    return list(map(marker.mark, candidate))
""",
    "text_precision": """
def text_precision(sentences, references_of_each, n):
    return helper.share(sentences, references_of_each, n)
""",
}

HELPER_FILE = """import bleu_helpers


def largest(word, references):
    numbers = sorted(reference.count(word) for reference in references)
    return numbers[-1]


def excess_of(candidate, references):
    numbers = [(word, candidate.count(word) - largest(word, references)) for word in candidate]
    return dict(pair for pair in numbers if pair[1] >= 1)


def share(sentences, references_of_each, n):
    good = bad = 0
    for sentence, references in zip(sentences, references_of_each):
        m, t = bleu_helpers.match_counts(sentence, references, n)
        good, bad = good + m, bad + t - m
    return good / (good + bad) if good + bad else 0.0
"""

CHATTY = {
    "overused": """
def overused(candidate, references):
    print("overused was called with", candidate, references)
    answer = dict()
    for word in sorted(set(candidate)):
        print("looking at", word)
        difference = candidate.count(word) - max(map(lambda ref: ref.count(word), references))
        answer.update({word: difference} if difference > 0 else {})
    return answer
""",
    "credited": """
def credited(candidate, references):
    marks, i = [], 0
    while i < len(candidate):
        print(i, candidate[i])
        how_often = sum(1 for j in range(i + 1) if candidate[j] == candidate[i])
        marks += [1] if how_often <= max(ref.count(candidate[i]) for ref in references) else [0]
        i += 1
    print(marks)
    return marks
""",
    "text_precision": """
from bleu_helpers import match_counts

def text_precision(sentences, references_of_each, n):
    result = []
    for s, refs in zip(sentences, references_of_each):
        result.append(match_counts(s, refs, n))
        print(s, refs, result[-1])
    a = sum([x[0] for x in result])
    b = sum([x[1] for x in result])
    return 0.0 if b == 0 else a / b
""",
}

MUCH = """for number in range(1000):
    print("the fox and the grapes " * 4500)
"""

OWN_CELL = {
    "credited": """
def credited(candidate, references):
    allowed = {}
    for ref in references:
        for w in ref:
            allowed[w] = max(allowed.get(w, 0), ref.count(w))
    out = []
    for w in candidate:
        if allowed.get(w, 0):
            allowed[w] -= 1
            out.append(1)
        else:
            out.append(0)
    return out
""",
}

IN_OWN_CELL = """
def overused(candidate, references):
    extra = list(candidate)
    longest = {w: max(references, key=lambda r: r.count(w)).count(w) for w in candidate}
    for w, k in longest.items():
        for _ in range(k):
            if w in extra:
                extra.remove(w)
    return {w: extra.count(w) for w in extra}

name = input("What is your name? ")
"""

ALSO_IN_OWN_CELL = """
import bleu_helpers

def text_precision(sentences, references_of_each, n):
    m = t = 0
    for s, rs in zip(sentences, references_of_each):
        if len(s) >= n:
            t += len(s) - n + 1
            m += round(bleu_helpers.modified_precision(s, rs, n) * (len(s) - n + 1))
    return m / t if t else 0.0

text_precision([], [], 1) + my_notes  # a NameError that does no harm
"""
