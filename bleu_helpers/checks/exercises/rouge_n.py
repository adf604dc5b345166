"""The exercises of lesson 06."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from bleu_helpers.checks._drawing import ORDER_PROBES, Arguments, Words, pair_and_order
from bleu_helpers.checks._outcomes import read_counts
from bleu_helpers.checks._recipe import grams, highest
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.exercises._exercise import Named, exercise, in_letters, known
from bleu_helpers.ngrams import match_counts, modified_precision
from bleu_helpers.rouge_n import rouge_n

LESSON = "06_rouge_n"


# What is missing?


def missing_ngrams(candidate: Words, references: list[Words], n: int) -> Counter[Any]:
    """Count the n-grams that the candidate lacks of the reference with the highest recall, the first one on a tie."""
    return _count(_best(candidate, references, n), n) - _count(candidate, n)


def _count(words: Words, n: int) -> Counter[Any]:
    return Counter(grams(words, n))


def _best(candidate: Words, references: list[Words], n: int) -> Words:
    return max(references, key=lambda reference: rouge_n(candidate, [reference], n))


def _missing(
    choose: Callable[[Words, list[Words], int], Words] = _best,
    count: Callable[[Words, int], Counter[Any]] = _count,
    take_off: Callable[[Counter[Any], Counter[Any]], Counter[Any]] = lambda wanted, present: wanted - present,
) -> Callable[..., Counter[Any]]:
    return lambda candidate, references, n: take_off(count(choose(candidate, references, n), n), count(candidate, n))


def _up_to(words: Words, n: int) -> Counter[Any]:
    return Counter(gram for order in range(1, n + 1) for gram in grams(words, order))


def _most_matches(candidate: Words, references: list[Words], n: int) -> Words:
    return max(references, key=lambda reference: match_counts(reference, [candidate], n)[0])


def _fewest_missing(candidate: Words, references: list[Words], n: int) -> Words:
    return min(references, key=lambda reference: (_count(reference, n) - _count(candidate, n)).total())


def _worst(candidate: Words, references: list[Words], n: int) -> Words:
    return min(references, key=lambda reference: rouge_n(candidate, [reference], n))


def _with_negative_counts(wanted: Counter[Any], present: Counter[Any]) -> Counter[Any]:
    return Counter({gram: wanted[gram] - present[gram] for gram in wanted | present})


def _recall_without_rule(candidate: Words, reference: Words, n: int) -> float:
    matched, total = match_counts(reference, [candidate], n)
    return matched / total


def _best_without_rule(candidate: Words, references: list[Words], n: int) -> Words:
    return max(references, key=lambda reference: _recall_without_rule(candidate, reference, n))


def _of_highest_counts(candidate: Words, references: list[Words], n: int) -> Counter[Any]:
    return highest([_count(reference, n) for reference in references]) - _count(candidate, n)


def _of_all_counts(candidate: Words, references: list[Words], n: int) -> Counter[Any]:
    return Counter(gram for reference in references for gram in grams(reference, n)) - _count(candidate, n)


_ALL_TOGETHER = Named(
    "all references together, as in BLEU",
    "A translation need not say the same thing in two ways. How many references are to count?",
    LESSON,
)

_MISSING = exercise(
    missing_ngrams,
    LESSON,
    pair_and_order,
    ORDER_PROBES,
    [
        (known("characters instead of words"), in_letters(_missing())),
        (known("only the first reference is used"), _missing(lambda candidate, references, n: references[0])),
        (known("only the last reference is used"), _missing(lambda candidate, references, n: references[-1])),
        (_ALL_TOGETHER, _of_highest_counts),
        (_ALL_TOGETHER, _of_all_counts),
        (known("the order n is not used"), lambda candidate, references, n: _missing()(candidate, references, 1)),
        (known("the order n is not used"), _missing(count=lambda words, n: _count(words, 1))),
        (
            Named(
                "the best reference by single words",
                "Which order does rouge_n take when you give it none, and which one is asked for?",
                LESSON,
            ),
            _missing(lambda candidate, references, n: _best(candidate, references, 1)),
        ),
        (known("all orders up to n in one count"), _missing(count=_up_to)),
        (known("no rule for 0/0"), _missing(_best_without_rule)),
        (known("the worst reference in place of the best"), _missing(_worst)),
        (known("the best counts in place of the best recall"), _missing(_most_matches)),
        (
            Named(
                "the fewest missing in place of the highest recall",
                "2 of 4 or 6 of 10: which reference misses fewer n-grams, and which one has the higher recall?",
                LESSON,
            ),
            _missing(_fewest_missing),
        ),
        (
            Named(
                "the last of two references that are equally good",
                "Two references have the same recall. Which of them does the task take, and which one do you take?",
                LESSON,
            ),
            _missing(lambda candidate, references, n: _best(candidate, references[::-1], n)),
        ),
        (
            Named(
                "the n-grams of the candidate are not taken off",
                "The candidate has some of these n-grams already. Are they missing?",
                LESSON,
            ),
            _missing(take_off=lambda wanted, present: wanted),
        ),
        (
            Named(
                "the candidate minus the reference",
                "Is your answer what the candidate lacks, or what it has too much?",
                LESSON,
            ),
            _missing(take_off=lambda wanted, present: present - wanted),
        ),
        (
            Named(
                "counts below 0 are kept",
                "The candidate has an n-gram more often than the reference. How often is it missing?",
                LESSON,
            ),
            _missing(take_off=_with_negative_counts),
        ),
        (
            known("each type is counted once"),
            _missing(take_off=lambda wanted, present: Counter(wanted.keys() - present.keys())),
        ),
        (
            Named(
                "only n-grams that the candidate does not have at all",
                "The reference has 'the' twice, and the candidate has it once. Is nothing missing?",
                LESSON,
            ),
            _missing(
                take_off=lambda wanted, present: Counter(
                    {gram: count for gram, count in wanted.items() if gram not in present}
                )
            ),
        ),
        (
            Named(
                "the whole count in place of what is missing",
                "The reference has 'the' twice, and the candidate has it once. How many are missing: two, or one?",
                LESSON,
            ),
            _missing(
                take_off=lambda wanted, present: Counter(
                    {gram: count for gram, count in wanted.items() if count > present[gram]}
                )
            ),
        ),
    ],
    read=read_counts,
    result="a dict or a Counter of n-grams",
    drawn=300,
)


# One reference left out


def jackknifed_rouge(candidate: Words, references: list[Words], n: int) -> float:
    """Compute the average of ROUGE-N over all ways to leave out one reference; a single one is not left out."""
    if len(references) == 1:
        return rouge_n(candidate, references, n)
    return _mean([rouge_n(candidate, others, n) for others in _one_left_out(references)])


def _mean(scores: list[float]) -> float:
    return sum(scores) / len(scores)


def _rounded_to(digits: int) -> Callable[[list[float]], float]:
    return lambda scores: round(_mean(scores), digits)


def _one_left_out(references: list[Words]) -> list[list[Words]]:
    return [references[:place] + references[place + 1 :] for place in range(len(references))]


def _jackknifed(
    score: Callable[[Words, list[Words], int], float] = rouge_n,
    rounds: Callable[[list[Words]], list[list[Words]]] = _one_left_out,
    finish: Callable[[list[float]], float] = _mean,
) -> Callable[..., float]:
    def function(candidate: Words, references: list[Words], n: int) -> float:
        if len(references) == 1:
            return score(candidate, references, n)
        return finish([score(candidate, others, n) for others in rounds(references)])

    return function


def _best_precision(candidate: Words, references: list[Words], n: int) -> float:
    return max(modified_precision(candidate, [reference], n) for reference in references)


def _worst_recall(candidate: Words, references: list[Words], n: int) -> float:
    return min(rouge_n(candidate, [reference], n) for reference in references)


def _rouge_without_rule(candidate: Words, references: list[Words], n: int) -> float:
    return max(_recall_without_rule(candidate, reference, n) for reference in references)


def _single_is_left_out(candidate: Words, references: list[Words], n: int) -> float:
    return _mean([rouge_n(candidate, others, n) for others in _one_left_out(references)])


def _single_is_left_out_for_0(candidate: Words, references: list[Words], n: int) -> float:
    return _mean([rouge_n(candidate, others, n) if others else 0.0 for others in _one_left_out(references)])


def _without_all_equal(references: list[Words]) -> list[list[Words]]:
    return [[other for other in references if other != left_out] for left_out in references]


def _without_all_equal_if_any_is_left(references: list[Words]) -> list[list[Words]]:
    return [others or references for others in _without_all_equal(references)]


_ONE_ROUND = Named(
    "one reference is left out, and the others never are",
    "With three references, how many numbers are there to average, and how many do you compute?",
    LESSON,
)
_NO_SINGLE = Named(
    "no rule for a single reference",
    "If the only reference is left out, what is there to compare with? What does the task say of this case?",
    LESSON,
)
_EQUAL = Named(
    "equal references are left out together",
    "Two people wrote the same sentence. When one of the two is left out, is the other one still there?",
    LESSON,
)

_EQUAL_REFERENCES: list[Arguments] = [
    ("the cat".split(), ["the cat".split(), "the cat".split(), "the mat".split()], 1),
    ("the cat".split(), ["a cat".split(), "a cat".split()], 1),
]

_JACKKNIFED = exercise(
    jackknifed_rouge,
    LESSON,
    pair_and_order,
    [*ORDER_PROBES, *_EQUAL_REFERENCES],
    [
        (known("characters instead of words"), in_letters(_jackknifed())),
        (known("precision in place of recall"), _jackknifed(modified_precision)),
        (known("precision in place of recall"), _jackknifed(_best_precision)),
        (known("the order n is not used"), lambda candidate, references, n: _jackknifed()(candidate, references, 1)),
        (known("no rule for 0/0"), _jackknifed(_rouge_without_rule)),
        (
            Named(
                "the best in place of the average",
                "Without its best reference, a candidate gets less. Does this lower your result?",
                LESSON,
            ),
            rouge_n,
        ),
        (
            Named(
                "each reference alone, and not the best of the others",
                "One of three references is left out. How many do you compare with then, and which of them counts?",
                LESSON,
            ),
            _jackknifed(rounds=lambda references: [[reference] for reference in references]),
        ),
        (known("the worst reference in place of the best"), _jackknifed(_worst_recall)),
        (
            Named(
                "the smallest number in place of the average",
                "Leaving out each reference in turn gives a number each time. What does the task do with all of them?",
                LESSON,
            ),
            _jackknifed(finish=min),
        ),
        (_ONE_ROUND, _jackknifed(finish=lambda scores: scores[0])),
        (_ONE_ROUND, _jackknifed(finish=lambda scores: scores[-1])),
        (
            Named(
                "divided by one too few",
                "With three references, how many numbers do you add up, and by how many do you divide?",
                LESSON,
            ),
            _jackknifed(finish=lambda scores: sum(scores) / (len(scores) - 1)),
        ),
        (
            Named(
                "the numbers are added up and not divided",
                "Can ROUGE-N be more than 1, and can your result?",
                LESSON,
            ),
            _jackknifed(finish=sum),
        ),
        (_NO_SINGLE, _single_is_left_out),
        (_NO_SINGLE, _single_is_left_out_for_0),
        (_EQUAL, _jackknifed(rounds=_without_all_equal)),
        (_EQUAL, _jackknifed(rounds=_without_all_equal_if_any_is_left)),
        *((known("rounded on the way"), _jackknifed(finish=_rounded_to(digits))) for digits in (2, 3, 4, 6)),
    ],
    drawn=200,
)

EXERCISES: tuple[Task, ...] = (_MISSING, _JACKKNIFED)
