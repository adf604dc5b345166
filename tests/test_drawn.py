"""What each figure shows, read from the drawn objects and compared with numbers that are computed here."""

import functools
import importlib
import inspect
import itertools
import math
import re
from fractions import Fraction
from statistics import mean

import pytest
from examples import (
    FRUIT_CANDIDATE,
    FRUIT_REFERENCES,
    GUARD_CANDIDATE,
    GUARD_REFERENCES,
    PROGRAM_CANDIDATE,
    PROGRAM_REFERENCES,
)
from nltk.translate.bleu_score import corpus_bleu, sentence_bleu

import bleu_helpers
from bleu_helpers import bleu_score
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.display import plots
from bleu_helpers.display.drawn import read
from bleu_helpers.display.plots import _figure

BLUE, ORANGE, GREEN, PURPLE, GREY = "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#999999"
PALE_BLUE, PALE_ORANGE, PALE_GREY = "#cfe8f7", "#fdebc8", "#dddddd"
FOUND, MISSED = f"center, in a box {PALE_BLUE}, edge {BLUE}", f"center, in a box #ffffff, edge {GREY} dotted"

SAT, THE, HEAP, MAT = CAT_CANDIDATES


@pytest.fixture
def shown(monkeypatch):
    """Draw a figure and read what it shows."""
    figures = []
    monkeypatch.setattr(_figure, "show", lambda figure, text: figures.append(figure))

    def draw(plot, *arguments, **named):
        plot(*arguments, **named)
        figures[-1].draw_without_rendering()
        return rounded(read(figures[-1]))

    return draw


@pytest.fixture
def panel(shown):
    """Draw a figure of one panel and read it."""

    def draw(plot, *arguments, **named):
        drawn = shown(plot, *arguments, **named)
        assert not drawn.title and not drawn.x_label
        [only] = drawn.panels
        return only

    return draw


def rounded(thing):
    """The same with each number to nine digits, so that it can be compared as it stands."""
    if isinstance(thing, float):
        return round(thing, 9)
    if isinstance(thing, tuple) and hasattr(thing, "_fields"):
        return type(thing)(*map(rounded, thing))
    return type(thing)(map(rounded, thing)) if isinstance(thing, list | tuple) else thing


def rows(panel):
    """The words of each row, from left to right; the rows from above."""
    assert panel.y.start > panel.y.end, "the first row is above"
    places = sorted(panel.words, key=lambda words: (words.place[1], words.place[0]))
    return [[words.text for words in row] for _, row in itertools.groupby(places, lambda words: words.place[1])]


def looks(panel):
    """The looks of all tiles must be those of their marks: they say it to whoever does not read the sign."""
    for words in panel.words:
        if words.text.startswith(("✓", "✗")):
            assert words.look == (FOUND if words.text.startswith("✓") else MISSED)
    return True


def marked(sentence, known):
    return [f"{'✓' if word in known else '✗'} {word}" for word in sentence]


def ticks(axis):
    return [label for _, label in axis.ticks]


def clipped_matches(candidate, references, n):
    """How many n-grams match, counted with lists and nothing else, and how many there are."""
    grams = [tuple(candidate[at : at + n]) for at in range(len(candidate) - n + 1)]
    others = [[tuple(one[at : at + n]) for at in range(len(one) - n + 1)] for one in references]
    return sum(min(grams.count(gram), max(one.count(gram) for one in others)) for gram in {*grams}), len(grams)


def test_every_figure_is_read_here():
    written = inspect.getsource(importlib.import_module(__name__))
    assert set(re.findall(r"(?:shown|panel)\(\s*plots\.(\w+)", written)) == set(plots.__all__)


# 01


@pytest.mark.unmeasured
def test_word_matches(panel):
    drawn = panel(plots.word_matches, [SAT, THE], CAT_REFERENCES)
    assert drawn.title == "The share of words that some reference has (✓)"
    known = {*CAT_REFERENCES[0], *CAT_REFERENCES[1]}
    assert rows(drawn) == [
        [*marked(SAT, known), "5/6 = 0.8333"],
        [*marked(THE, known), "7/7 = 1.0000"],
        ["reference", *CAT_REFERENCES[0]],
        ["reference", *CAT_REFERENCES[1]],
    ]
    assert looks(drawn)
    plain = {words.look for words in drawn.words if words.place[1] > 1.5 and words.text != "reference"}
    assert plain == {"center, in a box #ffffff, edge #ffffff"}, "nothing is said of a reference's words"
    assert [line.points for line in drawn.lines] == [[(0, 1.5), (1, 1.5)]], "between candidates and references"


# 02


