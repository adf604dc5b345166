"""What each figure of the lessons 08 to 15 shows, compared with numbers that are computed here."""

import functools
import itertools
import math

import pytest
from nltk.translate.bleu_score import corpus_bleu, sentence_bleu
from read_figures import (
    BLUE,
    HEAP,
    ORANGE,
    PALE_BLUE,
    PALE_ORANGE,
    SAT,
    THE,
    figures_read,
    panels_read,
    ticks,
)

import bleu_helpers
from bleu_helpers import bleu_score
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.display import plots

shown = pytest.fixture(figures_read, name="shown")
panel = pytest.fixture(panels_read, name="panel")


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


def test_false_alarms(shown):
    alarms = {
        "one kind": {"a test": {33: 77, 132: 103}, "another": {33: 41, 132: 47}},
        "another kind": {"a test": {33: 136, 132: 103}, "another": {33: 84, 132: 40}},
    }
    drawn = shown(plots.false_alarms, alarms, pairs=1000, limit=0.05)
    assert drawn.title == "With 132 segments, 1 of 2 tests stay near 50 alarms in 1000 each time"
    for panel, (kind, tests) in zip(drawn.panels, alarms.items(), strict=True):
        assert panel.title == kind
        assert [name for _, name in panel.y.ticks] == [*tests][::-1]  # from below
        for row, by_size in enumerate(tests.values()):
            assert [line.points[row][0] for line in panel.lines[1:]] == [*by_size.values()]
            assert all(abs(line.points[row][1] - row) < 0.5 for line in panel.lines[1:])


# 09


def named_method(label):
    """The smoothing function of a label such as '2 add_one'."""
    number, name = label.split()
    assert bleu_helpers.smoothing_method(int(number)).__name__ == name
    return getattr(bleu_helpers, name, None)


def test_smoothed_precisions(panel):
    drawn = panel(plots.smoothed_precisions, SAT, CAT_REFERENCES)
    assert drawn.title == f"{' '.join(SAT)}:\nwhat each method makes of the precisions"
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
    assert len({panel.x.end for panel in drawn.panels}) == 1, "a point is as wide in each panel"
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
    assert drawn.title == "BLEU by kind of sentence:\nnew is ahead of old in 2 of 3"
    assert drawn.x.label == "BLEU, a part of the scale from 0 to 100"
    assert drawn.y.start > drawn.y.end and drawn.x.start < drawn.x.end
    names = dict(drawn.y.ticks)
    assert [names[row] for row in range(3)] == [*old]
    for (name, look), scores in zip(drawn.legend, (old, new), strict=True):
        dots = [line.points[0] for line in drawn.lines if line.look == look and len(line.points) == 1]
        assert {names[round(y)]: x for x, y in dots} == scores == {"old": old, "new": new}[name]
    joined = {names[round(line.points[0][1])]: line for line in drawn.lines if len(line.points) == 2}
    for kind, line in joined.items():
        assert [x for x, _ in line.points] == [old[kind], new[kind]]
        (_, above), (_, below) = line.points
        assert below - above == pytest.approx(0.3), "one marker does not hide the other"
        texts = {
            words.text for words in drawn.words if names.get(round(words.place[1])) == kind and "d" not in words.text
        }
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
    left, right, below = drawn.panels
    assert left.title == "One core: a segment takes 0.90 to 1.50\ntimes as long as in the largest corpus"
    assert right.title == "Two cores: 1.75 times as fast\nin the largest corpus, not 2"
    assert below.title == "In the largest corpus 0.25 is missing to 2: where it goes"
    for panel, values, level in ((left, times, 1), (right, factors, 2)):
        assert panel.x.ticks == [(3, "1,000"), (5, "100,000"), (7, "10\nmillion")]
        assert panel.x.label == "segments in the corpus"
        line, dotted = panel.lines
        assert line.points == list(zip((3, 5, 7), values, strict=True))
        assert dotted.points == [(3, level), (7, level)] and " : " in dotted.look
        assert panel.y.start == 0 and panel.y.end > max(*values, level)
    assert [(bar.left, bar.width) for bar in below.bars] == [(0, share) for share in lost.values()]
    assert [(words.text, words.place) for words in below.words] == [
        (f" {share:.2f} {name}", (share, row)) for row, (name, share) in enumerate(lost.items())
    ]
    assert below.y.start > below.y.end and below.x.start == 0 < max(lost.values()) < below.x.end


# 15


def test_systems_judged(panel):
    points = {"good": 1.0, "middling": 2.0, "bad": 4.0}
    scores = {
        "one": {"good": 20.0, "middling": 25.0, "bad": 30.0},
        "other": {"good": 44.0, "middling": 40.0, "bad": 42.0},
    }
    drawn = panel(plots.systems_judged, points, scores, "BLEU", ["bad"])
    assert drawn.title == "3 systems: people’s best one has place 3 by “one”, place 1 by “other”"
    assert (drawn.x.label, drawn.y.label) == (
        "BLEU, a part of the scale from 0 to 100",
        "points lost a segment (top: fewest)",
    )
    assert drawn.y.start > drawn.y.end and drawn.x.start < drawn.x.end
    joined = [line.points for line in drawn.lines if len(line.points) == 2]
    assert joined == [[(scores[side][name], points[name]) for side in scores] for name in points]
    looks = dict(drawn.legend)
    assert len({*looks.values()}) == len(looks) == 2
    for side, of in scores.items():
        [dots] = [line for line in drawn.lines if line.look == looks[f"by “{side}”"]]
        assert dots.points == [(of[name], points[name]) for name in points]
    assert {words.text: words.place for words in drawn.words} == {"good": (44, 1), "bad": (42, 4)}
