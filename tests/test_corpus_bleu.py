"""Lesson 08: BLEU of a corpus, fed at once or in batches, and the comparison of two systems."""

import copy
import dataclasses
import functools
import math
import pickle
import subprocess
import sys
import weakref

import numpy as np
import pytest
from corpora import corpora, nltk_score, random_corpus, sacrebleu_metric, sacrebleu_score, streams, uniform
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.significance import PairedTest, _compute_p_value, estimate_ci
from strategies import close, many_cases, some_cases

from bleu_helpers import (
    BleuCounts,
    BleuScore,
    add_epsilon,
    add_one,
    add_one_to_every_order,
    bleu_of_counts,
    bleu_score,
    corpus_bleu,
    halve_at_each_zero,
    paired_bootstrap,
    segment_counts,
)
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES

PEN_CANDIDATE = "i have a pen on my desk".split()
PEN_REFERENCES = ["i have a pen in my desk".split(), "there is a pen on the desk".split()]
ORDERS = st.integers(1, 5)

TWO_CANDIDATES = [GUIDE_CANDIDATE, "the cat sat on a mat".split()]
TWO_REFERENCES = [GUIDE_REFERENCES, CAT_REFERENCES]


def refused(error, call, *arguments):
    with pytest.raises(error) as caught:
        call(*arguments)
    return str(caught.value)


# --- corpus_bleu -----------------------------------------------------------------------------------------------------


def test_the_example_of_source_003():
    assert corpus_bleu([PEN_CANDIDATE], [PEN_REFERENCES]) == pytest.approx(0.5946035575013605, rel=1e-15)
    smoothed = corpus_bleu([PEN_CANDIDATE], [PEN_REFERENCES], smoothing=add_one_to_every_order)
    assert smoothed == pytest.approx(0.691441569283882, rel=1e-15)


def test_counts_are_summed_before_the_division():
    # 17/18 and 5/6 are 22/24, and so on; the candidates have 24 tokens, the closest references 18 + 6.
    expected = math.exp(sum(math.log(p) for p in (22 / 24, 11 / 22, 7 / 20, 4 / 18)) / 4)
    assert corpus_bleu(TWO_CANDIDATES, TWO_REFERENCES) == pytest.approx(expected, rel=1e-15)
    assert corpus_bleu(TWO_CANDIDATES, TWO_REFERENCES) == pytest.approx(0.4345194723672273, rel=1e-15)


def test_the_mean_of_the_sentence_scores_is_another_number():
    scores = [bleu_score(*pair) for pair in zip(TWO_CANDIDATES, TWO_REFERENCES, strict=True)]
    assert sum(scores) / 2 == pytest.approx(0.5045666840058485 / 2)
    assert corpus_bleu(TWO_CANDIDATES, TWO_REFERENCES) - sum(scores) / 2 > 0.18


@many_cases
@given(corpora(), ORDERS)
def test_generated_corpora_agree_with_sacrebleu(corpus, order):
    assert close(corpus_bleu(*corpus, uniform(order)), sacrebleu_score(*corpus, order))


@many_cases
@given(corpora(shortest=4), st.sampled_from([*map(uniform, range(1, 5)), (0.1, 0.2, 0.3, 0.4), (0, 0.5, 0, 0.5)]))
def test_generated_corpora_without_short_candidates_agree_with_nltk(corpus, weights):
    assert close(corpus_bleu(*corpus, weights), nltk_score(*corpus, weights))


