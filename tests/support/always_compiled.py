"""A plugin for pytest: with it, `fast.compiled` counts corpora of every size, so Numba has to be installed."""

from bleu_helpers.fast import compiled, texts  # noqa: F401 - an error says that Numba is missing

texts._REPAYS_COMPILING = 0
