"""Start a kernel as Colab does: with its big packages already loaded, and with google.colab there to be asked for.

Run by the Python of the room that colab_harness.py makes, never by the tests' own.
"""

import importlib.machinery
import sys
import types

# Python puts this file's folder first on the path. Nothing of the repository may be found from a stranger's notebook.
del sys.path[0]

for name in ("google", "google.colab"):
    module = types.ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, loader=None, is_package=True)
    module.__path__ = []
    sys.modules[name] = module
sys.modules["google"].colab = sys.modules["google.colab"]

# What is loaded cannot be replaced: a set-up cell that installs another numpy would want a restart.
import matplotlib.pyplot  # noqa: E402, F401
import numpy  # noqa: E402, F401
import pandas  # noqa: E402, F401
from ipykernel import kernelapp  # noqa: E402

if __name__ == "__main__":
    kernelapp.launch_new_instance()
