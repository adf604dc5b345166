"""How the package shows things: tables, the scoreboard, sources, a progress bar, and in `plots` the figures.

Nothing is imported here. What renders (`tables`, `source`, `bar`) takes fields and knows no lesson, so that
the lessons can use it; the scoreboard and the figures stand above the lessons and use them.
"""
