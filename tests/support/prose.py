"""The rule for the numbers in a lesson's prose: all of them, except for the smallest, are computed in a nearby cell.

It checks fractions, shares, decimals, and whole numbers of two digits or more, in figures or in words. Whole numbers of
one digit are everywhere, so most wrong ones would be found nearby, too. Of these, it checks those that count words,
n-grams, points or edits, and those in an exercise that say what something is or has.

The nearby cells are the two before a text and the two after it, with their code and their outputs. A wrong choice of a
question may contain any number, and so may the question itself, but not the reasons.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from notebook_rules import cell_name, code_cells, facts, facts_file, source, texts

NEAR = 2
"""The number of cells before a text, and after it, that are near it."""
NUMBER = r"(?<![\w./-])(?:\d+/\d+|\d+\.\d+)(?![\w/^]|\.\d)"
"""A fraction or a decimal that is not part of an address, a version or a name."""
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
"""The numbers in several lessons that no cell computes, with the reasons. Each lesson's file lists others."""


def prose(cell: dict) -> str:
    """Return the text of a cell as it is read, without addresses and without the wrong choices of a question."""
    text = re.sub(r"\]\([^)\s]*\)|</?\w+>|(?i:section) \d[\d.]*", " ", wrong_choices_out(source(cell)))
    text = re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r" \1/\2 ", text)
    return in_one_piece(re.sub(r"\\frac(\d)(\d)", r" \1/\2 ", text))


def in_one_piece(text: str) -> str:
    """Return a text in which 1,000 is written as 1000."""
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)


def in_figures(text: str) -> str:
    """Return a text with figures instead of number words."""
    words = rf"(?i)(?<![\w-])(?:{'|'.join(WORDS)})(?![\w-])"
    return re.sub(words, lambda word: str(WORDS.index(word[0].lower()) + 2), text)


def wrong_choices_out(text: str) -> str:
    """Return only the right choice and all reasons of a question; other texts are returned as they are."""
    if not text.startswith("**Question"):
        return text
    choices = re.findall(r"<summary>(.+?)</summary>\n\n(.+?)\n\n</details>", text, re.DOTALL)
    return "\n".join(f"{choice if reason.startswith('Yes.') else ''}\n{reason}" for choice, reason in choices)


def given(cell: dict) -> str:
    """Return the text of a question before its choices, or an empty string for other cells."""
    text = source(cell)
    return text.partition("<details>")[0] if text.startswith("**Question") else ""


def near(notebook: dict, place: int) -> str:
    """Return the code and outputs of the nearby code cells; the cell after the three questions is near all of them."""
    cells = notebook["cells"]
    around = code_cells({"cells": cells[max(place - NEAR, 0) : place + NEAR + 1]})
    around += code_cells({"cells": cells[place:]})[:1] if given(cells[place]) else []
    sources = [re.sub(r"(?<=\d) / (?=\d)", "/", source(cell)) for cell in around]
    everything = "\n".join([*sources, *(text for cell in around for text in texts(cell)), given(cells[place])])
    return in_one_piece(everything)


def is_among(number: str, text: str) -> bool:
    """Return whether a text contains a number, or the same number with more digits.

    The number may be rounded if it has two decimals or more. A whole number may also be part of a fraction.
    """
    digits = len(number.partition(".")[2])
    for computed in set(re.findall(r"(?<![\w.])\d+(?:\.\d+|/\d+)?(?!\d)", text)):
        more = len(computed.partition(".")[2]) > digits > 0
        if (
            computed == number
            or number in computed.split("/")
            or (more and (float(computed) if digits < 2 else round(float(computed), digits)) == float(number))
        ):
            return True
    return False


def is_computed(share: tuple[str, str], text: str) -> bool:
    """Return whether a text contains a share: with "of", as a fraction, or as a decimal with at least four digits."""
    value = int(share[0]) / max(int(share[1]), 1)
    decimals = (float(number) for number in re.findall(r"(?<![\w.])\d+\.\d+", text))
    return (
        share in re.findall(SHARE, text)
        or is_among("/".join(share), text)
        or any(abs(decimal - value) <= 0.00005 for decimal in decimals)
    )


def missing(path: Path, text: str, known: str) -> list[str]:
    """Return the numbers in a text that the known text does not contain, except for those that need no cell."""
    for exception in [*NOT_COMPUTED, *facts(path.stem).get("not_computed", [])]:
        if path.stem[:2] in exception.get("lessons", [path.stem[:2]]):
            text = re.sub(exception["text"], " ", text)
    text = in_figures(text)
    shares = [" of ".join(share) for share in re.findall(SHARE, text) if not is_computed(share, known)]
    text = re.sub(SHARE, " ", text)
    numbers = re.findall("|".join((NUMBER, WHOLE, COUNTED, *[SAID] * ("**Exercise" in text))), text)
    return shares + [number for number in numbers if not is_among(number, known)]


def computes_its_numbers(path: Path, notebook: dict) -> Iterator[str]:
    advice = f"correct it, compute it there, or give its source below [[facts.not_computed]] in {facts_file(path.stem)}"
    for place, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "markdown":
            for number in missing(path, prose(cell), near(notebook, place)):
                yield f"{cell_name(cell)} contains {number}, but no nearby cell computes it: {advice}"
