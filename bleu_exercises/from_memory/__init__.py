"""The functions of the lessons, to be written again from memory: each with its steps, and the ways of getting it wrong.

A mistake is a step of the right function done differently, so two steps can be replaced at once. Many mistakes were
found in public code; the others follow from the steps. If people write the same mistake in several ways that differ
only in corner cases, all of them have the same name. Its question is in the `.toml` file of the lesson that covers it.
"""

from bleu_exercises._ways import Function, Ways, merged
from bleu_exercises.from_memory import bleu, counts, lengths, measures

FROM_MEMORY: dict[str, tuple[Function, Ways]] = {
    function.__name__: (function, merged(mistakes))
    for function, mistakes in (
        (counts.simple_count, counts.SIMPLE_COUNT),
        (counts.unigram_precision, counts.UNIGRAM_PRECISION),
        (counts.count_clip, counts.COUNT_CLIP),
        (counts.modified_precision, counts.MODIFIED_PRECISION),
        (lengths.closest_ref_length, lengths.CLOSEST_REF_LENGTH),
        (lengths.brevity_penalty, lengths.BREVITY_PENALTY),
        (bleu.bleu_score, bleu.BLEU_SCORE),
        (bleu.corpus_bleu, bleu.CORPUS_BLEU),
        (measures.rouge_n, measures.ROUGE_N),
        (measures.f_score, measures.F_SCORE),
        (measures.ngram_f1, measures.NGRAM_F1),
        (measures.word_error_rate, measures.WORD_ERROR_RATE),
    )
}
"""For each task, the right function with its steps, and the mistakes, the deepest cause first."""
