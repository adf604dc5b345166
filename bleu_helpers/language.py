"""The language in which the package prints its messages: English, or that of an edition of the lessons."""

import json
import os
from importlib.resources import files
from typing import Any


def set_language(language: str) -> None:
    """Choose the language of everything that the package prints. The environment variable BLEU_LANGUAGE does the same.

    Args:
        language: "en", or the code of an edition, such as "ko" or "zh".

    Raises:
        ValueError: there is no such edition.

    >>> set_language("en")
    """
    from exercise_checker import messages  # imported here, so that importing the package stays fast

    ours: dict[str, dict[str, str]] = json.loads(
        files("bleu_helpers").joinpath("data/messages.json").read_text("utf-8")
    )
    if language != "en" and language not in ours:
        raise ValueError(f"there is no edition {language!r}. The languages are: {', '.join(['en', *ours])}.")
    messages.set_language(language, ours.get(language))


def translated(text: str) -> str:
    """Return a text in the chosen language, or as it is if it has no translation."""
    from exercise_checker.messages import translated

    return translated(text)


def say(template: str, **values: Any) -> str:
    """Write a message in the chosen language: a template with its values, which replace their names in braces."""
    from exercise_checker.messages import say

    return say(template, **values)


if wanted := os.environ.get("BLEU_LANGUAGE"):
    set_language(wanted[:2].lower())  # of zh-CN, only the language counts
