"""Validation: the rules that a caller's arguments must keep, and `validated`, which puts them around a function.

The lessons' modules hold plain functions that call each other. What the package offers under its own name is each of
these with its rules around it, in the package's `__init__.py`. A value that comes back from a function of the caller's,
such as a smoothing, is checked where that function is called.
"""

import functools
from collections.abc import Callable
from operator import itemgetter
from typing import Any, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Check = Callable[[Any, str], None]
"""Raises an error unless a value may be passed; the second argument is the parameter's name, for the message."""


def validated(
    function: Callable[Parameters, Result], *together: Callable[..., None], **alone: Check
) -> Callable[Parameters, Result]:
    """Put checks of its arguments around a function.

    Args:
        function: a function of a lesson's module.
        together: checks of several arguments at once. Their own parameters have the names of those arguments. They run
            last, and see defaults too.
        alone: for one parameter each, the check of its value. A default is ours, and needs none.

    Returns:
        A function of the package: pickle knows it by the package's name and its own, so the package must hold it there.
    """
    names = _parameters(function)
    values: tuple[Any, ...] = getattr(function, "__defaults__", None) or ()
    defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    needed = {name for check in together for name in _parameters(check)}
    seen = {name: value for name, value in defaults.items() if name in needed}
    rules = [(check, itemgetter(*_parameters(check))) for check in together]

    @functools.wraps(function)
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
        return function(*args, **kwargs)

    wrapper.__module__ = __name__.partition(".")[0]
    return wrapper


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters, at a hundredth of the time that `inspect.signature` takes for them."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]
