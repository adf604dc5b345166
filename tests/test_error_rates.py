"""Lesson 10: word and character error rates, and the alignment behind them."""

import copy
import dataclasses
import sys
import unicodedata

import jiwer
import pytest
from drawn_cases import drawn, explored, sentence, sides, two_sentences
from peers import close, rouge_l_scores
from refused import refused

from bleu_helpers import (
    align,
    character_error_rate,
    characters,
    corpus_character_error_rate,
    corpus_word_error_rate,
    distance_table,
    error_rates,
    rouge_l,
    word_error_rate,
)

CHARACTERS_ONLY = jiwer.Compose([jiwer.ReduceToListOfListOfChars()])  # jiwer's own default strips the text


def decomposed(text):
    return unicodedata.normalize("NFD", text)


# --- the rates -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        ("the cat is on a mat", "the cat sat on the mat", 2 / 6),
        ("the cat sat", "the cat sat", 0.0),
        ("", "the cat sat", 1.0),
        ("the cat sat", "", 3.0),
        ("", "", 0.0),
        ("a b c d", "x", 4.0),
        # A paraphrase and a swapped clause: the rate sees only that the words stand elsewhere.
        ("on the mat the cat sat", "the cat sat on the mat", 1.0),
        ("The guard arrived late because of the rain", "The guard arrived late because it was raining", 3 / 8),
        ("He ate an apple", "He eats an apple", 1 / 4),
    ],
)
def test_word_error_rates_by_hand(candidate, reference, expected):
    rate = word_error_rate(candidate.split(), reference.split())
    assert type(rate) is float
    assert rate == expected
    assert align(candidate.split(), reference.split()).error_rate == expected
    assert rate == float(jiwer.wer(reference, candidate))


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        ("abd", "abc", 1 / 3),
        ("abd", "", 3.0),
        ("", "", 0.0),
        ("", "abc", 1.0),
        ("a b", "ab", 1 / 2),
        ("ab ", "ab", 1 / 2),
    ],
)
def test_character_error_rates_by_hand(candidate, reference, expected):
    rate = character_error_rate(candidate, reference)
    assert type(rate) is float
    assert rate == expected


@drawn(two_sentences)
def test_generated_pairs_agree_with_jiwer(pair):
    candidate, reference = pair
    theirs = jiwer.process_words(" ".join(reference), " ".join(candidate))
    assert close(word_error_rate(candidate, reference), theirs.wer)
    ours = align(candidate, reference)
    assert ours.edits == theirs.substitutions + theirs.deletions + theirs.insertions
    # Which of several best alignments it is may differ between versions; the sums do not.
    assert ours.hits + ours.substitutions + ours.deletions == len(reference) == ours.reference_length
    assert ours.hits + ours.substitutions + ours.insertions == len(candidate)
    assert ours.insertions - ours.deletions == theirs.insertions - theirs.deletions


def test_jiwer_drops_the_spaces_at_the_ends_of_a_text_and_we_do_not():
    assert jiwer.cer("ab", "ab ") == jiwer.cer("ab ", "ab") == 0.0
    assert character_error_rate("ab ", "ab") == 0.5
    assert jiwer.cer("a  b", "a b") == character_error_rate("a b", "a  b") == 0.25  # inside, spaces count for both


def test_a_token_that_is_not_equal_to_itself_is_a_hit_everywhere():
    nan = float("nan")
    for candidate, reference, edits in [([nan], [nan], 0), ([nan, "a"], ["a", nan], 2), ([nan], [float("nan")], 1)]:
        assert distance_table(candidate, reference)[-1][-1] == edits
        assert align(candidate, reference).edits == edits
        assert word_error_rate(candidate, reference) == edits / len(reference)


def corpus_of_pairs(random):
    return [two_sentences(random) for _ in range(random.randint(1, 5))]


@drawn(corpus_of_pairs)
def test_generated_corpora_agree_with_jiwer(pairs):
    candidates, references = sides(pairs)
    texts = [" ".join(words) for words in candidates], [" ".join(words) for words in references]
    assert close(corpus_word_error_rate(candidates, references), jiwer.process_words(texts[1], texts[0]).wer)
    theirs = jiwer.process_characters(texts[1], texts[0], CHARACTERS_ONLY, CHARACTERS_ONLY).cer
    assert close(corpus_character_error_rate(*texts), theirs)


def code_points(random):
    return sentence(random, list("ab 国语"))


