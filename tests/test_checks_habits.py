"""Answers that are nearly right, and come from habits: a loop that ends too soon, arguments in another order."""

import math
from ast import literal_eval
from collections import Counter

import pytest
from learners import grams
from nearly_right import table, wrong_and_named

import bleu_helpers
from bleu_helpers import (
    bleu_score,
    brevity_penalty,
    corpus_bleu,
    match_counts,
    modified_precision,
    rouge_n,
    rouge_n_scores,
    simple_count,
)
from bleu_helpers.checks import diagnose

RETURNS = "the function returns in the first round of its loop"
ONE_TEXT = "the corpus as one long text"
EVERY_WORD = "every word of the candidate is listed"
NOWHERE = "no word is ever found"
SWAPPED = "the first two arguments are swapped"
ORDER = "the arguments stand in another order"
IN_THE_LOOP = "words are taken out of the list that the loop runs over"

ANSWERS, nearly_right = table()


# A `return` inside the loop.


@nearly_right("unknown_words", RETURNS)
def unknown_of_the_first_word(candidate, references):
    unknown = []
    for word in candidate:
        if not any(word in reference for reference in references):
            unknown.append(word)
        return unknown
    return unknown


@nearly_right("unknown_words", RETURNS)
def the_first_unknown_word(candidate, references):
    unknown = []
    for word in candidate:
        if not any(word in reference for reference in references):
            unknown.append(word)
            return unknown
    return unknown


@nearly_right("split_marks", RETURNS)
def marks_off_the_first_word(text, marks):
    for word in text.split():
        core = word.strip(marks)
        at = word.find(core) if core else len(word)
        return [*word[:at], *([core] if core else []), *word[at + len(core) :]]
    return []


@nearly_right("unigram_precision", RETURNS)
def precision_of_the_first_word(candidate, references):
    matched = 0
    for word in candidate:
        if any(word in reference for reference in references):
            matched += 1
        return matched / len(candidate)
    return 0


@nearly_right("precision_without_case", RETURNS)
def small_precision_of_the_first_word(candidate, references):
    return precision_of_the_first_word([w.lower() for w in candidate], [[w.lower() for w in r] for r in references])


@nearly_right("simple_count", RETURNS)
def the_first_ngram(tokens, n):
    counts = {}
    for gram in grams(tokens, n):
        counts[gram] = counts.get(gram, 0) + 1
        return counts
    return counts


@nearly_right("count_clip", RETURNS)
def clip_of_the_first(candidate, references, n):
    clipped = {}
    for gram, count in simple_count(candidate, n).items():
        clipped[gram] = min(count, max(simple_count(other, n)[gram] for other in references))
        return clipped
    return clipped


@nearly_right("modified_precision", RETURNS)
def matches_of_the_first(candidate, references, n):
    return sum(clip_of_the_first(candidate, references, n).values()) / max(len(candidate) - n + 1, 1)


@nearly_right("bleu_score", RETURNS)
def the_first_order(candidate, references, weights):
    score = brevity_penalty(candidate, references)
    for n, weight in enumerate(weights, start=1):
        score *= modified_precision(candidate, references, n) ** weight
        return score


@nearly_right("corpus_bleu", "only the first segment is used")
def the_first_segment(candidates, references_per_candidate, weights):
    return bleu_score(candidates[0], references_per_candidate[0], weights)


@nearly_right("unused_counts", RETURNS)
def left_of_the_first_word(candidate, references):
    left = {}
    for (word,), allowed in bleu_helpers.max_ref_count(references).items():
        if allowed > candidate.count(word):
            left[word] = allowed - candidate.count(word)
        return left


@nearly_right("gap_bigrams", RETURNS)
def the_first_pair(tokens):
    counts = {}
    for pair in zip(tokens, tokens[2:], strict=False):
        counts[pair] = counts.get(pair, 0) + 1
        return counts
    return counts


@nearly_right("longest_match", RETURNS)
def the_first_n(candidate, references):
    for n in range(1, len(candidate) + 1):
        if match_counts(candidate, references, n)[0]:
            return n
        return 0
    return 0


@nearly_right("words_to_add", RETURNS)
def one_word_is_added(candidate, references):
    longer, added = list(candidate), 0
    while brevity_penalty(longer, references) < 1:
        longer.append("word")
        added += 1
        return added
    return added


