"""A stand-in for a collection of students' code: the catalogue's mistakes, written as students write them.

Real code seldom has one mistake and nothing else. It also stops on an empty or short candidate, has a second mistake,
takes its arguments in NLTK's order, or has a constant with ten digits. Here each mistake gets such company, and it is
known what is wrong with each function. Functions that were written by hand are in students_by_hand.py; those in
students_of_lists.py know no dict, and have mistakes that stand in no catalogue.

  python tests/students.py         the checker's table: a hundred of each kind, and how many get a true name
  python tests/students.py 1000    a thousand of each kind, or all that there are
"""

import math
import statistics
import sys
import time
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import NamedTuple

from students_by_hand import RIGHT_BY_HAND, WRONG_BY_HAND, Handed
from students_of_lists import OF_LISTS, OUTSIDE

from bleu_helpers.checks import catalogue, diagnose, in_form
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._slips import SLIPS
from bleu_helpers.checks._tasks import TASKS
from bleu_helpers.checks.exercises import EVERY_TASK

# What a function may have beside its mistake.


def order_of(task, arguments):
    """How long a sentence must be to have an n-gram of every order."""
    given = dict(zip(TASKS[task].parameters, arguments, strict=True))
    return given["n"] if "n" in given else len(given["weights"]) if "weights" in given else 1


def texts_of(task, arguments):
    """The sentences whose n-grams are divided by: the references of ROUGE, and the candidates elsewhere."""
    if task == "f_score":
        return []
    first, second, *_ = (*arguments, None)
    if task == "corpus_bleu":
        return [[word for candidate in first for word in candidate]]
    if task == "word_error_rate":
        return [second]
    return [first, *second] if task in ("rouge_n", "ngram_f1") else [first]


def stops_on_short_ones(task, function, shortest=None):
    """The function, with a division by the number of n-grams that nobody guards."""

    def handed_in(*arguments):
        longest = shortest or order_of(task, arguments)
        for text in texts_of(task, arguments):
            if len(text) < longest:
                return 1 / 0
        if task == "f_score" and arguments[0] + arguments[1] == 0:
            return 1 / 0
        return function(*arguments)

    return handed_in


def indexes_an_empty_one(task, function):
    """The function, with a first word that an empty candidate does not have."""

    def handed_in(*arguments):
        for text in texts_of(task, arguments):
            text[0]
        return function(*arguments)

    return handed_in


def logarithm_of_a_short_one(task, function):
    """The function, with an error of its own kind for short candidates."""

    def handed_in(*arguments):
        for text in texts_of(task, arguments):
            math.log(max(len(text) - order_of(task, arguments) + 1, 0))
        return function(*arguments)

    return handed_in


WITH_A_CRASH = (
    stops_on_short_ones,
    lambda task, function: stops_on_short_ones(task, function, 1),
    indexes_an_empty_one,
    logarithm_of_a_short_one,
)

SWAPPABLE = [name for name, task in TASKS.items() if any("references" in one for one in task.parameters)]
CRASHABLE = [name for name in TASKS if name not in ("simple_count", "count_clip", "closest_ref_length")]


def references_first(function):
    return lambda references, candidate, *rest: function(candidate, references, *rest)


# The catalogue in this company.


def right(task):
    return BUILD[task](RIGHT)


def one_each(task):
    """A mistake of each name: the first way of making it."""
    return list({one.name: one for one in reversed(catalogue.mistakes(task))}.values())[::-1]


def singles():
    for task in TASKS:
        for one in one_each(task):
            yield Handed(task, one.function, frozenset({one.name}))


ABOUT_SHORT_ONES = {
    "an empty candidate divides by zero",
    "an empty candidate gets 1",
    "an empty candidate pays nothing",
    "no rule for an empty candidate",
    "no rule for 0/0",
    "0/0 taken as 1",
    "no rule for 0/0 in F",
}
"""Mistakes that show on short inputs only: a crash there hides them."""


ABOUT_SHORT_REFERENCES = {"the closest number of n-grams in place of words"}
"""The same where a short reference stops the function too."""


def about_long_ones(handed):
    hidden = ABOUT_SHORT_ONES | (ABOUT_SHORT_REFERENCES if handed.task == "ngram_f1" else set())
    return handed.task in CRASHABLE and not handed.names & hidden


def with_a_crash():
    for number, one in enumerate(filter(about_long_ones, singles())):
        crash = WITH_A_CRASH[number % len(WITH_A_CRASH)]
        names = one.names | ({"no rule for 0/0 in F"} if one.task == "f_score" else set())  # where it may stop it
        yield one._replace(function=crash(one.task, one.function), names=names)


def swapped():
    """In NLTK's order, every other one with a crash as well."""
    for number, one in enumerate(handed for handed in singles() if handed.task in SWAPPABLE):
        function = stops_on_short_ones(one.task, one.function) if number % 2 and about_long_ones(one) else one.function
        yield Handed(one.task, references_first(function), one.names | {catalogue.SWAPPED})


