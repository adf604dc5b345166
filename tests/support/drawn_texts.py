"""Texts that are hard to split into words, and words that are hard to tell apart."""

FILLER = ("a line that is long enough " * 60, ["and another one, long enough " * 60])
"""With this segment, a corpus is too large to be counted by the definition."""


def thue_morse(length, first):
    """Return a Thue-Morse word; a hash made of products of letters is the same whether it begins with a or with b."""
    return "".join("ab"[(place.bit_count() + first) % 2] for place in range(length))


WORDS = {
    "words": ["the", "cat", "on", "mat", "a"],
    "as long as a key": ["abcdefg", "abcdefgh", "abcdefghi", "abcdefgx", "bcdefgh"],
    "as long as two keys": [
        f"{first}bcdefgh{rest}" for first in "ax" for rest in ("i", "abcdefgh", "abcdefgx", "abcdefghi")
    ],
    "Thue and Morse": [thue_morse(length, first) for length in (8, 16, 1024, 2048) for first in (0, 1)],
    "beyond ASCII": ["고양이가", "국", "猫", "ÿ", "ÿÿÿÿ", "é", "e\u0301", "\ufeff", "\u200b", "😀", "\U0010ffff"],
    "no letters": ["\0", "\0\0", "a\0", "\x01", "\x1b", "\x7f", "a\x08b", "\x01" + "\0" * 7, "\0" * 9, "\ud800"],
}
WHITE = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"


def text(random, words, white):
    """Draw some words separated by white space, which may also be at either end, or alone."""
    parts = [random.choice(words) + "".join(random.choices(white, k=random.choice([1, 1, 1, 2]))) for _ in range(12)]
    parts = parts[: random.choice([0, 1, 5, 9, 12])]
    return random.choice(["", "", *white[:3]]) + "".join(parts)[: random.choice([None, -1])]