def test_purse(panel):
    drawn = panel(plots.purse, "the cat the cat dog".split(), ["the cat the mat".split(), "a the".split()])
    assert drawn.title == "A coin pays for one word, once"
    assert rows(drawn) == [
        ["candidate", "✓ the", "✓ cat", "✓ the", "✗ cat", "✗ dog"],
        ["purse", "the", "the", "cat", "mat", "a"],
    ]
    assert looks(drawn)
    threads = [line.points for line in drawn.lines if len(line.points) == 2]
    coins = [line for line in drawn.lines if len(line.points) == 1]
    words_at = {words.place: words.text.split()[-1] for words in drawn.words}
    assert all(words_at[coin] == words_at[word] for coin, word in threads), "a coin pays for its own word"
    assert [word for _, word in threads] == [(0.5, 0), (1.5, 0), (2.5, 0)]
    spent = {coin for coin, _ in threads}
    assert {line.points[0]: line.look for line in coins} == {
        (place + 0.5, 1): f"{PALE_ORANGE}, edge {ORANGE}, points"
        if (place + 0.5, 1) in spent
        else f"#ffffff, edge {GREY} dashed, points"
        for place in range(5)
    }


def test_clipped_counts(panel):
    drawn = panel(plots.clipped_counts, FRUIT_CANDIDATE, FRUIT_REFERENCES)
    assert drawn.title == "Each count is cut to the most in one reference:\n3 of 6 words stay"
    assert (drawn.x.label, drawn.y.label) == ("words of the candidate", "count")
    assert drawn.x.ticks == [(0, "He"), (1, "eats"), (2, "tasty"), (3, "fruit")]
    assert drawn.y.start == 0 < drawn.y.end
    legend = dict(drawn.legend)
    assert legend == {
        "candidate:\nstays": f"{BLUE}, edge #000000",
        "candidate:\nis clipped": f"{PALE_ORANGE}, edge {ORANGE}, hatch ///",
        "most in one\nreference": "#ffffff, edge #000000",
    }
    bars = {
        name: [
            (round(bar.left + bar.width / 2, 6), bar.bottom, bar.height)
            for bar in drawn.bars
            if bar.look == look and bar.height
        ]
        for name, look in legend.items()
    }
    assert bars == {
        "candidate:\nstays": [(-0.2, 0, 1), (0.8, 0, 1), (1.8, 0, 1)],
        "candidate:\nis clipped": [(-0.2, 1, 2), (2.8, 0, 1)],
        "most in one\nreference": [(0.2, 0, 1), (1.2, 0, 1), (2.2, 0, 1)],
    }


# 03


def grid(panel, candidate, reference, n):
    """Hold a grid to two sentences: the candidate goes down, the reference to the right."""
    assert ticks(panel.x) == reference
    assert panel.x.start < panel.x.end
    assert panel.y.start > panel.y.end
    assert ticks(panel.y)[::-1] == candidate
    pairs = itertools.product(range(len(reference)), range(len(candidate)))
    same = {(x, y) for x, y in pairs if reference[x] == candidate[y]}
    *joined, dots = panel.lines
    assert {*dots.points} == same and dots.look == "marker o #000000 edge #000000"
    runs = [(x, y) for x, y in same if {(x + step, y + step) for step in range(n)} <= same]
    assert sorted(line.points for line in joined) == sorted([(x, y), (x + n - 1, y + n - 1)] for x, y in runs)
    assert {line.look for line in joined} <= {f"{BLUE} line - 7"}


def test_ngram_grid(shown):
    drawn = shown(plots.ngram_grid, HEAP, CAT_REFERENCES)
    assert drawn.title == "Bigrams that match a reference: 1 of 6"
    assert drawn.x_label == "dot: the same word; line: the same bigram"
    assert [panel.title for panel in drawn.panels] == ["reference 1", "reference 2"]
    assert [panel.y.label for panel in drawn.panels] == ["candidate", ""]
    for panel, reference in zip(drawn.panels, CAT_REFERENCES, strict=True):
        grid(panel, HEAP, reference, 2)


def test_order_grid(shown):
    candidates = {"as written": GUARD_CANDIDATE, "turned": GUARD_CANDIDATE[::-1]}
    drawn = shown(plots.order_grid, candidates, GUARD_REFERENCES[0])
    assert drawn.title == "The order of the words decides which bigrams match"
    assert drawn.x_label == "dot: the same word as in the reference; line: the same bigram"
    for (name, candidate), panel in zip(candidates.items(), drawn.panels, strict=True):
        matched, total = clipped_matches(candidate, GUARD_REFERENCES, 2)
        assert panel.title == f"{name}: {matched} of {total}"
        grid(panel, candidate, GUARD_REFERENCES[0], 2)
    assert [panel.title for panel in drawn.panels] == ["as written: 4 of 7", "turned: 0 of 7"]
    assert drawn.panels[0].y.label == "candidate"


