"""Quicker ways to get the same numbers as the lessons' definitions."""
