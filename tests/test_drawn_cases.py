"""The cases that the comparisons are made on: many, of every kind, and small where a comparison fails."""

import functools
import operator
from collections import Counter

import pytest
from drawn_cases import cases, corpus, drawn, explored, one_of, pair, sides, two_sentences
from refused import refused

from bleu_helpers import align, bleu_of_counts, bleu_score, match_counts, segment_counts, simple_count


def kinds_of_pair(candidate, references):
    c, lengths = len(candidate), [len(reference) for reference in references]
    closest = min(abs(length - c) for length in lengths)
    score = bleu_score(candidate, references)
    matched, _ = match_counts(candidate, references, 1)
    known = {word for reference in references for word in reference}
    return {
        "tie of different lengths": len({length for length in lengths if abs(length - c) == closest}) > 1,
        "shorter than all references": c < min(lengths),
        "longer than all references": c > max(lengths),
        "shorter than four words": c < 4,
        "empty": c == 0,
        "an empty reference": 0 in lengths,
        "a repeated bigram": max(simple_count(candidate, 2).values(), default=0) > 1,
        "a clipped word": matched < sum(word in known for word in candidate),
        "a word that no reference has": any(word not in known for word in candidate),
        "BLEU-4 between 0 and 1": 0 < score < 1,
        "BLEU-4 above 0 with a penalty": score > 0 and c < min(lengths),
        **{f"{number} references": len(references) == number for number in (1, 2, 3, 4)},
    }


def kinds_of_corpus(segments):
    counts = functools.reduce(operator.add, segment_counts(*sides(segments)))
    c, r, score = counts.candidate_length, counts.reference_length, bleu_of_counts(counts)
    lengths = [len(candidate) for candidate, _ in segments]
    shortest, longest = min(lengths), max(lengths)
    return {
        "an empty candidate beside another": shortest == 0 < longest,
        "a candidate shorter than four words beside a longer one": shortest < 4 <= longest,
        "no candidate shorter than five words": shortest > 4,
        "different numbers of references": len({len(references) for _, references in segments}) > 1,
        "shorter than the closest references": c < r,
        "as long as the closest references": c == r,
        "longer than the closest references": c > r,
        "an order without a match": 0 in counts.matched,
        "BLEU-4 above 0 with a segment of 0": score > 0 and any(bleu_score(*segment) == 0 for segment in segments),
        "BLEU-4 above 0 with a penalty": score > 0 and c < r,
        **{f"{number} segments": len(segments) == number for number in (1, 2, 3, 4)},
    }


def kinds_of_sentences(candidate, reference):
    alignment = align(candidate, reference)
    return {
        "an empty candidate": not candidate and reference,
        "an empty reference": candidate and not reference,
        "equal": candidate == reference != [],
        "all three edits": min(alignment.substitutions, alignment.deletions, alignment.insertions) > 0,
        "a rate above 1": alignment.error_rate > 1,
    }


@pytest.mark.parametrize(
    ("drawer", "kinds_of", "different"),
    [
        (pair, lambda case: kinds_of_pair(*case), 2000),
        (corpus, kinds_of_corpus, 2000),
        (two_sentences, lambda case: kinds_of_sentences(*case), 1500),
    ],
    ids=["pairs", "corpora", "two sentences"],
)
def test_the_drawn_cases_are_many_and_of_every_kind(drawer, kinds_of, different):
    seen = {repr(case): case for (case,) in cases(drawer, number=2500)}
    kinds = Counter()
    for case in seen.values():
        kinds.update({kind: bool(holds) for kind, holds in kinds_of(case).items()})
    assert len(seen) >= different
    assert min(kinds.values()) >= 50, kinds


def three_words_or_more(random):
    return ["w"] * random.randint(3, 9)


def notes_of(test):
    with pytest.raises(AssertionError) as caught:
        test()
    return "".join(caught.value.__notes__)


@pytest.mark.parametrize("many", [drawn, explored])
def test_a_test_that_fails_shows_the_smallest_case(many):
    @many(three_words_or_more, one_of([5]))
    def fewer_words(words, number):
        assert len(words) < number

    assert "['w', 'w', 'w', 'w', 'w']" in notes_of(fewer_words)


def test_a_smaller_case_is_one_that_the_test_is_about():
    @drawn(three_words_or_more, where=lambda words: len(words) >= 5)
    def no_word(words):
        assert words == []

    assert notes_of(no_word) == "The smallest case that was found:\n['w', 'w', 'w', 'w', 'w']"


def test_a_smaller_case_fails_for_the_same_reason():
    @drawn(three_words_or_more)
    def first_word(words):
        assert words[0] != "w"  # no words at all would be an IndexError

    assert notes_of(first_word) == "The smallest case that was found:\n['w']"

    @drawn(three_words_or_more, where=lambda words: words[0] == "w")
    def last_word(words):
        assert words[-1] != "w"

    assert notes_of(last_word) == "The smallest case that was found:\n['w']"


def test_a_case_that_fails_only_once_is_a_failure():
    calls = []

    @drawn(three_words_or_more)
    def only_once(words):
        calls.append(words)
        assert len(calls) != 7

    assert refused(AssertionError, only_once).startswith("This case failed, and not again when it was repeated:\n['w'")


def test_every_drawn_case_is_tested_and_tests_share_them():
    seen = []

    @drawn(pair)
    def look(pair):
        seen.append(pair)

    @drawn(pair)
    def look_again(pair):
        seen.append(pair)

    look()
    look_again()
    assert len(seen) == 5000
    assert all(one is other for one, other in zip(seen[:2500], seen[2500:], strict=True))
    assert [(one,) for one in seen[:2500]] == cases(pair, number=2500)
