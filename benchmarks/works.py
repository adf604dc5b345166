"""What the benchmark compares: each work as our package does it, and as the others do."""

import logging
import os
import statistics
import subprocess
import sys
import tempfile
import time
import unicodedata
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from corpus import Corpus, corpus, of_the_test_set
from measure import Comparison, Work, peak, rows, seconds

from bleu_helpers import (
    BleuScore,
    bleu_score,
    corpus_bleu,
    corpus_bleu_of_texts,
    corpus_character_error_rate,
    corpus_chrf,
    corpus_word_error_rate_of_texts,
    explain_bleu,
    paired_bootstrap,
    rouge_n_scores,
    score_files,
    segment_counts,
    segment_rouge_scores,
)

ROOT = Path(__file__).resolve().parent.parent


def corpus_scores(given: Corpus, rounds: int) -> list[Comparison]:
    """BLEU of a corpus, tokens given."""
    import nltk.translate.bleu_score as nltk_bleu

    several = len(given.references[0]) > 1
    metric = sacrebleu_metric()

    works: dict[str, Work] = {
        "corpus_bleu (tokens)": lambda tokens, *_: corpus_bleu(*tokens),
        "NLTK (tokens)": lambda tokens, *_: nltk_bleu.corpus_bleu(tokens.references, tokens.candidates),
        "sacrebleu (text)": lambda _, *texts: of_sacrebleu(metric, *texts),
        "bleuscore, Rust (text)": lambda _, *texts: of_bleuscore(*texts),
    }
    targets = {
        "NLTK (tokens)": "6 (8)" if several else "5 (7)",
        "sacrebleu (text)": "6" if several else "4.5",
        "bleuscore, Rust (text)": "1",
    }
    work = f"corpus BLEU, {len(given.references[0])} reference{'s' * several}"
    return rows(work, len(given.candidates), works, targets, rounds, given.tokens_and_texts)


def sentence_scores(given: Corpus, rounds: int) -> list[Comparison]:
    """BLEU of one pair a call."""
    import nltk.translate.bleu_score as nltk_bleu

    def nltk_score(references: list[list[str]], candidate: list[str]) -> float:
        score = float(nltk_bleu.sentence_bleu(references, candidate))
        return 0.0 if score < 1e-70 else score

    metric = sacrebleu_metric()
    works: dict[str, Work] = {
        "bleu_score (tokens)": lambda tokens, *_: [*map(bleu_score, *tokens)],
        "NLTK (tokens)": lambda tokens, *_: [*map(nltk_score, tokens.references, tokens.candidates)],
        "sacrebleu (text)": lambda _, *texts: [one.score / 100 for one in map(metric.sentence_score, *texts)],
    }
    several = len(given.references[0]) > 1
    work = f"sentence BLEU, {len(given.references[0])} reference{'s' * several}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NLTK's, where an order has no match
        targets = {"NLTK (tokens)": "1.5 (2.5)"}
        return rows(work, len(given.candidates), works, targets, rounds, given.tokens_and_texts)


def explanations(given: Corpus, rounds: int) -> list[Comparison]:
    """The score alone beside the score with everything that goes into it."""
    works: dict[str, Work] = {
        "bleu_score (tokens)": lambda *tokens: [*map(bleu_score, *tokens)],
        "explain_bleu (tokens)": lambda *tokens: [one.score for one in map(explain_bleu, *tokens)],
    }
    targets = {"explain_bleu (tokens)": "at most 1.5"}
    return rows("a sentence explained", len(given.candidates), works, targets, rounds, given.tokens)


