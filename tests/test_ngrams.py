"""Lesson 03: modified n-gram precision."""

import pytest
from drawn_cases import drawn, pair
from examples import (
    FRUIT_CANDIDATE,
    FRUIT_REFERENCES,
    GUARD_CANDIDATE,
    GUARD_REFERENCES,
    OTHER_PROGRAM_CANDIDATE,
    PEN_CANDIDATE,
    PEN_REFERENCES,
    PROGRAM_CANDIDATE,
    PROGRAM_REFERENCES,
)
from nltk.translate.bleu_score import modified_precision as nltk_modified_precision
from peers import close

from bleu_helpers import match_counts, modified_precision
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES


@pytest.mark.parametrize(
    ("candidate", "references", "expected"),
    [
        (["the"] * 7, CAT_REFERENCES, [(2, 7)]),
        (GUIDE_CANDIDATE, GUIDE_REFERENCES, [(17, 18), (10, 17), (7, 16), (4, 15)]),
        (CAT_CANDIDATES[0], CAT_REFERENCES, [(5, 6), (1, 5), (0, 4), (0, 3)]),
        (CAT_CANDIDATES[2], CAT_REFERENCES, [(6, 7), (1, 6), (0, 5), (0, 4)]),
        ("cat mat".split(), CAT_REFERENCES, [(2, 2), (0, 1)]),
        ("the mat".split(), CAT_REFERENCES, [(2, 2), (1, 1), (0, 0), (0, 0)]),
        (PROGRAM_CANDIDATE, PROGRAM_REFERENCES, [(4, 8), (2, 7), (1, 6), (0, 5)]),
        (OTHER_PROGRAM_CANDIDATE, PROGRAM_REFERENCES, [(3, 10), (2, 9), (1, 8), (0, 7)]),
        (["the"] * 10, PROGRAM_REFERENCES, [(1, 10)]),
        ("the cat the cat on the mat".split(), CAT_REFERENCES, [(5, 7), (4, 6)]),
        (PEN_CANDIDATE, PEN_REFERENCES, [(7, 7), (5, 6), (3, 5), (1, 4)]),
        ("He He He".split(), ["He eats an apple".split()], [(1, 3)]),
        (FRUIT_CANDIDATE, FRUIT_REFERENCES, [(3, 6)]),
        (GUARD_CANDIDATE, GUARD_REFERENCES, [(5, 8), (4, 7), (3, 6), (2, 5)]),
        ([], CAT_REFERENCES, [(0, 0), (0, 0)]),
    ],
)
def test_match_counts_of_the_sources(candidate, references, expected):
    assert [match_counts(candidate, references, n) for n in range(1, len(expected) + 1)] == expected


@drawn(pair)
def test_generated_cases_agree_with_nltk(pair):
    candidate, references = pair
    for n in (1, 2, 3, 4):
        theirs = nltk_modified_precision(references, candidate, n)
        assert close(modified_precision(candidate, references, n), theirs)
        matched, total = match_counts(candidate, references, n)
        assert (type(matched), type(total)) == (int, int)
        # For NLTK a candidate that is too short has one n-gram, which does not match.
        assert (matched, max(total, 1)) == (theirs.numerator, theirs.denominator)
