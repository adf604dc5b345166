"""The skeleton of the figures: each is shown in a fixed size, with a text form that holds its numbers."""

import base64
import importlib
import inspect
import pkgutil
import struct
import sys
from types import SimpleNamespace

import IPython
import matplotlib
import pytest
from examples import FRUIT_CANDIDATE, FRUIT_REFERENCES, PROGRAM_CANDIDATE, PROGRAM_REFERENCES
from notebook_rules import tells_what_it_shows

from bleu_helpers import bleu_score, rouge_n, word_error_rate
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.display import picture, plots

FIGURES = {
    "word_matches": (
        lambda: plots.word_matches(CAT_CANDIDATES, CAT_REFERENCES),
        (900, 326),
        ["the cat sat on a mat: 5/6 = 0.8333, in no reference: sat", "the mat: 2/2 = 1.0000, in no reference: none"],
    ),
    "purse": (
        lambda: plots.purse("the cat the cat".split(), CAT_REFERENCES),
        (900, 280),
        ["the: paid", "cat: paid", "cat: not paid", "left in the purse: is on mat there a"],
    ),
    "clipped_counts": (
        lambda: plots.clipped_counts(FRUIT_CANDIDATE, FRUIT_REFERENCES),
        (900, 440),
        [
            "He: 3 in the candidate, at most 1 in one reference, 1 stay, 2 are clipped",
            "fruit: 1 in the candidate, at most 0 in one reference, 0 stay, 1 are clipped",
        ],
    ),
    "clipped_counts of a long candidate": (
        lambda: plots.clipped_counts(GUIDE_CANDIDATE, GUIDE_REFERENCES),
        (900, 440),
        ["the: 3 in the candidate, at most 4 in one reference, 3 stay, 0 are clipped"],
    ),
    "ngram_grid": (
        lambda: plots.ngram_grid(CAT_CANDIDATES[2], CAT_REFERENCES, 2),
        (900, 460),
        [
            "Figure: candidate against each reference, 1 of 6 bigrams match",
            "reference 1: 7 pairs of equal words; same bigrams: is on",
            "reference 2: 7 pairs of equal words; same bigrams: none",
        ],
    ),
    "order_grid": (
        lambda: plots.order_grid({"there": ["a", "b", "c"], "back": ["c", "b", "a"]}, ["a", "b", "d"]),
        (900, 460),
        [
            "there: 1 of 2; 2 pairs of equal words; same bigrams: a b",
            "back: 0 of 2; 2 pairs of equal words; same bigrams: none",
        ],
    ),
    "brevity_penalty_curve": (
        lambda: plots.brevity_penalty_curve([("the mat", 2, 6), ("long", 9, 6), ("longer", 18, 12)]),
        (900, 460),
        [
            "the mat: c = 2, r = 6, c/r = 0.3333, brevity penalty 0.1353",
            "long: c = 9, r = 6, c/r = 1.5000, brevity penalty 1.0000",
        ],
    ),
    "precisions_by_order": (
        lambda: plots.precisions_by_order(GUIDE_CANDIDATE, GUIDE_REFERENCES),
        (900, 440),
        ["p1: 17/18 = 0.9444", "p4: 4/15 = 0.2667", "geometric mean 0.5046, brevity penalty 1.0000, BLEU 0.5046"],
    ),
    "precisions_by_order with a penalty": (
        lambda: plots.precisions_by_order(CAT_CANDIDATES[3], CAT_REFERENCES, (0.5, 0.5)),
        (900, 440),
        ["geometric mean 1.0000, brevity penalty 0.1353, BLEU 0.1353"],
    ),
    "ordinary_averages": (
        lambda: plots.ordinary_averages(CAT_CANDIDATES[0], CAT_CANDIDATES[2], CAT_REFERENCES),
        (900, 560),
        [
            "the cat sat on a mat: p1 5/6 = 0.8333, p2 1/5 = 0.2000, p3 0/4 = 0.0000, p4 0/3 = 0.0000; average 0.2583",
            "mat on cat the is on a: "
            "p1 6/7 = 0.8571, p2 1/6 = 0.1667, p3 0/5 = 0.0000, p4 0/4 = 0.0000; average 0.2560",
        ],
    ),
    "balance": (
        lambda: plots.balance(GUIDE_CANDIDATE, GUIDE_REFERENCES),
        (900, 379),
        [
            "p1 0.9444, p2 0.5882, p3 0.4375, p4 0.2667",
            "equal steps: the beam balances at the ordinary average 0.5592",
            "each step a halving: the beam balances at the geometric mean 0.5046",
        ],
    ),
    "recall_per_reference": (
        lambda: plots.recall_per_reference(PROGRAM_CANDIDATE, [*PROGRAM_REFERENCES, []]),
        (900, 372),
        [
            "reference 1: 4/5 = 0.8000, the best, missing: We",
            "reference 2: 3/6 = 0.5000, missing: We, schedule, again",
            "reference 3: 0/0 = 0.0000, missing: nothing",
        ],
    ),
    "matched_words_of_both": (
        lambda: plots.matched_words_of_both([["the"], "the cat sat on a rug".split()], CAT_REFERENCES[0]),
        (900, 326),
        [
            "the: precision 1/1, recall 1/6, average 0.5833, of both sentences together 2/7 = 0.2857",
            "the cat sat on a rug: precision 3/6, recall 3/6, average 0.5000, of both sentences together 6/12 = 0.5000",
        ],
    ),
    "f_beta_curves": (
        lambda: plots.f_beta_curves(0.5),
        (900, 500),
        ["F1: 0.0000, 0.3333, 0.5000, 0.6000, 0.6667", "average: 0.2500, 0.3750, 0.5000, 0.6250, 0.7500"],
    ),
    "corpus_and_mean_bleu": (
        lambda: plots.corpus_and_mean_bleu([GUIDE_CANDIDATE, CAT_CANDIDATES[0]], [GUIDE_REFERENCES, CAT_REFERENCES]),
        (900, 420),
        [
            "Figure: the BLEU of 2 segments; mean of the segments 0.2523, corpus 0.4345",
            "exactly 0: 1",
            "above 0.4 to 0.5: 0",
            "above 0.5 to 0.6: 1",
        ],
    ),
    "resampled_differences": (
        lambda: plots.resampled_differences([step / 2000 for step in range(-20, 60)]),
        (900, 420),
        [
            "Figure: system minus baseline in 80 resampled corpora",
            "above 0: 73.8%",
            "smallest -0.0100, middle +0.0100, largest +0.0295",
            "95% within -0.0090 to +0.0285",
        ],
    ),
    "smoothed_precisions": (
        lambda: plots.smoothed_precisions(CAT_CANDIDATES[0], CAT_REFERENCES),
        (900, 540),
        [
            "Figure: the precisions of: the cat sat on a mat",
            "0 no_smoothing: 0.8333, 0.2000, 0.0000, 0.0000; BLEU 0.0000",
            "3 halve_at_each_zero: 0.8333, 0.2000, 0.1250, 0.0833; BLEU 0.2041",
        ],
    ),
    "smoothing_scores": (
        lambda: plots.smoothing_scores(CAT_CANDIDATES, CAT_REFERENCES),
        (900, 660),
        [
            "0 no_smoothing: 0.0000, 0.0000, 0.0000, 0.0000",
            "2 add_one: 0.3433, 0.1921, 0.3006, 0.1353",
            "6 trust_lower_orders: 0.0561, 0.0000, 0.0377, 0.1353",
            "in this order: the cat sat on a mat; the the the the the the the; mat on cat the is on a; the mat",
        ],
    ),
    "edit_path": (
        lambda: plots.edit_path("the cat is on a big mat".split(), "there the cat was on a mat".split()),
        (900, 602),
        [
            "Figure: the table of edit distances, 3 in all",
            "candidate  ***** the cat is  on a big mat",
            "edits      D             S        I",
        ],
    ),
    "token_cuts": (
        lambda: plots.token_cuts("the party.", {"none": ["the", "party."], "13a": ["the", "party", "."]}),
        (900, 190),
        [
            "Figure: the tokens of: the party.",
            "none, 2 tokens: the | party.",
            "13a, 3 tokens: the | party | .",
        ],
    ),
    "token_cuts of one token": (
        lambda: plots.token_cuts("party.", {"none": ["party."]}),
        (900, 140),
        ["none, 1 token: party."],
    ),
    "scores_by_tokeniser": (
        lambda: plots.scores_by_tokeniser({"none": 23.954, "13a": 27.7}, "one system"),
        (900, 204),
        ["Figure: BLEU of one system", "none: 23.95", "13a: 27.70"],
    ),
    "ranks_by_measure": (
        lambda: plots.ranks_by_measure(
            {"sat": CAT_CANDIDATES[0], "the": CAT_CANDIDATES[1], "heap": CAT_CANDIDATES[2], "mat": CAT_CANDIDATES[3]},
            CAT_REFERENCES[:1],
            {"BLEU-4": bleu_score, "ROUGE-1": rouge_n, "WER": lambda one, others: word_error_rate(one, others[0])},
            says_something_else="heap",
            lower_is_better=["WER"],
        ),
        (900, 460),
        [
            "BLEU-4: 1 sat 0.0000, 1 the 0.0000, 1 heap 0.0000, 1 mat 0.0000",
            "ROUGE-1: 1 heap 0.8333, 2 sat 0.6667, 3 the 0.3333, 3 mat 0.3333",
            "WER: 1 sat 0.3333, 2 mat 0.6667, 3 the 0.8333, 3 heap 0.8333",
        ],
    ),
    "resampled_by_measure": (
        lambda: plots.resampled_by_measure(
            {"BLEU": [step / 20 for step in range(-20, 60)], "TER": [-step / 20 for step in range(80)]}, "new", "old"
        ),
        (900, 490),
        [
            "Figure: 80 resampled test sets: the measures do not agree on who is ahead",
            "BLEU: new ahead of old in 73.8%, by points: 95% within -0.90 to +2.85",
            "TER: new ahead of old in 0.0%, by points: 95% within -3.85 to -0.10",
        ],
    ),
    "scores_by_kind": (
        lambda: plots.scores_by_kind(
            {"news": 20.0, "story": 30.0}, {"news": 25.0, "story": 28.0}, ("old", "new"), "BLEU"
        ),
        (900, 370),
        [
            "Figure: BLEU by kind of sentence: new is ahead of old in 1 of 2",
            "news: old 20.00, new 25.00, difference +5.00",
            "story: old 30.00, new 28.00, difference -2.00",
        ],
    ),
    "speed_by_step": (
        lambda: plots.speed_by_step({"the definition": 1.0, "in arrays": 12.06}),
        (900, 260),
        ["Figure: In arrays: 12.1 times as fast as the definition", "the definition: 1.0", "in arrays: 12.1"],
    ),
    "growth_and_two_cores": (
        lambda: plots.growth_and_two_cores(
            [1_000, 10_000_000], [1.5, 1.0], [0.25, 1.75], {"slower": 0.2, "pass": 0.03, "rest": 0.02}
        ),
        (900, 620),
        [
            "Figure: one core (the time of a segment; in the largest corpus: 1) and two (times as fast as one)",
            "1,000 segments: one core 1.50, two cores 0.25",
            "10,000,000 segments: one core 1.00, two cores 1.75",
            "missing to 2 in the largest corpus: 0.20 slower, 0.03 pass, 0.02 rest",
        ],
    ),
}
figures = pytest.mark.parametrize(("draw", "size", "lines"), FIGURES.values(), ids=FIGURES)


