"""Generated cases for the tests. A drawer is a function that draws a case from a source of randomness.

`@drawn` draws many cases from a seed, once for all tests. If a test fails, its case is shown.
"""

from functools import cache
from random import Random

WORDS = ["a", "b", "cc", "the", "mat"]

WEIGHTS = [(1,), (0.5, 0.5), (1 / 3,) * 3, (0.25,) * 4, (0.1, 0.2, 0.3, 0.4), (0, 0.5, 0, 0.5), (0.5, 0.5, 0, 0)]


def uniform(order):
    return (1 / order,) * order


# --- drawers ---------------------------------------------------------------------------------------------------------


def one_of(values):
    """Return a drawer that chooses one of the values."""
    return lambda random: random.choice(values)


order = one_of(range(1, 6))


def sentence(random, words=WORDS, shortest=0, longest=12):
    return random.choices(words, k=random.randint(shortest, longest))


def edited(random, words, original):
    """Draw a sentence with up to three words fewer and up to two changes, so that long n-grams still match."""
    changed = original[: max(len(original) - random.randint(0, 3), 0)]
    for _ in range(random.randint(0, 2)):
        place = random.randint(0, len(changed))
        changed[place : place + random.randint(0, 1)] = sentence(random, words, longest=2)
    return changed


def pair(random, tokens=WORDS):
    """Draw a candidate and one to four references from so few words that words are repeated.

    Half of the candidates are edited references, because long n-grams of random words never match.
    """
    words = tokens[: random.randint(2, len(tokens))]
    first = sentence(random, words, shortest=random.choice([0, 5]))
    candidate = edited(random, words, first) if random.choice([True, False]) else sentence(random, words)
    references = []
    for _ in range(random.randint(0, 3)):
        # Half of the other lengths are close to the candidate's, so that two are sometimes equally close.
        near = random.choice([True, False])
        length = max(len(candidate) + random.randint(-1, 1), 0) if near else random.randint(0, 14)
        references.append(random.choices(words, k=length))
    references.insert(random.randint(0, len(references)), first)
    return candidate, references


def corpus(random, tokens=WORDS):
    """Draw one to four segments, each with a candidate and its references."""
    return [pair(random, tokens) for _ in range(random.randint(1, 4))]


def two_sentences(random):
    """Draw a candidate and a reference of up to nine words each; either may be empty."""
    words = WORDS[: random.randint(2, 5)]
    reference = sentence(random, words, longest=9)
    alike = random.choice([True, False])
    return edited(random, words, reference) if alike else sentence(random, words, longest=9), reference


def sides(segments):
    """Return the two arguments of a corpus function: all candidates, and the references of each."""
    return [candidate for candidate, _ in segments], [references for _, references in segments]


def random_corpus(size, seed, share_of_errors):
    """Return the candidates of a system for sentences of 1 to 25 words, and one or two references for each."""
    random_words = Random(f"references {seed}")
    vocabulary = [f"w{number}" for number in range(60)]
    first = [random_words.choices(vocabulary, k=random_words.randint(1, 25)) for _ in range(size)]
    references = [[words, random_words.sample(words, len(words))][: random_words.randint(1, 2)] for words in first]
    random_errors = Random(f"errors {seed} {share_of_errors}")
    candidates = [
        [random_errors.choice(vocabulary) if random_errors.random() < share_of_errors else word for word in words]
        for words in first
    ]
    return candidates, references


# --- the decorator ---------------------------------------------------------------------------------------------------


def drawn(*drawers, number=150, where=None):
    """Test `number` cases that meet the condition `where`; each drawer provides one argument."""

    def decorate(test):
        def test_of_all_cases():
            for case in cases(*drawers, number=number, where=where):
                try:
                    test(*case)
                except Exception as error:
                    error.add_note(f"The case that failed: {case}")
                    raise

        return test_of_all_cases

    return decorate


@cache
def cases(*drawers, number, where):
    """Return `number` cases with a value from each drawer. Tests that need the same cases share them."""
    random, found = Random(9), []
    while len(found) < number:
        case = tuple(drawer(random) for drawer in drawers)
        if where is None or where(*case):
            found.append(case)
    return found
