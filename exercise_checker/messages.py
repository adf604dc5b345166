"""Write every message for a learner from a template with named values, which can be translated as a whole."""

from collections.abc import Mapping

_translations: Mapping[str, str] = {}


def set_translations(translations: Mapping[str, str]) -> None:
    """Choose the language of all messages: the translations of their templates. Without any, they are in English."""
    global _translations
    _translations = translations


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
