"""Words that some functions change or leave out before they count.

For a measure, all that matters about two words is whether they are equal. A function that removes marks, digits or
capital letters can therefore be recognised by words that differ in nothing else.
"""

Words = list[str]

# Each word is followed by the other word of its pair.
_TOLD_APART = """
    The the   . ,   sat. sat   don't dont   3 4   café cafe   ! ?   ! ?   NATO nato   (on on
    well-known wellknown   1,000 1000   a_b ab   2nd nd   0 00   猫 犬   - _   'tis tis   "is" is   *** **
    10% 10   3.5 35   $5 5   and/or andor   naïve nave   ¿ ¡   #mat mat   @you you   None none
    <unk> unk   &amp; &   cats cat   sleeping sleep   translator translate   sooo soo   ① 1   e\u0301 é
    고양이 개   x² x2   “so” so   – —   ' "   ( )   # @   $ %   : ;   / |   “ ”
""".split()

TOLD_APART: list[tuple[str, str]] = list(zip(_TOLD_APART[::2], _TOLD_APART[1::2], strict=True))
"""Words, and what they become when people clean them up first. No word is empty or contains a space, so that joining
words with spaces and splitting them again changes nothing."""


def as_they_come(most: int = len(TOLD_APART), plain: int = 4) -> list[tuple[Words, list[Words]]]:
    """List candidates with references whose words differ only in what people clean up, `most` of them at a time.

    Four plain words are added, so that a 4-gram matches. In the first two of each four pairs, words that are made equal
    match, and a candidate that loses or gains a word becomes shorter or longer. In the third pair, the reference does.
    In the fourth pair, a word that is changed on only one side no longer matches, and another reference becomes the
    closest to a candidate that has lost or gained a word.
    """
    pairs: list[tuple[Words, list[Words]]] = []
    for start in range(0, len(TOLD_APART), most):
        words, others = (list(side) for side in zip(*TOLD_APART[start : start + most], strict=True))
        both, beside = [*words, *others], _PLAIN[:plain]
        pairs += [
            ([*words, *beside], [[*others, *beside, "too"]]),
            ([*others, *beside], [[*words, *beside, "too"]]),
            (beside, [[*both, *beside]]),
            ([*both, "dog"], [[*both, "cow"], both[1:], [*both, "an", "ox"]]),
        ]
    return pairs


_PLAIN = "we saw it there".split()
