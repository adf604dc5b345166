"""Run a learner's function safely: it may print, warn, change its arguments, raise an error, or never end."""

import builtins
import contextlib
import dis
import io
import linecache
import os
import signal
import sys
import sysconfig
import threading
import time
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.util import find_spec
from itertools import islice
from types import CodeType, FrameType, TracebackType
from typing import Any, Literal, NamedTuple

from exercise_checker._changes import Surroundings, copied, differ
from exercise_checker.description import MAX_ITEMS, Raised, Unreadable, describe, describe_error, name_of, renamed
from exercise_checker.messages import say

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

MAX_SECONDS = 30.0
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
        self.is_learners = partial(_is_learners, folders_of(("exercise_checker", *library)))
        self._elsewhere: dict[int, CodeType] = {}
        self._at_work = at_work
        self._was_silent = at_work is not None
        self._start: float | None = None
        self._processor = 0.0
        self._restore: Callable[[], object] | None = None
        self._left = self._depth = self._calls = 0
        self._until = self._look_again = 0.0
        self._stopped = self._too_deep = self._active = self._by_chance = False

    def call(self, function: Callable[..., Any], arguments: list[Any], names: dict[str, Any] | None = None) -> Run:
        """Call `function` with fresh copies of `arguments`, and describe what happened. Only Ctrl-C is passed on."""
        if self._start is None:
            self._start, self._processor = time.monotonic(), time.process_time()
            used = Surroundings(function, self.is_learners)
            words = ".".join(used.modules("LOAD_GLOBAL", "LOAD_ATTR", "LOAD_METHOD")).split(".")
            self._restore, self._by_chance = used.restorer(), not _CHANCE.isdisjoint(words)
            self.calls_ours = next((module for module in used.modules() if is_in(module, self._addresses)), "")
        given, named = copied(arguments), {name: copied(argument) for name, argument in (names or {}).items()}
        written: _Sink = sys.stdout if isinstance(sys.stdout, _Sink) else _Sink()
        before = written.count
        result, error = self._limited(function, given, named)
        stopped, too_deep = self._stopped, self._too_deep
        printed = written.count > before
        both = zip((*given, *named.values()), (*arguments, *(names or {}).values()), strict=True)
        changed = {n: describe(now, self._ask) for n, (now, was) in enumerate(both) if differ(now, was, self._ask)}
        if stopped:
            return Run("endless", changed=changed, printed=printed, too_deep=too_deep)
        if error is not None:
            return Run("raised", None, describe_error(error, self._ask), self._line_of(error), changed, printed)
        return Run("returned", describe(result, self._ask), changed=changed, printed=printed)

    def restart(self) -> bool:
        """Restore what the function keeps between calls, and return whether it may depend on chance or on the time."""
        if self._restore is not None:
            self._restore()
        return self._by_chance

    def _ask(self, function: Callable[[Any], Any], value: Any) -> Any:
        """Use a learner's object, which may do anything."""
        answer, error = self._limited(function, [value], {}, MAX_STEPS_TO_READ)
        if error is not None or self._stopped:
            raise Unreadable
        return answer

    @property
    def spent(self) -> bool:
        """Whether the calls so far have used up the total limit of lines or of time."""
        return self.steps_left <= 0 or time.monotonic() >= self._deadline

    @property
    def half_spent(self) -> bool:
        """Whether half of the limit is used up. The other half is for the calls that a verdict needs."""
        return self.steps_left <= MAX_STEPS / 2 or time.monotonic() >= self._deadline - MAX_SECONDS / 2

    @property
    def waits(self) -> bool:
        """Whether the calls so far have mostly waited. In a short time, other programs may have used the processor."""
        passed = time.monotonic() - self._deadline + MAX_SECONDS
        return passed >= MAX_SECONDS_PER_CALL and time.process_time() - self._processor < WAITING_SHARE * passed

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Interrupt a function that waits. Where this is impossible, only say after `MAX_SECONDS` that it waits."""
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
        if self._active and self._time_is_up():
            self._stopped = True
            raise OutOfSteps(self._arm_in(self._calls))

    def _watch(self, ended: threading.Event) -> None:
        """Say once that a function which still runs after the deadline cannot be stopped: it runs none of its lines."""
        while not ended.wait(max(self._deadline - time.monotonic(), 0) + SECONDS_TO_ALARM):
            if self._active and time.monotonic() >= self._deadline and self._at_work is not None:
                if isinstance(sys.stdout, _Sink):
                    sys.stdout.end()  # the function may wait for ever, and other cells print
                return self._at_work(say(_CANNOT_BE_STOPPED, seconds=MAX_SECONDS))
        return None

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
        self._look_again = min(self._until, self._time_to_speak) if self._was_silent else self._until
        self._depth = 0
        self._calls += 1
        self._stopped, self._too_deep = False, False
        tracer = sys.gettrace()
        try:
            self._active = True
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
        """Handle each call. Trace only the lines of the learner's code, because an endless loop is there."""
        code = frame.f_code
        number = id(code)  # comparing the codes themselves would take longer than the call
        if number in self._elsewhere:
            return None
        is_ours, is_learners = number in self._forbidden, self.is_learners(code.co_filename)
        if is_ours or not is_learners:
            address = f"{frame.f_globals.get('__name__')}:{code.co_qualname}"
            if is_ours or (is_in(address, self._addresses) and self._is_called_directly(frame)):
                self.calls_ours = self.calls_ours or address
        if not is_learners:
            self._elsewhere[number] = code  # stored, so that no other code gets its number
            return None
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
        """Report once that the check is still running, and return whether the call must be stopped."""
        if self._was_silent and self._at_work is not None and time.monotonic() >= self._time_to_speak:
            self._was_silent, self._look_again = False, self._until
            self._at_work(say(_STILL_CHECKING, seconds=MAX_SECONDS))
        return time.monotonic() >= self._until

    def _arm_in(self, call: int) -> Callable[[], None]:
        """Return a function that resumes tracing in this call, and does nothing during a later one."""
        return lambda: self._arm() if call == self._calls else None

    def _arm(self) -> None:
        """Trace every running frame again, because the interpreter stops tracing when a hook raises an error."""
        if not self._active:
            return
        self._left = 0
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code is not _call_and_collect.__code__:
            if self.is_learners(frame.f_code.co_filename):
                frame.f_trace = self._on_line
            frame = frame.f_back
        sys.settrace(self._on_call)

    def _is_called_directly(self, frame: FrameType) -> bool:
        """Whether the learner's code calls this function. Otherwise another function of the same library may do so."""
        caller = frame.f_back.f_code if frame.f_back else frame.f_code
        return caller is _call_and_collect.__code__ or self.is_learners(caller.co_filename)

    def _line_of(self, error: BaseException) -> CodeLine | None:
        """Find the deepest line of the learner's own code that an error passed through."""
        found = None
        for trace in _traces(error):
            code = trace.tb_frame.f_code
            if self.is_learners(code.co_filename):
                text = linecache.getline(code.co_filename, trace.tb_lineno, trace.tb_frame.f_globals)
                found = CodeLine(trace.tb_lineno, text.strip())
        return found