def test_nltk_counts_an_ngram_where_a_short_candidate_has_none():
    candidates = ["the cat sat on a mat".split(), "a dog".split()]
    references_per_candidate = [["the cat sat on the mat".split()], ["the dog".split(), "a dog".split()]]
    ours = corpus_bleu(candidates, references_per_candidate)
    assert ours == pytest.approx(sacrebleu_score(candidates, references_per_candidate), rel=1e-12)
    assert ours == pytest.approx((7 / 8 * 4 / 6 * 2 / 4 * 1 / 3) ** 0.25, rel=1e-12)
    # For NLTK "a dog" has a trigram and a 4-gram that do not match: 2/5 and 1/4 in the place of 2/4 and 1/3.
    theirs = nltk_score(candidates, references_per_candidate, uniform(4))
    assert theirs == pytest.approx((7 / 8 * 4 / 6 * 2 / 5 * 1 / 4) ** 0.25, rel=1e-12)
    assert (round(ours, 4), round(theirs, 4)) == (0.5584, 0.4914)


def test_two_segments_for_which_nltk_and_we_part():
    candidates, references = [PEN_CANDIDATE, "a dog ran".split()], [PEN_REFERENCES, ["a dog runs".split()]]
    ours, theirs = corpus_bleu(candidates, references), nltk_score(candidates, references, uniform(4))
    assert ours == pytest.approx(sacrebleu_score(candidates, references), rel=1e-12)
    assert (round(ours, 4), round(theirs, 4)) == (0.5390, 0.5097)  # one 4-gram of four, or of five


@some_cases
@given(corpora(), ORDERS)
def test_one_segment_is_a_corpus(corpus, order):
    for candidate, references in zip(*corpus, strict=True):
        assert corpus_bleu([candidate], [references], uniform(order)) == bleu_score(
            candidate, references, uniform(order)
        )


@some_cases
@given(corpora(), st.randoms(use_true_random=False))
def test_the_order_of_the_segments_does_not_matter(corpus, random):
    segments = list(zip(*corpus, strict=True))
    random.shuffle(segments)
    assert corpus_bleu(*corpus, smoothing=add_one) == corpus_bleu(*zip(*segments, strict=True), smoothing=add_one)


def test_a_tie_of_reference_lengths_goes_to_the_shorter():
    candidate = "a b c d e f g".split()
    longer, shorter = [*candidate, "h"], candidate[:-1]
    for references in ([longer, shorter], [shorter, longer]):
        assert segment_counts([candidate], [references])[0].reference_length == 6
        assert corpus_bleu([candidate], [references]) == 1.0


def test_an_order_without_a_match_and_a_corpus_of_empty_candidates_score_zero():
    assert corpus_bleu([["the"] * 7, []], [CAT_REFERENCES, CAT_REFERENCES]) == 0.0
    assert corpus_bleu([[]], [CAT_REFERENCES], smoothing=add_one) == 0.0


# --- the counts ------------------------------------------------------------------------------------------------------


def test_counts_of_a_segment_go_one_order_further():
    assert segment_counts([PEN_CANDIDATE], [PEN_REFERENCES]) == [BleuCounts((7, 5, 3, 1, 0), (7, 6, 5, 4, 3), 7, 7)]
    assert segment_counts([["the"]], [[["the"]]], n_gram=2) == [BleuCounts((1, 0, 0), (1, 0, 0), 1, 1)]
    assert segment_counts([], []) == []


@some_cases
@given(corpora(), ORDERS)
def test_summed_counts_give_the_score(corpus, order):
    counts = functools.reduce(lambda a, b: a + b, segment_counts(*corpus, n_gram=order))
    assert all(type(count) is int for count in (*counts.matched, *counts.total, counts.candidate_length))
    assert bleu_of_counts(counts, uniform(order)) == corpus_bleu(*corpus, uniform(order))


def test_weights_that_do_not_fit_the_counts_are_refused():
    counts = BleuCounts((1, 0, 0), (2, 1, 0), 2, 2)
    message = refused(ValueError, bleu_of_counts, counts)
    assert message == (
        "counts has the orders 1 to 3, so it is made for 2 weights, and weights has 4. "
        "Count with n_gram=4, or pass 2 weights."
    )


# --- BleuScore -------------------------------------------------------------------------------------------------------