@drawn(code_points, code_points)
def test_generated_texts_agree_with_jiwer_where_a_code_point_is_a_character(candidate, reference):
    candidate, reference = "".join(candidate), "".join(reference)
    theirs = jiwer.process_characters([reference], [candidate], CHARACTERS_ONLY, CHARACTERS_ONLY).cer
    assert close(character_error_rate(candidate, reference), theirs)


@explored(two_sentences)
def test_a_corpus_of_one_is_a_pair(pair):
    assert corpus_word_error_rate([pair[0]], [pair[1]]) == word_error_rate(*pair)
    texts = "".join(pair[0]), "".join(pair[1])
    assert corpus_character_error_rate([texts[0]], [texts[1]]) == character_error_rate(*texts)


def test_edits_are_summed_before_the_division():
    candidates, references = ["a b c d".split(), ["x"]], ["a b c d".split(), ["y"]]
    assert corpus_word_error_rate(candidates, references) == 1 / 5  # the mean of the two rates is 1/2
    assert corpus_character_error_rate(["abcd", "x"], ["abcd", "y"]) == 1 / 5
    assert corpus_word_error_rate([["a"], ["b", "c"]], [[], ["b"]]) == 2.0  # an empty reference beside another
    assert corpus_word_error_rate([["a", "b"], []], [[], []]) == 2.0
    assert corpus_word_error_rate([], []) == corpus_character_error_rate([], []) == 0.0


@drawn(two_sentences)
def test_the_definition_and_rapidfuzz_agree(pair):
    candidate, reference = pair
    table = distance_table(candidate, reference)
    assert (len(table), len(table[0])) == (len(candidate) + 1, len(reference) + 1)
    assert table[-1][-1] == align(candidate, reference).edits
    assert table[-1][-1] == distance_table(reference, candidate)[-1][-1]


def every_result(pair):
    """All that the module says of two sentences."""
    texts = [" ".join(map(str, words)) for words in pair]
    rates = word_error_rate(*pair), character_error_rate(*texts), corpus_word_error_rate(*([words] for words in pair))
    return align(*pair), align(*map(characters, texts)), rates, rouge_l(*pair)


@drawn(two_sentences)
def test_without_rapidfuzz_the_definition_says_the_same(pair):
    fast = every_result(pair)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "rapidfuzz", None)  # an import of it fails
        assert error_rates._rapidfuzz() is None
        assert every_result(pair) == fast


@pytest.mark.parametrize(
    ("candidate", "reference", "operations"),
    [
        ("", "", ""),
        ("ab", "", "II"),
        ("", "ab", "DD"),
        ("abc", "abc", "==="),
        ("axc", "abc", "=S="),
        ("bca", "abc", "D==I"),
        ("aab", "ab", "=I="),
        ("ab", "ba", "I=D"),
    ],
)
def test_an_alignment_without_rapidfuzz_by_hand(candidate, reference, operations, monkeypatch):
    with_it, rate = align([*candidate], [*reference]), word_error_rate([*candidate], [*reference])
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    assert "".join(align([*candidate], [*reference]).operations) == operations
    assert align([*candidate], [*reference]) == with_it
    assert word_error_rate([*candidate], [*reference]) == rate
    nan = float("nan")
    assert align([nan, "a"], ["a", nan]).hits == 1
    assert rouge_l([nan, "a"], ["a", nan]).recall == 0.5
    for one, other in ((nan, nan), (1.0, 1)):  # one object that is not equal to itself, and two that are equal
        assert align([one], [other]).hits == rouge_l([one], [other]).recall == 1


def test_a_long_alignment_without_rapidfuzz(monkeypatch):
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    assert align([], [*range(300)]).operations == ("D",) * 300
    assert align([*range(300)], []).operations == ("I",) * 300


# --- ROUGE-L: the same table without substitutions --------------------------------------------------------------------


def edits_without_substitution(candidate, reference):
    """The definition: the table of the lesson, in which the diagonal is only for equal tokens."""
    table = [list(range(len(reference) + 1))]
    for i, token in enumerate(candidate, start=1):
        row = [i]
        for j, wanted in enumerate(reference, start=1):
            row.append(table[-1][j - 1] if token == wanted else min(table[-1][j], row[-1]) + 1)
        table.append(row)
    return table[-1][-1]