def _traces(error: BaseException) -> Iterator[TracebackType]:
    """Yield the places that an error passed through, without using its class, which may be a learner's."""
    trace: TracebackType | None = vars(BaseException)["__traceback__"].__get__(error)
    while trace is not None:
        yield trace
        trace = trace.tb_next


def is_raised_by_hand(error: BaseException) -> bool:
    """Whether an error comes from a `raise` statement, and not from Ctrl-C or from an operation that failed."""
    *_, last = _traces(error)
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


def address_of(function: Callable[..., Any] | str) -> str:
    """Return the module and the name of a function, so that another process can import it, or an address as it is.

    >>> address_of(address_of)
    'exercise_checker.guard:address_of'
    """
    return function if isinstance(function, str) else f"{function.__module__}:{function.__qualname__}"


def is_in(address: str, places: Collection[str]) -> bool:
    """Whether a function or a module is in one of these packages, or is one of these functions.

    >>> is_in("nltk.util:ngrams", ["nltk"]), is_in("nltk.util:ngrams", ["nltk.util:ngrams", "nl"]), is_in("nlp", ["nl"])
    (True, True, False)
    """
    return any(f"{address}:".replace(":", ".").startswith(f"{place}:".replace(":", ".")) for place in places)


def running_shell() -> Any:
    """Return the IPython shell that runs the caller's cell, or None outside of IPython, without importing it.

    >>> running_shell() is None
    True
    """
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep prints, displays, warnings and questions to the user away from the notebook."""
    sink = _Sink()
    with contextlib.ExitStack() as changes:
        sink.end = changes.close
        changes.enter_context(warnings.catch_warnings())
        changes.enter_context(contextlib.redirect_stdout(sink))
        changes.enter_context(contextlib.redirect_stderr(sink))
        shell = running_shell()
        for place, name, instead in (
            (builtins, "input", _no_input),
            (shell, "display_pub", _NoDisplay()),
            (shell, "ask_exit", _no_exit),  # which ends the kernel; the shell in a browser's tab does not have it
        ):
            if hasattr(place, name):
                changes.callback(setattr, place, name, getattr(place, name))
                setattr(place, name, instead)
        warnings.simplefilter("ignore")
        yield


class _NoDisplay:
    """Replaces the notebook's display publisher, and publishes nothing."""

    is_publishing = False  # printing to an older stream reads this attribute

    def publish(self, *_: object, **__: object) -> None:
        """Receive what display() would show."""

    def clear_output(self, *_: object, **__: object) -> None:
        """Ignore clear_output(), so that earlier output of the cell stays."""


def _no_exit() -> None:
    raise SystemExit


class _Sink(io.TextIOBase):
    """Receives printed text and only counts its characters: an endless loop may print without end.

    `end` puts everything back that `quiet` replaced.
    """

    count = 0
    end: Callable[[], None]

    def write(self, text: str) -> int:
        self.count += len(text)
        return len(text)


def _no_input(*_: object) -> str:
    raise RuntimeError(
        "a function that is checked must not call input(): its arguments contain everything that it needs"
    )


_LIBRARY_FOLDERS = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


@cache
def folders_of(packages: tuple[str, ...]) -> tuple[str, ...]:
    """List the folders of packages that are not installed in the usual place."""
    specs = filter(None, map(find_spec, packages))
    return tuple(os.path.join(folder, "") for spec in specs for folder in spec.submodule_search_locations or ())


@cache
def _is_learners(library: tuple[str, ...], filename: str) -> bool:
    """Whether a file is in none of these folders, and is not part of anything that is installed."""
    return not filename.startswith((*library, *_LIBRARY_FOLDERS, "<frozen")) and "site-packages" not in filename
