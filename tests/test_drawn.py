"""What each figure of the lessons 01 to 07 shows, compared with numbers that are computed here."""

import itertools
import math
import re
from fractions import Fraction
from pathlib import Path
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
from read_figures import (
    BLUE,
    GREY,
    HEAP,
    ORANGE,
    PALE_BLUE,
    PALE_ORANGE,
    SAT,
    THE,
    clipped_matches,
    figures_read,
    looks,
    marked,
    panels_read,
    rounded,
    rows,
    ticks,
)

from bleu_helpers.cast import CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES, STEP_CANDIDATE, STEP_REFERENCES
from bleu_helpers.display import plots

shown = pytest.fixture(figures_read, name="shown")
panel = pytest.fixture(panels_read, name="panel")


WHERE = ("test_drawn.py", "test_drawn_from_08.py")


def test_every_figure_is_read():
    written = "".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in WHERE)
    unread = {*plots.__all__} - {*re.findall(r"(?:shown|panel)\(\s*plots\.(\w+)", written)}
    assert not unread, f"no test in {' or '.join(WHERE)} reads what these draw: {sorted(unread)}"


# 01


def test_word_matches(panel):
    drawn = panel(plots.word_matches, [SAT, THE], CAT_REFERENCES)
    assert drawn.title == "The share of words that some reference has (✓)"
    known = {*CAT_REFERENCES[0], *CAT_REFERENCES[1]}
    assert rows(drawn) == [
        ["candidate", *marked(SAT, known), "5/6 = 0.8333"],
        ["candidate", *marked(THE, known), "7/7 = 1.0000"],
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
    tiles = {words.place: words for words in drawn.words}
    assert all(line.points[1][1] > 0.1 and line.points[0][1] < 0.8 for line in drawn.lines), "behind no word or coin"
    threads = [((coin, 1), (word, 0)) for (coin, _), (word, _) in (line.points for line in drawn.lines)]
    assert all(tiles[coin].text == tiles[word].text.removeprefix("✓ ") for coin, word in threads), "its own word"
    assert [tiles[word].text for _, word in threads] == ["✓ the", "✓ cat", "✓ the"]
    spent = {coin for coin, _ in threads}
    coins = {place: words.look for place, words in tiles.items() if place[1] == 1 and words.text != "purse"}
    assert coins == {
        place: f"center, in a box {PALE_ORANGE}, edge {ORANGE}"
        if place in spent
        else f"center, in a box #ffffff, edge {GREY} dotted"
        for place in coins
    }
    above = [[place[0] for place in tiles if place[1] == row and place[0] > 1] for row in (0, 1)]
    assert above[0] == above[1], "a word stands above its coin"


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
        assert panel.x.label == "reference"
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


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5])
def test_bleu_step_by_step(panel, steps):
    drawn = panel(plots.bleu_step_by_step, STEP_CANDIDATE, STEP_REFERENCES, steps)
    assert drawn.title == "BLEU of “the the cat sat on the mat”, step by step"
    signs = [words.text[0] for words in drawn.words if words.text[0] in "✓✗"]
    said = [words.text for words in drawn.words]
    assert "".join(signs) == ["✓✓✓✓✓✓✓", "✓✓✓✓✓✓✓✓✓✓✓✓✗✓"][steps > 1]
    parts = [["7/7"], ["6/7"], ["$p_2$ = 5/6", "$p_4$ = 3/4"], ["penalty 0.7515"]]
    parts.append([r"0.7515 × $\sqrt[4]{6/7 × 5/6 × 4/5 × 3/4}$ = 0.6080"])
    assert [all(part in said for part in of_step) for of_step in parts] == [step < steps for step in range(5)]
    lengths = [bar.width for bar in drawn.bars if bar.height == 0.6]
    assert [round(9 * length / max(lengths), 6) for length in lengths] == ([7, 9] if steps > 3 else [])
    shares = [bar.width for bar in drawn.bars if bar.height == 0.5]
    assert [part / whole for whole, part in zip(shares[::2], shares[1::2], strict=True)] == (
        pytest.approx([6 / 7, 5 / 6, 4 / 5, 3 / 4]) if steps > 2 else []
    )


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
    first, second = ([bar.bottom for bar in drawn.bars if bar.look == look] for _, look in drawn.legend)
    assert all(above < below for above, below in zip(first, second, strict=True)), "as in the legend"


def test_balance(shown):
    drawn = shown(plots.balance, GUIDE_CANDIDATE, GUIDE_REFERENCES)
    precisions = [float(Fraction(*clipped_matches(GUIDE_CANDIDATE, GUIDE_REFERENCES, n))) for n in (1, 2, 3, 4)]
    halvings = [1 + math.log2(p) / 4 for p in precisions]
    above, below = drawn.panels
    assert above.title == f'"{" ".join(GUIDE_CANDIDATE[:8])} …"\nEqual steps: the beam balances at the ordinary average'
    assert below.title == "\nEach step to the left a halving: the beam balances at the geometric mean"
    assert above.x.ticks == [(0, "none"), (0.25, "a quarter"), (0.5, "half"), (0.75, "three quarters"), (1, "all")]
    assert below.x.ticks == [
        *[(0, "a sixteenth\nor less"), (0.25, "an eighth"), (0.5, "a quarter"), (0.75, "half"), (1, "all")]
    ]
    for panel, places in ((above, precisions), (below, halvings)):
        assert panel.x.start < 0 < 1 < panel.x.end
        assert [words.text for words in panel.words] == ["$p_1$", "$p_2$", "$p_3$", "$p_4$"]
        assert [words.place[0] for words in panel.words] == pytest.approx(places)
        assert max(words.place[1] for words in panel.words) + 0.15 == pytest.approx(panel.y.end), "no empty space"
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
    drawn = panel(plots.f_beta_curves, 0.9, recall=0.3)
    assert drawn.title == "F goes to 0 with the recall;\nthe average does not (precision 0.9)"
    assert (drawn.x.label, drawn.y.label) == ("recall", "score")
    assert (drawn.x.start, drawn.x.end, drawn.y.start) == (0, 1, 0)
    assert [place for place, _ in drawn.x.ticks] == [0, 0.25, 0.5, 0.75, 1]
    betas = {"F0.5\n(precision counts more)": 0.5, "F1": 1, "F2\n(recall counts more)": 2}
    *named, (mark, dotted) = drawn.legend
    assert [name for name, _ in named] == ["average (P + R) / 2", *betas, "precision = recall:\nall agree"]
    assert mark == "recall 0.3"
    assert [line.points for line in drawn.lines if line.look.startswith(dotted)] == [[(0.3, 0), (0.3, 1)]]
    marks = sorted(line.points[0] for line in drawn.lines if "marker s" in line.look)
    assert marks == [(0.3, pytest.approx(score, abs=1e-4)) for score in (0.3462, 0.45, 0.6429)]
    for name, look in named:
        [line] = [line for line in drawn.lines if line.look == look]
        for recall, score in line.points:
            if name in betas:
                weight = betas[name] ** 2
                wanted = (1 + weight) / (1 / 0.9 + weight / recall) if recall else 0  # the weighted harmonic mean
            else:
                wanted = (0.9 + recall) / 2
            assert score == pytest.approx(wanted, abs=1e-8)
    assert line.points == [(0.9, 0.9)], "the last entry is the dot"
