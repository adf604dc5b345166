"""Lesson 08: the comparison of two systems on resampled corpora."""

import sys

import numpy as np
import pytest
from drawn_cases import random_corpus
from peers import sacrebleu_metric, streams
from refused import refused
from sacrebleu.significance import PairedTest, _compute_p_value, estimate_ci

from bleu_helpers import add_one, corpus_bleu, halve_at_each_zero, paired_bootstrap, segment_counts


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
    counts = [segment_counts(candidates, references) for candidates in (baseline, system)]
    for samples in (200, 79):  # of 79, one is left out at either end, where a 39th of them would be two
        first = [resampled[:samples] for resampled in scores]
        differences = np.abs(first[1] - first[0])
        ours = paired_bootstrap(*counts, samples=samples)
        assert ours.p_value == _compute_p_value(differences - differences.mean(), abs(whole[1] - whole[0]))
        assert ours.wins == np.mean(first[1] > first[0])
        for one, resampled in zip((ours.baseline, ours.system), first, strict=True):
            mean, half_width = estimate_ci(resampled)
            assert one.mean == pytest.approx(mean / 100, rel=1e-12)
            assert (one.high - one.low) / 2 == pytest.approx(half_width / 100, rel=1e-12)


@pytest.mark.parametrize(("smoothing", "smooth"), [(halve_at_each_zero, "exp"), (add_one, "add-k")])
def test_each_resample_is_smoothed_too(smoothing, smooth, monkeypatch):
    # Of three segments only the first has a match of four words: where it is not drawn, smoothing is all there is.
    references = ["the cat sat on the mat".split(), "a dog ran in the park".split(), "it rains a lot today".split()]
    baseline = ["the cat sat on a mat".split(), "dogs run in the park".split(), "it rains very much today".split()]
    system = ["the cat sat on the mat".split(), "a dog is in parks today".split(), "it rained a lot now".split()]
    references = [[reference] for reference in references]
    counts = [segment_counts(candidates, references) for candidates in (baseline, system)]
    ours = paired_bootstrap(*counts, smoothing=smoothing, samples=200)
    theirs = sacrebleu_paired_test(baseline, system, references, smooth, 200, monkeypatch, 12345)
    assert ours.p_value == theirs[1].p_value
    for one, other, plain in zip((ours.baseline, ours.system), theirs, paired_bootstrap(*counts)[:2], strict=True):
        assert one.mean == pytest.approx(float(other.mean) / 100, rel=1e-6)
        assert one.mean > 1.05 * plain.mean


@pytest.mark.parametrize(
    ("at_once", "resamples"), [(1, 1), (120, 1), (7 * 120, 7), (49 * 120 + 5, 49), (50 * 120, 50), (10**6, 50)]
)
def test_the_draws_do_not_depend_on_how_many_are_made_at_once(at_once, resamples, monkeypatch):
    baseline, system, references = two_systems()
    counts = [segment_counts(candidates, references) for candidates in (baseline, system)]
    expected = paired_bootstrap(*counts, samples=50)
    drawn, count = [], np.bincount
    monkeypatch.setattr(
        np, "bincount", lambda numbers, minlength: drawn.append(len(numbers)) or count(numbers, minlength=minlength)
    )
    # The package's name corpus_bleu is the function, so the module is asked for by its full name.
    monkeypatch.setattr(sys.modules["bleu_helpers.corpus_bleu"], "_DRAWS_AT_ONCE", at_once)
    assert paired_bootstrap(*counts, samples=50) == expected
    assert (max(drawn), sum(drawn)) == (resamples * 120, 50 * 120)


def test_a_system_against_itself_is_not_significant(monkeypatch):
    baseline, _, references = two_systems(size=30)
    counts = segment_counts(baseline, references)
    ours = paired_bootstrap(counts, counts, samples=99)
    assert (ours.p_value, ours.wins) == (1.0, 0.0)
    # sacrebleu counts resamples above 0, and there is none.
    theirs = sacrebleu_paired_test(baseline, baseline, references, "none", 99, monkeypatch, 12345)
    assert theirs[1].p_value == 1 / 100


def test_a_difference_that_is_as_large_as_on_the_whole_corpus_is_not_above_it():
    good, bad = (segment_counts([words], [[["a", "b"]]], n_gram=1)[0] for words in (["a", "b"], ["a", "c"]))
    twice = [paired_bootstrap([good, bad], [bad, good], (1,), samples=1, seed=seed) for seed in range(9)]
    # Equal on the whole corpus. Where the one resample tells them apart, it is as far from the mean: not at all.
    apart = [one for one in twice if one.baseline.mean != one.system.mean]
    assert {one.p_value for one in apart} == {1 / 2}
    assert {one.baseline.score - one.system.score for one in twice} == {0.0}


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
    numbers = [ours.wins, ours.p_value, *ours.baseline, *ours.system]
    assert {type(number) for number in numbers} == {float}
    assert (type(ours.samples), type(ours.seed)) == (int, int)
    with pytest.raises(AttributeError):
        ours.p_value = 0.0


def test_the_bootstrap_has_its_own_weights():
    counts = [segment_counts(c, two_systems()[2], n_gram=2) for c in two_systems()[:2]]
    ours = paired_bootstrap(*counts, weights=(0.5, 0.5), samples=10)
    assert ours.baseline.score == corpus_bleu(two_systems()[0], two_systems()[2], (0.5, 0.5))
    with pytest.raises(ValueError, match="made for 2 weights, and weights has 4"):
        paired_bootstrap(*counts)


@pytest.mark.parametrize("orders", [1, 3])
def test_each_segment_of_each_system_is_counted_for_these_weights(orders):
    right, wrong = (segment_counts([["a"] * 5], [[["a"] * 5]], n_gram=n)[0] for n in (2, orders))
    for systems in ([[right, right], [right, wrong]], [[right, wrong], [right, right]]):
        message = refused(ValueError, paired_bootstrap, *systems, weights=(0.5, 0.5))
        assert message.startswith(f"counts has the orders 1 to {orders + 1}, so it is made for {orders} weight")


def test_two_systems_may_have_any_number_of_segments_but_the_same():
    many = segment_counts([["a"]] * 300, [[["a"]]] * 300, n_gram=1)
    assert paired_bootstrap(many, many, (1,), samples=1).wins == 0.0
    assert refused(ValueError, paired_bootstrap, many, many[:1], (1,)) == (
        "baseline has 300 segments and system has 1. Both must be counted on the same corpus."
    )
