"""The small test set: what its page says of it. Lesson 13 reads it and compares its systems."""

from collections import Counter
from importlib.resources import files

from bleu_helpers.small_test_set import read_test_set

SEGMENTS, _ = read_test_set()


def test_the_readme_counts_what_is_there():
    readme = (files("bleu_helpers") / "data" / "test_set" / "README.md").read_text(encoding="utf-8")
    kinds = Counter(segment.kind for segment in SEGMENTS)
    same = sum(a == b for a, b in (segment.references for segment in SEGMENTS))
    assert kinds == dict.fromkeys(["everyday", "news", "instruction", "story"], 33)
    assert f"{len(SEGMENTS)} sentences in four kinds, {kinds['story']} of each" in readme
    assert f'In each of the {kinds["instruction"]} instructions a "not" matters' in readme
    assert f"{same} of the {len(SEGMENTS)} pairs are the same line" in readme
