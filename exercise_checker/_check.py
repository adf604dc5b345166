"""What a learner calls in a notebook: `check` and `progress`."""

import ast
import re
import sys
import textwrap
import warnings
from collections.abc import Iterable
from html import escape
from types import FunctionType
from typing import Any

from exercise_checker._diagnosis import diagnose
from exercise_checker._tasks import Hint, Task
from exercise_checker._verdicts import Status, Verdict
from exercise_checker.messages import say, translated
from exercise_checker.notebook import running_shell

VERDICT = "exercise_checker"
"""The key in the metadata of an output that tells programs which task was checked, and whether it is solved."""

TRIES_TO_A_HINT, TRIES_TO_A_NEIGHBOUR = 3, 5
"""After this many different wrong functions, a check gives the hint, and the smaller task of the same kind. Both come
late, so that a learner thinks about the example and the question first."""

_ASK_FOR_THE_IDEA = (
    "To read the idea of the solution step by step, run this check again without changing your function."
)

_CODE = "    "
"""The indentation of a line of code or of its output."""

_TITLES = {Status.CORRECT: "correct", Status.WRONG: "attempted, not correct yet", Status.OPEN: "open"}

_seen: dict[str, list[Status]] = {}
"""The status of each check of a task since the kernel started. A task that was once correct stays correct."""

_tries: dict[str, list[str]] = {}
"""What the wrong functions did in each task since it was last correct. Functions that do the same count as one try."""


def check(function: Any, task: Task) -> None:
    """Compare a function with the right one, and print the verdict as one message.

    After three different wrong tries, the message includes the task's hint, and after five it includes a similar task
    with its solution. If the check is then run again without a change, it explains the idea of the solution step by
    step. Two tries are different if the functions do different things. A check that takes a while says so, and stops
    after half a minute; a wrong function that is slow is tried on fewer inputs. Two things cannot be stopped: a loop
    inside a single call of a function that is written in C, such as `sum(itertools.count())`, and on Windows or in a
    thread, a function that waits. In these cases, restart the kernel.

    Args:
        function: what a learner wrote.
        task: what the function should do.

    Raises:
        TypeError: `task` is not a task.

    >>> def largest(values):
    ...     return max(values)
    >>> task = Task(largest, lambda random: ([1, 2],), [([3, 1, 2],), ([1, 4],)])
    >>> check(lambda values: values[0], task)
    largest: wrong. This is not one of the mistakes that the checker knows.
      values = [1, 4]
      yours: 1
      right: 4
    Go through your code by hand with this input, line by line. Where does it first go wrong?
    """
    if not isinstance(task, Task):
        raise TypeError(f"task is of type {type(task).__name__}. Pass the function first, then its Task.")
    if newest_cell_was_not_run(function):
        said = "The newest cell with def {name} has a SyntaxError, so the previous {name} is checked."
        print(say(said, name=function_name(function)))
    name, notebook = task.name, sys.stdout  # while the function runs, nothing that it prints is shown
    try:
        verdict = diagnose(function, task, at_work=lambda said: print(f"{name}: {said}", file=notebook, flush=True))
    except KeyboardInterrupt:
        print(say("{name}: the check was interrupted, so there is no verdict on your function.", name=name))
        return
    _seen.setdefault(name, []).append(verdict.status)
    is_solved, offered = Status.CORRECT in _seen[name], ""
    if verdict.status == Status.CORRECT:
        _tries.pop(name, None)
    elif verdict.status == Status.WRONG and verdict.does:
        _tries.setdefault(name, []).append(verdict.does)
        offered = offer(task, _tries[name])
    if is_solved and verdict.status != Status.CORRECT:
        offered = offered or say("An earlier attempt was correct, and it still counts.")
    show_verdict(verdict, offered, is_solved)


