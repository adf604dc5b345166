"""What each figure shows is true: its drawn bars, lines and words, compared with numbers that are computed here.

The record of a lesson holds everything else that is drawn, titles and colours too, to what it was (see conftest.py).
"""

import functools
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
from nltk.translate.bleu_score import corpus_bleu, sentence_bleu
from read_figures import (
    HEAP,
    SAT,
    THE,
    bars_of,
    bigrams,
    by_row,
    clipped_matches,
    figures_read,
    marked,
    panels_read,
    partners,
    rounded,
    rows,
    ticks,
)

import bleu_helpers
from bleu_helpers import bleu_score
from bleu_helpers.cast import (
    CAT_CANDIDATES,
    CAT_REFERENCES,
    GUIDE_CANDIDATE,
    GUIDE_REFERENCES,
    STEP_CANDIDATE,
    STEP_REFERENCES,
)
from bleu_helpers.display import plots

shown = pytest.fixture(figures_read, name="shown")
panel = pytest.fixture(panels_read, name="panel")


def test_every_figure_is_read():
    written = Path(__file__).read_text(encoding="utf-8")
    unread = {*plots.__all__} - {*re.findall(r"(?:shown|panel)\(\s*plots\.(\w+)", written)}
    assert not unread, f"no test in {Path(__file__).name} reads what these draw: {sorted(unread)}"


# 01


def test_word_matches(panel):
    known = {*CAT_REFERENCES[0], *CAT_REFERENCES[1]}
    assert rows(panel(plots.word_matches, [SAT, THE], CAT_REFERENCES)) == [
        ["candidate", *marked(SAT, known), "5/6 = 0.8333"],
        ["candidate", *marked(THE, known), "7/7 = 1.0000"],
        ["reference", *CAT_REFERENCES[0]],
        ["reference", *CAT_REFERENCES[1]],
    ]


# 02


def test_purse(panel):
    drawn = panel(plots.purse, "the cat the cat dog".split(), ["the cat the mat".split(), "a the".split()])
    assert rows(drawn) == [
        ["candidate", "✓ the", "✓ cat", "✓ the", "✗ cat", "✗ dog"],
        ["purse", "the", "the", "cat", "mat", "a"],
    ]
    tiles = {words.place: words.text for words in drawn.words}
    paid = [(tiles[word, 0], tiles[coin, 1]) for (coin, _), (word, _) in (line.points for line in drawn.lines)]
    assert paid == [("✓ the", "the"), ("✓ cat", "cat"), ("✓ the", "the")], "each with a coin of its own word"
    assert len({line.points[0] for line in drawn.lines}) == 3, "a coin pays once"


def test_clipped_counts(panel):
    drawn = panel(plots.clipped_counts, FRUIT_CANDIDATE, FRUIT_REFERENCES)
    assert drawn.x.ticks == [(0, "He"), (1, "eats"), (2, "tasty"), (3, "fruit")]
    assert {name: [bar for bar in bars if bar[2]] for name, bars in bars_of(drawn).items()} == {
        "candidate:\nkept": [(-0.2, 0, 1), (0.8, 0, 1), (1.8, 0, 1)],
        "candidate:\nclipped": [(-0.2, 1, 2), (2.8, 0, 1)],
        "largest in one\nreference": [(0.2, 0, 1), (1.2, 0, 1), (2.2, 0, 1)],
    }


# 03


def grid(panel, candidate, reference, n):
    """Hold a grid to two sentences: the candidate goes down, the reference to the right."""
    assert (ticks(panel.x), ticks(panel.y)[::-1]) == (reference, candidate)
    assert panel.x.start < panel.x.end and panel.y.start > panel.y.end
    pairs = itertools.product(range(len(reference)), range(len(candidate)))
    same = {(x, y) for x, y in pairs if reference[x] == candidate[y]}
    *joined, dots = panel.lines
    assert {*dots.points} == same
    runs = [(x, y) for x, y in same if {(x + step, y + step) for step in range(n)} <= same]
    assert sorted(line.points for line in joined) == sorted([(x, y), (x + n - 1, y + n - 1)] for x, y in runs)


