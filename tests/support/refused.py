"""The message of an expected error."""

import pytest


def refused(error, call, *arguments, **keywords):
    """Make a call that must raise an error of this kind, and return its message."""
    with pytest.raises(error) as caught:
        call(*arguments, **keywords)
    return str(caught.value)
