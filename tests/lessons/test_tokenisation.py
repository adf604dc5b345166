"""Lesson 11: chrF of a sentence and of a corpus, compared with sacrebleu and NLTK on the same texts."""

import unicodedata
from itertools import zip_longest

import pytest
from drawn_cases import corpus, drawn, one_of, sides
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


# --- agreement with sacrebleu ----------------------------------------------------------------------------------------


def corpus_of_texts(random):
    """Draw texts of a few characters each."""
    segments = corpus(random, [*"ab c\n国."])
    texts = [("".join(candidate), [*map("".join, references)]) for candidate, references in segments]
    return texts + [FILLER] * random.randint(0, 1)


@drawn(corpus_of_texts, one_of([1, 2, 3]))
def test_generated_corpora_agree_with_sacrebleu(segments, beta):
    candidates, references = sides(segments)
    theirs = CHRF(beta=beta).corpus_score(candidates, [*zip_longest(*references)]).score / 100
    assert corpus_chrf(candidates, references, beta) == pytest.approx(theirs, rel=1e-12, abs=1e-15)
