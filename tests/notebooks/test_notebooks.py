"""The rules for a lesson's file: each rule finds what is wrong in a copy of lesson 02 that breaks it."""

import json
import tomllib
from pathlib import Path

import agreements
import notebook_rules
import pytest
from rules import RULES

CLIPPING = notebook_rules.NOTEBOOKS[1]
BROKEN = tomllib.loads(Path(__file__).with_name("notebooks.toml").read_text(encoding="utf-8"))


def test_every_rule_has_a_row_in_notebooks_toml():
    names = {rule.__name__ for rule in RULES}
    assert names == BROKEN.keys(), f"without a row: {names - BROKEN.keys()}; without a rule: {BROKEN.keys() - names}"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_finds_what_breaks_it(rule):
    text = CLIPPING.read_text(encoding="utf-8")
    for old, new, *times in BROKEN[rule.__name__]:
        assert old in text, f"{CLIPPING.name} no longer contains {old!r}: correct its row in notebooks.toml"
        broken = json.loads(text.replace(old, new * sum(times or [1]), 1))
        assert [*rule(CLIPPING, broken)] != [], f"the rule does not notice that {old!r} was replaced with {new!r}"


def test_reports_a_lesson_that_compares_nothing(monkeypatch):
    monkeypatch.setattr(agreements, "facts", lambda lesson: {})
    [problem] = agreements.compares_what_it_promises(CLIPPING, notebook_rules.load(CLIPPING))
    assert "tests/lessons/clipping.toml" in problem
