"""Lesson 04: the closest reference length and the brevity penalty."""

import nltk.translate.bleu_score as nltk_bleu
from drawn_cases import drawn, pair
from peers import close

from bleu_exercises.exercises import brevity_penalty as exercise
from bleu_helpers import brevity_penalty, brevity_penalty_of_lengths, closest_ref_length


@drawn(pair)
def test_generated_cases_agree_with_nltk(pair):
    candidate, references = pair
    r = nltk_bleu.closest_ref_length(references, len(candidate))
    assert closest_ref_length(candidate, references) == r
    penalty = brevity_penalty(candidate, references)
    assert type(penalty) is float and penalty == brevity_penalty_of_lengths(len(candidate), r)
    assert close(penalty, nltk_bleu.brevity_penalty(r, len(candidate)))


def test_the_exercise_on_the_shortest_candidate_does_not_depend_on_rounding():
    for r in range(1, exercise.MAX_WORDS + 1):
        for share in exercise.SHARES:
            exact = exercise.border(r, share)
            assert share == 1 or abs(exact - round(exact)) > 0.001
            assert share < 1 or exact == r
