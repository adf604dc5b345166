"""The checker at code as students write it: a mistake seldom comes alone. See tests/students.py."""

import math
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import students
import students_by_hand
from learners import clipped_share, pieces
from students import named, some
from students_by_hand import RIGHT_BY_HAND, WRONG_BY_HAND
from students_of_lists import OF_LISTS, OUTSIDE

import bleu_helpers
from bleu_helpers.checks import Finding, _causes, _examination, _session, catalogue, check, diagnose, in_form
from bleu_helpers.checks._outcomes import outcome_of
from bleu_helpers.checks._tasks import TASKS, inputs_of
from bleu_helpers.checks.catalogue import SWAPPED

OF_EACH = 20
"""So many functions of a kind are drawn for a run of the tests."""


def by_hand(table):
    return pytest.mark.parametrize("handed", table, ids=[one.function.__name__ for one in table])


@by_hand(RIGHT_BY_HAND)
def test_a_right_function_passes(handed):
    assert diagnose(handed.function, handed.task).finding is Finding.CORRECT


@by_hand(WRONG_BY_HAND)
def test_a_wrong_function_is_named_as_it_stands(handed):
    verdict = diagnose(handed.function, handed.task)
    assert verdict.status == "wrong" and named(verdict) <= handed.names
    assert named(verdict) or handed.function is students_by_hand.bleu_4_without_penalty, "nothing is long enough for it"


@by_hand(OF_LISTS)
def test_a_mistake_made_with_lists_has_a_true_name(handed):
    verdict = diagnose(handed.function, handed.task)
    assert verdict.status == "wrong" and named(verdict) and named(verdict) <= handed.names


@by_hand(OUTSIDE)
def test_a_mistake_outside_of_the_catalogue_has_no_name_that_is_wrong(handed):
    verdict = diagnose(handed.function, handed.task)
    assert verdict.status == "wrong" and named(verdict) <= handed.names


@pytest.mark.slow
@pytest.mark.parametrize(
    ("handed", "share"),
    [
        (students.singles, 1.0),
        (students.with_a_crash, 0.9),
        (students.pairs, 0.7),
        (students.swapped, 0.9),
        (students.last_digits_beside, 0.9),
        (students.triples, 0.2),
    ],
)
def test_mistakes_in_company_have_true_names(handed, share):
    found = students.counted(students.some(handed(), OF_EACH))
    assert found.as_it_should == found.handed_in and found.wrong_names == []
    assert found.named >= share * found.handed_in


def share_in_any(references, candidate, n):
    mine = pieces(candidate, n)
    return sum(any(piece in pieces(other, n) for other in references) for piece in mine) / len(mine) if mine else 0


def share_of_the_sum(references, candidate, n):
    mine = pieces(candidate, n)
    first = [piece for place, piece in enumerate(mine) if piece not in mine[:place]]
    matched = [min(mine.count(piece), sum(pieces(other, n).count(piece) for other in references)) for piece in first]
    return sum(matched) / len(mine) if mine else 0


def product_of_shares(references, candidate, weights):
    return math.prod(clipped_share(candidate, references, n) ** w for n, w in enumerate(weights, 1) if w)


@pytest.mark.parametrize(
    ("function", "task", "more"),
    [
        (share_in_any, "modified_precision", "no clipping"),
        (share_of_the_sum, "modified_precision", "clipped by the sum over the references"),
        (product_of_shares, "bleu_score", "the brevity penalty is missing"),
    ],
)
def test_the_order_is_seen_where_nothing_stops_because_of_it(function, task, more):
    """A list that is looked for among words is not found, and that is all."""
    verdict = diagnose(function, task)
    assert verdict.known.name == SWAPPED and [one.name for one in verdict.also] == [more]


def one_word_more_is_missing(candidate, references, weights):
    c, r = len(candidate), bleu_helpers.closest_ref_length(candidate, references)
    penalty = 0 if c == 0 else 1 if c > r else math.exp(1 - (r + 1) / c)
    return penalty * product_of_shares(references, candidate, weights)


def closest_by_letters(candidate, references, weights):
    closest = min(references, key=lambda other: (abs(len("".join(other)) - len("".join(candidate))), len(other)))
    c, r = len(candidate), len(closest)
    penalty = 0 if c == 0 else 1 if c > r else math.exp(1 - r / c)
    return penalty * product_of_shares(references, candidate, weights)


def one_more_is_allowed(candidate, references, n):
    clipped = bleu_helpers.max_ref_count(references, n)
    return {
        gram: min(k, clipped[gram] + 1) for gram, k in bleu_helpers.simple_count(candidate, n).items() if clipped[gram]
    }


