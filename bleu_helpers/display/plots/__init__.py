"""The figures of the lessons: one module per lesson, with the same name as the lesson's module.

Each function draws one figure, which conveys one message, and returns nothing. In a notebook, the figure is shown as a
PNG of a fixed size. Its text form, which describes the drawn objects, is the alternative text for screen readers and is
compared by the tests. Outside a notebook, only the text form is printed.
"""

from bleu_helpers.display.plots.a_real_system import scores_by_kind
from bleu_helpers.display.plots.at_scale import growth_and_two_cores, speed_by_step
from bleu_helpers.display.plots.bleu import balance, bleu_step_by_step, ordinary_averages, precisions_by_order
from bleu_helpers.display.plots.brevity_penalty import brevity_penalty_curve
from bleu_helpers.display.plots.clipping import clipped_counts, purse
from bleu_helpers.display.plots.corpus_bleu import corpus_and_mean_bleu, false_alarms, resampled_differences
from bleu_helpers.display.plots.counting import word_matches
from bleu_helpers.display.plots.error_rates import edit_path
from bleu_helpers.display.plots.f1 import f_beta_curves, matched_words_of_both
from bleu_helpers.display.plots.ngrams import ngram_grid, order_grid
from bleu_helpers.display.plots.rouge_n import recall_per_reference
from bleu_helpers.display.plots.smoothing import smoothed_precisions, smoothing_scores
from bleu_helpers.display.plots.systems_of_today import agreement_of_judges, pairs_by_cluster, systems_by_rater
from bleu_helpers.display.plots.tokenisation import scores_by_tokeniser, token_cuts
from bleu_helpers.display.plots.what_people_say import raters_and_systems, systems_judged
from bleu_helpers.display.plots.which_metric import ranks_by_measure
from bleu_helpers.display.plots.word_vectors import shares_preferred, similarity_table, words_in_context

__all__ = [
    "agreement_of_judges",
    "balance",
    "bleu_step_by_step",
    "brevity_penalty_curve",
    "clipped_counts",
    "corpus_and_mean_bleu",
    "edit_path",
    "f_beta_curves",
    "false_alarms",
    "growth_and_two_cores",
    "matched_words_of_both",
    "ngram_grid",
    "order_grid",
    "ordinary_averages",
    "pairs_by_cluster",
    "precisions_by_order",
    "purse",
    "ranks_by_measure",
    "raters_and_systems",
    "recall_per_reference",
    "resampled_differences",
    "scores_by_kind",
    "scores_by_tokeniser",
    "shares_preferred",
    "similarity_table",
    "smoothed_precisions",
    "smoothing_scores",
    "speed_by_step",
    "systems_by_rater",
    "systems_judged",
    "token_cuts",
    "word_matches",
    "words_in_context",
]
