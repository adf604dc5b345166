"""Lesson 11's tokenisations under sacreBLEU's names, made by sacreBLEU itself, and which of them a text needs."""

import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable

TOKENISATIONS = ("13a", "intl", "none", "zh", "ja-mecab", "ko-mecab", "char", "flores200")
"""The tokenisations that can be chosen; with "none", text is split at spaces."""

_PACKAGES = {"ja-mecab": "sacrebleu[ja]", "ko-mecab": "sacrebleu[ko]", "flores200": "sentencepiece"}
"""What pip installs for the tokenisations that need more than sacreBLEU."""

_SCRIPTS = {"CJK": "zh", "HIRAGANA": "ja-mecab", "KATAKANA": "ja-mecab"} | dict.fromkeys(
    ("THAI", "KHMER", "LAO", "MYANMAR", "TIBETAN"), "flores200"
)
"""The tokenisation for each script that has no spaces between words, by the first word of its letters' names."""

_MIN_LETTERS = 4
"""How many letters of such a script a token has on average, at least, if the text was not split into words."""


def tokeniser(name: str, lowercase: bool = False) -> Callable[[str], str]:
    """Return sacreBLEU's tokeniser with this name, which puts spaces between the tokens of a line."""
    from sacrebleu.metrics.bleu import BLEU

    if name not in TOKENISATIONS:
        raise ValueError(f"tokenize is {name!r}. Pass one of {', '.join(TOKENISATIONS)}.")
    try:
        tokenise = BLEU(tokenize=name).tokenizer
    except (OSError, SystemExit) as error:
        raise RuntimeError(f"sacreBLEU could not download the model of {name}: {error}.") from None
    except (ImportError, RuntimeError):
        install = f'"{sys.executable}" -m pip install "{_PACKAGES[name]}"'
        raise RuntimeError(
            f"the tokenisation {name} needs a package that is not installed. To install it: {install}"
        ) from None
    return lambda line: str(tokenise((line.lower() if lowercase else line).rstrip()))


def needed_tokenisation(tokenised: Iterable[str]) -> str:
    """Return the tokenisation for texts that were not split into words because their script has no spaces, or "".

    >>> needed_tokenisation(["今天天气很好，我们去公园散步。"]), needed_tokenisation(["今 天 天 气 很 好"])
    ('zh', '')
    """
    tokens = " ".join(tokenised).split()
    scripts: Counter[str] = Counter()
    for letter, times in Counter("".join(tokens)).items():
        if letter.isalpha():
            scripts[_SCRIPTS.get(unicodedata.name(letter, "").split()[0], "")] += times
    if scripts.pop("", 0) >= scripts.total() or scripts.total() < _MIN_LETTERS * len(tokens):
        return ""
    # Japanese has many Chinese letters, but Chinese has hardly any Japanese ones.
    return "ja-mecab" if 10 * scripts["ja-mecab"] > scripts.total() else max(scripts, key=scripts.__getitem__)