# 04


def test_brevity_penalty_curve(panel):
    examples = [("the mat", 2, 6), ("as long", 6, 6), ("too long", 9, 6)]
    drawn = panel(plots.brevity_penalty_curve, examples)
    assert drawn.title == "A short candidate pays, a long one does not"
    assert drawn.x.label == "candidate's length, compared with the closest reference (c/r)"
    assert drawn.y.label == "what is left of the score (brevity penalty)"
    assert drawn.x.ticks == [(0, "empty"), (0.5, "half as long"), (1, "as long"), (1.5, "one and a half times")]
    assert drawn.y.ticks == [(0, "nothing"), (0.5, "half"), (1, "all")]
    lines = {name: [line for line in drawn.lines if line.look == look] for name, look in drawn.legend}
    assert {name: lines[0].look for name, lines in lines.items()} == {
        "brevity penalty": f"{BLUE} line - 2.5",
        "first idea: c/r itself": f"{GREY} line -- 1.5",
    }
    [[curve], [first_idea]] = lines.values()
    for share, penalty in curve.points:
        assert penalty == pytest.approx(1 if share >= 1 else math.exp(1 - 1 / share), abs=1e-8)
    assert first_idea.points == [(0, 0), (1, 1), (1.6, 1)]
    dots = [line.points for line in drawn.lines if "marker" in line.look]
    where = [rounded((c / r, math.exp(1 - r / c) if c < r else 1.0)) for _, c, r in examples]
    assert dots == [[place] for place in where]
    assert [(words.text, words.place) for words in drawn.words] == [
        (name, place) for (name, *_), place in zip(examples, where, strict=True)
    ]


# 05


def test_precisions_by_order(panel):
    shorter = GUARD_CANDIDATE[:7]
    drawn = panel(plots.precisions_by_order, shorter, GUARD_REFERENCES)
    counts = [clipped_matches(shorter, GUARD_REFERENCES, n) for n in (1, 2, 3, 4)]
    precisions = [matched / total for matched, total in counts]
    root, penalty = math.prod(precisions) ** (1 / 4), math.exp(1 - 8 / 7)
    assert drawn.title == (
        f"{' '.join(shorter)}\nBLEU {penalty * root:.4f} = penalty {penalty:.4f} × geometric mean {root:.4f}"
    )
    assert drawn.y.label == "precision (matched/total)"
    assert [(bar.left + bar.width / 2, bar.bottom, bar.height) for bar in drawn.bars] == [
        (pytest.approx(n), 0, pytest.approx(p)) for n, p in enumerate(precisions, start=1)
    ]
    assert drawn.x.ticks == [
        (n, f"order {n}\n{matched}/{total}\n{matched / total:.4f}")
        for n, (matched, total) in enumerate(counts, start=1)
    ]
    heights = {line.look: [y for _, y in line.points] for line in drawn.lines}
    assert heights == {
        f"none, edge {ORANGE}": pytest.approx([penalty * root] * 2),
        "none, edge #000000 dashed": pytest.approx([root] * 2),
    }
    assert [(words.text, words.place[1]) for words in drawn.words] == [
        (f"geometric mean {root:.4f}", pytest.approx(root, abs=0.05)),
        (f"BLEU {penalty * root:.4f}", pytest.approx(penalty * root, abs=0.05)),
    ]


def test_ordinary_averages(panel):
    drawn = panel(plots.ordinary_averages, HEAP, SAT, CAT_REFERENCES)
    assert drawn.title == f"The ordinary average prefers:\n{' '.join(SAT)}"
    assert ticks(drawn.y)[::-1] == ["$p_1$", "$p_2$", "$p_3$", "$p_4$", "average"]
    assert drawn.y.start > drawn.y.end
    candidates = {" ".join(candidate): candidate for candidate in (HEAP, SAT)}
    assert dict(drawn.legend) == {
        " ".join(HEAP): f"{PALE_BLUE}, edge {BLUE}",
        " ".join(SAT): f"{PALE_ORANGE}, edge {ORANGE}, hatch //",
    }
    for name, look in drawn.legend:
        counts = [clipped_matches(candidates[name], CAT_REFERENCES, n) for n in (1, 2, 3, 4)]
        shares = [matched / total for matched, total in counts]
        bars = [bar for bar in drawn.bars if bar.look == look]
        assert [round(bar.bottom + bar.height / 2) for bar in bars] == [0, 1, 2, 3, 4], "at the names"
        assert [bar.width for bar in bars] == pytest.approx([*shares, mean(shares)])
        words = [
            words.text
            for bar in bars
            for words in drawn.words
            if words.place[1] == pytest.approx(bar.bottom + bar.height / 2)
        ]
        fractions = [f"{matched}/{total} = {matched / total:.4f}" for matched, total in counts]
        assert words == [*fractions, f"{mean(shares):.4f}"]


