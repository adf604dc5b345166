"""Lesson 11: chrF of a sentence and of a corpus, compared with sacrebleu and NLTK on the same texts."""

import unicodedata

import pytest
from drawn_cases import drawn, one_of, pair, sides
from drawn_texts import FILLER
from sacrebleu.metrics import CHRF

from bleu_helpers import chrf, chrf_counts, corpus_chrf

# --- by hand ---------------------------------------------------------------------------------------------------------


def test_chrf_counts_code_points_and_not_what_a_reader_calls_characters():
    composed = "한국어를 배웁니다"
    decomposed = unicodedata.normalize("NFD", composed)
    assert chrf(decomposed, [composed]) == 0.0
    assert chrf_counts(decomposed, decomposed).matched[0] == 20


def test_counts_the_first_of_equally_good_references():
    """The choice does not change the score of the sentence, but it changes the counts that the corpus adds up."""
    candidates, other = ["ab", "xyz"], ["xyz"]
    for first, second in (("cd", "cdefgh"), ("cdefgh", "cd")):
        alone = corpus_chrf(candidates, [[first], other])
        assert corpus_chrf(candidates, [[first, second], other]) == alone
        assert corpus_chrf(candidates, [[second], other]) != alone


# --- of a corpus -----------------------------------------------------------------------------------------------------


def text_and_references(random):
    """Draw a candidate and one to four references of a few characters each."""
    candidate, references = pair(random, [*"ab c\n国."])
    return "".join(candidate), ["".join(reference) for reference in references]


def corpus_of_texts(random):
    filler = [FILLER] * random.randint(0, 1)
    return [text_and_references(random) for _ in range(random.randint(1, 5))] + filler


# --- agreement with sacrebleu ----------------------------------------------------------------------------------------


def of_sacrebleu(segments, **settings):
    """Compute corpus chrF with sacrebleu, which takes streams: all first references, all second ones, and so on."""
    candidates, references = sides(segments)
    streams = [[texts[k] if k < len(texts) else None for texts in references] for k in range(4)]
    return CHRF(**settings).corpus_score(candidates, streams).score / 100


beta = one_of([1, 2, 3])


@drawn(text_and_references, beta)
def test_generated_sentences_agree_with_sacrebleu(pair, beta):
    theirs = CHRF(beta=beta).sentence_score(*pair).score / 100
    assert chrf(*pair, beta) == pytest.approx(theirs, rel=1e-12, abs=1e-15)


@drawn(corpus_of_texts, beta)
def test_generated_corpora_agree_with_sacrebleu(segments, beta):
    theirs = of_sacrebleu(segments, beta=beta)
    assert corpus_chrf(*sides(segments), beta) == pytest.approx(theirs, rel=1e-12, abs=1e-15)
