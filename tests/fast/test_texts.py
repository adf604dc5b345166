"""Lesson 08's fast path for texts returns the same as the definition: the counts of the words of `str.split`."""

import random
import sys
from functools import reduce
from operator import add

from drawn_texts import FILLER, WORDS

from bleu_helpers import bleu_counts, corpus_counts, corpus_counts_of_texts, segment_counts, segment_counts_of_texts


def by_definition(pairs):
    return [bleu_counts(candidate.split(), [*map(str.split, references)]) for candidate, references in pairs]


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
