"""The numbers of the prose: which changes the rule sees, and that each exception is needed."""

import copy
import re

import pytest
from notebook_rules import NOTEBOOKS, load, source
from prose import (
    NOT_COMPUTED,
    NUMBER,
    computes_its_numbers,
    not_computed,
    prose,
)

LESSONS = {path.stem[:2]: path for path in NOTEBOOKS}
CLIPPING = LESSONS["02"]


def broken(lesson, old, new):
    """What the rule says of a lesson whose prose says something else in one place."""
    notebook = copy.deepcopy(load(LESSONS[lesson]))
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "markdown" and old in source(cell))
    cell["source"] = source(cell).replace(old, new)
    return [*computes_its_numbers(LESSONS[lesson], notebook)]


@pytest.mark.parametrize(
    ("lesson", "old", "new"),
    [
        ("01", "to 0.9.", "to 0.8."),
        ("02", "2/7, 1/3 and 1/10", "2/7, 1/3 and 1/11"),
        ("04", "which is 0.8333", "which is 0.8433"),
        ("05", r"\frac{5}{72}", r"\frac{5}{73}"),
        ("08", "| **7/20** |", "| **7/21** |"),
        ("11", "132 Spanish", "133 Spanish"),
        ("13", "99 words more", "98 words more"),
        ("02", "it is 8: which", "it is 9: which"),
    ],
)
def test_a_changed_number_is_seen(lesson, old, new):
    assert len(broken(lesson, old, new)) == 1


def test_a_wrong_choice_may_have_any_number_but_its_reason_may_not():
    question = "**Question 1.** Is 0.5 more than 0.4?\n\n"
    choices = [("A. 0.31", "No. It is 0.32."), ("B. 0.33", "Yes. It is 0.34.")]
    folded = [f"<details>\n<summary>{one}</summary>\n\n{why}\n\n</details>" for one, why in choices]
    assert re.findall(NUMBER, prose({"source": question + "\n\n".join(folded)})) == ["0.32", "0.33", "0.34"]


def test_every_exception_is_needed_and_has_a_reason():
    for one in NOT_COMPUTED:
        assert len(one["why"].split()) >= 4
        rest = [other for other in NOT_COMPUTED if other is not one]
        lessons = [LESSONS[number] for number in one.get("lessons", LESSONS)]
        assert all(any(not_computed(path, load(path), exceptions=rest)) for path in lessons if "lessons" in one), one
        assert any(any(not_computed(path, load(path), exceptions=rest)) for path in lessons), one
