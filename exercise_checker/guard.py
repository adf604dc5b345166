"""Run a learner's function safely: it may print, warn, change its arguments, raise an error, or never end."""

import contextlib
import dis
import linecache
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from types import CodeType, FrameType, TracebackType
from typing import Any, Literal, NamedTuple

from exercise_checker._changes import Surroundings, copied, differ
from exercise_checker.code_origin import folders_of, is_in, is_learners_file
from exercise_checker.description import MAX_ITEMS, Raised, Unreadable, describe, describe_error, name_of, renamed
from exercise_checker.messages import say
from exercise_checker.notebook import count_printed, end_silence

MAX_STEPS_PER_CALL = 500_000
"""Lines of the learner's code in one call. The inputs are tiny, so even a slow but right function needs far fewer."""

MAX_STEPS = 4_000_000
"""Lines of the learner's code in one check, over all inputs."""

MAX_DEPTH = 200
"""Nested calls of the learner's code. No input is that long, so a correct recursion needs far fewer.

This is well below Python's own limit, where the hook itself would fail and the interpreter would stop tracing.
"""

MAX_STEPS_TO_READ = 5_000
"""Lines of the learner's code in one use of a returned object, for example in the `__repr__` of its class."""

MAX_SECONDS_PER_CALL = 5.0
"""A second limit, for a loop that sleeps. The first limit counts lines, so that it does not depend on the machine."""

MAX_SECONDS_PER_CHECK = 30.0
"""The limit for one check, over all inputs. It is tested between the lines of the learner's code, and at each alarm. A
loop inside a single call of a function in C, such as `sum(itertools.count())`, has no lines and lets no alarm through,
so it ends only with the process."""

SECONDS_TO_ALARM = 1.0
"""The time between two alarms, which interrupt a function that waits."""

WAITING_SHARE = 0.02
"""A function waits if the processor works for less than this share of its time."""

SILENT_SECONDS = 2.0
"""After this many seconds, a check says that it is still running."""

_CHANCE = frozenset(("random", "rand", "randn", "randint", "secrets", "time", "datetime", "uuid", "urandom", "id"))
"""The names in a function whose results may differ from call to call although it keeps nothing."""

_STILL_CHECKING = "still checking ({seconds:g} seconds at most) ..."
_CANNOT_BE_STOPPED = "your function has waited for {seconds:g} seconds. If it does not end, restart the kernel."


class OutOfSteps(BaseException):
    """Ends an endless loop. It is not an Exception, so that `except Exception` does not catch it.

    A bare `except:` does catch it. The interpreter then deletes it, and on deletion it prepares the next one.
    """

    def __init__(self, when_dropped: Callable[[], None]) -> None:
        self.when_dropped = when_dropped

    def __del__(self) -> None:
        self.when_dropped()


class Endless(BaseException):
    """A generator without end."""


class CodeLine(NamedTuple):
    """A line of the learner's code: its number in the cell, and its text if that is known."""

    number: int
    text: str

    def __str__(self) -> str:
        return say("line {number}", number=self.number) + (f": {self.text}" if self.text else "")


class Run(NamedTuple):
    """What one call did. `result` and `error` are descriptions, and `line` is the deepest line of the learner's own
    code that the error passed through. `changed` has the position of each argument that the call changed, with a
    description of its new value."""

    ended: Literal["returned", "raised", "endless"]
    result: Any = None
    error: Raised | None = None
    line: CodeLine | None = None
    changed: Mapping[int, Any] = {}
    printed: bool = False
    too_deep: bool = False


