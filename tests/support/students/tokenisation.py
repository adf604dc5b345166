"""Students' functions for the tasks of the lesson `tokenisation`."""

import re

from bleu_helpers import f_score, rouge_n_scores
from students import right, unknown, wrong


@right("split_marks")
def split_marks(text, marks):
    tokens = []
    for word in text.split():
        end = []
        while word and word[0] in marks:
            tokens.append(word[0])
            word = word[1:]
        while word and word[-1] in marks:
            end.insert(0, word[-1])
            word = word[:-1]
        tokens += [word] * (word != "") + end
    return tokens


@wrong("split_marks", "every character but letters and digits is treated as a mark")
def at_every_mark(text, marks):
    return re.findall(r"\w+|[^\w\s]", text)


@unknown("split_marks")
def splits_before_spaces(text, marks):
    for mark in marks:
        text = text.replace(mark + " ", " " + mark + " ")
    return text.split()


@right("character_f2")
def character_f2(candidate, reference, n):
    ours, theirs = list("".join(candidate.split())), list("".join(reference.split()))
    precision, recall, _ = rouge_n_scores(ours, theirs, n)
    return f_score(precision, recall, beta=2)


@right("matches_without_case")
def matches_without_case(candidate, reference):
    def matches(ours, theirs):
        return sum(min(ours.count(word), theirs.count(word)) for word in set(ours))

    folded = [[word.casefold() for word in words] for words in (candidate, reference)]
    return matches(*folded) - matches(candidate, reference)
