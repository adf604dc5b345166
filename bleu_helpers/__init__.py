"""The functions that "BLEU from scratch" teaches, one module a lesson.

Every function takes the candidate first and the references second. Sentences are lists or tuples of tokens.
Importing this package is light: matplotlib is loaded by the first figure, and NLTK never.
"""

from bleu_helpers.bleu import BleuExplanation, bleu_score, explain_bleu, geometric_mean
from bleu_helpers.brevity_penalty import brevity_penalty, brevity_penalty_of_lengths, closest_ref_length
from bleu_helpers.clipping import count_clip, max_ref_count
from bleu_helpers.counting import simple_count, unigram_precision
from bleu_helpers.display import scoreboard, show_source
from bleu_helpers.f1 import RougeScores, f_score, ngram_f1, rouge_n_scores
from bleu_helpers.ngrams import match_counts, modified_precision
from bleu_helpers.rouge_n import rouge_n

__all__ = [
    "BleuExplanation",
    "RougeScores",
    "bleu_score",
    "brevity_penalty",
    "brevity_penalty_of_lengths",
    "closest_ref_length",
    "count_clip",
    "explain_bleu",
    "f_score",
    "geometric_mean",
    "match_counts",
    "max_ref_count",
    "modified_precision",
    "ngram_f1",
    "rouge_n",
    "rouge_n_scores",
    "scoreboard",
    "show_source",
    "simple_count",
    "unigram_precision",
]
