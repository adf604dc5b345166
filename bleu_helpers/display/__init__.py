"""How the package shows things: tables, the scoreboard, sources, a progress bar, in `plots` the figures, and knobs.

Nothing is imported here. What renders (`tables`, `source`, `bar`) takes fields and knows no lesson, so that
the lessons can use it; the scoreboard and the figures stand above the lessons and use them, and the knobs use both.
`shell` says where all this happens: in a notebook or outside of one, and whether a person watches.
"""
