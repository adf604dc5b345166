"""The numbers of the prose: which changes the rule sees, and that each exception is needed."""

import copy
import re

import pytest
from notebook_rules import NOTEBOOKS, ROOT, load, source
from prose import (
    NOT_COMPUTED,
    NUMBER,
    SAID,
    WHOLE,
    computes_its_numbers,
    is_among,
    missing,
    near,
    not_computed,
    prose,
    without_exceptions,
)

LESSONS = {path.stem[:2]: path for path in NOTEBOOKS}
CLIPPING = LESSONS["02"]
MAINTAINERS = (ROOT / "docs" / "maintainers.md").read_text(encoding="utf-8")


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
        ("02", "2/7, 1/3 and 1/10", "3/7, 1/3 and 1/10"),
        ("02", "2/7, 1/3 and 1/10", "2/7, 2/3 and 1/10"),
        ("02", "2/7, 1/3 and 1/10", "2/7, 1/3 and 1/11"),
        ("03", "C. 6/8", "C. 6/9"),
        ("04", "which is 0.8333", "which is 0.8433"),
        ("05", r"\frac{5}{72}", r"\frac{5}{73}"),
        ("05", r"\frac97", r"\frac98"),
        ("07", "from 0.32 to 0.4364", "from 0.32 to 0.4365"),
        ("08", "| **7/20** |", "| **7/21** |"),
        ("13", "from 24.68 to", "from 24.69 to"),
        ("07", "of the 101 words", "of the 102 words"),
        ("08", "8 of 40 words", "8 of 41 words"),
        ("11", "132 Spanish", "133 Spanish"),
        ("12", "120 orders", "121 orders"),
        ("13", "27 points", "28 points"),
        ("13", "99 words more", "98 words more"),
        ("02", "it is 8: which", "it is 9: which"),
        ("08", "Why is it 4 for", "Why is it 6 for"),
        ("04", "such candidate has 4:", "such candidate has 5:"),
    ],
)
def test_a_changed_number_is_seen(lesson, old, new):
    assert len(broken(lesson, old, new)) == 1


def test_a_number_in_a_heading_and_in_a_table_is_one_too():
    assert broken("02", "## 2.", "## 2. Why 3/8 is fair:")
    assert broken("02", "| the | 7 |", "| the | 7/9 |")


@pytest.mark.parametrize("text", ["[1.2](https://x.y/3.4)", "section 2.3.1", "v1.2.3", "https://x.y/3/4", "1/2^j"])
def test_what_is_no_number_of_the_lesson_is_left_out(text):
    assert re.findall(NUMBER, prose({"source": text.replace("[1.2]", "[that]")})) == []


def test_a_thousand_with_a_comma_is_one_number():
    assert re.findall(WHOLE, prose({"source": "1,000 of 12,345 and 13, 14"})) == ["1000", "12345", "13", "14"]


def test_any_other_number_of_one_digit_is_not_looked_for():
    assert broken("13", "less than 4 points", "less than 5 points") == []


def test_a_wrong_choice_may_have_any_number_but_its_reason_may_not():
    question = "**Question 1.** Is 0.5 more than 0.4?\n\n"
    choices = [("A. 0.31", "No. It is 0.32."), ("B. 0.33", "Yes. It is 0.34.")]
    folded = [f"<details>\n<summary>{one}</summary>\n\n{why}\n\n</details>" for one, why in choices]
    assert re.findall(NUMBER, prose({"source": question + "\n\n".join(folded)})) == ["0.32", "0.33", "0.34"]


@pytest.mark.parametrize(
    ("number", "text", "expected"),
    [
        ("0.5", "0.5", True),
        ("1.0", "1.0000", True),
        ("0.56", "0.5603", True),
        ("0.56", "0.5503", False),
        ("0.6", "0.5603", False),
        ("2/7", "12/7 2/71", False),
        ("2/7", "(2/7)", True),
        ("24", "24", True),
        ("24", "22/24", True),
        ("24", "24.5 124 240", False),
    ],
)
def test_a_number_is_found_also_where_it_has_more_digits(number, text, expected):
    assert is_among(number, text) == expected


def test_every_exception_is_needed_and_has_a_reason():
    for one in NOT_COMPUTED:
        assert len(one["why"].split()) >= 4
        rest = [other for other in NOT_COMPUTED if other is not one]
        lessons = [LESSONS[number] for number in one.get("lessons", LESSONS)]
        assert all(any(not_computed(path, load(path), exceptions=rest)) for path in lessons if "lessons" in one), one
        assert any(any(not_computed(path, load(path), exceptions=rest)) for path in lessons), one


def plus_one(number):
    """The number with one more in its last digit."""
    return number[:-1] + str((int(number[-1]) + 1) % 10)


def share_seen(pattern, in_cells_with=""):
    """Of the numbers of the prose, the share whose last digit cannot be raised without being seen."""
    seen = []
    for path in NOTEBOOKS:
        notebook = load(path)
        for place, cell in enumerate(notebook["cells"]):
            if cell["cell_type"] == "markdown" and in_cells_with in source(cell):
                known, text = near(notebook, place), without_exceptions(path, prose(cell))
                for match in re.finditer(pattern, text):
                    changed = text[: match.start()] + plus_one(match[0]) + text[match.end() :]
                    seen.append(missing(path, changed, known) != [])
    return sum(seen) / len(seen)


def test_most_changes_of_a_digit_are_seen():
    fractions, whole = 85, 80
    assert 100 * share_seen(NUMBER) >= fractions and f"at least {fractions} of 100 fractions" in MAINTAINERS
    assert 100 * share_seen(WHOLE) >= whole and f"such whole numbers at least {whole} of 100" in MAINTAINERS
    assert share_seen(SAID, "**Exercise") == 1
