"""What the tests of the checker share: functions as learners write them, and what the checker says of one."""

import functools
import importlib
import math
from collections import Counter
from fractions import Fraction

import bleu_helpers
from bleu_helpers.checks import diagnose
from bleu_helpers.checks._tasks import PUBLIC_SEED, TASKS, inputs_of


def said(function, task):
    """The message about a function."""
    return str(diagnose(function, task))


def inputs(name, seed=PUBLIC_SEED):
    """The inputs of a lesson's task, each with its right outcome."""
    return inputs_of(TASKS[name], seed)


def module_of(lesson):
    return lesson.split("_", 1)[1]


def solutions(task):
    """The functions of tests/solutions that solve a task: the one of its name first."""
    module = importlib.import_module(f"solutions.{module_of(task.lesson)}")
    return [getattr(module, task.name), getattr(module, f"also_{task.name}")]


def grams(tokens, n):
    return list(zip(*(tokens[start:] for start in range(n)), strict=False))


def exact_bleu(candidate, references, weights):
    if not candidate:
        return 0
    score = 1.0
    for n, weight in enumerate(weights, start=1):
        counts = Counter(grams(candidate, n))
        matched = sum(min(k, max(grams(other, n).count(g) for other in references)) for g, k in counts.items())
        score *= Fraction(matched, max(len(grams(candidate, n)), 1)) ** weight
    r = sorted(map(len, references), key=lambda length: (abs(length - len(candidate)), length))[0]
    return score * min(1, math.exp(1 - r / len(candidate)))


def corpus_by_loops(candidates, corpus, weights):
    matched, total, c, r = [0] * len(weights), [0] * len(weights), 0, 0
    for candidate, references in zip(candidates, corpus, strict=True):
        c += len(candidate)
        r += bleu_helpers.closest_ref_length(candidate, references)
        for n in range(1, len(weights) + 1):
            clipped = bleu_helpers.count_clip(candidate, references, n)
            matched[n - 1] += sum(clipped.values())
            total[n - 1] += max(0, len(candidate) - n + 1)
    if 0 in matched:
        return 0
    logs = [w * (math.log(m) - math.log(t)) for w, m, t in zip(weights, matched, total, strict=True)]
    return (1.0 if c >= r else math.exp(1 - r / c)) * math.exp(sum(logs))


def clip_without_zeros(candidate, references, n):
    most = functools.reduce(lambda one, other: one | other, (Counter(grams(other, n)) for other in references))
    return Counter(grams(candidate, n)) & most


def clip_by_sum(candidate, references, n=1):
    counts = Counter(grams(candidate, n))
    return {
        gram: min(count, sum(grams(other, n).count(gram) for other in references)) for gram, count in counts.items()
    }


def pieces(tokens, n):
    return [tokens[start : start + n] for start in range(len(tokens) - n + 1)]


def clipped_share(candidate, references, n):
    mine, known = pieces(candidate, n), [pieces(other, n) for other in references]
    first = [piece for place, piece in enumerate(mine) if piece not in mine[:place]]
    matched = sum(min(mine.count(piece), max(other.count(piece) for other in known)) for piece in first)
    return matched / len(mine) if mine else 0


def closest(c, references):
    return min((abs(len(reference) - c), len(reference)) for reference in references)[1]
