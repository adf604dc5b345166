"""The judgements of professional translators in the package."""

from importlib.resources import files

import pytest

from bleu_helpers.corpora.judgements import PAIRS, read_judgements

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
