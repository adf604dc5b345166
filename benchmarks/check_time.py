"""How long a check takes, beside running our own function over the same inputs in the same run.

  python benchmarks/check_time.py

A ratio says more than seconds, because it is about the same on every machine. "right" is a plain version written in
the learner's way; "mistake" and "unknown" are the two longer ways through a check, with naming and shrinking.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bleu_helpers.checks import _recipe, catalogue
from bleu_helpers.checks._diagnosis import diagnose
from bleu_helpers.checks._tasks import TASKS, inputs

ROUNDS = 3


def seconds(function: Callable[[], Any]) -> float:
    """The shortest of a few times."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def as_a_learners(name: str) -> Callable[..., Any]:
    """Build a right function whose every line the guard follows, as it does with a learner's."""
    source = Path(_recipe.__file__).read_text(encoding="utf-8")
    space: dict[str, Any] = {"__name__": "learner"}
    exec(compile(source, "learner.py", "exec"), space)
    return space["BUILD"][name](space["RIGHT"])  # type: ignore[no-any-return]


def main() -> None:
    """Print a line for each task."""
    print(f"{'task':20} {'ours':>8}  right          mistake        unknown")
    for name, task in TASKS.items():
        rows = inputs(name)
        ours = seconds(lambda: [task.right(arguments) for arguments, _ in rows])  # noqa: B023
        right = as_a_learners(name)
        assert diagnose(right, name).status == "correct"
        rare = catalogue.mistakes(name)[-1].function
        odd = lambda *arguments: (right(*arguments), 0.123)[1]  # noqa: B023, E731
        times = [seconds(lambda: diagnose(function, name)) for function in (right, rare, odd)]  # noqa: B023
        print(f"{name:20} {ours:7.3f}s " + "".join(f" {one:6.3f}s {one / ours:5.1f}x" for one in times))


if __name__ == "__main__":
    main()
