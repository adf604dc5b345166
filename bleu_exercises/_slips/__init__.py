"""The slips: ways to get BLEU and related measures wrong, found in public code or derived from the recipe.

Each slip is one choice of a recipe made differently. It is listed here under its name, with the tasks in which it can
be made. The question for the name is in the `.toml` file of the lesson that covers it. If people write the same mistake
in several ways that differ only in corner cases, all of them have the same name.
"""

from bleu_exercises._slips import bleu, counts, lengths, other_measures
from bleu_exercises._slips.slip import Slip

SLIPS: list[Slip] = [*counts.SLIPS, *lengths.SLIPS, *bleu.SLIPS, *other_measures.SLIPS]
"""All slips, with deeper causes first. Of two mistakes, the deeper one is named first."""


def slips_called(name: str) -> list[Slip]:
    """List the slips with a name, for an exercise in which they are possible too.

    Raises:
        LookupError: no slip has this name.
    """
    found = [slip for slip in SLIPS if slip.name == name]
    if not found:
        raise LookupError(f"no slip is called {name!r}: add it to a table in bleu_exercises/_slips/.")
    return found
