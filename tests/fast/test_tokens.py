"""The engine of lesson 08's fast path: its memory, and numbers that are too large to be packed."""

import tracemalloc

import numpy as np
import pytest

from bleu_helpers.fast.engine import sorted_with_places, summed_counts
from bleu_helpers.fast.texts import TEXTS
from bleu_helpers.fast.tokens import TOKENS


@pytest.mark.parametrize(("references", "n_gram"), [(1, 1000), (500, 4)])
@pytest.mark.parametrize(("reader", "empty"), [(TOKENS, ()), (TEXTS, "")], ids=["tokens", "texts"])
def test_a_stream_of_empty_segments_takes_little_memory(reader, empty, references, n_gram):
    tracemalloc.start()
    summed_counts(((empty, [empty] * references) for _ in range(2000)), n_gram, reader)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < 20 * 2**20


def test_numbers_too_large_to_be_sorted_in_one_word_with_their_places():
    numbers, places = np.array([2**62, 5, 2**62, 5]), np.array([0, 1, 4, 9])
    for values in (numbers, numbers // 2**40):
        ordered, where = sorted_with_places(values, places, bits=4)
        assert (ordered.tolist(), where.tolist()) == (sorted(values.tolist()), [1, 9, 0, 4])
