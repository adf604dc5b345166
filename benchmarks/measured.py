"""The file with the measurements that lesson 14 plots, and with the date, machine and versions of each of them."""

import datetime
import importlib.metadata
import json
import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MEASURED = ROOT / "bleu_helpers" / "data" / "measured.json"


def about_this_machine(packages: Sequence[str]) -> dict[str, Any]:
    """Describe the machine, the date and the versions of packages with which numbers are measured."""
    installed = {dist.name.lower().replace("_", "-"): dist.version for dist in importlib.metadata.distributions()}
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": [round(load, 1) for load in os.getloadavg()],
        "versions": {name: installed.get(name) for name in packages},
    }


def keep(part: str, measurements: dict[str, Any]) -> None:
    """Write one part of the file, and keep the other parts."""
    parts = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    MEASURED.write_text(json.dumps(parts | {part: measurements}, indent=1) + "\n", encoding="utf-8")
    print(f"saved {MEASURED.relative_to(ROOT)}")
