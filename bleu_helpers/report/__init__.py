"""Scoring files from the command line, and explaining why a score changed.

`compare_systems` makes the report as one object, a `comparison.Comparison`, from one module for each of its questions:

    corpus        tokenises the texts and counts them, once
    verdict       how far the score moved, whether chance explains it, and how small a difference could be found
    parts         which part of BLEU moved it
    segments      which segments moved it
    phrases       which words and phrases were gained or lost
    groups        where: by length, by the user's groups, by unusual outputs
    causes        the usual causes of a low score, such as word pieces that were left separate
    distrust      what else to distrust: faults of the files, and choices of the measure
    comparison    all of these together, as text, as JSON and as HTML
    views         the templates, and what they need
    command       the commands `score` and `compare`

The modules load NumPy and more, so they are imported when the first comparison is made.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bleu_helpers.report.comparison import Comparison


def compare_systems(
    outputs: Mapping[str, Sequence[str]],
    references_per_candidate: Sequence[Sequence[str]],
    source: Sequence[str] | None = None,
    tokenize: str = "13a",
    groups: Sequence[str] | None = None,
    scores: Sequence[Sequence[float]] | None = None,
    samples: int = 1000,
    seed: int = 12345,
    lowercase: bool = False,
) -> Comparison:
    """Explain why the score of one output differs from that of another.

    Args:
        outputs: the name and the texts of each system, at least two. All are compared with the first.
        references_per_candidate: a list of one or more correct texts for each segment.
        source: the texts that were translated, or None.
        tokenize: sacreBLEU's name of the tokenisation: "13a", "intl", "none", "zh", "ja-mecab", "ko-mecab", "char" or
            "flores200".
        groups: a label for each segment, such as its domain, or None.
        scores: two lists with your own scores of each segment, for the first two systems, or None.
        samples: the number of samples of both significance tests, 1 to 1,000,000.
        seed: the seed of both tests, 0 or more.
        lowercase: whether BLEU ignores upper and lower case.

    Returns:
        A Comparison, which prints as text; a notebook shows it as HTML.

    Raises:
        ValueError: the tokenisation is not one of these.
        RuntimeError: the tokenisation needs a package or a model that is missing.

    Source: the tests of Koehn 2004 and Riezler and Maxwell 2005; the power of a test set as in Card et al. 2020.

    >>> outputs = {"old": ["the cat sat on the mat", "a dog ran"], "new": ["the cat sat on a mat", "a dog ran"]}
    >>> references_per_candidate = [["the cat sat on the mat"], ["a dog ran"]]
    >>> compare_systems(outputs, references_per_candidate, tokenize="none").segments["changed"]
    [1]
    """
    from concurrent.futures import ThreadPoolExecutor

    from sacrebleu.metrics.bleu import BLEU
    from tqdm import tqdm

    from bleu_helpers.corpora.tokenisers import tokeniser
    from bleu_helpers.fast.characters import corpus_chrf
    from bleu_helpers.report import causes, comparison, corpus, distrust, parts, phrases, segments, verdict
    from bleu_helpers.report.groups import moved_groups

    references, steps = references_per_candidate, 3 * len(outputs) + 4
    with ThreadPoolExecutor(2) as pool, tqdm(total=steps, desc="comparing", delay=2, leave=False, disable=None) as bar:

        def done(result: Any) -> Any:
            bar.update()
            return result

        # chrF takes most of the time, so it is counted meanwhile. In the browser, there is only one thread.
        run = map if sys.platform == "emscripten" else pool.map
        chrfs = run(lambda texts: 100 * corpus_chrf(texts, references), outputs.values())
        tokenise = tokeniser(tokenize, lowercase)
        tokenised = done([[*map(tokenise, texts)] for texts in references])
        systems = [done(corpus.Output(name, texts, tokenise, tokenised)) for name, texts in outputs.items()]
        pair = corpus.Corpus(systems[0], systems[1], references, tokenised, source)
        split, moved = parts.split_change(pair), done(segments.moved_segments(pair))
        bleu, chrf = [system.score for system in systems], [done(score) for score in chrfs]
        shifts = [[*distrust.shifted(system, tokenised)] for system in systems]
        usual = [*chain(*(causes.usual_causes(system, references) for system in systems))]
        serious = [*chain(*shifts), *causes.explained(systems, usual, tokenised)]
        others = zip(systems[1:], shifts[1:], strict=True)
        judged = (verdict.judge(systems[0], other, samples, seed, bool(shifts[0] + found)) for other, found in others)
        verdicts = [None, *map(done, judged)]
        means = [sum(values) / len(values) for values in scores or ()]
        measures = zip(("BLEU", "chrF", "your scores"), (bleu, chrf, means), strict=True)
        columns = zip(outputs, bleu, chrf, verdicts, strict=True)
        return comparison.Comparison(
            format=1,
            names=[*outputs],
            size=len(references),
            signature=corpus.signature(BLEU, references, tokenize=tokenize, lowercase=lowercase),
            what_changed=comparison.kind_of_change(pair, split),
            verdict=verdicts[1],
            parts=split,
            segments=moved,
            phrases=done(phrases.moved_phrases(pair)),
            groups=done(moved_groups(pair, groups)),
            doubts=done([*serious, *usual, *distrust.doubts(pair, usual, tokenize, lowercase)]),
            measures=[{"name": name, "old": values[0], "new": values[1]} for name, values in measures if values],
            disagreements=comparison.disagreements(moved["effects"], *scores) if scores else [],
            outputs=[dict(zip(("name", "bleu", "chrf", "verdict"), row, strict=True)) for row in columns],
        )