@nearly_right("scores_without_each_word", RETURNS)
def the_first_score(candidate, references):
    scores = []
    for place in range(len(candidate)):
        scores.append(bleu_score(candidate[:place] + candidate[place + 1 :], references))
        return scores
    return scores


@nearly_right("missing_ngrams", RETURNS)
def the_first_missing(candidate, references, n):
    best = max(references, key=lambda reference: rouge_n(candidate, [reference], n))
    present, missing = simple_count(candidate, n), {}
    for gram, count in simple_count(best, n).items():
        if count > present[gram]:
            missing[gram] = count - present[gram]
            return missing
    return missing


@nearly_right("without_each_segment", RETURNS)
def the_first_rest(candidates, references_per_candidate):
    return [corpus_bleu(candidates[1:], references_per_candidate[1:])]


@nearly_right("half_of_the_order_before", RETURNS)
def the_first_two(precisions):
    filled = precisions[:1]
    for p in precisions[1:]:
        filled.append(p or filled[-1] / 2)
        return filled
    return filled


@nearly_right("win_share", RETURNS)
def the_first_two_scores(scores, other_scores):
    won = 0
    for one, other in zip(scores, other_scores, strict=True):
        won += 1 if one > other else 0.5 if one == other else 0
        return won / len(scores)


# Words taken out of the list that the loop runs over.


@nearly_right("unknown_words", IN_THE_LOOP)
def taken_out_and_listed_twice(candidate, references):
    left = list(candidate)
    for word in left:
        if any(word in reference for reference in references):
            left.remove(word)
    return left


@nearly_right("unknown_words", IN_THE_LOOP)
def taken_out_reference_by_reference(candidate, references):
    left = list(dict.fromkeys(candidate))
    for reference in references:
        for word in left:
            if word in reference:
                left.remove(word)
    return left


@nearly_right("missing_ngrams", IN_THE_LOOP)
def ngrams_taken_out(candidate, references, n):
    left = grams(max(references, key=lambda reference: rouge_n(candidate, [reference], n)), n)
    present = grams(candidate, n)
    for gram in left:
        if gram in present:
            left.remove(gram)
            present.remove(gram)
    return Counter(left)


@nearly_right("unknown_words", "changes its arguments")
def taken_out_of_the_argument(candidate, references):
    for word in candidate:
        if any(word in reference for reference in references):
            candidate.remove(word)
    return candidate


# Searched among the references, which are lists.


@nearly_right("unknown_words", EVERY_WORD)
def each_word_is_no_reference(candidate, references):
    return [word for word in candidate if word not in references]


@nearly_right("unknown_words", EVERY_WORD)
def the_candidate_as_it_is(candidate, references):
    return list(candidate)


@nearly_right("unigram_precision", NOWHERE)
def no_word_is_a_reference(candidate, references):
    return sum(word in references for word in candidate) / max(len(candidate), 1)


@nearly_right("count_clip", NOWHERE)
def no_ngram_is_a_reference(candidate, references, n):
    return {gram: min(count, references.count(gram)) for gram, count in simple_count(candidate, n).items()}


@nearly_right("modified_precision", NOWHERE)
def no_ngram_is_in_them(candidate, references, n):
    return sum(no_ngram_is_a_reference(candidate, references, n).values()) / max(len(candidate) - n + 1, 1)


# Arguments in another order.


@nearly_right("unknown_words", SWAPPED)
def references_first(references, candidate):
    known = {word for reference in references for word in reference}
    return [word for word in dict.fromkeys(candidate) if word not in known]


@nearly_right("missing_ngrams", SWAPPED)
def references_before_candidate(references, candidate, n):
    best = max(references, key=lambda reference: rouge_n(candidate, [reference], n))
    return simple_count(best, n) - simple_count(candidate, n)


@nearly_right("missing_ngrams", ORDER)
def n_before_references(candidate, n, references):
    return references_before_candidate(references, candidate, n)


@nearly_right("count_clip", ORDER)
def n_first(n, candidate, references):
    return bleu_helpers.simple_count(candidate, n) & bleu_helpers.max_ref_count(references, n)


@nearly_right("simple_count", SWAPPED)
def n_before_tokens(n, tokens):
    return Counter(grams(tokens, n))


@nearly_right("shortest_allowed", SWAPPED)
def share_first(share, r):
    return math.ceil(r / (1 - math.log(share)))


