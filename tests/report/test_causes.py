"""Each usual cause of a low score is found in the output or in the references, and nowhere else."""

import re
import sys
import unicodedata
from itertools import combinations

import pytest

from bleu_helpers import compare_systems
from bleu_helpers.corpora.small_test_set import read_test_set
from bleu_helpers.corpora.tokenisers import tokeniser
from bleu_helpers.report.causes import CASE, CAUSES, explained, usual_causes
from bleu_helpers.report.corpus import Output

SEGMENTS, SYSTEMS = read_test_set()
SEGMENTS, SYSTEMS = SEGMENTS[:200], {name: texts[:200] for name, texts in SYSTEMS.items()}
TOKENISE = tokeniser("13a")
PAIRS = [[text.replace("e", "é").replace("v", "œ") for text in segment.references] for segment in SEGMENTS]
TEXTS, OTHERS = map(list, zip(*PAIRS, strict=True))
"""Two human translations with quotation marks, and with letters that have two normal forms, or two bytes in UTF-8."""


def each_word(start="", middle="", end=""):
    return lambda text: " ".join(f"{start}{word[:3]}{middle * (len(word) > 3)}{word[3:]}{end}" for word in text.split())


FAULTS = {
    "word pieces marked with “</w>”": (each_word(end="</w>"), each_word(middle=" ", end="</w>")),
    "word pieces marked with “@@” or “##”": (each_word(middle="@@ "), each_word(middle=" ##")),
    "word pieces marked with “▁” or “Ġ”": (each_word("▁"), each_word("▁", " "), each_word("Ġ", " ")),
    "special tokens such as “</s>”": (
        *("<s> {} </s>".format, "[CLS] {} [SEP]".format, "{}<|endoftext|>".format),
        *('<seg id="1">{}</seg>'.format, "<2en> {}".format, "eng_Latn {}".format, "en_XX {}".format),
    ),
    "labels or scores such as “H-1” next to a tab": ("H-1\t{}".format, "D-12\t-0.5e-3\t{}".format, "{}\t0.4".format),
    "fields of an n-best list, separated by “|||”": ("0 ||| {} ||| LM= -2.5 ||| -0.1".format,),
    "a label such as “Translation:” or “1.”": (
        *("译文：{}".format, '{{"t": "{}"}}'.format, "2. {}".format, "[2] {}".format),
    ),
    "quotation marks around the line": ('"{}"'.format,),
    "marks of Markdown such as “**”": ("**{}**".format, "## {}".format),
    "HTML entities": (lambda text: text.replace("'", "&apos;"), lambda text: text.replace("'", "&#39;")),
    "characters that were read in the wrong encoding, such as “Ã©”": (
        lambda text: text.encode().decode("latin-1"),
        lambda text: text.encode().decode("cp1252"),
    ),
    "invisible characters": (each_word(end="\u200b"), each_word(middle="\xad"), "\ufeff{}".format, each_word("\u200f")),
    "colour codes of a terminal": ("\x1b[1;31m{}\x1b[0m".format,),
    "Cyrillic or Greek letters that look like Latin ones": (
        lambda text: text.translate({ord("a"): "а", ord("o"): "ο"}),
    ),
    "full-width characters": (lambda text: text.translate({ord(one): ord(one) + 0xFEE0 for one in ".,?!"}),),
    "typographic quotation marks": (lambda text: re.sub('"(.*?)"', r"“\1”", text.replace("'", "’")),),
    "letters that are not in the Unicode normal form NFC": (lambda text: unicodedata.normalize("NFD", text),),
    "capital letters": (str.lower,),
    "small letters": (str.upper,),
}
"""For each cause, functions that put it into a text; the last two leave it to the references."""


def causes(outputs, references):
    """Return the outputs, the causes that are found, and what the changes depend on."""
    tokenised = [[*map(TOKENISE, texts)] for texts in references]
    systems = [Output(name, texts, TOKENISE, tokenised) for name, texts in outputs.items()]
    found = [cause for system in systems for cause in usual_causes(system, references)]
    return systems, found, [*explained(systems, found, tokenised)]