@pytest.mark.parametrize(
    ("function", "task"),
    [
        (one_word_more_is_missing, "bleu_score"),
        (closest_by_letters, "bleu_score"),
        (one_more_is_allowed, "count_clip"),
        (lambda candidate, references, weights: 0, "bleu_score"),
        (lambda candidate, references, n: 0.0, "ngram_f1"),
    ],
)
def test_a_mistake_that_nobody_knows_gets_no_name(function, task):
    """In particular none of the order of the arguments, which are in the right one."""
    assert diagnose(function, task).finding is Finding.UNKNOWN


def test_two_numbers_in_each_others_place_have_the_name_of_what_they_do():
    def f_score(recall, precision, beta):
        squares = beta**2
        return (1 + squares) * precision * recall / (squares * precision + recall) if precision + recall else 0

    assert diagnose(f_score, "f_score").mistake == "beta on the wrong side (or precision and recall swapped)"


@pytest.mark.parametrize("handed", some(students.last_digits(), 12))
def test_only_the_last_digits(handed):
    verdict = diagnose(handed.function, handed.task)
    assert verdict.status == "wrong"
    assert verdict.finding is Finding.LAST_DIGITS or verdict.mistake == "rounded on the way"


@pytest.mark.parametrize("handed", some(students.right_but_for_short_ones(), 12))
def test_what_is_right_but_for_short_ones_passes_where_the_words_do_not_ask_for_them(handed):
    assert diagnose(handed.function, handed.task).status == "wrong"
    verdict = diagnose(handed.function, in_form(TASKS[handed.task], asks_for_short=False))
    assert verdict.status == "correct" and verdict.remarks[0].startswith("It is right for every input that is long")


# Forms.


def bleu_2(references, hypothesis):
    return students_by_hand.bleu_by_logs(hypothesis, references, (0.5, 0.5))


def bleu_n(references, hypothesis, n):
    return students_by_hand.bleu_by_logs(hypothesis, references, [1 / n] * n)


@pytest.mark.parametrize(
    ("function", "task", "form"),
    [
        (bleu_2, "bleu_score", {"order": "references first", "n": 2}),
        (bleu_2, "bleu_score", {"order": "references, candidate", "weights": [0.5, 0.5]}),
        (bleu_n, "bleu_score", {"order": "references candidate n"}),
        (lambda c, rs: students_by_hand.rouge_by_loops(c, rs, 2), "rouge_n", {"n": 2}),
    ],
)
def test_a_task_in_the_form_of_another_course(function, task, form, capsys):
    check(function, task, **form)
    assert capsys.readouterr().out == f"{task}: correct.\n"
    check(lambda *given: 1 - function(*given), task, **form)
    assert f"{task}: wrong" in capsys.readouterr().out


def test_a_mistake_in_a_form_has_its_name_and_an_example_in_this_form():
    form = in_form(TASKS["bleu_score"], "references first", n=2)
    verdict = diagnose(lambda rs, c: students_by_hand.without_penalty(c, rs, (0.5, 0.5)), form)
    assert verdict.known.name == "the brevity penalty is missing"
    assert [line.split(" = ")[0] for line in verdict.example[:2]] == ["references", "candidate"]
    both = diagnose(lambda rs, c: sum(students_by_hand.precision_by_division(c, rs, n) for n in (1, 2)) / 2, form)
    assert named(both) == {"the arithmetic mean", "the brevity penalty is missing"}


@pytest.mark.parametrize("wrong_n", [4, 1])
@pytest.mark.parametrize("task", ["bleu_score", "modified_precision", "ngram_f1"])
def test_nobody_hears_of_an_argument_that_a_form_does_not_have(task, wrong_n):
    of_another_order = in_form(task, "references first", n=wrong_n).form(students.right(task))
    verdict = diagnose(
        lambda references, candidate: of_another_order(references, candidate),
        in_form(task, n=2, order="references first"),
    )
    assert verdict.status == "wrong"
    assert not [
        name for name in named(verdict) if re.search(r"weights are not applied|\bn is not|every n|up to n", name)
    ]


def test_what_the_instructors_page_says_of_forms(capsys):
    page = (Path(__file__).parents[1] / "docs" / "instructors.md").read_text(encoding="utf-8")
    section = page.partition("### The same functions in your own form")[2].partition("\n### ")[0]
    code, shown, answers = re.findall(r"```(?:python)?\n(.*?)```", section, re.DOTALL)
    names = {"TASKS": []}
    exec(code, names)
    assert capsys.readouterr().out == shown
    exec(answers, names)
    (task,) = names["TASKS"]
    verdict = diagnose(names["my_bleu"], task)
    assert (verdict.task, verdict.mistake) == ("my_bleu", "the brevity penalty is missing")
    assert diagnose(lambda rs, c: students_by_hand.bleu_by_logs(c, rs, (0.5, 0.5)), task).status == "correct"


