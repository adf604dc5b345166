#!/usr/bin/env python3
"""The entry point of "BLEU from scratch": `python3 run.py --help` lists the commands of tools/commands.py.

An older Python can read this file, and prints which version is needed.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.stderr.write(
        "run.py: this needs Python 3.11 or later, and this is Python " + sys.version.split()[0] + ".\n"
        "run.py: Where a newer one is installed, name it, for example: python3.12 run.py lab\n"
        "run.py: Where none is, get it from https://www.python.org/downloads/\n"
    )
    sys.exit(2)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "tools"))
import commands

if __name__ == "__main__":
    sys.exit(commands.main(sys.argv[1:]))
