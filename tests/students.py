"""A stand-in for a collection of students' code: the catalogue's mistakes, written as students write them.

Real code seldom has one mistake and nothing else. It also stops on an empty or short candidate, has a second mistake,
takes its arguments in NLTK's order, or has a constant with ten digits. Here each mistake gets such company, and it is
known what is wrong with each function. Functions that were written by hand stand below, the right ones and others.

  python tests/students.py         the checker's table: a hundred of each kind, and how many get a true name
  python tests/students.py 1000    a thousand of each kind, or all that there are
"""

import math
import statistics
import sys
import time
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy

from bleu_helpers.checks import catalogue, diagnose, in_form
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._slips import SLIPS
from bleu_helpers.checks._tasks import TASKS


class Handed(NamedTuple):
    """A function as it was handed in, the task, and the names of what is wrong with it, or none if it is right."""

    task: str
    function: object
    names: frozenset = frozenset()


# What a function may have beside its mistake.


def order_of(task, arguments):
    """How long a sentence must be to have an n-gram of every order."""
    given = dict(zip(TASKS[task].parameters, arguments, strict=True))
    return given["n"] if "n" in given else len(given["weights"]) if "weights" in given else 1


def texts_of(task, arguments):
    """The sentences whose n-grams are divided by: the references of ROUGE, and the candidates elsewhere."""
    if task == "f_score":
        return []
    first, second, *_ = (*arguments, None)
    if task == "corpus_bleu":
        return [[word for candidate in first for word in candidate]]
    if task == "word_error_rate":
        return [second]
    return [first, *second] if task in ("rouge_n", "ngram_f1") else [first]


def stops_on_short_ones(task, function, shortest=None):
    """The function, with a division by the number of n-grams that nobody guards."""

    def handed_in(*arguments):
        longest = shortest or order_of(task, arguments)
        for text in texts_of(task, arguments):
            if len(text) < longest:
                return 1 / 0
        if task == "f_score" and arguments[0] + arguments[1] == 0:
            return 1 / 0
        return function(*arguments)

    return handed_in


def indexes_an_empty_one(task, function):
    """The function, with a first word that an empty candidate does not have."""

    def handed_in(*arguments):
        for text in texts_of(task, arguments):
            text[0]
        return function(*arguments)

    return handed_in


def logarithm_of_a_short_one(task, function):
    """The function, with an error of its own kind for short candidates."""

    def handed_in(*arguments):
        for text in texts_of(task, arguments):
            math.log(max(len(text) - order_of(task, arguments) + 1, 0))
        return function(*arguments)

    return handed_in


WITH_A_CRASH = (
    stops_on_short_ones,
    lambda task, function: stops_on_short_ones(task, function, 1),
    indexes_an_empty_one,
    logarithm_of_a_short_one,
)

SWAPPABLE = [name for name, task in TASKS.items() if any("references" in one for one in task.parameters)]
CRASHABLE = [name for name in TASKS if name not in ("simple_count", "count_clip", "closest_ref_length")]


def references_first(function):
    return lambda references, candidate, *rest: function(candidate, references, *rest)


# The catalogue in this company.


def right(task):
    return BUILD[task](RIGHT)


def one_each(task):
    """A mistake of each name: the first way of making it."""
    return list({one.name: one for one in reversed(catalogue.mistakes(task))}.values())[::-1]


def singles():
    for task in TASKS:
        for one in one_each(task):
            yield Handed(task, one.function, frozenset({one.name}))


ABOUT_SHORT_ONES = {
    "an empty candidate divides by zero",
    "an empty candidate gets 1",
    "an empty candidate pays nothing",
    "no rule for an empty candidate",
    "no rule for 0/0",
    "0/0 taken as 1",
    "no rule for 0/0 in F",
}
"""Mistakes that show on short inputs only: a crash there hides them."""


def about_long_ones(handed):
    return handed.task in CRASHABLE and not handed.names & ABOUT_SHORT_ONES


def with_a_crash():
    for number, one in enumerate(filter(about_long_ones, singles())):
        crash = WITH_A_CRASH[number % len(WITH_A_CRASH)]
        yield one._replace(function=crash(one.task, one.function))


def swapped():
    """In NLTK's order, every other one with a crash as well."""
    for number, one in enumerate(handed for handed in singles() if handed.task in SWAPPABLE):
        function = stops_on_short_ones(one.task, one.function) if number % 2 and about_long_ones(one) else one.function
        yield Handed(one.task, references_first(function), one.names | {catalogue.SWAPPED})


