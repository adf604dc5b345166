"""Ctrl-C in a test."""

import signal


def ctrl_c():
    """Let Ctrl-C raise a KeyboardInterrupt, even in the background of a script, where it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
