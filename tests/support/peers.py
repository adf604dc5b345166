"""The other implementations that the tests compare with, each asked in its own way, and when two numbers agree."""

import math
import warnings

import nltk.translate.bleu_score as nltk_bleu
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics.bleu import BLEU


def close(ours, theirs):
    """Whether two scores agree to 1e-12."""
    return math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)


def all_close(ours, theirs):
    return len(ours) == len(theirs) and all(map(close, ours, theirs))


# --- NLTK takes the references first, and stands a tiny number in for a precision of 0 -------------------------------


def nltk_score(candidates, references_per_candidate, weights, method=None):
    """NLTK's corpus_bleu, of which its sentence_bleu is the case of one segment."""
    smoothing = None if method is None else getattr(nltk_bleu.SmoothingFunction(), f"method{method}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = nltk_bleu.corpus_bleu(references_per_candidate, candidates, weights, smoothing)
    return 0.0 if score < 1e-70 else float(score)


def nltk_precisions(method, candidate, references, order=4, **parameters):
    """What NLTK's method makes of one sentence, called as its corpus_bleu calls it."""
    precisions = [nltk_bleu.modified_precision(references, candidate, n) for n in range(1, order + 1)]
    function = getattr(nltk_bleu.SmoothingFunction(**parameters), f"method{method}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        smoothed = function(precisions, references=references, hypothesis=candidate, hyp_len=len(candidate))
    # float first: from Python 3.12 on, NLTK's fractions cannot be compared with a float.
    return [0.0 if precision < 1e-300 else precision for precision in map(float, smoothed)]


# --- sacrebleu takes lines of text, and the references by their number -----------------------------------------------


def sacrebleu_metric(order=4, smooth="none"):
    return BLEU(tokenize="none", smooth_method=smooth, effective_order=False, max_ngram_order=order, force=True)


def streams(references_per_candidate):
    """sacrebleu's form of references: the first of each candidate, then the second of each, with None for missing."""
    most = max(len(references) for references in references_per_candidate)
    return [
        [" ".join(references[number]) if number < len(references) else None for references in references_per_candidate]
        for number in range(most)
    ]


def sacrebleu_of(candidates, references_per_candidate, order=4, smooth="none"):
    """sacrebleu's BLEUScore of a corpus, with all its fields; scores and precisions go to 100."""
    lines = [" ".join(candidate) for candidate in candidates]
    return sacrebleu_metric(order, smooth).corpus_score(lines, streams(references_per_candidate))


def sacrebleu_score(candidates, references_per_candidate, order=4, smooth="none"):
    return sacrebleu_of(candidates, references_per_candidate, order, smooth).score / 100


# --- rouge-score takes one reference, and has a tokenizer that drops all but a-z and 0-9 -----------------------------


class TokensAsTheyAre:
    @staticmethod
    def tokenize(tokens):
        return tokens


ROUGE_ORDERS = (1, 2, 3, 4)
ROUGE = RougeScorer([f"rouge{n}" for n in ROUGE_ORDERS], tokenizer=TokensAsTheyAre)


def rouge_l_scores(candidate, reference):
    """rouge-score's precision, recall and F1 of the longest common subsequence."""
    return RougeScorer(["rougeL"], tokenizer=TokensAsTheyAre).score(reference, candidate)["rougeL"]


def rouge_scores(candidate, references):
    """For each reference and each order, rouge-score's precision, recall and F1."""
    scores = [ROUGE.score(reference, candidate) for reference in references]
    return [{n: one[f"rouge{n}"] for n in ROUGE_ORDERS} for one in scores]
