"""Start a kernel as Colab does: with its big packages already loaded, and with google.colab there to be asked for.

Run by the Python of the room that colab_harness.py makes, never by the tests' own.
"""

import importlib
import importlib.machinery
import sys
import types

LOADED = ("numpy", "pandas", "matplotlib.pyplot")
"""What is loaded cannot be replaced: a set-up cell that installs another numpy would want a restart."""
PIP = "get_ipython().register_magic_function(lambda line: get_ipython().system({!r} + line), magic_name='pip')"
"""Colab's own %pip says nothing after pip has ended (google.colab's _installation_commands). IPython's does."""


def main():
    # Python puts this file's folder first on the path. Nothing of the repository may be found from the notebook.
    del sys.path[0]
    for name in LOADED:
        importlib.import_module(name)
    for name in ("google", "google.colab"):
        module = sys.modules[name] = types.ModuleType(name)
        module.__spec__ = importlib.machinery.ModuleSpec(name, loader=None, is_package=True)
        module.__path__ = []
    sys.modules["google"].colab = sys.modules["google.colab"]
    lines = [PIP.format(f"{sys.executable} -m pip ")]
    importlib.import_module("ipykernel.kernelapp").launch_new_instance(exec_lines=lines)


if __name__ == "__main__":
    main()
