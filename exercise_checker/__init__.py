"""Says whether a learner's function is right, and names the mistake if it is known."""

import bleu_helpers.checks  # noqa: F401 - for as long as the two import each other, the lessons' side begins