def test_ngram_grid(shown):
    drawn = shown(plots.ngram_grid, HEAP, CAT_REFERENCES)
    assert drawn.title == "Bigrams that match a reference: 1 of 6"
    for panel, reference in zip(drawn.panels, CAT_REFERENCES, strict=True):
        grid(panel, HEAP, reference, 2)


def test_order_grid(shown):
    candidates = {"as written": GUARD_CANDIDATE, "turned": GUARD_CANDIDATE[::-1]}
    drawn = shown(plots.order_grid, candidates, GUARD_REFERENCES[0])
    for panel, candidate in zip(drawn.panels, candidates.values(), strict=True):
        grid(panel, candidate, GUARD_REFERENCES[0], 2)
    assert [panel.title for panel in drawn.panels] == ["as written: 4 of 7", "turned: 0 of 7"]


# 04


def test_brevity_penalty_curve(panel):
    examples = [("the mat", 2, 6), ("as long", 6, 6), ("too long", 9, 6)]
    drawn = panel(plots.brevity_penalty_curve, examples)
    lines = {name: [line.points for line in drawn.lines if line.look == look] for name, look in drawn.legend}
    for share, penalty in lines["brevity penalty"][0]:
        assert penalty == pytest.approx(1 if share >= 1 else math.exp(1 - 1 / share), abs=1e-8)
    where = [rounded((c / r, math.exp(1 - r / c) if c < r else 1.0)) for _, c, r in examples]
    assert [line.points for line in drawn.lines if "marker" in line.look] == [[place] for place in where]
    assert [(words.text, words.place) for words in drawn.words] == [
        (name, place) for (name, *_), place in zip(examples, where, strict=True)
    ]
    longer = panel(plots.brevity_penalty_curve, [("far too long", 21, 6)])
    assert longer.x.ticks == [(1, "as long"), (3, "3 times as long")] and longer.x.end > 21 / 6


# 05


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5])
def test_bleu_step_by_step(panel, steps):
    drawn = panel(plots.bleu_step_by_step, STEP_CANDIDATE, STEP_REFERENCES, steps)
    said = [words.text for words in drawn.words]
    assert "".join(text[0] for text in said if text[0] in "✓✗") == ["✓✓✓✓✓✓✓", "✓✓✓✓✓✓✓✓✓✓✓✓✗✓"][steps > 1]
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
    assert f"BLEU {penalty * root:.4f} = penalty {penalty:.4f} × geometric mean {root:.4f}" in drawn.title
    assert [(bar.left + bar.width / 2, bar.bottom, bar.height) for bar in drawn.bars] == [
        (pytest.approx(n), 0, pytest.approx(p)) for n, p in enumerate(precisions, start=1)
    ]
    assert [line.points[0][1] for line in drawn.lines] == pytest.approx([penalty * root, root])
    assert [(words.text, words.place[1]) for words in drawn.words] == [
        (f"geometric mean {root:.4f}", pytest.approx(root, abs=0.05)),
        (f"BLEU {penalty * root:.4f}", pytest.approx(penalty * root, abs=0.05)),
    ]


def test_ordinary_averages(panel):
    drawn = panel(plots.ordinary_averages, HEAP, SAT, CAT_REFERENCES)
    assert drawn.title == f"The ordinary average prefers:\n{' '.join(SAT)}"
    candidates = {" ".join(candidate): candidate for candidate in (HEAP, SAT)}
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
    above, below = shown(plots.balance, GUIDE_CANDIDATE, GUIDE_REFERENCES).panels
    precisions = [float(Fraction(*clipped_matches(GUIDE_CANDIDATE, GUIDE_REFERENCES, n))) for n in (1, 2, 3, 4)]
    for panel, places in ((above, precisions), (below, [1 + math.log2(p) / 4 for p in precisions])):
        assert [(words.text, words.place[0]) for words in panel.words] == [
            (f"$p_{n}$", pytest.approx(place)) for n, place in enumerate(places, start=1)
        ]
        assert panel.lines[-1].points[0][0] == pytest.approx(mean(places)), "where it balances"


# 06


