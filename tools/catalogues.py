"""Read and write the translations of a lesson or a page: gettext catalogues, translations/LANGUAGE/NAME.po.

A translator writes comments above an entry to except it from a rule, with the reason: `# numbers: "a sixth" is a word
in English`. Babel keeps them, and marks the translation of a unit that has changed as fuzzy.
"""

import io
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import address
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from files import replace
from units import IN_CODE, Unit, merged

HEADER = """msgid ""
msgstr ""
"Language: {}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
FOLDER = Path(__file__).resolve().parent.parent / "translations"
MARK, MARK_IN_CODE = " <sup>en</sup>", " (en)"
"""What follows a unit that is shown in English, because its translation is missing or out of date."""
TAB = "tab/notebooks/index.html?path="
"""The place of the lessons in a tab on the site."""
PAGE = re.compile(
    r"(?<=\]\()(?:https://github\.com/[^)]+/)?(?:notebooks/(?=\d)|docs/(?=glossary))(\w+)\.(?:ipynb|md)(?=\))"
)
"""A link to a lesson or to the glossary, which an edition has as pages of the site only."""


def place(name: str, language: str) -> Path:
    """Return the path of a catalogue."""
    return FOLDER / language / f"{name}.po"


def read(path: Path) -> Catalog:
    """Read a catalogue; one that does not exist is empty."""
    with io.BytesIO(path.read_bytes() if path.is_file() else b"") as file:
        return read_po(file, locale=path.parent.name, ignore_obsolete=True)


def is_current(message: Message | None) -> bool:
    """Return whether a unit has a translation, and has not changed since."""
    return bool(message and message.string and not message.fuzzy)


def entries(catalogue: Catalog) -> list[Message]:
    """Return the entries of a catalogue without its header."""
    return [message for message in catalogue if message.id]


def update(path: Path, units: Iterable[tuple[str, Unit]], elsewhere: Callable[[str], str]) -> Catalog:
    """Bring a catalogue up to date with the units of its English text, and write it if it has changed.

    Args:
        path: the catalogue.
        units: the place of each unit, which is the name of a cell, and the unit.
        elsewhere: returns the translation of a unit in another catalogue of the language, or an empty string.
    """
    template, catalogue = Catalog(locale=path.parent.name), read(path)
    for place, unit in units:
        template.add(unit.text, locations=[(place, 0)] if place else [], auto_comments=[unit.kind])
    catalogue.update(template)
    for message in entries(catalogue):
        if not message.string and (known := elsewhere(message.id)):
            message.string = known
        if not message.fuzzy or message.previous_id:  # Babel reads the earlier English text back as a comment
            message.user_comments = [said for said in message.user_comments if not said.startswith("|")]
    with io.BytesIO() as file:
        file.write(HEADER.format(path.parent.name).encode())
        write_po(file, catalogue, width=0, omit_header=True, ignore_obsolete=True, include_previous=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, file.getvalue())
    return catalogue


def translator(catalogue: Catalog) -> Callable[[Unit], str]:
    """Return the function that translates a unit, or returns it in English with a mark."""

    def translate(unit: Unit) -> str:
        message = catalogue.get(unit.text)
        if is_current(message):
            return message.string
        return unit.text + (MARK_IN_CODE if unit.kind in IN_CODE else MARK)

    return translate


def translate_cells(cells: list[dict], name: str, language: str) -> None:
    """Translate the cells of a lesson in place, and set the language of the package's messages in the first code."""
    translate = translator(read(place(name, language)))
    for cell in cells:
        cell["source"] = for_edition(merged("".join(cell["source"]), translate, cell["cell_type"] == "code"), language)
    set_up = next(cell for cell in cells if cell["cell_type"] == "code")
    set_up["source"] += f'\nfrom bleu_helpers.language import set_language\n\nset_language("{language}")'


def for_edition(text: str, language: str) -> str:
    """Let the links and commands of a text lead to the same edition, whose headings have anchors of their own."""
    site = address.site(address.current())
    text = text.replace("notebooks/learn/en/", f"notebooks/learn/{language}/")
    text = re.sub(rf"\[[^]]+\]\(README\.{language}\.md\)", "[English](README.md)", text)
    text = text.replace(f"{site}{TAB}", f"{site}{TAB}{language}/")
    text = re.sub(rf"{re.escape(site)}(?!tab/)([\w.]*)(#[\w-]+)?", rf"{site}{language}/\1", text)
    text = PAGE.sub(rf"{site}{language}/\1.html", text)
    return re.sub(r"(?<=run\.py )lab\b(?! -)|(?<=`)lab(?= \d)", f"lab --language {language}", text)