@nearly_right("add_at_each_zero", SWAPPED)
def k_first(k, counts):
    (matched, total), *higher = counts
    return [matched / max(total, 1)] + [m / t if m else k / (t + k) for m, t in higher]


@nearly_right("win_share", "lower is better")
def other_system_first(other_scores, scores):
    return sum((one > other) + (one == other) / 2 for one, other in zip(scores, other_scores, strict=True)) / len(
        scores
    )


@nearly_right("recall_needed", "precision and F1 exchanged")
def f1_first(wanted_f1, precision):
    return wanted_f1 * precision / (2 * precision - wanted_f1) if wanted_f1 else 0


@nearly_right("f_score", "beta on the wrong side (or precision and recall swapped)")
def recall_first(recall, precision, beta):
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall) if precision and recall else 0


@nearly_right("word_error_rate", "divided by the candidate's length (or the arguments swapped)")
def reference_first(reference, candidate):
    return bleu_helpers.distance_table(candidate, reference)[-1][-1] / len(reference)


# A corpus that is read as one text.


def flat(sentences):
    return [word for sentence in sentences for word in sentence]


def all_references(corpus):
    return [reference for references in corpus for reference in references]


@nearly_right("corpus_bleu", ONE_TEXT)
def one_candidate_and_all_references(candidates, references_per_candidate, weights):
    return bleu_score(flat(candidates), all_references(references_per_candidate), weights)


@nearly_right("corpus_bleu", ONE_TEXT)
def references_joined_in_step(candidates, references_per_candidate, weights):
    return bleu_score(flat(candidates), list(map(flat, zip(*references_per_candidate, strict=False))), weights)


@nearly_right("corpus_bleu", ONE_TEXT)
def everything_joined(candidates, references_per_candidate, weights):
    return bleu_score(flat(candidates), [flat(all_references(references_per_candidate))], weights)


@nearly_right("corpus_bleu", ONE_TEXT)
def the_first_references_joined(candidates, references_per_candidate, weights):
    return bleu_score(flat(candidates), [flat(references[0] for references in references_per_candidate)], weights)


@nearly_right("corpus_bleu", ONE_TEXT)
def short_lists_filled_up(candidates, references_per_candidate, weights):
    most = max(map(len, references_per_candidate))
    joined = [
        flat(references[min(place, len(references) - 1)] for references in references_per_candidate)
        for place in range(most)
    ]
    return bleu_score(flat(candidates), joined, weights)


@nearly_right("corpus_words_to_add", ONE_TEXT)
def one_length_for_short_lists_filled_up(candidates, references_per_candidate):
    most = max(map(len, references_per_candidate))
    joined = [
        flat(references[min(place, len(references) - 1)] for references in references_per_candidate)
        for place in range(most)
    ]
    words = flat(candidates)
    return max(bleu_helpers.closest_ref_length(words, joined) - len(words), 0)


@nearly_right("without_each_segment", ONE_TEXT)
def one_text_without_each(candidates, references_per_candidate):
    scores = []
    for i in range(len(candidates)):
        rest = references_per_candidate[:i] + references_per_candidate[i + 1 :]
        scores.append(bleu_score(flat(candidates[:i] + candidates[i + 1 :]), all_references(rest)))
    return scores


@nearly_right("corpus_words_to_add", ONE_TEXT)
def missing_in_one_text(candidates, references_per_candidate):
    joined = list(map(flat, zip(*references_per_candidate, strict=False)))
    words = flat(candidates)
    return max(bleu_helpers.closest_ref_length(words, joined) - len(words), 0)


# Others that people write.


@nearly_right("recall_needed", "the sum below the line is left out")
def without_the_sum(precision, wanted_f1):
    return wanted_f1 / (2 * precision) if precision else 0


@nearly_right("recall_needed", "the sum below the line is left out")
def without_the_sum_and_without_a_rule(precision, wanted_f1):
    return wanted_f1 / (2 * precision)


@nearly_right("reference_spread", "NLTK's smoothing in place of ours")
def method_2_of_nltk(candidate, references):
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    method = SmoothingFunction().method2
    scores = [sentence_bleu([reference], candidate, smoothing_function=method) for reference in references]
    return float(max(scores) - min(scores))


