"""Words that some functions change or leave out before they count.

To a measure, a word is nothing but equal to another one or not. So one that takes off marks, digits or capitals shows
it on words that differ in nothing else.
"""

Words = list[str]

# Two by two.
_TOLD_APART = """
    The the   . ,   sat. sat   don't dont   3 4   café cafe   ! ?   ! ?   NATO nato   (on on
    well-known wellknown   1,000 1000   a_b ab   2nd nd   0 00   猫 犬   - _   'tis tis   "is" is   *** **
    10% 10   3.5 35   $5 5   and/or andor   naïve nave   ¿ ¡   #mat mat   @you you   None none
    <unk> unk   &amp; &   cats cat   sleeping sleep   translator translate   sooo soo   ① 1   e\u0301 é
    고양이 개   x² x2   “so” so   – —   ' "   ( )   # @   $ %   : ;   / |   “ ”
""".split()

TOLD_APART: list[tuple[str, str]] = list(zip(_TOLD_APART[::2], _TOLD_APART[1::2], strict=True))
"""Words, and what people make of them who tidy up first. No word is empty or has a blank in it: whoever joins words
with blanks and splits them again changes nothing."""


def as_they_come(most: int = len(TOLD_APART), plain: int = 4) -> list[tuple[Words, list[Words]]]:
    """List candidates with references in which words differ in what people tidy away, so many of them at a time.

    With four plain words beside them, a 4-gram matches. In the first two pairs of each four, what is made equal is a
    match, and a candidate that loses a word or wins one is shorter or longer. In the third one, so is the reference. In
    the fourth one, what is changed on one side only is no match any more, and another reference is the closest to a
    candidate that has lost a word or won one.
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
