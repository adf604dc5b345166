"""Lesson 08: BleuScore, the accumulator of corpus BLEU."""

import copy
import functools
import operator
import pickle
import weakref

import pytest
from drawn_cases import corpus, drawn, one_of, order, sides, uniform
from refused import refused

from bleu_helpers import BleuCounts, BleuScore, add_epsilon, add_one, corpus_bleu, halve_at_each_zero
from bleu_helpers.example_sentences import CAT_CANDIDATES, CAT_REFERENCES


@drawn(corpus, order, one_of([1, 2, 3]), one_of([None, add_one, halve_at_each_zero]), number=50)
def test_batches_and_streams_of_pairs_give_the_score_of_the_whole_corpus(segments, order, size, smoothing):
    score, stream = BleuScore(order, smoothing), BleuScore(order, smoothing)
    for start in range(0, len(segments), size):
        score.update(*sides(segments[start : start + size]))
        stream.update_from_pairs(map(list, segments[start : start + size]))
    assert score.compute() == corpus_bleu(*sides(segments), uniform(order), smoothing)
    assert score.segments == len(segments)
    assert vars(score) == vars(stream)


@drawn(corpus, corpus, one_of([None, add_one, functools.partial(add_epsilon, epsilon=0.01)]), number=50)
def test_shards_add_up_even_after_pickling(first, second, smoothing):
    shards = [BleuScore(3, smoothing), BleuScore(3, smoothing)]
    for shard, segments in zip(shards, (first, second), strict=True):
        shard.update(*sides(segments))
    before = [shard.compute() for shard in shards]
    pickled = [pickle.loads(pickle.dumps(shard)) for shard in shards]
    whole = corpus_bleu(*sides(first + second), uniform(3), smoothing)
    assert (pickled[0] + pickled[1]).compute() == (pickled[1] + shards[0]).compute() == whole
    assert sum(pickled, BleuScore(3, smoothing)).compute() == whole
    assert [shard.compute() for shard in shards] == before
    assert (shards[0] + pickled[1]).segments == len(first) + len(second)


def test_reset_forgets_everything():
    score = BleuScore(2)
    score.update([CAT_CANDIDATES[0]], [CAT_REFERENCES])
    score.reset()
    assert repr(score) == "BleuScore(n_gram=2, smoothing=None), segments so far: 0"
    score.update([["the"], CAT_CANDIDATES[0]], [CAT_REFERENCES, CAT_REFERENCES])
    assert score.compute() == corpus_bleu([["the"], CAT_CANDIDATES[0]], [CAT_REFERENCES] * 2, uniform(2))
    assert repr(BleuScore(smoothing=add_one)) == "BleuScore(n_gram=4, smoothing=add_one), segments so far: 0"


@pytest.mark.parametrize("change", [lambda score: None, lambda score: score.update([], []), BleuScore.reset])
def test_compute_needs_a_segment(change):
    score = BleuScore()
    change(score)
    assert "Call update(candidates, references_per_candidate)" in refused(RuntimeError, score.compute)


def test_an_update_that_fails_changes_nothing():
    score = BleuScore(2)
    score.update([CAT_CANDIDATES[0]], [CAT_REFERENCES])
    before = copy.deepcopy(vars(score))
    message = refused(TypeError, score.update, [["a"], ["b", ["a"]]], [[["a"]], [[1]]])
    assert message.startswith("candidates[1][1] is of type list")
    assert vars(score) == before


def test_reports_the_position_of_a_bad_pair_in_a_stream_and_counts_nothing():
    score = BleuScore()
    score.update([CAT_CANDIDATES[0]], [CAT_REFERENCES])
    before = copy.deepcopy(vars(score))
    good = [(CAT_CANDIDATES[0], CAT_REFERENCES)] * 2000
    message = refused(TypeError, score.update_from_pairs, iter([*good, (["a"], ["a", "b"]), *good]))
    assert message.startswith("pairs[2000]: references")
    assert vars(score) == before


def test_a_stream_is_read_chunk_by_chunk():
    """Segments are released after they are counted, so only about 16,000 tokens of a stream are in memory at once."""
    alive, most = weakref.WeakSet(), []

    class Token:
        pass

    def pairs():
        for _ in range(15_000):
            token = Token()
            alive.add(token)
            yield [token], [[token]]
            most.append(len(alive))

    score = BleuScore(n_gram=1)
    score.update_from_pairs(pairs())
    assert score.counts == BleuCounts((15_000, 0), (15_000, 0), 15_000, 15_000)
    assert score.segments == 15_000
    assert max(most) < 12_000


@pytest.mark.parametrize(
    ("first", "second", "setting"),
    [
        (BleuScore(2), BleuScore(3), "n_gram"),
        (BleuScore(2), BleuScore(2, add_one), "smoothing"),
        (*(BleuScore(2, functools.partial(add_epsilon, epsilon=epsilon)) for epsilon in (0.2, 0.3)), "smoothing"),
    ],
)
def test_scores_with_different_settings_cannot_be_added(first, second, setting):
    assert f"one score has {setting}=" in refused(ValueError, operator.add, first, second)
