"""The scoreboard at the end of each lesson."""

from collections.abc import Callable, Sequence

from bleu_helpers.display.tables import aligned
from bleu_helpers.example_sentences import SCOREBOARD
from bleu_helpers.language import say
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.validation.sentences import check_texts
from bleu_helpers.validation.values import check_function, check_number, wrong_value


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
    for position, measure in enumerate(measures):
        wanted = "a function of a candidate and its references, such as bleu_score"
        check_function(measure, f"measures[{position}]", wanted)
    check_texts(names, "names")
    if len(names) > len(measures):
        raise wrong_value("too_many_names", "names", names, other=len(measures))
    titles = [*names, *(getattr(measure, "__name__", "measure") for measure in measures[len(names) :])]
    rows = [(say("candidate"), *titles)]
    for candidate, references in SCOREBOARD:
        words = [str(token) for token in candidate]
        shown = " ".join(words if len(words) <= 8 else [*words[:7], "…"])
        numbers = [measure(candidate, references) for measure in measures]
        for position, number in enumerate(numbers):
            wanted = "a function that returns a number, such as bleu_score"
            check_number(number, f"what measures[{position}] returns", wanted)
        rows.append((shown, *(f"{float(number):.4f}" for number in numbers)))
    print("\n".join(aligned(rows, "    ", left=1)))
