"""Validation: the rules for a caller's arguments, and `validated`, which makes a public function.

The modules of the lessons contain plain functions that call each other. The package's `__init__.py` wraps each of them,
or its faster equivalent, in the rules for its arguments and exports the result. The value that a caller's function
returns, such as a smoothing, is checked where that function is called.
"""

import functools
import inspect
from collections.abc import Callable
from operator import itemgetter
from typing import Any, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Check = Callable[[Any, str], None]
"""A function that raises an error unless a value is valid; its second argument is the parameter's name."""

_ERRORS = """
Raises:
    TypeError or ValueError: an argument is not of the form above; the message names it and says what to change.
"""


def validated(
    definition: Callable[Parameters, Result], *together: Callable[..., None], **alone: Check
) -> Callable[Parameters, Result]:
    """Wrap a function in checks of its arguments. See `validated_quicker`."""
    return validated_quicker(definition, definition, *together, **alone)


def validated_quicker(
    definition: Callable[Parameters, Result],
    quicker: Callable[Parameters, Result],
    *together: Callable[..., None],
    **alone: Check,
) -> Callable[Parameters, Result]:
    """Wrap the faster equivalent of a function in checks of its arguments.

    Args:
        definition: a function that trusts its input; its docstring says what it returns.
        quicker: a function that returns the same results faster and runs instead.
        together: checks of several arguments at once. Their parameters have the names of those arguments. They run
            last, and also get the values of defaults.
        alone: the check for the value of each parameter. Defaults are not checked, because they are known to be valid.

    Returns:
        A public function whose docstring also lists the errors. It must be an attribute of the package under its own
        name, because pickle looks it up there.
    """
    names = _parameters(definition)
    values: tuple[Any, ...] = getattr(definition, "__defaults__", None) or ()
    defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    needed = {name for check in together for name in _parameters(check)}
    seen = {name: value for name, value in defaults.items() if name in needed}
    rules = [(check, {*_parameters(check)}, itemgetter(*_parameters(check))) for check in together]

    @functools.wraps(definition)
    def wrapper(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        given = dict(zip(names, args, strict=False)) | kwargs
        for name, check_one in alone.items():
            if name in given:
                check_one(given[name], name)
        given = seen | given
        for check, wanted, values_of in rules:
            if given.keys() >= wanted:  # if an argument is missing, the call below raises Python's own TypeError
                check(*values_of(given))
        return quicker(*args, **kwargs)

    wrapper.__module__ = __name__.partition(".")[0]
    text = inspect.cleandoc(definition.__doc__ or "")
    before = "\nRaises:\n" if "\nRaises:\n" in text else "\nSource:"
    wrapper.__doc__ = text.replace(before, _ERRORS + before.removeprefix("\nRaises:\n"), 1)
    if quicker is not definition:
        vars(wrapper)["quicker"] = quicker  # show_source prints its name
    return wrapper


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of a function's parameters, a hundred times faster than `inspect.signature` does."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]
