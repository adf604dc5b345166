"""The rule for the numbers in a lesson's prose: each is computed in a cell near it, but for the smallest.

It looks for fractions, shares, decimals, and whole numbers of two digits or more, in figures or in words. Whole numbers
of one digit are everywhere, so most wrong ones would be found near too. Of these it looks for those that count words,
n-grams, points or edits, and for what an exercise says that a thing is or has.

Near are the two cells before a text and the two after it: what they say, and what they are given. A choice that is
wrong may have any number, and so may the question itself; its reasons may not.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from notebook_rules import cell_name, code_cells, facts, facts_file, source, texts

NEAR = 2
"""How many cells before and after a text are near it."""
NUMBER = r"(?<![\w./-])(?:\d+/\d+|\d+\.\d+)(?![\w/^]|\.\d)"
"""A fraction or a decimal, not a part of an address, of a version or of a name."""
WHOLE = r"(?<![\w./-])[1-9]\d+(?![\w/]|[.,]\d)"
"""A whole number of two digits or more."""
SAID = r"(?:(?<=\b[Ii]t is )|(?<=\b[Ii]s it )|(?<=\bhas )|(?<=\bhave ))[1-9](?![\w/-]|[.,]\d)"
"""A whole number of one digit, as in "it is 8" and "the shortest has 4"."""
UNITS = r" (?:[a-z]+ )?(?:word|token|(?:bi|tri|4-|n-)gram|point|edit)s\b"
COUNTED = rf"(?<![\w./-])[2-9](?={UNITS})"
"""A whole number of one digit that counts something, as in "6 right words"."""
SHARE = rf"(?<![\w./-])(\d+)(?:{UNITS})? of (?:(?:the|its|our|all) )*(\d+)(?![\w/-]|[.,]\d)"
"""A share, as in "4 words of 6" and "4 of the 7 bigrams"."""
WORDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty"
).split()
"""The number words from 2 on. The word "one" rarely counts anything."""
NOT_COMPUTED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["number"]
"""The numbers that no cell computes, in several lessons, each with the reason. Each lesson adds its own."""


def prose(cell: dict) -> str:
    """What a reader reads of a text cell: without addresses, and without what is said to be wrong."""
    text = re.sub(r"\]\([^)\s]*\)|</?\w+>|(?i:section) \d[\d.]*", " ", wrong_choices_out(source(cell)))
    text = re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r" \1/\2 ", text)
    return in_one_piece(re.sub(r"\\frac(\d)(\d)", r" \1/\2 ", text))


def in_one_piece(text: str) -> str:
    """The same with 1000 for 1,000."""
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)


def in_figures(text: str) -> str:
    """The same with figures for number words."""
    words = rf"(?i)(?<![\w-])(?:{'|'.join(WORDS)})(?![\w-])"
    return re.sub(words, lambda word: str(WORDS.index(word[0].lower()) + 2), text)


def wrong_choices_out(text: str) -> str:
    """A question without itself and without its wrong choices; the reasons stay."""
    if not text.startswith("**Question"):
        return text
    choices = re.findall(r"<summary>(.+?)</summary>\n\n(.+?)\n\n</details>", text, re.DOTALL)
    return "\n".join(f"{choice if reason.startswith('Yes.') else ''}\n{reason}" for choice, reason in choices)


def given(cell: dict) -> str:
    """What a question gives; nothing, if the cell is none."""
    text = source(cell)
    return text.partition("<details>")[0] if text.startswith("**Question") else ""


def near(notebook: dict, place: int) -> str:
    """All that the cells of code near a place are given and say; for a question, the cell after all three is near."""
    cells = notebook["cells"]
    around = code_cells({"cells": cells[max(place - NEAR, 0) : place + NEAR + 1]})
    around += code_cells({"cells": cells[place:]})[:1] if given(cells[place]) else []
    sources = [re.sub(r"(?<=\d) / (?=\d)", "/", source(cell)) for cell in around]
    everything = "\n".join([*sources, *(text for cell in around for text in texts(cell)), given(cells[place])])
    return in_one_piece(everything)


def is_among(number: str, text: str) -> bool:
    """Whether a text has a number, or the same with more digits: rounded, if that leaves two decimals or more.

    A whole number may also stand in a fraction there.
    """
    digits = len(number.partition(".")[2])
    for one in set(re.findall(r"(?<![\w.])\d+(?:\.\d+|/\d+)?(?!\d)", text)):
        more = len(one.partition(".")[2]) > digits > 0
        if (
            one == number
            or number in one.split("/")
            or (more and (float(one) if digits < 2 else round(float(one), digits)) == float(number))
        ):
            return True
    return False


def is_computed(share: tuple[str, str], text: str) -> bool:
    """Whether a text has a share: with "of", as a fraction, or as a decimal with all its digits or four of them."""
    value = int(share[0]) / max(int(share[1]), 1)
    decimals = (float(number) for number in re.findall(r"(?<![\w.])\d+\.\d+", text))
    return (
        share in re.findall(SHARE, text)
        or is_among("/".join(share), text)
        or any(abs(decimal - value) <= 0.00005 for decimal in decimals)
    )


def missing(path: Path, text: str, known: str) -> list[str]:
    """The numbers of a text that are not among what is known, and no exception."""
    for one in [*NOT_COMPUTED, *facts(path.stem).get("not_computed", [])]:
        if path.stem[:2] in one.get("lessons", [path.stem[:2]]):
            text = re.sub(one["text"], " ", text)
    text = in_figures(text)
    shares = [" of ".join(share) for share in re.findall(SHARE, text) if not is_computed(share, known)]
    text = re.sub(SHARE, " ", text)
    numbers = re.findall("|".join((NUMBER, WHOLE, COUNTED, *[SAID] * ("**Exercise" in text))), text)
    return shares + [number for number in numbers if not is_among(number, known)]


def computes_its_numbers(path: Path, notebook: dict) -> Iterator[str]:
    cure = f"correct it, compute it there, or give its source below [[not_computed]] in {facts_file(path.stem)}"
    for place, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "markdown":
            for number in missing(path, prose(cell), near(notebook, place)):
                yield f"{cell_name(cell)} says {number}, and no cell near it computes that: {cure}"
