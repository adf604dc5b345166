"""Rules for a notebook's file are seen to fail: each on copies of a lesson, broken in one way."""

import copy
from functools import cache

import pytest
from notebook_rules import NOTEBOOKS, load


def every_broken_copy(rules, breaks):
    """Run a test with every rule and every way of breaking what it guards."""
    return pytest.mark.parametrize(
        ("rule", "break_it"),
        [
            pytest.param(rule, break_it, id=f"{rule.__name__}: {name}")
            for rule in rules
            for name, break_it in breaks[rule.__name__].items()
        ],
    )


@cache
def found_in_a_copy(rule, break_it):
    """What a rule says of a copy of lesson 02 that was broken; it is asked once, however many tests want to know."""
    path = NOTEBOOKS[1]
    broken = copy.deepcopy(load(path))
    break_it(broken)
    return list(rule(path, broken))
