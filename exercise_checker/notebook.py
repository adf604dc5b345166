"""Find the notebook in which a function is checked, and keep away from it what the function prints and shows."""

import builtins
import contextlib
import io
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any


def running_shell() -> Any:
    """Return the IPython shell that runs the caller's cell, or None outside of IPython, without importing it.

    >>> running_shell() is None
    True
    """
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


@contextlib.contextmanager
def silence_output() -> Iterator[None]:
    """Keep prints, displays, warnings and questions to the user away from the notebook."""
    counter = CharacterCounter()
    with contextlib.ExitStack() as changes:
        counter.end = changes.close
        changes.enter_context(warnings.catch_warnings(action="ignore"))
        changes.enter_context(contextlib.redirect_stdout(counter))
        changes.enter_context(contextlib.redirect_stderr(counter))
        shell = running_shell()
        for place, name, instead in (
            (builtins, "input", _refuse_input),
            (shell, "display_pub", SilentPublisher()),
            (shell, "ask_exit", _raise_exit),  # which ends the kernel; the shell in a browser's tab does not have it
        ):
            if hasattr(place, name):
                changes.callback(setattr, place, name, getattr(place, name))
                setattr(place, name, instead)
        yield


def count_printed() -> int:
    """Count the characters that were printed since the output was silenced, or return 0 if it is not."""
    return sys.stdout.count if isinstance(sys.stdout, CharacterCounter) else 0


def end_silence() -> None:
    """Put everything back that `silence_output` has replaced, if it has."""
    if isinstance(sys.stdout, CharacterCounter):
        sys.stdout.end()


class SilentPublisher:
    """Replaces the notebook's display publisher, and publishes nothing."""

    is_publishing = False  # printing to an older stream reads this attribute

    def publish(self, *_: object, **__: object) -> None:
        """Receive what display() would show."""

    def clear_output(self, *_: object, **__: object) -> None:
        """Ignore clear_output(), so that earlier output of the cell stays."""


def _raise_exit() -> None:
    raise SystemExit


class CharacterCounter(io.TextIOBase):
    """Receives printed text and only counts its characters: an endless loop may print without end."""

    count = 0
    end: Callable[[], None]

    def write(self, text: str) -> int:
        """Count the characters."""
        self.count += len(text)
        return len(text)


def _refuse_input(*_: object) -> str:
    raise RuntimeError(
        "a function that is checked must not call input(): its arguments contain everything that it needs"
    )
