"""Sentence pairs of the source tutorials that are not in the cast."""

PEN_CANDIDATE = "i have a pen on my desk".split()
PEN_REFERENCES = ["i have a pen in my desk".split(), "there is a pen on the desk".split()]
FRUIT_CANDIDATE = "He He He eats tasty fruit".split()
FRUIT_REFERENCES = ["He eats a sweet apple".split(), "He is eating a tasty apple".split()]
