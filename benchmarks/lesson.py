"""The functions that lesson 14 defines in its cells, so that the benchmark measures the code that readers see."""

import ast
import json
from collections.abc import Callable
from typing import Any

from measured import ROOT

LESSON = ROOT / "notebooks" / "14_at_scale.ipynb"


def functions(*wanted: str, **replacements: Any) -> list[Callable[..., Any]]:
    """Define these functions as the lesson does, with the imports of the cells above, without running anything else.

    Args:
        wanted: the names of the functions.
        replacements: objects that replace imported names.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        set_up = "%pip" in source
        if cell["cell_type"] == "code" and not set_up and not names.keys() >= {*wanted}:
            for part in ast.parse(source).body:
                if isinstance(part, ast.Import | ast.ImportFrom | ast.FunctionDef):
                    exec(compile(ast.Module([part], []), LESSON.name, "exec"), names)
    names.update(replacements)
    return [names[name] for name in wanted]