def test_balance(shown):
    drawn = shown(plots.balance, GUIDE_CANDIDATE, GUIDE_REFERENCES)
    precisions = [float(Fraction(*clipped_matches(GUIDE_CANDIDATE, GUIDE_REFERENCES, n))) for n in (1, 2, 3, 4)]
    halvings = [1 + math.log2(p) / 4 for p in precisions]
    above, below = drawn.panels
    assert above.title == f"{' '.join(GUIDE_CANDIDATE[:8])} …\nEqual steps: it balances at the ordinary average"
    assert below.title == "Each step to the left a halving: it balances at the geometric mean"
    assert above.x.ticks == [(0, "none"), (0.25, "a quarter"), (0.5, "half"), (0.75, "three quarters"), (1, "all")]
    assert below.x.ticks == [
        *[(0, "a sixteenth\nor less"), (0.25, "an eighth"), (0.5, "a quarter"), (0.75, "half"), (1, "all")]
    ]
    for panel, places in ((above, precisions), (below, halvings)):
        assert panel.x.start < 0 < 1 < panel.x.end
        assert [words.text for words in panel.words] == ["$p_1$", "$p_2$", "$p_3$", "$p_4$"]
        assert [words.place[0] for words in panel.words] == pytest.approx(places)
        pivot = panel.lines[-1]
        assert pivot.look == f"{ORANGE} line - 1.5, marker ^ {ORANGE} edge #000000"
        assert pivot.points[0][0] == pytest.approx(mean(places))
    assert 2 ** (4 * (below.lines[-1].points[0][0] - 1)) == pytest.approx(math.prod(precisions) ** (1 / 4))


# 06


def partners(sentence, other):
    """The words of a sentence, with a tick while the other sentence has one left."""
    left = [*other]
    return [f"✓ {left.pop(left.index(word))}" if word in left else f"✗ {word}" for word in sentence]


def test_recall_per_reference(panel):
    references = [*PROGRAM_REFERENCES[::-1], ["program"]]
    drawn = panel(plots.recall_per_reference, PROGRAM_CANDIDATE, references[:2])
    assert drawn.title == "The words that the candidate has (✓) and misses (✗)"
    assert rows(drawn) == [
        [f"candidate, 8 words: {' '.join(PROGRAM_CANDIDATE)}"],
        ["reference 1: 3/6 = 0.5000"],
        partners(references[0], PROGRAM_CANDIDATE),
        ["reference 2: 4/5 = 0.8000   ◀ the best one counts"],
        partners(references[1], PROGRAM_CANDIDATE),
    ]
    assert looks(drawn)
    assert [words.text[:11] for words in drawn.words if "bold" in words.look] == ["reference 2"]


# 07


def test_matched_words_of_both(panel):
    drawn = panel(plots.matched_words_of_both, [["the"], SAT], CAT_REFERENCES[0])
    assert drawn.title == "F1: of the words of both sentences, the share that has a partner (✓)"
    assert rows(drawn) == [
        ["1 + 1 of 1 + 6 words have a partner: F1 = 2/7 = 0.2857"],
        ["candidate", *partners(["the"], CAT_REFERENCES[0])],
        ["reference", *partners(CAT_REFERENCES[0], ["the"])],
        ["4 + 4 of 6 + 6 words have a partner: F1 = 8/12 = 0.6667"],
        ["candidate", *partners(SAT, CAT_REFERENCES[0])],
        ["reference", *partners(CAT_REFERENCES[0], SAT)],
    ]
    assert looks(drawn)


def test_f_beta_curves(panel):
    drawn = panel(plots.f_beta_curves, 0.9)
    assert drawn.title == "F goes to 0 with the recall;\nthe average does not (precision 0.9)"
    assert (drawn.x.label, drawn.y.label) == ("recall", "score")
    assert (drawn.x.start, drawn.x.end, drawn.y.start) == (0, 1, 0)
    assert [place for place, _ in drawn.x.ticks] == [0, 0.25, 0.5, 0.75, 1]
    betas = {"F0.5\n(precision counts more)": 0.5, "F1": 1, "F2\n(recall counts more)": 2}
    assert [name for name, _ in drawn.legend] == ["average (P + R) / 2", *betas, "precision = recall:\nall agree"]
    for name, look in drawn.legend:
        [line] = [line for line in drawn.lines if line.look == look]
        for recall, score in line.points:
            if name in betas:
                weight = betas[name] ** 2
                wanted = (1 + weight) / (1 / 0.9 + weight / recall) if recall else 0  # the weighted harmonic mean
            else:
                wanted = (0.9 + recall) / 2
            assert score == pytest.approx(wanted, abs=1e-8)
    assert line.points == [(0.9, 0.9)], "the last entry is the dot"


