"""Start a kernel as Colab does: its large packages are already loaded, and google.colab can be imported.

The Python of the environment from colab_harness.py runs this file, not the Python of the tests.
"""

import importlib
import importlib.machinery
import sys
import types

LOADED = ("numpy", "pandas", "matplotlib.pyplot")
"""A loaded package cannot be replaced: a set-up cell that installs another numpy would need a restart."""
PIP = "get_ipython().register_magic_function(lambda line: get_ipython().system({!r} + line), magic_name='pip')"
"""Unlike IPython's, Colab's %pip prints nothing after pip has ended (see google.colab's _installation_commands)."""


def main():
    # Python puts this file's folder first on the path, but the notebook must not find anything in the repository.
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
