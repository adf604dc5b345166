"""What a lesson promises to compare: the rule sees each way to break a promise, and each lesson makes its promises."""

from agreements import AGREEMENTS, compares_what_it_promises
from broken_copies import every_broken_copy, found_in_a_copy
from notebook_rules import code_cells, source

OURS, THEIRS = "count_clip(words, references).total()", "nltk_modified_precision(references, words, 1)"
HERE = "import modified_precision as nltk_modified_precision"


def rewritten(text, *pairs):
    """Change the one cell of code that has a text in it."""

    def break_it(notebook):
        [cell] = [cell for cell in code_cells(notebook) if text in source(cell)]
        for old, new in pairs:
            assert old in source(cell)
            cell["source"] = source(cell).replace(old, new)

    return break_it


def agreement(notebook):
    """The cell of lesson 02 that compares with NLTK."""
    return next(cell for cell in code_cells(notebook) if HERE in source(cell))


BREAKS = {
    "compares_what_it_promises": {
        "deleted": lambda notebook: notebook["cells"].remove(agreement(notebook)),
        "nothing asserted": rewritten(HERE, ("assert ", "_ = ")),
        "ours with itself": rewritten(HERE, ("theirs.numerator, theirs.denominator", "ours[0], ours[1]")),
        "the first only asserted": rewritten(
            HERE, ("    assert ours ==", "    assert words is not CAT_CANDIDATES[0] or ours ==")
        ),
        "wrong": rewritten(HERE, ("assert ours == (", "assert ours != (")),
    }
}


def test_every_rule_has_a_copy_that_breaks_it():
    assert set(BREAKS) == {rule.__name__ for rule in AGREEMENTS}


@every_broken_copy(AGREEMENTS, BREAKS)
def test_a_rule_fails_on_a_broken_copy(rule, break_it):
    assert found_in_a_copy(rule, break_it) != []


def test_what_is_said_names_the_functions_and_the_cell():
    two = "bleu_helpers.count_clip with nltk.translate.bleu_score.modified_precision"
    deleted, silent, wrong = (
        found_in_a_copy(compares_what_it_promises, BREAKS["compares_what_it_promises"][name])
        for name in ("deleted", "nothing asserted", "wrong")
    )
    assert f"it has to compare {two}, and no cell of code calls them all" in deleted
    assert (
        f"it has to compare {two}, and no assertion of cell [22] fails when bleu_helpers.count_clip is changed"
        in silent
    )
    assert wrong[0].endswith("cell [22] fails with nothing changed")