def rouge(given: Corpus, rounds: int) -> list[Comparison]:
    """ROUGE-1 and ROUGE-2 of one pair a call, then of all pairs at once."""
    from rouge_score.rouge_scorer import RougeScorer

    class AsGiven:
        def tokenize(self, tokens: list[str]) -> list[str]:
            return tokens

    scorer = RougeScorer(["rouge1", "rouge2"], tokenizer=AsGiven())

    def fresh() -> tuple[list[list[str]], list[list[str]]]:
        candidates, references = given.tokens()
        return candidates, [many[0] for many in references]

    def both_orders(candidate: list[str], reference: list[str]) -> tuple[Any, ...]:
        return tuple(rouge_n_scores(candidate, reference, n) for n in (1, 2))

    def theirs(candidates: list[list[str]], references: list[list[str]]) -> Any:
        return [tuple(one.values()) for one in map(scorer.score, references, candidates)]

    one_by_one: dict[str, Work] = {
        "rouge_n_scores (tokens)": lambda *both: [*map(both_orders, *both)],
        "rouge-score (tokens)": theirs,
    }
    at_once: dict[str, Work] = {"segment_rouge_scores (tokens)": segment_rouge_scores, "rouge-score (tokens)": theirs}
    many = len(given.candidates)
    return [
        *rows("ROUGE-1 and 2, a pair a call", many, one_by_one, {"rouge-score (tokens)": "1.3"}, rounds, fresh),
        *rows("ROUGE-1 and 2, a corpus", many, at_once, {"rouge-score (tokens)": "3"}, rounds, fresh),
    ]


def error_rates(given: Corpus, rounds: int) -> list[Comparison]:
    """The word and the character error rate of a corpus of texts."""
    import jiwer
    import regex

    def first(references: list[list[str]]) -> list[str]:
        return [many[0] for many in references]

    words: dict[str, Work] = {
        "corpus WER (text)": lambda ours, theirs: corpus_word_error_rate_of_texts(ours, first(theirs)),
        "jiwer (text)": lambda ours, theirs: jiwer.wer(first(theirs), ours),
    }
    characters: dict[str, Work] = {
        "corpus CER (text)": lambda ours, theirs: corpus_character_error_rate(ours, first(theirs)),
        "jiwer (text)": lambda ours, theirs: jiwer.cer(first(theirs), ours),
    }
    compose = partial(unicodedata.normalize, "NFC")
    composed: dict[str, Work] = {
        "corpus CER (text)": characters["corpus CER (text)"],
        "jiwer, composed first (text)": lambda ours, theirs: jiwer.cer(
            [*map(compose, first(theirs))], [*map(compose, ours)]
        ),
    }

    def split(texts: list[str]) -> list[str]:
        return [" ".join(regex.findall(r"\X", one.replace(" ", "_"))) for one in texts]

    clusters: dict[str, Work] = {
        "corpus CER (text)": characters["corpus CER (text)"],
        "jiwer, as words (text)": lambda ours, theirs: jiwer.wer(split(first(theirs)), split(ours)),
    }
    segments = len(given.candidates)
    words_of_letters = of_the_test_set(segments)

    def with_marks(mark: str) -> tuple[list[str], list[list[str]]]:
        marked = str.maketrans({vowel: vowel + mark for vowel in "aeiou"})
        ours, theirs = words_of_letters.texts()
        return [one.translate(marked) for one in ours], [[one.translate(marked)] for one in first(theirs)]

    accented = partial(with_marks, "\N{COMBINING ACUTE ACCENT}")
    lined = partial(with_marks, "\N{COMBINING VERTICAL LINE BELOW}")  # with which no letter can be composed
    return [
        *rows("corpus WER", segments, words, {"jiwer (text)": "5"}, rounds, given.texts),
        *rows("corpus CER", segments, characters, {"jiwer (text)": "3"}, rounds, given.texts),
        *rows("CER, letters in two parts", segments, composed, dict.fromkeys(composed, "3"), rounds, accented),
        *rows("CER, two parts that stay", segments, clusters, dict.fromkeys(clusters, "3"), rounds, lined),
    ]


