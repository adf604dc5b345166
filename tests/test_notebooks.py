"""The rules for a lesson's file: each sees a copy of lesson 02 in which one thing is written otherwise."""

import json

import agreements
import lesson_shape
import notebook_rules
import prose
import pytest

CLIPPING = notebook_rules.NOTEBOOKS[1]
PRINTED = '"1.0000  the the the the the the the\\n"'
IMPORT = '"from bleu_helpers import unigram_precision\\n"'
BROKEN = {
    "has_its_learners_copy": [("Full marks", "All marks")],
    "is_run_from_top_to_bottom": [('"execution_count": 3,', '"execution_count": 99,')],
    "has_no_stderr": [('"name": "stdout"', '"name": "stderr"')],
    "hides_nothing_from_nbval": [(IMPORT, '"# NBVAL_IGNORE_OUTPUT\\n"')],
    "starts_with_the_set_up_cell": [("import plots", "import  plots"), (IMPORT, '"from sacrebleu import BLEU\\n"')],
    "has_its_own_badge": [("/learn/en/02", "/learn/en/12")],
    "has_links_that_lead_somewhere": [("](03_", "](93_"), ("docs/glossary.md", "docs/nothing.md")],
    "shows_nothing_of_the_machine": [
        (PRINTED, json.dumps(text + "\n"))
        for text in ("<f at 0x7f5a1c>", "/home/one/x.py", "C:\\Users\\one", "Python 3.11.7", "3.5 ms", "2026-01-31")
    ],
    "shows_nothing_unordered": [(PRINTED, "\"{'the', 'cat'}\"")],
    "asks_for_nothing_by_chance": [
        (IMPORT, json.dumps(text)) for text in ("import os, time\n", "random.Random()\n", "a = np.random.rand(3)\n")
    ],
    "shows_at_most_six_digits": [(PRINTED, '"0.5045666840058485"')],
    "has_a_picture_for_every_figure": [
        ('"image/png": "iVBOR', '"image/gif": "iVBOR'),
        ('"alt": "Figure: A', '"alt": "Figure: No'),
    ],
    "shows_no_widget": [('"text/plain": [', '"application/vnd.jupyter.widget-view+json": {}, "text/plain": [')],
    "raises_only_where_it_says_so": [
        ('"metadata": {},\n   "outputs"', '"metadata": {"tags": ["raises-exception"]}, "outputs"')
    ],
    "is_in_the_house_form": [('"nbformat_minor": 5', '"nbformat_minor": 4')],
    "is_no_longer_than_a_lesson": [("Full marks", "Full marks" + " and so on" * 300)],
    "has_its_parts_in_order": [("### Agreement", "### NLTK"), ("What we have so far", "Three questions")],
    "has_its_title_and_numbers": [("# 02 C", "# 02 The c"), ("## 4. ", "## 3. "), ("**Next:**", "Then")],
    "says_who_comes_first": [("**the references first**", "the references first")],
    "asks_what_can_be_answered": [
        ("guess = None  # a whole", "answer = None  # a whole"),
        ("guess = None  # a whole", "guess = 3  # a whole"),
        (".total(), guess)", ".total())"),
        ("**Predict:** how many of its", "How many of its"),
        ("## More: three rules", "Three rules"),
    ],
    "tells_no_answer_before": [
        ("answer: 5\\n", "answer: 1.0000\\n"),
        ("reveal(count_clip(twice, CAT_REFERENCES).total()", "reveal(5"),
        ("reveal(count_clip", "assert len(twice) == 12; reveal(count_clip"),
        ("reveal(count_clip", "print('5/7'); reveal(count_clip"),
        ('\\"smallest\\": first', '\\"the smallest\\": first'),
        ('\\"sum\\", \\"smallest\\" or', '\\"yes\\", \\"smallest\\" or'),
    ],
    "needs_nothing_of_what_is_more": [("scoreboard(unigram", "scoreboard(taken, unigram")],
    "says_how_long_it_takes": [("25 minutes", "15 minutes"), (", 4 on the short road", "")],
    "has_three_questions_with_reasons": [("**Question 2.**", "Question 2."), ('"No. ', '"Yes. ')],
    "has_each_knob_below_its_figure": [
        ("knobs.purse(", "knobs.edit_path("),
        ("knobs.purse(", "print(1); knobs.purse("),
    ],
    "links_the_glossary": [("docs/glossary.md", "docs/words.md")],
    "computes_its_numbers": [("2/7, 1/3 and 1/10", "2/7, 1/3 and 1/11"), ("it is 8: which", "it is 9: which")],
    "compares_what_it_promises": [
        ("theirs.numerator, theirs.denominator", "ours[0], ours[1]"),
        ("assert ours ==", "_ = ours =="),
        ("assert ours ==", "assert words is not CAT_CANDIDATES[0] or ours =="),
        ("assert ours ==", "assert ours !="),
    ],
}
"""By the name of a rule, the beginning of each breach: what stands in the file, and what is written in its place."""
RULES = [*notebook_rules.RULES, *lesson_shape.SHAPE, *prose.PROSE, *agreements.AGREEMENTS]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_sees_what_breaks_it(rule):
    text = CLIPPING.read_text(encoding="utf-8")
    assert rule.__name__ in BROKEN, f"the rule {rule.__name__} has no row in BROKEN, in {__file__}"
    for old, new in BROKEN[rule.__name__]:
        assert old in text, old
        assert [*rule(CLIPPING, json.loads(text.replace(old, new, 1)))] != [], new


@pytest.mark.parametrize(
    ("rule", "breach", "place"),
    [
        (prose.computes_its_numbers, BROKEN["computes_its_numbers"][0], "tests/prose.toml"),
        (agreements.compares_what_it_promises, BROKEN["compares_what_it_promises"][2], "tests/agreements.toml"),
    ],
)
def test_a_rule_says_where_an_exception_belongs(rule, breach, place):
    text = CLIPPING.read_text(encoding="utf-8").replace(*breach, 1)
    assert any(place in said for said in rule(CLIPPING, json.loads(text)))


def test_what_is_expected_is_said_and_where():
    assert notebook_rules.difference("a\nb", "a\nb\n") == ""
    assert notebook_rules.difference("a\nb", "a\nc") == "line 2 is 'b'; expected: 'c'"


def test_a_lesson_that_is_to_compare_nothing_is_named(monkeypatch):
    monkeypatch.setattr(agreements, "PROMISES", [])
    [said] = agreements.compares_what_it_promises(CLIPPING, json.loads(CLIPPING.read_text(encoding="utf-8")))
    assert said == 'it compares nothing: write into tests/agreements.toml what it has to, below lesson = "02"'
