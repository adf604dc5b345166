"""The figures of the lesson on clipping."""

import math
from collections.abc import Sequence

from bleu_helpers import count_clip, match_counts, max_ref_count, simple_count
from bleu_helpers.display.plots._figure import counted, figure_width, is_narrow, ngram_label, single_plot
from bleu_helpers.display.plots._looks import BLUE, FOUND, GREY, MISSED, ORANGE, PALE_ORANGE, Look
from bleu_helpers.display.plots._tiles import FONT_SIZE, INDENT, middles, shorten_for_line, tile_width, tiles_that_fit
from bleu_helpers.lessons.counting import Sentence

_COIN: Look = {"boxstyle": "round,pad=1,rounding_size=1.25", "linewidth": 1.5}
SPENT: Look = {"facecolor": PALE_ORANGE, "edgecolor": ORANGE, "linestyle": "solid", **_COIN}
LEFT: Look = {"facecolor": "white", "edgecolor": GREY, "linestyle": "dotted", **_COIN}

_Tiles = Sequence[tuple[str, Look]]
"""The text and the look of each tile."""

_COIN_PADDING = 0.4
"""How much wider a coin is than its word, in inches."""
_COIN_LINE_HEIGHT = 0.62
"""The height of a line with a coin, in inches."""


def clipped_counts(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Draw each word's count next to its largest count in one reference; the clipped part of a count is hatched."""
    counts, maximum = simple_count(candidate), max_ref_count(references)
    kept_counts = count_clip(candidate, references)
    matched, total = match_counts(candidate, references, 1)
    share = f"{matched} of {counted(total, 'words')} {'is' if matched == 1 else 'are'} kept"
    ngrams = list(counts)
    margin = max(0.6, 1.8 - len(ngrams) / 2)
    with single_plot(
        4.4,
        f"Each count is limited to the largest in one reference:\n{share}",
        x_label="words of the candidate",
        y_label="count",
        x_limits=(-margin, len(ngrams) - 1 + margin),
        y_limits=(0, max([*counts.values(), *maximum.values()], default=1) * 1.1),
    ) as axes:
        from matplotlib.ticker import MaxNLocator

        left = [position - 0.2 for position in range(len(ngrams))]
        right = [position + 0.2 for position in range(len(ngrams))]
        kept = [kept_counts[ngram] or math.nan for ngram in ngrams]  # NaN, since a bar of height 0 is a line
        lost = [counts[ngram] - kept_counts[ngram] or math.nan for ngram in ngrams]
        hatched: Look = {"color": PALE_ORANGE, "edgecolor": ORANGE, "hatch": "///"}
        axes.bar(left, kept, 0.38, color=BLUE, edgecolor="black", label="candidate:\nkept")
        axes.bar(left, lost, 0.38, [kept_counts[ngram] for ngram in ngrams], label="candidate:\nclipped", **hatched)
        limits = [maximum[ngram] for ngram in ngrams]
        axes.bar(right, limits, 0.38, color="white", edgecolor="black", label="largest in one\nreference")
        labels = [ngram_label(ngram) for ngram in ngrams]
        crowded: Look = {"rotation": 45, "ha": "right", "rotation_mode": "anchor", "fontsize": 13}
        axes.set_xticks(range(len(ngrams)), labels, **({"fontsize": 15} if len(ngrams) <= 6 else crowded))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def purse(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Draw a candidate's words as tiles, and below them the purse, whose coins pay for the words.

    The purse has as many coins of each word as the reference in which the word occurs most often. If not all of them
    fit, an ellipsis replaces the rest. On a phone, all of them fit, because words and coins are in two columns.
    """
    coins = [word for word, count in max_ref_count(references).items() for _ in range(count)]
    payments: list[int | None] = []  # for each word of the candidate, the index of its coin
    for token in candidate:
        free = [place for place, coin in enumerate(coins) if coin == (token,) and place not in payments]
        payments.append(free[0] if free else None)
    marks = [("✗", MISSED) if place is None else ("✓", FOUND) for place in payments]
    words = [(shorten_for_line(f"{mark} {token}"), look) for token, (mark, look) in zip(candidate, marks, strict=True)]
    looks = [SPENT if place in payments else LEFT for place in range(len(coins))]
    coin_tiles = [(shorten_for_line(ngram_label(coin)), look) for coin, look in zip(coins, looks, strict=True)]
    draw = _columns if is_narrow() else _rows
    draw(words, coin_tiles, payments, "A coin pays for one word, once")


def _rows(words: _Tiles, coins: _Tiles, payments: Sequence[int | None], title: str) -> None:
    """Draw the words in a row, and the coins in a row below them."""
    widths = [[tile_width(shown) for shown, _ in words], [tile_width(shown, _COIN_PADDING) for shown, _ in coins]]
    places = middles([row[: tiles_that_fit(row)] for row in widths])
    with single_plot(2.8, title, x_limits=(0, figure_width()), y_limits=(1.6, -0.5)) as axes:
        named = zip(("candidate", "purse"), (words, coins), places, strict=True)
        for height, (label, tiles, row) in enumerate(named):
            axes.text(INDENT - 0.1, height, label, ha="right", va="center", fontsize=13)
            for (shown, look), middle in zip(tiles, row, strict=False):
                axes.text(middle, height, shown, ha="center", va="center", fontsize=FONT_SIZE, bbox=look)
            if len(row) < len(tiles):
                axes.text(figure_width(), height, "…", ha="right", va="center", fontsize=FONT_SIZE)
        for middle, place in zip(places[0], payments, strict=False):
            if place is not None and place < len(places[1]):
                # The line joins the edges; from middle to middle, it could run behind other words and coins.
                axes.plot((places[1][place], middle), (0.79, 0.12), color=GREY, linewidth=1.5, zorder=1)
        axes.axis("off")


def _columns(words: _Tiles, coins: _Tiles, payments: Sequence[int | None], title: str) -> None:
    """Draw the words in a column, and the coins in a column to their right, so that all of them fit on a phone."""
    middle, quarter = figure_width() / 2, figure_width() / 4
    lines = max(len(words), len(coins))
    with single_plot(
        0.5 + _COIN_LINE_HEIGHT * (lines + 1), title, x_limits=(0, figure_width()), y_limits=(lines - 0.5, -1.5)
    ) as axes:
        for label, place, tiles in (("candidate", middle - quarter, words), ("purse", middle + quarter, coins)):
            axes.text(place, -1, label, ha="center", va="center")
            for line, (shown, look) in enumerate(tiles):
                axes.text(place, line, shown, ha="center", va="center", fontsize=FONT_SIZE, bbox=look)
        for line, coin in enumerate(payments):
            if coin is not None:
                left = middle - quarter + tile_width(words[line][0]) / 2
                right = middle + quarter - tile_width(coins[coin][0], _COIN_PADDING) / 2
                axes.plot((left, right), (line, coin), color=GREY, linewidth=1.5, zorder=1)
        axes.axis("off")
