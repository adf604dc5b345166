"""Every message for a learner is a template with named values, which an edition in another language translates."""


def say(singular: str, plural: str | None = None, n: int | None = None, **values: object) -> str:
    """Fill in a message, in its singular or its plural.

    Args:
        singular: the message, with the names of the values in braces.
        plural: the same for any number but one, if the message has two forms.
        n: the number that decides, which is a value too.
        values: the other values, by their names.

    >>> say("{n} input was tried.", "{n} inputs were tried.", n=2)
    '2 inputs were tried.'
    """
    template = singular if plural is None or n == 1 else plural
    return template.format(n=n, **values)