def text_scores(given: Corpus, what: str, rounds: int) -> list[Comparison]:
    """BLEU of a corpus as people have it: texts, which nobody has cut yet. Each program cuts them in its own time."""
    import nltk.translate.bleu_score as nltk_bleu

    several = len(given.references[0]) > 1
    metric = sacrebleu_metric()

    def nltk_score(candidates: list[str], references: list[list[str]]) -> Any:
        split = [[one.split() for one in many] for many in references]
        return nltk_bleu.corpus_bleu(split, [one.split() for one in candidates])

    works: dict[str, Work] = {
        "corpus_bleu_of_texts (text)": corpus_bleu_of_texts,
        "NLTK (text)": nltk_score,
        "sacrebleu (text)": partial(of_sacrebleu, metric),
        "bleuscore, Rust (text)": of_bleuscore,
    }
    targets = {"sacrebleu (text)": "12" if several else "8", "bleuscore, Rust (text)": "1.5" if several else "1.4"}
    work = f"BLEU of {what}, {len(given.references[0])} reference{'s' * several}"
    return rows(work, len(given.candidates), works, targets, rounds, given.texts)


def file_scores(given: Corpus, rounds: int) -> list[Comparison]:
    """BLEU of files of lines. The others are given what `Path.read_text` reads, in their own time."""
    several = len(given.references[0]) > 1
    metric = sacrebleu_metric()
    with tempfile.TemporaryDirectory() as folder:
        columns = [given.lines(), *given.streams()]
        paths = [Path(folder, f"{place}.txt") for place in range(len(columns))]
        for path, lines in zip(paths, columns, strict=True):
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")

        def texts() -> tuple[list[str], list[list[str]]]:
            candidates, *references = [path.read_text(encoding="utf-8").splitlines() for path in paths]
            return candidates, [*map(list, zip(*references, strict=True))]

        works: dict[str, Work] = {
            "score_files (files)": lambda: score_files(paths[0], paths[1:]).compute(),
            "sacrebleu (files)": lambda: of_sacrebleu(metric, *texts()),
            "bleuscore, Rust (files)": lambda: of_bleuscore(*texts()),
        }
        targets = {"bleuscore, Rust (files)": "1.2" if several else "1.1"}
        work = f"BLEU of files, {len(given.references[0])} reference{'s' * several}"
        return rows(work, len(given.candidates), works, targets, rounds)


def chrf_scores(given: Corpus, rounds: int) -> list[Comparison]:
    """chrF of a corpus."""
    from sacrebleu.metrics.chrf import CHRF

    metric = CHRF()
    works: dict[str, Work] = {
        "corpus_chrf (text)": corpus_chrf,
        "sacrebleu (text)": partial(of_sacrebleu, metric),
    }
    work = f"corpus chrF, {len(given.references[0])} reference{'s' * (len(given.references[0]) > 1)}"
    return rows(work, len(given.candidates), works, {"sacrebleu (text)": "4"}, rounds, given.texts)


def short_and_crowded(given: Corpus, rounds: int) -> list[Comparison]:
    """Segments of three tokens; and ordinary segments of which one has 4,000 references of a word each."""
    import nltk.translate.bleu_score as nltk_bleu

    def beside(work: str, of: Corpus, orders: int, targets: dict[str, str]) -> list[Comparison]:
        weights, metric = (1 / orders,) * orders, sacrebleu_metric(orders)
        works: dict[str, Work] = {
            "corpus_bleu (tokens)": lambda tokens, *_: corpus_bleu(*tokens, weights),
            "NLTK (tokens)": lambda tokens, *_: nltk_bleu.corpus_bleu(tokens.references, tokens.candidates, weights),
        }
        if "sacrebleu (text)" in targets:
            works["sacrebleu (text)"] = lambda _, *texts: of_sacrebleu(metric, *texts)
        return rows(work, len(of.candidates), works, targets, rounds, of.tokens_and_texts)

    short = Corpus([one[:3] for one in given.candidates], [[one[:3] for one in many] for many in given.references])
    some, one = given.first(150), given.candidates[0]
    crowded = Corpus([*some.candidates, one], [*some.references, [[f"w{place}"] for place in range(4_000)]])
    return [
        *beside("BLEU-3 of three tokens each", short, 3, {"NLTK (tokens)": "10", "sacrebleu (text)": "4"}),
        *beside("one segment with 4,000 references", crowded, 4, {"NLTK (tokens)": "3"}),
    ]


