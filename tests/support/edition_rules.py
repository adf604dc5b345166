"""The rules for a translation: when rendered, it has the numbers, formulas, code, links and bold parts of its English.

A comment above an entry excepts it from a rule, with the reason: "# numbers: …", "# same: …" or "# terms: …".
"""

import re
from collections import Counter
from functools import cache

from babel import Locale
from notebook_rules import ROOT
from units import CODE, FIELD, FORMULA, IN_CODE, MARKDOWN, WORDS_IN_FORMULA

SCRIPTS = {"ko": "[가-힣]", "zh": "[\u4e00-\u9fff]"}
NUMBER = r"\d+(?:[.,/]\d+)*"
ALT = 'alt="[^"]*"'
NAME = r"\w+[A-Z][\w-]*|[A-Z]"
"""A word that is written in the same way in every language: NLTK, sacreBLEU, chrF."""


def parts(text, kind):
    """What a reader sees of a text, in parts that can be compared with those of another language."""
    formulas, touched = [], []

    def without_formula(found):
        if found[0].startswith("`"):
            return found[0]
        formulas.append(WORDS_IN_FORMULA.sub("", found[0]))
        if re.search(r"\w", text[max(found.start() - 1, 0) : found.start()] + text[found.end() : found.end() + 1]):
            touched.append(found[0])
        return "$"

    text = re.sub(f"{CODE.pattern}|{FORMULA.pattern}", without_formula, text, flags=re.DOTALL)
    if kind in (*IN_CODE, "caption", "fence", "message"):
        return {
            "numbers": numbers(FIELD.sub("", text)),
            "values": [*FIELD.findall(text), *re.findall(r"\\.", text)],
            "inline code": CODE.findall(text),
            "quotation marks": ['"'] * text.count('"') * (kind in ("comment", "printed")),
        }
    tokens = [inner for token in MARKDOWN.parseInline(text)[0].children for inner in (token, *(token.children or ()))]
    bold, inside = [], 0
    for token in tokens:
        if token.type == "strong_open":
            bold.append([])
        inside += token.nesting * (token.type in ("strong_open", "strong_close"))
        if inside:
            bold[-1] += [token.content] if token.type == "code_inline" else numbers(token.content)
    tags = [token.content for token in tokens if token.type == "html_inline"]
    seen = " ".join([*(token.content for token in tokens if token.type == "text"), *re.findall(ALT, " ".join(tags))])
    return {
        "numbers": numbers(seen),
        "formulas": formulas,
        "values": FIELD.findall(text) * (kind == "html"),
        "inline code": [token.content for token in tokens if token.type == "code_inline"],
        "links": [str(token.attrs) for token in tokens if token.type in ("link_open", "image")],
        "tags": [re.sub(ALT, "", tag) for tag in tags],
        "bold parts": [str(sorted(part)) for part in bold],
        "asterisks that are printed": ["*"] * seen.count("*"),
        "formulas next to a letter, which GitHub does not render": touched,
    }


def numbers(text):
    return re.findall(NUMBER, text)


def seen_words(text):
    """The words of a text outside code, formulas and the targets of links."""
    text = re.sub(
        f"{FIELD.pattern}|{CODE.pattern}|{FORMULA.pattern}|\\]\\([^)\\s]*\\)|<[^>]*>|https?://\\S+",
        " ",
        text,
        flags=re.DOTALL,
    )
    return re.findall(r"[^\W\d_][\w-]*", text)


@cache
def terms(language):
    """The words for each term of the glossary that an edition may use: the one in the table, or those in brackets."""
    rows = [
        [part.strip() for part in line.strip("| ").split("|")]
        for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
    ]
    name = Locale.parse(language).get_language_name(language)
    if name not in rows[0]:
        return {}
    column = rows[0].index(name)
    every = {re.sub(r" \(.+\)$", "", row[0]): re.split(r" \(|\)", row[column]) for row in rows[2:]}
    return {term: [word for word in every[term] if word] for term in sorted(every, key=len, reverse=True)}


def missing_terms(english, translation, language):
    """The terms of the glossary in an English text whose translation does not have their word."""
    text, translation = " ".join(seen_words(english)), translation.casefold()
    for term, words in terms(language).items():
        text, count = re.subn(rf"(?i)(?<![\w-]){re.escape(term)}s?(?![\w-])", "", text)
        if count and not any(word.casefold() in translation for word in words):
            yield f"{term} is {' or '.join(words)}"


def excepted_from(rule, message):
    """Whether a comment excepts an entry from a rule, with a reason."""
    return any(re.match(f"{rule}: .", said) for said in message.user_comments)


def faults(message, language):
    """The rules that an entry of a catalogue breaks, apart from those from which a comment excepts it."""
    kind, english, translation = message.auto_comments[0], message.id, message.string
    theirs, ours = parts(english, kind), parts(translation, kind)
    for part in theirs:
        if Counter(theirs[part]) != Counter(ours[part]) and not (part == "numbers" and excepted_from(part, message)):
            yield f"{part}: {theirs[part]} in English, but {ours[part]}"
    is_name = all(re.fullmatch(NAME, word) for word in seen_words(english))
    in_script = re.search(SCRIPTS.get(language, r"[^\W\d_]"), translation)
    if (translation == english or not in_script) and not is_name and not excepted_from("same", message):
        yield "it is the same as in English, or has no letter of its script"
    if not excepted_from("terms", message):
        yield from missing_terms(english, translation, language)