def pairs(seed="pairs", of_each=40):
    """Two mistakes at once, in every third function with a crash beside them."""
    random = Random(seed)
    for task in TASKS:
        slips = [slip for slip in SLIPS if task in slip.tasks]
        both = [two for two in combinations(slips, 2) if two[0].field != two[1].field and two[0].name != two[1].name]
        random.shuffle(both)
        for number, two in enumerate(both[:of_each]):
            function = next(iter(catalogue.functions_with(task, *two)))
            if number % 3 == 0 and task in CRASHABLE:
                function = stops_on_short_ones(task, function)
            yield Handed(task, function, frozenset(slip.name for slip in two))


def rounded_constant(c, r):
    return 0.0 if c == 0 else 1.0 if c >= r else 2.718281828 ** (1 - r / c)


def rounded_to(digits, function, above=-1.0):
    def handed_in(*arguments):
        result = function(*arguments)
        return round(result, digits) if result > above else result

    return handed_in


NUMBERS = [name for name in TASKS if name not in ("simple_count", "count_clip", "closest_ref_length")]


def last_digits():
    """Right but for the last digits, and then with a mistake beside them."""
    for task in ("brevity_penalty", "bleu_score", "corpus_bleu", "ngram_f1"):
        yield Handed(task, BUILD[task](replace(RIGHT, penalty=rounded_constant)), frozenset({"only the last digits"}))
    for task in NUMBERS:
        for digits in (7, 9):
            yield Handed(task, rounded_to(digits, right(task)), frozenset({"only the last digits"}))
        yield Handed(task, rounded_to(10, right(task), above=0.3), frozenset({"only the last digits"}))


def last_digits_beside():
    for number, one in enumerate(handed for handed in singles() if handed.task in NUMBERS):
        if "rounded on the way" not in one.names:
            function = rounded_to((7, 10)[number % 2], one.function)
            yield Handed(one.task, function, one.names | {"rounded on the way"})


def right_but_for_short_ones():
    for task in CRASHABLE:
        if task not in ("f_score", "word_error_rate"):
            for crash in WITH_A_CRASH:
                yield Handed(task, crash(task, right(task)))


# Written by hand.

RIGHT_BY_HAND = []
WRONG_BY_HAND = []


def handed_in(task, *names):
    """Put a function into the tables: what is wrong with it, or nothing."""

    def put(function):
        (WRONG_BY_HAND if names else RIGHT_BY_HAND).append(Handed(task, function, frozenset(names)))
        return function

    return put


@handed_in("simple_count")
def count_by_dict(tokens, n):
    ngrams = {}
    for i in range(len(tokens) - n + 1):
        key = " ".join(tokens[i : i + n])
        if key not in ngrams:
            ngrams[key] = 0
        ngrams[key] += 1
    return ngrams


@handed_in("simple_count")
def count_by_zip(tokens, n):
    d = defaultdict(int)
    for gram in zip(*[tokens[k:] for k in range(n)], strict=False):
        d[gram] += 1
    return dict(d)


@handed_in("unigram_precision")
def precision_by_index(cand, refs):
    hits = 0
    for i in range(len(cand)):
        found = False
        for ref in refs:
            if cand[i] in ref:
                found = True
        if found:
            hits += 1
    if len(cand) == 0:
        return 0
    return hits / len(cand)


@handed_in("unigram_precision")
def precision_by_numpy(cand, refs):
    vocabulary = set().union(*refs)
    return float(numpy.isin(cand, list(vocabulary)).mean()) if cand else 0.0


@handed_in("count_clip")
def clip_by_strings(candidate, references, n):
    def counts(words):
        result = {}
        for i in range(len(words) + 1 - n):
            gram = tuple(words[i : i + n])
            result[gram] = result.get(gram, 0) + 1
        return result

    mine = counts(candidate)
    best = {}
    for ref in references:
        for gram, k in counts(ref).items():
            best[gram] = max(best.get(gram, 0), k)
    return {gram: min(k, best.get(gram, 0)) for gram, k in mine.items()}


@handed_in("modified_precision")
def nltk_like_precision(hypothesis, references, n):
    counts = Counter(zip(*[hypothesis[k:] for k in range(n)], strict=False)) if len(hypothesis) >= n else Counter()
    max_counts = {}
    for reference in references:
        ref = Counter(zip(*[reference[k:] for k in range(n)], strict=False)) if len(reference) >= n else Counter()
        for ngram in counts:
            max_counts[ngram] = max(max_counts.get(ngram, 0), ref[ngram])
    clipped = {ngram: min(count, max_counts[ngram]) for ngram, count in counts.items()}
    return Fraction(sum(clipped.values()), max(1, sum(counts.values())))


