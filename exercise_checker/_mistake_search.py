"""Search for the known mistakes that explain what a function did.

The example followed below is a learner's median, `values[len(values) // 2]`. It makes two of the mistakes that its task
knows: the values are not sorted, and of an even number of values it returns the higher of the two in the middle.

1. Order the inputs by how ordinary they are (`list_levels`). For the median, `[]` would be a corner case, and
   `[3, 1, 2]` is ordinary.
2. Try each mistake alone (`explain`). It must do what the learner's function does on every input of a level. "Not
   sorted" gives 1 for `[3, 1, 2]`, as the learner does, but 5.5 for `[3, 8]`, where the learner's 8 does not fit.
3. Collect wrong results of the learner's function, and look at what each mistake does alone on them
   (`explain_by_several`, `try_alone`). "Not sorted" explains the inputs with an odd number of values; "the higher of
   the two" explains `[3, 8]`.
4. Make pairs, those first that explain the most of the sample together, and run each one on every input
   (`find_pairs`). A function with both mistakes does all that the learner's does, so the pair explains it. If no pair
   does, the nearest pairs are tried with a third mistake (`find_nearest_pairs`, `add_third_mistake`).
5. Choose between explanations (`choose`). Those that explain the most of all inputs are kept, and only the mistakes
   that they share are named: here there is one pair, so both are, the deeper cause first.

A `Budget` counts the calls of our own functions in steps 3 and 4. When it is used up, the search ends.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from itertools import combinations, islice
from operator import itemgetter
from typing import Any, NamedTuple

from exercise_checker._mistakes import Mistake
from exercise_checker._rows import MIN_ORDINARY, NO_ZEROS, Row, keep_ordinary, list_levels
from exercise_checker._tasks import Case, Task
from exercise_checker.outcomes import Outcome, agree, close, nearly, outcome_of, show_outcome
from exercise_checker.shrinking import size

_MAX_WRONG_SAMPLED = 20
"""At most this many wrong results are sampled to find which mistakes may be part of a pair. Every mistake is called for
each of them, and the largest task of the course has about 250 mistakes."""

_MIN_INPUTS_FOR_SEVERAL = 40
"""Several mistakes are looked for on at least this many inputs: on fewer, too many mistakes do the same."""

_MIN_DIFFERENT_RESULTS = 3
"""With fewer different wrong results, too many mistakes could be the cause."""

_MAX_PAIRS_TRIED = 1_200
"""At most this many pairs of mistakes are run on the inputs. 250 mistakes have 31,000 pairs, but those that explain
the most are tried first, so the right one is usually among them."""

_MAX_PAIRS_AFTER = 300
"""If a pair explains everything, this many more are tried, because if another one does so too, only the mistakes that
they share are named."""

_MAX_PAIRS_COMPARED = 150
"""If no pair explains everything, this many are compared by how much of the sample they explain. Each takes a call for
every result in the sample, so all of them together take 3,000 calls."""

_MAX_PAIRS_EXTENDED = 3
"""This many of the nearest pairs are tried with a third mistake. Each of them is run with every mistake of the task."""

MAX_CALLS = 30_000
"""All searches of one check for several mistakes end after this many calls of our functions, which take a few seconds.
They do not use a clock, so that the verdict is the same on every machine."""


@dataclass
class Budget:
    """How many calls of our functions a check may still make, and how much time the learner's function has taken.

    This is processor time, so that a busy machine does not make a function slow.
    """

    calls_left: int
    seconds: float = 0.0

    def spend(self, calls: int = 1) -> bool:
        """Use up this many calls, and say whether they were still available."""
        self.calls_left -= calls
        return self.calls_left >= 0


class Explanation(NamedTuple):
    """The mistakes that a function makes, the deepest cause first, and the inputs on which nothing else is wrong.

    `function` makes all of them. `more` means that there is another mistake, which is not known, and
    `are_synonyms` that these are names of the same mistake, because they do the same in this task.
    """

    mistakes: tuple[Mistake, ...]
    rows: list[Row]
    function: Callable[..., Any]
    more: bool = False
    are_synonyms: bool = False


# One mistake.


class _Candidate(NamedTuple):
    """Mistakes that explain what was seen, and the function that makes them."""

    mistakes: tuple[Mistake, ...]
    function: Callable[..., Any]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(mistake.name for mistake in self.mistakes)

    def does(self, task: Task, case: Case) -> Outcome:
        """What the function does. The function of a pair is made for one search only, so caching it would not help."""
        if len(self.mistakes) == 1:
            return cached_outcome(task.read, self.function, case)
        return outcome_of(task.read, self.function, case.arguments)

    def explains(self, task: Task, row: Row, alike: Callable[[float, float], bool] = nearly) -> bool:
        """Whether the function does for this input what the learner's function did."""
        return agree(self.does(task, row.case), row.outcome, alike)


