"""The same input with plain words in the places of all words.

To most functions a word is nothing but equal to another one or not. So a function that is right does the same whatever
its words look like, and one that takes off marks, digits or capitals shows it on words that differ in nothing else.
"""

from itertools import count
from typing import Any


def in_plain_words(arguments: Any) -> Any:
    """Put a plain word in the place of each word, the same for equal words and another one for others.

    What is no list of words stays as it is, and so does an input in which every word is plain.

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
    return arguments if all(map(_is_plain, plain)) else in_others


def _is_plain(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.islower()


def plain_word(number: int) -> str:
    """Make a word of three small letters for each number: none stands in another one, however they are joined."""
    high, low = divmod(number, 26)
    return f"{chr(ord('a') + low)}{chr(ord('a') + high)}w"
