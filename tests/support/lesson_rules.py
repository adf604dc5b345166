"""A pytest plugin for the lessons: whenever one is run, each rule for its file is checked as a separate test.

A rule is a function in one of four modules whose parameters are `path` and `notebook`. So a check of a single
lesson finds everything that is wrong with it. A learner's copy is never collected.
"""

import inspect
from functools import partial

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    """Never collect a learner's copy, even if it is named: it has no outputs, so it would pass without a comparison."""
    collected = yield
    lessons = parent.config.rootpath / "notebooks"
    if file_path.is_relative_to(lessons / "learn"):
        return []
    is_lesson = file_path.parent == lessons and file_path.suffix == ".ipynb"
    return [*collected, LessonFile.from_parent(parent, path=file_path)] if is_lesson else collected


class LessonFile(pytest.File):
    """The file of a lesson, with one test for each rule."""

    def collect(self):
        import formulas
        import lesson_shape
        import notebook_rules
        import prose

        notebook = notebook_rules.load(self.path)
        for module in (notebook_rules, lesson_shape, prose, formulas):
            for name, rule in inspect.getmembers(module, inspect.isfunction):
                if [*inspect.signature(rule).parameters] == ["path", "notebook"]:
                    yield LessonRule.from_parent(self, name=name, find_problems=partial(rule, self.path, notebook))


class LessonRule(pytest.Item):
    """A rule for a lesson."""

    def __init__(self, *, find_problems, **named):
        super().__init__(**named)
        self.find_problems = find_problems
        self.add_marker("rule")

    def runtest(self):
        if problems := [*self.find_problems()]:
            pytest.fail("\n".join(problems), pytrace=False)

    def reportinfo(self):
        return self.path, None, f"{self.path.name}, {self.name}"