def test_our_own_function_is_recognised_in_a_form():
    form = in_form("rouge_n", "references first")
    assert diagnose(lambda rs, c, n: TASKS["rouge_n"].function(c, rs, n), form).finding is Finding.OURS


# The search.


def test_the_search_for_two_mistakes_ends(monkeypatch):
    monkeypatch.setattr(_examination, "MOST_CALLS", 10)
    assert diagnose(students_by_hand.two_at_once, "modified_precision").finding is Finding.UNKNOWN


def calls_of_ours(monkeypatch, function, task):
    """How many calls of our own wrong functions a check makes, when what can be remembered has been."""
    diagnose(function, task)
    calls = []

    def counted(*given):
        calls.append(given)
        return outcome_of(*given)

    monkeypatch.setattr(_causes, "outcome_of", counted)
    diagnose(function, task)
    return len(calls)


def half_known_in_two_orders(first, second, n):
    """Takes its arguments in either order. What it does with every fourth length, no mistake explains."""
    candidate, references = (second, first) if first and isinstance(first[0], list) else (first, second)
    by_length = (
        students_by_hand.nltk_like_precision,
        lambda *given: 0.375,
        students_by_hand.precision_without_clipping,
        students_by_hand.precision_over_words,
    )
    return by_length[len(candidate) % 4](candidate, references, n)


def test_all_searches_of_a_check_share_one_budget(monkeypatch):
    """It is enough for the pairs in one order of the arguments, and not for those in both."""
    in_both = calls_of_ours(monkeypatch, half_known_in_two_orders, "modified_precision")
    monkeypatch.setattr(_examination, "MOST_CALLS", 2000)
    in_one = calls_of_ours(monkeypatch, half_known_in_two_orders, "modified_precision")
    assert 0 < in_one < in_both


@pytest.mark.parametrize("task", ["ngram_f1", "bleu_score", "corpus_bleu"])
@pytest.mark.parametrize("constant", [0, 1])
def test_no_pair_is_searched_for_a_function_that_gives_always_the_same(task, constant, monkeypatch):
    assert calls_of_ours(monkeypatch, lambda *given: constant, task) == 0


def test_what_tells_two_explanations_apart_is_paid_from_the_budget():
    task, (shortest, longest) = TASKS["closest_ref_length"], two_explanations()
    ask = lambda arguments: task.read(longest.function(*arguments))  # noqa: E731
    assert _causes._told_apart(task, [shortest, longest], 1, ask, _causes.Budget(1)) == [shortest, longest]


def test_the_search_for_a_pair_ends_between_two_of_them():
    task = TASKS["modified_precision"]
    row = _causes.Row(inputs_of(task, "a seed")[0], None, task.right(task.probes[1]))
    alone = [{0} for _ in _causes._ways(task)]
    assert list(_causes._pairs(task, [row], [row], alone, _causes.Budget(0))) == []


def two_explanations():
    one, other = (
        next(mistake for mistake in TASKS["closest_ref_length"].mistakes if mistake.name == name)
        for name in ("the shortest reference's length", "the longest reference's length")
    )
    return [_causes._Found((mistake,), mistake.function) for mistake in (one, other)]


def test_further_inputs_tell_two_explanations_apart():
    task, (shortest, longest) = TASKS["closest_ref_length"], two_explanations()
    asked = []

    def ask(arguments):
        asked.append(arguments)
        return task.read(longest.function(*arguments))

    assert _causes._told_apart(task, [shortest, longest], 1, ask, _causes.Budget(100)) == [longest]
    assert len(asked) == 1, "where they do the same, nothing is asked"


def test_what_cannot_be_told_apart_gets_no_name():
    task, (shortest, longest) = TASKS["closest_ref_length"], two_explanations()
    same = [shortest, longest._replace(function=shortest.function)]
    assert _causes._chosen(task, same, [], 1, lambda arguments: None, _causes.Budget(100)) is None


def test_a_verdict_is_set_apart_in_a_notebook(monkeypatch):
    shown = []
    functions = {"&#10007;": students_by_hand.two_at_once, "&#10003;": students_by_hand.nltk_like_precision}
    verdicts = {sign: diagnose(function, "modified_precision") for sign, function in functions.items()}
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(kernel=True))
    monkeypatch.setattr("IPython.display.display", lambda data, raw, metadata: shown.append(data))
    for sign, verdict in verdicts.items():
        _session._show(verdict)
        assert shown[-1]["text/plain"] == str(verdict)
        assert sign in shown[-1]["text/html"]


