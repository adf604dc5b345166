"""The tasks of the benchmark: our function, other functions that return the same numbers, and their arguments."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

from corpus import repeated_test_set

from bleu_helpers import (
    bleu_score,
    corpus_bleu,
    corpus_bleu_of_texts,
    corpus_character_error_rate,
    corpus_chrf,
    corpus_word_error_rate_of_texts,
    rouge_n_scores,
)

Arguments = tuple[Any, ...]
Function = Callable[..., Any]


class Task(NamedTuple):
    """A row of the table."""

    name: str
    functions: Mapping[str, Function]
    """The functions by name; ours comes first."""
    arguments: Callable[[], Arguments]
    """Returns new texts or tokens, whose hashes have not been computed yet."""


def tasks() -> list[Task]:
    """Return the tasks."""
    import bleuscore
    import jiwer
    import nltk.translate.bleu_score as nltk_bleu
    from rouge_score.rouge_scorer import RougeScorer
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    bleu, chrf = BLEU(tokenize="none", smooth_method="none", force=True), CHRF()
    rouge = RougeScorer(["rouge1"], tokenizer=SimpleNamespace(tokenize=list))

    def nltk_of_texts(candidates: list[str], references: list[list[str]]) -> Any:
        split = [[text.split() for text in texts] for texts in references]
        return nltk_bleu.corpus_bleu(split, [text.split() for text in candidates])

    def of_sacrebleu(metric: Any, candidates: list[str], references: list[list[str]]) -> float:
        return float(metric.corpus_score(candidates, list(zip(*references, strict=True))).score) / 100

    of_texts: dict[str, Function] = {
        "corpus_bleu_of_texts": corpus_bleu_of_texts,
        "NLTK": nltk_of_texts,
        "sacrebleu": lambda *texts: of_sacrebleu(bleu, *texts),
        "bleuscore": lambda c, r: bleuscore.compute(r, c, ref_len_method="closest")["bleu"],
    }
    of_tokens: dict[str, Function] = {
        "corpus_bleu": corpus_bleu,
        "NLTK": lambda c, r: nltk_bleu.corpus_bleu(r, c),
    }
    of_pairs: dict[str, Function] = {
        "bleu_score": lambda c, r: [*map(bleu_score, c, r)],
        "NLTK": lambda c, r: [*map(nltk_bleu.sentence_bleu, r, c)],
    }
    of_characters: dict[str, Function] = {
        "corpus_chrf": corpus_chrf,
        "sacrebleu": lambda *texts: of_sacrebleu(chrf, *texts),
    }
    rouge_scores: dict[str, Function] = {
        "rouge_n_scores": lambda c, r: [*map(rouge_n_scores, c, first(r))],
        "rouge-score": lambda c, r: [scores["rouge1"] for scores in map(rouge.score, first(r), c)],
    }
    word_errors: dict[str, Function] = {
        "corpus_word_error_rate_of_texts": lambda c, r: corpus_word_error_rate_of_texts(c, first(r)),
        "jiwer": lambda c, r: jiwer.wer(first(r), c),
    }
    character_errors: dict[str, Function] = {
        "corpus_character_error_rate": lambda c, r: corpus_character_error_rate(c, first(r)),
        "jiwer": lambda c, r: jiwer.cer(first(r), c),
    }
    many, few = repeated_test_set(10_000), repeated_test_set(1_000)
    return [
        Task("BLEU of texts, 1 reference", of_texts, many.texts),
        Task("BLEU of texts, 4 references", of_texts, repeated_test_set(10_000, references=4).texts),
        Task("BLEU of tokens, 1 reference", of_tokens, many.tokens),
        Task("BLEU of each pair of tokens", of_pairs, few.tokens),
        Task("chrF of texts", of_characters, few.texts),
        Task("ROUGE-1 of tokens", rouge_scores, few.tokens),
        Task("WER of texts", word_errors, few.texts),
        Task("CER of texts", character_errors, few.texts),
    ]


def first(references: list[list[Any]]) -> list[Any]:
    """Return the first reference of each segment."""
    return [several[0] for several in references]
