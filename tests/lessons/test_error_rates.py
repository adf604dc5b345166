"""Lesson 10: word and character error rates, and the alignment behind them."""

import itertools
import sys
import unicodedata

import jiwer
import numpy as np
import pytest
import regex
from drawn_cases import drawn, sides, two_sentences
from peers import ROUGE, all_close, close

from bleu_helpers import (
    align,
    character_error_rate,
    characters,
    corpus_character_error_rate,
    corpus_word_error_rate,
    corpus_word_error_rate_of_texts,
    rouge_l,
    word_error_rate,
)
from bleu_helpers.fast import edits
from bleu_helpers.fast.edits import rapidfuzz_distances

CHARACTERS_ONLY = jiwer.Compose([jiwer.ReduceToListOfListOfChars()])  # jiwer's own default strips the text


def decomposed(text):
    return unicodedata.normalize("NFD", text)


# --- the rates -------------------------------------------------------------------------------------------------------


@drawn(two_sentences)
def test_generated_pairs_agree_with_jiwer(pair):
    candidate, reference = pair
    theirs = jiwer.process_words(" ".join(reference), " ".join(candidate))
    rate, ours = word_error_rate(candidate, reference), align(candidate, reference)
    assert type(rate) is float and close(rate, theirs.wer) and rate == ours.error_rate
    assert ours.edits == theirs.substitutions + theirs.deletions + theirs.insertions
    # Versions may choose different alignments among the best ones, but each has all tokens of both sentences.
    columns = ours.columns()
    assert [token for mark, token, _ in columns if mark != "D"] == candidate == list(ours.candidate)
    assert [token for mark, _, token in columns if mark != "I"] == reference == list(ours.reference)
    assert all((mark == "=") == (token == other) for mark, token, other in columns)
    assert ours.edits == ours.substitutions + ours.deletions + ours.insertions


def corpus_of_pairs(random):
    return [two_sentences(random) for _ in range(random.randint(1, 5))]


@drawn(corpus_of_pairs)
def test_generated_corpora_agree_with_jiwer(pairs):
    candidates, references = sides(pairs)
    texts = [" ".join(words) for words in candidates], [" ".join(words) for words in references]
    assert close(corpus_word_error_rate(candidates, references), jiwer.process_words(texts[1], texts[0]).wer)
    theirs = jiwer.process_characters(texts[1], texts[0], CHARACTERS_ONLY, CHARACTERS_ONLY).cer
    assert close(corpus_character_error_rate(*texts), theirs)


def test_a_text_may_have_more_different_words_than_unicode_has_characters(monkeypatch):
    monkeypatch.setattr(edits, "number_words", lambda texts: (np.array([sys.maxunicode + 1, 1]), np.array([2, 0])))
    assert corpus_word_error_rate_of_texts(["a b" + " " * 2000], [""]) == 2


def test_the_rate_of_a_corpus_without_reference_words():
    assert corpus_word_error_rate([["a", "b"], []], [[], []]) == 2.0
    assert corpus_word_error_rate([], []) == corpus_character_error_rate([], []) == 0.0


def every_result(pair):
    """Return every result of the module for two sentences."""
    texts = [" ".join(map(str, words)) for words in pair]
    rates = word_error_rate(*pair), character_error_rate(*texts), corpus_word_error_rate(*([words] for words in pair))
    rates = *rates, corpus_word_error_rate_of_texts(*([text] for text in texts))
    return align(*pair), align(*map(characters, texts)), rates, rouge_l(*pair)


@drawn(two_sentences)
def test_the_results_are_the_same_without_rapidfuzz(pair):
    fast = every_result(pair)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "rapidfuzz", None)  # makes an import fail
        assert rapidfuzz_distances() is None
        assert every_result(pair) == fast


# --- ROUGE-L: the same table without substitutions --------------------------------------------------------------------


@drawn(two_sentences)
def test_rouge_l_agrees_with_rouge_score(pair):
    candidate, reference = pair
    assert all_close(rouge_l(candidate, reference), ROUGE.score(reference, candidate)["rougeL"])


# --- Unicode ---------------------------------------------------------------------------------------------------------


def test_characters_are_composed_grapheme_clusters_for_every_three_kinds():
    kinds = "CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark L V T LV LVT".split()
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    examples = ["a", "é", "👩", *(regex.search(rf"\p{{GCB={kind}}}", every)[0] for kind in kinds)]
    for text in map("".join, itertools.product(examples, repeat=3)):
        assert characters(text) == regex.findall(r"\X", unicodedata.normalize("NFC", text))


# --- the alignment ---------------------------------------------------------------------------------------------------


def test_prints_wide_characters_in_aligned_columns():
    # Each of these characters is two columns wide, so the S is below the first of two columns.
    lines = repr(align(characters("안녕 하세요"), characters(decomposed("안녕하세여!")))).splitlines()
    assert lines[1:] == [
        "candidate  안 녕 ␣ 하 세 요 *",
        "reference  안 녕 * 하 세 여 !",
        "edits            I       S  D",
    ]
    # Full-width letters are two columns wide, too.
    assert repr(align(["\uff21\uff22", "c"], ["ab", "c"])).splitlines()[2] == "reference  ab   c"
    # Accents have no width, even if no composed letter exists.
    assert repr(align(["x\u0301y", "b"], ["xy", "bb"])).splitlines()[2:] == ["reference  xy bb", "edits      S  S"]
    assert repr(align(["a\nb\tc"], ["a"])).splitlines()[1] == "candidate  a␣b␣c"


def test_isolates_words_that_are_written_from_right_to_left():
    hebrew, arabic = "חתול", "القط"
    lines = repr(align([hebrew, "3", "on", arabic], [hebrew, hebrew, "on"])).splitlines()
    assert lines[1:] == [
        f"candidate  \u2068{hebrew}\u2069 3    on \u2068{arabic}\u2069",
        f"reference  \u2068{hebrew}\u2069 \u2068{hebrew}\u2069 on ****",
        "edits           S       I",
    ]


def test_prints_a_long_alignment_in_blocks():
    words = [f"word{number}" for number in range(30)]
    lines = repr(align(words, [*words, "more"])).splitlines()
    assert max(map(len, lines[1:])) <= 100
    assert lines[0].startswith("1 edit: 0 substitutions, 1 deletion, ")
    assert [line.split()[0] for line in lines[1:] if line] == ["candidate", "reference", "edits"] * 3
    shown = " ".join(line.removeprefix("reference  ") for line in lines if line.startswith("reference  "))
    assert shown.split() == [*words, "more"]
    assert lines[-1].split() == ["edits", "D"]
    assert repr(align(words, words)).count("\n\n") == 2