@some_cases
@given(corpora(), ORDERS, st.integers(1, 3), st.sampled_from([None, add_one, halve_at_each_zero]))
def test_batches_give_what_the_whole_corpus_gives(corpus, order, size, smoothing):
    score = BleuScore(order, smoothing)
    for start in range(0, len(corpus[0]), size):
        score.update(corpus[0][start : start + size], corpus[1][start : start + size])
    assert score.compute() == corpus_bleu(*corpus, uniform(order), smoothing)
    assert score.segments == len(corpus[0])


@some_cases
@given(corpora(), corpora(), st.sampled_from([None, add_one, functools.partial(add_epsilon, epsilon=0.01)]))
def test_shards_add_up_also_after_a_trip_through_pickle(first, second, smoothing):
    shards = [BleuScore(3, smoothing), BleuScore(3, smoothing)]
    for shard, corpus in zip(shards, (first, second), strict=True):
        shard.update(*corpus)
    before = [shard.compute() for shard in shards]
    travelled = [pickle.loads(pickle.dumps(shard)) for shard in shards]
    whole = corpus_bleu(first[0] + second[0], first[1] + second[1], uniform(3), smoothing)
    assert (travelled[0] + travelled[1]).compute() == (travelled[1] + shards[0]).compute() == whole
    assert sum(travelled, BleuScore(3, smoothing)).compute() == whole
    assert [shard.compute() for shard in shards] == before
    assert (shards[0] + travelled[1]).segments == len(first[0]) + len(second[0])


def test_the_example_of_source_003_in_a_score():
    for smoothing, expected in ((None, 0.5946035575013605), (add_one_to_every_order, 0.691441569283882)):
        score = BleuScore(smoothing=smoothing)
        score.update([PEN_CANDIDATE], [PEN_REFERENCES])
        assert score.compute() == pytest.approx(expected, rel=1e-15)


def test_reset_forgets_everything():
    score = BleuScore(2)
    score.update([PEN_CANDIDATE], [PEN_REFERENCES])
    score.reset()
    assert repr(score) == "BleuScore(n_gram=2, smoothing=None), segments so far: 0"
    score.update([["the"], CAT_CANDIDATES[0]], [CAT_REFERENCES, CAT_REFERENCES])
    assert score.compute() == corpus_bleu([["the"], CAT_CANDIDATES[0]], [CAT_REFERENCES] * 2, uniform(2))
    assert repr(BleuScore(smoothing=add_one)) == "BleuScore(n_gram=4, smoothing=add_one), segments so far: 0"


@pytest.mark.parametrize("feed", [lambda score: None, lambda score: score.update([], []), BleuScore.reset])
def test_compute_wants_a_segment(feed):
    score = BleuScore()
    feed(score)
    assert refused(RuntimeError, score.compute) == (
        "there is no segment to score yet. Call update(candidates, references_per_candidate) before compute()."
    )


@pytest.mark.parametrize(
    ("candidates", "references_per_candidate", "error", "message"),
    [
        ([["a", "b"], "a b"], [[["a"]], [["a"]]], TypeError, "candidates holds a string: 'a b'"),
        ([["a", "b"], ["a"]], [[["a"]], ["a", "b"]], TypeError, r"references_per_candidate\[1\] is one flat list"),
        ([["a"], ["a"]], [[["a"]], []], ValueError, r"references_per_candidate\[1\] is empty"),
        ([["a"], ["a"]], [[["a"]]], ValueError, "candidates has 2 entries and references_per_candidate has 1"),
        ([["a"], [["a"]]], [[["a"]], [[1]]], TypeError, r"candidates\[1\]\[0\] is of type list"),
    ],
)
def test_an_update_that_fails_half_way_leaves_nothing(candidates, references_per_candidate, error, message):
    score = BleuScore(2)
    score.update([PEN_CANDIDATE], [PEN_REFERENCES])
    before = copy.deepcopy(vars(score))
    with pytest.raises(error, match=message):
        score.update(candidates, references_per_candidate)
    assert vars(score) == before


