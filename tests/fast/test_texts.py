"""Lesson 08's fast path for texts returns the same as the definition: the counts of the words of `str.split`."""

import random
import sys
from functools import cache, reduce
from operator import add

import pytest
from drawn_cases import drawn, order
from drawn_texts import FILLER, WHITE, WORDS, text

from bleu_helpers import bleu_counts, corpus_counts, corpus_counts_of_texts, segment_counts, segment_counts_of_texts


def texts_of(family, white):
    """Return a function that draws one to four segments, each with a candidate and one to five references."""

    def texts(random):
        words = random.sample(WORDS[family], k=min(5, len(WORDS[family])))
        segments = [
            [text(random, words, white) for _ in range(random.randint(2, 6))] for _ in range(random.randint(1, 4))
        ]
        for segment in segments:
            if random.random() < 0.5:
                segment.append(segment[0][: random.randint(0, len(segment[0]))] + random.choice(words))
        return [(candidate, references) for candidate, *references in segments]

    return texts


def by_definition(pairs, n_gram=4):
    return [
        bleu_counts(candidate.split(), [reference.split() for reference in references], n_gram)
        for candidate, references in pairs
    ]


@cache
def of_filler(n_gram):
    return by_definition([FILLER], n_gram)


@pytest.mark.parametrize("family", WORDS)
@pytest.mark.parametrize("white", [" ", WHITE], ids=["spaces", "all white space"])
def test_each_segment_has_the_counts_of_its_words(family, white):
    @drawn(texts_of(family, white), order, number=50)
    def test(pairs, n_gram):
        counts = by_definition(pairs, n_gram)
        for given, wanted in ((pairs, counts), ([*pairs, FILLER], [*counts, *of_filler(n_gram)])):
            candidates, references_per_candidate = zip(*given, strict=True)
            assert segment_counts_of_texts(candidates, references_per_candidate, n_gram) == wanted
            assert corpus_counts_of_texts(candidates, references_per_candidate, n_gram) == reduce(add, wanted)

    test()


def test_a_word_ends_where_split_says_whatever_the_character():
    every = map(chr, range(sys.maxunicode + 1))
    texts = [f"a{character}b" for character in every if character < "\u3100" or character.isspace()]
    lengths = [counts.candidate_length for counts in segment_counts_of_texts(texts, [["a"]] * len(texts), n_gram=1)]
    assert [place for place, length in enumerate(lengths) if length != len(texts[place].split())] == []


def test_many_references_and_unequal_numbers_of_them():
    rng = random.Random(1)
    others = [" ".join(rng.choices(WORDS["words"], k=rng.randint(0, 7))) for _ in range(1000)]
    pairs = [FILLER, ("the cat on a mat", others), ("a mat on the cat", ["the cat", "", "a mat on"]), ("a", ["a"])]
    assert segment_counts_of_texts(*zip(*pairs, strict=True)) == by_definition(pairs)


def test_lines_longer_than_a_chunk_and_many_chunks():
    rng = random.Random(3)
    vocabulary = [f"w{number}" * (number % 4 + 1) for number in range(300)]

    def line(words):
        return " ".join(rng.choices(vocabulary, k=words))

    pairs = [(line(rng.randint(0, 30)), [line(20) for _ in range(rng.randint(1, 3))]) for _ in range(1500)]
    pairs[700:700] = [(line(30_000), [line(29_000)]), ("x" * 200_000, ["x" * 200_000, "x" * 199_999])]
    wanted = by_definition(pairs)
    assert segment_counts_of_texts(*zip(*pairs, strict=True)) == wanted
    assert corpus_counts_of_texts(*zip(*pairs, strict=True)) == reduce(add, wanted)


def test_a_corpus_without_a_segment_or_a_word():
    assert segment_counts_of_texts([], []) == []
    assert corpus_counts_of_texts([], []) == corpus_counts([], [])
    blank = [" " * 2000, ""], [["\n" * 2000], ["", " "]]
    assert segment_counts_of_texts(*blank) == segment_counts([[], []], [[[]], [[], []]])
