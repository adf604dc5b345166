"""Every sentence pair of the five source tutorials, once, for the tests that compare with other implementations."""

from bleu_helpers.cast import BAD_GUIDE_CANDIDATE, CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES

PROGRAM_REFERENCES = ["We better reschedule the program".split(), "We better schedule the program again".split()]
PROGRAM_CANDIDATE = "It might be better to reschedule the program".split()
OTHER_PROGRAM_CANDIDATE = "It will be good for us to reschedule the program".split()
PEN_CANDIDATE = "i have a pen on my desk".split()
PEN_REFERENCES = ["i have a pen in my desk".split(), "there is a pen on the desk".split()]
GUARD_CANDIDATE = "The guard arrived late because of the rain".split()
GUARD_REFERENCES = ["The guard arrived late because it was raining".split()]
FRUIT_CANDIDATE = "He He He eats tasty fruit".split()
FRUIT_REFERENCES = ["He eats a sweet apple".split(), "He is eating a tasty apple".split()]
APPLE_REFERENCES = ["He eats an apple".split()]

EXAMPLES = [
    *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
    ("cat mat".split(), CAT_REFERENCES),
    ("the cat the cat on the mat".split(), CAT_REFERENCES),
    (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    ([*GUIDE_CANDIDATE[:-1], "party."], GUIDE_REFERENCES),
    (BAD_GUIDE_CANDIDATE, GUIDE_REFERENCES),
    (PROGRAM_CANDIDATE, PROGRAM_REFERENCES),
    (OTHER_PROGRAM_CANDIDATE, PROGRAM_REFERENCES),
    (["the"] * 10, PROGRAM_REFERENCES),
    (PEN_CANDIDATE, PEN_REFERENCES),
    ("He ate an apple".split(), APPLE_REFERENCES),
    ("He He He".split(), APPLE_REFERENCES),
    (FRUIT_CANDIDATE, FRUIT_REFERENCES),
    (GUARD_CANDIDATE, GUARD_REFERENCES),
]