def newest_cell_was_not_run(function: Any) -> bool:
    """Whether the last cell that defines this function has a syntax error, so that an older function is still in use.

    Python parses a whole cell before it runs the first line.
    """
    shell, name = running_shell(), function_name(function)
    cells = shell.history_manager.input_hist_parsed if shell else []
    newest = next((cell for cell in reversed(cells) if re.search(rf"\bdef {re.escape(name)}\b", cell)), "")
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(newest, "a cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError:
        return True
    return False


def function_name(function: Any) -> str:
    """Return the name of a real function, because any other object may run code of its own when it is asked."""
    return function.__name__ if type(function) is FunctionType else ""


def offer(task: Task, done: list[str]) -> str:
    """Write the help that is available after this many different wrong tries.

    First this is a hint, then a similar task with its solution, and after a repeated try the idea of the solution.
    """
    hint, tries, is_new = task.hint or Hint(""), len(set(done)), done.count(done[-1]) == 1
    if is_new and hint.hint and tries == TRIES_TO_A_HINT:
        return say("You have tried {n} different ways. Here is a hint: {hint}", n=tries, hint=translated(hint.hint))
    lines = []
    if is_new and hint.code and tries == TRIES_TO_A_NEIGHBOUR:
        similar = "You have tried {n} different ways. Here is a similar task with its solution: {task}"
        lines += [say(similar, n=tries, task=translated(hint.neighbour))]
        lines += [textwrap.indent(hint.code.strip(), _CODE), say("It prints:"), textwrap.indent(hint.output, _CODE)]
        lines += [say(_ASK_FOR_THE_IDEA)] * bool(hint.idea)
    elif not is_new and hint.idea and tries >= TRIES_TO_A_NEIGHBOUR:
        steps = (f"{number}. {translated(step)}" for number, step in enumerate(hint.idea, 1))
        lines += [say("The idea of the solution, step by step:"), *steps]
    return "\n".join(lines)


def show_verdict(verdict: Verdict, offered: str, is_solved: bool) -> None:
    """Print a verdict and the help, or display them in a box in a notebook, with metadata for programs.

    A task that was never attempted is only printed, as it is saved in the lessons, because it needs no metadata.
    """
    text = f"{verdict}\n{offered}" if offered else str(verdict)
    if getattr(running_shell(), "kernel", None) is None or (verdict.status == Status.OPEN and not is_solved):
        print(text)
        return
    from IPython.display import display

    show: Any = display  # display has no type hints
    mark = {VERDICT: {"task": verdict.task, "solved": is_solved}}
    show({"text/plain": text, "text/html": as_html(verdict, offered)}, raw=True, metadata=mark)


def as_html(verdict: Verdict, offered: str = "") -> str:
    """Write a verdict and the help as HTML, with a bar and a sign that show whether the function is right.

    >>> largest = Task(max, lambda random: ([1, 2],), parameters=("values",))
    >>> print(as_html(diagnose(lambda values: 0 < 1, largest))[:87])
    <div style="border-left:6px solid #b34700;padding:2px 10px"><b>&#10007; max: wrong. Thi
    """
    first, *lines = str(verdict).split("\n")
    colour, sign = ("#00664d", "&#10003;") if verdict.status == Status.CORRECT else ("#b34700", "&#10007;")
    shown = [f'<div style="white-space:pre-wrap">{escape(line)}</div>' for line in lines]
    for line in offered.splitlines():
        font = ";font-family:monospace" if line.startswith(_CODE) else ""
        shown.append(f'<div style="white-space:pre-wrap{font}">{escape(line) or "<br>"}</div>')
    style = f"border-left:6px solid {colour};padding:2px 10px"
    return f'<div style="{style}"><b>{sign} {escape(first)}</b>{"".join(shown)}</div>'


def progress(tasks: Iterable[Task]) -> None:
    """Print which of the tasks were checked since the kernel started, and with which result, lesson by lesson.

    A task that was once correct stays correct. If its newest attempt is wrong, the list says so.

    Args:
        tasks: the tasks of a course.

    >>> progress([Task(len, lambda random: ("",), parameters=("text",))])
    Correct tasks: 0 of 1.
    correct: none
    attempted, not correct yet: none
    open:
      len
    These are only the public checks. A course may grade with other inputs, which are not shown.
    """
    lesson_of = {task.name: task.lesson for task in tasks}
    statuses = {name: next((s for s in _TITLES if s in _seen.get(name, ())), Status.OPEN) for name in lesson_of}
    count = sum(status == Status.CORRECT for status in statuses.values())
    print(say("Correct tasks: {count} of {total}.", count=count, total=len(statuses)))
    for status, title in _TITLES.items():
        lessons: dict[str, list[str]] = {}
        for name in sorted(statuses, key=lambda name: lesson_of[name]):
            if statuses[name] == status:
                newer_is_wrong = _seen.get(name, [status])[-1] == Status.WRONG != status
                line = say("{name} (the newest attempt is wrong)", name=name) if newer_is_wrong else name
                lessons.setdefault(lesson_of[name], []).append(line)
        print(say("{title}:" if lessons else "{title}: none", title=translated(title)))
        for lesson, names in lessons.items():
            print(f"  {lesson}: {', '.join(names)}" if lesson else f"  {', '.join(names)}")
    print(say("These are only the public checks. A course may grade with other inputs, which are not shown."))
