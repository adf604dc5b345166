"""nbval's kernel, which notices that its process has ended, and which ends at the time limit of a cell."""

import math
from contextlib import suppress
from queue import Empty
from typing import Any

from nbval.kernel import RunningKernel


class Stopped(Exception):
    """A cell has stopped its kernel, so the cells after it cannot be checked."""


class WatchedKernel(RunningKernel):  # type: ignore[misc]  # nbval has no type hints
    """A kernel that runs cells as Jupyter does, and for which nbval waits only as long as its process runs."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if self.language == "python":  # the file of the history belongs to the user, and all kernels share it
            self.kc.execute("get_ipython().history_manager.enabled = False", silent=True, stop_on_error=False)

    def execute_cell_input(self, cell_input: str, allow_stdin: bool | None = None) -> Any:
        """Run a cell with a history, without which a semicolon at its end does not hide its result."""
        return self.kc.execute(cell_input, store_history=True, allow_stdin=allow_stdin, stop_on_error=False)

    def await_reply(self, msg_id: str, timeout: float) -> None:
        """Wait for the end of a cell, for `timeout` seconds at most, but only while the kernel's process runs."""
        for _ in range(math.ceil(timeout)):
            with suppress(Empty):
                super().await_reply(msg_id, timeout=1)
                return
            if not self.is_alive():
                raise Stopped("the kernel died")
        self.stop()
        raise Stopped(f"it ran into the limit of {timeout:g} seconds")