def test_an_update_that_is_interrupted_leaves_nothing(monkeypatch):
    score = BleuScore()
    score.update([PEN_CANDIDATE], [PEN_REFERENCES])
    before = copy.deepcopy(vars(score))
    calls = []
    # The package's name corpus_counts is the function, so the module is asked for by its full name.
    module = sys.modules["bleu_helpers.corpus_counts"]

    def interrupted(chunk, n_gram, count=module._segment_table):
        calls.append(chunk)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return count(chunk, n_gram)

    monkeypatch.setattr(module, "_segment_table", interrupted)
    with pytest.raises(KeyboardInterrupt):
        score.update([["a"]] * 20_000, [[["a"]]] * 20_000)
    assert vars(score) == before


def test_a_stream_of_pairs_gives_what_the_whole_corpus_gives():
    candidates, references = random_corpus(3000, 1, 0.3)
    whole, stream = BleuScore(), BleuScore()
    whole.update(candidates, references)
    stream.update_from_pairs(zip(candidates[:10], references[:10], strict=True))
    stream.update_from_pairs([[candidate, refs] for candidate, refs in zip(candidates, references, strict=True)][10:])
    stream.update_from_pairs([])
    assert vars(stream) == vars(whole)
    assert stream.compute() == corpus_bleu(candidates, references)


@pytest.mark.parametrize(
    ("pair", "error", "message"),
    [
        ((["a"], ["a", "b"]), TypeError, r"^pairs\[2000\]: references is one flat list of words"),
        (("the cat", [["a"]]), TypeError, r"^pairs\[2000\]: candidate is a string: 'the cat'. .*candidate.split\(\)"),
        ((["a"], []), ValueError, r"^pairs\[2000\]: references is empty"),
        ((["a"], [["a", []]]), TypeError, r"^pairs\[2000\]: references\[0\]\[1\] is of type list"),
        ((["a"], [["a"]], 1), TypeError, r"^pairs\[2000\] is of type tuple: .* \(candidate, references\)"),
        ("ab", TypeError, r"^pairs\[2000\] is of type str: 'ab'. It must be a pair: \(candidate, references\)"),
    ],
)
def test_a_bad_pair_in_a_stream_is_named_by_its_position_and_nothing_of_the_stream_counts(pair, error, message):
    score = BleuScore()
    score.update([PEN_CANDIDATE], [PEN_REFERENCES])
    before = copy.deepcopy(vars(score))
    good = [(PEN_CANDIDATE, PEN_REFERENCES)] * 2000
    with pytest.raises(error, match=message):
        score.update_from_pairs(iter([*good, pair, *good]))
    assert vars(score) == before


@pytest.mark.parametrize("pairs", ["the cat", b"the cat", None, 3])
def test_what_is_no_stream_of_pairs_is_refused(pairs):
    with pytest.raises(TypeError, match=f"^pairs is of type {type(pairs).__name__}: .*iterable of pairs"):
        BleuScore().update_from_pairs(pairs)


def test_a_stream_that_breaks_counts_for_nothing():
    def lines():
        yield from [(PEN_CANDIDATE, PEN_REFERENCES)] * 2000
        raise OSError("line 2001 of system.txt is broken")

    score = BleuScore()
    with pytest.raises(OSError, match="line 2001"):
        score.update_from_pairs(lines())
    assert vars(score) == vars(BleuScore())


def test_a_stream_is_read_chunk_by_chunk():
    """What was read and counted is let go: no more than some 16,000 tokens of a stream are held at once."""
    alive, most = weakref.WeakSet(), []

    class Token:
        pass

    def pairs():
        for _ in range(30_000):
            token = Token()
            alive.add(token)
            yield [token], [[token]]
            most.append(len(alive))

    score = BleuScore(n_gram=1)
    score.update_from_pairs(pairs())
    assert score.counts == BleuCounts((30_000, 0), (30_000, 0), 30_000, 30_000)
    assert max(most) < 12_000


