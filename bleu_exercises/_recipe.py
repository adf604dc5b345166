"""Describe every function of the course as a recipe of small choices. A mistake is one choice made differently.

`RIGHT` contains the right choices, and `BUILD` makes the function of a task from a recipe. A wrong function usually
differs in one or two places, so a recipe with one choice replaced is one mistake, and with two replaced it makes two.
"""

import inspect
import marshal
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from bleu_helpers import brevity_penalty_of_lengths, closest_ref_length

Words: TypeAlias = Sequence[Any]
Counts: TypeAlias = Counter[Any]
Match: TypeAlias = Callable[[Counts, Counts], Counts]
"""Takes the counts of a candidate and the allowed counts, and keeps the matches."""
Lengths: TypeAlias = tuple[int, list[int]]
Numbers: TypeAlias = Sequence[float]
Shape: TypeAlias = Callable[[float, float], float]
Pair: TypeAlias = tuple[Words, list[Words]]
Function = TypeVar("Function", bound=Callable[..., Any])


class Recipe(NamedTuple):
    """The choices. A field's comment says what it decides."""

    read: Callable[[Words], Words]  # what a sentence is made of
    references: Callable[[list[Words]], list[Words]]  # which references are used
    others: Callable[["Recipe", Words, list[Words], int], list[Counts]]  # what is counted in the references
    ngrams: Callable[[Words, int], list[Any]]  # which n-grams a sentence has
    candidate_ngrams: Callable[[list[Any]], list[Any]]  # which of its own n-grams a candidate has
    tally: Callable[[list[Any]], Counts]  # how they are counted
    matches: Callable[[Match, Counts, list[Counts]], Counts]  # how matches with several references are combined
    match: Match  # what counts as a match in plain precision
    clip: Match  # what counts as a match in clipped precision
    total: Callable[[Counts, int, list[Counts], int], float]  # what the matches are divided by
    ratio: Callable[[float, float], float]  # how they are divided
    lengths: Callable[[Words, list[Words], int], Lengths]  # all lengths, for a score with this many orders
    length: Callable[[int, list[int]], float]  # the reference length r
    shape: Shape  # the penalty of a short candidate, from c and r
    cap: Callable[[Shape, float, float], float]  # which candidates are penalised, and the factor of the others
    factor: Callable[["Recipe", int, list[int]], float]  # the factor for one candidate's length and its references'
    kept: Callable[[Numbers, Numbers], tuple[Numbers, Numbers]]  # which precisions are used, and their weights
    weighing: Callable[[Numbers], Numbers]  # which weights replace these
    mean: Callable[[Numbers, Numbers], float]  # one number from the precisions and the weights
    together: Callable[[float, float, int], float]  # one score from the penalty and the mean over this many orders
    sentence: Callable[["Recipe", Words, list[Words], Sequence[float]], float]  # BLEU of one candidate
    corpus: Callable[["Recipe", list[Pair], Sequence[float]], float]  # BLEU of many candidates
    recall: Callable[["Recipe", Words, list[Words], int], float]  # ROUGE-N
    bleu_n: Callable[["Recipe", Words, list[Words], int], float]  # what F1 uses as its precision
    f_factor: Callable[[float], float]  # the factor in front of precision times recall in F, for a beta
    f_denominator: Callable[[float, float, float], float]  # what both are divided by
    f: Callable[["Recipe", float, float, float], float]  # one number from precision and recall
    substitution: float  # the cost of replacing one word with another
    border: tuple[float, float]  # what the first column and row of the table are multiplied by
    edits: Callable[["Recipe", Words, Words], float]  # the number of errors
    rate: Callable[[float, int, int], float]  # the number of errors as a share
    finish: Callable[[float], float]  # what is done to the result at the end
    empty_first: bool  # whether an empty candidate is handled before anything is computed


def body_of(function: Function) -> Function:
    """Return a right function without its validation, and with a separate code object.

    The guard recognises the package's functions by their code. With a copy, a mistake that is built from such a
    function, and that plays the role of a learner's function in a test, is not recognised as the function itself.

    >>> body_of(grams)("the cat".split(), 1), body_of(grams).__code__ == grams.__code__
    ([('the',), ('cat',)], False)
    """
    right = inspect.unwrap(function)
    code = right.__code__.replace(co_name=f"{right.__name__}_again")
    again = FunctionType(code, right.__globals__, right.__name__, right.__defaults__, right.__closure__)
    again.__kwdefaults__ = right.__kwdefaults__
    return cast(Function, again)


# The right choices.


def _as_it_is(value: Any) -> Any:
    return value


