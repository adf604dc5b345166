"""The text form of a figure, which is read from what is drawn: cases with numbers found by hand.

The text forms in the lessons are compared whenever a lesson is run (see pytest_notebook_differences).
"""

import pytest

from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, STEP_REFERENCES
from bleu_helpers.display import plots
from bleu_helpers.display.plots import _figure

SAT = CAT_CANDIDATES[0]
CASES = {
    "bars without names": (
        (plots.corpus_and_mean_bleu, [SAT, STEP_REFERENCES[0]], [CAT_REFERENCES, STEP_REFERENCES]),
        """Figure: 1 of 2 segments score exactly 0, whatever they got right
        x axis: BLEU of a segment
        y axis: number of segments
        bars: exactly 0: 1; 0.9 to 1: 1
        mean of the segments 0.5000, BLEU of the corpus 0.7236""",
    ),
    "panels of a table": (
        (plots.ngram_grid, ["a", "cat", "sat"], [["a", "cat"], ["sat"]]),
        """Figure: Bigrams that match a reference: 1 of 2
        reference 1
        x axis: a, cat
        y axis: candidate: a, cat, sat
        line: (a, a), (cat, cat)
        dots: (a, a), (cat, cat)
        reference 2
        x axis: sat
        y axis: a, cat, sat
        dots: (sat, sat)
        dot: the same word; line: the same bigram""",
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
    "points in rows, and a band over them": (
        (plots.false_alarms, {"one kind": {"a test": [77, 103], "another": [41]}}, 1000, 0.05),
        """Figure: Alarms in 1000 pairs of equal systems: 50 are allowed
        one kind
        x axis: pairs called different, of 1000 (shaded: 50, within luck)
        shaded: 36.22 to 63.78
        points: a test: 77, 103; another: 41""",
    ),
    "letters in boxes": (
        (plots.token_cuts, "a bat.", {"none": ["a", "bat."], "13a": ["a", "bat", "."]}),
        """Figure: One text, cut in 2 ways: from 2 to 3 tokens
        none (2 tokens): [a], [bat.]
        13a (3 tokens): [a], [bat], [.]""",
    ),
    "points of two axes": (
        (plots.systems_judged, {"good": 1.0, "bad": 4.0}, {"ref": {"good": 30.0, "bad": 20.0}}, "BLEU", ["bad"]),
        """Figure: Correlation of BLEU with people: +1.00 by “ref”
        x axis: BLEU, a part of the scale from 0 to 100
        y axis: points per segment (fewest on top)
        by “ref”: good (30, 1), bad (20, 4)""",
    ),
    "bars that come in pairs": (
        (
            plots.pairs_by_cluster,
            {"BLEU": {"a": 3.0, "b": 2.0, "c": 2.0}},
            {"a": 9.0, "b": 8.0, "c": 7.0},
            {"a": 1, "b": 2, "c": 2},
        ),
        """Figure: As people order them: across clusters 100 to 100, within a cluster 0 to 0%
        x axis: pairs of systems in the same order as by people, in % (a coin: 50)
        across clusters: BLEU: 100
        within a cluster: BLEU: 0
        a coin: BLEU: 50; 0.6: 50
        BLEU: 0 of 1, 2 of 2""",
    ),
}


@pytest.mark.parametrize(("call", "text"), CASES.values(), ids=CASES)
def test_a_text_form_describes_the_drawing(call, text, capsys):
    plot, *arguments = call
    plot(*arguments)
    assert capsys.readouterr().out.splitlines() == [line.strip() for line in text.split("\n")]


def test_a_wrong_number_in_a_drawing_appears_in_its_text_form(capsys, monkeypatch):
    (plot, *arguments), _ = CASES["points of two axes"]

    def shifted(figure):
        [line] = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 2]
        line.set_ydata([value + 1 for value in line.get_ydata()])
        show(figure)

    show = _figure.show
    monkeypatch.setattr(_figure, "show", shifted)
    plot(*arguments)
    assert "by “ref”: (30, 2), (20, 5)" in capsys.readouterr().out