def test_memory_does_not_grow():
    score = BleuScore()
    candidates, references = random_corpus(50, 1, 0.3)
    score.update(candidates, references)
    small = len(pickle.dumps(score))
    for _ in range(20):
        score.update(candidates, references)
    assert score.segments == 1050
    assert len(pickle.dumps(score)) < small + 40  # wider integers, nothing else


def test_counts_are_whole_numbers_of_any_size():
    score = BleuScore()
    score.update([PEN_CANDIDATE], [PEN_REFERENCES])
    expected = score.compute()
    for _ in range(60):  # counts in float32 stop growing at 16,777,216, those in float64 at 2**53
        score = score + score
    many = 2**60
    assert score.counts.matched == tuple(many * count for count in (7, 5, 3, 1, 0))
    assert score.counts.total == tuple(many * count for count in (7, 6, 5, 4, 3))
    assert score.segments == 2**60
    assert score.compute() == expected
    score.update([PEN_CANDIDATE], [PEN_REFERENCES])
    assert score.counts.matched[0] == 7 * 2**60 + 7


def test_only_scores_of_one_kind_add_up():
    one = BleuScore(2)
    assert refused(ValueError, lambda: one + BleuScore(3)) == (
        "one score has n_gram=2, the other n_gram=3. Only scores of the same orders add up."
    )
    assert refused(ValueError, lambda: one + BleuScore(2, add_one)) == (
        "one score has smoothing=None, the other smoothing=add_one. Only scores of the same smoothing add up."
    )
    third = functools.partial(add_epsilon, epsilon=0.3)
    with pytest.raises(ValueError, match="same smoothing"):
        BleuScore(2, functools.partial(add_epsilon, epsilon=0.2)) + BleuScore(2, third)
    with pytest.raises(TypeError, match="unsupported operand"):
        one + 1


@pytest.mark.parametrize("n_gram", [0, -1])
def test_n_gram_is_at_least_one(n_gram):
    expected = f"n_gram is {n_gram}. It is the order of the n-grams: pass 1 or more."
    assert refused(ValueError, BleuScore, n_gram) == expected
    assert refused(ValueError, segment_counts, [["a"]], [[["a"]]], n_gram) == expected


@pytest.mark.parametrize("n_gram", [2.0, "4", True, None])
def test_n_gram_is_a_whole_number(n_gram):
    assert refused(TypeError, BleuScore, n_gram).startswith(f"n_gram is of type {type(n_gram).__name__}")


def test_smoothing_is_a_function():
    for call in (lambda: BleuScore(4, 2), lambda: corpus_bleu([["a"]], [[["a"]]], smoothing=2)):
        assert refused(TypeError, call) == "smoothing is of type int: 2. Pass a function, or None."


def test_the_docstring_names_the_other_metrics():
    for name in ("MindSpore", "clear", "eval", "torchmetrics", "reset", "update", "compute", "smooth"):
        assert name in BleuScore.__doc__


# --- the input rules -------------------------------------------------------------------------------------------------

FEEDS = {"corpus_bleu": corpus_bleu, "segment_counts": segment_counts, "update": lambda *a: BleuScore().update(*a)}
feeds = pytest.mark.parametrize("feed", FEEDS.values(), ids=FEEDS)


