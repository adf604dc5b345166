"""Validation: the rules that a caller's arguments must keep, and `validated`, which makes a public function.

The lessons' modules hold plain functions that call each other. What the package offers under its own name is each of
these, or its quicker equivalent, with its rules around it, in the package's `__init__.py`. A value that comes back from
a function of the caller's, such as a smoothing, is checked where that function is called.
"""

import functools
import inspect
import textwrap
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
AnyCheck = TypeVar("AnyCheck", bound=Callable[..., None])
Check = Callable[[Any, str], None]
"""Raises an error unless a value may be passed; the second argument is the parameter's name, for the message."""

_REFUSED: dict[Callable[..., None], str] = {}
"""When a check raises a ValueError, in the words of the public docstrings."""


def value_error(when: str) -> Callable[[AnyCheck], AnyCheck]:
    """Say when a check raises a ValueError. `{name}` stands for the parameter's name."""

    def noted(check: AnyCheck) -> AnyCheck:
        _REFUSED[check] = when
        return check

    return noted


def refused_by(check: Callable[..., None]) -> str:
    """When a check raises a ValueError; empty if it raises none."""
    return _REFUSED.get(check, "")


def validated(
    definition: Callable[Parameters, Result], *together: Callable[..., None], **alone: Check
) -> Callable[Parameters, Result]:
    """Put checks of its arguments around a function. See `validated_quicker`."""
    return validated_quicker(definition, definition, *together, **alone)


def validated_quicker(
    definition: Callable[Parameters, Result],
    quicker: Callable[Parameters, Result],
    *together: Callable[..., None],
    **alone: Check,
) -> Callable[Parameters, Result]:
    """Put checks of its arguments around the quicker equivalent of a function.

    Args:
        definition: a function that trusts its input; its docstring promises what it returns.
        quicker: a function that returns the same sooner, and runs instead.
        together: checks of several arguments at once. Their own parameters have the names of those arguments. They run
            last, and see defaults too.
        alone: for one parameter each, the check of its value. A default is ours, and needs none.

    Returns:
        A function of the package, whose docstring also promises the errors. Pickle knows it by the package's name and
        its own, so the package must hold it there.
    """
    names = _parameters(definition)
    values: tuple[Any, ...] = getattr(definition, "__defaults__", None) or ()
    defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    needed = {name for check in together for name in _parameters(check)}
    seen = {name: value for name, value in defaults.items() if name in needed}
    rules = [(check, itemgetter(*_parameters(check))) for check in together]

    @functools.wraps(definition)
    def wrapper(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        given = seen | dict(zip(names, args, strict=False)) | kwargs
        for name, check_one in alone.items():
            if name in given:
                check_one(given[name], name)
        for check, values_of in rules:
            try:
                values = values_of(given)
            except KeyError:  # an argument is missing: the call below says so, as Python does
                continue
            check(*values)
        return quicker(*args, **kwargs)

    wrapper.__module__ = __name__.partition(".")[0]
    of_one = (refused_by(check).format(name=name) for name, check in alone.items())
    wrapper.__doc__ = _with_errors(definition.__doc__ or "", [*map(refused_by, together), *of_one])
    if quicker is not definition:
        vars(wrapper)["quicker"] = quicker  # for show_source
    return wrapper


def _with_errors(docstring: str, refused: Iterable[str]) -> str:
    """Add to a docstring which errors the checks raise, before those that the definition raises itself."""
    text = inspect.cleandoc(docstring)
    lines = ["TypeError: an argument is not of the form above; the message names it and says what to change."]
    if reasons := [*dict.fromkeys(filter(None, refused))]:
        lines.append(f"ValueError: {', or '.join(reasons)}.")
    folded = "\n".join(textwrap.fill(line, 116, initial_indent=" " * 4, subsequent_indent=" " * 8) for line in lines)
    if "\nRaises:\n" in text:
        return text.replace("\nRaises:\n", f"\nRaises:\n{folded}\n", 1)
    return text.replace("\nSource:", f"\nRaises:\n{folded}\n\nSource:", 1)


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters, at a hundredth of the time that `inspect.signature` takes for them."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]