@handed_in("closest_ref_length")
def closest_by_loop(candidate, references):
    best, gap = None, None
    for ref in references:
        d = abs(len(ref) - len(candidate))
        if gap is None or d < gap or (d == gap and len(ref) < best):
            best, gap = len(ref), d
    return best


@handed_in("closest_ref_length")
def closest_by_argmin(candidate, references):
    lengths = numpy.sort([len(ref) for ref in references])
    return int(lengths[numpy.argmin(numpy.abs(lengths - len(candidate)))])


@handed_in("brevity_penalty")
def penalty_by_numpy(candidate, references):
    if not candidate:
        return 0
    r = closest_by_loop(candidate, references)
    return float(numpy.exp(min(0.0, 1 - r / len(candidate))))


@handed_in("bleu_score")
def bleu_by_logs(candidate, references, weights):
    total = 0.0
    for n, weight in enumerate(weights, 1):
        p = nltk_like_precision(candidate, references, n)
        if p == 0:
            return 0
        total += weight * math.log(p)
    return penalty_by_numpy(candidate, references) * math.exp(total)


@handed_in("bleu_score")
def bleu_by_product(hyp, refs, w):
    result = 1
    for i in range(len(w)):
        result = result * float(nltk_like_precision(hyp, refs, i + 1)) ** w[i]
    return result * penalty_by_numpy(hyp, refs)


@handed_in("rouge_n")
def rouge_by_loops(candidate, references, n):
    best = 0
    for ref in references:
        grams = [tuple(ref[i : i + n]) for i in range(len(ref) - n + 1)]
        left = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
        total, hits = len(grams), 0
        for gram in grams:
            if gram in left:
                left.remove(gram)
                hits += 1
        if total > 0 and hits / total > best:
            best = hits / total
    return best


@handed_in("f_score")
def f_by_hand(p, r, beta):
    b2 = beta**2
    top, bottom = (1 + b2) * p * r, b2 * p + r
    return top / bottom if bottom else 0


@handed_in("ngram_f1")
def f1_by_hand(candidate, references, n):
    p, r = bleu_by_product(candidate, references, [1 / n] * n), rouge_by_loops(candidate, references, n)
    return 0 if p + r == 0 else 2 * p * r / (p + r)


@handed_in("corpus_bleu")
def corpus_by_arrays(candidates, references, weights):
    orders = len(weights)
    hits, totals = numpy.zeros(orders), numpy.zeros(orders)
    c = r = 0
    for cand, refs in zip(candidates, references, strict=True):
        c, r = c + len(cand), r + closest_by_loop(cand, refs)
        for n in range(1, orders + 1):
            clipped = clip_by_strings(cand, refs, n)
            hits[n - 1] += sum(clipped.values())
            totals[n - 1] += max(len(cand) - n + 1, 0)
    if hits.min() == 0:
        return 0.0
    bp = 1 if c > r else numpy.exp(1 - r / c)
    return bp * numpy.exp(numpy.sum(numpy.array(weights) * numpy.log(hits / totals)))


@handed_in("word_error_rate")
def errors_by_table(hypothesis, reference):
    d = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i in range(len(reference) + 1):
        for j in range(len(hypothesis) + 1):
            if i == 0 or j == 0:
                d[i][j] = i + j
            elif reference[i - 1] == hypothesis[j - 1]:
                d[i][j] = d[i - 1][j - 1]
            else:
                d[i][j] = 1 + min(d[i - 1][j - 1], d[i - 1][j], d[i][j - 1])
    return d[-1][-1] / len(reference)


# With a mistake, or with two.


@handed_in("simple_count", "off by one: an n-gram is missing")
def count_one_short(tokens, n):
    counts = {}
    for i in range(len(tokens) - n):
        gram = tuple(tokens[i : i + n])
        counts[gram] = counts[gram] + 1 if gram in counts else 1
    return counts


@handed_in("unigram_precision", "already clipped")
def clipped_too_early(cand, refs):
    total = 0
    for word in set(cand):
        total += min(cand.count(word), max(ref.count(word) for ref in refs))
    return total / len(cand)


