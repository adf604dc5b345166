"""The commands read odd files, lose no data, and print what sacreBLEU prints."""

import gzip
import json
import os
import shlex
import signal
import subprocess
import sys
import tomllib
import urllib.request
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
from notebook_rules import ROOT
from sacrebleu.metrics import BLEU, CHRF, TER

from bleu_helpers.__main__ import main
from bleu_helpers.corpora.small_test_set import FOLDER, read_test_set
from bleu_helpers.corpora.tokenisers import needed_tokenisation, tokeniser

SEGMENTS, SYSTEMS = read_test_set()
COLUMNS = [list(column) for column in zip(*(segment.references for segment in SEGMENTS), strict=True)]
OLD = list(SYSTEMS["apertium"])
A, REF = f"{FOLDER}/apertium.txt", [f"{FOLDER}/reference_a.txt", f"{FOLDER}/reference_b.txt"]
TEXT = "the cat sat on the mat\na dog ran away today\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("old", "new", "ref"):
        Path(name).write_text(TEXT, encoding="utf-8")
    return tmp_path


# What the report may replace.


def test_a_report_never_replaces_an_input_whatever_it_is_called(folder, capsys):
    for name in ("source", "groups", "scores"):
        Path(name).write_text("1\n2\n", encoding="utf-8")
    Path("link").symlink_to("ref")
    os.link("ref", "hard")
    inputs = ["--ref", "ref", "--source", "source", "--groups", "groups", "--scores", "scores", "scores"]
    pages = ("old", "new", "ref", "./ref", f"../{folder.name}/ref", "link", "hard", "source", "groups", "scores")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    for page in pages:
        assert main(["compare", "old", "new", *inputs, "--force", "-o", page]) == 2
        assert "which the report would replace" in capsys.readouterr().err
    Path("other").write_text('a thesis about <meta name="generator" content="bleu_helpers">', encoding="utf-8")
    for page, said in {"other": "--force", ".": "is a folder"}.items():
        assert main(["compare", "old", "new", *inputs, "-o", page]) == 2
        assert said in capsys.readouterr().err
    Path("other").unlink()
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_report_replaces_an_earlier_one_and_with_force_any_file(folder, capsys):
    typed = ["compare", "old", "new", "--ref", "ref", "--samples", "1"]
    Path("page").write_text("a thesis", encoding="utf-8")
    assert [main([*typed, "-o", "page", *more]) for more in (["--force"], [])] == [0, 0]
    assert main([*typed, "-o", os.devnull]) == 0
    assert not Path(os.devnull).is_file()
    capsys.readouterr()
    assert main([*typed, "-o", "-"]) == 0
    assert capsys.readouterr().out.rstrip("\n") == Path("page").read_text(encoding="utf-8").rstrip("\n")
    assert not Path("-").exists()


def test_a_missing_file_and_a_folder_are_named(folder, capsys):
    for reference, said in {"nowhere": "score: there is no file 'nowhere'.", ".": "score: . is a folder."}.items():
        assert main(["score", "old", "--ref", reference]) == 2
        assert said in capsys.readouterr().err


def test_a_report_is_written_through_a_link(folder):
    typed = ["compare", "old", "new", "--ref", "ref", "--samples", "1"]
    for link in ("first", "second"):
        Path(link).symlink_to("page")  # the first time, there is no such file yet
        assert main([*typed, "-o", link]) == 0
        assert Path(link).is_symlink() and "<html" in Path("page").read_text(encoding="utf-8")