@pytest.mark.parametrize(
    ("n", "ngrams", "shares"),
    [(1, list, ["3/6 = 0.5000", "4/5 = 0.8000"]), (2, bigrams, ["1/5 = 0.2000", "2/4 = 0.5000"])],
)
def test_recall_per_reference(panel, n, ngrams, shares):
    references = PROGRAM_REFERENCES[::-1]
    assert rows(panel(plots.recall_per_reference, PROGRAM_CANDIDATE, references, n)) == [
        [f"candidate, 8 words: {' '.join(PROGRAM_CANDIDATE)}"],
        [f"reference 1: {shares[0]}"],
        partners(ngrams(references[0]), ngrams(PROGRAM_CANDIDATE)),
        [f"reference 2: {shares[1]}   ◀ the best one counts"],
        partners(ngrams(references[1]), ngrams(PROGRAM_CANDIDATE)),
    ]


# 07


def test_matched_words_of_both(panel):
    assert rows(panel(plots.matched_words_of_both, [["the"], SAT], CAT_REFERENCES[0])) == [
        ["1 + 1 of 1 + 6 words have a partner: F1 = 2/7 = 0.2857"],
        ["candidate", *partners(["the"], CAT_REFERENCES[0])],
        ["reference", *partners(CAT_REFERENCES[0], ["the"])],
        ["4 + 4 of 6 + 6 words have a partner: F1 = 8/12 = 0.6667"],
        ["candidate", *partners(SAT, CAT_REFERENCES[0])],
        ["reference", *partners(CAT_REFERENCES[0], SAT)],
    ]


def test_f_beta_curves(panel):
    drawn = panel(plots.f_beta_curves, 0.9, recall=0.3)
    betas = {"F0.5\n(precision counts more)": 0.5, "F1": 1, "F2\n(recall counts more)": 2}
    *named, _ = drawn.legend
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


# 08


def test_corpus_and_mean_bleu(panel):
    corpus = [GUIDE_CANDIDATE, SAT, THE, HEAP], [GUIDE_REFERENCES, *[CAT_REFERENCES] * 3]
    drawn = panel(plots.corpus_and_mean_bleu, *corpus)
    assert drawn.title == "3 of 4 segments score exactly 0, whatever they got right"
    whole = corpus_bleu(corpus[1], corpus[0])
    average = sentence_bleu(GUIDE_REFERENCES, GUIDE_CANDIDATE) / 4
    zero, some = sorted(drawn.bars)
    assert (zero.bottom, zero.height, zero.left + zero.width / 2) == (0, 3, pytest.approx(drawn.x.ticks[0][0]))
    assert (some.left, some.width, some.height) == (pytest.approx(0.5), pytest.approx(0.1), 1)
    assert sorted(line.points[0][0] for line in drawn.lines) == pytest.approx([average, whole])
    told = {" ".join(words.text.split()): words.place[0] for words in drawn.words if "\n" in words.text}
    assert told == {
        f"mean of the segments {average:.4f}": pytest.approx(average),
        f"BLEU of the corpus {whole:.4f}": pytest.approx(whole),
    }


def test_resampled_differences(panel):
    differences = [step / 2000 for step in range(-20, 60)]
    drawn = panel(plots.resampled_differences, differences)
    above = sum(one > 0 for one in differences)
    assert drawn.title == "On 73.8% of 80 resampled test sets,\nthe system is above the baseline"
    sides = {}
    for bar in drawn.bars:
        sides.setdefault(bar.look, []).append(bar)
        inside = [one for one in differences if bar.left + 1e-9 < one <= bar.left + bar.width + 1e-9]
        assert bar.bottom == 0 and bar.height == len(inside)
    losses, wins = sides.values()
    assert (sum(bar.height for bar in losses), sum(bar.height for bar in wins)) == (80 - above, above)
    assert max(bar.left + bar.width for bar in losses) <= 1e-9 and min(bar.left for bar in wins) >= -1e-9
    assert {words.text: words.place[0] > 0.5 for words in drawn.words} == {
        f"not above: {1 - above / 80:.1%}": False,
        f"above: {above / 80:.1%}": True,
    }


def test_false_alarms(shown):
    alarms = {
        "one kind": {"a test": [77, 103, 99], "another": [41, 47, 50]},
        "another kind": {"a test": [136, 103, 120], "another": [84, 40, 62]},
    }
    drawn = shown(plots.false_alarms, alarms, pairs=1000, limit=0.05)
    assert drawn.title == "Alarms in 1000 pairs of equal systems: 50 are allowed"
    for panel, (kind, tests) in zip(drawn.panels, alarms.items(), strict=True):
        assert (panel.title, ticks(panel.y)[::-1]) == (kind, [*tests])
        for row, counts in enumerate(tests.values()):
            assert panel.lines[1 + row].points == [(count, row) for count in counts]


