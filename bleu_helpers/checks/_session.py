"""What a learner calls in a notebook: `check` and `progress`."""

import ast
import re
import sys
import warnings
from collections.abc import Sequence
from html import escape
from typing import Any

from bleu_helpers.checks._forms import check_form, in_form
from bleu_helpers.checks._hints import CODE, offer
from bleu_helpers.checks.exercises import EVERY_TASK
from bleu_helpers.display.shell import notebook_kernel, running_shell
from exercise_checker._diagnosis import diagnose
from exercise_checker._verdicts import Status, Verdict
from exercise_checker.guard import MAX_SECONDS

VERDICT = "bleu_helpers_verdict"
"""The key in an output's metadata: which task the verdict is on, and whether it is solved. `run.py lab` reads it."""

_TITLES = {Status.CORRECT: "correct", Status.WRONG: "attempted, not correct yet", Status.OPEN: "open"}

_seen: dict[str, Status] = {}
"""The last status of each task that was checked since the notebook's kernel started."""

_tries: dict[str, set[str]] = {}
"""What each task's wrong functions did, since it was last correct. Two that do the same for every input are one try."""


def check(
    function: Any,
    task: str | None = None,
    *,
    order: str = "",
    n: int | None = None,
    weights: Sequence[float] | None = None,
    asks_for_short: bool = True,
) -> None:
    """Run your function against ours, and print what there is to say about it: one message at a time.

    After three different wrong tries it adds a hint, and after five a task of the same kind that is solved. Two tries
    are different if the functions do different things. A check that takes a while says that it is at work, and stops
    after half a minute; a wrong function that is slow is tried on fewer inputs. The one thing that it cannot stop is a
    loop inside a single call of a function that is written in C, such as `sum(itertools.count())`: interrupt the kernel
    then.

    Args:
        function: the function that you wrote. Pass it by its name, without brackets.
        task: which function it is meant to be, for example "count_clip".
        order: for a function of another course, the order of its arguments: "references first", or all names.
        n: the order of the n-grams, where your function takes neither n nor weights.
        weights: the weights, where your function takes none.
        asks_for_short: whether sentences without any n-gram are part of the task; if not, they lead to a remark only.

    Raises:
        TypeError: the task is missing, or what stands after the function is not of the form above.
        ValueError: there is no such task, or it has no such arguments.

    >>> def unigram_precision(candidate, references):
    ...     raise NotImplementedError
    >>> check(unigram_precision, "unigram_precision")
    unigram_precision: not attempted yet.
    Replace the line with NotImplementedError by your own code, then run this cell again.
    """
    if task is None:
        raise TypeError(f"task is missing. {_which_task(function)}")
    if _newest_cell_was_not_run(function):
        name = function.__name__
        print(f"The newest cell with def {name} was not run: it has a SyntaxError. The {name} from before is checked.")
    notebook = sys.stdout  # while the function runs, what is printed goes nowhere
    check_form(order, n, weights, asks_for_short)
    is_ours = order == "" and n is None and weights is None and asks_for_short
    verdict = diagnose(
        function,
        task if is_ours else in_form(task, order, n, weights, asks_for_short),
        at_work=lambda: print(f"{task}: at work, for {MAX_SECONDS:g} seconds at most ...", file=notebook, flush=True),
    )
    if _seen.get(task) != Status.CORRECT or verdict.status != Status.OPEN:
        _seen[task] = verdict.status
    offered = ""
    if verdict.status == Status.CORRECT:
        _tries.pop(task, None)
    elif verdict.status == Status.WRONG and verdict.does:
        _tries.setdefault(task, set()).add(verdict.does)
        offered = offer(task, len(_tries[task]))
    _show(verdict, offered)


def _which_task(function: Any) -> str:
    """Say how a task is named: the one that the function is called after, or all that there are."""
    name = function if isinstance(function, str) else getattr(function, "__name__", "")
    if name in EVERY_TASK:
        return f"Say which function yours is meant to be: check({name}, {name!r})."
    return f"Pass its name after the function: check(your_function, 'count_clip'). Tasks: {', '.join(EVERY_TASK)}."


def _newest_cell_was_not_run(function: Any) -> bool:
    """Whether the last cell that defines a function of this name cannot be read, so that an older one is still there.

    Python reads a cell as a whole before it runs a line of it.
    """
    shell, name = running_shell(), getattr(function, "__name__", "")
    cells = shell.history_manager.input_hist_parsed if shell else []
    newest = next((cell for cell in reversed(cells) if re.search(rf"\bdef {re.escape(name)}\b", cell)), "")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(newest, "a cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError:
        return True
    return False


def _show(verdict: Verdict, offered: str) -> None:
    """Print a verdict and what is offered, or set them apart in a notebook, with a mark for programs.

    What is still open is printed, as it is saved in the lessons: it undoes nothing, so it needs no mark.
    """
    text = f"{verdict}\n{offered}" if offered else str(verdict)
    if notebook_kernel() is None or verdict.status == Status.OPEN:
        print(text)
        return
    from IPython.display import display

    show: Any = display  # it has no types
    mark = {VERDICT: {"task": verdict.task, "solved": verdict.status == Status.CORRECT}}
    show({"text/plain": text, "text/html": as_html(verdict, offered)}, raw=True, metadata=mark)


def as_html(verdict: Verdict, offered: str = "") -> str:
    """Write a verdict and what is offered with a bar beside them, whose colour and sign say whether it is right.

    >>> from bleu_helpers.checks import diagnose
    >>> print(as_html(diagnose(lambda candidate, references: 0 < 1, "unigram_precision"))[:96])
    <div style="border-left:6px solid #b34700;padding:2px 10px"><b>&#10007; unigram_precision: wrong
    """
    first, *lines = str(verdict).split("\n")
    colour, sign = ("#00664d", "&#10003;") if verdict.status == Status.CORRECT else ("#b34700", "&#10007;")
    shown = [f'<div style="white-space:pre-wrap">{escape(line)}</div>' for line in lines]
    for line in offered.splitlines():
        font = ";font-family:monospace" if line.startswith(CODE) else ""
        shown.append(f'<div style="white-space:pre-wrap{font}">{escape(line) or "<br>"}</div>')
    style = f"border-left:6px solid {colour};padding:2px 10px"
    return f'<div style="{style}"><b>{sign} {escape(first)}</b>{"".join(shown)}</div>'


def progress() -> None:
    """Print which tasks were checked since the notebook's kernel started, and how it went, lesson by lesson."""
    statuses = {name: _seen.get(name, Status.OPEN) for name in EVERY_TASK}
    count = sum(status == Status.CORRECT for status in statuses.values())
    print(f"{count} of {len(EVERY_TASK)} tasks are correct.")
    for status, title in _TITLES.items():
        lessons: dict[str, list[str]] = {}
        for name, task in sorted(EVERY_TASK.items(), key=lambda item: item[1].lesson):
            if statuses[name] == status:
                lessons.setdefault(task.lesson, []).append(name)
        print(f"{title}:" if lessons else f"{title}: none")
        for lesson, names in lessons.items():
            print(f"  {lesson}: {', '.join(names)}")
    print("These are public checks only. A course may grade with other inputs, which are not shown.")
