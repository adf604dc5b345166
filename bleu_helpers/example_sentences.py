"""The example sentences that all lessons share: four candidates about a cat, and a guide to action."""

from bleu_helpers.lessons.counting import Sentence

CAT_REFERENCES: list[Sentence] = [
    "the cat is on the mat".split(),
    "there is a cat on the mat".split(),
]
"""Two human descriptions of the cat: the references of lesson 01."""

CAT_CANDIDATES: list[Sentence] = [
    "the cat sat on a mat".split(),
    "the the the the the the the".split(),
    "mat on cat the is on a".split(),
    "the mat".split(),
]
"""Four candidates about the cat. Each of them fools a different measure."""

GUIDE_REFERENCES: list[Sentence] = [
    "It is a guide to action that ensures that the military will forever heed Party commands".split(),
    (
        "It is the guiding principle which guarantees the military forces always being under the command of the Party"
    ).split(),
    "It is the practical guide for the army always to heed the directions of the party".split(),
]
"""Three references for the guide to action."""

GUIDE_CANDIDATE: Sentence = (
    "It is a guide to action which ensures that the military always obeys the commands of the party"
).split()
"""The good candidate for these references."""

BAD_GUIDE_CANDIDATE: Sentence = (
    "It is to insure the troops forever hearing the activity guidebook that party direct"
).split()
"""The bad candidate for these references."""

STEP_CANDIDATE: Sentence = "the the cat sat on the mat".split()
"""A candidate whose score falls at each step towards BLEU: it repeats a word, and it is too short."""

STEP_REFERENCES: list[Sentence] = ["there the cat sat on the mat all day".split()]
"""The reference for this candidate."""

SCOREBOARD: list[tuple[Sentence, list[Sentence]]] = [
    *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
    (GUIDE_CANDIDATE, GUIDE_REFERENCES),
]
"""The rows of the scoreboard at the end of each lesson: a candidate and its references."""
