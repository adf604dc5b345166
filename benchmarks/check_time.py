"""How long a check takes, beside running our own function over the same inputs in the same run.

  python benchmarks/check_time.py

A ratio says more than seconds, because it is about the same on every machine. "right" is a plain version written in
the learner's way; "mistake" is the last known one; "mixed" makes it for every third input or so, which most
often has no name: the longest way through a check.
"""

import inspect
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bleu_helpers.checks import _recipe
from bleu_helpers.checks._diagnosis import diagnose
from bleu_helpers.checks._tasks import PUBLIC_SEED, TASKS, Task, inputs_of
from bleu_helpers.checks.exercises import EVERY_TASK

ROUNDS = 3


def seconds(function: Callable[[], Any]) -> float:
    """The shortest of a few times."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def as_a_learners(task: Task) -> Callable[..., Any]:
    """Build a right function whose every line the guard follows, as it does with a learner's."""
    file = _recipe.__file__ if task.name in TASKS else inspect.getsourcefile(task.function)
    space: dict[str, Any] = {"__name__": "learner"}
    exec(compile(Path(str(file)).read_text(encoding="utf-8"), "learner.py", "exec"), space)
    return space["BUILD"][task.name](space["RIGHT"]) if task.name in TASKS else space[task.name]  # type: ignore[no-any-return]


def main() -> None:
    """Print a line for each task."""
    print(f"{'task':24} {'ours':>8}  right          mistake        mixed")
    for name, task in EVERY_TASK.items():
        rows = inputs_of(task, PUBLIC_SEED)
        ours = seconds(lambda: [task.right(arguments) for arguments, _ in rows])  # noqa: B023
        right, wrong = as_a_learners(task), task.mistakes[-1].function
        odd = lambda *given: (wrong if len(repr(given)) % 3 == 0 else right)(*given)  # noqa: B023, E731
        assert [diagnose(one, name).status for one in (right, wrong, odd)] == ["correct", "wrong", "wrong"], name
        times = [seconds(lambda: diagnose(function, name)) for function in (right, wrong, odd)]  # noqa: B023
        print(f"{name:24} {ours:7.3f}s " + "".join(f" {one:6.3f}s {one / ours:5.1f}x" for one in times))


if __name__ == "__main__":
    main()
