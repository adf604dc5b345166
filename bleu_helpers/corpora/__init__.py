"""Tools for whole corpora: sums in bounded memory, significance tests, and readers for files and the package's data."""
