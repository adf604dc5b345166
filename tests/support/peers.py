"""The other implementations with which the tests compare ours, and the precision of the comparison."""

import math
import warnings
from itertools import zip_longest

from nltk.translate.bleu_score import sentence_bleu
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics.bleu import BLEU


def close(ours, theirs):
    """Return whether two scores agree to 1e-12."""
    return math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)


def all_close(ours, theirs):
    return len(ours) == len(theirs) and all(map(close, ours, theirs))


# --- NLTK: the references come first, and a tiny number replaces a precision of 0 ------------------------------------


def nltk_score(candidate, references, weights):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = sentence_bleu(references, candidate, weights)
    return 0.0 if score < 1e-70 else float(score)


# --- sacrebleu: sentences are lines of text, and references are grouped by their number ------------------------------


def sacrebleu_metric(order=4, smooth="none"):
    return BLEU(tokenize="none", smooth_method=smooth, effective_order=False, max_ngram_order=order, force=True)


def sacrebleu_of(candidates, references_per_candidate, order=4, smooth="none"):
    """Return sacrebleu's BLEUScore of a corpus, whose score and precisions are percentages."""
    lines = [*map(" ".join, candidates)]
    # All first references, all second ones, and so on, or None if one is missing.
    references = [*zip_longest(*(map(" ".join, several) for several in references_per_candidate))]
    return sacrebleu_metric(order, smooth).corpus_score(lines, references)


# --- rouge-score: its own tokeniser would keep only a-z and 0-9 ------------------------------------------------------


class TokensAsTheyAre:
    @staticmethod
    def tokenize(tokens):
        return tokens


ROUGE = RougeScorer([f"rouge{name}" for name in "1234L"], tokenizer=TokensAsTheyAre)
