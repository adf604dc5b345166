"""The catalogue of mistakes: the ways in which people really get BLEU and its relatives wrong.

Each mistake is a small function that takes the place of one right choice in a recipe. It has a name, a question that
leads to the cure, the lesson that treats it, and the tasks in which it can be made. Where people write the same
mistake in two ways that differ in a corner, both stand under one name.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from typing import Any, TypeVar

from bleu_helpers.checks._recipe import (
    BUILD,
    HARMLESS,
    RIGHT,
    Counts,
    Pair,
    Recipe,
    Words,
    all_counted,
    clipped,
    closest,
    corpus_lengths,
    divided,
    edit_table,
    f_beta,
    fewest_edits,
    geometric,
    grams,
    highest,
    in_any,
    ngram_f1_of,
    penalty,
    precision,
    recall_rows,
    sentence_bleu,
    sums_divided_once,
)


@dataclass(frozen=True)
class Slip:
    """One choice made differently: `choice` in the place of the right one in `field`."""

    name: str
    lesson: str
    question: str
    field: str
    tasks: tuple[str, ...]
    choice: Any
    halves: tuple[str, ...]


@dataclass(frozen=True)
class Mistake:
    """A slip in one task, as a whole function that makes this mistake and no other."""

    task: str
    name: str
    lesson: str
    question: str
    function: Callable[..., Any]


Choice = TypeVar("Choice", bound=Callable[..., Any])

SLIPS: list[Slip] = []

# The tasks in which a choice is made.
_BLEU = "bleu_score corpus_bleu ngram_f1"
_NGRAMS = f"count_clip modified_precision rouge_n {_BLEU}"
_CLIPS = f"count_clip modified_precision {_BLEU}"
_SHARES = f"modified_precision rouge_n {_BLEU}"
_LENGTHS = f"closest_ref_length brevity_penalty {_BLEU}"


def _slip(
    name: str, lesson: str, question: str, field: str, tasks: str, halves: str = "bleu rouge"
) -> Callable[[Choice], Choice]:
    """Put the decorated function into the catalogue. Used twice, it notes two ways of writing one mistake.

    `halves` says in which half of ngram_f1 alone it shows.
    """

    def note(choice: Choice) -> Choice:
        SLIPS.append(Slip(name, lesson, question, field, tuple(tasks.split()), choice, tuple(halves.split())))
        return choice

    return note


# What a sentence is made of.

_characters = partial(
    _slip,
    "characters instead of words",
    "01_counting",
    "What is the first item that your loop sees: a whole word, or a single letter?",
)


@_characters("read", f"simple_count unigram_precision closest_ref_length brevity_penalty word_error_rate {_NGRAMS}")
def _letters(words: Words) -> Words:
    return list("".join(words))


@_characters("read", f"simple_count unigram_precision closest_ref_length brevity_penalty word_error_rate {_NGRAMS}")
def _letters_and_spaces(words: Words) -> Words:
    return list(" ".join(words))


@_characters("ngrams", _BLEU)
def _ngrams_of_letters(words: Words, n: int) -> list[Any]:
    return grams("".join(words), n)


@_characters("ngrams", _BLEU)
def _ngrams_of_letters_and_spaces(words: Words, n: int) -> list[Any]:
    return grams(" ".join(words), n)


@_characters("ngrams", "simple_count count_clip")
def _pieces_of_text(words: Words, n: int) -> list[Any]:
    return ["".join(gram) for gram in grams("".join(words), n)]


@_characters("ngrams", "simple_count count_clip")
def _pieces_of_text_and_spaces(words: Words, n: int) -> list[Any]:
    return ["".join(gram) for gram in grams(" ".join(words), n)]


@_characters("ngrams", f"simple_count {_NGRAMS}")
def _pieces_of_words(words: Words, n: int) -> list[Any]:
    return ["".join(gram) for word in words for gram in grams(word, n)]


# Which references are looked at.


@_slip(
    "only the first reference is used",
    "02_clipping",
    "What changes in your result when the references stand in another order?",
    "references",
    f"unigram_precision {_NGRAMS}",
)
def _first_reference(references: list[Words]) -> list[Words]:
    return references[:1]


@_slip(
    "only the last reference is used",
    "02_clipping",
    "Your loop visits every reference. What is left of the earlier ones when it ends?",
    "references",
    f"unigram_precision {_NGRAMS}",
)
def _last_reference(references: list[Words]) -> list[Words]:
    return references[-1:]


@_slip(
    "the references are joined into one long one",
    "02_clipping",
    "Each reference is a translation of its own. Which word pairs and which length appear when you join two of them?",
    "references",
    f"brevity_penalty {_NGRAMS}",
)
def _joined(references: list[Words]) -> list[Words]:
    return [[word for reference in references for word in reference]]


# Which n-grams there are.

_off_by_one = partial(
    _slip,
    "off by one: an n-gram is missing",
    "03_ngrams",
    "How many n-grams does a sentence of 3 words have for n = 1, 2 and 3, and how many does your range give?",
    "ngrams",
    f"simple_count {_NGRAMS}",
)


@_off_by_one()
def _last_missing(words: Words, n: int) -> list[Any]:
    return grams(words, n)[:-1]


@_off_by_one()
def _first_missing(words: Words, n: int) -> list[Any]:
    return grams(words, n)[1:]


_ends_late = partial(
    _slip,
    "off by one: n-grams that are too short",
    "03_ngrams",
    "At which position does the last n-gram start, and what does your slice give one step later?",
    "ngrams",
    f"simple_count {_NGRAMS}",
)


@_ends_late()
def _too_short(words: Words, n: int) -> list[Any]:
    return [tuple(words[start : start + n]) for start in range(len(words))]


@_ends_late()
def _last_too_short(words: Words, n: int) -> list[Any]:
    return [tuple(words[start : start + n]) for start in range(len(words) - n + 2)]


_list_keys = partial(
    _slip,
    "lists as keys",
    "01_counting",
    "A dict finds a key by its hash. Which kind of sequence has one, and can never change: a list or another kind?",
)


@_list_keys("ngrams", f"simple_count {_NGRAMS}")
def _lists(words: Words, n: int) -> list[Any]:
    return [list(gram) for gram in grams(words, n)]


@_list_keys("clip", _CLIPS, halves="bleu")
def _lists_of_the_candidate(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return Counter([list(gram) for gram in counts])


@_slip(
    "the order n is not used",
    "03_ngrams",
    "Where does n appear in your code, and what would change for n = 2?",
    "ngrams",
    f"simple_count {_NGRAMS}",
)
def _unigrams(words: Words, n: int) -> list[Any]:
    return grams(words, 1)


@_slip(
    "n-grams that do not overlap",
    "03_ngrams",
    "By how many words does the next n-gram start later: by n, or by fewer?",
    "ngrams",
    f"simple_count {_NGRAMS}",
)
def _side_by_side(words: Words, n: int) -> list[Any]:
    return grams(words, n)[::n]


@_slip(
    "all orders up to n in one count",
    "03_ngrams",
    "Which lengths do the n-grams have that you count, and which single length is asked for?",
    "ngrams",
    f"simple_count {_NGRAMS}",
)
def _up_to_n(words: Words, n: int) -> list[Any]:
    return [gram for order in range(1, n + 1) for gram in grams(words, order)]


# How they are counted, and what counts as a match.

_once = partial(
    _slip,
    "each type is counted once",
    "01_counting",
    "How often does 'the' count in 'the the the', and what does a set know about that?",
)


@_once("tally", f"simple_count unigram_precision {_NGRAMS}")
def _set(ngrams: list[Any]) -> Counts:
    return Counter(set(ngrams))


@_once("match", "unigram_precision")
@_once("clip", f"rouge_n {_CLIPS}")
def _one_match(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return Counter(dict.fromkeys(in_any(counts, reference_counts), 1))


@_slip(
    "already clipped",
    "01_counting",
    "Plain precision asks of each word only whether a reference has it. What does yours ask beyond that?",
    "match",
    "unigram_precision",
)
def _clipped_too_early(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return clipped(counts, reference_counts)


_in_every = partial(
    _slip,
    "a word must be in every reference",
    "01_counting",
    "Two translators choose different words. Does a word have to be in all references, or in at least one?",
)


@_in_every("match", "unigram_precision")
def _match_in_all(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return Counter({gram: count for gram, count in counts.items() if all(other[gram] for other in reference_counts)})


_anything = partial(
    _slip,
    "the references are not looked at",
    "01_counting",
    "What does your function return when no word of the candidate is in any reference?",
)


@_anything("match", "unigram_precision")
@_anything("clip", _CLIPS)
def _everything(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return counts


@_slip(
    "no clipping",
    "02_clipping",
    "If a reference has 'the' twice, how many of the seven in 'the the the the the the the' are right?",
    "clip",
    f"rouge_n {_CLIPS}",
)
def _no_clipping(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return in_any(counts, reference_counts)


@_slip(
    "clipped by the sum over the references",
    "02_clipping",
    "Two references each have 'the' once. Does any single one of them allow 'the the'?",
    "clip",
    _CLIPS,
    halves="bleu",
)
def _clip_by_sum(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return Counter({gram: min(count, sum(other[gram] for other in reference_counts)) for gram, count in counts.items()})


_by_smallest = partial(
    _slip,
    "clipped by the smallest reference count",
    "02_clipping",
    "One reference has the word twice, the other has it once. Which of the two allows more, and which one counts?",
    "clip",
    _CLIPS,
    halves="bleu",
)


@_by_smallest()
def _clip_by_smallest(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return Counter({gram: min(count, *(other[gram] for other in reference_counts)) for gram, count in counts.items()})


@_by_smallest()
def _clip_by_smallest_that_has_it(counts: Counts, reference_counts: list[Counts]) -> Counts:
    kept: Counts = Counter()
    for gram, count in in_any(counts, reference_counts).items():
        kept[gram] = min(count, *(other[gram] for other in reference_counts if other[gram]))
    return kept


_no_minimum = partial(
    _slip,
    "the reference's count without the minimum",
    "02_clipping",
    "The candidate has a word once and the reference has it twice. How many words of the candidate can be right?",
    "clip",
)


@_no_minimum(f"rouge_n {_CLIPS}")
def _reference_count(counts: Counts, reference_counts: list[Counts]) -> Counts:
    most = highest(reference_counts)
    return Counter({gram: most[gram] for gram in counts})


@_no_minimum(_CLIPS)
def _whole_reference_count(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return highest(reference_counts)


_best_reference = partial(
    _slip,
    "only the best single reference",
    "02_clipping",
    "One word is in the first reference only, another one in the second only. Does each of them find its match?",
)


@_best_reference("match", "unigram_precision")
def _best_match(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return max((in_any(counts, [other]) for other in reference_counts), key=lambda kept: sum(kept.values()))


@_best_reference("clip", _CLIPS, halves="bleu")
def _best_clip(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return max((clipped(counts, [other]) for other in reference_counts), key=lambda kept: sum(kept.values()))


@_best_reference("clip", "count_clip")
def _last_best_clip(counts: Counts, reference_counts: list[Counts]) -> Counts:
    return _best_clip(counts, reference_counts[::-1])


@_best_reference("sentence", "bleu_score ngram_f1")
def _best_sentence(recipe: Recipe, candidate: Words, references: list[Words], weights: Sequence[float]) -> float:
    return max(sentence_bleu(recipe, candidate, [reference], weights) for reference in references)


# What the matches are divided by, and how.


@_slip(
    "divided by the number of different n-grams",
    "03_ngrams",
    "How many n-grams has 'the the the the' for n = 1: one, or four?",
    "total",
    f"unigram_precision {_SHARES}",
)
def _distinct(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return len(counts)


@_slip(
    "divided by the number of words",
    "03_ngrams",
    "A sentence of 6 words has how many bigrams?",
    "total",
    _SHARES,
)
def _tokens(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return c


@_slip(
    "off by one in the denominator",
    "03_ngrams",
    "How many n-grams has a sentence of exactly n words?",
    "total",
    _SHARES,
)
def _one_less(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return c - n


_by_the_reference = partial(
    _slip,
    "divided by the reference's n-grams",
    "01_counting",
    "Precision is a share of the candidate. Whose words does your denominator count?",
    "total",
    "unigram_precision modified_precision bleu_score corpus_bleu",
)


@_by_the_reference()
def _of_all_references(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return sum(sum(other.values()) for other in reference_counts)


@_by_the_reference()
def _of_the_first_reference(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return sum(reference_counts[0].values())


@_by_the_reference()
def _of_the_longest_reference(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return max(sum(other.values()) for other in reference_counts)


@_by_the_reference()
def _of_the_shortest_reference(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return min(sum(other.values()) for other in reference_counts)


@_by_the_reference()
def _of_the_closest_reference(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return closest(int(all_counted(counts, c, [], n)), [sum(other.values()) for other in reference_counts])


@_by_the_reference()
def _of_the_highest_counts(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return sum(highest(reference_counts).values())


@_slip(
    "at least one n-gram for each sentence",
    "08_corpus_bleu",
    "How many 4-grams has a sentence of two words, and how many does your denominator count?",
    "total",
    "corpus_bleu",
)
def _at_least_one(counts: Counts, c: int, reference_counts: list[Counts], n: int) -> float:
    return max(c - n + 1, 1)


@_slip(
    "no rule for 0/0",
    "03_ngrams",
    "What is your denominator when the sentence has no n-gram of this order, and what should the result be?",
    "ratio",
    f"unigram_precision {_SHARES}",
)
def _no_zero_rule(matched: float, total: float) -> float:
    return matched / total


@_slip(
    "0/0 taken as 1",
    "03_ngrams",
    "A sentence without any n-gram of this order: is that a perfect match, or nothing at all?",
    "ratio",
    f"unigram_precision {_SHARES}",
    halves="",
)
def _zero_by_zero_is_one(matched: float, total: float) -> float:
    return matched / total if total > 0 else 1.0


@_slip(
    "no rule for no match at all",
    "03_ngrams",
    "Nothing matches: which share of the n-grams is that? Is it a case for an error?",
    "ratio",
    "unigram_precision modified_precision rouge_n bleu_score corpus_bleu",
)
def _no_match_rule(matched: float, total: float) -> float:
    return 1 / (total / matched)


@_slip(
    "division without the fraction",
    "01_counting",
    "What is 3 // 4 in Python, and what is 3 / 4?",
    "ratio",
    f"unigram_precision {_SHARES}",
)
def _whole_division(matched: float, total: float) -> float:
    return matched // total if total > 0 else 0.0


_rounding = partial(
    _slip,
    "rounded on the way",
    "05_bleu",
    "How many digits does your result have, and which of them are for the reader only?",
)


def _round_to(digits: int) -> None:
    """Note the rounding of a precision, of a penalty and of the result: each looks the same in a printed table."""
    _rounding("ratio", _BLEU)(lambda matched, total: round(divided(matched, total), digits))
    _rounding("penalty", _BLEU)(lambda c, r: round(penalty(c, r), digits))
    _rounding("finish", f"unigram_precision brevity_penalty f_score word_error_rate {_SHARES}")(
        lambda result: round(result, digits)
    )


for _digits in (2, 3, 4, 1, 5, 6, 8, 10):
    _round_to(_digits)


# The reference length.


@_slip(
    "the shortest reference's length",
    "04_brevity_penalty",
    "The candidate has 6 words, the references have 2 and 7. Which of them is it closest to?",
    "length",
    _LENGTHS,
)
def _shortest(c: int, lengths: list[int]) -> float:
    return min(lengths)


@_slip(
    "the longest reference's length",
    "04_brevity_penalty",
    "The candidate has 3 words, the references have 4 and 9. Which of them is it closest to?",
    "length",
    _LENGTHS,
)
def _longest(c: int, lengths: list[int]) -> float:
    return max(lengths)


_average = partial(
    _slip,
    "the average of the reference lengths",
    "04_brevity_penalty",
    "Is there a reference that has the length you return?",
    "length",
    _LENGTHS,
)


@_average()
def _average_length(c: int, lengths: list[int]) -> float:
    return sum(lengths) / len(lengths)


@_average()
def _average_length_rounded(c: int, lengths: list[int]) -> float:
    return round(sum(lengths) / len(lengths))


@_average()
def _average_length_cut(c: int, lengths: list[int]) -> float:
    return sum(lengths) // len(lengths)


@_slip(
    "the first reference's length",
    "04_brevity_penalty",
    "What happens to your result when the references stand in another order?",
    "length",
    _LENGTHS,
)
def _first_length(c: int, lengths: list[int]) -> float:
    return lengths[0]


@_slip(
    "the last reference's length",
    "04_brevity_penalty",
    "Your loop visits every reference. When does it keep a length, and when should it?",
    "length",
    _LENGTHS,
)
def _last_length(c: int, lengths: list[int]) -> float:
    return lengths[-1]


@_slip(
    "all reference lengths added up",
    "04_brevity_penalty",
    "Which single reference has the length you return?",
    "length",
    "closest_ref_length bleu_score corpus_bleu ngram_f1",
)
def _sum_of_lengths(c: int, lengths: list[int]) -> float:
    return sum(lengths)


@_slip(
    "a tie goes to the longer",
    "04_brevity_penalty",
    "Two lengths are equally close. Which of them is kinder to the candidate, and which one do we take?",
    "length",
    _LENGTHS,
)
def _tie_to_longer(c: int, lengths: list[int]) -> float:
    return min(lengths, key=lambda length: (abs(length - c), -length))


@_slip(
    "a tie goes to the first in the list",
    "04_brevity_penalty",
    "Two lengths are equally close. Does your result change when their references trade places?",
    "length",
    _LENGTHS,
)
def _tie_to_first(c: int, lengths: list[int]) -> float:
    return min(lengths, key=lambda length: abs(length - c))


@_slip(
    "a tie goes to the last in the list",
    "04_brevity_penalty",
    "Two lengths are equally close. Does your comparison use < or <=, and what does that do to the order?",
    "length",
    _LENGTHS,
)
def _tie_to_last(c: int, lengths: list[int]) -> float:
    return _tie_to_first(c, lengths[::-1])


_position = partial(
    _slip,
    "a position in place of a length",
    "04_brevity_penalty",
    "Does your number say how long the closest reference is, or where it stands in the list?",
    "length",
    _LENGTHS,
)


@_position()
def _index(c: int, lengths: list[int]) -> float:
    return lengths.index(int(closest(c, lengths)))


@_position()
def _index_of_first(c: int, lengths: list[int]) -> float:
    return lengths.index(int(_tie_to_first(c, lengths)))


@_slip(
    "the difference in place of the length",
    "04_brevity_penalty",
    "You found how far away the closest length is. Which length is that far away?",
    "length",
    _LENGTHS,
)
def _difference(c: int, lengths: list[int]) -> float:
    return min(abs(length - c) for length in lengths)


# The penalty.

_PENALTIES = f"brevity_penalty {_BLEU}"

_missing = partial(
    _slip,
    "the brevity penalty is missing",
    "04_brevity_penalty",
    "What does a candidate of one right word score in your function?",
    "penalty",
)


@_missing(_PENALTIES)
def _no_penalty(c: float, r: float) -> float:
    return 1.0


@_missing("brevity_penalty")
def _no_penalty_but_for_empty(c: float, r: float) -> float:
    return 1.0 if c > 0 else 0.0


_inverted_ratio = partial(
    _slip,
    "the ratio is upside down",
    "04_brevity_penalty",
    "For c = 2 and r = 6 the penalty must be small. Is your exponent then negative?",
    "penalty",
    _PENALTIES,
)


@_inverted_ratio()
def _upside_down(c: float, r: float) -> float:
    return 1.0 if c > r or r == 0 else math.exp(1 - c / r)


@_inverted_ratio()
def _upside_down_but_for_empty(c: float, r: float) -> float:
    return _upside_down(c, r) if c > 0 else 0.0


@_slip(
    "the exponent has the wrong sign",
    "04_brevity_penalty",
    "A penalty is a number from 0 to 1. For which exponents is exp smaller than 1?",
    "penalty",
    _PENALTIES,
)
def _wrong_sign(c: float, r: float) -> float:
    return penalty(c, r) if c > r or c == 0 else math.exp(r / c - 1)


_straight = partial(
    _slip,
    "a straight line in place of the exponential",
    "04_brevity_penalty",
    "For c = 2 and r = 6, is your penalty 0.3333 or 0.1353? Which function of 1 - r/c gives the second?",
    "penalty",
    _PENALTIES,
)


@_straight()
def _linear(c: float, r: float) -> float:
    return penalty(c, r) if c > r or c == 0 else c / r


@_straight()
def _linear_never_capped(c: float, r: float) -> float:
    return c / r if r > 0 else 1.0


@_slip(
    "the condition is the wrong way round",
    "04_brevity_penalty",
    "Which candidates should pay, the short ones or the long ones? Try c = 2 with r = 6, then c = 6 with r = 2.",
    "penalty",
    _PENALTIES,
)
def _inverted_condition(c: float, r: float) -> float:
    if c == 0:
        return 0.0
    return 1.0 if c < r else math.exp(1 - r / c)


@_slip(
    "the penalty is never capped at 1",
    "04_brevity_penalty",
    "What does your penalty give for c = 6 and r = 2? Can a penalty raise a score?",
    "penalty",
    _PENALTIES,
)
def _never_capped(c: float, r: float) -> float:
    return math.exp(1 - r / c) if c > 0 else 0.0


_long_ones = partial(
    _slip,
    "long candidates are punished too",
    "04_brevity_penalty",
    "Which part of BLEU already goes down when a candidate has too many words?",
    "penalty",
    _PENALTIES,
)


@_long_ones()
def _both_sides(c: float, r: float) -> float:
    return penalty(c, r) if c <= r or r == 0 else math.exp(1 - c / r)


@_long_ones()
def _both_sides_by_distance(c: float, r: float) -> float:
    return math.exp(-abs(1 - r / c)) if c > 0 else 0.0


@_long_ones()
def _long_ones_only(c: float, r: float) -> float:
    if c == 0:
        return 0.0
    return 1.0 if c <= r or r == 0 else math.exp(1 - c / r)


@_slip(
    "no rule for an empty candidate",
    "04_brevity_penalty",
    "What is r/c for a candidate without words, and what should your function say then?",
    "penalty",
    _PENALTIES,
)
def _no_empty_rule(c: float, r: float) -> float:
    return 1.0 if c > r else math.exp(1 - r / c)


@_slip(
    "an empty candidate pays nothing",
    "04_brevity_penalty",
    "The penalty gets smaller and smaller as the candidate gets shorter. Where does that lead for no word at all?",
    "penalty",
    "brevity_penalty",
)
def _empty_is_free(c: float, r: float) -> float:
    return penalty(c, r) if c > 0 else 1.0


# One number from the precisions.

# In ngram_f1 nobody can see how BLEU treats a 0: where order n has no match, ROUGE is 0 too, and so is F1.
_ZEROS = "bleu_score corpus_bleu"

_as_one = partial(
    _slip,
    "a precision of 0 taken as 1",
    "05_bleu",
    "What does a 0 do to a product, and what does your sum of logarithms get in its place?",
    "mean",
    _ZEROS,
)


@_as_one()
def _zero_as_one(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return geometric([p or 1.0 for p in precisions], weights)


@_as_one()
def _zero_as_one_but_for_all(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return _zero_as_one(precisions, weights) if any(precisions) else 0.0


_skipped = partial(
    _slip,
    "a precision of 0 is left out of the mean",
    "05_bleu",
    "A candidate has no match of order 4. Should its score be the same as if nobody had asked for order 4?",
    "mean",
    _ZEROS,
)


@_skipped()
def _without_zeros(precisions: Sequence[float], weights: Sequence[float]) -> float:
    kept = [(p, weight) for p, weight in zip(precisions, weights, strict=True) if p > 0]
    whole = sum(weight for _, weight in kept)
    return geometric([p for p, _ in kept], [weight / whole for _, weight in kept]) if kept else 0.0


@_skipped()
def _without_zeros_else_one(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return _without_zeros(precisions, weights) if any(precisions) else 1.0


@_slip(
    "the logarithm of 0",
    "05_bleu",
    "Which precisions have no logarithm, and what is BLEU when one of them is like that?",
    "mean",
    _BLEU,
)
def _log_of_zero(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return math.exp(sum(weight * math.log(p) for p, weight in zip(precisions, weights, strict=True)))


def _tiny_for_zero(tiny: float, precisions: Sequence[float], weights: Sequence[float]) -> float:
    return geometric([p or tiny for p in precisions], weights)


for _tiny in (1e-10, 1e-9, 1e-12, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-15, 1e-16, 1e-20):
    _slip(
        "a small number in place of 0",
        "05_bleu",
        "Which score does your small number lead to where order 4 has no match, and is that score 0?",
        "mean",
        _ZEROS,
    )(partial(_tiny_for_zero, _tiny))

_arithmetic = partial(
    _slip,
    "the arithmetic mean",
    "05_bleu",
    "The precisions are 1, 1, 1 and 0. What is BLEU, and what is your mean?",
    "mean",
    _BLEU,
)


@_arithmetic()
def _weighted_sum(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return sum(weight * p for p, weight in zip(precisions, weights, strict=True))


@_arithmetic()
def _plain_average(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return sum(precisions) / len(precisions)


@_slip(
    "exp without the logarithm",
    "05_bleu",
    "Can BLEU be larger than 1? What has to happen to each precision before exp can take it back?",
    "mean",
    _BLEU,
)
def _exp_of_mean(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return math.exp(_weighted_sum(precisions, weights))


_not_applied = partial(
    _slip,
    "the weights are not applied",
    "05_bleu",
    "Does your score change when the weights are (0.9, 0.1) in place of (0.5, 0.5)?",
)


@_not_applied("sentence", "bleu_score")
def _always_bleu_4(recipe: Recipe, candidate: Words, references: list[Words], weights: Sequence[float]) -> float:
    return sentence_bleu(recipe, candidate, references, (0.25,) * 4)


@_not_applied("corpus", "corpus_bleu")
def _always_corpus_bleu_4(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    return sums_divided_once(recipe, pairs, (0.25,) * 4)


@_not_applied("mean", "bleu_score corpus_bleu")
def _equal_weights(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return geometric(precisions, [1 / len(precisions)] * len(precisions))


_not_normalised = partial(
    _slip,
    "the weights do not sum to 1",
    "05_bleu",
    "Every precision is 0.5. Is your score 0.5 too, for two orders and for four?",
    "mean",
    _BLEU,
)


@_not_normalised()
def _product_of_all(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return math.prod(precisions)


@_not_normalised()
def _always_a_quarter(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return geometric(precisions, [0.25] * len(precisions))


@_not_normalised()
def _n_quarters(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return geometric(precisions, [len(precisions) / 4] * len(precisions))


@_slip(
    "only the highest order",
    "05_bleu",
    "BLEU-2 is made of which orders: 2 alone, or 1 and 2?",
    "mean",
    _BLEU,
)
def _last_order(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return precisions[-1]


# A corpus.


@_slip(
    "the average of the sentences' scores",
    "08_corpus_bleu",
    "One sentence has 2 words and another one 40. Should both move the corpus score by the same amount?",
    "corpus",
    "corpus_bleu",
)
def _average_of_scores(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    return sum(recipe.sentence(recipe, *pair, weights) for pair in pairs) / len(pairs)


@_slip(
    "the average of the sentences' precisions",
    "08_corpus_bleu",
    "Do you divide once for the whole corpus, or once for each sentence?",
    "corpus",
    "corpus_bleu",
)
def _average_of_precisions(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    orders = range(1, len(weights) + 1)
    precisions = [sum(precision(recipe, *pair, n) for pair in pairs) / len(pairs) for n in orders]
    return recipe.penalty(*corpus_lengths(recipe, pairs)) * recipe.mean(precisions, weights)


@_slip(
    "the average of the sentences' penalties",
    "08_corpus_bleu",
    "A short candidate and a long one stand in one corpus. Can the long one make up for the short one?",
    "corpus",
    "corpus_bleu",
)
def _average_of_penalties(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    factor = sum(recipe.penalty(*corpus_lengths(recipe, [pair])) for pair in pairs) / len(pairs)
    return factor * sums_divided_once(replace(recipe, penalty=_no_penalty), pairs, weights)


# Recall.

_RECALLS = "rouge_n ngram_f1"

_not_recall = partial(
    _slip,
    "precision in place of recall",
    "06_rouge_n",
    "ROUGE asks how much of the reference was found. Whose n-grams does your denominator count?",
    "recall",
    _RECALLS,
)


@_not_recall()
def _precision_of_all(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return precision(recipe, candidate, references, n)


@_not_recall()
def _best_precision(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return max(precision(recipe, candidate, [reference], n) for reference in references)


_maximised = partial(
    _slip,
    "the best counts in place of the best recall",
    "06_rouge_n",
    "4 of 10 or 3 of 4: which reference has more matches, and which one has the higher recall?",
    "recall",
    _RECALLS,
)


@_maximised()
def _most_by_most(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    rows = recall_rows(recipe, candidate, references, n)
    return recipe.ratio(max(matched for matched, _ in rows), max(total for _, total in rows))


@_maximised()
def _of_most_matches(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return recipe.ratio(*max(recall_rows(recipe, candidate, references, n), key=lambda row: row[0]))


@_maximised()
def _of_last_most_matches(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return _of_most_matches(recipe, candidate, references[::-1], n)


@_maximised()
def _of_highest_counts(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    most = highest([recipe.tally(recipe.ngrams(reference, n)) for reference in references])
    counts = recipe.tally(recipe.ngrams(candidate, n))
    return recipe.ratio(sum(recipe.clip(most, [counts]).values()), sum(most.values()))


_best_position = partial(
    _slip,
    "the position of the best reference",
    "06_rouge_n",
    "Does your number say how good the best reference is, or where it stands in the list?",
    "recall",
    _RECALLS,
)


@_best_position()
def _index_of_best(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    recalls = [recipe.ratio(*row) for row in recall_rows(recipe, candidate, references, n)]
    return recalls.index(max(recalls))


@_best_position()
def _index_of_last_best(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return len(references) - 1 - int(_index_of_best(recipe, candidate, references[::-1], n))


@_slip(
    "the average over the references",
    "06_rouge_n",
    "A candidate is equal to one of two references. Should the other one lower its score?",
    "recall",
    _RECALLS,
)
def _average_recall(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return sum(recipe.ratio(*row) for row in recall_rows(recipe, candidate, references, n)) / len(references)


@_slip(
    "the references' counts added up",
    "06_rouge_n",
    "A candidate is equal to one of two references. What does your sum divide by?",
    "recall",
    _RECALLS,
)
def _pooled_recall(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    rows = recall_rows(recipe, candidate, references, n)
    return recipe.ratio(sum(matched for matched, _ in rows), sum(total for _, total in rows))


@_slip(
    "the worst reference in place of the best",
    "06_rouge_n",
    "Of several references, which one does your function choose, and which one counts?",
    "recall",
    _RECALLS,
)
def _worst_recall(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return min(recipe.ratio(*row) for row in recall_rows(recipe, candidate, references, n))


# F, and what goes into it.

_F = "f_score ngram_f1"


@_slip(
    "F as the arithmetic mean",
    "07_f1",
    "Precision is 1 and recall is 0. What does your mean give, and what should F give?",
    "f",
    _F,
)
def _f_arithmetic(p: float, r: float, beta: float) -> float:
    return (p + r) / 2


@_slip(
    "F as the arithmetic mean",
    "07_f1",
    "Precision is 1 and recall is 0. What does your mean give, and what should F give?",
    "f",
    "f_score",
)
def _f_arithmetic_weighted(p: float, r: float, beta: float) -> float:
    return (p + beta**2 * r) / (1 + beta**2)


@_slip(
    "F as the geometric mean",
    "07_f1",
    "Precision is 0.5 and recall is 1. The harmonic mean is 0.6667: is yours?",
    "f",
    _F,
)
def _f_geometric(p: float, r: float, beta: float) -> float:
    return math.sqrt(p * r)


@_slip(
    "F without its factor in front",
    "07_f1",
    "Precision and recall are both 1. Is your F 1 too?",
    "f",
    _F,
)
def _f_without_factor(p: float, r: float, beta: float) -> float:
    return f_beta(p, r, beta) / (1 + beta**2)


@_slip(
    "no rule for 0/0 in F",
    "07_f1",
    "Precision and recall are both 0. What is your denominator then, and what should F be?",
    "f",
    _F,
)
def _f_no_zero_rule(p: float, r: float, beta: float) -> float:
    return (1 + beta**2) * p * r / (beta**2 * p + r)


@_slip(
    "beta on the wrong side (or precision and recall swapped)",
    "07_f1",
    "With beta = 2, recall counts more. Which is higher in your function: P = 0.5, R = 1, or P = 1, R = 0.5?",
    "f",
    "f_score",
)
def _f_wrong_side(p: float, r: float, beta: float) -> float:
    return f_beta(r, p, beta)


@_slip(
    "beta is not squared",
    "07_f1",
    "Where does beta stand in the formula, and what is written above it?",
    "f",
    "f_score",
)
def _f_not_squared(p: float, r: float, beta: float) -> float:
    return f_beta(p, r, math.sqrt(beta))


@_slip(
    "beta is not used",
    "07_f1",
    "Does your result change when beta goes from 1 to 2?",
    "f",
    "f_score",
)
def _f_one(p: float, r: float, beta: float) -> float:
    return f_beta(p, r, 1.0)


@_slip(
    "a 2 in front for every beta",
    "07_f1",
    "Precision and recall are both 1, and beta is 2. Is your F 1 too?",
    "f",
    "f_score",
)
def _f_two(p: float, r: float, beta: float) -> float:
    return 2 * f_beta(p, r, beta) / (1 + beta**2)


@_slip(
    "precision multiplied by beta",
    "07_f1",
    "With a large beta, F comes close to one of its two parts. To which one, and does yours?",
    "f",
    "f_score",
)
def _f_scaled(p: float, r: float, beta: float) -> float:
    return 2 * beta * p * r / (beta * p + r) if beta * p + r > 0 else 0.0


@_slip(
    "the precision of order n in place of BLEU-n",
    "07_f1",
    "BLEU-n has more parts than one precision. Which ones are missing?",
    "bleu_n",
    "ngram_f1",
)
def _precision_for_bleu(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return precision(recipe, candidate, references, n)


@_slip(
    "BLEU-4 for every n",
    "07_f1",
    "Which weights does BLEU take when you give it none, and how many orders are that?",
    "bleu_n",
    "ngram_f1",
)
def _bleu_4(recipe: Recipe, candidate: Words, references: list[Words], n: int) -> float:
    return recipe.sentence(recipe, candidate, references, (0.25,) * 4)


# Errors.

_error = partial(_slip, field="edits", tasks="word_error_rate")


@_error(
    "a substitution counted as two errors",
    "10_error_rates",
    "One word is wrong in its place. How many steps do you need to mend it?",
)
def _no_substitution(candidate: Words, reference: Words) -> float:
    return edit_table(candidate, reference, substitution=2)


_by_position = partial(
    _error,
    "words compared position by position",
    "10_error_rates",
    "The candidate lacks only the first word. How many words are wrong, and how many does your loop find?",
)


@_by_position()
def _zipped(candidate: Words, reference: Words) -> float:
    return sum(1 for word, other in zip(candidate, reference, strict=False) if word != other)


@_by_position()
def _zipped_and_rest(candidate: Words, reference: Words) -> float:
    return _zipped(candidate, reference) + abs(len(candidate) - len(reference))


@_by_position()
def _zipped_and_missing(candidate: Words, reference: Words) -> float:
    return _zipped(candidate, reference) + max(len(reference) - len(candidate), 0)


@_error(
    "extra words are not counted",
    "10_error_rates",
    "The candidate has every word of the reference and three more. Is it without errors?",
)
def _free_insertions(candidate: Words, reference: Words) -> float:
    return edit_table(candidate, reference, insertion=0)


@_error(
    "missing words are not counted",
    "10_error_rates",
    "The candidate is empty. How many words of the reference are missing?",
)
def _free_deletions(candidate: Words, reference: Words) -> float:
    return edit_table(candidate, reference, deletion=0)


_border = partial(
    _error,
    "the table's border starts with zeros",
    "10_error_rates",
    "How many steps lead from no words to the first three words of the reference?",
)


@_border()
def _no_border(candidate: Words, reference: Words) -> float:
    return edit_table(candidate, reference, border=(0, 0))


@_border()
def _no_column(candidate: Words, reference: Words) -> float:
    return edit_table(candidate, reference, border=(0, 1))


@_border()
def _no_row(candidate: Words, reference: Words) -> float:
    return edit_table(candidate, reference, border=(1, 0))


_bag = partial(
    _error,
    "the order of the words is not looked at",
    "10_error_rates",
    "The candidate is the reference read backwards. Is it without errors?",
)


@_bag()
def _missing_words(candidate: Words, reference: Words) -> float:
    return len(reference) - (Counter(candidate) & Counter(reference)).total()


@_bag()
def _changed_words(candidate: Words, reference: Words) -> float:
    return max(len(candidate), len(reference)) - (Counter(candidate) & Counter(reference)).total()


@_bag()
def _missing_and_extra_words(candidate: Words, reference: Words) -> float:
    return len(candidate) + len(reference) - 2 * (Counter(candidate) & Counter(reference)).total()


_types = partial(
    _error,
    "each type is counted once",
    "01_counting",
    "How often does 'the' count in 'the the the', and what does a set know about that?",
)


@_types()
def _missing_types(candidate: Words, reference: Words) -> float:
    return len(set(reference) - set(candidate))


@_types()
def _different_types(candidate: Words, reference: Words) -> float:
    return len(set(reference) ^ set(candidate))


@_error(
    "off by one: the last word is not looked at",
    "10_error_rates",
    "Only the last word is wrong. What does your function return, and where does your loop end?",
)
def _without_last(candidate: Words, reference: Words) -> float:
    return fewest_edits(candidate[:-1], reference[:-1])


_rate = partial(_slip, field="rate", tasks="word_error_rate")

_by_candidate = partial(
    _rate,
    "divided by the candidate's length (or the arguments swapped)",
    "10_error_rates",
    "Which of the two sentences is the truth, and which argument is it?",
)


@_by_candidate()
def _of_candidate(edits: float, c: int, r: int) -> float:
    return edits / c


@_by_candidate()
def _of_candidate_or_0(edits: float, c: int, r: int) -> float:
    return edits / c if c > 0 else 0.0


@_by_candidate()
def _of_candidate_or_1(edits: float, c: int, r: int) -> float:
    return edits / max(c, 1) if c > 0 else 1.0


@_by_candidate()
def _of_candidate_or_count(edits: float, c: int, r: int) -> float:
    return edits / max(c, 1)


@_rate(
    "divided by the longer length",
    "10_error_rates",
    "Can an error rate be larger than 1? What if the candidate is twice as long as the reference?",
)
def _of_longer(edits: float, c: int, r: int) -> float:
    return edits / max(c, r)


@_rate(
    "divided by both lengths together",
    "10_error_rates",
    "A rate is a share of one sentence. Of which one?",
)
def _of_both(edits: float, c: int, r: int) -> float:
    return edits / (c + r)


@_rate(
    "a number of errors in place of a rate",
    "10_error_rates",
    "Two errors in 4 words, two errors in 40 words: does your function tell them apart?",
)
def _not_divided(edits: float, c: int, r: int) -> float:
    return edits


@_rate(
    "the share that is right in place of the share that is wrong",
    "10_error_rates",
    "Candidate and reference are equal. What is the error rate?",
)
def _share_right(edits: float, c: int, r: int) -> float:
    return 1 - edits / r


@_rate(
    "the rate is cut off at 1",
    "10_error_rates",
    "The candidate has ten words too many for a reference of two. How many errors is that for each word?",
)
def _cut_off(edits: float, c: int, r: int) -> float:
    return min(edits / r, 1)


# From slips to mistakes.

SWAPPED = "the first two arguments are swapped"

_SWAPPED_QUESTION = "Which argument comes first here, and which one does your function expect first?"

_IN_BOTH_HALVES = ("read", "references", "ngrams", "tally", "clip", "total", "ratio")
"""The choices that both halves of ngram_f1 make: a mistake may be in either of them, or in both."""


def functions_with(task: str, *slips: Slip) -> Iterator[Callable[..., Any]]:
    """Build every function of a task that makes these slips and is right otherwise, in all harmless ways."""
    changed = {slip.field: slip.choice for slip in slips}
    free = {
        one.field: one.choices
        for one in HARMLESS
        if task in one.tasks and one.field not in changed and any(field in one.beside for field in changed)
    }
    for choices in product(*free.values()):
        right = replace(RIGHT, **dict(zip(free, choices, strict=True)))
        wrong = replace(right, **changed)
        yield BUILD[task](wrong)
        if task == "ngram_f1" and all(field in _IN_BOTH_HALVES for field in changed):
            if all("bleu" in slip.halves for slip in slips):
                yield ngram_f1_of(wrong, right)
            if all("rouge" in slip.halves for slip in slips):
                yield ngram_f1_of(right, wrong)


@cache
def mistakes(task: str) -> tuple[Mistake, ...]:
    """List the mistakes of a task. Those with one name are ways of making the same one."""
    return tuple(
        Mistake(task, slip.name, slip.lesson, slip.question, function)
        for slip in SLIPS
        if task in slip.tasks
        for function in functions_with(task, slip)
    )


def swap(task: str) -> Mistake | None:
    """Give the mistake of swapping the first two arguments, for the tasks in which it is one of its own.

    It is recognised by calling the learner's function with its arguments the other way round. In f_score and
    word_error_rate it amounts to a mistake that the catalogue has. An assignment's own task names its mistakes itself.
    """
    if task in ("f_score", "word_error_rate") or task not in BUILD:
        return None
    right = BUILD[task](RIGHT)

    def swapped(first: Any, second: Any, *rest: Any) -> Any:
        return right(second, first, *rest)

    return Mistake(task, SWAPPED, "01_counting", _SWAPPED_QUESTION, swapped)
