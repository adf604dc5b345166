"""The slips: the ways in which people really get BLEU and its relatives wrong.

Each is one choice of a recipe made differently. It stands here under its name, with the tasks in which it can be made;
the question of the name is in the `.toml` of the lesson that treats it. Where people write the same mistake in ways
that differ in a corner, all of them stand under one name.
"""

from bleu_helpers.checks._slips import bleu, counts, lengths, other_measures
from bleu_helpers.checks._slips.slip import Slip

SLIPS: list[Slip] = [*counts.SLIPS, *lengths.SLIPS, *bleu.SLIPS, *other_measures.SLIPS]
"""All slips, the deeper cause first: of two mistakes it is named first."""


def slips_called(name: str) -> list[Slip]:
    """List the slips of a name, for an exercise in which they can be made too.

    Raises:
        LookupError: no slip has this name.
    """
    found = [slip for slip in SLIPS if slip.name == name]
    if not found:
        raise LookupError(f"no slip is called {name!r}: it belongs into a table in bleu_helpers/checks/_slips/.")
    return found