for choose in (
    lambda candidate, reference, n: modified_precision(candidate, [reference], n),
    lambda candidate, reference, n: match_counts(candidate, [reference], n)[0],
    lambda candidate, reference, n: rouge_n_scores(candidate, reference, n).precision,
):

    @nearly_right("missing_ngrams", "the most matches, or the highest precision, in place of the highest recall")
    def by_another_number(candidate, references, n, choose=choose):
        best = max(references, key=lambda reference: choose(candidate, reference, n))
        return simple_count(best, n) - simple_count(candidate, n)


@nearly_right("missing_ngrams", "precision and recall together in place of recall alone")
def by_f1(candidate, references, n):
    best = max(references, key=lambda reference: rouge_n_scores(candidate, reference, n).f1)
    return simple_count(best, n) - simple_count(candidate, n)


@nearly_right("negations_kept", RETURNS)
def kept_in_the_first_reference_with_one(candidates, references, negations):
    kept = asked = 0
    for candidate, reference in zip(candidates, references, strict=True):
        if any(word in negations for word in reference):
            asked += 1
            if any(word in negations for word in candidate):
                kept += 1
            return kept / asked
    return 0


@nearly_right("negations_kept", RETURNS)
def until_one_is_kept(candidates, references, negations):
    kept = asked = 0
    for candidate, reference in zip(candidates, references, strict=True):
        if any(word in negations for word in reference):
            asked += 1
            if any(word in negations for word in candidate):
                kept += 1
                return kept / asked
    return 0


@nearly_right("bleu_without", RETURNS)
def the_first_order_in_a_product(candidate, references, n):
    product = 1
    for order in (1, 2, 3, 4):
        if order != n:
            product *= modified_precision(candidate, references, order)
        return brevity_penalty(candidate, references) * product ** (1 / 3)


@nearly_right("bleu_without", RETURNS)
def the_first_order_that_is_kept(candidate, references, n):
    kept = []
    for order in (1, 2, 3, 4):
        if order != n:
            kept.append(modified_precision(candidate, references, order))
            return brevity_penalty(candidate, references) * math.prod(kept) ** (1 / len(kept))


@nearly_right("reference_spread", "the result is always 0: only one score, or each time the same")
def spread_of_the_first_score(candidate, references):
    scores = []
    for reference in references:
        scores.append(bleu_score(candidate, [reference], smoothing=bleu_helpers.add_one))
        return max(scores) - min(scores)


def test_who_returns_too_soon_or_swaps_two_lists_is_asked_about_it():
    assert "`return` inside your loop" in str(diagnose(spread_of_the_first_score, "reference_spread"))
    swapped = diagnose(
        lambda b, a: sum((x > y) + (x == y) / 2 for x, y in zip(a, b, strict=True)) / len(a), "win_share"
    )
    assert "two arguments in the order of the task" in str(swapped)


def test_a_loop_over_its_own_list_is_shown_with_a_word_that_stays_though_it_is_known():
    def left_over(candidate, references):
        left = list(candidate)
        for word in left:
            if any(word in reference for reference in references):
                left.remove(word)
        return left

    verdict = diagnose(left_over, "unknown_words")
    candidate, references = (literal_eval(line.partition(" = ")[2]) for line in verdict.example[:2])
    assert verdict.mistake == IN_THE_LOOP
    assert any(word in reference for word in left_over(candidate, references) for reference in references)


@pytest.mark.parametrize(
    ("task", "function", "lesson"),
    [
        ("f1_of_counts", lambda matched, c, r: 2 * matched / (c + r), "07_f1"),
        (
            "missing_ngrams",
            lambda candidate, references, n: simple_count(references[0], n) - simple_count(candidate, n),
            "06_rouge_n",
        ),
        (
            "edits_per_average_word",
            lambda candidate, references: (
                bleu_helpers.word_error_rate(candidate, references[0]) * len(references[0]) / len(references[0])
            ),
            "10_error_rates",
        ),
    ],
)
def test_the_lesson_that_is_named_is_the_one_of_the_exercise(task, function, lesson):
    verdict = diagnose(function, task)
    assert verdict.known is not None and verdict.known.lesson == lesson


@pytest.mark.parametrize(("task", "name", "function"), ANSWERS)
def test_what_is_nearly_right_is_wrong_and_has_its_name(task, name, function):
    wrong_and_named(task, name, function)
