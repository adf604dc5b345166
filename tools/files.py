"""How the tools write files. It needs the standard library only."""

import os
import tempfile
from pathlib import Path


def replace(path: Path, content: bytes) -> bool:
    """Write a file at once or not at all, and only where its content changes; say whether it did."""
    if path.is_file() and path.read_bytes() == content:
        return False
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
    return True
