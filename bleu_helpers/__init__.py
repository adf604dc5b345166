"""The functions that "BLEU from scratch" teaches, and the modules that contain them:

    lessons/            the definitions, in reading order: each builds on those before it
      counting          01  words, counts, unigram precision
      clipping          02  a word counts at most as often as it occurs in a reference
      ngrams            03  word order, modified precision
      brevity_penalty   04  what precision cannot see: missing words
      bleu              05  the counts that BLEU needs, and the score computed from them
      rouge_n           06  recall
      f1                07  precision and recall in one number
      corpus_bleu       08  one score for a corpus, from its summed counts
      smoothing         09  replacing a precision of 0
      error_rates       10  edit distances, and ROUGE-L from a similar table
      tokenisation      11  what counts as a word, and character n-grams
      word_vectors      16  words as vectors, so that two different words can be similar
    fast/               faster ways to get the same numbers; never needed to understand a lesson
      engine            08  counts the n-grams of many segments at once, with NumPy
      tokens            08  numbers tokens, and replaces definitions of lessons 05, 07 and 08
      texts             08  numbers the words of texts without splitting the texts
      compiled          08  counts the words of large corpora in a loop compiled by Numba
      edits             10  computes edit distances with rapidfuzz
      characters        11  numbers characters, for chrF
    corpora/            what a corpus needs beyond its score
      accumulator       08  a score that is updated batch by batch
      significance      08  how much of the difference between two systems can be luck
      false_alarms      08  how often the tests call equal systems different
      tokenisers        11  sacreBLEU's tokenisers, by name
      small_test_set    13  sentences with human translations, and a real system's output
      at_scale          14  a corpus in files, split into ranges that can be counted anywhere
      judgements        15  professional translators' judgements of real systems
      word_pieces       16  a table of vectors, and the encoder that it was made with
    validation/         the rules for the arguments of every public function
    report/             scores files, and explains why a score changed
    display/            tables, pictures, predictions, the scoreboard and the widgets
    checks              `check` and `progress`, which are in the package bleu_exercises
    data/               the test set, the judgements, and the table of vectors
    example_sentences   the sentences that all lessons share

The functions in `lessons` trust their input. Under the package's own name, for example `bleu_helpers.bleu_score`, the
same functions check their arguments first.

Every function takes the candidate first and the references second. Sentences are lists or tuples of tokens.
Importing this package is fast: matplotlib, NumPy, rapidfuzz and tqdm are loaded by the first call that needs them, and
NLTK is never loaded.
"""

import functools as _functools

from bleu_helpers.corpora import at_scale as _at_scale
from bleu_helpers.corpora import significance as _significance
from bleu_helpers.corpora.accumulator import BleuScore as BleuScore
from bleu_helpers.corpora.at_scale import LineRange as LineRange
from bleu_helpers.corpora.significance import ApproximateRandomization as ApproximateRandomization
from bleu_helpers.corpora.significance import PairedBootstrap as PairedBootstrap
from bleu_helpers.corpora.significance import ResampledScore as ResampledScore
from bleu_helpers.display.board import scoreboard as scoreboard
from bleu_helpers.display.prediction import reveal as reveal
from bleu_helpers.display.source import show_source as show_source
from bleu_helpers.fast import characters as _characters
from bleu_helpers.fast import edits as _edits
from bleu_helpers.fast import texts as _texts
from bleu_helpers.fast import tokens as _tokens
from bleu_helpers.lessons import bleu as _bleu
from bleu_helpers.lessons import brevity_penalty as _brevity_penalty
from bleu_helpers.lessons import clipping as _clipping
from bleu_helpers.lessons import corpus_bleu as _corpus_bleu
from bleu_helpers.lessons import counting as _counting
from bleu_helpers.lessons import error_rates as _error_rates
from bleu_helpers.lessons import f1 as _f1
from bleu_helpers.lessons import ngrams as _ngrams
from bleu_helpers.lessons import rouge_n as _rouge_n
from bleu_helpers.lessons import smoothing as _smoothing
from bleu_helpers.lessons import tokenisation as _tokenisation
from bleu_helpers.lessons import word_vectors as _word_vectors
from bleu_helpers.lessons.bleu import BleuCounts as BleuCounts
from bleu_helpers.lessons.bleu import BleuExplanation as BleuExplanation
from bleu_helpers.lessons.bleu import BleuParts as BleuParts
from bleu_helpers.lessons.error_rates import Alignment as Alignment
from bleu_helpers.lessons.f1 import RougeScores as RougeScores
from bleu_helpers.lessons.tokenisation import ChrfCounts as ChrfCounts
from bleu_helpers.lessons.word_vectors import GreedyMatch as GreedyMatch
from bleu_helpers.report import compare_systems as _compare_systems
from bleu_helpers.validation import counts as _counts
from bleu_helpers.validation import sentences as _sentences
from bleu_helpers.validation import validated as _public
from bleu_helpers.validation import validated_quicker as _quicker
from bleu_helpers.validation import values as _values
from bleu_helpers.validation import vectors as _vectors

