"""`check` and `progress`, under the name that the lessons import; everything else is in `bleu_exercises`."""

from bleu_exercises import Finding, Verdict, check, diagnose, in_form, progress

__all__ = ["Finding", "Verdict", "check", "diagnose", "in_form", "progress"]
