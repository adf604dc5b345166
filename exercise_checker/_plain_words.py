"""Make the same input with every word replaced by a plain one.

For most functions, all that matters about two words is whether they are equal. A right function therefore does the same
however its words are spelled, and a function that removes marks, digits or capital letters can be recognised by words
that differ in nothing else.
"""

from itertools import count
from typing import Any


def in_plain_words(arguments: Any) -> Any:
    """Replace each word with a plain one: equal words with the same one, and different words with different ones.

    Anything that is not a list of words stays as it is, and so does an input in which every word is already plain.

    >>> in_plain_words((["The", "cat", "."], [["the", "cat"], []], 2))
    (['aaw', 'baw', 'caw'], [['daw', 'baw'], []], 2)
    >>> in_plain_words((["the", "cat"], 2))
    (['the', 'cat'], 2)
    """
    plain: dict[str, str] = {}
    numbers = count()

    def renamed(item: Any, inside: bool) -> Any:
        if isinstance(item, list | tuple):
            return type(item)(renamed(part, isinstance(item, list)) for part in item)
        if isinstance(item, str) and inside:
            if item not in plain:
                plain[item] = plain_word(next(numbers))
            return plain[item]
        return item

    in_others = renamed(arguments, False)
    return arguments if all(map(is_plain, plain)) else in_others


def is_plain(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.islower()


def plain_word(number: int) -> str:
    """Make a word of three lowercase letters for a number. None occurs inside others, however they are joined."""
    high, low = divmod(number, 26)
    return f"{chr(ord('a') + low)}{chr(ord('a') + high)}w"
