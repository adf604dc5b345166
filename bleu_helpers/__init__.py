"""The functions that "BLEU from scratch" teaches, one module a lesson.

Read them in the order of the lessons; each builds on those before it:

    counting         01  words, counts, unigram precision
    clipping         02  a word counts only as often as a reference has it
    ngrams           03  the order of the words, modified precision
    brevity_penalty  04  what precision cannot see
    bleu             05  the counts that BLEU knows of a text, and the score that is made of them
    rouge_n          06  recall
    f1               07  precision and recall in one number
    corpus_counts    08  the counts of many segments at once, in NumPy
    corpus_bleu      08  one score of their sum
    smoothing        09  something in the place of 0
    error_rates      10  edits, and ROUGE-L on the same table
    tokenisation     11  what a word is, and n-grams of characters
    at_scale         14  a corpus in files, cut so that many can count it

`_door` checks what a caller passes in, `cast` has the sentences of the lessons, `small_test_set` reads those that a
real system translated, `display` shows things, and `checks` and `course` look at other people's functions.

Every function takes the candidate first and the references second. Sentences are lists or tuples of tokens.
Importing this package is light: matplotlib, NumPy, rapidfuzz and tqdm are loaded by the first call that needs them, and
NLTK never.
"""

from bleu_helpers.at_scale import LineRange, line_ranges, read_segments, score_files, score_range
from bleu_helpers.bleu import (
    BleuCounts,
    BleuExplanation,
    BleuParts,
    bleu_counts,
    bleu_of_counts,
    bleu_score,
    explain_bleu,
    explain_counts,
    geometric_mean,
    marked_ngrams,
)
from bleu_helpers.brevity_penalty import brevity_penalty, brevity_penalty_of_lengths, closest_ref_length
from bleu_helpers.clipping import count_clip, max_ref_count
from bleu_helpers.corpus_bleu import (
    BleuScore,
    PairedBootstrap,
    ResampledScore,
    corpus_bleu,
    explain_corpus_bleu,
    paired_bootstrap,
)
from bleu_helpers.corpus_counts import corpus_counts, segment_counts, segment_rouge_scores
from bleu_helpers.counting import simple_count, unigram_precision
from bleu_helpers.display.bar import progress_bar
from bleu_helpers.display.board import scoreboard
from bleu_helpers.display.prediction import reveal
from bleu_helpers.display.source import show_source
from bleu_helpers.error_rates import (
    Alignment,
    align,
    character_error_rate,
    characters,
    corpus_character_error_rate,
    corpus_word_error_rate,
    distance_table,
    rouge_l,
    word_error_rate,
)
from bleu_helpers.f1 import RougeScores, f_score, ngram_f1, rouge_n_scores
from bleu_helpers.ngrams import match_counts, modified_precision
from bleu_helpers.rouge_n import rouge_n
from bleu_helpers.smoothing import (
    add_epsilon,
    add_one,
    add_one_to_every_order,
    average_with_neighbours,
    halve_at_each_zero,
    no_smoothing,
    shrink_at_each_zero,
    shrink_then_average,
    smoothing_method,
    trust_lower_orders,
)
from bleu_helpers.tokenisation import ChrfCounts, chrf, chrf_counts, chrf_of_counts, corpus_chrf

__all__ = [
    "Alignment",
    "BleuCounts",
    "BleuExplanation",
    "BleuParts",
    "BleuScore",
    "ChrfCounts",
    "LineRange",
    "PairedBootstrap",
    "ResampledScore",
    "RougeScores",
    "add_epsilon",
    "add_one",
    "add_one_to_every_order",
    "align",
    "average_with_neighbours",
    "bleu_counts",
    "bleu_of_counts",
    "bleu_score",
    "brevity_penalty",
    "brevity_penalty_of_lengths",
    "character_error_rate",
    "characters",
    "chrf",
    "chrf_counts",
    "chrf_of_counts",
    "closest_ref_length",
    "corpus_bleu",
    "corpus_character_error_rate",
    "corpus_chrf",
    "corpus_counts",
    "corpus_word_error_rate",
    "count_clip",
    "distance_table",
    "explain_bleu",
    "explain_corpus_bleu",
    "explain_counts",
    "f_score",
    "geometric_mean",
    "halve_at_each_zero",
    "line_ranges",
    "marked_ngrams",
    "match_counts",
    "max_ref_count",
    "modified_precision",
    "ngram_f1",
    "no_smoothing",
    "paired_bootstrap",
    "progress_bar",
    "read_segments",
    "reveal",
    "rouge_l",
    "rouge_n",
    "rouge_n_scores",
    "score_files",
    "score_range",
    "scoreboard",
    "segment_counts",
    "segment_rouge_scores",
    "show_source",
    "shrink_at_each_zero",
    "shrink_then_average",
    "simple_count",
    "smoothing_method",
    "trust_lower_orders",
    "unigram_precision",
    "word_error_rate",
]
