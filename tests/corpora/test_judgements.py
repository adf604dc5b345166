"""The judgements of professional translators in the package."""

from functools import reduce
from importlib.resources import files
from operator import add
from statistics import fmean

import numpy as np
import pytest

from bleu_helpers import bleu_of_counts
from bleu_helpers.corpora.judgements import PAIRS, Judged, estimate_together, read_judgements, resample_segments

README = (files("bleu_helpers") / "data" / "judgements" / "README.md").read_text(encoding="utf-8")


def test_the_readme_gives_the_right_numbers():
    systems, references = read_judgements("zh-en")
    sources = {name: sum(row.is_english_source for row in rows) for name, rows in {**systems, **references}.items()}
    of_systems = [sources[name] for name in systems]
    assert f"all {sources['ref']} lines of `ref`" in README
    few = f"only {sources['refB']} lines of `refB`, and of {min(of_systems)} to {max(of_systems)} lines of each system."
    assert few in README
    rows = sum(len(judged) for pair in PAIRS for kind in read_judgements(pair) for judged in kind.values())
    assert f"each of the {rows:,} translations" in README
    raters = [
        {judgement.rater for kind in read_judgements(pair) for judged in kind.values() for judgement in judged}
        for pair in PAIRS
    ]
    assert "{} translators for Chinese to English, and {} for English to German".format(*map(len, raters)) in README


def test_the_mean_points_are_those_that_the_source_publishes():
    """The means on the page of google/wmt-mqm-human-evaluation, to the two digits that it shows."""
    published = {"DIDI-NLP": 1.65, "metricsystem2": 1.76, "Online-W": 2.93, "metricsystem3": 2.99}
    systems, references = read_judgements("zh-en")
    for name, points in {**published, "ref": 5.52, "refB": 0.42}.items():
        judged = {**systems, **references}[name]
        assert round(sum(judgement.points for judgement in judged) / len(judged), 2) == points


def test_refuses_an_unknown_pair_and_lists_the_others():
    with pytest.raises(ValueError, match=r"'de-en'.*'zh-en' and 'en-de'"):
        read_judgements("de-en")


@pytest.mark.parametrize("reference", ["ref", "both"])
def test_a_draw_has_the_points_and_the_bleu_of_the_drawn_segments(reference):
    systems = read_judgements("zh-en").systems
    few = {
        name: systems[name][:10] for name in ("DIDI-NLP", "SMU", "Online-W")
    }  # few, so that some raters are not drawn
    places = np.random.default_rng(6).integers(10, size=(3, 10)).tolist()
    for drawn, (points, bleu) in zip(places, resample_segments(few, reference, samples=3, seed=6), strict=True):
        part = {name: [segments[place] for place in drawn] for name, segments in few.items()}
        judged = [one for segments in part.values() for one in segments]
        for name, segments in part.items():
            usual = [fmean(other.points for other in judged if other.rater == one.rater) for one in segments]
            above = fmean(one.points - mean for one, mean in zip(segments, usual, strict=True))
            assert points[name] == pytest.approx(above, abs=1e-12)
            assert bleu[name] == 100 * bleu_of_counts(reduce(add, [one.bleu[reference] for one in segments]))


def test_effects_that_add_up_are_found_again():
    """Rater 3 judges only the worse system, so subtracting the raters' means would hide the difference."""
    of_system, of_rater, of_segment = {"good": 1.0, "bad": 3.0}, {1: 0.5, 2: 2.0, 3: 7.0}, [0.0, 4.0, 1.0, 2.5]
    raters = {"good": [1, 2, 1, 2], "bad": [2, 1, 3, 3]}
    judged = {
        name: [Judged({raters[name][i]: lost + of_rater[raters[name][i]] + of_segment[i]}, 1, {}, {}) for i in range(4)]
        for name, lost in of_system.items()
    }
    effects = estimate_together(judged)
    assert effects["bad"] - effects["good"] == pytest.approx(2.0)