@drawn(two_sentences)
def test_rouge_l_is_the_table_without_substitutions(pair):
    candidate, reference = pair
    common = (len(candidate) + len(reference) - edits_without_substitution(candidate, reference)) / 2
    scores = rouge_l(candidate, reference)
    assert close(scores.precision * len(candidate), common)
    assert close(scores.recall * len(reference), common)


@drawn(two_sentences)
def test_rouge_l_agrees_with_rouge_score(pair):
    ours, theirs = rouge_l(*pair), rouge_l_scores(*pair)
    for mine, other in zip(ours, (theirs.precision, theirs.recall, theirs.fmeasure), strict=True):
        assert close(mine, other)


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        ("a b c", "a x b y c", (1, 3 / 5, 3 / 4)),
        ("c b a", "a b c", (1 / 3, 1 / 3, 1 / 3)),
        ("a b c", "x y", (0, 0, 0)),
        ("", "a", (0, 0, 0)),
        ("a", "", (0, 0, 0)),
        ("", "", (0, 0, 0)),
    ],
)
def test_rouge_l_by_hand(candidate, reference, expected):
    assert rouge_l(candidate.split(), reference.split()) == pytest.approx(expected)


# --- Unicode ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("a b", ["a", " ", "b"]),
        ("안녕 하세요", ["안", "녕", " ", "하", "세", "요"]),
        ("我喜歡貓", ["我", "喜", "歡", "貓"]),
        ("café", ["c", "a", "f", "é"]),
        ("👍🏽👩‍👩‍👧🇰🇷", ["👍🏽", "👩‍👩‍👧", "🇰🇷"]),
        ("क्षि"[:2] + "x", ["क्", "x"]),
        ("\r\n", ["\r\n"]),
    ],
)
def test_characters_are_what_a_reader_calls_so(text, expected):
    assert characters(text) == characters(decomposed(text)) == expected


def test_composed_and_decomposed_korean_are_the_same():
    composed = "한국어를 배웁니다"
    assert len(decomposed(composed)) == 21
    assert len(characters(decomposed(composed))) == len(composed) == 9
    assert character_error_rate(decomposed(composed), composed) == 0.0
    assert corpus_character_error_rate([decomposed(composed)], [composed]) == 0.0
    # One wrong syllable of nine is one edit, however it is stored; jiwer counts what is stored.
    wrong = "한국어를 배웠니다"
    for candidate in (wrong, decomposed(wrong)):
        for reference in (composed, decomposed(composed)):
            assert character_error_rate(candidate, reference) == 1 / 9
    assert jiwer.cer(composed, decomposed(composed)) == pytest.approx(20 / 9)
    assert jiwer.cer(decomposed(composed), decomposed(wrong)) == pytest.approx(2 / 21)


def test_chinese_is_counted_by_the_character():
    assert character_error_rate("我喜歡狗", "我喜歡貓") == 1 / 4
    assert character_error_rate("我很喜歡貓", "我喜歡貓") == 1 / 4
    assert word_error_rate(["我喜歡狗"], ["我喜歡貓"]) == 1.0  # without spaces a sentence is one word


def test_look_alikes_stay_different():
    assert character_error_rate("Ａ", "A") == 1.0  # a wide A: composition does not fold it


# --- the alignment ---------------------------------------------------------------------------------------------------


def test_an_insertion_is_what_only_the_candidate_has():
    inserted, deleted = align("a b".split(), ["a"]), align(["a"], "a b".split())
    assert (inserted.insertions, inserted.deletions, inserted.operations) == (1, 0, ("=", "I"))
    assert (deleted.insertions, deleted.deletions, deleted.operations) == (0, 1, ("=", "D"))
    assert inserted.columns() == [("=", "a", "a"), ("I", "b", None)]
    assert deleted.columns() == [("=", "a", "a"), ("D", None, "b")]


@explored(two_sentences)
def test_the_columns_are_the_two_sentences(pair):
    candidate, reference = pair
    alignment = align(candidate, reference)
    columns = alignment.columns()
    assert [token for mark, token, _ in columns if mark != "D"] == candidate == list(alignment.candidate)
    assert [token for mark, _, token in columns if mark != "I"] == reference == list(alignment.reference)
    assert all((mark == "=") == (one == other) for mark, one, other in columns)
    assert alignment.edits == alignment.substitutions + alignment.deletions + alignment.insertions


