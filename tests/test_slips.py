"""The slips of the five sources, each in a line: its wrong number beside the right one, as the lessons show them.

Also what the lessons say in words about numbers of others, where no other test holds it.
"""

import ast
import math

import pytest
from examples import GUARD_CANDIDATE, GUARD_REFERENCES, PEN_CANDIDATE, PEN_REFERENCES
from notebook_rules import ROOT, code, code_cells, load
from sacrebleu.metrics import CHRF

import bleu_helpers
from bleu_helpers import (
    bleu_score,
    brevity_penalty,
    brevity_penalty_of_lengths,
    character_error_rate,
    chrf,
    geometric_mean,
)
from bleu_helpers import modified_precision as p_n
from bleu_helpers.cast import BAD_GUIDE_CANDIDATE, CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES

ORDERS = (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("candidate", "references", "wrong"),
    [(["the"] * 7, CAT_REFERENCES, 0.7311), (BAD_GUIDE_CANDIDATE, GUIDE_REFERENCES, 0.3969)],
)
def test_source_000_takes_a_precision_of_0_for_1(candidate, references, wrong):
    slip = math.prod(p_n(candidate, references, n) or 1 for n in ORDERS) ** 0.25
    assert round(brevity_penalty(candidate, references) * slip, 4) == wrong
    assert bleu_score(candidate, references) == 0.0


@pytest.mark.parametrize(("c", "r", "wrong", "right"), [(6, 2, 1.9477, 1.0), (2, 6, 1.0, 0.1353)])
def test_source_001_takes_the_larger_of_0_and_the_exponent(c, r, wrong, right):
    assert round(math.exp(max(0, 1 - r / c)), 4) == wrong
    assert round(brevity_penalty_of_lengths(c, r), 4) == right


def test_source_003_takes_the_exponential_of_the_mean_precision():
    precisions = [p_n(PEN_CANDIDATE, PEN_REFERENCES, n) for n in ORDERS]
    assert round(math.exp(sum(precisions) / 4), 3) == 1.956
    assert round(geometric_mean(precisions, (0.25,) * 4), 4) == 0.5946


def test_source_004_leaves_open_what_a_character_error_rate_is_divided_by():
    candidate, reference = " ".join(GUARD_CANDIDATE), " ".join(GUARD_REFERENCES[0])
    assert character_error_rate(candidate, reference) == 8 / 45
    assert (len(candidate), len(reference)) == (42, 45)  # divided by the candidate's length it is 8 / 42


# --- lesson 11 -------------------------------------------------------------------------------------------------------


def chrf_of_the_lesson():
    """The function that lesson 11 derives in a cell."""
    for cell in code_cells(load(ROOT / "notebooks" / "11_tokenisation.ipynb")):
        for node in code(cell).body:
            if isinstance(node, ast.FunctionDef) and node.name == "chrf_of_one":
                names = dict(vars(bleu_helpers))
                exec(compile(ast.Module([node], []), "lesson 11", "exec"), names)
                return names["chrf_of_one"]
    raise AssertionError("lesson 11 has no function chrf_of_one")


TIRED = "the cat sat on the mat because it was tired"


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        ("the cat sat on the mat because it was tyred", TIRED),
        ("because it was tired the cat sat on the mat", TIRED),
        ("the weary cat lay down on the rug to rest", TIRED),
        ("please take ten of the white pills every night", "please take two of the white pills every night"),
        (" ".join(GUARD_CANDIDATE), " ".join(GUARD_REFERENCES[0])),
        (" ".join(GUIDE_CANDIDATE), " ".join(GUIDE_REFERENCES[0])),
        ("the mat", " ".join(CAT_REFERENCES[0])),
        *((" ".join(candidate), " ".join(CAT_REFERENCES[1])) for candidate in CAT_CANDIDATES),
        ("wholly different", "jumping by"),
        (TIRED, TIRED),
    ],
)
def test_the_chrf_of_lesson_11_is_that_of_sacrebleu(candidate, reference):
    theirs = CHRF().sentence_score(candidate, [reference]).score / 100
    assert chrf_of_the_lesson()(candidate, reference) == pytest.approx(theirs, rel=1e-12)
    assert chrf(candidate, [reference]) == pytest.approx(theirs, rel=1e-12)
