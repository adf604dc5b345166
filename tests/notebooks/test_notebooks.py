"""The rules for a lesson's file: each sees a copy of lesson 02 in which one thing is written otherwise."""

import json
import tomllib
from pathlib import Path

import agreements
import notebook_rules
import prose
import pytest
from rules import RULES

CLIPPING = notebook_rules.NOTEBOOKS[1]
BROKEN = tomllib.loads(Path(__file__).with_name("notebooks.toml").read_text(encoding="utf-8"))


def test_every_rule_has_a_row_in_notebooks_toml():
    names = {rule.__name__ for rule in RULES}
    assert names == BROKEN.keys(), f"without a row: {names - BROKEN.keys()}; without a rule: {BROKEN.keys() - names}"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_sees_what_breaks_it(rule):
    text = CLIPPING.read_text(encoding="utf-8")
    for old, new, *times in BROKEN[rule.__name__]:
        assert old in text, f"{CLIPPING.name} has no {old!r} any more: correct its row in notebooks.toml"
        broken = json.loads(text.replace(old, new * sum(times or [1]), 1))
        assert [*rule(CLIPPING, broken)] != [], f"the rule does not see {new!r} in the place of {old!r}"


@pytest.mark.parametrize(
    ("rule", "breach", "place"),
    [
        (prose.computes_its_numbers, BROKEN["computes_its_numbers"][0], "tests/lessons/clipping.toml"),
        (agreements.compares_what_it_promises, BROKEN["compares_what_it_promises"][0], "tests/lessons/clipping.toml"),
    ],
)
def test_a_rule_says_where_an_exception_belongs(rule, breach, place):
    text = CLIPPING.read_text(encoding="utf-8").replace(*breach, 1)
    said = [*rule(CLIPPING, json.loads(text))]
    assert any(place in sentence for sentence in said), f"{place} is not mentioned: {said}"


def test_what_is_expected_is_said_and_where():
    assert notebook_rules.difference("a\nb", "a\nb\n") == ""
    assert notebook_rules.difference("a\nb", "a\nc") == "line 2 is 'b'; expected: 'c'"


def test_a_lesson_that_is_to_compare_nothing_is_named(monkeypatch):
    monkeypatch.setattr(agreements, "facts", lambda lesson: {})
    [said] = agreements.compares_what_it_promises(CLIPPING, json.loads(CLIPPING.read_text(encoding="utf-8")))
    assert said == "it compares nothing: list in tests/lessons/clipping.toml, below [compares], what it must"