# 09


def test_smoothed_precisions(panel):
    drawn = panel(plots.smoothed_precisions, SAT, CAT_REFERENCES)
    assert ticks(drawn.x) == ["words\n5/6", "bigrams\n1/5", "trigrams\n0/4", "4-grams\n0/3"]
    by_hand = {
        "0 no_smoothing": [5 / 6, 1 / 5, 0, 0],
        "2 add_one": [5 / 6, 2 / 6, 1 / 5, 1 / 4],
        "3 halve_at_each_zero": [5 / 6, 1 / 5, 1 / 8, 1 / 12],
    }
    wanted = {f"{name}: BLEU {math.prod(p) ** (1 / 4):.4f}": p for name, p in by_hand.items()}
    bars = bars_of(drawn)
    assert [*bars] == [*wanted]
    for name, of_it in bars.items():
        assert [(round(place), height) for place, _, height in of_it] == [
            (place, pytest.approx(precision)) for place, precision in enumerate(wanted[name])
        ]
        for place, _, height in of_it:
            [over] = [one for one in drawn.words if one.place[0] == pytest.approx(place, abs=1e-5)]
            assert over.text == (f"{height:.4f}" if height else "0")


def test_smoothing_scores(panel):
    drawn = panel(plots.smoothing_scores, CAT_CANDIDATES, CAT_REFERENCES)
    named = [label.split() for _, label in sorted(drawn.y.ticks)]
    methods = [bleu_helpers.smoothing_method(number) for number in range(8)]
    assert named == [[str(number), method.__name__] for number, method in enumerate(methods)]
    sentences = {" ".join(candidate): candidate for candidate in CAT_CANDIDATES}
    best = [0.0] * 8
    for name, look in drawn.legend:
        [points] = [line.points for line in drawn.lines if line.look == look]
        scores = [bleu_score(sentences[name], CAT_REFERENCES, smoothing=method) for method in methods]
        assert [(x, round(y)) for x, y in points] == [(pytest.approx(s, abs=1e-8), row) for row, s in enumerate(scores)]
        best = [*map(max, best, scores)]
    bold = [(words.text.strip(), round(words.place[1])) for words in drawn.words]
    assert bold == [(f"{score:.4f}", row) for row, score in enumerate(best) if score]


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
    assert drawn.x.ticks == [*enumerate(["(start)", *reference])]
    assert drawn.y.ticks[::-1] == [*enumerate(["(start)", *candidate])]
    numbers = {words.place: int(words.text) for words in drawn.words if words.text.isdigit()}
    assert numbers == {(x, y): distance(y, x) for y in range(len(candidate) + 1) for x in range(len(reference) + 1)}
    path = sorted((round(bar.left + bar.width / 2), round(bar.bottom + bar.height / 2)) for bar in drawn.bars)
    assert path[0] == (0, 0) and path[-1] == (len(reference), len(candidate))
    for before, here in itertools.pairwise(path):
        step = here[0] - before[0], here[1] - before[1]
        same = step == (1, 1) and reference[here[0] - 1] == candidate[here[1] - 1]
        assert numbers[here] - numbers[before] == (not same)


# 11


def test_token_cuts(panel):
    text = "a bat at."
    ways = {"none": ["a", "bat", "at."], "13a": ["a", "bat", "at", "."]}
    drawn = panel(plots.token_cuts, text, ways)
    assert drawn.y.ticks[::-1] == [(0, "none\n(3 tokens)"), (1, "13a\n(4 tokens)")]
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
    assert by_row(drawn) == {name: (score, f"{score:.2f}") for name, score in scores.items()}


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
    assert drawn.y.start > drawn.y.end, "the best one is on top"
    assert drawn.x.ticks == [(0, "BLEU"), (1, "WER\nlow is good"), (2, "chrF")]
    places = {"good": [1, 1, 1], "middling": [2, 2, 1], "bad": [3, 3, 3]}
    for name, line in zip(quality, drawn.lines, strict=True):
        assert [(round(x), y) for x, y in line.points] == [*enumerate(places[name])]


# 13