@pytest.mark.parametrize(("cause", "fault"), [(cause, fault) for cause in CAUSES for fault in FAULTS[cause]])
def test_a_fault_is_named_where_only_one_side_has_it(cause, fault):
    good, references = TEXTS[:40], OTHERS[:40]
    bad, good_references = [*map(fault, good)], [[text] for text in references]
    bad_references = [[fault(text)] for text in references]
    in_case = fault in (str.lower, str.upper)
    systems, [found], [change] = causes({"old": good, "new": bad}, good_references)
    where = ["new", "the references"]
    if in_case:
        where.reverse()
    assert (found["name"], found["cause"], found["where"]) == ("new", cause, where[0])
    assert found["without"] == pytest.approx(systems[0].score, abs=1)
    assert (change["name"], change["cause"]) == ("new", CASE if in_case else cause)
    assert abs(change["rest"]) < abs(change["change"]) / 10
    assert [one["name"] for one in causes({"old": bad, "new": bad}, good_references)[1]] == ["old", "new"]
    assert [one["where"] for one in causes({"new": good}, bad_references)[1]] == [where[1]]
    assert causes({"old": bad, "new": bad}, bad_references)[1:] == ([], [])


def test_two_causes_in_one_output_are_undone_together():
    """The first of the two is outside, as in `<s> H-1 …`; a pair is left out if one of its causes changes no text."""
    texts, references = TEXTS[20:40], [[text] for text in OTHERS[20:40]]
    [good], _, _ = causes({"good": texts}, references)
    for pair in combinations(CAUSES, 2):
        outer, inner = (FAULTS[cause][0] for cause in pair)
        bad = [outer(inner(text)) for text in texts]
        if bad in ([*map(outer, texts)], [*map(inner, texts)]):
            continue
        _, found, _ = causes({"bad": bad}, references)
        assert {one["cause"] for one in found} == {*pair}
        for one in found:
            assert (one["of"], one["together"]) == (2, pytest.approx(good.score, abs=1))
            assert max(one["score"], one["without"]) < one["together"]


def test_no_cause_is_named_for_texts_without_a_fault():
    assert causes(SYSTEMS, [list(one.references) for one in SEGMENTS])[1:] == ([], [])
    assert causes({"A": TEXTS, "B": OTHERS}, PAIRS)[1:] == ([], [])
    in_few_lines = [f"<s> {text}" if place < 1 else text for place, text in enumerate(TEXTS)]
    without_effect = [f"{text} “" for text in TEXTS]
    assert causes({"old": in_few_lines, "new": without_effect}, PAIRS)[1] == []
    half_empty = [text if place % 2 else "" for place, text in enumerate(SYSTEMS["apertium"])]
    assert causes({"old": half_empty}, [list(one.references) for one in SEGMENTS])[1] == []
    russian, english = [["а он в доме, а сон о том"]] * 10, ["a man in a house, a dream o that"] * 10
    assert causes({"old": english, "new": english}, russian)[1] == []


def test_case_is_named_only_if_little_of_the_change_remains_without_it():
    references = [[text] for text in OTHERS]
    worse, better = [*map(str.title, TEXTS)], [*map(str.title, OTHERS[:100]), *TEXTS[100:]]
    changes = causes({"old": TEXTS, "worse": worse, "better": better}, references)[2]
    assert [(one["name"], one["cause"]) for one in changes] == [("worse", CASE)]


def test_the_report_names_the_cause_and_the_score_without_it():
    old, new = SYSTEMS["apertium"], SYSTEMS["apertium_without_interchunk"]
    references = [list(one.references) for one in SEGMENTS]
    invisible, pieces = each_word(end="\u200b"), each_word("\u2581", " ")

    def said(old, new):
        return " ".join(repr(compare_systems({"old": old, "new": new}, references, samples=100)).split())

    alone = said(old, [*map(invisible, old)])
    assert "By BLEU, new is worse than old, but only because of invisible characters. Without" in alone
    assert "In 200 of 200 lines (the first is line 1), new has invisible characters (U+200B ZERO WIDTH SPACE)" in alone
    assert "the BLEU of new would be 31.36 instead of 0.78." in alone
    of_both = said([*map(invisible, old)], [*map(invisible, new)])
    assert "but this depends on invisible characters, without which it would be worse." in of_both
    assert "the score of new would change by −2.40 instead of +0.06." in of_both
    reversed_ = said([text.replace("e", "e@@ ").replace("@@  ", " ") for text in old], new)
    assert "but mostly because of word pieces marked with “@@” or “##”, without which it would be worse." in reversed_
    several = said(old, [f"H-1\t{pieces(text)}" for text in old])
    assert "only because of labels or scores such as “H-1” next to a tab and word pieces marked with “▁” or" in several
    assert "would be 27.96 instead of 0.10; without all 2 such differences, it would be 31.36." in several


def test_all_invisible_format_characters_are_removed():
    """What is left of the category Cf are signs that are drawn, and the layout of hieroglyphs."""
    characters = (chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) == "Cf")
    left = "".join(filter(CAUSES["invisible characters"], characters))
    assert {unicodedata.name(one).split()[0] for one in left} <= {"ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN"}
    assert "\u061c" not in left