# 08


def test_corpus_and_mean_bleu(panel):
    corpus = [GUIDE_CANDIDATE, SAT, THE, HEAP], [GUIDE_REFERENCES, *[CAT_REFERENCES] * 3]
    drawn = panel(plots.corpus_and_mean_bleu, *corpus)
    assert drawn.title == "3 of 4 segments score exactly 0, whatever they got right"
    assert (drawn.x.label, drawn.y.label) == ("BLEU of a segment", "number of segments")
    assert ticks(drawn.x) == ["exactly\n0", *(str(tenth / 10) for tenth in range(7))]
    assert [place for place, _ in drawn.x.ticks[1:]] == pytest.approx([tenth / 10 for tenth in range(7)])
    whole = corpus_bleu(corpus[1], corpus[0])
    average = sentence_bleu(GUIDE_REFERENCES, GUIDE_CANDIDATE) / 4
    zero, some = sorted(drawn.bars)
    assert (zero.bottom, zero.height, zero.look) == (0, 3, f"{PALE_ORANGE}, edge #000000, hatch ///")
    assert zero.left + zero.width / 2 == pytest.approx(drawn.x.ticks[0][0])
    assert (some.left, some.width, some.height) == (pytest.approx(0.5), pytest.approx(0.1), 1)
    assert some.look == f"{PALE_BLUE}, edge #000000"
    at = {line.look: [x for x, _ in line.points] for line in drawn.lines}
    assert at == {
        "none, edge #000000 dashed": pytest.approx([average] * 2),
        f"none, edge {ORANGE}": pytest.approx([whole] * 2),
    }
    told = {" ".join(words.text.split()): words.place[0] for words in drawn.words if "\n" in words.text}
    assert told == {
        f"mean of the segments {average:.4f}": pytest.approx(average),
        f"BLEU of the corpus {whole:.4f}": pytest.approx(whole),
    }
    counts = sorted((words.place[0], words.text) for words in drawn.words if "\n" not in words.text)
    assert counts == [(pytest.approx(drawn.x.ticks[0][0]), "3"), (pytest.approx(0.55), "1")]


def test_resampled_differences(panel):
    differences = [step / 2000 for step in range(-20, 60)]
    drawn = panel(plots.resampled_differences, differences)
    above = sum(one > 0 for one in differences)
    assert drawn.title == "On 73.8% of 80 resampled test sets,\nthe system is above the baseline"
    assert (drawn.x.label, drawn.y.label) == ("BLEU of the system minus BLEU of the baseline", "resamples")
    sides = {bar.look: [] for bar in drawn.bars}
    for bar in drawn.bars:
        sides[bar.look].append(bar)
        inside = [one for one in differences if bar.left + 1e-9 < one <= bar.left + bar.width + 1e-9]
        assert bar.bottom == 0 and bar.height == len(inside)
    losses, wins = sides[f"{PALE_ORANGE}, edge #000000, hatch ///"], sides[f"{BLUE}, edge #000000"]
    assert sum(bar.height for bar in wins) == above
    assert sum(bar.height for bar in losses) == 80 - above
    assert max(bar.left + bar.width for bar in losses) <= 1e-9 and min(bar.left for bar in wins) >= -1e-9
    assert drawn.x.start == -drawn.x.end < 0
    assert {words.text: words.place[0] > 0.5 for words in drawn.words} == {
        f"not above: {1 - above / 80:.1%}": False,
        f"above: {above / 80:.1%}": True,
    }
    assert [line.points for line in drawn.lines] == [[(0, 0), (0, 1)]]


# 09


def named_method(label):
    """The smoothing function of a label such as '2 add_one'."""
    number, name = label.split()
    assert bleu_helpers.smoothing_method(int(number)).__name__ == name
    return getattr(bleu_helpers, name, None)