# The rules that several functions share: what a sentence, an order or a smoothing must be.

_pair = _sentences.check_candidate_and_references
_sentence = _sentences.check_sentence
_corpus = _sentences.check_corpus
_not_empty = _sentences.check_not_empty
_text = _sentences.check_text
_text_corpus = _sentences.check_text_corpus
_one_reference = _sentences.check_one_reference_each
_order = _values.check_order
_beta = _values.check_beta
_above_zero = _values.check_above_zero
_whole_number = _values.whole_number_from(0)
_bleu_counts = _counts.instance_of(BleuCounts, "of a sentence, bleu_counts(candidate, references), or the sum of many")
_chrf_counts = _counts.instance_of(ChrfCounts, "of a sentence, chrf_counts(candidate, reference), or the sum of many")
_range = _counts.instance_of(LineRange, "line_ranges(candidates, references) makes a list of them")

# Groups of parameters that several functions share.

_two_sentences = {"candidate": _sentence, "reference": _sentence}
_two_texts = {"candidate": _text, "reference": _text}
_sentences_of_both = {"candidates": _sentences.check_sentences, "references": _sentences.check_sentences}
_texts_of_both = {"candidates": _sentences.check_texts, "references": _sentences.check_texts}
_scored = {"weights": _values.check_weights, "smoothing": _counts.check_smoothing}
_smoothed = {"counts": _counts.check_pairs_of_counts, "candidate_length": _whole_number}
_resampled = {
    "samples": _values.whole_number_from(1, 1_000_000),  # enough for a p-value of six digits; no table shows more
    "seed": _whole_number,
    "score": _values.unless_none(
        _values.function_for("the function that makes a score of summed counts, such as chrf_of_counts")
    ),
}
_split = _values.function_for("a function that makes tokens of a line, such as str.split")
_files = {"candidates": _sentences.check_path, "references": _sentences.check_paths}

# The public functions: the definition, its quicker equivalent if there is one, and the rules for its arguments.

simple_count = _public(_counting.simple_count, tokens=_sentence, n=_order)
unigram_precision = _public(_counting.unigram_precision, _pair)

max_ref_count = _public(_clipping.max_ref_count, references=_sentences.check_references, n=_order)
count_clip = _public(_clipping.count_clip, _pair, n=_order)

match_counts = _public(_ngrams.match_counts, _pair, n=_order)
modified_precision = _public(_ngrams.modified_precision, _pair, n=_order)

closest_ref_length = _public(_brevity_penalty.closest_ref_length, _pair)
brevity_penalty = _public(_brevity_penalty.brevity_penalty, _pair)
brevity_penalty_of_lengths = _public(_brevity_penalty.brevity_penalty_of_lengths, c=_whole_number, r=_whole_number)

geometric_mean = _public(
    _bleu.geometric_mean, _values.check_one_weight_each, values=_values.check_values, weights=_values.check_weights
)
bleu_counts = _quicker(_bleu.bleu_counts, _tokens.bleu_counts, _pair, n_gram=_order)
bleu_of_counts = _public(_bleu.bleu_of_counts, _counts.check_weights_of_counts, counts=_bleu_counts, **_scored)
bleu_score = _quicker(_bleu.bleu_score, _tokens.bleu_score, _pair, **_scored)
explain_counts = _public(_bleu.explain_counts, _counts.check_weights_of_counts, counts=_bleu_counts, **_scored)
explain_bleu = _public(_bleu.explain_bleu, _pair, **_scored)
marked_ngrams = _public(_bleu.marked_ngrams, _pair, n=_order)

rouge_n = _public(_rouge_n.rouge_n, _pair, n=_order)

f_score = _public(_f1.f_score, precision=_values.check_share, recall=_values.check_share, beta=_beta)
rouge_n_scores = _quicker(_f1.rouge_n_scores, _tokens.rouge_n_scores, **_two_sentences, n=_order)
ngram_f1 = _public(_f1.ngram_f1, _pair, n=_order)

segment_counts = _quicker(_corpus_bleu.segment_counts, _tokens.segment_counts, _corpus, n_gram=_order)
corpus_counts = _quicker(_corpus_bleu.corpus_counts, _tokens.corpus_counts, _corpus, n_gram=_order)
segment_counts_of_texts = _quicker(
    _corpus_bleu.segment_counts_of_texts, _texts.segment_counts_of_texts, _text_corpus, n_gram=_order
)
corpus_counts_of_texts = _quicker(
    _corpus_bleu.corpus_counts_of_texts, _texts.corpus_counts_of_texts, _text_corpus, n_gram=_order
)
corpus_bleu = _quicker(_corpus_bleu.corpus_bleu, _tokens.corpus_bleu, _corpus, _not_empty, **_scored)
corpus_bleu_of_texts = _quicker(
    _corpus_bleu.corpus_bleu_of_texts, _texts.corpus_bleu_of_texts, _text_corpus, _not_empty, **_scored
)
explain_corpus_bleu = _quicker(
    _corpus_bleu.explain_corpus_bleu, _tokens.explain_corpus_bleu, _corpus, _not_empty, **_scored
)
paired_bootstrap = _public(_significance.paired_bootstrap, _counts.check_two_systems, **_resampled)
approximate_randomization = _public(_significance.approximate_randomization, _counts.check_two_systems, **_resampled)