def pairs(seed="pairs", of_each=40):
    """Two mistakes at once, in every third function with a crash beside them."""
    random = Random(seed)
    for task in TASKS:
        slips = [slip for slip in SLIPS if task in slip.tasks]
        both = [two for two in combinations(slips, 2) if two[0].field != two[1].field and two[0].name != two[1].name]
        random.shuffle(both)
        for number, two in enumerate(both[:of_each]):
            function = next(iter(catalogue.functions_with(task, *two)))
            if number % 3 == 0 and task in CRASHABLE:
                function = stops_on_short_ones(task, function)
            yield Handed(task, function, frozenset(slip.name for slip in two))


def triples(seed="triples", of_each=20):
    """Three mistakes at once, in every third function with a crash beside them."""
    random = Random(seed)
    for task in TASKS:
        slips = [slip for slip in SLIPS if task in slip.tasks]
        for number in range(of_each if len({slip.field for slip in slips}) > 2 else 0):
            three = []
            while len({slip.field for slip in three}) < 3 or len({slip.name for slip in three}) < 3:
                three = random.sample(slips, 3)
            function = next(iter(catalogue.functions_with(task, *three)))
            if number % 3 == 0 and task in CRASHABLE:
                function = stops_on_short_ones(task, function)
            yield Handed(task, function, frozenset(slip.name for slip in three))


def rounded_constant(c, r):
    return 0.0 if c == 0 else 1.0 if c >= r else 2.718281828 ** (1 - r / c)


def rounded_to(digits, function, above=-1.0):
    def handed_in(*arguments):
        result = function(*arguments)
        return round(result, digits) if result > above else result

    return handed_in


NUMBERS = [name for name in TASKS if name not in ("simple_count", "count_clip", "closest_ref_length")]


def last_digits():
    """Right but for the last digits, and then with a mistake beside them."""
    for task in ("brevity_penalty", "bleu_score", "corpus_bleu", "ngram_f1"):
        yield Handed(task, BUILD[task](replace(RIGHT, penalty=rounded_constant)), frozenset({"only the last digits"}))
    for task in NUMBERS:
        for digits in (7, 9):
            yield Handed(task, rounded_to(digits, right(task)), frozenset({"only the last digits"}))
        yield Handed(task, rounded_to(10, right(task), above=0.3), frozenset({"only the last digits"}))


def last_digits_beside():
    for number, one in enumerate(handed for handed in singles() if handed.task in NUMBERS):
        if "rounded on the way" not in one.names:
            function = rounded_to((7, 10)[number % 2], one.function)
            yield Handed(one.task, function, one.names | {"rounded on the way"})


def right_but_for_short_ones():
    for task in CRASHABLE:
        if task not in ("f_score", "word_error_rate"):
            for crash in WITH_A_CRASH:
                yield Handed(task, crash(task, right(task)))


# The table.


def some(handed, count):
    """So many of a kind, in an order that is the same each time, with the tasks mixed."""
    every = list(handed)
    Random("a class").shuffle(every)
    return every[:count]


def named(verdict):
    return frozenset(one.name for one in (verdict.known, *verdict.also) if one)


class Counted(NamedTuple):
    """What became of the functions of a kind: how many have the verdict that they should, a name, a wrong name."""

    handed_in: int
    as_it_should: int
    named: int
    wrong_names: list
    seconds: list

    def __str__(self):
        numbers = (self.handed_in, self.as_it_should, self.named, len(self.wrong_names))
        seconds = f"{statistics.median(self.seconds):9.2f} {max(self.seconds):9.2f}"
        return " ".join(f"{number:9}" for number in numbers) + f" {seconds}"


def counted(handed, task=EVERY_TASK.__getitem__, status="wrong"):
    """Check each function: a right one should pass, and a wrong one be rejected, if possible with its true name."""
    verdicts, seconds = [], []
    for one in handed:
        start = time.process_time()
        verdicts.append(diagnose(one.function, task(one.task)))
        seconds.append(time.process_time() - start)
    said = [(one, named(verdict)) for one, verdict in zip(handed, verdicts, strict=True)]
    return Counted(
        len(handed),
        sum(verdict.status == status for verdict in verdicts),
        sum(bool(names) and names <= one.names for one, names in said),
        [(one.task, sorted(one.names), sorted(names)) for one, names in said if not names <= one.names],
        seconds,
    )


WRONG = {
    "a mistake alone": singles,
    "and a crash on short ones": with_a_crash,
    "two mistakes": pairs,
    "references first": swapped,
    "and rounded": last_digits_beside,
    "three mistakes": triples,
    "wrong, by hand": lambda: WRONG_BY_HAND,
    "by hand, with lists": lambda: OF_LISTS,
    "not in the catalogue": lambda: OUTSIDE,
}


def table(count):
    """The checker's table, a line at a time. Seconds are of the processor."""
    heads = ("handed in", "as should", "named", "wrongly", "median s", "worst s")
    yield f"{'':26}" + " ".join(f"{head:>9}" for head in heads)
    for kind, handed in WRONG.items():
        yield f"{kind:26}{counted(some(handed(), count))}"
    without_short = lambda name: in_form(TASKS[name], asks_for_short=False)  # noqa: E731
    short = some(right_but_for_short_ones(), count)
    yield f"{'right but for short ones':26}{counted(short, without_short, 'correct')}"
    yield f"{'right, by hand':26}{counted(some(RIGHT_BY_HAND, count), status='correct')}"


if __name__ == "__main__":
    for line in table(int(sys.argv[1]) if sys.argv[1:] else 100):
        print(line, flush=True)
