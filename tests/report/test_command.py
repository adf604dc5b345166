"""The commands read odd files, lose no data, and print what sacreBLEU prints."""

import json
import os
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import ModuleType

import pytest
from sacrebleu.metrics import BLEU, CHRF, TER

from bleu_helpers.__main__ import main
from bleu_helpers.corpora.small_test_set import read_test_set
from bleu_helpers.corpora.tokenisers import needed_tokenisation, tokeniser
from bleu_helpers.report.command import read_columns

SEGMENTS, SYSTEMS = read_test_set()
OLD, NEW = (list(SYSTEMS[name][:40]) for name in ("apertium", "apertium_without_interchunk"))
COLUMNS = [list(column) for column in zip(*(segment.references for segment in SEGMENTS[:40]), strict=True)]
TEXT = "the cat sat on the mat\na dog ran away today\n"
COMPARE = ["compare", "old", "new", "--ref", "ref", "--samples", "1"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("old", "new", "ref"):
        Path(name).write_text(TEXT, encoding="utf-8")
    return tmp_path


@pytest.fixture
def test_set(folder):
    """Write the translations of two systems and their references as files."""
    for name, texts in {"old": OLD, "new": NEW, "ref": COLUMNS[0], "ref_b": COLUMNS[1]}.items():
        Path(name).write_text("\n".join(texts), encoding="utf-8")


# What the report may replace.


def test_a_report_replaces_an_earlier_one_with_force_any_file_and_never_an_input(folder, capsys):
    Path("page").write_text("a thesis", encoding="utf-8")
    Path("link").symlink_to("page")
    assert [main([*COMPARE, "-o", *page]) for page in (["page", "--force"], ["link"], [os.devnull])] == [0, 0, 0]
    assert Path("link").is_symlink() and not Path(os.devnull).is_file()
    Path("other name").symlink_to("ref")
    Path("other").write_text('a thesis about <meta name="generator" content="bleu_helpers">', encoding="utf-8")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    refused = {
        "-o other is not an earlier report.": ["other"],
        "is a folder.": [""],
        "-o no/x cannot be written": ["no/x"],
        "the input old, which the report would replace": ["old", "--force"],
        "the input ref, which the report would replace": ["other name", "--force"],
    }
    for said, page in refused.items():
        assert main([*COMPARE, "-o", *page]) == 2
        assert said in capsys.readouterr().err
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_report_that_is_only_half_written_replaces_nothing(folder, capsys, monkeypatch):
    assert main([*COMPARE, "-o", "page"]) == 0
    before = {path: path.read_bytes() for path in folder.iterdir()}

    def write_half(path, text, **_):
        path.write_bytes(text[: len(text) // 2].encode())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", write_half)
    assert main([*COMPARE, "-o", "page"]) == 2
    assert "-o page cannot be written: No space" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


# Odd files.

REFUSED = {
    "iconv -f UTF-32": TEXT.encode("utf-32"),
    "is UTF-32.": TEXT.encode("utf-32-be"),
    "old contains a carriage return": TEXT.replace("\n", "\r", 1).encode(),
    "old is empty, and": b"",
}
NOTES = {
    "In line 2, old contains a tab. A file has one segment per line": {"old": "a b c d\na\tb c d\n"},
    "In line 1, the references contain a tab.": {"ref": "a\tb\nc\n"},
    "In line 2, old is empty.": {"old": "a\n\n"},
    "Every line of old is identical to one of its references.": {"old": "\ufeff" + TEXT},
    "A reference is empty in line 2.": {"ref": "the cat sat on the mat\n\n"},
    "Use --tokenize zh.": {"old": "今天天气很好，我们去公园。\na\n", "ref": "今天天气很好，我们去散步。\n是\n"},
    "--tokenize ja-mecab, or char": {"ref": "私は昨日、東京の学校に行きました。\nとても楽しかったです。\n"},
    "--tokenize flores200, or char": {"ref": "ฉันไปโรงเรียนเมื่อวานนี้\nแมวนอน\n"},
    "--tokenize flores200, or char, which": {"ref": "ខ្ញុំទៅសាលារៀនម្សិលមិញ\nឆ្មាកំពុងគេង\n"},
}


@pytest.mark.parametrize("said", REFUSED)
def test_says_what_is_wrong_with_a_file(folder, capsys, said):
    Path("old").write_bytes(REFUSED[said])
    assert main(["score", "old", "--ref", "ref"]) == 2
    assert said in capsys.readouterr().err


def test_a_missing_file_and_a_folder_are_named(folder, capsys):
    for reference, said in {"nowhere": "score: there is no file 'nowhere'.", ".": "score: . is a folder."}.items():
        assert main(["score", "old", "--ref", reference]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("said", NOTES)
def test_both_commands_note_what_changes_a_score(folder, capsys, said):
    for name, text in NOTES[said].items():
        Path(name).write_text(text, encoding="utf-8")
    for typed in (["score", "old", "--ref", "ref"], COMPARE):
        assert main(typed) == 0
        assert said in " ".join(capsys.readouterr().out.split())


def test_text_that_is_split_into_words_needs_no_other_tokenisation():
    split = ["今天 天气 很 好 ， 我们 去 公园 散步 。", "ฉัน ไป โรงเรียน เมื่อวาน นี้", "나는 어제 학교에 갔다", "a 好 b", ""]
    assert [needed_tokenisation([text]) for text in split] == [""] * len(split)


def test_a_tab_is_not_noted_next_to_the_cause_that_explains_it(folder, capsys):
    Path("old").write_text("".join(f"H-{n}\t{line}\n" for n, line in enumerate(TEXT.splitlines())), encoding="utf-8")
    assert main(COMPARE) == 0
    printed = capsys.readouterr().out
    assert "labels or scores" in printed and "a tab." not in printed


# Pipes.


def pipe(text):
    """Return a shell's name for a pipe from which this text can be read once."""
    reader, writer = os.pipe()
    with open(writer, "w", encoding="utf-8") as file:
        file.write(text)
    return f"/dev/fd/{reader}"


@pytest.fixture
def standard_input():
    """Put the text into standard input for this test."""
    kept = os.dup(0)
    os.dup2(int(pipe(TEXT).rpartition("/")[2]), 0)
    yield "-"
    os.dup2(kept, 0)


@pytest.mark.skipif(os.name == "nt", reason="pipes with names")
def test_reads_pipes_and_standard_input(folder, capsys, monkeypatch, standard_input):
    Path("copies").mkdir()
    monkeypatch.setattr("tempfile.tempdir", "copies")
    columns = read_columns([standard_input, pipe(TEXT), "new", pipe(TEXT)])
    assert not [*Path("copies").iterdir()], "the reader of the report may end the program, so copies would be left"
    assert dict(columns) == dict.fromkeys(("standard input", "pipe 1", "new", "pipe 2"), TEXT.splitlines())
    refused = {"pipe 1 has a line 2, and pipe 2 ends before it:": (pipe(TEXT), pipe("a\n")), "given twice": ("-", "-")}
    for said, (output, reference) in refused.items():
        assert main(["score", output, "--ref", reference]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="a shell")
def test_ends_silently_if_nobody_reads_what_it_prints(folder):
    line = f"{shlex.join([sys.executable, '-m', 'bleu_helpers'])} score old --ref ref | true"
    assert subprocess.run(["sh", "-c", line], capture_output=True, text=True).stderr == ""


# What is printed.


def test_score_prints_what_sacrebleu_prints(test_set, capsys):
    assert main(["score", "old", "--ref", "ref", "ref_b", "--metrics", "bleu", "chrf", "chrf++", "ter"]) == 0
    printed = capsys.readouterr().out
    for metric in (BLEU(), CHRF(), CHRF(word_order=2), TER()):
        score = metric.corpus_score(OLD, COLUMNS)
        assert f"{score.name} {score.score:.1f}" in printed and str(metric.get_signature()) in printed
    at_spaces = BLEU(tokenize="none").corpus_score(OLD, COLUMNS).score
    assert f"split at spaces, as in the lessons: {at_spaces:.1f}" in printed


@pytest.mark.parametrize("settings", [{"tokenize": "char"}, {"lowercase": True}])
def test_both_commands_have_the_scores_and_signatures_of_sacrebleu(test_set, capsys, settings):
    bleu = BLEU(**settings)
    score = bleu.corpus_score(OLD, COLUMNS).score
    options = ["--lowercase"] if "lowercase" in settings else ["--tokenize", settings["tokenize"]]
    assert main(["score", "old", "--ref", "ref", "ref_b", *options, "--json"]) == 0
    of_score = json.loads(capsys.readouterr().out)["measures"][0]
    assert main([*COMPARE, "--ref", "ref_b", *options, "--json"]) == 0
    of_compare = json.loads(capsys.readouterr().out)
    assert of_compare["outputs"][0]["bleu"] == pytest.approx(score, rel=1e-12)
    assert of_score["score"] == pytest.approx(score, rel=1e-12)
    assert of_score["signature"] == of_compare["signature"] == str(bleu.get_signature())


def test_score_prints_a_line_for_each_segment_which_compare_can_read(folder, capsys):
    texts = ["the cat sat on a mat", "a dog"]
    Path("old").write_text("\n".join(texts), encoding="utf-8")
    assert main(["score", "old", "--ref", "ref", "--segments", "--metrics", "bleu", "ter"]) == 0
    printed = capsys.readouterr()
    metrics, references = (BLEU(effective_order=True), TER()), TEXT.splitlines()
    pairs = [*zip(texts, references, strict=True)]
    rows = [[f"{metric.sentence_score(text, [one]).score:.4f}" for metric in metrics] for text, one in pairs]
    assert [line.split("\t") for line in printed.out.splitlines()] == rows
    assert all(str(metric.get_signature()) in printed.err for metric in metrics)
    Path("scores").write_text(printed.out, encoding="utf-8")
    assert main([*COMPARE, "--scores", "scores", "scores"]) == 0


PRECISIONS = {
    "the cat": "has no 4-grams",
    "x": "no word matches",
    "the cat sat x y": "computes BLEU with 60.0/50.0/33.3/25.0.",
    "the " + "x " * 499: "computes BLEU with 0.2/0.1/0.05/0.025.",
}


@pytest.mark.parametrize("text", PRECISIONS)
def test_score_explains_a_precision_of_0(folder, capsys, text):
    Path("old").write_text(f"{text}\n", encoding="utf-8")
    Path("ref").write_text(TEXT.splitlines()[0], encoding="utf-8")
    assert main(["score", "old", "--ref", "ref"]) == 0
    printed = capsys.readouterr().out
    assert "A precision of 0.0 means" in printed and PRECISIONS[text] in printed


# What is typed.


TYPED = {
    "score --ref r x": "required: OUTPUT",
    "score x r": "pass one output, and the files of the references after --ref",
    "score x y --ref r": "pass one output, and",
    "compare x --ref r": "pass an old output and at least one new one, and",
    "compare x y --ref r -o - --json": "pass only one of them",
}


@pytest.mark.parametrize("typed", TYPED)
def test_the_order_of_the_arguments_is_explained(typed, capsys):
    with pytest.raises(SystemExit) as ended:
        main(typed.split())
    message = capsys.readouterr().err
    assert ended.value.code == 2
    assert "put the outputs first, or -- before them" in message and TYPED[typed] in message


def test_metrics_may_be_named_one_by_one_and_the_output_may_follow_two_dashes(folder, capsys):
    typed = "score --ref ref --metrics ter --metrics bleu ter --json -- old"
    assert main(typed.split()) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["measures"]] == ["TER", "BLEU"]


def test_a_tokenisation_that_is_not_installed_says_how_to_install_it(monkeypatch):
    for name, module in {"ko-mecab": "ko_mecab", "ja-mecab": "ja_mecab"}.items():
        monkeypatch.setattr(f"sacrebleu.tokenizers.tokenizer_{module}.MeCab", None)
        with pytest.raises(RuntimeError) as caught:
            tokeniser(name)
        assert shlex.split(str(caught.value))[-2:] == ["install", f"sacrebleu[{name[:2]}]"]


def test_a_model_that_cannot_be_downloaded_is_one_sentence(monkeypatch, tmp_path):
    def refuse(*_):
        raise OSError("no network")

    sentencepiece = ModuleType("sentencepiece")
    sentencepiece.SentencePieceProcessor = object
    monkeypatch.setitem(sys.modules, "sentencepiece", sentencepiece)
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    with pytest.raises(RuntimeError, match=r"^sacreBLEU could not download the model of flores200: no network\.$"):
        tokeniser("flores200")


@pytest.mark.parametrize(("program", "named"), [("bleu", "bleu"), ("__main__.py", "python3 -m bleu_helpers")])
def test_the_usage_names_the_command_that_was_typed(program, named, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [program])
    with pytest.raises(SystemExit, match="0"):
        main(["score", "-h"])
    assert capsys.readouterr().out.startswith(f"usage: {named} score OUTPUT --ref FILE")


@pytest.mark.skipif(os.name == "nt", reason="names that are not Unicode")
def test_prints_any_name(folder):
    Path("old").rename("bad\udcff")
    command = [sys.executable, "-m", "bleu_helpers", "score", "bad\udcff", "--ref", "ref"]
    assert subprocess.run(command, capture_output=True).stdout.startswith(b"bad\\udcff: 2 segments")