def explain(task: Task, rows: list[Row], budget: Budget, most: int = 2) -> Explanation | None:
    """Find the known mistakes that a function makes: one if it explains everything, and otherwise several.

    Args:
        task: what the function is meant to do.
        rows: what it did.
        budget: the limit for all searches of a check together.
        most: 1 if the search should not look for several mistakes.
    """
    for alike in (close, nearly):
        for number, level in enumerate(list_levels(task, rows)):
            wrong = [row for row in level if not row.is_right(alike)]
            if not wrong or (number > 0 and len(level) < MIN_ORDINARY):
                break
            wrong_first = sorted(level, key=lambda row: row.is_right(alike))
            singles = [_Candidate((mistake,), mistake.function) for mistake in task.mistakes]
            found = [single for single in singles if all(single.explains(task, row, alike) for row in wrong_first)]
            if found:
                return choose(task, found, rows, budget)
    return explain_by_several(task, rows, budget) if most > 1 else None


def keep_possible(task: Task, row: Row, mistakes: list[Mistake]) -> list[Mistake]:
    """Keep the mistakes that explain what was done for this input."""
    return [mistake for mistake in mistakes if _Candidate((mistake,), mistake.function).explains(task, row)]


@cache
def cached_outcome(read: Callable[[Any], Outcome], function: Callable[..., Any], case: Case) -> Outcome:
    """What a function of the catalogue does for an input of the check. This is cached, as it is always the same."""
    return outcome_of(read, function, case.arguments)


def choose(task: Task, found: list[_Candidate], rows: list[Row], budget: Budget) -> Explanation | None:
    """Choose between several explanations: keep what the ones that explain the most inputs have in common.

    If no input decides between several names, all of them describe the function.
    """
    scores = [len(found) > 1 and sum(candidate.explains(task, row) for row in rows) for candidate in found]
    first, *others = [candidate for candidate, score in zip(found, scores, strict=True) if score == max(scores)]
    shared = first.names.intersection(*(other.names for other in others))
    if not shared:
        if not all(len(other.mistakes) == 1 and do_the_same(task, other, first, rows) for other in (first, *others)):
            return None
        by_name = {other.mistakes[0].name: other.mistakes[0] for other in (first, *others)}
        named, level = sort_for_report(task, by_name.values()), list_explained_rows(task, first, rows)
        return Explanation(named, level, first.function, are_synonyms=True)
    with_0 = keep_ordinary(task, rows)
    returns = all(row.outcome.kind == row.right.kind for row in with_0)  # Several mistakes stop with the same error.
    if (len(first.mistakes) == 1 or returns) and find_explained_level(task, first, rows) == NO_ZEROS:
        first = add_mistake_at_0(task, first, with_0, budget)
        shared = first.names
    named = sort_for_report(task, (mistake for mistake in first.mistakes if mistake.name in shared))
    level, more = list_explained_rows(task, first, rows), len(named) < len(first.mistakes)
    return Explanation(named, level, first.function, more)


def do_the_same(task: Task, candidate: _Candidate, other: _Candidate, rows: list[Row]) -> bool:
    return all(agree(candidate.does(task, row.case), other.does(task, row.case)) for row in rows)


