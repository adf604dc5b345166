"""The professional translators' judgements in the package."""

from importlib.resources import files

import pytest

from bleu_helpers.corpora.judgements import PAIRS, read_judgements

README = (files("bleu_helpers") / "data" / "judgements" / "README.md").read_text(encoding="utf-8")


def test_the_readme_counts_what_is_there():
    systems, references = read_judgements("zh-en")
    sources = {name: sum(one.is_english_source for one in ones) for name, ones in {**systems, **references}.items()}
    of_systems = [sources[name] for name in systems]
    assert f"all {sources['ref']} lines of `ref`" in README
    few = f"only {sources['refB']} lines of `refB`, and of {min(of_systems)} to {max(of_systems)} lines of each system."
    assert few in README
    rows = sum(len(ones) for pair in PAIRS for kind in read_judgements(pair) for ones in kind.values())
    assert f"each of the {rows:,} translations" in README
    raters = [{one.rater for kind in read_judgements(pair) for ones in kind.values() for one in ones} for pair in PAIRS]
    assert "{} translators for Chinese to English, and {} for English to German".format(*map(len, raters)) in README


def test_the_points_are_those_that_the_source_publishes():
    """The means on the page of google/wmt-mqm-human-evaluation, to the two digits that it shows."""
    published = {"DIDI-NLP": 1.65, "metricsystem2": 1.76, "Online-W": 2.93, "metricsystem3": 2.99}
    systems, references = read_judgements("zh-en")
    for name, points in {**published, "ref": 5.52, "refB": 0.42}.items():
        ones = {**systems, **references}[name]
        assert round(sum(one.points for one in ones) / len(ones), 2) == points


def test_an_unknown_pair_is_refused():
    with pytest.raises(ValueError, match=r"there is no pair 'de-en'\. There are 'zh-en' and 'en-de'\."):
        read_judgements("de-en")
