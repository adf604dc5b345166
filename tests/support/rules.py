"""All rules for the file of a lesson: the functions in these modules whose parameters are `path` and `notebook`."""

import inspect

import formulas
import lesson_shape
import notebook_rules
import prose

RULES = [
    rule
    for module in (notebook_rules, lesson_shape, prose, formulas)
    for rule in vars(module).values()
    if inspect.isfunction(rule) and rule.__module__ == module.__name__
    if [*inspect.signature(rule).parameters] == ["path", "notebook"]
]
