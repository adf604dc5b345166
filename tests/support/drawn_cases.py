"""The cases of the tests: a drawer takes the source of randomness and returns a case.

`@drawn` draws many from a seed, once for all tests. A test that fails shows its case.
"""

from functools import cache
from random import Random

WORDS = ["a", "b", "cc", "the", "mat"]

WEIGHTS = [
    (1,),
    (0.5, 0.5),
    (1 / 3,) * 3,
    (0.25,) * 4,
    (0.1, 0.2, 0.3, 0.4),
    (0, 0.5, 0, 0.5),
    (0.5, 0.5, 0, 0),
    (0, 1),
]


def uniform(order):
    return (1 / order,) * order


# --- drawers ---------------------------------------------------------------------------------------------------------


def one_of(values):
    """A drawer of one of the values."""
    return lambda random: random.choice(values)


order = one_of(range(1, 6))


def sentence(random, words=WORDS, shortest=0, longest=12):
    return random.choices(words, k=random.randint(shortest, longest))


def edited(random, words, original):
    """A sentence that lost up to three words at its end and differs in up to two places: long n-grams still match."""
    changed = original[: max(len(original) - random.randint(0, 3), 0)]
    for _ in range(random.randint(0, 2)):
        place = random.randint(0, len(changed))
        changed[place : place + random.randint(0, 1)] = sentence(random, words, longest=2)
    return changed


def pair(random, tokens=WORDS):
    """A candidate and one to four references, of words so few that they repeat.

    Half of the candidates are made from a reference by a few edits: in words drawn blindly, long n-grams never match.
    """
    words = tokens[: random.randint(2, len(tokens))]
    first = sentence(random, words, shortest=random.choice([0, 5]))
    candidate = edited(random, words, first) if random.choice([True, False]) else sentence(random, words)
    references = []
    for _ in range(random.randint(0, 3)):
        # Half of the other lengths are next to the candidate's, so that ties of closeness happen.
        near = random.choice([True, False])
        length = max(len(candidate) + random.randint(-1, 1), 0) if near else random.randint(0, 14)
        references.append(random.choices(words, k=length))
    references.insert(random.randint(0, len(references)), first)
    return candidate, references


def corpus(random, tokens=WORDS):
    """One to four segments, each a candidate and its references."""
    return [pair(random, tokens) for _ in range(random.randint(1, 4))]


def two_sentences(random):
    """A candidate and one reference of up to nine words; either may be empty."""
    words = WORDS[: random.randint(2, 5)]
    reference = sentence(random, words, longest=9)
    alike = random.choice([True, False])
    return edited(random, words, reference) if alike else sentence(random, words, longest=9), reference


def sides(segments):
    """The two arguments of a corpus function: all candidates, and what each is compared with."""
    return [candidate for candidate, _ in segments], [references for _, references in segments]


def has_words(number):
    """Of a drawn pair: the candidate is not shorter than this."""
    return lambda pair, *_: len(pair[0]) >= number


def all_have_words(number):
    """Of a drawn corpus: no candidate is shorter than this."""
    return lambda segments, *_: all(len(candidate) >= number for candidate, _ in segments)


def random_corpus(size, seed, share_of_errors):
    """A corpus of sentences of 1 to 25 words with one or two references, and the candidates of one system."""
    random_words = Random(f"references {seed}")
    vocabulary = [f"w{number}" for number in range(60)]
    first = [[random_words.choice(vocabulary) for _ in range(random_words.randint(1, 25))] for _ in range(size)]
    references = [
        [words, random_words.sample(words, len(words))] if random_words.random() < 0.5 else [words] for words in first
    ]
    random_errors = Random(f"errors {seed} {share_of_errors}")
    candidates = [
        [random_errors.choice(vocabulary) if random_errors.random() < share_of_errors else word for word in words]
        for words in first
    ]
    return candidates, references


# --- a test of one case becomes a test of many -----------------------------------------------------------------------


def anything(*case):
    return True


def drawn(*drawers, number=1000, where=anything):
    """Test `number` cases from a seed, one argument a drawer; only such of which `where` is true."""

    def decorate(test):
        def test_of_all_cases():
            for case in cases(*drawers, number=number, where=where):
                try:
                    test(*case)
                except Exception as error:
                    error.add_note(f"The case that failed: {case}")
                    raise

        # Not functools.wraps: pytest would take the arguments for fixtures.
        test_of_all_cases.__name__, test_of_all_cases.__doc__ = test.__name__, test.__doc__
        test_of_all_cases.__module__ = test.__module__
        return test_of_all_cases

    return decorate


@cache
def cases(*drawers, number, where=anything):
    """`number` cases, each with what every drawer drew. Tests that want the same ones share them."""
    random, found = Random(9), []
    while len(found) < number:
        case = tuple(drawer(random) for drawer in drawers)
        if where(*case):
            found.append(case)
    return found
