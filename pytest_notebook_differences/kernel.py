"""nbval's kernel, which notices that its process has ended, and which ends at the time limit of a cell."""

import math
from contextlib import suppress
from queue import Empty

from nbval.kernel import RunningKernel


class Stopped(Exception):
    """A cell has stopped its kernel, so the cells after it cannot be checked."""


class WatchedKernel(RunningKernel):  # type: ignore[misc]  # nbval has no type hints
    """A kernel for which nbval waits only as long as its process runs."""

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
