def unknown_words(candidate, references):
    unknown = []
    for word in candidate:
        found = any(word in reference for reference in references)
        if not found and word not in unknown:
            unknown.append(word)
    return unknown


def also_unknown_words(candidate, references):
    known = {word for reference in references for word in reference}
    return [word for word in dict.fromkeys(candidate) if word not in known]


def precision_without_case(candidate, references):
    known = {word.lower() for reference in references for word in reference}
    matched = sum(word.lower() in known for word in candidate)
    return matched / len(candidate) if candidate else 0


def also_precision_without_case(candidate, references):
    from bleu_helpers import unigram_precision

    small = [[word.lower() for word in sentence] for sentence in [candidate, *references]]
    return unigram_precision(small[0], small[1:])