@pytest.fixture
def notebook(monkeypatch):
    """What a notebook would be given to show."""
    shown = []
    publisher = SimpleNamespace(publish=lambda data, metadata: shown.append((data, metadata)))
    shell = SimpleNamespace(display_pub=publisher)
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    return shown


def test_every_figure_is_in_the_table():
    found = set()
    for module in pkgutil.iter_modules(plots.__path__, f"{plots.__name__}."):
        functions = inspect.getmembers(importlib.import_module(module.name), inspect.isfunction)
        if "._" not in module.name:
            found |= {name for name, function in functions if function.__module__ == module.name and name[0] != "_"}
    assert found == set(plots.__all__) == {name.split()[0] for name in FIGURES}


@pytest.fixture(scope="module")
def drawn():
    """What a figure has shown, of those that were drawn: to draw one takes longer than all that is asked of it."""
    return {}


@figures
def test_a_figure_in_a_notebook(notebook, drawn, draw, size, lines):
    before = matplotlib.rcParams.copy()  # dict() would look for a backend
    assert draw() is None
    assert matplotlib.rcParams.copy() == before
    [(data, metadata)] = notebook
    drawn[draw] = data
    png = base64.b64decode(data["image/png"])
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == size
    assert matplotlib.__version__.encode() not in png, "a picture names no version"
    assert data["text/plain"].startswith("Figure: ")
    assert set(lines) <= set(data["text/plain"].splitlines())
    assert picture.faults_of(png) == []
    assert tells_what_it_shows(metadata["image/png"]["alt"], data["text/plain"], picture.text_of(png))


@figures
def test_a_figure_without_a_notebook_prints_its_text_form(capsys, monkeypatch, draw, size, lines):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    draw()
    assert set(lines) <= set(capsys.readouterr().out.splitlines())


@figures
def test_a_figure_is_the_same_every_time_and_leaves_settings_alone(notebook, drawn, draw, size, lines):
    if draw not in drawn:  # where this test alone is asked for
        draw()
        drawn[draw] = notebook.pop()[0]
    before = matplotlib.rcParams.copy()
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black", "savefig.dpi": 10}):
        readers = matplotlib.rcParams.copy()
        draw()
        assert matplotlib.rcParams.copy() == readers
    [(data, _)] = notebook
    assert data["image/png"] == drawn[draw]["image/png"]
    assert matplotlib.rcParams.copy() == before