def test_the_table_has_a_line_for_each_kind():
    heads, *lines = students.table(1)
    assert heads.split()[:2] == ["handed", "in"]
    counts = {line[:26].strip(): line[26:].split()[:4] for line in lines}
    has_a_name = [kind for kind in students.WRONG if kind not in ("three mistakes", "not in the catalogue")]
    assert [counts.pop(kind) for kind in has_a_name] == [["1", "1", "1", "0"]] * 7
    assert list(counts.values()) == [["1", "1", "0", "0"]] * 4


# Tasks with so few inputs and mistakes that the rare ways are taken.


def only(task, *names, **more):
    """The task with the first mistake of each of these names."""
    mistakes = tuple(next(one for one in TASKS[task].mistakes if one.name == name) for name in names)
    return replace(TASKS[task], mistakes=mistakes, **more)


def test_two_names_for_all_inputs_that_are_long_enough_are_told_apart_by_further_ones():
    alike = tuple((["on"] * length, [["a"], ["a"] * (length + 1)]) for length in range(1, 12))
    first, shortest = "the first reference's length", "the shortest reference's length"
    task = only("closest_ref_length", first, shortest, probes=(*alike, ([], [["a"], ["on", "a"]])), drawn=0)

    def length(candidate, references):
        return candidate and min(map(len, references))

    verdict = diagnose(length, task)
    assert (verdict.known.name, bool(verdict.beside)) == (shortest, True)
    task = replace(task, draw=lambda random: alike[0])
    assert diagnose(length, task).finding is not Finding.KNOWN, "nothing tells the two apart"


def test_of_two_mistakes_one_has_a_name_where_the_other_could_be_either_of_two():
    by_sum, by_words = "clipped by the sum over the references", "divided by the number of words"
    task = only("modified_precision", by_sum, by_words)
    again = replace(task.mistakes[1], name="divided by something else", slip=replace(task.mistakes[1].slip))
    task = replace(task, mistakes=(*task.mistakes, again))
    both = next(catalogue.functions_with("modified_precision", *(one.slip for one in task.mistakes[:2])))
    verdict = diagnose(both, task)
    assert verdict.headline == f"wrong. There are two mistakes, and one of them has a name: {by_sum}."


def test_further_inputs_are_drawn_until_one_explanation_is_left():
    task, (shortest, longest) = TASKS["closest_ref_length"], two_explanations()
    few = longest._replace(function=lambda c, rs: max(map(len, rs)) if len(rs) < 4 else 0)
    few = few._replace(mistakes=(replace(few.mistakes[0], name="of four references, none"),))
    ask = lambda arguments: task.read(longest.function(*arguments))  # noqa: E731
    assert _causes._told_apart(task, [shortest, few, longest], 1, ask, _causes.Budget(100)) == [longest]


def test_a_function_that_is_never_right_has_no_swap():
    def precision(references, candidate):
        return len(" ".join(candidate)) + 7

    assert diagnose(precision, "unigram_precision").finding is Finding.ERROR


# What stands beside a mistake.


def test_a_constant_with_a_few_digits_hides_no_mistake_and_the_example_shows_the_mistake():
    def brevity_penalty(candidate, references):
        r = min(map(len, references))
        return 2.718281828 ** min(0, 1 - r / len(candidate))

    verdict = diagnose(brevity_penalty, "brevity_penalty")
    assert verdict.headline == "wrong. The mistake has a name: the shortest reference's length."
    yours, right = (float(line.split(": ")[1]) for line in verdict.example[-2:])
    assert abs(yours - right) > 0.1


def test_of_a_short_candidate_and_a_short_reference_the_candidate_is_named():
    form = in_form(TASKS["bleu_score"], "references first", n=2)
    (line,) = diagnose(lambda rs, c: students_by_hand.without_penalty(c, rs, (0.5, 0.5)), form).beside
    assert line.startswith("And: an empty candidate stops it") or line.startswith("And: a candidate of fewer than 2 ")


def test_the_form_of_a_corpus_keeps_its_segments_together_in_a_smaller_example():
    form = in_form(TASKS["corpus_bleu"], "references first", n=2)
    assert form.parameters == ("references_per_candidate", "candidates")
    for probe in form.probes:
        whole = {word for candidate in probe[1] for word in candidate}
        for corpus, candidates in form.neighbours(probe):
            assert len(corpus) == len(candidates) and {word for words in candidates for word in words} <= whole
    verdict = diagnose(
        lambda corpus, candidates: 100 * students_by_hand.corpus_mean(candidates, corpus, (0.5, 0.5)), form
    )
    assert verdict.status == "wrong" and len(verdict.example[0]) < 60