def test_scores_by_kind(panel):
    old, new = {"news": 20.0, "story": 30.0, "talk": 25.0}, {"news": 25.0, "story": 28.0, "talk": 26.0}
    p_values = {"news": 0.0123, "story": 0.04, "talk": 0.5764}
    drawn = panel(plots.scores_by_kind, old, new, p_values, ("old", "new"), "BLEU")
    assert drawn.title == "BLEU by kind of sentence:\np is below 0.05 in 2 of 3 kinds"
    names = dict(drawn.y.ticks)
    for (name, look), scores in zip(drawn.legend, (old, new), strict=True):
        dots = [line.points[0] for line in drawn.lines if line.look == look and len(line.points) == 1]
        assert {names[round(y)]: x for x, y in dots} == scores == {"old": old, "new": new}[name]
    for row, kind in names.items():
        texts = {words.text for words in drawn.words if round(words.place[1]) == row and "d" not in words.text}
        assert texts == {
            f"{old[kind]:.2f}",
            f"{new[kind]:.2f}",
            f"{new[kind] - old[kind]:+.1f}\np = {p_values[kind]:.4f}",
        }


# 14


def test_speed_by_step(panel):
    ratios = {"the definition": 1.0, "all at once": 3.64, "in arrays": 12.06}
    drawn = panel(plots.speed_by_step, ratios)
    assert drawn.title == "In arrays: 12.1 times as fast as the definition"
    assert by_row(drawn) == {name: (ratio, f"{ratio:.1f}") for name, ratio in ratios.items()}


def test_growth_and_two_cores(shown):
    sizes, times, factors = [1_000, 100_000, 10_000_000], [1.5, 0.9, 1.0], [0.25, 1.25, 1.75]
    lost = {"slower": 0.1144, "the pass": 0.0884, "waiting": 0.0472}
    left, right, below = shown(plots.growth_and_two_cores, sizes, times, factors, lost).panels
    for panel, values in ((left, times), (right, factors)):
        assert panel.x.ticks == [(3, "1,000"), (5, "100,000"), (7, "10\nmillion")]
        assert panel.lines[0].points == list(zip((3, 5, 7), values, strict=True))
    assert [(bar.left, bar.width) for bar in below.bars] == [(0, share) for share in lost.values()]
    assert [(words.text, words.place[1]) for words in below.words] == [
        (f" {share:.3f} {name}", row) for row, (name, share) in enumerate(lost.items())
    ]
    assert "0.249 is" in below.title, "the sum of the bars as they are written: 0.114 + 0.088 + 0.047"


# 15


def test_systems_judged(panel):
    points = {"good": 1.0, "middling": 2.0, "bad": 4.0}
    scores = {
        "one": {"good": 20.0, "middling": 25.0, "bad": 30.0},
        "other": {"good": 44.0, "middling": 40.0, "bad": 42.0},
    }
    drawn = panel(plots.systems_judged, points, scores, "BLEU", ["bad"])
    assert drawn.title == "Correlation of BLEU with people: -0.98 by “one”, +0.33 by “other”"
    assert drawn.y.start > drawn.y.end, "the fewest points lost are on top"
    looks = dict(drawn.legend)
    for side, of in scores.items():
        [dots] = [line for line in drawn.lines if line.look == looks[f"by “{side}”"]]
        assert dots.points == [(of[name], points[name]) for name in points]
    assert {words.text: words.place for words in drawn.words} == {"good": (44, 1), "bad": (42, 4)}


def test_raters_and_systems(panel):
    drawn = panel(plots.raters_and_systems, {1: [0.0, 9.0], 4: [1.0] * 1000}, {"good": 2.0, "bad": 3.75})
    assert drawn.title == "Systems: 2.00 to 3.75 points. Raters: 1.00 to 4.50"
    assert dict(drawn.y.ticks) == {0: "2 systems", 1: "rater 4 (1,000)", 2: "rater 1 (2)"}
    assert [line.points for line in drawn.lines] == [[(2, 0), (3.75, 0)], [(1, 1), (4.5, 2)]]
    assert [(band.left, band.width, band.height) for band in drawn.bars] == [(2, 1.75, 3)], "in each row"
    assert {words.text: words.place for words in drawn.words} == {"1.00": (1, 1), "4.50": (4.5, 2)}
