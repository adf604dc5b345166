"""Generated sentences, and what the comparisons with other implementations share."""

import math
import warnings

import nltk.translate.bleu_score as nltk_bleu
from hypothesis import settings
from hypothesis import strategies as st

# The same cases in every run: a comparison that fails must fail again. Some cases are drawn twice: 2,500 draws make
# more than 2,000 different ones (a test counts them).
many_cases = settings(max_examples=2500, derandomize=True, deadline=None, database=None)
some_cases = settings(max_examples=300, derandomize=True, deadline=None, database=None)

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


@st.composite
def pairs(draw):
    """A candidate and one to four references, of words so few that they repeat.

    Half of the candidates are made from a reference by a few edits: in words drawn blindly, long n-grams never match.
    """
    words = st.sampled_from("a b c d e".split()[: draw(st.integers(2, 5))])
    first = draw(st.lists(words, min_size=draw(st.sampled_from([0, 5])), max_size=12))
    if draw(st.booleans()):
        candidate = draw(st.lists(words, max_size=12))
    else:
        candidate = first[: len(first) - draw(st.integers(0, 3))]
        for _ in range(draw(st.integers(0, 2))):
            place = draw(st.integers(0, len(candidate)))
            candidate[place : place + draw(st.integers(0, 1))] = draw(st.lists(words, max_size=2))
    # Half of the other lengths are next to the candidate's, so that ties of closeness happen.
    next_to = st.integers(max(len(candidate) - 1, 0), len(candidate) + 1)
    lengths = draw(st.lists(st.one_of(st.integers(0, 14), next_to), max_size=3))
    others = [draw(st.lists(words, min_size=length, max_size=length)) for length in lengths]
    return candidate, draw(st.permutations([first, *others]))


def close(ours: float, theirs: float) -> bool:
    """Whether two scores agree to 1e-12."""
    return math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)


def nltk_score(candidate, references, weights) -> float:
    """NLTK's sentence_bleu, which takes the references first and stands a tiny number in for a precision of 0."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = nltk_bleu.sentence_bleu(references, candidate, weights)
    return 0.0 if score < 1e-70 else float(score)
