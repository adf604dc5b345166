"""Sentence pairs of the source tutorials that are not in the cast."""

PROGRAM_REFERENCES = ["We better reschedule the program".split(), "We better schedule the program again".split()]
PROGRAM_CANDIDATE = "It might be better to reschedule the program".split()
PEN_CANDIDATE = "i have a pen on my desk".split()
PEN_REFERENCES = ["i have a pen in my desk".split(), "there is a pen on the desk".split()]
GUARD_CANDIDATE = "The guard arrived late because of the rain".split()
GUARD_REFERENCES = ["The guard arrived late because it was raining".split()]
FRUIT_CANDIDATE = "He He He eats tasty fruit".split()
FRUIT_REFERENCES = ["He eats a sweet apple".split(), "He is eating a tasty apple".split()]
