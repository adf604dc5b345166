"""The verdict: how far the score moved, whether chance explains it, and how small a difference could be found."""

from statistics import NormalDist

from bleu_helpers.corpora.significance import approximate_randomization, paired_bootstrap
from bleu_helpers.report.corpus import Output, Record, bleu_of_row

ALPHA = 0.05
"""A difference is claimed only if the p-values of both tests are below this."""

_HALF_WIDTH = NormalDist().inv_cdf(1 - ALPHA / 2)
"""The half width of a 95 % interval, in standard errors."""

_POWER = NormalDist().inv_cdf(0.8)
"""How far a true difference must be above that, in standard errors, to be found four times out of five."""


def judge(old: Output, new: Output, samples: int, seed: int, shifted: bool = False) -> Record:
    """Compare two outputs with both tests of lesson 08.

    The result has both tests, with scores from 0 to 100; whether the new output is "better", "worse", "equal", "not
    shown", or "shifted" if the lines of either output are; the smallest p-value that both tests can give; and the
    true difference that they would find four times out of five, if the outputs differ and any difference can be found.
    """
    rows = old.rows.tolist(), new.rows.tolist()
    drawn = paired_bootstrap(*rows, bleu_of_row, samples, seed)
    swapped = approximate_randomization(*rows, bleu_of_row, samples, seed)
    word = "equal" if (old.rows == new.rows).all() else "shifted" if shifted else "not shown"
    if word == "not shown" and max(drawn.p_value_two_sided, swapped.p_value) < ALPHA:
        word = "better" if swapped.system > swapped.baseline else "worse"
    scores = {name: getattr(drawn, name)._asdict() for name in ("baseline", "system", "difference")}
    # Exchanging all segments gives the same difference as exchanging none.
    smallest_p = max(1 / (samples + 1), 2 / swapped.samples if swapped.seed is None else 0)
    possible = word not in ("equal", "shifted") and smallest_p < ALPHA
    standard_error = (drawn.difference.high - drawn.difference.low) / (2 * _HALF_WIDTH)
    smallest_found = (_HALF_WIDTH + _POWER) * standard_error if possible else None
    tests = {"bootstrap": drawn._asdict() | scores, "randomization": swapped._asdict()}
    return tests | {"word": word, "smallest_p": smallest_p, "smallest_found": smallest_found}
