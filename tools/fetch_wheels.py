"""Fetch the wheels that a list of Pyodide's packages names and that do not stand beside it, each held to its sha256.

Called by make_tab.py for a complete site.
"""

import hashlib
import json
import urllib.request
from http.client import HTTPException
from pathlib import Path

from files import replace


def download(address: str) -> bytes:
    """What stands at an address."""
    with urllib.request.urlopen(address, timeout=120) as answer:
        return answer.read()


def fetch(lock: Path, source: str) -> list[str]:
    """Fetch what is not there, and return a line for each file that is missing or another than the list means.

    Args:
        lock: the list; the wheels go into its folder, and one that is there already is looked at too.
        source: the address of the folder that has the wheels.
    """
    faults = []
    for package in json.loads(lock.read_text(encoding="utf-8"))["packages"].values():
        name = package["file_name"]
        path = lock.parent / name
        try:
            content = path.read_bytes() if path.exists() else download(f"{source.rstrip('/')}/{name}")
        except (OSError, HTTPException) as error:
            faults.append(f"{name}: {error}")
            continue
        if hashlib.sha256(content).hexdigest() == package["sha256"]:
            replace(path, content)
        else:
            faults.append(f"{name}: its sha256 is not the one in {lock.name}")
    return faults
