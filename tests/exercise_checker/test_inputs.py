"""The inputs on which a function is tried."""

from bleu_exercises._tasks import TASKS
from exercise_checker._tasks import PUBLIC_SEED, inputs_of


def test_a_seed_always_draws_the_same_inputs():
    for name in ("simple_count", "f_score", "word_error_rate"):
        assert repr(inputs_of(TASKS[name], 7)) == repr(inputs_of.__wrapped__(TASKS[name], 7))
        assert repr(inputs_of(TASKS[name], 7)) != repr(inputs_of(TASKS[name], 8))


def test_drawn_inputs_include_empty_candidates_and_ties_of_lengths():
    pairs = [arguments for arguments, _ in inputs_of(TASKS["unigram_precision"], PUBLIC_SEED)]
    assert {1, 2, 3, 4} <= {len(references) for _, references in pairs}
    assert any(not candidate for candidate, _ in pairs)
    lengths = [(len(candidate), set(map(len, references))) for candidate, references in pairs]
    assert sum({c - 1, c + 1} <= r for c, r in lengths) > 20
    assert all(reference for (_, reference), _ in inputs_of(TASKS["word_error_rate"], PUBLIC_SEED))
