"""Everything that is displayed: tables, the scoreboard, source code, a progress bar, figures and widgets (`knobs`).

This file imports nothing. `tables`, `source` and `bar` take plain values and import no lesson, so that the lessons can
use them. The scoreboard and the figures use the lessons, and the widgets use the lessons and the figures. `shell` finds
out whether the code runs in a notebook and whether a person is using it.
"""