@feeds
@pytest.mark.parametrize(
    ("candidates", "references_per_candidate", "error", "message"),
    [
        (
            [["a"], ["b"], ["c"]],
            [[["a"]], [["b"]]],
            ValueError,
            "candidates has 3 entries and references_per_candidate has 2. Pass one list of references for each "
            "candidate.",
        ),
        (
            [[["the", "cat"], ["a", "cat"]]],
            [["the", "cat"]],
            TypeError,
            "candidates[0] is a list of sentences and references_per_candidate[0] is one flat list of words. The "
            "candidate comes first here, then its references (NLTK has it the other way round): swap the two "
            "arguments.",
        ),
        (
            [["a"], ["a"], ["a"], "dog"],
            [[["a"]]] * 4,
            TypeError,
            "candidates[3] is a string: 'dog'. Split it into tokens first, for example with candidate.split().",
        ),
        (
            [["a"], ["a"], ["a"], ["a"]],
            [[["a"]], [["a"]], [["a"]], ["a", "dog"]],
            TypeError,
            "references_per_candidate[3] is one flat list of words: ['a', 'dog']. It must be a list of references, "
            "also where there is only one: wrap it in a list, [references_per_candidate[3]].",
        ),
        (
            [["a"], ["a"]],
            [[["a"]], [["a"], "a dog"]],
            TypeError,
            "references_per_candidate[1] holds a string: 'a dog'. Split each reference into tokens first, for example "
            "with [reference.split() for reference in references].",
        ),
        (
            [["a"], ["a"]],
            [[["a"]], [["a"], "dog"]],
            TypeError,
            "references_per_candidate[1][1] is a string: 'dog'. Split it into tokens first, for example with "
            "reference.split().",
        ),
        (
            [["a"], ["b", ["c"]]],
            [[["a"]], [["a"]]],
            TypeError,
            "candidates[1][1] is of type list: ['c']. A sentence is one flat list of tokens, and a token must be "
            "hashable: a word, a number, a character or a tuple of these.",
        ),
        (
            ["the", "cat"],
            [[["a"]]],
            TypeError,
            "candidates is one flat list of words: ['the', 'cat']. It must be a list of candidates, also where there "
            "is only one: wrap it in a list, [candidates].",
        ),
        (
            ["the cat", "a dog"],
            [[["a"]]] * 2,
            TypeError,
            "candidates holds a string: 'the cat'. Split each candidate into tokens first, for example with "
            "[candidate.split() for candidate in candidates].",
        ),
        (
            "the cat",
            [[["a"]]],
            TypeError,
            "candidates is a string: 'the cat'. Split it into tokens first, then wrap it in a list: "
            "[candidates.split()].",
        ),
        (
            [["a"], ["a"]],
            [[["a"]], 3],
            TypeError,
            "references_per_candidate[1] is of type int: 3. It must be a list of references, each a list of tokens.",
        ),
        (
            [["a"], ["a"]],
            [[["a"]], "a dog"],
            TypeError,
            "references_per_candidate[1] is a string: 'a dog'. Split it into tokens first, then wrap it in a list: "
            "[references.split()].",
        ),
        (
            {"a": 1},
            [[["a"]]],
            TypeError,
            "candidates is of type dict: {'a': 1}. It must be a list of candidates, each a list of tokens.",
        ),
        (
            [["a"]],
            {"a": 1},
            TypeError,
            "references_per_candidate is of type dict: {'a': 1}. It must be a list with a list of references a "
            "candidate.",
        ),
        (
            (word for word in ["a"]),
            [[["a"]]],
            TypeError,
            "candidates is a generator, which can be read only once. Make it a list first: list(candidates).",
        ),
        (
            [["a"]],
            map(list, [["a"]]),
            TypeError,
            "references_per_candidate is a map, which can be read only once. Make it a list first: "
            "list(references_per_candidate).",
        ),
    ],
)
def test_a_message_names_the_segment_and_the_cure(feed, candidates, references_per_candidate, error, message):
    assert refused(error, feed, candidates, references_per_candidate) == message


def test_an_empty_corpus_has_no_score():
    message = "candidates is empty. A corpus needs at least one candidate: nothing has no score."
    assert refused(ValueError, corpus_bleu, [], []) == message


def test_weights_are_checked():
    with pytest.raises(ValueError, match=r"its sum is 0\.9"):
        corpus_bleu([["a"]], [[["a"]]], weights=(0.5, 0.4))


