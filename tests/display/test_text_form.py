"""The text form of a figure, which is read from what is drawn: cases that no figure of a lesson has.

The text forms in the lessons are compared whenever a lesson is run (see pytest_notebook_differences).
"""

import pytest

from bleu_helpers.display import plots
from bleu_helpers.example_sentences import CAT_CANDIDATES, CAT_REFERENCES, STEP_REFERENCES

SAT = CAT_CANDIDATES[0]
CASES = {
    "bars without names": (
        (plots.corpus_and_mean_bleu, [SAT, STEP_REFERENCES[0]], [CAT_REFERENCES, STEP_REFERENCES]),
        """Figure: 1 of 2 segments scores exactly 0, whatever they got right
        x axis: BLEU of a segment
        y axis: number of segments
        bars: exactly 0: 1; 0.9 to 1: 1
        mean of the segments 0.5000, BLEU of the corpus 0.7236""",
    ),
    "words on a ruler": (
        (plots.balance, "a b c x d".split(), ["a b c y d".split()]),
        """Figure: "a b c x d" Equal steps: the beam balances at the ordinary average
        the beam balances at: 0.4083
        p4 at none, p3 at 0.3333, p2 at half, p1 at 0.8
        Each step to the left a halving: the beam balances at the geometric mean
        the beam balances at: a sixteenth or less
        p4 at a sixteenth or less, p3 at 0.3333, p2 at half, p1 at 0.8""",
    ),
    "points of two axes": (
        (plots.systems_judged, {"good": 1.0, "bad": 4.0}, {"ref": {"good": 30.0, "bad": 20.0}}, "BLEU", ["bad"]),
        """Figure: Correlation of BLEU with people: +1.00 by “ref”
        x axis: BLEU, a part of the scale from 0 to 100
        y axis: points per segment (fewest on top)
        by “ref”: good (30, 1), bad (20, 4)""",
    ),
}


@pytest.mark.parametrize(("call", "text"), CASES.values(), ids=CASES)
def test_a_text_form_describes_the_drawing(call, text, capsys):
    plot, *arguments = call
    plot(*arguments)
    assert capsys.readouterr().out.splitlines() == [line.strip() for line in text.split("\n")]
