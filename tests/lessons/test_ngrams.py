"""Lesson 03: modified n-gram precision."""

from drawn_cases import drawn, pair
from nltk.translate.bleu_score import modified_precision as nltk_modified_precision
from peers import close

from bleu_helpers import match_counts, modified_precision


@drawn(pair)
def test_generated_cases_agree_with_nltk(pair):
    candidate, references = pair
    for n in (1, 2, 3, 4):
        theirs = nltk_modified_precision(references, candidate, n)
        assert close(modified_precision(candidate, references, n), theirs)
        matched, total = match_counts(candidate, references, n)
        assert (type(matched), type(total)) == (int, int)
        # For NLTK a candidate that is too short has one n-gram, which does not match.
        assert total == max(len(candidate) - n + 1, 0)
        assert (matched, max(total, 1)) == (theirs.numerator, theirs.denominator)
