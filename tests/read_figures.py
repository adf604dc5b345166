"""Reading what a figure shows, from the drawn objects."""

import itertools

from bleu_helpers.cast import CAT_CANDIDATES
from bleu_helpers.display.drawn import read
from bleu_helpers.display.plots import _figure

SAT, THE, HEAP, _ = CAT_CANDIDATES


def figures_read(monkeypatch):
    """What draws a figure and reads what it shows."""
    figures = []
    monkeypatch.setattr(_figure, "show", lambda figure, text: figures.append(figure))

    def draw(plot, *arguments, **named):
        plot(*arguments, **named)
        figures[-1].draw_without_rendering()
        return rounded(read(figures[-1]))

    return draw


def panels_read(shown):
    """What draws a figure of one panel and reads it."""
    return lambda plot, *arguments, **named: shown(plot, *arguments, **named).panels[0]


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


def bars_of(panel):
    """The bars of each entry of the legend, each as the middle of its base and its height."""
    return {
        name: [(round(bar.left + bar.width / 2, 6), bar.bottom, bar.height) for bar in panel.bars if bar.look == look]
        for name, look in panel.legend
    }


def by_row(panel):
    """The length of each bar that lies, and the words at its row, by the label of its row; a bar begins at 0."""
    names, words = dict(panel.y.ticks), {words.place[1]: words.text.strip() for words in panel.words}
    assert all(bar.left == 0 for bar in panel.bars)
    rows = {round(bar.bottom + bar.height / 2): bar.width for bar in panel.bars}
    return {names[row]: (width, words[row]) for row, width in rows.items()}


def marked(sentence, known):
    return [f"{'✓' if word in known else '✗'} {word}" for word in sentence]


def partners(sentence, other):
    """The words of a sentence, with a tick while the other sentence has one left."""
    left = [*other]
    return [f"✓ {left.pop(left.index(word))}" if word in left else f"✗ {word}" for word in sentence]


def bigrams(sentence):
    return [" ".join(pair) for pair in itertools.pairwise(sentence)]


def ticks(axis):
    return [label for _, label in axis.ticks]


def clipped_matches(candidate, references, n):
    """How many n-grams match, counted with lists and nothing else, and how many there are."""
    grams = [tuple(candidate[at : at + n]) for at in range(len(candidate) - n + 1)]
    others = [[tuple(one[at : at + n]) for at in range(len(one) - n + 1)] for one in references]
    return sum(min(grams.count(gram), max(one.count(gram) for one in others)) for gram in {*grams}), len(grams)