@handed_in("unigram_precision", "only the best single reference")
def best_reference_only(cand, refs):
    scores = []
    for ref in refs:
        scores.append(len([w for w in cand if w in ref]) / len(cand))
    return max(scores)


@handed_in("unigram_precision", "each different word is counted once")
def over_a_set(cand, refs):
    return sum(any(w in ref for ref in refs) for w in set(cand)) / len(cand)


@handed_in("unigram_precision", "each different word is counted once")
def over_a_set_all_through(c, refs):
    words = set(c)
    hits = 0
    for w in words:
        if any(w in ref for ref in refs):
            hits += 1
    return hits / len(words)


@handed_in("count_clip", "clipped by the sum over the references")
def clip_by_concatenation(candidate, references, n):
    everything = Counter()
    for ref in references:
        everything += Counter(tuple(ref[i : i + n]) for i in range(len(ref) - n + 1))
    mine = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1))
    return {gram: min(mine[gram], everything[gram]) for gram in mine}


@handed_in("count_clip", "only the last reference is used")
def clip_overwrites(candidate, references, n):
    mine = count_by_zip(candidate, n)
    for ref in references:
        theirs = count_by_zip(ref, n)
        best = {gram: theirs.get(gram, 0) for gram in mine}
    return {gram: min(mine[gram], best[gram]) for gram in mine}


@handed_in("modified_precision", "divided by the number of words")
def precision_over_words(candidate, references, n):
    return sum(clip_by_strings(candidate, references, n).values()) / len(candidate)


@handed_in("modified_precision", "divided by the number of different n-grams")
def precision_over_keys(candidate, references, n):
    clipped = clip_by_strings(candidate, references, n)
    return sum(clipped.values()) / len(clipped)


@handed_in("modified_precision", "no clipping")
def precision_without_clipping(candidate, references, n):
    grams = [candidate[i : i + n] for i in range(len(candidate) - n + 1)]
    found = [g for g in grams if any(g in [r[i : i + n] for i in range(len(r) - n + 1)] for r in references)]
    return len(found) / len(grams)


@handed_in("modified_precision", "clipped by the sum over the references", "divided by the number of words")
def two_at_once(candidate, references, n):
    return sum(clip_by_concatenation(candidate, references, n).values()) / len(candidate)


@handed_in("closest_ref_length", "a tie goes to the first in the list")
def closest_first(candidate, references):
    return min([len(r) for r in references], key=lambda x: abs(x - len(candidate)))


@handed_in("brevity_penalty", "the ratio is upside down")
def upside_down(candidate, references):
    c, r = len(candidate), closest_by_loop(candidate, references)
    return 1 if c > r else math.exp(1 - c / r)


@handed_in("brevity_penalty", "the shortest reference's length")
def shortest(candidate, references):
    c, r = len(candidate), min(map(len, references))
    return 1.0 if c > r else math.e ** (1 - r / c)


@handed_in("brevity_penalty", "the shortest reference's length", "the penalty is never capped at 1")
def shortest_and_no_cap(candidate, references):
    return math.exp(1 - min(map(len, references)) / len(candidate))


@handed_in("bleu_score", "the arithmetic mean")
def mean_of_precisions(candidate, references, weights):
    p = [precision_by_division(candidate, references, n) for n in range(1, len(weights) + 1)]
    return penalty_with_division(candidate, references) * sum(p) / len(p)


def precision_by_division(candidate, references, n):
    clipped = clip_by_strings(candidate, references, n)
    return sum(clipped.values()) / (len(candidate) - n + 1)


def penalty_with_division(candidate, references):
    c, r = len(candidate), closest_by_loop(candidate, references)
    return 1 if c > r else math.exp(1 - r / c)


@handed_in("bleu_score", "the logarithm of 0")
def logs_without_a_rule(candidate, references, weights):
    logs = [w * math.log(precision_by_division(candidate, references, n)) for n, w in enumerate(weights, 1)]
    return penalty_with_division(candidate, references) * math.exp(sum(logs))


@handed_in("bleu_score", "the brevity penalty is missing")
def without_penalty(candidate, references, weights):
    product = 1
    for n, w in enumerate(weights, 1):
        product *= precision_by_division(candidate, references, n) ** w
    return product


@handed_in("bleu_score", "the weights are not applied", "the brevity penalty is missing")
def bleu_4_without_penalty(candidate, references, weights):
    p = [precision_by_division(candidate, references, n) for n in (1, 2, 3, 4)]
    return (p[0] * p[1] * p[2] * p[3]) ** 0.25