def test_smoothed_precisions(panel):
    drawn = panel(plots.smoothed_precisions, SAT, CAT_REFERENCES)
    assert drawn.title == f"{' '.join(SAT)}: what stands in the place of a zero"
    assert (drawn.x.label, drawn.y.label) == ("order, with matched/total", "precision")
    assert drawn.x.ticks == [(0, "words\n5/6"), (1, "bigrams\n1/5"), (2, "trigrams\n0/4"), (3, "4-grams\n0/3")]
    by_hand = {
        "0 no_smoothing": [5 / 6, 1 / 5, 0, 0],
        "2 add_one": [5 / 6, 2 / 6, 1 / 5, 1 / 4],
        "3 halve_at_each_zero": [5 / 6, 1 / 5, 1 / 8, 1 / 12],
    }
    wanted = {f"{name}: BLEU {math.prod(p) ** (1 / 4):.4f}": p for name, p in by_hand.items()}
    assert [name for name, _ in drawn.legend] == [*wanted]
    for name, look in drawn.legend:
        bars = [bar for bar in drawn.bars if bar.look == look]
        assert [bar.height for bar in bars] == pytest.approx(wanted[name])
        assert [round(bar.left + bar.width / 2) for bar in bars] == [0, 1, 2, 3]
        for bar in bars:
            [over] = [one for one in drawn.words if one.place[0] == pytest.approx(bar.left + bar.width / 2)]
            assert over.text == (f"{bar.height:.4f}" if bar.height else "0")
    assert len({look for _, look in drawn.legend}) == 3


def test_smoothing_scores(panel):
    drawn = panel(plots.smoothing_scores, CAT_CANDIDATES, CAT_REFERENCES)
    assert drawn.title == "The smoothing decides the score, and sometimes who is ahead"
    assert drawn.x.label == "sentence BLEU (bold: the highest of each method)"
    assert drawn.y.start > drawn.y.end, "method 0 is above"
    names = dict(drawn.y.ticks)
    assert [int(names[row].split()[0]) for row in range(8)] == [*range(8)]
    sentences = {" ".join(candidate): candidate for candidate in CAT_CANDIDATES}
    assert [name for name, _ in drawn.legend] == [*sentences]
    best = {}
    for name, look in drawn.legend:
        [points] = [line.points for line in drawn.lines if line.look == look]
        assert [round(y) for _, y in points] == [*range(8)]
        for row, (x, y) in enumerate(points):
            score = bleu_score(sentences[name], CAT_REFERENCES, smoothing=named_method(names[row]))
            assert x == pytest.approx(score, abs=1e-8)
            best[row] = max(best.get(row, (0, 0)), (x, -y))
    bold = [(words.text.strip(), words.place) for words in drawn.words]
    assert bold == [(f"{x:.4f}", (x, -minus_y)) for _, (x, minus_y) in sorted(best.items()) if x]
    assert len({look for _, look in drawn.legend}) == 4


# 10


def test_edit_path(panel):
    candidate, reference = "the cat is on a big mat".split(), "there the cat was on a mat".split()

    @functools.cache
    def distance(row, column):
        if not row or not column:
            return row + column
        changed = distance(row - 1, column - 1) + (candidate[row - 1] != reference[column - 1])
        return min(changed, distance(row - 1, column) + 1, distance(row, column - 1) + 1)

    drawn = panel(plots.edit_path, candidate, reference)
    assert drawn.title == "The cheapest way from corner to corner: 3 edits"
    assert (drawn.x.label, drawn.y.label) == ("\ntokens of the reference", "tokens of the candidate")
    assert drawn.x.start < drawn.x.end and drawn.y.start > drawn.y.end
    assert drawn.x.ticks == [*enumerate(["(start)", *reference])]
    assert drawn.y.ticks[::-1] == [*enumerate(["(start)", *candidate])]
    numbers = {words.place: int(words.text) for words in drawn.words if words.text.isdigit()}
    assert numbers == {
        (column, row): distance(row, column)
        for row in range(len(candidate) + 1)
        for column in range(len(reference) + 1)
    }
    boxes = {
        (round(bar.left + bar.width / 2), round(bar.bottom + bar.height / 2)): bar.look == f"{PALE_BLUE}, edge {BLUE}"
        for bar in drawn.bars
    }
    letters = {
        (round(words.place[0] - 0.42), round(words.place[1] + 0.41)): words.text
        for words in drawn.words
        if words.text in "DSI"
    }
    path = sorted(boxes)
    assert path[0] == (0, 0) and path[-1] == (len(reference), len(candidate))
    for before, here in itertools.pairwise(path):
        step = here[0] - before[0], here[1] - before[1]
        same = step == (1, 1) and reference[here[0] - 1] == candidate[here[1] - 1]
        assert letters.get(here) == (None if same else {(1, 0): "D", (1, 1): "S", (0, 1): "I"}[step])
        assert boxes[here] == same
        assert numbers[here] - numbers[before] == (not same)
    assert {words.place for words in drawn.words if words.text.isdigit() and "bold" in words.look} == {*path}
    assert "D deletion, S substitution, I insertion; no letter: a hit" in [words.text for words in drawn.words]


# 11


