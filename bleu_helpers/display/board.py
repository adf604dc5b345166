"""The scoreboard at the end of each lesson."""

from collections.abc import Callable, Sequence
from typing import Any

from bleu_helpers.display.tables import aligned
from bleu_helpers.example_sentences import SCOREBOARD
from bleu_helpers.language import say
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.validation.sentences import check_list_of_texts
from bleu_helpers.validation.values import check_function, check_number, check_title, wrong_value


def scoreboard(*measures: Callable[[Sentence, Sequence[Sentence]], float], names: Sequence[str] = ()) -> None:
    """Print the scores of the example sentences under each measure as a table.

    Args:
        measures: functions of a candidate and its references, one per column.
        names: the titles of the columns; a measure without a title is shown under its function name.

    Raises:
        TypeError: a measure is not a function or does not return a number, or `names` is not a list of strings. Errors
            raised by a measure itself are not caught.
        ValueError: there are more names than measures.

    >>> from bleu_helpers import unigram_precision
    >>> scoreboard(unigram_precision, names=["precision"])
    candidate                          precision
    the cat sat on a mat                  0.8333
    the the the the the the the           1.0000
    mat on cat the is on a                1.0000
    the mat                               1.0000
    It is a guide to action which …       0.9444
    """
    _check_columns(measures, names)
    titles = [*names, *(getattr(measure, "__name__", "measure") for measure in measures[len(names) :])]
    rows = [(say("candidate"), *titles)]
    for candidate, references in SCOREBOARD:
        words = [str(token) for token in candidate]
        shown = " ".join(words if len(words) <= 8 else [*words[:7], "…"])
        numbers = [
            _call_measure(measure, candidate, references, f"measures[{position}]")
            for position, measure in enumerate(measures)
        ]
        rows.append((shown, *(f"{number:.4f}" for number in numbers)))
    print("\n".join(aligned(rows, "    ", left=1)))


def _check_columns(measures: Sequence[Any], names: Any) -> None:
    """Raise an error unless `measures` are functions and `names` has at most as many titles."""
    for position, measure in enumerate(measures):
        check_function(
            measure, f"measures[{position}]", "a function of a candidate and its references, such as bleu_score"
        )
    check_list_of_texts(names, "names")
    for position, title in enumerate(names):
        check_title(title, f"names[{position}]")
    if len(names) > len(measures):
        raise wrong_value("too_many_names", "names", names, other=len(measures))


def _call_measure(measure: Callable[..., Any], candidate: Any, references: Any, name: str) -> float:
    """Call a measure, which may be the caller's, and check that it returns a number."""
    try:
        number = measure(candidate, references)
    except Exception as error:
        error.add_note(f"This was raised within {name}, which is called with a candidate and its references.")
        raise
    check_number(number, f"what {name} returns", "a function that returns a number, such as bleu_score")
    return float(number)
