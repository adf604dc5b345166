"""Write every message for a learner from a template with named values, which can be translated as a whole."""

import json
from collections.abc import Mapping
from importlib.resources import files

_translations: Mapping[str, str] = {}


def set_language(language: str, more: Mapping[str, str] | None = None) -> None:
    """Choose the language of all messages.

    Args:
        language: "en", or a language into which the messages are translated: "ko" or "zh".
        more: translations of a course's own texts, such as the names of its mistakes, by the English texts. With these,
            the language can be any other one.

    Raises:
        ValueError: there are no translations into this language.

    >>> set_language("en")
    """
    global _translations
    ours = json.loads(files("exercise_checker").joinpath("messages.json").read_text("utf-8"))
    if language != "en" and language not in ours and not more:
        raise ValueError(f"there are no messages in {language!r}. The languages are: {', '.join(['en', *ours])}.")
    _translations = {**ours.get(language, {}), **(more or {})}


def translated(text: str) -> str:
    """Return the translation of a text or template, or the text itself if it has none."""
    return _translations.get(text, text)


def say(singular: str, plural: str | None = None, n: int | None = None, **values: object) -> str:
    """Fill in the singular or the plural form of a message.

    Args:
        singular: the message, with the names of the values in braces.
        plural: the message for any number except 1, if it has a second form.
        n: the number that decides between the two forms; it can be used in the message too.
        values: the other values, by their names.

    >>> say("{n} input was tried.", "{n} inputs were tried.", n=2)
    '2 inputs were tried.'
    """
    template = translated(singular if plural is None or n == 1 else plural)
    return template.format(n=n, **values)
