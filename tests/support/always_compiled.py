"""A plugin for pytest: with it, `fast.compiled` counts corpora of every size, so Numba has to be installed."""

from bleu_helpers.fast import compiled, texts  # an error says that Numba is missing

texts._REPAYS_COMPILING = 0
assert texts.compiled(0) is compiled
