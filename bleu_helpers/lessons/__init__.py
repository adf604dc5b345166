"""The definitions, one module per lesson: plain Python that reads like the formula, and what `show_source` prints.

A module imports only those of earlier lessons, so the modules in their order are the course without its prose.
The functions trust their input. The package offers each of them under its own name, with the rules for its arguments.
"""
