"""The file with the measurements that lesson 14 plots, and when and with what they were made. It is saved on demand."""

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
    """Where and with what numbers are measured."""
    installed = {one.name.lower().replace("_", "-"): one.version for one in importlib.metadata.distributions()}
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": [round(one, 1) for one in os.getloadavg()],
        "versions": {name: installed.get(name) for name in packages},
    }


def keep(part: str, what: dict[str, Any]) -> None:
    """Write one part of the file, and keep the other parts."""
    kept = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    MEASURED.write_text(json.dumps(kept | {part: what}, indent=1) + "\n", encoding="utf-8")
    print(f"saved {MEASURED.relative_to(ROOT)}")