@feeds
def test_inputs_stay_as_they_were_and_tuples_are_fine(feed):
    for kind in (list, tuple):
        candidates = kind([kind(["a", ("b", 1)]), kind([])])
        references_per_candidate = kind([kind([kind(["a"])]), kind([kind([1, 2]), kind(["a"])])])
        before = copy.deepcopy((candidates, references_per_candidate))
        feed(candidates, references_per_candidate)
        assert (candidates, references_per_candidate) == before


# --- paired_bootstrap ------------------------------------------------------------------------------------------------


def two_systems(size=120, seed=3, errors=(0.30, 0.27)):
    (baseline, references), (system, _) = (random_corpus(size, seed, share) for share in errors)
    return baseline, system, references


def sacrebleu_paired_test(baseline, system, references, smooth, samples, monkeypatch, seed):
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    systems = [("baseline", [" ".join(words) for words in baseline]), ("system", [" ".join(words) for words in system])]
    metrics = {"BLEU": sacrebleu_metric(smooth=smooth)}
    return PairedTest(systems, metrics, streams(references), test_type="bs", n_samples=samples)()[1]["BLEU"]


@pytest.mark.parametrize("errors", [(0.30, 0.27), (0.30, 0.295), (0.27, 0.30)])
@pytest.mark.parametrize(("smoothing", "smooth"), [(None, "none"), (halve_at_each_zero, "exp")])
@pytest.mark.parametrize("seed", [12345, 7])
def test_the_paired_bootstrap_is_that_of_sacrebleu(errors, smoothing, smooth, seed, monkeypatch):
    baseline, system, references = two_systems(errors=errors)
    counts = [segment_counts(candidates, references) for candidates in (baseline, system)]
    ours = paired_bootstrap(*counts, smoothing=smoothing, samples=300, seed=seed)
    theirs = sacrebleu_paired_test(baseline, system, references, smooth, 300, monkeypatch, seed)
    assert ours.p_value == theirs[1].p_value
    for one, other in zip((ours.baseline, ours.system), theirs, strict=True):
        assert one.score == pytest.approx(other.score / 100, rel=1e-12)
        # sacrebleu resamples in 32 bits, which hold seven digits.
        assert one.mean == pytest.approx(float(other.mean) / 100, rel=1e-6)
        assert (one.high - one.low) / 2 == pytest.approx(float(other.ci) / 100, rel=1e-4)


def test_in_64_bits_sacrebleu_and_we_agree_to_the_last_digits():
    baseline, system, references = two_systems()
    metric = sacrebleu_metric()
    drawn = np.random.default_rng(12345).choice(120, size=(200, 120), replace=True)
    scores, whole = [], []
    for candidates in (baseline, system):
        table = np.array(metric._extract_corpus_statistics([" ".join(c) for c in candidates], streams(references)))
        scores.append(np.array([metric._compute_score_from_stats(table[d].sum(0).tolist()).score for d in drawn]))
        whole.append(metric._compute_score_from_stats(table.sum(0).tolist()).score)
    differences = np.abs(scores[1] - scores[0])
    ours = paired_bootstrap(*(segment_counts(c, references) for c in (baseline, system)), samples=200)
    assert ours.p_value == _compute_p_value(differences - differences.mean(), abs(whole[1] - whole[0]))
    assert ours.wins == np.mean(scores[1] > scores[0])
    for one, resampled in zip((ours.baseline, ours.system), scores, strict=True):
        mean, half_width = estimate_ci(resampled)
        assert one.mean == pytest.approx(mean / 100, rel=1e-12)
        assert (one.high - one.low) / 2 == pytest.approx(half_width / 100, rel=1e-12)


@pytest.mark.parametrize("at_once", [1, 120, 7 * 120, 49 * 120 + 5, 50 * 120])
def test_the_draws_do_not_depend_on_how_many_are_made_at_once(at_once, monkeypatch):
    baseline, system, references = two_systems()
    counts = [segment_counts(candidates, references) for candidates in (baseline, system)]
    expected = paired_bootstrap(*counts, samples=50)
    # The package's name corpus_bleu is the function, so the module is asked for by its full name.
    monkeypatch.setattr(sys.modules["bleu_helpers.corpus_bleu"], "_DRAWS_AT_ONCE", at_once)
    assert paired_bootstrap(*counts, samples=50) == expected


