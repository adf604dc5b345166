"""Write every message for a learner from a template with named values, which can be translated as a whole."""


def say(singular: str, plural: str | None = None, n: int | None = None, **values: object) -> str:
    """Fill in the singular or the plural form of a message.

    Args:
        singular: the message, with the names of the values in braces.
        plural: the message for any number except 1, if it has a second form.
        n: the number that decides between the two forms; it can be used in the message too.
        values: the other values, by their names.

    >>> say("{n} input was tried.", "{n} inputs were tried.", n=2)
    '2 inputs were tried.'
    """
    template = singular if plural is None or n == 1 else plural
    return template.format(n=n, **values)
