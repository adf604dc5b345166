from bleu_helpers import align, distance_table


def weighted_distance(candidate, reference, substitution):
    if not candidate or not reference:
        return len(candidate) + len(reference)
    together = weighted_distance(candidate[:-1], reference[:-1], substitution)
    if candidate[-1] != reference[-1]:
        together += substitution
    inserted = weighted_distance(candidate[:-1], reference, substitution) + 1
    deleted = weighted_distance(candidate, reference[:-1], substitution) + 1
    return min(together, inserted, deleted)


def also_weighted_distance(candidate, reference, substitution):
    table = [list(range(len(reference) + 1))]
    for i, word in enumerate(candidate):
        row = [i + 1]
        for j, wanted in enumerate(reference):
            diagonal = table[i][j] + (0 if word == wanted else substitution)
            row.append(min(diagonal, table[i][j + 1] + 1, row[j] + 1))
        table.append(row)
    return table[-1][-1]


def edits_per_average_word(candidate, references):
    fewest = min(align(candidate, reference).edits for reference in references)
    return fewest * len(references) / sum(len(reference) for reference in references)


def also_edits_per_average_word(candidate, references):
    edits, lengths = [], []
    for reference in references:
        edits.append(distance_table(candidate, reference)[-1][-1])
        lengths.append(len(reference))
    average = sum(lengths) / len(lengths)
    return min(edits) / average
