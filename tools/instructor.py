"""Make the environment in which an instructor grades: this package and nbgrader, beside the one for the lessons.

  python3 tools/instructor.py      make it, where needed, and say how to use it

It stands in .environment/instructor. Where the running Python has this package and the right nbgrader, nothing is made.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from run import front_door  # run.py tells an older Python what it needs


def python() -> Path:
    """A Python with nbgrader and this package: the running one, or the one of the environment, made where needed."""
    return front_door.ready("instructor", front_door.ENVIRONMENT / "instructor")


def main() -> int:
    """Make the environment, and say how to use it."""
    try:
        print("To grade, use this Python:", python())
    except front_door.Refusal as reason:
        return front_door.refuse(reason)
    return 0


if __name__ == "__main__":
    sys.exit(main())
