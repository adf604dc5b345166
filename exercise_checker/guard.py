"""Run somebody else's function safely: it may print, warn, change its arguments, raise, or never come to an end."""

import ast
import builtins
import contextlib
import dis
import io
import linecache
import logging
import os
import sys
import sysconfig
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import islice
from operator import is_
from types import CodeType, FrameType, TracebackType
from typing import Any, Literal, NamedTuple

from exercise_checker.description import MAX_ITEMS, Raised, Unreadable, describe, describe_error, name_of, renamed

MAX_STEPS_PER_CALL = 500_000
"""Lines of the learner's code in one call. The inputs are tiny: also a slow but right function needs far fewer."""

MAX_STEPS = 4_000_000
"""Lines of the learner's code in one check, over all inputs."""

MAX_DEPTH = 200
"""Calls of the learner's code inside each other. No input is that long, so a recursion that is right needs far fewer.

It ends well before Python's own limit: there the hook itself would fail, and then the interpreter stops watching.
"""

MAX_STEPS_TO_READ = 5_000
"""Lines of the learner's code in one use of an object that was returned, as where its class has a `__repr__`."""

MAX_SECONDS_PER_CALL = 5.0
"""The second limit, for a loop that sleeps. The first one counts lines, so that it does not depend on the machine."""

MAX_SECONDS = 30.0
"""For one check, over all inputs. It is looked at between the lines of the learner's code: a loop inside a single call
of a function that is written in C, such as `sum(itertools.count())`, has no lines, and only Ctrl-C ends it."""

SILENT_SECONDS = 2.0
"""After so many seconds a check says that it is at work."""


class OutOfSteps(BaseException):
    """Ends an endless loop. It is not an Exception, so that `except Exception` does not swallow it.

    A bare `except:` does swallow it. Then the interpreter drops it, and being dropped it takes care of the next one.
    """

    def __init__(self, when_dropped: Callable[[], None]) -> None:
        self.when_dropped = when_dropped

    def __del__(self) -> None:
        self.when_dropped()


class Endless(BaseException):
    """A generator without end."""


class CodeLine(NamedTuple):
    """A line of the learner's code: its number in the cell, and its text where that is known."""

    number: int
    text: str

    def __str__(self) -> str:
        return f"line {self.number}" + (f": {self.text}" if self.text else "")


class Run(NamedTuple):
    """What one call did. `result` and `error` are descriptions, and `line` is the last of the learner's own lines that
    the error passed through."""

    ended: Literal["returned", "raised", "endless"]
    result: Any = None
    error: Raised | None = None
    line: CodeLine | None = None
    changed: bool = False
    printed: bool = False
    too_deep: bool = False