def test_a_report_that_cannot_be_written_is_named(folder, capsys, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    typed = ["compare", "old", "new", "--ref", "ref", "--samples", "1"]
    monkeypatch.setattr(Path, "replace", full)
    for page, said in {"": "-o is empty.", "no/x": "-o no/x cannot", "x": "-o x cannot be written: No space"}.items():
        assert main([*typed, "-o", page]) == 2
        assert said in capsys.readouterr().err
    assert {path.name for path in folder.iterdir()} == {"old", "new", "ref"}


# Odd files.

READ = {
    "a byte order mark": "\ufeff" + TEXT,
    "Windows": TEXT.replace("\n", "\r\n"),
    "gzip": gzip.compress(TEXT.encode()),
}
REFUSED = {
    "carriage return alone": TEXT.replace("\n", "\r"),
    "3 at the end of the file": TEXT + "\n \n\r\n",
    "UTF-16": TEXT.encode("utf-16"),
    "iconv -f UTF-32": TEXT.encode("utf-32"),
    "is UTF-32.": TEXT.encode("utf-32-be"),
    "contains a carriage return": TEXT.replace("\n", "\r", 1),
    "ends before it": "a\n",
    "is empty, and": "",
    "has a line 3": TEXT + "\na\n",
}
NOTES = {
    "In line 2, old contains a tab. A file has one segment per line": {"old": "a b c d\na\tb c d\n"},
    "In line 1, the references contain a tab.": {"ref": "a\tb\nc\n"},
    "In line 2, old is empty.": {"old": "a\n\n"},
    "Every line of old is identical to one of its references.": {},
    "A reference is empty in line 2.": {"ref": "the cat sat on the mat\n\n"},
    "Use --tokenize zh.": {"old": "今天天气很好，我们去公园。\na\n", "ref": "今天天气很好，我们去散步。\n是\n"},
    "--tokenize ja-mecab, or char": {"ref": "私は昨日、東京の学校に行きました。\nとても楽しかったです。\n"},
    "--tokenize flores200, or char": {"ref": "ฉันไปโรงเรียนเมื่อวานนี้\nแมวนอน\n"},
    "--tokenize flores200, or char, which": {"ref": "ខ្ញុំទៅសាលារៀនម្សិលមិញ\nឆ្មាកំពុងគេង\n"},
}


@pytest.mark.parametrize("kind", READ)
def test_reads_what_other_programs_write(folder, capsys, kind):
    Path("old").write_bytes(READ[kind] if isinstance(READ[kind], bytes) else READ[kind].encode())
    assert main(["score", "old", "--ref", "ref"]) == 0
    assert "BLEU 100.0" in capsys.readouterr().out


@pytest.mark.parametrize("said", REFUSED)
@pytest.mark.parametrize("name", ["old", "ref"])
def test_says_what_is_wrong_with_a_file(folder, capsys, said, name):
    Path(name).write_bytes(REFUSED[said] if isinstance(REFUSED[said], bytes) else REFUSED[said].encode())
    assert main(["score", "old", "--ref", "ref"]) == 2
    message = capsys.readouterr().err
    assert said in message and name in message


@pytest.mark.parametrize("said", NOTES)
def test_both_commands_note_what_changes_a_score(folder, capsys, said):
    for name, text in NOTES[said].items():
        Path(name).write_text(text, encoding="utf-8")
    for typed in (["score", "old"], ["compare", "old", "new", "--samples", "1"]):
        assert main([*typed, "--ref", "ref"]) == 0
        assert said in " ".join(capsys.readouterr().out.split())


def test_text_that_is_split_into_words_needs_no_other_tokenisation():
    split = ["今天 天气 很 好 ， 我们 去 公园 散步 。", "ฉัน ไป โรงเรียน เมื่อวาน นี้", "나는 어제 학교에 갔다", "a 好 b", ""]
    assert [needed_tokenisation([text]) for text in split] == [""] * len(split)


def test_a_tab_is_not_noted_next_to_the_cause_that_explains_it(folder, capsys):
    Path("old").write_text("".join(f"H-{n}\t{line}\n" for n, line in enumerate(TEXT.splitlines())), encoding="utf-8")
    assert main(["compare", "old", "new", "--ref", "ref", "--samples", "1"]) == 0
    printed = capsys.readouterr().out
    assert "labels or scores" in printed and "a tab." not in printed


# Pipes.


def in_a_shell(line):
    """Run a line of bash in which `bleu` is the command."""
    bleu = shlex.join([sys.executable, "-m", "bleu_helpers"])
    return subprocess.run(["bash", "-c", f'bleu() {{ {bleu} "$@"; }}; {line}'], capture_output=True, text=True)


@pytest.mark.skipif(os.name == "nt", reason="a shell with <(…)")
def test_reads_pipes_and_ends_silently_when_its_reader_does(folder):
    Path("long").write_text(TEXT * 10_000, encoding="utf-8")
    for name in ("a", "b", "copies"):
        Path(name).mkdir()
    lines = {
        "bleu score - --ref ref < old": "standard input: 2 segments",
        "bleu score <(cat old) --ref <(gzip -c ref)": "pipe 1: 2 segments\nBLEU 100.0",
        "bleu compare <(cat old) <(cat new) --ref ref --json": '"pipe 1",\n  "pipe 2"',
        "mkfifo a/p b/p; (cat old > a/p & cat new > b/p) & bleu compare a/p b/p --ref ref --json": '  "2: b/p"',
        "TMPDIR=$PWD/copies bleu compare - new --ref ref --json < old | true; ls copies; echo none": "none\n",
        "mkfifo pipe; cat old > pipe & bleu score pipe --ref ref": "pipe: 2 segments",
        "cp old $'bad\\xff'; bleu score $'bad\\xff' --ref ref": "bad\\udcff",
        "bleu compare old new --ref ref --samples 1 -o /dev/stdout | cat": "<html",
        "bleu score long --ref long --metrics bleu --segments --json | head -1": "{\n",
    }
    for line, said in lines.items():
        ended = in_a_shell(line)
        assert said in ended.stdout and ended.stderr == "", line
    assert not [*Path("copies").iterdir()]
    ended = in_a_shell("bleu score - --ref /dev/stdin < old")
    assert "standard input can be read only once, and it was given twice." in ended.stderr
    ended = in_a_shell("bleu compare old new --ref - -o ref < ref")
    assert "-o ref is standard input," in ended.stderr
    ended = in_a_shell("bleu score <(cat old) --ref <(head -1 ref)")
    assert "pipe 1 has a line 2, and pipe 2 ends before it:" in ended.stderr
    assert in_a_shell("bleu score").stderr.startswith("usage: python3 -m bleu_helpers score OUTPUT --ref FILE")


# What is printed.


def test_score_prints_what_sacrebleu_prints(capsys):
    assert main(["score", A, "--ref", *REF, "--metrics", "bleu", "chrf", "chrf++", "ter"]) == 0
    printed = capsys.readouterr().out
    for metric in (BLEU(), CHRF(), CHRF(word_order=2), TER()):
        score = metric.corpus_score(OLD, COLUMNS)
        assert f"{score.name} {score.score:.1f}" in printed and str(metric.get_signature()) in printed
    at_spaces = BLEU(tokenize="none").corpus_score(OLD, COLUMNS).score
    assert f"split at spaces, as in the lessons: {at_spaces:.1f}" in printed


@pytest.mark.parametrize("settings", [{"tokenize": "intl"}, {"lowercase": True}, {"tokenize": "char"}])
def test_both_commands_have_the_scores_and_signatures_of_sacrebleu(capsys, settings):
    bleu = BLEU(**settings)
    score = bleu.corpus_score(OLD, COLUMNS).score
    options = ["--lowercase"] if "lowercase" in settings else ["--tokenize", settings["tokenize"]]
    assert main(["score", A, "--ref", *REF, *options, "--json"]) == 0
    of_score = json.loads(capsys.readouterr().out)["measures"][0]
    assert main(["compare", A, A, "--ref", *REF, *options, "--json", "--samples", "1"]) == 0
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
    assert main(["compare", "old", "new", "--ref", "ref", "--samples", "1", "--scores", "scores", "scores"]) == 0


PRECISIONS = {
    "the cat": "has no 4-grams",
    "x": "no word matches",
    "the cat sat x y": "computes BLEU with 60.0/50.0/33.3/25.0.",
    "the cat sat on the mat": None,
    "the " + "x " * 499: "computes BLEU with 0.2/0.1/0.05/0.025.",
}


@pytest.mark.parametrize("text", PRECISIONS)
def test_score_explains_a_precision_of_0(folder, capsys, text):
    Path("old").write_text(f"{text}\n", encoding="utf-8")
    Path("ref").write_text(TEXT.splitlines()[0], encoding="utf-8")
    assert main(["score", "old", "--ref", "ref"]) == 0
    printed = capsys.readouterr().out
    assert ("A precision of 0.0 means" in printed) == bool(PRECISIONS[text])
    assert (PRECISIONS[text] or "BLEU 100.0") in printed


# What is typed.


TYPED = {
    "score --ref r x": "required: OUTPUT",
    "score x r": "pass one output, and the files of the references after --ref",
    "score x y --ref r": "pass one output, and",
    "score --metrics ter x --ref r": "invalid choice: 'x'",
    "compare --ref r x y": "required: OUTPUT",
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


def test_metrics_may_be_named_one_by_one(folder, capsys):
    assert main(["score", "old", "--ref", "ref", "--metrics", "ter", "--metrics", "bleu", "ter", "--json"]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["measures"]] == ["TER", "BLEU"]


def test_the_output_may_follow_two_dashes(folder):
    assert main(["score", "--ref", "ref", "--", "old"]) == 0


def test_a_tokenisation_that_is_not_installed_says_how_to_install_it(monkeypatch):
    for name, module in {"ko-mecab": "ko_mecab", "ja-mecab": "ja_mecab"}.items():
        monkeypatch.setattr(f"sacrebleu.tokenizers.tokenizer_{module}.MeCab", None)
        with pytest.raises(RuntimeError) as caught:
            tokeniser(name)
        python, *command = shlex.split(str(caught.value).partition("To install it: ")[2])
        pip = subprocess.run([python, *command[:2], "--version"], capture_output=True)
        assert (pip.returncode, command[-1]) == (0, f"sacrebleu[{name[:2]}]")


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


def test_pip_installs_the_command(monkeypatch, capsys):
    value = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]["bleu"]
    monkeypatch.setattr(sys, "argv", ["bleu", "score", "-h"])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pytest.raises(SystemExit) as ended:
        metadata.EntryPoint("bleu", value, "console_scripts").load()()
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: bleu score OUTPUT --ref FILE")
