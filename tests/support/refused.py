"""What a call says that is refused."""

import pytest


def refused(error, call, *arguments, **keywords):
    """The message of the error, which must be of this kind."""
    with pytest.raises(error) as caught:
        call(*arguments, **keywords)
    return str(caught.value)
