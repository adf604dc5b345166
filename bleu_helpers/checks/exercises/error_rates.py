"""The exercises of lesson 10."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES
from bleu_helpers.checks._drawing import PAIRS, Arguments, Words, draw_pair, pick, two_sentences
from bleu_helpers.checks._recipe import closest, edit_table
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.exercises._exercise import Named, exercise, in_letters, known
from bleu_helpers.error_rates import align

LESSON = "10_error_rates"


# What if a substitution has a cost of its own?


def weighted_distance(candidate: Words, reference: Words, substitution: float) -> float:
    """Compute the lowest cost of turning one sentence into the other, where an insertion or deletion costs 1."""
    return edit_table(candidate, reference, substitution=substitution)


def _costs(**costs: Any) -> Callable[..., float]:
    """The distance with other costs: each is a number, or "same" for the cost of a substitution."""

    def function(candidate: Words, reference: Words, substitution: float) -> float:
        given: dict[str, Any] = {name: substitution if cost == "same" else cost for name, cost in costs.items()}
        return edit_table(candidate, reference, **{"substitution": substitution, **given})

    return function


def _same_inside_only(candidate: Words, reference: Words, substitution: float) -> float:
    border = (1 / substitution, 1 / substitution)
    return edit_table(candidate, reference, substitution, substitution, substitution, border)


def _same_at_the_border(candidate: Words, reference: Words, substitution: float) -> float:
    return edit_table(candidate, reference, substitution, border=(substitution, substitution))


def _on_top(candidate: Words, reference: Words, substitution: float) -> float:
    return edit_table(candidate, reference, 1 + substitution)


def _hits_cost(candidate: Words, reference: Words, substitution: float) -> float:
    # With a word of its own in each place, no two words are equal.
    return edit_table([(word, "here") for word in candidate], reference, substitution=substitution)


def _weighed_later(candidate: Words, reference: Words, substitution: float) -> float:
    fewest = align(candidate, reference)
    return fewest.substitutions * substitution + fewest.deletions + fewest.insertions


def _by_position(rest: Callable[[int], int]) -> Callable[..., float]:
    def function(candidate: Words, reference: Words, substitution: float) -> float:
        pairs = zip(candidate, reference, strict=False)
        differ = sum(1 for word, other in pairs if word != other)
        return differ * substitution + rest(len(candidate) - len(reference))

    return function


def _any_order(candidate: Words, reference: Words, substitution: float) -> float:
    common = (Counter(candidate) & Counter(reference)).total()
    longer, shorter = sorted([len(candidate), len(reference)], reverse=True)
    return (shorter - common) * substitution + longer - shorter


def _any_order_without_substitution(candidate: Words, reference: Words, substitution: float) -> float:
    return len(candidate) + len(reference) - 2 * (Counter(candidate) & Counter(reference)).total()


def _last_missing(candidate: Words, reference: Words, substitution: float) -> float:
    return edit_table(candidate[:-1], reference[:-1], substitution=substitution)


def _per_word(candidate: Words, reference: Words, substitution: float) -> float:
    return edit_table(candidate, reference, substitution=substitution) / len(reference)


def _two_sentences_and_cost(random: Random) -> Arguments:
    return (*two_sentences(random), pick(random, [0.5, 0.5, 1.0, 1.5, 1.5, 2.0, 2.0]))


_NOT_USED = Named(
    "the cost of a substitution is not used",
    "Where does `substitution` appear in your code, and what would change with 2 in the place of 1?",
    LESSON,
)
_ELSEWHERE = Named(
    "an insertion or a deletion has the cost of a substitution",
    "One word is missing or too many, and nothing else is wrong. Does your result change with `substitution`?",
    LESSON,
)
_BORDER = known("the table's border starts with zeros")
_POSITION = known("words compared position by position")
_ORDER = known("the order of the words is not looked at")

_WEIGHTED = exercise(
    weighted_distance,
    LESSON,
    _two_sentences_and_cost,
    [
        ("the dog".split(), "the cat".split(), 0.5),
        ("the dog".split(), "the cat".split(), 1.5),
        ("the dog".split(), "the cat".split(), 2.0),
        ("the cat sat".split(), "cat sat down".split(), 1.5),
        ("cat the".split(), "the cat".split(), 0.5),
        (CAT_CANDIDATES[3], "the cat is on".split(), 1.5),
        (["mat"], "the cat is on the mat".split(), 2.0),
        ("the cat sat on the mat".split(), ["mat"], 0.5),
        ([], "the cat".split(), 1.5),
    ],
    [
        (known("characters instead of words"), in_letters(_costs())),
        (_NOT_USED, _costs(substitution=1)),
        (_NOT_USED, _costs(substitution=2)),
        (
            Named(
                "the cost comes on top of another 1",
                "One word is replaced by another one, and this costs 0.5. What does your function say?",
                LESSON,
            ),
            _on_top,
        ),
        (
            Named(
                "an equal word costs as well",
                "Candidate and reference are the same. How much must be paid to turn one into the other?",
                LESSON,
            ),
            _hits_cost,
        ),
        (_ELSEWHERE, _costs(insertion="same", deletion="same")),
        (_ELSEWHERE, _same_inside_only),
        (_ELSEWHERE, _same_at_the_border),
        (_ELSEWHERE, _costs(insertion="same")),
        (_ELSEWHERE, _costs(deletion="same")),
        (_ELSEWHERE, _costs(substitution=1, insertion="same")),
        (_ELSEWHERE, _costs(substitution=1, deletion="same")),
        (_BORDER, _costs(border=(0, 0))),
        (_BORDER, _costs(border=(0, 1))),
        (_BORDER, _costs(border=(1, 0))),
        (known("extra words are not counted"), _costs(insertion=0)),
        (known("missing words are not counted"), _costs(deletion=0)),
        (_POSITION, _by_position(abs)),
        (_POSITION, _by_position(lambda extra: 0)),
        (_POSITION, _by_position(lambda extra: max(-extra, 0))),
        (_ORDER, _any_order),
        (_ORDER, _any_order_without_substitution),
        (known("off by one: the last word is not looked at"), _last_missing),
        (
            Named(
                "the fewest edits, in place of the cheapest ones",
                "Can three cheap edits cost less than two dear ones? When does your code look at the costs?",
                LESSON,
            ),
            _weighed_later,
        ),
        (
            Named(
                "divided by the length of the reference",
                "One word too many in a short sentence, or in a long one: should the total cost differ?",
                LESSON,
            ),
            _per_word,
        ),
    ],
    drawn=250,
)


# What if there are several references?


def edits_per_average_word(candidate: Words, references: list[Words]) -> float:
    """Divide the fewest edits to any reference by the average length of the references."""
    return min(_edits(candidate, references)) / _average(_lengths(references))


def _edits(candidate: Words, references: list[Words]) -> list[float]:
    return [edit_table(candidate, reference) for reference in references]


def _lengths(references: list[Words]) -> list[int]:
    return [len(reference) for reference in references]


def _average(numbers: list[Any]) -> float:
    return float(sum(numbers) / len(numbers))


def _divided(edits: Callable[..., float], by: Callable[[Words, list[Words]], float]) -> Callable[..., float]:
    return lambda candidate, references: edits(candidate, references) / by(candidate, references)


def _fewest(candidate: Words, references: list[Words]) -> float:
    return min(_edits(candidate, references))


def _average_length(candidate: Words, references: list[Words]) -> float:
    return _average(_lengths(references))


def _fewest_by(by: Callable[[list[int]], float]) -> Callable[..., float]:
    return _divided(_fewest, lambda candidate, references: by(_lengths(references)))


def _rates(candidate: Words, references: list[Words]) -> list[float]:
    return [edit_table(candidate, reference) / len(reference) for reference in references]


def _by_the_nearest(candidate: Words, references: list[Words]) -> float:
    return len(min(references, key=lambda reference: edit_table(candidate, reference)))


def _by_the_last_nearest(candidate: Words, references: list[Words]) -> float:
    return _by_the_nearest(candidate, references[::-1])


def _closest_length(candidate: Words, references: list[Words]) -> float:
    return closest(len(candidate), _lengths(references))


def _edits_to_the_closest_length(candidate: Words, references: list[Words]) -> float:
    c = len(candidate)
    return edit_table(candidate, min(references, key=lambda reference: (abs(len(reference) - c), len(reference))))


def _divided_twice(candidate: Words, references: list[Words]) -> float:
    return _fewest(candidate, references) / sum(_lengths(references)) / len(references)


def _fewest_by_position(candidate: Words, references: list[Words]) -> float:
    return min(_by_position(abs)(candidate, reference, 1) for reference in references)


def _by_the_candidate(rule: Callable[[int], float]) -> Callable[..., float]:
    return _divided(_fewest, lambda candidate, references: rule(len(candidate)))


def _candidate_and_full_references(random: Random) -> Arguments:
    candidate, references = draw_pair(random, longest=6)
    return candidate, [reference or ["the"] for reference in references]


_ALL_EDITS = Named(
    "the edits to all references in place of the fewest",
    "The candidate is equal to one of its references. How many edits does it need?",
    LESSON,
)
_OWN_LENGTH = Named(
    "divided by the length of the nearest reference",
    "The nearest reference has 4 words and the other one has 8. Which of the two numbers is their average?",
    LESSON,
)
_ONE_LENGTH = Named(
    "divided by the length of a single reference",
    "One reference has 4 words and another one has 8. Does your denominator know both?",
    LESSON,
)
_CANDIDATE = Named(
    "divided by the length of the candidate",
    "Whose words does your denominator count: those of the candidate, or those of the references?",
    LESSON,
)
_ROUNDED = Named(
    "the average length is rounded",
    "What is the average of 3 and 4, and what does your code make of it?",
    LESSON,
)

_SEVERAL = exercise(
    edits_per_average_word,
    LESSON,
    _candidate_and_full_references,
    [
        (CAT_CANDIDATES[0], CAT_REFERENCES),
        (CAT_CANDIDATES[3], CAT_REFERENCES),
        ("the cat".split(), ["the cat sat".split(), "a cat sat down there".split()]),
        *((candidate, references) for candidate, references in PAIRS[6:]),
    ],
    [
        (known("characters instead of words"), in_letters(_divided(_fewest, _average_length))),
        (
            known("only the first reference is used"),
            lambda candidate, references: _rates(candidate, references)[0],
        ),
        (
            known("only the last reference is used"),
            lambda candidate, references: _rates(candidate, references)[-1],
        ),
        (
            known("the references are joined into one long one"),
            lambda candidate, references: _rates(candidate, [[word for one in references for word in one]])[0],
        ),
        (known("words compared position by position"), _divided(_fewest_by_position, _average_length)),
        (
            Named(
                "the smallest of the rates",
                "How often do you divide? The lengths of how many references stand below the line each time?",
                LESSON,
            ),
            lambda candidate, references: min(_rates(candidate, references)),
        ),
        (
            Named(
                "the average of the rates",
                "One reference is met word for word. Should the others still cost something?",
                LESSON,
            ),
            lambda candidate, references: _average(_rates(candidate, references)),
        ),
        (
            _ALL_EDITS,
            _divided(lambda candidate, references: sum(_edits(candidate, references)), _average_length),
        ),
        (
            _ALL_EDITS,
            _divided(lambda candidate, references: _average(_edits(candidate, references)), _average_length),
        ),
        (
            Named(
                "the edits to the first reference only",
                "What happens to your edits when the references stand in another order?",
                LESSON,
            ),
            _divided(lambda candidate, references: _edits(candidate, references)[0], _average_length),
        ),
        (
            Named(
                "the most edits in place of the fewest",
                "Which reference is the nearest: the one with the most edits, or another one?",
                LESSON,
            ),
            _divided(lambda candidate, references: max(_edits(candidate, references)), _average_length),
        ),
        (
            Named(
                "the reference of the closest length in place of the nearest one",
                "A reference has as many words as the candidate, and not one of them is the same. Is it near?",
                LESSON,
            ),
            _divided(_edits_to_the_closest_length, _average_length),
        ),
        (_OWN_LENGTH, _divided(_fewest, _by_the_nearest)),
        (_OWN_LENGTH, _divided(_fewest, _by_the_last_nearest)),
        (_ONE_LENGTH, _fewest_by(lambda lengths: lengths[0])),
        (_ONE_LENGTH, _fewest_by(min)),
        (_ONE_LENGTH, _fewest_by(max)),
        (_ONE_LENGTH, _divided(_fewest, _closest_length)),
        (
            Named(
                "divided by all words of the references",
                "Two references have 4 words each. What is their average length?",
                LESSON,
            ),
            _fewest_by(sum),
        ),
        (
            Named("divided once too often", "What is 6 / 4 / 2 in Python, and what is 6 / (4 / 2)?", LESSON),
            _divided_twice,
        ),
        (_ROUNDED, _fewest_by(lambda lengths: sum(lengths) // len(lengths))),
        (_ROUNDED, _fewest_by(lambda lengths: round(sum(lengths) / len(lengths)))),
        (_CANDIDATE, _by_the_candidate(lambda c: c)),
        (_CANDIDATE, _by_the_candidate(lambda c: max(c, 1))),
        (known("the rate is cut off at 1"), lambda *given: min(_divided(_fewest, _average_length)(*given), 1)),
        (known("a number of errors in place of a rate"), _fewest),
    ],
    drawn=300,
)

EXERCISES: tuple[Task, ...] = (_WEIGHTED, _SEVERAL)
