"""What the tests of nearly right answers share: none may pass; most have a name, and then it is this one."""

import pytest

from bleu_helpers.checks import diagnose


def table():
    """An empty table of such answers, and the decorator that puts one into it: the task, and the name if it has one."""
    answers = []

    def nearly_right(task, name=None):
        def put(function):
            answers.append(pytest.param(task, name, function, id=f"{task}-{function.__name__}-{len(answers)}"))
            return function

        return put

    return answers, nearly_right


def wrong_and_named(task, name, function):
    """Fail unless the check rejects the function, and says the name where there is one."""
    verdict = diagnose(function, task)
    assert verdict.status == "wrong"
    assert name in (None, verdict.mistake)
