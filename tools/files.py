"""Write files safely. This module needs only the standard library."""

import os
import tempfile
from pathlib import Path


def replace(path: Path, content: bytes) -> bool:
    """Write a file atomically, and only if its content changes; return whether it did."""
    if path.is_file() and path.read_bytes() == content:
        return False
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
    return True
