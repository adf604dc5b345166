"""Lesson 02: clipping."""

from collections import Counter
from functools import reduce
from operator import or_

from drawn_cases import drawn, pair
from nltk import ngrams as nltk_ngrams

from bleu_helpers import count_clip, max_ref_count


@drawn(pair)
def test_clipped_counts_agree_with_an_independent_definition(pair):
    candidate, references = pair
    for n in (1, 2, 3, 4):
        maximum = reduce(or_, (Counter(nltk_ngrams(reference, n)) for reference in references))
        assert max_ref_count(references, n) == maximum
        assert +count_clip(candidate, references, n) == Counter(nltk_ngrams(candidate, n)) & maximum
