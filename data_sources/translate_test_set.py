"""Translate the small test set with Apertium again, in three ways.

  python3 data_sources/translate_test_set.py   writes the translations and Apertium's versions; then look at `git diff`

It needs Apertium as Debian and Ubuntu have it: `apt-get install apertium apertium-eng-spa`.

Apertium is a rule-based translation system that runs offline. It is a pipeline of programs, one for each stage. The
three ways use this pipeline with different stages left out. Every sentence is translated separately, because
neighbouring sentences would change a translation.
"""

import os
import re
import shlex
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from select_test_set import DATA, write_columns

MODE = Path("/usr/share/apertium/modes/spa-eng.mode")
"""The file in Debian's package with the commands for Spanish to English."""

PACKAGES = ("apertium", "apertium-eng-spa", "apertium-lex-tools", "lttoolbox")
STAGES = (
    "analysis",
    "tagger",
    "pretransfer",
    "dictionary",
    "lexical selection",
    "transfer",
    "interchunk",
    "postchunk",
    "generation",
    "postgeneration",
)
FIRST_SENSE = "first sense"
"""The only stage that is not part of Apertium."""

SYSTEMS = {
    "apertium": STAGES,
    "apertium_without_interchunk": tuple(stage for stage in STAGES if stage != "interchunk"),
    "word_by_word": (*STAGES[: STAGES.index("dictionary") + 1], FIRST_SENSE, "generation", "postgeneration"),
}


def commands_of(mode: str) -> dict[str, list[str]]:
    """Return the command of each stage in the text of a mode file, for translations without marks on unknown words.

    With -z, each program treats a NUL as the end of a sentence and resets its state before the next one.

    >>> commands_of(" | ".join(f"program{number} $1" for number in range(10)))["postgeneration"]
    ['program9', '-z', '-n']
    """
    words = [shlex.split(part.replace("$1", "-n").replace("$2", "")) for part in mode.split("|")]
    return {stage: [program, "-z", *rest] for stage, (program, *rest) in zip(STAGES, words, strict=True)}


def first_sense(text: str) -> str:
    """Keep only the first of the dictionary's translations for each word.

    >>> first_sense("^esperar<vblex><inf>/expect<vblex><inf>/hope<vblex><inf>$^?<sent>/?<sent>$")
    '^expect<vblex><inf>$^?<sent>$'
    """
    return re.sub(r"\^[^/^$]*/([^/^$]*)[^^$]*\$", r"^\1$", text)


def clean(text: str) -> str:
    """Remove the marks of words without a generated form, and the extra spaces of words that were dropped.

    >>> clean("when go# back  last night?\\n")
    'when go back last night?'
    """
    return " ".join(text.replace("#", "").split())


def translate(sentences: Iterable[str], stages: Iterable[str], commands: Mapping[str, list[str]]) -> list[str]:
    """Send sentences through the stages, each sentence separately."""
    sentences = list(sentences)
    text = "".join(f"{sentence}\n\0" for sentence in sentences)
    for stage in stages:
        text = first_sense(text) if stage == FIRST_SENSE else output_of(commands[stage], text)
    # Each program may add a NUL at the end, so there can be empty sentences at the end.
    return [clean(translation) for translation in text.split("\0")[: len(sentences)]]


def output_of(command: list[str], text: str = "") -> str:
    """Return the output of a program for a text."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        command, input=text, stdout=subprocess.PIPE, encoding="utf-8", env=environment, check=True
    ).stdout


def made_again() -> dict[str, list[str]]:
    """Return the lines of each output file: the translations of each system, and the versions of the packages."""
    sentences = (DATA / "spanish.txt").read_text(encoding="utf-8").splitlines()
    commands = commands_of(MODE.read_text(encoding="utf-8"))
    translations = {name: translate(sentences, stages, commands) for name, stages in SYSTEMS.items()}
    versions = output_of(["dpkg-query", "--show", "--showformat=${Package} ${Version}\n", *PACKAGES])
    return {**translations, "versions": versions.splitlines()}


if __name__ == "__main__":
    write_columns(made_again())
