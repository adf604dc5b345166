"""Print the source code of a function in a form that is short enough for a lesson."""

import ast
import inspect
from collections.abc import Callable
from typing import Any

from bleu_helpers.validation.values import wrong_type


def show_source(function: Callable[..., Any]) -> None:
    """Print the definition of a function without its docstring and decorators.

    If a faster equivalent runs instead of the definition, the last line says for which inputs.

    Args:
        function: a function written in Python with `def`.

    Raises:
        TypeError: `function` is something else, such as a class or a lambda.

    >>> from bleu_helpers import closest_ref_length
    >>> show_source(closest_ref_length)
    def closest_ref_length(candidate: Sentence, references: Sequence[Sentence]) -> int:
        c = len(candidate)
        return min((len(reference) for reference in references), key=lambda length: (abs(length - c), length))
    """
    if not inspect.isfunction(function) or function.__name__ == "<lambda>":
        raise wrong_type("not_def", "function", function)
    import textwrap

    source = textwrap.dedent(inspect.getsource(function))
    lines = source.splitlines()
    definition = ast.parse(source).body[0]
    assert isinstance(definition, ast.FunctionDef)
    if ast.get_docstring(definition) is not None:
        docstring = definition.body[0]
        del lines[docstring.lineno - 1 : docstring.end_lineno]
    print("\n".join(lines[definition.lineno - 1 :]))
    if (quicker := getattr(function, "quicker", None)) is not None:
        runs = (inspect.getdoc(quicker) or "").partition(".")[0]  # such as "Runs for every input"
        print(f"# A quicker equivalent {runs.lower()}: {quicker.__module__}.{quicker.__name__}")