def each_counted(recipe: "Recipe", candidate: Words, references: list[Words], n: int) -> list[Counts]:
    """Count the n-grams of each reference, whatever the candidate is."""
    return [recipe.tally(recipe.ngrams(reference, n)) for reference in references]


def grams(words: Words, n: int) -> list[Any]:
    """List the n-grams of a sentence."""
    return list(zip(*(words[start:] for start in range(n)), strict=False))


def highest(reference_counts: list[Counts]) -> Counts:
    """Find each n-gram's largest count in a single reference."""
    most: Counts = Counter()
    for counts in reference_counts:
        for gram, count in counts.items():  # the same as most |= counts, in a third of the time
            if count > most.get(gram, 0):
                most[gram] = count
    return most


def with_the_highest(match: Match, counts: Counts, reference_counts: list[Counts]) -> Counts:
    """Match against each n-gram's largest count in a single reference."""
    return match(counts, highest(reference_counts))


def found(counts: Counts, allowed: Counts) -> Counts:
    """Keep the full counts of all n-grams that are allowed at all."""
    return Counter({gram: count for gram, count in counts.items() if allowed[gram]})


def clipped(counts: Counts, allowed: Counts) -> Counts:
    """Clip the count of each n-gram to the allowed count."""
    return Counter({gram: min(count, allowed[gram]) for gram, count in counts.items()})