def test_a_system_against_itself_is_not_significant(monkeypatch):
    baseline, _, references = two_systems(size=30)
    counts = segment_counts(baseline, references)
    ours = paired_bootstrap(counts, counts, samples=99)
    assert (ours.p_value, ours.wins) == (1.0, 0.0)
    # sacrebleu counts resamples above 0, and there is none.
    theirs = sacrebleu_paired_test(baseline, baseline, references, "none", 99, monkeypatch, 12345)
    assert theirs[1].p_value == 1 / 100


def test_a_clearly_better_system_is_significant():
    baseline, system, references = two_systems(errors=(0.5, 0.1))
    ours = paired_bootstrap(*(segment_counts(c, references) for c in (baseline, system)), samples=200)
    assert (ours.p_value, ours.wins) == (1 / 201, 1.0)
    assert ours.baseline.low <= ours.baseline.mean <= ours.baseline.high < ours.system.low


def test_the_seed_decides_and_the_result_is_plain():
    counts = [segment_counts(c, two_systems()[2]) for c in two_systems()[:2]]
    ours = paired_bootstrap(*counts, samples=50, seed=1)
    assert paired_bootstrap(*counts, samples=50, seed=1) == ours
    assert paired_bootstrap(*counts, samples=50, seed=2) != ours
    numbers = [ours.wins, ours.p_value, *dataclasses.astuple(ours.baseline), *dataclasses.astuple(ours.system)]
    assert {type(number) for number in numbers} == {float}
    assert (type(ours.samples), type(ours.seed)) == (int, int)
    with pytest.raises(dataclasses.FrozenInstanceError):
        ours.p_value = 0.0


def test_the_bootstrap_has_its_own_weights():
    counts = [segment_counts(c, two_systems()[2], n_gram=2) for c in two_systems()[:2]]
    ours = paired_bootstrap(*counts, weights=(0.5, 0.5), samples=10)
    assert ours.baseline.score == corpus_bleu(two_systems()[0], two_systems()[2], (0.5, 0.5))
    with pytest.raises(ValueError, match="made for 2 weights, and weights has 4"):
        paired_bootstrap(*counts)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"system": [["a"]]}, TypeError, "system must be a list of BleuCounts, one a segment. Make it with segm"),
        ({"baseline": "a"}, TypeError, "baseline must be a list of BleuCounts"),
        ({"baseline": []}, ValueError, "baseline is empty"),
        (
            {"system": segment_counts([["a"]] * 2, [[["a"]]] * 2)},
            ValueError,
            "baseline has 1 segments and system has 2",
        ),
        ({"samples": 0}, ValueError, "samples is 0. Pass 1 or more."),
        ({"samples": 10.0}, TypeError, "samples is of type float: 10.0. Pass a whole number."),
        ({"seed": -1}, ValueError, "seed is -1. Pass 0 or more."),
        ({"weights": (1, 1)}, ValueError, "its sum is 2"),
        ({"smoothing": 1}, TypeError, "smoothing is of type int"),
    ],
)
def test_the_bootstrap_checks_its_arguments(arguments, error, message):
    fine = {"baseline": segment_counts([["a"]], [[["a"]]]), "system": segment_counts([["a"]], [[["a"]]])}
    with pytest.raises(error, match=message):
        paired_bootstrap(**{**fine, **arguments})


# --- the import ------------------------------------------------------------------------------------------------------


def test_the_import_is_light():
    heavy = "numpy nltk matplotlib rapidfuzz regex tqdm IPython"
    code = f"import sys, bleu_helpers; print([name for name in {heavy.split()} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
