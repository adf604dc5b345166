"""The rules for a translation: when rendered, it has the numbers, formulas, code, links and bold parts of its English.

A comment above an entry excepts it from a rule, with the reason: "# numbers: …", "# same: …" or "# terms: …".
"""

import re
from collections import Counter
from functools import cache

from babel import Locale
from notebook_rules import ROOT
from refresh import NUMBER
from units import CODE, FIELD, FORMULA, IN_CODE, MARKDOWN, WORDS_IN_FORMULA

SCRIPTS = {"ko": "[가-힣]", "zh": "[\u4e00-\u9fff]"}
PLAIN = (*IN_CODE, "caption", "fence", "message")
"""The kinds of units that are not rendered from Markdown."""
QUOTED = ("comment", "printed", "text")
"""The kinds in whose texts a quotation mark is part of the code."""
NAME = r"\w+[A-Z][\w-]*|[A-Z]"
"""A word that is written in the same way in every language: NLTK, sacreBLEU, chrF."""
NO_WORDS = re.compile(rf"<code>.*?</code>|</?(?!em)\w[^>]*>|{CODE.pattern}|{FIELD.pattern}|https?://[!-~]+", re.DOTALL)
"""What is not a word in a rendered text: code, formulas, tags with the targets of links, and names of values."""
PART = re.compile(rf"{NO_WORDS.pattern}|{NUMBER}|[*\"\\]", re.DOTALL)
"""What a rendered text has in every language."""


def formulas_as_code(text):
    """Write each formula as code, without its words, so that Markdown leaves it as it is."""

    def as_code(found):
        return found[0] if found[0].startswith("`") else f"`` {WORDS_IN_FORMULA.sub('', found[0])} ``"

    return re.sub(f"{CODE.pattern}|{FORMULA.pattern}", as_code, text, flags=re.DOTALL)


def rendered(text, kind):
    """Return a unit as HTML, in which the text for a picture follows its tag."""
    if kind in PLAIN:
        return text if kind in QUOTED else text.replace('"', "")
    html = MARKDOWN.renderInline(formulas_as_code(text))
    return re.sub(r'alt="([^"]*)"([^>]*>)', r"\2 \1", html)


def parts(html):
    """Count the parts of a rendered text that are the same in every language, and those of each bold part together."""
    bold = re.findall("<strong>(.*?)</strong>", html, re.DOTALL)
    return Counter([*PART.findall(html), *(f"bold: {sorted(PART.findall(part))}" for part in bold)])


def glossary():
    """Return the rows of the glossary's table."""
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.strip("| ").split("|")] for line in lines if line.startswith("| ")]


@cache
def terms(language):
    """Return the words for each term of the glossary that an edition may use, and a pattern for the terms in a text.

    The words are the one in the table, or those in brackets.
    """
    names, _, *rows = glossary()
    column = names.index(Locale.parse(language).get_language_name(language))
    every = {re.sub(r" \(.+\)$", "", row[0]): re.split(r" \(|\)", row[column]) for row in rows}
    longest_first = "|".join(map(re.escape, sorted(every, key=len, reverse=True)))
    words = {term.lower(): [word for word in found if word] for term, found in every.items()}
    return words, re.compile(rf"(?<![\w-])({longest_first.lower()})s?(?![\w-])")


def missing_terms(text, translation, language):
    """Yield the terms of the glossary in an English text whose translation does not have their word."""
    words, pattern = terms(language)
    for term in {*pattern.findall(text.lower())}:
        if not any(word.casefold() in translation.casefold() for word in words[term]):
            yield f"{term} is {' or '.join(words[term])}"


def excepted_from(rule, message):
    """Return whether a comment excepts an entry from a rule, with a reason."""
    return any(re.match(f"{rule}: .", said) for said in message.user_comments)


def faults(message, language):
    """Yield the rules that an entry of a catalogue breaks, apart from those from which a comment excepts it."""
    kind, translation = message.auto_comments[0], message.string
    english, other = rendered(message.id, kind), rendered(translation, kind)
    theirs, ours = parts(english), parts(other)
    for part in theirs | ours:
        if theirs[part] != ours[part] and not (part[0].isdigit() and excepted_from("numbers", message)):
            yield f"{part} is {theirs[part]} times in English, but {ours[part]} times here"
    if kind not in PLAIN and re.search(r"\w`` \$|\$ ``\w", formulas_as_code(translation)):
        yield "a formula is next to a letter, and GitHub does not render it"
    seen = NO_WORDS.sub(" ", english)
    is_name = all(re.fullmatch(NAME, word) for word in re.findall(r"[^\W\d_][\w-]*", seen))
    in_script = re.search(SCRIPTS.get(language, r"[^\W\d_]"), translation)
    if (translation == message.id or not in_script) and not is_name and not excepted_from("same", message):
        yield "it is the same as in English, or has no letter of its script"
    if not excepted_from("terms", message):
        yield from missing_terms(seen, translation, language)
