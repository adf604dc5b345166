"""Generated corpora, and the other implementations that lessons 08 and 09 are compared with."""

import random
import warnings

import nltk.translate.bleu_score as nltk_bleu
from hypothesis import settings
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU
from strategies import many_cases

fewer_cases = settings(many_cases, max_examples=1000)


@st.composite
def segments(draw, shortest=0):
    """A candidate and one to four references, of words so few that they repeat."""
    words = "abcde"[: draw(st.integers(2, 5))]  # words of one letter, since texts are generated faster than lists
    candidate = list(draw(st.text(words, min_size=shortest, max_size=10)))
    # Half of the lengths are near the candidate's, so that ties of closeness happen.
    near = st.integers(max(len(candidate) - 2, 0), len(candidate) + 2)
    lengths = draw(st.lists(st.one_of(st.integers(0, 12), near), min_size=1, max_size=4))
    return candidate, [list(draw(st.text(words, min_size=length, max_size=length))) for length in lengths]


@st.composite
def corpora(draw, shortest=0):
    """One to four segments: the candidates, and a list of references for each."""
    pairs = draw(st.lists(segments(shortest), min_size=1, max_size=4))
    return [candidate for candidate, _ in pairs], [references for _, references in pairs]


def random_corpus(size, seed, share_of_errors):
    """A corpus of sentences of 1 to 25 words with one or two references, and the candidates of one system."""
    random_words = random.Random(f"references {seed}")
    vocabulary = [f"w{number}" for number in range(60)]
    first = [[random_words.choice(vocabulary) for _ in range(random_words.randint(1, 25))] for _ in range(size)]
    references = [
        [words, random_words.sample(words, len(words))] if random_words.random() < 0.5 else [words] for words in first
    ]
    random_errors = random.Random(f"errors {seed} {share_of_errors}")
    candidates = [
        [random_errors.choice(vocabulary) if random_errors.random() < share_of_errors else word for word in words]
        for words in first
    ]
    return candidates, references


def uniform(order):
    return (1 / order,) * order


def sacrebleu_metric(order=4, smooth="none"):
    return BLEU(tokenize="none", smooth_method=smooth, effective_order=False, max_ngram_order=order, force=True)


def streams(references_per_candidate):
    """sacrebleu's form of references: the first of each candidate, then the second of each, with None for missing."""
    most = max(len(references) for references in references_per_candidate)
    return [
        [" ".join(references[number]) if number < len(references) else None for references in references_per_candidate]
        for number in range(most)
    ]


def sacrebleu_score(candidates, references_per_candidate, order=4, smooth="none"):
    lines = [" ".join(candidate) for candidate in candidates]
    return sacrebleu_metric(order, smooth).corpus_score(lines, streams(references_per_candidate)).score / 100


def nltk_score(candidates, references_per_candidate, weights, method=None):
    """NLTK's corpus_bleu. It takes the references first, and stands a tiny number in for a precision of 0."""
    smoothing = None if method is None else getattr(nltk_bleu.SmoothingFunction(), f"method{method}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = nltk_bleu.corpus_bleu(references_per_candidate, candidates, weights, smoothing)
    return 0.0 if score < 1e-70 else float(score)