class Guard:
    """Calls a learner's function, and counts its steps by the interpreter's own hook for debuggers.

    The hook needs neither threads nor signals, so it works in every notebook, also in a browser and on Windows.

    Args:
        forbidden: the code of our own functions that would do the learner's work. The first one that is called is
            noted in `calls_ours`.
        at_work: is called once, when the calls have taken `SILENT_SECONDS` together.
        steps: how many lines of the learner's code all calls may take together, by default `MAX_STEPS`.
        library: the packages whose code is no learner's, beside this one and all that is installed.
    """

    def __init__(
        self,
        forbidden: frozenset[CodeType] = frozenset(),
        at_work: Callable[[], None] | None = None,
        steps: int | None = None,
        library: Sequence[str] = (),
    ) -> None:
        self.forbidden = forbidden
        self.calls_ours: CodeType | None = None
        self.steps_left = MAX_STEPS if steps is None else steps
        self._forbidden = {id(code) for code in forbidden}
        self._library = folders_of(("exercise_checker", *library))
        self._elsewhere: dict[int, CodeType] = {}
        self._at_work = at_work
        self._start: float | None = None
        self._left = 0
        self._depth = 0
        self._until = self._look_again = 0.0
        self._stopped = False
        self._too_deep = False
        self._active = False
        self._calls = 0

    def call(self, function: Callable[..., Any], arguments: list[Any], names: dict[str, Any] | None = None) -> Run:
        """Call `function` with fresh copies of `arguments`, and describe what happened. Only Ctrl-C passes through."""
        if self._start is None:
            self._start = time.monotonic()
        given = [_copy(argument) for argument in arguments]
        named = {name: _copy(argument) for name, argument in (names or {}).items()}
        written: _Sink = sys.stdout if isinstance(sys.stdout, _Sink) else _Sink()
        before = written.count
        result, error = self._limited(function, given, named)
        printed = written.count > before
        changed = _differ(given, arguments) or _differ([*named.values()], [*(names or {}).values()])
        if self._stopped:
            return Run("endless", changed=changed, printed=printed, too_deep=self._too_deep)
        if error is not None:
            line, described = self._line_of(error), describe_error(error, self._ask)
            return Run("raised", error=described, line=line, changed=changed, printed=printed)
        return Run("returned", describe(result, self._ask), changed=changed, printed=printed)

    def _ask(self, function: Callable[[Any], Any], value: Any) -> Any:
        """Use an object of the learner's, which may do anything."""
        answer, error = self._limited(function, [value], {}, MAX_STEPS_TO_READ)
        if error is not None or self._stopped:
            raise Unreadable
        return answer

    @property
    def spent(self) -> bool:
        """Whether the calls so far have used up what all of them may take together, in lines or in time."""
        return self.steps_left <= 0 or time.monotonic() >= self._deadline

    @property
    def half_spent(self) -> bool:
        """Whether half of it is used up: what is left is for the questions that a verdict takes."""
        return self.steps_left <= MAX_STEPS / 2 or time.monotonic() >= self._deadline - MAX_SECONDS / 2

    @property
    def _deadline(self) -> float:
        return (time.monotonic() if self._start is None else self._start) + MAX_SECONDS

    @property
    def _time_to_speak(self) -> float:
        return self._deadline - MAX_SECONDS + SILENT_SECONDS

    def _limited(
        self, function: Callable[..., Any], given: list[Any], named: dict[str, Any], most: int | None = None
    ) -> tuple[Any, BaseException | None]:
        self._left = budget = min(most or MAX_STEPS_PER_CALL, self.steps_left)
        self._until = min(time.monotonic() + MAX_SECONDS_PER_CALL, self._deadline)
        self._look_again = self._until if self._at_work is None else min(self._until, self._time_to_speak)
        self._depth = 0
        self._calls += 1
        self._stopped, self._too_deep, self._active = False, False, True
        tracer = sys.gettrace()
        try:
            sys.settrace(self._on_call)
            return _call_and_collect(function, given, named), None
        except Endless:
            self._stopped = True
            return None, None
        except BaseException as raised:
            if issubclass(type(raised), KeyboardInterrupt) and not is_raised_by_hand(raised):
                raise
            return None, raised
        finally:
            self._active = False
            sys.settrace(tracer)
            self.steps_left -= budget - self._left

    def _on_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """See each call. Follow the lines of the learner's code only, which is where an endless loop is."""
        code = frame.f_code
        address = id(code)  # to compare codes in place of their addresses takes longer than the call
        if address in self._elsewhere:
            return None
        if address in self._forbidden:
            self.calls_ours = self.calls_ours or code
        if not _is_learners(code.co_filename, self._library):
            self._elsewhere[address] = code  # kept, so that no other code gets its address
            return None
        if _jumps_to_itself(code):
            frame.f_trace_opcodes = True
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._too_deep, self._left = True, 0
        return self._on_line(frame, event, argument)

    def _on_line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._left = left = self._left - 1
        if event == "return":
            self._depth -= 1
        if left <= 0 or (left % 4 == 0 and time.monotonic() >= self._look_again and self._time_is_up()):
            self._stopped = True
            raise OutOfSteps(self._arm_in(self._calls))
        return self._on_line

    def _time_is_up(self) -> bool:
        """Say once that the check is at work, and whether a call is to be stopped."""
        if self._at_work is not None and time.monotonic() >= self._time_to_speak:
            at_work, self._at_work, self._look_again = self._at_work, None, self._until
            at_work()
        return time.monotonic() >= self._until

    def _arm_in(self, call: int) -> Callable[[], None]:
        """Make what watches again in this call: what is dropped in a later one, if only then, does not stop that."""
        return lambda: self._arm() if call == self._calls else None

    def _arm(self) -> None:
        """Watch every running frame again: the interpreter stops watching when a hook raises."""
        if not self._active:
            return
        self._left = 0
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code is not _call_and_collect.__code__:
            if _is_learners(frame.f_code.co_filename, self._library):
                frame.f_trace = self._on_line
            frame = frame.f_back
        sys.settrace(self._on_call)

    def _line_of(self, error: BaseException) -> CodeLine | None:
        """The deepest line of the learner's own code that an error passed through."""
        found = None
        for trace in _traces(error):
            code = trace.tb_frame.f_code
            if _is_learners(code.co_filename, self._library):
                source = "".join(linecache.getlines(code.co_filename, trace.tb_frame.f_globals))
                column = [*code.co_positions()][trace.tb_lasti // 2][2]
                found = CodeLine(trace.tb_lineno, _statement_at(source, trace.tb_lineno, column or 0))
        return found


def _traces(error: BaseException) -> Iterator[TracebackType]:
    """Yield the places that an error passed through, whatever its class says about them."""
    trace: TracebackType | None = vars(BaseException)["__traceback__"].__get__(error)
    while trace is not None:
        yield trace
        trace = trace.tb_next


def is_raised_by_hand(error: BaseException) -> bool:
    """Whether a `raise` is where an error comes from, and neither Ctrl-C nor an operation that went wrong."""
    *_, last = _traces(error)
    return last.tb_frame.f_code.co_code[last.tb_lasti] == dis.opmap["RAISE_VARARGS"]


@lru_cache(maxsize=100)
def _statement_at(source: str, line: int, column: int) -> str:
    r"""Give the statement at this place, on one line, or the head of one that has others in it.

    >>> _statement_at("def half(x):\n    y = x; return (y /\n        0)  # no", 2, 19)
    'return y / 0'
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a cell may hold what is no Python
        return source.splitlines()[line - 1].strip()
    around = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and _is_at(node, line, column)]
    if not around:
        return ""
    innermost = around[-1]  # what is inside another one comes later
    text = ast.get_source_segment(source, innermost) or ""
    return ast.unparse(innermost).partition("\n")[0] if "\n" in text else text


def _is_at(node: ast.stmt, line: int, column: int) -> bool:
    return (node.lineno, node.col_offset) <= (line, column) < (node.end_lineno or 0, node.end_col_offset or 0)


def _call_and_collect(function: Callable[..., Any], given: list[Any], named: dict[str, Any]) -> Any:
    """The result; an iterator is read here, because the code of a generator runs only now."""
    result = function(*given, **named)
    if not issubclass(type(result), Iterator):  # its __class__ may lie
        return result
    items = renamed(name_of(result), list)(islice(result, MAX_ITEMS + 1))
    if len(items) > MAX_ITEMS:
        raise Endless
    return items


def running_shell() -> Any:
    """Find the IPython shell that runs the caller's cell; None outside of one, where IPython is not imported either.

    >>> running_shell() is None
    True
    """
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep prints, displays, warnings, log records and questions to the user away from the notebook."""
    sink = _Sink()
    asks, logged = builtins.input, logging.root.manager.disable
    with (
        warnings.catch_warnings(),
        contextlib.redirect_stdout(sink),
        contextlib.redirect_stderr(sink),
        _displays_nothing(),
    ):
        warnings.simplefilter("ignore")
        builtins.input = _no_input
        logging.disable(sys.maxsize)  # its handlers hold the stream that was there when they were made
        try:
            yield
        finally:
            builtins.input = asks
            logging.disable(logged)


@contextlib.contextmanager
def _displays_nothing() -> Iterator[None]:
    """Keep what display() shows away from the notebook, and exit() from ending its kernel."""
    shell = running_shell()
    if shell is None:
        yield
        return
    can_exit = hasattr(shell, "ask_exit")  # the shell in a browser's tab cannot
    before = shell.display_pub, shell.ask_exit if can_exit else None
    shell.display_pub, shell.ask_exit = _NoDisplay(), _no_exit
    try:
        yield
    finally:
        shell.display_pub, shell.ask_exit = before
        if not can_exit:
            del shell.ask_exit


class _NoDisplay:
    """Stands in for the notebook's publisher of displays, and publishes nothing."""

    is_publishing = False  # who prints to a stream from before asks for it

    def publish(self, *_: object, **__: object) -> None:
        """Where display() ends."""

    def clear_output(self, *_: object, **__: object) -> None:
        """Where clear_output() ends: what the cell has shown before stays."""


def _no_exit() -> None:
    raise SystemExit


class _Sink(io.TextIOBase):
    """Takes what is printed, and only counts it: an endless loop may print without end."""

    count = 0

    def write(self, text: str) -> int:
        self.count += len(text)
        return len(text)


def _no_input(*_: object) -> str:
    raise RuntimeError("a function that is checked must not call input(): everything it needs is in its arguments")


def _differ(now: Any, before: Any) -> bool:
    """Whether an argument is another one after the call, without using what a learner may have put into it."""
    if now is before:
        return False
    if type(now) is not type(before):
        return True
    if type(now) is list:
        return len(now) != len(before) or not (all(map(is_, now, before)) or not any(map(_differ, now, before)))
    return not issubclass(type(now), bool | int | float | str) or bool(now != before)


def _copy(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [_copy(item) if isinstance(item, list) else item for item in value]


_LIBRARY_FOLDERS = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


@cache
def folders_of(packages: tuple[str, ...]) -> tuple[str, ...]:
    """List the folders of packages that are not installed among all others."""
    specs = filter(None, map(find_spec, packages))
    return tuple(os.path.join(folder, "") for spec in specs for folder in spec.submodule_search_locations or ())


@cache
def _is_learners(filename: str, library: tuple[str, ...]) -> bool:
    """Whether code of this file is of none of these folders, and of nothing that is installed."""
    return not filename.startswith((*library, *_LIBRARY_FOLDERS, "<frozen")) and "site-packages" not in filename


@cache
def _jumps_to_itself(code: CodeType) -> bool:
    """Whether there is a `while True: pass`: one instruction, during which the interpreter reports no line."""
    return any(step.opname.startswith("JUMP") and step.argval == step.offset for step in dis.get_instructions(code))