def all_counted(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    """Add up the counts."""
    return sum(counts.values())


def all_by_formula(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    """Compute the number of n-grams from the length alone."""
    return max(c - n + 1, 0)


def divided(matched: float, total: float) -> float:
    """Divide, with 0/0 = 0."""
    return matched / total if total > 0 else 0.0


def lengths_in_words(candidate: Words, references: list[Words], orders: int) -> Lengths:
    """Count the words, independently of the highest order."""
    return len(candidate), list(map(len, references))


def of_the_closest(recipe: Recipe, c: int, lengths: list[int]) -> float:
    """Compute the penalty from the candidate's length and the reference length."""
    return penalty_of(recipe, c, recipe.length(c, lengths))


def closest(c: int, lengths: list[int]) -> int:
    """Find the closest length; on a tie, the shorter one. Ranges are used as sentences with a known length."""
    return _closest_of_lengths(c, tuple(lengths))


@lru_cache(maxsize=None, typed=True)
def _closest_of_lengths(c: int, lengths: tuple[int, ...]) -> int:
    """Cache the result, because every mistake elsewhere needs the same few lengths."""
    return _closest_of_sentences(range(c), [range(length) for length in lengths])


_closest_of_sentences = body_of(closest_ref_length)
penalty = body_of(brevity_penalty_of_lengths)


def exponential(c: float, r: float) -> float:
    """Compute the penalty of a candidate that is too short."""
    return math.exp(1 - r / c)


def short_pays(shape: Shape, c: float, r: float) -> float:
    """Penalise short candidates, and return 0 for an empty one."""
    return 0.0 if c == 0 else 1.0 if c > r else shape(c, r)


def penalty_of(recipe: Recipe, c: float, r: float) -> float:
    """Compute the penalty for two lengths."""
    return recipe.cap(recipe.shape, c, r)


def every_one(precisions: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
    """Use all precisions as they are."""
    return precisions, weights


def geometric(precisions: Numbers, weights: Numbers) -> float:
    """Compute the weighted geometric mean for any weights."""
    return float(math.prod(map(pow, precisions, weights)))


def mean_of(recipe: Recipe, precisions: Numbers, weights: Numbers) -> float:
    """Compute one number from the precisions and the weights."""
    precisions, weights = recipe.kept(precisions, weights)
    return recipe.mean(precisions, recipe.weighing(weights))


def multiplied(factor: float, mean: float, orders: int) -> float:
    """Multiply the mean by the penalty."""
    return factor * mean


def precision(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    """Compute a modified precision."""
    return recipe.ratio(*matched_and_total(recipe, candidate, references, n))


def matched_and_total(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> tuple[float, float]:
    """Compute the numerator and the denominator of a modified precision.

    Most mistakes are made elsewhere, and then these two numbers are the same for an input, so they are cached.
    """
    arguments: Any = (candidate, references, n)
    try:
        written: bytes | str = marshal.dumps(arguments, 2)  # four times as fast as repr; equal for equal arguments
    except ValueError:
        written = repr(arguments)  # words of another type, in the task of another course
    counting = recipe.others, recipe.candidate_ngrams, recipe.tally, recipe.ngrams
    asked = *counting, recipe.matches, recipe.clip, recipe.total, written
    numbers = _MATCHED_AND_TOTAL.get(asked)
    if numbers is None:
        if len(_MATCHED_AND_TOTAL) >= _MAX_CACHED:
            _MATCHED_AND_TOTAL.clear()
        counts = recipe.tally(recipe.candidate_ngrams(recipe.ngrams(candidate, n)))
        others = recipe.others(recipe, candidate, references, n)
        matched = sum(recipe.matches(recipe.clip, counts, others).values())
        numbers = _MATCHED_AND_TOTAL[asked] = matched, recipe.total(counts, len(candidate), others, n)
    return numbers


_MATCHED_AND_TOTAL: dict[tuple[Any, ...], tuple[float, float]] = {}
_MAX_CACHED = 20_000
"""This many pairs of numbers are cached, which takes about ten megabytes. Then the cache is cleared."""


def sentence_bleu(recipe: Recipe, candidate: Words, references: list[Words], weights: Sequence[float]) -> float:
    """Compute BLEU of one candidate."""
    if recipe.empty_first and len(candidate) == 0:
        return 0.0
    precisions = [precision(recipe, candidate, references, n) for n in range(1, len(weights) + 1)]
    factor = recipe.factor(recipe, *recipe.lengths(candidate, references, len(weights)))
    return recipe.together(factor, mean_of(recipe, precisions, weights), len(weights))


def sums_divided_once(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    """Compute BLEU of a corpus from the sums of the counts and of the lengths."""
    if recipe.empty_first and not any(candidate for candidate, _ in pairs):
        return 0.0
    precisions = []
    for n in range(1, len(weights) + 1):
        rows = [matched_and_total(recipe, candidate, references, n) for candidate, references in pairs]
        precisions.append(recipe.ratio(sum(matched for matched, _ in rows), sum(total for _, total in rows)))
    factor = penalty_of(recipe, *corpus_lengths(recipe, pairs, len(weights)))
    return recipe.together(factor, mean_of(recipe, precisions, weights), len(weights))


def corpus_lengths(recipe: Recipe, pairs: list[Pair], orders: int) -> tuple[float, float]:
    """Add up the lengths of the candidates, and the reference lengths."""
    lengths = [recipe.lengths(candidate, references, orders) for candidate, references in pairs]
    return sum(c for c, _ in lengths), sum(recipe.length(c, others) for c, others in lengths)


def recall_rows(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> list[tuple[float, float]]:
    """Compute, for each reference, how many of its n-grams the candidate has, and how many n-grams it has."""
    return [matched_and_total(recipe, reference, [candidate], n) for reference in references]


def best_recall(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    """Compute ROUGE-N: the largest recall of any reference."""
    return max(recipe.ratio(*row) for row in recall_rows(recipe, candidate, references, n))


def bleu_of_order(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    """Compute BLEU-n with equal weights."""
    return recipe.sentence(recipe, candidate, references, (1 / n,) * n)


def one_and_beta_squared(beta: float) -> float:
    """Compute the factor that makes F equal to 1 if precision and recall are 1."""
    return 1 + beta**2


def weighed_sum(p: float, r: float, beta: float) -> float:
    """Add the precision, multiplied by beta squared, and the recall."""
    return beta**2 * p + r


def quotient(recipe: Recipe, p: float, r: float, beta: float) -> float:
    """Compute F, with 0/0 = 0."""
    return divided(recipe.f_factor(beta) * p * r, recipe.f_denominator(p, r, beta))


def f_beta(p: float, r: float, beta: float) -> float:
    """Compute F with the right choices."""
    return quotient(RIGHT, p, r, beta)


def fewest_edits(recipe: Recipe, candidate: Words, reference: Words) -> float:
    """Compute the edit distance."""
    return edit_table(candidate, reference, recipe.substitution, border=recipe.border)


def edit_table(
    candidate: Words,
    reference: Words,
    substitution: float = 1,
    insertion: float = 1,
    deletion: float = 1,
    border: tuple[float, float] = (1, 1),
) -> float:
    """Compute an edit distance with other costs. `border` scales the first column and the first row of the table."""
    row = [j * deletion * border[1] for j in range(len(reference) + 1)]
    for i, word in enumerate(candidate, start=1):
        above = row
        row = [i * insertion * border[0]]
        for j, other in enumerate(reference, start=1):
            change = above[j - 1] + (substitution if word != other else 0)
            row.append(min(change, above[j] + insertion, row[j - 1] + deletion))
    return row[-1]


def by_reference(edits: float, c: int, r: int) -> float:
    """Divide by the reference's length."""
    return edits / r


RIGHT = Recipe(
    read=_as_it_is,
    references=_as_it_is,
    others=each_counted,
    ngrams=grams,
    candidate_ngrams=_as_it_is,
    tally=Counter,
    matches=with_the_highest,
    match=found,
    clip=clipped,
    total=all_counted,
    ratio=divided,
    lengths=lengths_in_words,
    length=closest,
    shape=exponential,
    cap=short_pays,
    factor=of_the_closest,
    kept=every_one,
    weighing=_as_it_is,
    mean=geometric,
    together=multiplied,
    sentence=sentence_bleu,
    corpus=sums_divided_once,
    recall=best_recall,
    bleu_n=bleu_of_order,
    f_factor=one_and_beta_squared,
    f_denominator=weighed_sum,
    f=quotient,
    substitution=1,
    border=(1, 1),
    edits=fewest_edits,
    rate=by_reference,
    finish=_as_it_is,
    empty_first=False,
)


@dataclass(frozen=True)
class Harmless:
    """Choices that make no difference in a right function, but may make one `beside` a slip in these fields."""

    field: str
    choices: tuple[Any, ...]
    beside: tuple[str, ...]
    tasks: tuple[str, ...]


HARMLESS = (
    Harmless(
        "total",
        (all_counted, all_by_formula),
        ("ngrams", "candidate_ngrams", "tally"),
        ("unigram_precision", "modified_precision", "bleu_score", "corpus_bleu", "rouge_n", "ngram_f1"),
    ),
    Harmless("empty_first", (False, True), ("ratio",), ("bleu_score", "corpus_bleu", "ngram_f1")),
)
"""Each mistake is known with all of these choices, because people make each of them."""


# Build a function for each task from a recipe.


def _pair(recipe: Recipe, candidate: Words, references: list[Words]) -> Pair:
    return recipe.read(candidate), [recipe.read(reference) for reference in recipe.references(references)]


def _of_pair(compute: Callable[..., Any]) -> Callable[[Recipe], Callable[..., Any]]:
    """Return the builder of a function of a candidate and its references, which are read as the recipe says."""
    return lambda recipe: (
        lambda candidate, references, *rest: recipe.finish(
            compute(recipe, *_pair(recipe, candidate, references), *rest)
        )
    )


def _share_of_words(recipe: Recipe, candidate: Words, references: list[Words]) -> float:
    counts = recipe.tally(grams(candidate, 1))
    others = recipe.others(recipe, candidate, references, 1)
    total = recipe.total(counts, len(candidate), others, 1)
    return recipe.ratio(sum(recipe.matches(recipe.match, counts, others).values()), total)


def _clipped_counts(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> Counts:
    others = recipe.others(recipe, candidate, references, n)
    return recipe.matches(recipe.clip, recipe.tally(recipe.candidate_ngrams(recipe.ngrams(candidate, n))), others)


def _corpus_bleu(recipe: Recipe) -> Callable[..., Any]:
    def function(candidates: list[Words], corpus: list[list[Words]], weights: Sequence[float]) -> Any:
        pairs = [_pair(recipe, candidate, references) for candidate, references in zip(candidates, corpus, strict=True)]
        return recipe.finish(recipe.corpus(recipe, pairs, weights))

    return function


def _ngram_f1(recipe: Recipe) -> Callable[..., Any]:
    def function(candidate: Words, references: list[Words], n: int) -> Any:
        pair = _pair(recipe, candidate, references)
        p, r = recipe.bleu_n(recipe, *pair, n), recipe.recall(recipe, *pair, n)
        return recipe.finish(recipe.f(recipe, p, r, 1.0))

    return function


def _word_error_rate(recipe: Recipe) -> Callable[..., Any]:
    def function(candidate: Words, reference: Words) -> Any:
        candidate, reference = recipe.read(candidate), recipe.read(reference)
        return recipe.finish(recipe.rate(recipe.edits(recipe, candidate, reference), len(candidate), len(reference)))

    return function


BUILD: dict[str, Callable[[Recipe], Callable[..., Any]]] = {
    "simple_count": lambda recipe: lambda tokens, n: recipe.tally(recipe.ngrams(recipe.read(tokens), n)),
    "unigram_precision": _of_pair(_share_of_words),
    "count_clip": _of_pair(_clipped_counts),
    "modified_precision": _of_pair(precision),
    "closest_ref_length": _of_pair(lambda recipe, *pair: recipe.length(*recipe.lengths(*pair, 1))),
    "brevity_penalty": _of_pair(lambda recipe, *pair: recipe.factor(recipe, *recipe.lengths(*pair, 1))),
    "bleu_score": _of_pair(lambda recipe, *given: recipe.sentence(recipe, *given)),
    "corpus_bleu": _corpus_bleu,
    "rouge_n": _of_pair(lambda recipe, *given: recipe.recall(recipe, *given)),
    "f_score": lambda recipe: lambda p, r, beta: recipe.finish(recipe.f(recipe, p, r, beta)),
    "ngram_f1": _ngram_f1,
    "word_error_rate": _word_error_rate,
}
