"""What a check says: the verdict on a function, what can be found in one, and on how many inputs it was right."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bleu_helpers.checks._guard import CodeLine
from bleu_helpers.checks.catalogue import Mistake


class Status(StrEnum):
    """How far a learner has come with a task."""

    OPEN = "open"
    WRONG = "wrong"
    CORRECT = "correct"


class Finding(StrEnum):
    """What can be found in a function. The value is its name, as those of the catalogue's mistakes are names."""

    CORRECT = "correct"
    NOT_ATTEMPTED = "not attempted"
    OURS = "our own function"
    NO_FUNCTION = "not a function"
    TOO_LONG = "takes too long"
    OTHER_ARGUMENTS = "other arguments"
    ENDLESS_LOOP = "endless loop"
    ENDLESS_RECURSION = "endless recursion"
    CHANGES_ARGUMENTS = "changes its arguments"
    REMEMBERS = "different results for the same input"
    RETURNS_NONE = "returns None"
    RETURNS_NAN = "returns NaN"
    RETURNS_TEXT = "returns a text"
    ANOTHER_TYPE = "another type"
    PERCENTAGES = "percentages"
    LAST_DIGITS = "only the last digits differ"
    KNOWN = "a mistake of the catalogue"
    ERROR = "error"
    UNKNOWN = "unknown"


_STATUS = {
    Finding.CORRECT: Status.CORRECT,
    Finding.NOT_ATTEMPTED: Status.OPEN,
    Finding.OURS: Status.OPEN,
}


class Tally(NamedTuple):
    """On how many of the inputs that were tried a function was right, and on which kinds of input it always was."""

    right: int = 0
    tried: int = 0
    kinds: tuple[str, ...] = ()


NO_TALLY = Tally()


@dataclass(frozen=True)
class Verdict:
    """What there is to say about a function. `str()` of it is the message.

    The lines of `example` hold the input that shows the mistake: whoever hides the inputs leaves them out, and leaves
    out `beside` too, which says what else happens on short or empty sentences. `known` is the catalogue's mistake,
    where the finding is one, and `also` are those that the function makes beside it. Where the function stops with an
    error, `error` is the name of the exception's class, and `line` the learner's line that it came from. `remarks` hold
    what is no part of the verdict. `does` is the same for two functions that did the same for every input, and empty if
    none was called. `tally` is empty where results say nothing: no function was called, ours was, or it gives different
    results for the same input.
    """

    task: str
    finding: Finding
    headline: str
    example: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    known: Mistake | None = None
    also: tuple[Mistake, ...] = ()
    beside: tuple[str, ...] = ()
    error: str = ""
    line: CodeLine | None = None
    remarks: tuple[str, ...] = ()
    does: str = ""
    tally: Tally = NO_TALLY

    @property
    def status(self) -> Status:
        """Whether the task is open, wrong or correct."""
        return _STATUS.get(self.finding, Status.WRONG)

    @property
    def mistake(self) -> str:
        """The name of what was found: the known mistake's, or the finding's own.

        With something else beside it, it is another name: who gives points for one mistake does not give them for two.
        """
        names = [self.known.name, *(one.name for one in self.also)] if self.known else [self.finding.value]
        return " and ".join([*names, *(["short or empty sentences"] if self.beside else [])])

    def __str__(self) -> str:
        example = [f"  {line}" for line in self.example]
        return "\n".join([f"{self.task}: {self.headline}", *example, *self.beside, *self.advice, *self.remarks])