def find_explained_level(task: Task, found: _Candidate, rows: list[Row]) -> int:
    """Return the number of the first level on which everything is explained, or of the last one."""
    unsaid = {row.case for row in rows if not found.explains(task, row)}
    every = enumerate(list_levels(task, rows))
    return next((number for number, level in every if unsaid.isdisjoint(row.case for row in level)), NO_ZEROS)


def list_explained_rows(task: Task, found: _Candidate, rows: list[Row]) -> list[Row]:
    return list_levels(task, rows)[find_explained_level(task, found, rows)]


def add_mistake_at_0(task: Task, found: _Candidate, level: list[Row], budget: Budget) -> _Candidate:
    """Add the mistake that explains, together with this one, what the function does where the right result is 0."""
    both = {other.names: other for other in add_third_mistake(task, [found], level, budget)}
    return next(iter(both.values())) if len(both) == 1 else found


def sort_for_report(task: Task, mistakes: Iterable[Mistake]) -> tuple[Mistake, ...]:
    """Put mistakes into the order in which they are reported: the deepest cause first, and mere choices last."""
    return tuple(sorted(mistakes, key=lambda mistake: (mistake.choice, task.mistakes.index(mistake))))


# Several mistakes.


class _Trial(NamedTuple):
    """A way of making a mistake, and what it does alone in a sample.

    Each of the three numbers has one bit for each row of the sample: whether the mistake does the same there as the
    learner's function, whether it is right, and whether it is wrong.
    """

    mistake: Mistake
    same: int
    right: int
    wrong: int

    def explained_with(self, other: "_Trial") -> int:
        """The rows on which either mistake alone does what the learner's function does."""
        return self.same | other.same

    def possible_with(self, other: "_Trial") -> int:
        """The rows on which both together may do what the function does, if they do not depend on each other.

        If only one of them makes a difference, the function does what this one does alone.
        """
        return self.same & other.right | self.right & other.same | self.wrong & other.wrong


