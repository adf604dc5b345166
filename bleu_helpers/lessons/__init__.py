"""The definitions, one module per lesson, in plain Python that reads like the formulas; `show_source` prints them.

A module imports only modules of earlier lessons, so reading the modules in order gives the course without its prose.
The functions trust their input. The package exports each of them in a version that checks its arguments first.
"""