no_smoothing = _public(_smoothing.no_smoothing, **_smoothed)
add_epsilon = _public(_smoothing.add_epsilon, **_smoothed, epsilon=_above_zero)
add_one = _public(_smoothing.add_one, **_smoothed)
add_one_to_every_order = _public(_smoothing.add_one_to_every_order, **_smoothed)
halve_at_each_zero = _public(_smoothing.halve_at_each_zero, **_smoothed)
shrink_at_each_zero = _public(_smoothing.shrink_at_each_zero, **_smoothed, k=_above_zero)
average_with_neighbours = _public(_smoothing.average_with_neighbours, **_smoothed)
trust_lower_orders = _public(_smoothing.trust_lower_orders, **_smoothed, alpha=_above_zero)
shrink_then_average = _public(_smoothing.shrink_then_average, **_smoothed, k=_above_zero)


@_functools.wraps(_smoothing.smoothing_method)
def _smoothing_method(number: int) -> _bleu.Smoothing:
    public: _bleu.Smoothing = globals()[_smoothing.smoothing_method(number).__name__]
    return public  # the validated function defined above, not the plain one


smoothing_method = _public(_smoothing_method, number=_whole_number)

align = _quicker(_error_rates.align, _edits.align, **_two_sentences)
distance_table = _public(_error_rates.distance_table, **_two_sentences)
characters = _quicker(_error_rates.characters, _edits.characters, text=_text)
word_error_rate = _quicker(_error_rates.word_error_rate, _edits.word_error_rate, **_two_sentences)
corpus_word_error_rate = _quicker(
    _error_rates.corpus_word_error_rate, _edits.corpus_word_error_rate, _one_reference, **_sentences_of_both
)
corpus_word_error_rate_of_texts = _quicker(
    _error_rates.corpus_word_error_rate_of_texts,
    _edits.corpus_word_error_rate_of_texts,
    _one_reference,
    **_texts_of_both,
)
character_error_rate = _quicker(_error_rates.character_error_rate, _edits.character_error_rate, **_two_texts)
corpus_character_error_rate = _quicker(
    _error_rates.corpus_character_error_rate, _edits.corpus_character_error_rate, _one_reference, **_texts_of_both
)
rouge_l = _quicker(_error_rates.rouge_l, _edits.rouge_l, **_two_sentences)

chrf_counts = _quicker(_tokenisation.chrf_counts, _characters.chrf_counts, **_two_texts)
chrf_of_counts = _public(_tokenisation.chrf_of_counts, counts=_chrf_counts, beta=_beta)
chrf = _quicker(_tokenisation.chrf, _characters.chrf, _sentences.check_text_and_references, beta=_beta)
segment_chrf_counts = _quicker(
    _tokenisation.segment_chrf_counts, _characters.segment_chrf_counts, _text_corpus, beta=_beta
)
corpus_chrf = _quicker(_tokenisation.corpus_chrf, _characters.corpus_chrf, _text_corpus, _not_empty, beta=_beta)

cosine = _public(_word_vectors.cosine, _vectors.check_same_length, a=_vectors.check_vector, b=_vectors.check_vector)
greedy_matches = _public(_word_vectors.greedy_matches, _vectors.check_vectors_of_pair, **_two_sentences)
idf = _public(_word_vectors.idf, token=_sentences.check_token, sentences=_sentences.check_sentences)
bert_score_of_vectors = _public(
    _word_vectors.bert_score_of_vectors, _pair, _vectors.check_vectors_of_all, _vectors.check_weights_of_tokens
)

line_ranges = _public(_at_scale.line_ranges, **_files, lines=_values.unless_none(_values.whole_number_from(1)))
read_segments = _public(_at_scale.read_segments, part=_range, split=_split)
_split_or_tokenize = _values.check_split_or_tokenize
score_range = _public(_at_scale.score_range, _split_or_tokenize, part=_range, split=_values.unless_none(_split))
score_files = _public(_at_scale.score_files, _split_or_tokenize, **_files, split=_values.unless_none(_split))

compare_systems = _public(
    _compare_systems,
    _sentences.check_comparison,
    source=_values.unless_none(_sentences.check_texts),
    groups=_values.unless_none(_sentences.check_texts),
    scores=_values.unless_none(_values.check_two_lists_of_numbers),
    samples=_resampled["samples"],
    seed=_resampled["seed"],
    lowercase=_values.check_bool,
)

__all__ = sorted(name for name, value in globals().items() if callable(value) and not name.startswith("_"))
