"""Lesson 04: the exercises on the brevity penalty."""

from bleu_exercises.exercises import brevity_penalty as exercise


def test_the_exercise_on_the_shortest_candidate_does_not_depend_on_rounding():
    for r in range(1, exercise.MAX_WORDS + 1):
        for share in exercise.SHARES:
            exact = exercise.border(r, share)
            assert share == 1 or abs(exact - round(exact)) > 0.001
            assert share < 1 or exact == r