class Guard:
    """Calls a learner's function, and counts its steps using the interpreter's own debugger hook.

    The hook needs neither threads nor signals, so it works in any notebook, including in a browser and on Windows. Only
    a function that waits has no lines, so it needs an alarm.

    Args:
        forbidden: what would do the learner's work: the code of our own functions, the addresses of others, such as
            "statistics:median", and whole packages. The address of the first one that is called is stored in
            `calls_ours`.
        at_work: is called with a sentence when the calls have taken `SILENT_SECONDS` in total, and when they can no
            longer be stopped.
        steps: how many lines of the learner's code all calls may run in total, by default `MAX_STEPS`.
        library: packages whose code was not written by the learner, in addition to this one and all installed ones.

    This function empties its argument, but only its own copy of it. Then it needs an item, and stops with an error:

    >>> def add_up(values):
    ...     total = 0
    ...     while values:
    ...         total += values.pop()
    ...     return total, values[0]
    >>> run = Guard().call(add_up, [[1, 2]])
    >>> run.ended, str(run.error), run.line.number, run.changed
    ('raised', 'IndexError: list index out of range', 5, {0: []})

    And this one would never end:

    >>> def wait_for_more(values):
    ...     while values:
    ...         pass
    >>> Guard(steps=1_000).call(wait_for_more, [[1, 2]]).ended
    'endless'
    """

    def __init__(
        self,
        forbidden: frozenset[CodeType | str] = frozenset(),
        at_work: Callable[[str], None] | None = None,
        steps: int | None = None,
        library: Sequence[str] = (),
    ) -> None:
        self.calls_ours = ""
        self.steps_left = MAX_STEPS if steps is None else steps
        self._forbidden = {id(code) for code in forbidden}
        self._addresses = [address for address in forbidden if isinstance(address, str)]
        self.is_learners = partial(is_learners_file, folders_of(("exercise_checker", *library)))
        self._library_code: dict[int, CodeType] = {}
        self._at_work = at_work
        self.uses_chance = False
        self._start: float | None = None
        self._processor = 0.0
        self._restore: Callable[[], object] | None = None
        self._steps_left_in_call = self._depth = self._calls = 0
        self._call_deadline = self._next_look_at_clock = 0.0
        self._stopped = self._too_deep = self._is_running = False
        self._is_silent = at_work is not None

    def call(self, function: Callable[..., Any], arguments: list[Any], names: dict[str, Any] | None = None) -> Run:
        """Call `function` with fresh copies of `arguments`, and describe what happened. Only Ctrl-C is passed on."""
        if self._start is None:
            self._start, self._processor = time.monotonic(), time.process_time()
            used = Surroundings(function, self.is_learners)
            words = ".".join(used.modules("LOAD_GLOBAL", "LOAD_ATTR", "LOAD_METHOD")).split(".")
            self.uses_chance = not _CHANCE.isdisjoint(words)
            self._restore = used.restorer()
            self.calls_ours = next((module for module in used.modules() if is_in(module, self._addresses)), "")
        given, named = copied(arguments), {name: copied(argument) for name, argument in (names or {}).items()}
        before = count_printed()
        result, error = self._call_within_limits(function, given, named)
        stopped, too_deep = self._stopped, self._too_deep
        printed = count_printed() > before
        both = zip((*given, *named.values()), (*arguments, *(names or {}).values()), strict=True)
        changed = {n: describe(now, self._use) for n, (now, was) in enumerate(both) if differ(now, was, self._use)}
        if stopped:
            return Run("endless", changed=changed, printed=printed, too_deep=too_deep)
        if error is not None:
            return Run("raised", None, describe_error(error, self._use), self._find_line(error), changed, printed)
        return Run("returned", describe(result, self._use), changed=changed, printed=printed)

    def restart(self) -> None:
        """Restore what the function keeps between calls."""
        if self._restore is not None:
            self._restore()

    def _use(self, function: Callable[[Any], Any], value: Any) -> Any:
        """Use a learner's object, which may do anything."""
        answer, error = self._call_within_limits(function, [value], {}, MAX_STEPS_TO_READ)
        if error is not None or self._stopped:
            raise Unreadable
        return answer

    @property
    def _seconds(self) -> float:
        return 0.0 if self._start is None else time.monotonic() - self._start

    @property
    def used(self) -> float:
        """The share of the limit of lines or of time for a check that the calls so far have used up."""
        return max(1 - self.steps_left / MAX_STEPS, self._seconds / MAX_SECONDS_PER_CHECK)

    @property
    def waits(self) -> bool:
        """Whether the calls so far have mostly waited. In a short time, other programs may have used the processor."""
        passed = self._seconds
        return passed >= MAX_SECONDS_PER_CALL and time.process_time() - self._processor < WAITING_SHARE * passed

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Interrupt a function that waits. On Windows and in a thread, only say after a while that it waits."""
        if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
            ended = threading.Event()
            with contextlib.suppress(RuntimeError):  # a browser has no threads
                threading.Thread(target=self._watch, args=(ended,), daemon=True).start()
            try:
                yield
            finally:
                ended.set()
            return
        handler = signal.signal(signal.SIGALRM, self._on_alarm)
        signal.setitimer(signal.ITIMER_REAL, SECONDS_TO_ALARM, SECONDS_TO_ALARM)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler or signal.SIG_DFL)

    def _on_alarm(self, *_: object) -> None:
        if self._is_running and self._time_is_up():
            self._stopped = True
            raise OutOfSteps(partial(self._resume_tracing, self._calls))

    def _watch(self, ended: threading.Event) -> None:
        """Say once that a function which still runs after the deadline cannot be stopped: it runs none of its lines."""
        while not ended.wait(max(self._deadline - time.monotonic(), 0) + SECONDS_TO_ALARM):
            if self._is_running and time.monotonic() >= self._deadline and self._at_work is not None:
                end_silence()  # the function may wait for ever, and other cells print
                return self._at_work(say(_CANNOT_BE_STOPPED, seconds=MAX_SECONDS_PER_CHECK))
        return None

    @property
    def _deadline(self) -> float:
        return time.monotonic() - self._seconds + MAX_SECONDS_PER_CHECK

    @property
    def _time_to_speak(self) -> float:
        return self._deadline - MAX_SECONDS_PER_CHECK + SILENT_SECONDS

    def _call_within_limits(
        self, function: Callable[..., Any], given: list[Any], named: dict[str, Any], most: int | None = None
    ) -> tuple[Any, BaseException | None]:
        self._steps_left_in_call = budget = min(most or MAX_STEPS_PER_CALL, self.steps_left)
        self._call_deadline = min(time.monotonic() + MAX_SECONDS_PER_CALL, self._deadline)
        # Each traced line costs time, so a line compares the clock with one number only.
        self._next_look_at_clock = (
            min(self._call_deadline, self._time_to_speak) if self._is_silent else self._call_deadline
        )
        self._depth = 0
        self._calls += 1
        self._stopped, self._too_deep = False, False
        tracer = sys.gettrace()
        try:
            self._is_running = True
            sys.settrace(self._trace_call)
            return _call_and_collect(function, given, named), None
        except Endless:
            self._stopped = True
            return None, None
        except BaseException as raised:
            if issubclass(type(raised), KeyboardInterrupt) and not is_raised_by_hand(raised):
                raise
            return None, raised
        finally:
            self._is_running = False
            sys.settrace(tracer)
            self.steps_left -= budget - self._steps_left_in_call

    def _trace_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Handle each call. Trace only the lines of the learner's code, because an endless loop is there."""
        code = frame.f_code
        number = id(code)  # comparing the codes themselves would take longer than the call
        if number in self._library_code:
            return None
        is_ours, is_learners = number in self._forbidden, self.is_learners(code.co_filename)
        if is_ours or not is_learners:
            address = f"{frame.f_globals.get('__name__')}:{code.co_qualname}"
            if is_ours or (is_in(address, self._addresses) and self._is_called_directly(frame)):
                self.calls_ours = self.calls_ours or address
        if not is_learners:
            self._library_code[number] = code  # stored, so that no other code gets its number
            return None
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._too_deep, self._steps_left_in_call = True, 0
        return self._trace_line(frame, event, argument)

    def _trace_line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._steps_left_in_call = left = self._steps_left_in_call - 1
        if event == "return":
            self._depth -= 1
        if left <= 0 or (left % 4 == 0 and time.monotonic() >= self._next_look_at_clock and self._time_is_up()):
            self._stopped = True
            raise OutOfSteps(partial(self._resume_tracing, self._calls))
        return self._trace_line

    def _time_is_up(self) -> bool:
        """Report once that the check is still running, and return whether the call must be stopped."""
        if self._is_silent and self._at_work is not None and time.monotonic() >= self._time_to_speak:
            self._is_silent, self._next_look_at_clock = False, self._call_deadline
            self._at_work(say(_STILL_CHECKING, seconds=MAX_SECONDS_PER_CHECK))
        return time.monotonic() >= self._call_deadline

    def _resume_tracing(self, call: int) -> None:
        """Trace every frame of a running call again, because the interpreter stops tracing when a hook raises."""
        if not self._is_running or call != self._calls:
            return
        self._steps_left_in_call = 0
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code is not _call_and_collect.__code__:
            if self.is_learners(frame.f_code.co_filename):
                frame.f_trace = self._trace_line
            frame = frame.f_back
        sys.settrace(self._trace_call)

    def _is_called_directly(self, frame: FrameType) -> bool:
        """Whether the learner's code calls this function. Otherwise another function of the same library may do so."""
        caller = frame.f_back.f_code if frame.f_back else frame.f_code
        return caller is _call_and_collect.__code__ or self.is_learners(caller.co_filename)

    def _find_line(self, error: BaseException) -> CodeLine | None:
        """Find the deepest line of the learner's own code that an error passed through."""
        found = None
        for trace in _walk_traceback(error):
            code = trace.tb_frame.f_code
            if self.is_learners(code.co_filename):
                text = linecache.getline(code.co_filename, trace.tb_lineno, trace.tb_frame.f_globals)
                found = CodeLine(trace.tb_lineno, text.strip())
        return found


def _walk_traceback(error: BaseException) -> Iterator[TracebackType]:
    """Yield the places that an error passed through, without using its class, which may be a learner's."""
    trace: TracebackType | None = vars(BaseException)["__traceback__"].__get__(error)
    while trace is not None:
        yield trace
        trace = trace.tb_next


def is_raised_by_hand(error: BaseException) -> bool:
    """Whether an error comes from a `raise` statement, and not from Ctrl-C or from an operation that failed."""
    *_, last = _walk_traceback(error)
    return last.tb_frame.f_code.co_code[last.tb_lasti] == dis.opmap["RAISE_VARARGS"]


def _call_and_collect(function: Callable[..., Any], given: list[Any], named: dict[str, Any]) -> Any:
    """Return the result. An iterator is read here, because the code of a generator runs only now."""
    result = function(*given, **named)
    if not issubclass(type(result), Iterator):  # its __class__ may lie
        return result
    items = renamed(name_of(result), list)(islice(result, MAX_ITEMS + 1))
    if len(items) > MAX_ITEMS:
        raise Endless
    return items