def test_token_cuts(panel):
    text = "a bat at."
    ways = {"none": ["a", "bat", "at."], "13a": ["a", "bat", "at", "."]}
    drawn = panel(plots.token_cuts, text, ways)
    assert drawn.title == "One text, cut in 2 ways: from 3 to 4 tokens"
    assert drawn.y.start > drawn.y.end
    assert drawn.y.ticks[::-1] == [(0, "none\n(3 tokens)"), (1, "13a\n(4 tokens)")]
    assert {(words.text, *words.place) for words in drawn.words} == {
        (letter, place, row) for row in (0, 1) for place, letter in enumerate(text) if letter != " "
    }
    for row, tokens in enumerate(ways.values()):
        boxed = [
            "".join(words.text for words in drawn.words if words.place[1] == row and bar.left < words.place[0] < end)
            for bar in drawn.bars
            if bar.bottom < row < bar.bottom + bar.height
            for end in (bar.left + bar.width,)
        ]
        assert boxed == tokens


def test_scores_by_tokeniser(panel):
    scores = {"none": 23.954, "13a": 27.7, "char": 60.5}
    drawn = panel(plots.scores_by_tokeniser, scores, "one system")
    assert drawn.title == "One translation, one formula: BLEU from 23.95 to 60.50"
    assert drawn.x.label == "BLEU of one system, in percent, with each tokeniser"
    assert drawn.x.start == 0 and drawn.y.start > drawn.y.end
    names = dict(drawn.y.ticks)
    bars = {names[round(bar.bottom + bar.height / 2)]: (bar.left, bar.width) for bar in drawn.bars}
    assert bars == {name: (0, score) for name, score in scores.items()}
    assert [*scores] == [names[row] for row in range(3)]
    assert {names[words.place[1]]: words.text for words in drawn.words} == {
        "none": " 23.95",
        "13a": " 27.70",
        "char": " 60.50",
    }


# 12


def test_ranks_by_measure(panel):
    quality = {"good": [0.9, 0.1, 0.8], "middling": [0.5, 0.3, 0.8], "bad": [0.1, 0.9, 0.2]}
    candidates = {name: [name] for name in quality}
    measures = {
        name: functools.partial(lambda place, candidate, references: quality[candidate[0]][place], place)
        for place, name in enumerate(["BLEU", "WER", "chrF"])
    }
    drawn = panel(plots.ranks_by_measure, candidates, [["x"]], measures, "middling", ["WER"])
    assert drawn.title == "The “middling” says something else, and comes in place 1 to 2 of 3"
    assert drawn.y.label == "place (1 is the best; side by side: equal)"
    assert drawn.y.start > drawn.y.end, "the best one is on top"
    assert [label for _, label in drawn.y.ticks] == ["3", "2", "1"]
    assert drawn.x.ticks == [(0, "BLEU"), (1, "WER\nlow is good"), (2, "chrF")]
    assert drawn.x.start < drawn.x.end
    places = {"good": [1, 1, 1], "middling": [2, 2, 1], "bad": [3, 3, 3]}
    lines = dict(zip(quality, drawn.lines, strict=True))
    for name, line in lines.items():
        assert [round(x) for x, _ in line.points] == [0, 1, 2]
        assert [y for _, y in line.points] == places[name]
        [words] = [words for words in drawn.words if words.text == name]
        assert abs(words.place[1] - places[name][-1]) < 0.5, "the name stands at the end of its line"
        assert ("bold" in words.look) == (name == "middling") == (" 4.5," in line.look)
    good, middling = (words.place[1] for words in drawn.words if words.text != "bad")
    assert good < middling and lines["good"].points[-1] < lines["middling"].points[-1], "side by side in one order"
    assert len({line.look for line in drawn.lines}) == 3


# 13


def test_resampled_by_measure(shown):
    ahead = {"BLEU": [0.5, 0.25, -0.25, 1.0, 0.0], "TER": [-1.0, -0.5, 0.0, -0.25, 0.75]}
    drawn = shown(plots.resampled_by_measure, ahead, "new", "old")
    assert drawn.title == "5 resampled test sets: the measures do not agree on who is ahead"
    assert [panel.y.label for panel in drawn.panels] == ["BLEU", "TER"]
    assert [panel.x.label for panel in drawn.panels] == ["", "points by which one system is ahead (0: equal)"]
    for panel in drawn.panels:
        values = ahead[panel.y.label]
        assert panel.x.start == -panel.x.end < 0
        bars = [bar for bar in panel.bars if bar.height]
        assert sum(bar.height for bar in bars) == 5
        for bar in bars:
            won = bar.look == f"{BLUE}, edge #000000"
            assert won or bar.look == f"{PALE_ORANGE}, edge #000000, hatch ///"
            inside = [
                one for one in values if (one > 0) == won and bar.left - 1e-3 * 2 <= one <= bar.left + bar.width + 2e-3
            ]
            assert len(inside) == bar.height
        said = {words.text: words.place[0] > 0.5 for words in panel.words}
        assert said == {
            f"old\nahead: {sum(one < 0 for one in values) / 5:.1%}": False,
            f"new\nahead: {sum(one > 0 for one in values) / 5:.1%}": True,
        }
        assert [line.points for line in panel.lines] == [[(0, 0), (0, 1)]]


