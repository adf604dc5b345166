"""Find out where code comes from: from the learner, from a library, or from a function that does the learner's work."""

import os
import sysconfig
from collections.abc import Callable, Collection
from functools import cache
from importlib.util import find_spec
from typing import Any

_LIBRARY_FOLDERS = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def address_of(function: Callable[..., Any] | str) -> str:
    """Return the module and the name of a function, so that another process can import it, or an address as it is.

    >>> address_of(address_of)
    'exercise_checker.code_origin:address_of'
    """
    return function if isinstance(function, str) else f"{function.__module__}:{function.__qualname__}"


def is_in(address: str, places: Collection[str]) -> bool:
    """Whether a function or a module is in one of these packages, or is one of these functions.

    >>> is_in("nltk.util:ngrams", ["nltk"]), is_in("nltk.util:ngrams", ["nltk.util:ngrams", "nl"]), is_in("nlp", ["nl"])
    (True, True, False)
    """
    return any(f"{address}:".replace(":", ".").startswith(f"{place}:".replace(":", ".")) for place in places)


@cache
def folders_of(packages: tuple[str, ...]) -> tuple[str, ...]:
    """List the folders of packages that are not installed in the usual place."""
    specs = filter(None, map(find_spec, packages))
    return tuple(os.path.join(folder, "") for spec in specs for folder in spec.submodule_search_locations or ())


@cache
def is_learners_file(library: tuple[str, ...], filename: str) -> bool:
    """Whether a file is in none of these folders, and is not part of anything that is installed."""
    return not filename.startswith((*library, *_LIBRARY_FOLDERS, "<frozen")) and "site-packages" not in filename