def long_pairs(given: Corpus, rounds: int) -> list[Comparison]:
    """What a token of one long pair takes, beside one of a corpus of ordinary segments."""

    def pair_of(tokens: int) -> tuple[list[str], list[list[str]]]:
        new = given.tokens()
        candidate = [word for one in new.candidates for word in one]
        reference = [word for [one] in new.references for word in one]
        return candidate[:tokens], [reference[:tokens]]

    words = sum(map(len, given.candidates)) + sum(len(one) for [one] in given.references)

    def seconds_a_token(tokens: int) -> tuple[float, float]:
        pairs, ordinary = [pair_of(tokens) for _ in range(20)], given.tokens()
        of_pairs = seconds(lambda: [bleu_score(*pair) for pair in pairs]) / 20 / (2 * tokens)
        return of_pairs, seconds(lambda: corpus_bleu(*ordinary)) / words

    def row(tokens: int) -> Comparison:
        both = [seconds_a_token(tokens) for _ in range(rounds)]
        ours, theirs = sorted(both, key=lambda times: times[0] / times[1])[rounds // 2]
        work, many = f"a token of a pair of {tokens:,}", 2 * tokens
        return Comparison(work, many, "bleu_score (tokens)", "corpus_bleu (tokens)", ours * many, theirs / ours, "0.83")

    return [row(500), row(4_000)]


def bootstrap(given: Corpus, rounds: int, samples: int = 1000) -> list[Comparison]:
    """From tokens to the p-value: two systems compared on resampled corpora."""
    from sacrebleu.significance import PairedTest

    # The other system repeats the first one's output but for the last word of every tenth sentence.
    other = Corpus([c[:-1] if place % 10 == 0 else c for place, c in enumerate(given.candidates)], given.references)

    def fresh() -> tuple[Any, ...]:
        return given.tokens(), other.tokens().candidates, given.lines(), other.lines(), given.streams()

    def ours(tokens: Corpus, others: list[list[str]], *_: Any) -> list[float]:
        one, two = (segment_counts(candidates, tokens.references) for candidates in (tokens.candidates, others))
        found = paired_bootstrap(one, two, samples=samples)
        return [found.baseline.score, found.system.score, found.p_value]

    def theirs(*texts: Any) -> list[float]:
        *_, lines, other_lines, streams = texts
        systems = [("one", lines), ("other", other_lines)]
        one, two = PairedTest(systems, {"BLEU": sacrebleu_metric()}, streams, "bs", samples)()[1]["BLEU"]
        return [one.score / 100, two.score / 100, two.p_value]

    work = f"paired bootstrap, {samples:,} resamples"
    works: dict[str, Work] = {"paired_bootstrap (tokens)": ours, "sacrebleu (text)": theirs}
    return rows(work, len(given.candidates), works, {"sacrebleu (text)": "2"}, rounds, fresh)


def streamed(given: Corpus, segments: int) -> Comparison:
    """The memory of a stream: lines are split as they come, and nothing of them is kept."""
    lines = list(zip(given.lines(), given.streams()[0], strict=True))

    def pairs() -> Iterator[tuple[list[str], list[list[str]]]]:
        for number in range(segments):
            candidate, reference = lines[number % len(lines)]
            yield candidate.split(), [reference.split()]

    def work() -> None:
        score = BleuScore()
        score.update_from_pairs(pairs())
        assert score.segments == segments

    start = time.perf_counter()
    memory = peak(work)
    took = time.perf_counter() - start
    return Comparison("memory of a stream", segments, "update_from_pairs (text)", "", took, 0.0, "below 50 MiB", memory)


def importing(rounds: int) -> Comparison:
    """What `import bleu_helpers` takes in a fresh interpreter, beside the part of NLTK that BLEU needs.

    As after the first time: the bytecode is there, also where the environment says that Python is to write none.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    ours, theirs = "bleu_helpers", "nltk.translate.bleu_score"
    with tempfile.TemporaryDirectory() as bytecode:

        def fresh(module: str) -> float:
            code = f"import time; start = time.perf_counter(); import {module}; print(time.perf_counter() - start)"
            command = [sys.executable, "-X", f"pycache_prefix={bytecode}", "-c", code]
            done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environment)
            return float(done.stdout)

        _, *both = [(fresh(ours), fresh(theirs)) for _ in range(1 + rounds)]  # the first one writes it
    both.sort()
    middle = both[rounds // 2]
    return Comparison("import", 0, ours, "NLTK's bleu_score", middle[0], middle[1] / middle[0], "29 ms", None, None)


def lessons(rounds: int) -> Comparison:
    """`python3 run.py check` beside bare execution of the same notebooks, one after the other, on the wall's clock."""
    notebooks = sorted((ROOT / "notebooks").glob("*.ipynb"))
    bare = (
        "import sys, nbformat, nbclient\n"
        "for path in sys.argv[1:]:\n"
        "    nbclient.NotebookClient(nbformat.read(path, 4), resources={'metadata': {'path': 'notebooks'}}).execute()"
    )
    commands = ([sys.executable, "run.py", "check"], [sys.executable, "-c", bare, *map(str, notebooks)])
    both = []
    for _ in range(rounds):
        times = []
        for command in commands:
            start = time.perf_counter()
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
            times.append(time.perf_counter() - start)
        both.append(times)
    ours, theirs = sorted(both, key=lambda times: times[0] / times[1])[rounds // 2]
    work = f"the {len(notebooks)} lessons checked, {rounds} round{'s' * (rounds > 1)}"
    return Comparison(work, 0, "run.py check", "nbclient", ours, theirs / ours, "1.67")


def by_segments(sizes: list[int], rounds: int) -> list[tuple[int, float]]:
    """Seconds a segment for corpora of these sizes."""
    whole = corpus(max(sizes))
    return [(size, seconds_a_segment(whole.first(size), rounds)) for size in sizes]


def by_tokens(sizes: list[int], segments: int, rounds: int) -> list[tuple[int, float]]:
    """Seconds a segment for sentences of these lengths."""
    return [(tokens, seconds_a_segment(corpus(segments, tokens=tokens), rounds)) for tokens in sizes]


def by_references(sizes: list[int], rounds: int, tokens: int = 20) -> list[tuple[int, float]]:
    """Seconds that `bleu_score` takes for one sentence beside so many references, as for self-BLEU."""
    many = [references[0] for references in corpus(max(sizes) + 1, tokens=tokens).references]
    candidate, *others = many
    return [
        (size, statistics.median(seconds(lambda: bleu_score(candidate, others[:size])) for _ in range(rounds)))  # noqa: B023
        for size in sizes
    ]


def seconds_a_segment(given: Corpus, rounds: int) -> float:
    """The time of `corpus_bleu_of_texts`, shared out among the segments: the median of the rounds."""
    times = [seconds(partial(corpus_bleu_of_texts, *given.texts())) for _ in range(rounds)]
    return statistics.median(times) / len(given.candidates)


def of_sacrebleu(metric: Any, candidates: list[str], references: list[list[str]]) -> float:
    """The score of a corpus by one of sacrebleu's metrics, which want the first references of all, then the second."""
    return float(metric.corpus_score(candidates, list(zip(*references, strict=True))).score) / 100


def of_bleuscore(candidates: list[str], references: list[list[str]]) -> float:
    """BLEU of a corpus by the package in Rust."""
    import bleuscore

    return float(bleuscore.compute(references, candidates, ref_len_method="closest")["bleu"])


def sacrebleu_metric(orders: int = 4) -> Any:
    """BLEU as we define it, in sacrebleu's words: tokens as they are, and no smoothing."""
    from sacrebleu.metrics.bleu import BLEU

    logging.getLogger("sacrebleu").setLevel(logging.ERROR)  # a line a sentence takes time that is no part of scoring
    return BLEU(tokenize="none", smooth_method="none", effective_order=False, force=True, max_ngram_order=orders)
