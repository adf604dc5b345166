"""Lesson 08: the significance tests for two systems, compared with sacrebleu's."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from drawn_cases import random_corpus
from peers import sacrebleu_metric
from sacrebleu.metrics import CHRF, TER
from sacrebleu.significance import PairedTest

from bleu_helpers import (
    approximate_randomization,
    bleu_of_counts,
    chrf_counts,
    chrf_of_counts,
    halve_at_each_zero,
    paired_bootstrap,
    segment_counts,
)
from bleu_helpers.corpora.false_alarms import pairs_called_different
from bleu_helpers.corpora.small_test_set import read_test_set

MEASURES = {
    "BLEU": (sacrebleu_metric(smooth="none"), None),
    "smoothed BLEU": (sacrebleu_metric(smooth="exp"), partial(bleu_of_counts, smoothing=halve_at_each_zero)),
    "chrF": (CHRF(), chrf_of_counts),
    "TER": (TER(), lambda row: row[0] / row[1]),
}


def counted(measure, texts, references):
    """Return the arguments of our tests: our counts, and for TER the rows of sacrebleu."""
    if "BLEU" in measure:
        return segment_counts(list(map(str.split, texts)), [list(map(str.split, several)) for several in references])
    if measure == "chrF":
        pairs = zip(texts, references, strict=True)
        counts_of_pairs = [[chrf_counts(text, reference) for reference in several] for text, several in pairs]
        return [max(counts, key=chrf_of_counts) for counts in counts_of_pairs]
    return MEASURES["TER"][0]._extract_corpus_statistics(texts, list(map(list, zip(*references, strict=True))))


@pytest.mark.parametrize(
    ("measure", "size", "samples", "seed"),
    [
        ("chrF", 200, 200, 12345),
        ("TER", 200, 200, 12345),
        ("BLEU", 40, 300, 7),
        ("smoothed BLEU", 40, 300, 12345),
        ("BLEU", 1100, 1000, 12345),
    ],
)
def test_both_tests_agree_with_sacrebleu_for_any_additive_counts(measure, size, samples, seed, monkeypatch):
    """With more than 1,000 segments and 1,000 samples, NumPy draws them in two calls."""
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    segments, systems = read_test_set()
    references = [list(segment.references) for segment in segments * 2][:size]
    named = [(name, list(systems[name] * 2)[:size]) for name in ("apertium", "apertium_without_interchunk")]
    metric, score = MEASURES[measure]
    columns = list(map(list, zip(*references, strict=True)))
    counts = [counted(measure, texts, references) for _, texts in named]
    swapped, drawn = (test(*counts, score, samples, seed) for test in (approximate_randomization, paired_bootstrap))
    of_swapped, of_drawn = (
        [*PairedTest(named, {"": metric}, columns, test_type=kind, n_samples=samples)()[1].values()][-1]
        for kind in ("ar", "bs")
    )
    assert {*map(type, (drawn.wins, drawn.p_value, *drawn.baseline, *drawn.system))} == {float}
    assert (swapped.sacrebleu_p_value, drawn.p_value) == (of_swapped[1].p_value, of_drawn[1].p_value)
    for ours, theirs in zip((drawn.baseline, drawn.system), of_drawn, strict=True):
        scale = theirs.score / ours.score
        assert round(scale, 9) in (1, 100)
        # sacrebleu resamples in 32 bits, which hold seven digits.
        assert scale * ours.mean == pytest.approx(float(theirs.mean), rel=1e-6)
        assert scale * (ours.high - ours.low) / 2 == pytest.approx(float(theirs.ci), rel=1e-4)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("changed", [0, 3])
def test_where_few_segments_differ_p_is_the_share_of_all_exchanges(measure, changed):
    """sacrebleu scores the texts after each exchange. Only some of the lines differ in their counts."""
    segments, systems = read_test_set()
    references = [list(segment.references) for segment in segments[:12]]
    one, other = (list(systems[name][:12]) for name in ("apertium", "apertium_without_interchunk"))
    columns = list(map(list, zip(*references, strict=True)))
    places = [place for place in range(12) if one[place] != other[place]][:changed]
    other = [other[place] if place in places else line for place, line in enumerate(one)]
    sizes = []
    for swapped in product([False, True], repeat=changed):
        pair = list(zip(one, other, strict=True))
        for place, swap in zip(places, swapped, strict=True):
            pair[place] = pair[place][::-1] if swap else pair[place]
        scores = [MEASURES[measure][0].corpus_score(list(texts), columns).score for texts in zip(*pair, strict=True)]
        sizes.append(round(abs(scores[1] - scores[0]), 9))
    counts = [counted(measure, texts, references) for texts in (one, other)]
    ours = approximate_randomization(*counts, MEASURES[measure][1], samples=10)
    assert ours.p_value == np.mean(np.array(sizes) >= sizes[0])
    assert (ours.seed, len(sizes) % ours.samples) == (None, 0)
    assert (f"of all {ours.samples} exchanges" if changed else "the same counts in both") in repr(ours)
    if not changed:
        assert ours.sacrebleu_p_value == 1 / 11
        drawn = paired_bootstrap(*counts, MEASURES[measure][1], samples=10)
        assert (drawn.p_value, drawn.p_value_two_sided, drawn.wins) == (1.0, 1.0, 0.0)


@pytest.mark.parametrize("more", [0, 1e6])
@pytest.mark.parametrize(
    ("baseline", "system", "p_value"),
    [
        ([0.0, 0.8, 0.3], [0.7, 0.7, 0.8], 4 / 8),
        ([0.7, 0.4, 0.8], [0.9, 0.0, 0.6], 6 / 8),
        ([0.1] * 3, [0.4] * 3, 2 / 8),
    ],
)
def test_differences_that_are_equal_apart_from_rounding_count_as_equal(baseline, system, p_value, more):
    """The score is a sum of floats. Where `more` is added, rounding errors are large compared with the difference."""
    rows = ([[number + more] for number in numbers] for numbers in (baseline, system))
    assert approximate_randomization(*rows, sum, samples=1).p_value == p_value


def test_many_pairs_at_once_are_tested_like_one_pair():
    counts = [segment_counts(*random_corpus(120, 3, errors)) for errors in (0.30, 0.22)]
    rows = [
        np.array([[*s.matched[:4], *s.total[:4], s.candidate_length, s.reference_length] for s in c]) for c in counts
    ]
    pairs = [[table[start : start + 60] for table in rows] for start in range(0, 61, 6)] + [[rows[0][:60]] * 2]

    def bleu(sums):
        precisions = (sums[..., :4] / sums[..., 4:8]).prod(axis=-1) ** 0.25
        return precisions * np.exp(np.minimum(0, 1 - sums[..., 9] / sums[..., 8]))

    called = pairs_called_different(pairs, bleu, samples=100)
    for place, pair in enumerate(pairs):
        arguments = *(table.tolist() for table in pair), lambda row: float(bleu(np.array(row))), 100
        drawn, swapped = paired_bootstrap(*arguments), approximate_randomization(*arguments)
        for name, p_value in {
            "sacreBLEU's p": drawn.p_value,
            "bootstrap, two-sided": drawn.p_value_two_sided,
            "randomization": swapped.p_value,
        }.items():
            assert called[name][place] == (p_value < 0.05)
    assert 0 < sum(called["bootstrap, two-sided"]) < len(pairs)