def test_scores_by_kind(panel):
    old, new = {"news": 20.0, "story": 30.0, "talk": 25.0}, {"news": 25.0, "story": 28.0, "talk": 26.0}
    drawn = panel(plots.scores_by_kind, old, new, ("old", "new"), "BLEU")
    assert drawn.title == "BLEU by kind of sentence: new is ahead of old in 2 of 3"
    assert drawn.x.label == "BLEU, from 0 to 100"
    assert drawn.y.start > drawn.y.end and drawn.x.start < drawn.x.end
    names = dict(drawn.y.ticks)
    assert [names[row] for row in range(3)] == [*old]
    for (name, look), scores in zip(drawn.legend, (old, new), strict=True):
        dots = [line.points[0] for line in drawn.lines if line.look == look and len(line.points) == 1]
        assert {names[y]: x for x, y in dots} == scores == {"old": old, "new": new}[name]
    joined = {names[line.points[0][1]]: line for line in drawn.lines if len(line.points) == 2}
    for kind, line in joined.items():
        assert [x for x, _ in line.points] == [old[kind], new[kind]]
        assert line.look == (f"{ORANGE} line - 4" if new[kind] > old[kind] else f"{BLUE} line : 4")
        texts = {words.text for words in drawn.words if words.place[1] == line.points[0][1]}
        assert texts == {f"{old[kind]:.2f}", f"{new[kind]:.2f}", f"{new[kind] - old[kind]:+.2f}"}
        assert (f"{old[kind]:.2f}", (old[kind], line.points[0][1])) in [(one.text, one.place) for one in drawn.words]
    assert "difference" in [words.text for words in drawn.words]


# 14


def test_speed_by_step(panel):
    ratios = {"the definition": 1.0, "all at once": 3.64, "in arrays": 12.06}
    drawn = panel(plots.speed_by_step, ratios)
    assert drawn.title == "In arrays: 12.1 times as fast as the definition"
    assert drawn.x.start == 0 < 12.06 < drawn.x.end and drawn.y.start > drawn.y.end
    names = dict(drawn.y.ticks)
    assert [names[row] for row in range(3)] == [*ratios]
    assert {names[round(bar.bottom + bar.height / 2)]: (bar.left, bar.width) for bar in drawn.bars} == {
        name: (0, ratio) for name, ratio in ratios.items()
    }
    said = {names[words.place[1]]: (words.text, words.place[0]) for words in drawn.words}
    assert said == {name: (f" {ratio:.1f}", ratio) for name, ratio in ratios.items()}


def test_growth_and_two_cores(shown):
    sizes, times, factors = [1_000, 100_000, 10_000_000], [1.5, 0.9, 1.0], [0.25, 1.25, 1.75]
    lost = {"slower": 0.125, "the pass": 0.0625, "waiting": 0.0625}
    drawn = shown(plots.growth_and_two_cores, sizes, times, factors, lost)
    left, right = drawn.panels
    assert right.title == "Two cores: 1.75 times as fast in the largest, not 2"
    for panel, values, level in ((left, times, 1), (right, factors, 2)):
        assert panel.x.ticks == [(3, "1"), (5, "100"), (7, "10,000")]
        assert panel.x.label == "thousand segments"
        line, dotted = panel.lines
        assert line.points == list(zip((3, 5, 7), values, strict=True))
        assert dotted.points == [(3, level), (7, level)] and " : " in dotted.look
        assert panel.y.start == 0 and panel.y.end > max(*values, level)
    bottoms = [1.75, 1.875, 1.9375]
    assert [(bar.bottom, bar.height) for bar in right.bars] == list(zip(bottoms, lost.values(), strict=True))
    assert all(bar.left > 7 and bar.left + bar.width < right.x.end for bar in right.bars)
    assert {words: look for words, look in right.legend} == {
        f"{share:.2f} {name}": bar.look for (name, share), bar in zip(lost.items(), right.bars, strict=True)
    }
    assert [words for words, _ in right.legend] == ["0.06 waiting", "0.06 the pass", "0.12 slower"], "as they are piled"
