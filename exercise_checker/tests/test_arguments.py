"""No call changes what another one gets: each has its own copy of the input."""

import copy
from dataclasses import replace

import pytest

from exercise_checker import Finding, Mistake, Task, diagnose, pick, read_numbers, read_words, review
from exercise_checker._tasks import PUBLIC_SEED, inputs_of


def drawn(random):
    return ([pick(random, range(10)) for _ in range(pick(random, range(1, 8)))],)


def largest_by_sorting(values):
    values.sort()
    return values[-1]


def last_by_popping(values):
    return values.pop()


LAST = Mistake("the last value", "Does the order matter?", last_by_popping)
LARGEST = Task(largest_by_sorting, drawn, [([3, 1, 2],), ([1, 4],)], [LAST], name="largest")


def takes_apart(*given):
    """Stand for any function of a task: it empties every list and dict that it gets."""
    for argument in given:
        for inner in argument if isinstance(argument, list | tuple) else []:
            takes_apart(inner)
        if isinstance(argument, list | dict):
            argument.clear()
    return True


def test_no_function_of_a_task_changes_the_inputs_of_the_next_call():
    task = replace(
        LARGEST,
        corner=lambda given: takes_apart(*given) and None,
        steps=[("a step", takes_apart)],
        plain=lambda given: takes_apart(*given) and given,
    )
    before = copy.deepcopy([case.arguments for case in inputs_of(task, PUBLIC_SEED)])
    for function in (lambda values: values[-1], lambda values: 7 * max(values) + 1, largest_by_sorting):
        diagnose(function, task)
    assert [case.arguments for case in inputs_of(task, PUBLIC_SEED)] == before


@pytest.mark.parametrize(
    ("arguments", "changes"),
    [
        (([3, 1],), lambda given: given.sort()),
        (([[3, 1]],), lambda given: given[0].sort()),
        ((([3, 1],),), lambda given: given[0].sort()),
        (({"a": 1},), lambda given: given.popitem()),
        (({"a": [1]},), lambda given: given["a"].append(2)),
        (({1, 2},), lambda given: given.pop()),
    ],
)
def test_a_collection_of_any_type_is_copied_and_compared(arguments, changes):
    task = Task(lambda given: 1, lambda random: arguments, [arguments] * 8, name="one", parameters=("given",))
    before = copy.deepcopy(arguments)
    assert diagnose(lambda given: [changes(given), 1][1], task).finding is Finding.CHANGES_ARGUMENTS
    assert diagnose(lambda given: copy.deepcopy(given) and 1, task).finding is Finding.CORRECT
    assert arguments == before


def test_a_learner_who_does_not_sort_is_wrong_although_the_right_function_sorts_in_place():
    assert diagnose(lambda values: values[-1], LARGEST).mistake == "the last value"
    assert diagnose(lambda values: max(values), LARGEST).finding is Finding.CORRECT


def test_review_reports_each_function_that_changes_an_argument():
    found = [finding.names for finding in review(LARGEST, "").findings if finding.doubt == "changed"]
    assert found == [("largest",), ("the last value",)]


# A task to change an argument in place.


def put(words, word, front=False):
    words.insert(0 if front else len(words), word)


IN_PLACE = Task(
    put,
    lambda random: ([pick(random, "abc") for _ in range(3)], pick(random, "abc")),
    [(["a"], "b"), (["b", "a"], "c")],
    [Mistake("it is put first", "Where does it belong?", instead={"front": True})],
    changes="words",
    read=read_words,
)


@pytest.mark.parametrize(
    ("function", "found"),
    [
        (lambda words, word: words.append(word), "correct"),
        (lambda words, *, word: words.append(word) or "whatever", "correct"),
        (lambda words, word: None, "unknown"),
        (lambda words, word: [*words, word], "unknown"),
        (lambda words, word: words.insert(0, word), "it is put first"),
        (lambda word, words: words.append(word), "the first two arguments are swapped"),
    ],
)
def test_compares_the_argument_that_is_changed_in_place(function, found):
    assert diagnose(function, IN_PLACE).mistake == found
    assert not review(IN_PLACE, "").findings


def test_shows_the_changed_argument_and_allows_no_change_of_another_one():
    assert diagnose(lambda words, word: None, IN_PLACE).example[-2:] == ("yours: ['a']", "right: ['a', 'b']")
    both = Task(lambda ones, others: ones.sort(), lambda r: ([2, 1], [4, 3]), [([2, 1], [2, 1])] * 8, name="sort")
    both = replace(both, changes="ones", read=read_numbers)
    assert diagnose(lambda ones, others: [ones.sort(), others.sort()], both).finding is Finding.CHANGES_ARGUMENTS
    with pytest.raises(TypeError, match=r"changes is 'values'\. Pass one of words, word\."):
        replace(IN_PLACE, changes="values")
