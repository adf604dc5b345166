"""A pytest plugin for the lessons: whenever one is run, each rule in rules.py is checked as a separate test.

So a check of a single lesson finds everything that is wrong with it. A learner's copy is never collected.
"""

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
        from notebook_rules import load
        from rules import RULES

        notebook = load(self.path)
        for rule in RULES:
            yield LessonRule.from_parent(self, name=rule.__name__, find_problems=partial(rule, self.path, notebook))


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
