"""The judgements of professional translators in the package."""

from functools import reduce
from importlib.resources import files
from operator import add
from statistics import fmean

import numpy as np
import pytest

from bleu_helpers import bleu_of_counts
from bleu_helpers.corpora.judgements import (
    PAIRS,
    Judged,
    estimate_together,
    read_alike,
    read_judgements,
    read_published,
    resample_segments,
)

README = (files("bleu_helpers") / "data" / "judgements" / "README.md").read_text(encoding="utf-8")


TALKS = [pair for pair in PAIRS if "2023" not in pair]


def test_the_readme_gives_the_right_numbers():
    systems, references = read_judgements("zh-en")
    sources = {name: sum(row.is_english_source for row in rows) for name, rows in {**systems, **references}.items()}
    of_systems = [sources[name] for name in systems]
    assert f"all {sources['ref']} lines of `ref`" in README
    few = f"only {sources['refB']} lines of `refB`, and of {min(of_systems)} to {max(of_systems)} lines of each system."
    assert few in README
    rows = sum(len(judged) for pair in TALKS for kind in read_judgements(pair) for judged in kind.values())
    assert f"each of the {rows:,} translations" in README
    raters = [
        {judgement.rater for kind in read_judgements(pair) for judged in kind.values() for judgement in judged}
        for pair in TALKS
    ]
    assert "{} translators for Chinese to English, and {} for English to German".format(*map(len, raters)) in README


def test_the_mean_points_are_those_that_the_source_publishes():
    """The means on the page of google/wmt-mqm-human-evaluation, to the two digits that it shows."""
    published = {"DIDI-NLP": 1.65, "metricsystem2": 1.76, "Online-W": 2.93, "metricsystem3": 2.99}
    systems, references = read_judgements("zh-en")
    for name, points in {**published, "ref": 5.52, "refB": 0.42}.items():
        judged = {**systems, **references}[name]
        assert round(sum(judgement.points for judgement in judged) / len(judged), 2) == points


def test_the_readme_describes_the_news_of_2023():
    systems, references = read_judgements("zh-en-2023")
    documents = {one.document for segments in systems.values() for one in segments}
    assert not references
    assert (
        f"{len(systems['HW-TSC'])} segments of {len(documents)} documents, translated by {len(systems)} systems"
        in README
    )
    assert [len(read_published(pair)) - 1 for pair in ("zh-en", "de-en")] == [15, 13]  # without the reference


def test_the_bleu_by_the_reference_is_the_one_that_the_organisers_published():
    alike = read_alike()
    for name, system in read_published("zh-en").items():
        if name != "ref":
            assert alike[name, "ref"].bleu == pytest.approx(system.scores["BLEU"], abs=0.006)


def test_a_translation_with_several_raters_has_no_single_one():
    with pytest.raises(ValueError, match=r"2, 4, 7.*by_rater"):
        assert read_judgements("zh-en-2023").systems["HW-TSC"][0].rater


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
