"""Lesson 08: the comparison of two systems on resampled corpora."""

import numpy as np
import pytest
from drawn_cases import random_corpus
from peers import sacrebleu_metric, streams
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


def test_a_system_against_itself_is_not_significant(monkeypatch):
    baseline, _, references = two_systems(size=30)
    counts = segment_counts(baseline, references)
    ours = paired_bootstrap(counts, counts, samples=99)
    assert (ours.p_value, ours.wins) == (1.0, 0.0)
    # sacrebleu counts resamples above 0, and there is none.
    theirs = sacrebleu_paired_test(baseline, baseline, references, "none", 99, monkeypatch, 12345)
    assert theirs[1].p_value == 1 / 100


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