@handed_in("rouge_n", "precision in place of recall")
def rouge_of_candidate(candidate, references, n):
    return max(sum(clip_by_strings(candidate, [ref], n).values()) / (len(candidate) - n + 1) for ref in references)


@handed_in("rouge_n", "the average over the references")
def rouge_mean(candidate, references, n):
    scores = [sum(clip_by_strings(ref, [candidate], n).values()) / (len(ref) - n + 1) for ref in references]
    return numpy.mean(scores)


@handed_in("f_score", "beta is not squared")
def f_beta_not_squared(p, r, beta):
    return (1 + beta) * p * r / (beta * p + r)


@handed_in("f_score", "F as the arithmetic mean")
def f_mean(p, r, beta):
    return (p + r) / 2


@handed_in("ngram_f1", "the precision of order n in place of BLEU-n")
def f1_of_precision(candidate, references, n):
    p, r = precision_by_division(candidate, references, n), rouge_by_loops(candidate, references, n)
    return 2 * p * r / (p + r)


@handed_in("corpus_bleu", "the average of the sentences' scores")
def corpus_mean(candidates, references, weights):
    return sum(bleu_by_product(c, r, weights) for c, r in zip(candidates, references, strict=True)) / len(candidates)


@handed_in("word_error_rate", "divided by the candidate's length (or the arguments swapped)")
def errors_by_candidate(hypothesis, reference):
    return errors_by_table(hypothesis, reference) * len(reference) / len(hypothesis)


@handed_in("bleu_score", catalogue.SWAPPED, "the brevity penalty is missing")
def nltk_order(references, hypothesis, weights):
    return without_penalty(hypothesis, references, weights)


@handed_in("closest_ref_length", catalogue.SWAPPED, "the shortest reference's length")
def nltk_order_shortest(references, hypothesis):
    return min(len(reference) for reference in references)


# The table.


def some(handed, count):
    """So many of a kind, in an order that is the same each time, with the tasks mixed."""
    every = list(handed)
    Random("a class").shuffle(every)
    return every[:count]


def named(verdict):
    return frozenset(one.name for one in (verdict.known, *verdict.also) if one)


class Counted(NamedTuple):
    """What became of the functions of a kind: how many have the verdict that they should, a name, a wrong name."""

    handed_in: int
    as_it_should: int
    named: int
    wrong_names: list
    seconds: list

    def __str__(self):
        numbers = (self.handed_in, self.as_it_should, self.named, len(self.wrong_names))
        seconds = f"{statistics.median(self.seconds):9.2f} {max(self.seconds):9.2f}"
        return " ".join(f"{number:9}" for number in numbers) + f" {seconds}"


def counted(handed, task=TASKS.__getitem__, status="wrong"):
    """Check each function: a right one should pass, and a wrong one be rejected, if possible with its true name."""
    verdicts, seconds = [], []
    for one in handed:
        start = time.process_time()
        verdicts.append(diagnose(one.function, task(one.task)))
        seconds.append(time.process_time() - start)
    said = [(one, named(verdict)) for one, verdict in zip(handed, verdicts, strict=True)]
    return Counted(
        len(handed),
        sum(verdict.status == status for verdict in verdicts),
        sum(bool(names) and names <= one.names for one, names in said),
        [(one.task, sorted(one.names), sorted(names)) for one, names in said if not names <= one.names],
        seconds,
    )


WRONG = {
    "a mistake alone": singles,
    "and a crash on short ones": with_a_crash,
    "two mistakes": pairs,
    "references first": swapped,
    "and rounded": last_digits_beside,
    "wrong, by hand": lambda: WRONG_BY_HAND,
}


def table(count):
    """The checker's table, a line at a time. Seconds are of the processor."""
    heads = ("handed in", "as should", "named", "wrongly", "median s", "worst s")
    yield f"{'':26}" + " ".join(f"{head:>9}" for head in heads)
    for kind, handed in WRONG.items():
        yield f"{kind:26}{counted(some(handed(), count))}"
    without_short = lambda name: in_form(TASKS[name], asks_for_short=False)  # noqa: E731
    short = some(right_but_for_short_ones(), count)
    yield f"{'right but for short ones':26}{counted(short, without_short, 'correct')}"
    yield f"{'right, by hand':26}{counted(some(RIGHT_BY_HAND, count), status='correct')}"


if __name__ == "__main__":
    for line in table(int(sys.argv[1]) if sys.argv[1:] else 100):
        print(line, flush=True)