def explain_by_several(task: Task, rows: list[Row], budget: Budget) -> Explanation | None:
    """Explain the function on inputs without corner cases, errors or open choices, and then as much as possible."""
    level = next((level for level in reversed(list_levels(task, rows)) if len(level) >= _MIN_INPUTS_FOR_SEVERAL), rows)
    rest = [row for row in keep_results(level) if not is_open_choice(task, row.case)]
    wrong = sorted((row for row in rest if not row.is_right(nearly)), key=lambda row: size(row.arguments))
    if not wrong or len(rest) < MIN_ORDINARY:
        return None
    size_of_sample = min(len(wrong), _MAX_WRONG_SAMPLED)
    sample = [wrong[place * len(wrong) // size_of_sample] for place in range(size_of_sample)]
    if not budget.spend(len(sample) * len(task.mistakes)):
        return None
    trials = [try_alone(task, mistake, sample) for mistake in task.mistakes]
    found = list(find_pairs(task, rest, sample, trials, budget))
    whole = [pair for pair in found if all(pair.explains(task, row) for row in level)]
    if not whole:
        pairs = found or find_nearest_pairs(task, sample, trials, budget)
        whole = list(add_third_mistake(task, pairs, level, budget))
    explained = choose(task, whole or found, rows if whole else rest, budget) if whole or found else None
    return explained and explained._replace(more=explained.more or not whole)


def keep_results(rows: list[Row]) -> list[Row]:
    """Leave out the rows without a result, if there are not many of them and the other rows are informative.

    For example, if a function stops with an error whenever it finds a word, its other rows look as if it found none.
    """
    results = [row for row in rows if row.outcome.kind == row.right.kind]
    different = {show_outcome(row.outcome, 17) for row in results if not row.is_right(nearly)}
    return results if len(results) > len(rows) / 2 and len(different) >= _MIN_DIFFERENT_RESULTS else rows


@cache
def is_open_choice(task: Task, case: Case) -> bool:
    """Whether a choice that the sources leave open would lead to another result here."""
    choices = [mistake.function for mistake in task.mistakes if mistake.choice]
    return not all(agree(cached_outcome(task.read, choice, case), case.outcome) for choice in choices)


def try_alone(task: Task, mistake: Mistake, sample: list[Row]) -> _Trial:
    """Run a way of making a mistake alone on a sample."""
    same = right = 0
    for place, row in enumerate(sample):
        does = cached_outcome(task.read, mistake.function, row.case)
        same |= agree(does, row.outcome, nearly) << place
        right |= agree(does, row.right, nearly) << place
    return _Trial(mistake, same, right, wrong=((1 << len(sample)) - 1) ^ right)


def explains(task: Task, function: Callable[..., Any], rows: Iterable[Row], budget: Budget) -> bool:
    """Whether a function of ours does the same as the learner's on all these rows, within the budget."""
    return all(
        budget.spend() and agree(outcome_of(task.read, function, row.arguments), row.outcome, nearly) for row in rows
    )


def find_pairs(
    task: Task, rows: list[Row], sample: list[Row], trials: list[_Trial], budget: Budget
) -> Iterator[_Candidate]:
    """Yield the pairs that explain every row, beginning with those whose mistakes explain the most rows alone."""
    every = (1 << len(sample)) - 1

    def likely(pair: tuple[_Trial, _Trial]) -> int:
        first, other = pair
        signs = (first.possible_with(other) == every) + (first.wrong | other.wrong == every)
        return signs * len(sample) + first.explained_with(other).bit_count()

    last = _MAX_PAIRS_TRIED
    for tried, (first, other) in enumerate(nlargest(_MAX_PAIRS_TRIED, combinations(trials, 2), key=likely)):
        if tried > last:
            return
        explained = first.explained_with(other)
        telling = [row for place, row in enumerate(sample) if not explained >> place & 1]
        for found in combine(task, (first.mistake, other.mistake), [*telling, *rows], budget):
            last = tried + _MAX_PAIRS_AFTER
            yield found


def find_nearest_pairs(task: Task, sample: list[Row], trials: list[_Trial], budget: Budget) -> list[_Candidate]:
    """List the pairs that explain the most of the sample. A third mistake may explain the rest."""

    def explained(pair: tuple[_Trial, _Trial]) -> int:
        return pair[0].explained_with(pair[1]).bit_count()

    nearest = list[tuple[int, _Candidate]]()
    for first, other in nlargest(_MAX_PAIRS_COMPARED, combinations(trials, 2), key=explained):
        pair = (first.mistake, other.mistake)
        enough = nearest[-1][0] if len(nearest) == _MAX_PAIRS_EXTENDED else len(sample)
        for function in islice(task.with_all(pair), 1):
            unsaid = (row for row in sample if not explains(task, function, [row], budget))
            nearest.append((len(list(islice(unsaid, enough))), _Candidate(pair, function)))
        nearest = sorted(nearest, key=itemgetter(0))[:_MAX_PAIRS_EXTENDED]
    return [candidate for _, candidate in nearest]


def add_third_mistake(task: Task, found: list[_Candidate], rows: list[Row], budget: Budget) -> Iterator[_Candidate]:
    """Yield the explanations of every row that need at most one more mistake."""
    for candidate in found:
        unsaid = [row for row in rows if not candidate.explains(task, row)]
        if not unsaid:
            yield candidate
        for other in task.mistakes if unsaid else ():
            yield from combine(task, (*candidate.mistakes, other), [*unsaid, *rows], budget)


def combine(task: Task, mistakes: tuple[Mistake, ...], rows: list[Row], budget: Budget) -> Iterator[_Candidate]:
    """Yield the functions that make all these mistakes and do the same as the learner's function on every row."""
    if budget.calls_left > 0 and len({mistake.name for mistake in mistakes}) == len(mistakes):
        for function in task.with_all(mistakes):
            if explains(task, function, rows, budget):
                yield _Candidate(mistakes, function)
