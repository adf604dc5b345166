"""Make the editions in other languages from their catalogues.

Run by `python3 run.py editions [LANGUAGE ...]`. It brings the catalogues in translations/LANGUAGE up to date with the
English text, lists what has no current translation, and writes the learner's copies and the README of each edition. An
edition begins when all its catalogues are complete; before that, it is only written into build/editions for a preview.
"""

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

import address
import catalogues
import learn
import message_texts
from babel.messages.catalog import Message
from files import replace
from units import FIELD, Unit, has_words, units

ROOT = learn.ROOT
WEBSITE = ROOT / "website"
MESSAGES = {True: "exercise_checker/messages.json", False: "bleu_helpers/data/messages.json"}
"""Where the translated messages are: those of the checker are in its own distribution."""


def of_lesson(lesson: Path) -> Iterator[Unit]:
    """Yield the units of a lesson with the titles of its figures, and of its copy, which has a few words of its own."""
    notebook = json.loads(lesson.read_text(encoding="utf-8"))
    copy = learn.template(lesson.name, notebook)
    address.complete(notebook["cells"], lesson.name)
    for cell in chain(notebook["cells"], copy.cells):
        figures = [output.get("metadata", {}).get("image/png") for output in cell.get("outputs", ())]
        titles = [said["alt"].partition("\n")[0].removeprefix("Figure: ") for said in figures if said]
        found = units("".join(cell["source"]), cell["cell_type"] == "code")
        for unit in (*found, *(Unit(0, 0, "caption", title) for title in titles)):
            yield unit._replace(place=cell["id"])


def of_glossary() -> Iterator[Unit]:
    """Yield the units of the glossary, but not its terms, because it has them in every language."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = {row.split(" |")[0] for row in text.split("\n| ")[2:]}
    return (unit for unit in units(text) if unit.text not in terms)


def of_messages(texts: Iterator[str]) -> Iterator[Unit]:
    """Yield the units of the package's messages."""
    for text in texts:
        rest = FIELD.sub("", text)
        if has_words(rest) or (rest and rest != text):  # the marks or the order of values may differ
            yield Unit(0, 0, "message", text)


def of_first_page() -> Iterator[Unit]:
    """Yield the units of the site's first page, and the other texts that the site adds to the pages of an edition."""
    yield from units((WEBSITE / "first.html").read_text(encoding="utf-8"))
    words = tomllib.loads((WEBSITE / "words.toml").read_text(encoding="utf-8"))
    own = map(message_texts.templates, sorted(WEBSITE.glob("*_page*.py")))
    for text in chain(words["on_every_page"], words["settings"].values(), words["in_every_edition"].values(), *own):
        if FIELD.sub("", text).strip():  # the marks may differ, too
            yield Unit(0, 0, "text", text)


NOTE = (
    "A language model translated this edition from the English text, in November 2026. No native reader has reviewed "
    "it yet. Corrections are welcome."
)
"""How an edition was made, and who has read it; it follows the first heading of its README."""
COLAB_IS_BLOCKED = ("zh",)
"""The languages whose readers often cannot reach Colab, so that other ways come first."""


def readme() -> str:
    """Return the English template of the README of each edition."""
    return learn.readme().replace("\n\n", f"\n\n{NOTE}\n\n", 1)


def readme_in(language: str) -> str:
    """Return the README of an edition."""
    return address.shown(translated_page(readme(), "readme", language))


SOURCES: dict[str, Callable[[], Iterable[Unit]]] = {
    **{lesson.stem: lambda lesson=lesson: of_lesson(lesson) for lesson in learn.lessons()},
    "readme": lambda: units(readme()),
    "first_page": of_first_page,
    "glossary": of_glossary,
    "mistakes": lambda: of_messages(message_texts.of_mistakes()),
    "verdicts": lambda: of_messages(message_texts.of_verdicts()),
}
"""The catalogues of a language, and where the units of each of them come from."""


def update(language: str) -> dict[str, list[str]]:
    """Bring the catalogues of a language up to date, and return the units without a current translation in each."""
    known = {entry.id: entry.string for name in SOURCES for entry in catalogues.current(name, language)}
    return {name: catalogues.update(catalogues.place(name, language), of(), known) for name, of in SOURCES.items()}


def messages_of(language: str) -> dict[str, str]:
    """Return the translations of the package's messages, the titles of the figures, and the answers to predictions."""
    current = [entry for name in SOURCES for entry in catalogues.current(name, language)]
    texts = [entry for entry in current if {"caption", "message"} & {*entry.auto_comments}]
    messages = {entry.id: catalogues.for_edition(entry.string, language) for entry in texts}
    return messages | dict(answer for entry in current for answer in answers_of(entry))


def answers_of(entry: Message) -> list[tuple[str, str]]:
    """Pair the answers in quotes that a cell with a guess lists, each with its translation.

    They have to be in the same order. `reveal` prints the translation, and accepts both.
    """
    is_guess = entry.id.startswith('"') and "comment" in entry.auto_comments
    both = (re.findall('"([^"]+)"', text) for text in (entry.id, entry.string) if is_guess)
    return list(zip(*both, strict=False))


def translated_page(text: str, name: str, language: str) -> str:
    """Translate a page with a catalogue."""
    return text if language == learn.LANGUAGES[0] else catalogues.translator(name, language)(text)


def files_of(language: str) -> dict[str, str]:
    """Return the README of an edition, and the messages of all editions, by their paths in the repository."""
    messages = {each: messages_of(each) for each in sorted({language, *learn.OTHERS})}
    of_the_checker = {*message_texts.of_the_checker()}
    written = {f"README.{language}.md": readme_in(language)}
    for is_there, place in MESSAGES.items():
        there = {
            each: {text: translated for text, translated in texts.items() if (text in of_the_checker) == is_there}
            for each, texts in messages.items()
        }
        written[place] = json.dumps(there, ensure_ascii=False, indent=1) + "\n"
    return written


def main(languages: list[str]) -> int:
    """Bring the catalogues of these languages up to date, and write their editions."""
    for language in languages or sorted(path.name for path in catalogues.FOLDER.iterdir() if path.is_dir()):
        missing = update(language)
        for name, texts in missing.items():
            print(f"{language}/{name}.po: {f'{len(texts)} to translate' if texts else 'complete'}")
            if texts and language in learn.LANGUAGES:
                print(*(f"  {text}" for text in texts), sep="\n")
        has_begun = language in learn.LANGUAGES or not any(missing.values())
        root = ROOT if has_begun else ROOT / "build" / "editions"
        for lesson in learn.lessons():
            learn.write(lesson, language, root)
        for name, text in files_of(language).items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            replace(root / name, text.encode())
        print(f"{language}: the edition is in {root}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
