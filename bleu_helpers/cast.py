"""The sentences that the whole series lives with: four candidates about a cat, and a guide to action."""

from bleu_helpers.lessons.counting import Sentence

CAT_REFERENCES: list[Sentence] = [
    "the cat is on the mat".split(),
    "there is a cat on the mat".split(),
]
"""What a person could say of the cat: the references of lesson 01."""

CAT_CANDIDATES: list[Sentence] = [
    "the cat sat on a mat".split(),
    "the the the the the the the".split(),
    "mat on cat the is on a".split(),
    "the mat".split(),
]
"""Four candidates about the cat: each fools another measure."""

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
"""The good candidate beside them."""

BAD_GUIDE_CANDIDATE: Sentence = (
    "It is to insure the troops forever hearing the activity guidebook that party direct"
).split()
"""The bad one."""

STEP_CANDIDATE: Sentence = "the the cat sat on the mat".split()
"""A candidate of which each step to BLEU takes something: it repeats a word, and it is short."""

STEP_REFERENCES: list[Sentence] = ["there the cat sat on the mat all day".split()]
"""The reference beside it."""

SCOREBOARD: list[tuple[Sentence, list[Sentence]]] = [
    *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
    (GUIDE_CANDIDATE, GUIDE_REFERENCES),
]
"""The rows of the scoreboard at the end of each lesson: a candidate and its references."""