def test_an_alignment_prints_its_lines_under_each_other():
    assert repr(align("the cat is on a big mat".split(), "there the cat was on a mat".split())) == (
        "3 edits: 1 substitution, 1 deletion, 1 insertion; 5 hits; reference length 7; error rate 0.4286\n"
        "candidate  ***** the cat is  on a big mat\n"
        "reference  there the cat was on a *** mat\n"
        "edits      D             S        I"
    )


def test_wide_characters_line_up():
    # Each of these takes two columns, so S stands below the first of two.
    lines = repr(align(characters("안녕 하세요"), characters(decomposed("안녕하세여!")))).splitlines()
    assert lines[1:] == [
        "candidate  안 녕 ␣ 하 세 요 *",
        "reference  안 녕 * 하 세 여 !",
        "edits            I       S  D",
    ]
    assert repr(align(["我喜歡", "big"], ["我", "b"])).splitlines()[1:] == [
        "candidate  我喜歡 big",
        "reference  我     b",
        "edits      S      S",
    ]
    # So do the Latin letters of an East Asian font.
    assert repr(align(["ＡＢ", "b"], ["x", "bb"])).splitlines()[2:] == ["reference  x    bb", "edits      S    S"]
    # Accents take no column, also where no composed letter exists.
    assert repr(align(["x\u0301y", "b"], ["xy", "bb"])).splitlines()[2:] == ["reference  xy bb", "edits      S  S"]
    assert repr(align(["a\nb\tc"], ["a"])).splitlines()[1] == "candidate  a␣b␣c"


def test_a_token_that_is_a_star_is_not_a_gap():
    assert repr(align(["*"], ["two"])).splitlines()[1:] == ["candidate  *", "reference  two", "edits      S"]


def test_empty_sides_print_too():
    assert repr(align([], [])).splitlines() == [
        "0 edits: 0 substitutions, 0 deletions, 0 insertions; 0 hits; reference length 0; error rate 0.0000",
        "candidate",
        "reference",
        "edits",
    ]
    assert repr(align([""], ["ab"])).splitlines()[1:] == ["candidate", "reference  ab", "edits      S"]
    assert repr(align(["x"], [])).splitlines()[0].endswith("reference length 0; error rate 1.0000")


def test_long_alignments_break_into_blocks():
    words = [f"word{number}" for number in range(30)]
    lines = repr(align(words, [*words, "more"])).splitlines()
    assert max(map(len, lines[1:])) <= 100
    assert lines[0].startswith("1 edit: 0 substitutions, 1 deletion, ")
    assert [line.split()[0] for line in lines[1:] if line] == ["candidate", "reference", "edits"] * 3
    shown = " ".join(line.removeprefix("reference  ") for line in lines if line.startswith("reference  "))
    assert shown.split() == [*words, "more"]
    assert lines[-1].split() == ["edits", "D"]
    assert repr(align(words, words)).count("\n\n") == 2


def test_an_alignment_is_frozen_and_plain():
    alignment = align(["a"], ["b"])
    with pytest.raises(dataclasses.FrozenInstanceError):
        alignment.operations = ()
    assert {type(number) for number in (alignment.hits, alignment.edits, alignment.reference_length)} == {int}
    assert alignment == align(("a",), ("b",))


@pytest.mark.parametrize(("one", "other"), [(-1, -2), (97, "a"), ("a", ("a",)), (None, 0), (2**61 - 1, 0), (b"a", "a")])
def test_different_tokens_are_different(one, other):
    # rapidfuzz compares hashes, and some of these share one.
    assert word_error_rate([one], [other]) == 1.0
    assert align([one, other], [other]).operations == ("I", "=")


def test_inputs_stay_as_they_were():
    for kind in (list, tuple):
        candidates, references = kind([kind("ab"), kind([1, None])]), kind([kind("b"), kind([2])])
        before = copy.deepcopy((candidates, references))
        corpus_word_error_rate(candidates, references)
        align(candidates[0], references[0])
        distance_table(candidates[1], references[1])
        assert (candidates, references) == before


@pytest.mark.parametrize("rate", [corpus_word_error_rate, corpus_character_error_rate])
def test_one_reference_for_each_candidate(rate):
    sentence = ["a"] if rate is corpus_word_error_rate else "a"
    assert refused(ValueError, rate, [sentence], [sentence] * 2) == (
        "candidates has 1 entries and references has 2. An error rate compares each candidate with one reference: "
        "pass as many of the one as of the other."
    )
