"""Read and write the translations of a lesson or a page: gettext catalogues, translations/LANGUAGE/NAME.po.

A translator writes comments above an entry to except it from a rule, with the reason: `# numbers: "a sixth" is a word
in English`. Babel keeps them, and marks the translation of a unit that has changed as fuzzy.
"""

import io
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

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
    r"(?:(?<=\]\()|(?<=href=\"))(?:\.\./)?(?:notebooks/(?=\d)|docs/(?=glossary))(\w+)\.(?:ipynb|md)(?=[)\"])"
)
"""A link to a lesson or to the glossary, which an edition has as pages of the site only."""


def place(name: str, language: str) -> Path:
    """Return the path of a catalogue."""
    return FOLDER / language / f"{name}.po"


def read(path: Path) -> Catalog:
    """Read a catalogue; one that does not exist is empty."""
    return parsed(path.read_bytes() if path.is_file() else b"", path.parent.name)


@cache
def parsed(po: bytes, language: str) -> Catalog:
    """Parse a catalogue once, because the pages of an edition share the messages in all of them."""
    return read_po(io.BytesIO(po), locale=language, ignore_obsolete=True)


def is_current(message: Message) -> bool:
    """Return whether an entry has a translation, and its unit has not changed since."""
    return bool(message.id and message.string and not message.fuzzy)  # the entry without an id is the header


def current(name: str, language: str) -> list[Message]:
    """Return the entries of a catalogue that have a current translation."""
    return [message for message in read(place(name, language)) if is_current(message)]


def update(path: Path, units: Iterable[Unit], known: Mapping[str, str]) -> list[str]:
    """Bring a catalogue up to date with the units of its English text, and write it if it has changed.

    Args:
        path: the catalogue.
        units: the units of the English text.
        known: the translations in all catalogues of the language.

    Returns:
        The units that have no current translation.
    """
    template, catalogue = Catalog(locale=path.parent.name), read(path)
    for unit in units:
        template.add(unit.text, locations=[(unit.place, 0)] if unit.place else [], auto_comments=[unit.kind])
    catalogue.update(template)
    parsed.cache_clear()  # the catalogue is changed in place
    for message in catalogue:
        message.string = message.string or known.get(message.id, "")
    with io.BytesIO() as file:
        file.write(HEADER.format(path.parent.name).encode())
        write_po(file, catalogue, width=0, omit_header=True, ignore_obsolete=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, file.getvalue())
    return [message.id for message in catalogue if message.id and not is_current(message)]


def translator(name: str, language: str) -> Callable[..., str]:
    """Return the function that translates a page or a cell: what is not a unit of the catalogue stays as it is."""
    catalogue = read(place(name, language))

    def translation(unit: Unit) -> str:
        message = catalogue.get(unit.text)
        if message is None:
            return unit.text
        return message.string if is_current(message) else unit.text + (MARK_IN_CODE if unit.kind in IN_CODE else MARK)

    return lambda text, is_code=False: for_edition(merged(text, translation, is_code), language)


def translate_cells(cells: list[dict], name: str, language: str) -> None:
    """Translate the cells of a lesson in place, and set the language of the package's messages in the first code."""
    translate = translator(name, language)
    for cell in cells:
        cell["source"] = translate("".join(cell["source"]), cell["cell_type"] == "code")
    set_up = next(cell for cell in cells if cell["cell_type"] == "code")
    set_up["source"] += f'\nfrom bleu_helpers.language import set_language\n\nset_language("{language}")'


def for_edition(text: str, language: str) -> str:
    """Let the links and commands of a text lead to the same edition, whose headings have anchors of their own."""
    text = text.replace("notebooks/learn/en/", f"notebooks/learn/{language}/")
    text = re.sub(rf"\[[^]]+\]\(README\.{language}\.md\)", "[English](README.md)", text)
    text = text.replace(f"{{site}}{TAB}", f"{{site}}{TAB}{language}/")
    text = re.sub(r"\{site\}(?!tab/)([\w.]*)(#[\w-]+)?", rf"{{site}}{language}/\1", text)
    text = PAGE.sub(rf"{{site}}{language}/\1.html", text)
    return re.sub(r"(?<=run\.py )lab\b(?! -)|(?<=`)lab(?= \d)", f"lab --language {language}", text)
