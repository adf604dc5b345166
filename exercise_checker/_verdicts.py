"""The result of a check: the verdict on a function, what the checker can find, and on how many inputs it was right."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from exercise_checker._mistakes import Mistake
from exercise_checker.guard import CodeLine


class Status(StrEnum):
    """How far a learner has come with a task."""

    OPEN = "open"
    WRONG = "wrong"
    CORRECT = "correct"


OFTEN = "What does it compute again and again, although once would be enough?"
WAITING = "What does it wait for, for example time.sleep, an event or another thread? Remove that line."


class Finding(StrEnum):
    """What the checker can find in a function. The value is its name, like the name of a mistake in the catalogue.

    `headline` is the verdict in one sentence, and `advice` says what to do next, if there is anything to say. The names
    in braces are replaced with values that are known only for a certain function.
    """

    _value_: str
    headline: str
    advice: str

    def __new__(cls, name: str, headline: str = "", advice: str = "") -> "Finding":
        """Make a string of the name, and attach the headline and the advice to it."""
        finding = str.__new__(cls, name)
        finding._value_, finding.headline, finding.advice = name, headline, advice
        return finding

    CORRECT = "correct", "correct."
    NOT_ATTEMPTED = (
        "not attempted",
        "not attempted yet.",
        "Replace the line that raises NotImplementedError with your own code, then run this cell again.",
    )
    OURS = "our own function", "{what}", "Write your own function, then check it again."
    BROKEN = (
        "broken exercise",
        "this exercise is broken, so there is no verdict: its own correct function stops with {kind_of_error}.",
        "Please tell the person who wrote the exercise.",
    )
    NO_FUNCTION = (
        "not a function",
        "this is {kind}, but the check needs an ordinary function that you wrote.",
        "Pass the function itself, without brackets after its name.",
    )
    TOO_LONG = (
        "takes too long",
        "your function was stopped because it takes too long: it finished only {done} of {total} small inputs.",
        OFTEN,
    )
    WAITS = "waits", "your function takes too long, because it waits.", WAITING
    OVERWRITTEN = (
        "overwritten name",
        "your function uses {name}, but your notebook has given this name another value.",
        "Give that value another name, and run this in a new cell to get Python's own {name} back: del {name}",
    )
    CACHED = (
        "cached",
        "your function stops with an error because {name} has a cache, which cannot store a call with a list.",
        "Remove the line with cache or lru_cache above def {name}, or call {name} only with tuples instead of lists.",
    )
    OTHER_ARGUMENTS = (
        "other arguments",
        "your function cannot be called with the arguments of this task.",
        "The check calls it as {task}({parameters}).\nBut your function is defined as {task}{yours}.",
    )
    ENDLESS_LOOP = (
        "endless loop",
        "your function was stopped because it did not end.",
        "What changes from one iteration of your loop to the next, and when should the loop stop?",
    )
    ENDLESS_RECURSION = (
        "endless recursion",
        "your function was stopped because it calls itself again and again.",
        "For which input does it return without calling itself, and does each call get closer to that input?",
    )
    CHANGES_ARGUMENTS = (
        "changes its arguments",
        "your function changes its arguments, so the caller loses their original contents.",
        "Which line changes a list that was passed in, with pop, remove, append, sort or =? Work on a copy.",
    )
    REMEMBERS = (
        "different results for the same input",
        "your function returns different results for the same input, depending on the calls before.",
        "What does it keep from one call to the next, in a default such as counts={{}}, a global variable or a cache?",
    )
    RANDOM = (
        "random results",
        "your function is random: it returns different results for the same input.",
        "Where does it use random numbers, the time, or the order of the items in a set?",
    )
    RETURNS_NONE = (
        "returns None",
        "your function returns {value}.",
        "{prints}Does every path through your function end with a return?",
    )
    RETURNS_NAN = (
        "returns NaN",
        'your function returns NaN, which means "not a number".',
        "Which division is 0/0 here, and what should its result be?",
    )
    RETURNS_TEXT = (
        "returns a text",
        "your function returns a string, but the result should be {result}.",
        "Format a value only when you print it, and return the value itself.",
    )
    ANOTHER_TYPE = (
        "another type",
        "your function returns a value of type {value}, but the result should be {result}.",
        "What should your function return at the end, and what does it actually return?",
    )
    PERCENTAGES = "percentages", "your results are 100 times too large.", "Where do you multiply by 100?"
    LAST_DIGITS = (
        "only the last digits differ",
        "only the last digits differ.",
        "Where does your function round, or use a constant with too few digits, such as 2.718281828 for math.e?",
    )
    KNOWN = "a mistake of the catalogue"
    ERROR = (
        "error",
        "your function stops with an error: {error}.",
        "Which values do the variables in this line have for this input?",
    )
    UNKNOWN = (
        "unknown",
        "wrong. {why}",
        "Go through your code by hand with this input, line by line. Where does it first go wrong?",
    )


class Tally(NamedTuple):
    """On how many of the tried inputs a function was right."""

    right: int = 0
    tried: int = 0


@dataclass(frozen=True)
class Verdict:
    """The result of a check on one function. `str()` turns it into the message.

    The lines of `example` are the input that shows the mistake, and the lines of `further` are inputs for the other
    mistakes. A course that hides its inputs leaves both out, and also `beside`, which says what else happens on other
    inputs; if these are corner cases, `corners` is the task's name for them. `known` is the mistake from the catalogue,
    if the finding is one, `also` contains further known mistakes, and `more` means that there is another one without a
    name. If the function stops with an error, `error` is the name of the exception's class, and `line` is the line of
    the learner's code that it came from. `remarks` are not part of the verdict. `does` is equal for two functions that
    did the same for every input, and empty if none was called. `tally` is empty if the results do not mean anything:
    no function was called, our own was called, or the function returns different results for the same input.
    """

    task: str
    finding: Finding
    headline: str
    example: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    known: Mistake | None = None
    also: tuple[Mistake, ...] = ()
    beside: tuple[str, ...] = ()
    corners: str = ""
    further: tuple[str, ...] = ()
    more: bool = False
    error: str = ""
    line: CodeLine | None = None
    remarks: tuple[str, ...] = ()
    does: str = ""
    tally: Tally = field(default_factory=Tally)

    @property
    def status(self) -> Status:
        """Whether the task is open, wrong or correct."""
        if self.finding is Finding.CORRECT:
            return Status.CORRECT
        return Status.OPEN if self.finding in (Finding.NOT_ATTEMPTED, Finding.OURS, Finding.BROKEN) else Status.WRONG

    @property
    def mistake(self) -> str:
        """The name of what was found: the name of the known mistake, or of the finding.

        If there is something else, the name is a different one, so that a course that gives points for one mistake does
        not give them for two.
        """
        names = [self.known.name, *(finding.name for finding in self.also)] if self.known else [self.finding.value]
        more = ["more"] if self.more or (self.beside and not self.corners) else []
        return " and ".join([*names, *more, *([self.corners] if self.beside and self.corners else [])])

    def __str__(self) -> str:
        example = [f"  {line}" for line in self.example]
        shown = [*example, *self.further]
        return "\n".join([f"{self.task}: {self.headline}", *shown, *self.beside, *self.advice, *self.remarks])
