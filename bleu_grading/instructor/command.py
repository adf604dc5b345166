"""Grade a problem set, from the submitted files to a table that a learning platform can import.

  python -m bleu_grading release ps1                     make the students' version, again if the problem set changed
  python -m bleu_grading grade ps1                       check and grade the submissions, and write the tables
  python -m bleu_grading grade ps1 --again [STUDENT...]  do the same, and grade these or all students once more
  python -m bleu_grading draw ps1                        draw other sentences from your seed, before the first release
  python -m bleu_grading similarity RELEASE SUBMISSION...    find similar notebooks

Run all of these in the course's folder. The submissions are in downloaded/ps1/archive: one folder per student
(ada/ps1.ipynb) or one file per student (ada_ps1.ipynb). You can run `grade` again at any time. It grades new
submissions, those that were cut off, and those for which something has changed that a grade depends on. Everything that
it prints is also in grades-ps1.txt. The exit status is 0 if there is nothing to look at, 3 if there is something, and 2
if nothing was graded. 1 is Python's own status: this program failed, and printed where.
"""

import json
import shutil
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import normalize

from bleu_grading.instructor import draw, nbgrader_commands, preflight, similarity
from bleu_grading.instructor.nbgrader_commands import Stopped, last_lines
from bleu_grading.instructor.repair import Inspection
from bleu_grading.instructor.roster import Roster, read_roster
from bleu_grading.outside import sandbox
from bleu_grading.outside.cells import Notebook
from bleu_grading.outside.digests import digest_of_files, digests, made_from, outdated
from bleu_grading.outside.hidden_tests import faults
from bleu_grading.outside.seed_and_answers import find_answers, read_seed
from bleu_grading.outside.submitted_files import print_any_name, printable, take_links_away, within
from bleu_grading.records import student_records, written_answers
from bleu_grading.records.grades import (
    GRADEBOOK,
    Names,
    Rows,
    Score,
    Scores,
    canvas,
    moodle,
    name_for_nbgrader,
    scores_of,
)
from bleu_grading.records.student_records import Record
from bleu_grading.records.to_look_at import CURES, LEFT_EMPTY, flags, total

MAX_LINES = 8
"""The maximum number of printed lines about one kind of problem, so that all kinds fit on a screen. The report file
contains all lines."""

MAX_PATH = 300
"""The number of printed characters of a path, because folders may be nested thousands of levels deep."""

TIMESTAMP = "timestamp.txt"
"""The file with the time of submission. Only the instructor's is used, because students could hand in their own."""

EVERYBODY = "*"  # means every login

NOT_HANDED_IN = "nothing was handed in"

LOOK_AT, NOTHING_GRADED = 3, 2
"""Exit statuses. They are not 1, the status of a program that fails, so that a script can tell the cases apart."""


@dataclass
class Report:
    """The report of the command: problems grouped by what to do about them, and notes that need no action."""

    first: str = ""
    troubles: dict[str, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)

    def add(self, cure: str, line: str) -> None:
        """Add a line about a problem below its solution."""
        self.troubles.setdefault(cure, []).append(line)

    def lines(self, name: str, longest: int | None) -> Iterator[str]:
        """Yield the lines of the report, with at most `longest` lines about each kind of problem."""
        number = sum(map(len, self.troubles.values()))
        yield f"{self.first}{name}: {number or 'nothing'} to look at\n"
        for place, (cure, lines) in enumerate(self.troubles.items(), start=1):
            yield f"{place}. {cure.removesuffix('.')}."
            yield from (f"   - {line}" for line in lines[:longest])
            if longest is not None and len(lines) > longest:
                yield f"   - and {len(lines) - longest} more"
            yield ""
        yield from self.notes


# The students' version.


def release(course: Path, name: str) -> list[str]:
    """Make the students' version if there is none or the problem set has changed, and return what happened.

    Raises:
        Stopped: there is no such problem set, or nbgrader cannot make a release of it.
    """
    source, released = course / "source" / name, course / "release" / name / f"{name}.ipynb"
    if not (source / f"{name}.ipynb").is_file():
        raise Stopped(f"there is no source/{name}/{name}.ipynb in {course.resolve()}: run this in the course's folder")
    wrong = faults(course, name)
    if wrong:
        why = f"correct these tests of source/{name} first, or they cost students points"
        raise Stopped("\n- ".join([why, *wrong]))
    if released.is_file() and not (course / GRADEBOOK).is_file():
        raise Stopped(
            f"there is no {GRADEBOOK} for release/{name}, which was made with one. Put it back, because it contains "
            f"the points given by hand. If it is lost, delete release/{name}, and every student is graded again"
        )
    record = made_from(course, name)
    if released.is_file() and record.is_file() and not outdated(course, name):
        return []
    before = released.read_bytes() if released.is_file() else b""
    done = nbgrader_commands.nbgrader(course, "generate_assignment", name, "--force")
    if done.returncode:
        raise Stopped(f"nbgrader cannot make the students' version of {name}. It says:\n{last_lines(done.stdout)}")
    record.write_text(digest_of_files(source), encoding="utf-8")
    if not before:
        return [f"release/{name}/{name}.ipynb has been made. Give it to your students."]
    if released.read_bytes() != before:
        return [f"release/{name}/{name}.ipynb has changed. Give it to your students again."]
    return []


# From the archive to nbgrader.


def collect(course: Path, name: str, looked_at: dict[Path, Inspection]) -> dict[str, str]:
    """Copy what can be graded to nbgrader's folder, and map nbgrader's name for each student to the login."""
    archive = course / "downloaded" / name / "archive"
    take_links_away(course / "submitted")
    students = {}
    for path, found in looked_at.items():
        student = name_for_nbgrader(found.student)
        with preflight.stopping(found):
            if found.gradable:
                _copy(path, archive, course / "submitted" / student / name, found.notebook)
                students[student] = found.student
    return students


def _copy(path: Path, archive: Path, target: Path, notebook: Notebook) -> None:
    """Copy a notebook and the files next to it to nbgrader's folder, replacing what is there."""
    target.mkdir(parents=True, exist_ok=True)
    for old in target.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
        elif old.name != TIMESTAMP:
            old.unlink()
    for other in within(path.parent)[0] if path.parent != archive else []:
        if other.name[:1] != "." and other.suffix.lower() != ".ipynb" and other.name != TIMESTAMP:
            copy = target / other.relative_to(path.parent)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(other.read_bytes())
    # The notebook is written last, because nbgrader ignores a folder without it.
    (target / f"{target.name}.ipynb").write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")


def _take_back(course: Path, name: str, students: Mapping[str, str], again: Collection[str]) -> tuple[list[str], str]:
    """Delete nbgrader's results for students who must be graded again.

    These are the students for whom something changed or was cut off, and those in `again`.

    Returns:
        The students whose notebooks were stopped and would be stopped again, and a sentence that says what changed
        and for how many students.
    """
    scores = scores_of(course / GRADEBOOK, name)
    records = student_records.fold(course, name, [*students])
    stopped, changed, endless = list[str](), Counter[str](), nbgrader_commands.unstoppable(course, name)
    for student, login in students.items():
        graded, record = course / "autograded" / student / name, records.get(student)
        new, old = digests(course, name, student), record.digests if record else {}
        differs = [f"{what} changed" for what, digest in new.items() if old.get(what) != digest]
        if not old:  # it was interrupted, or graded by an older version
            differs = ["there is no record of what they were graded with"]
        requested = differs or {login, EVERYBODY} & {*again}
        if record and record.stopped and not requested and student not in endless:
            stopped.append(student)
        elif requested or not (record and record.kept and student in scores):
            if graded.is_dir():
                changed.update(what for what in differs if what != "the submission changed")
            shutil.rmtree(graded, ignore_errors=True)
    changes = [f"{what}: {_count(times, 'student')}" for what, times in changed.items()]
    return stopped, f"Graded again, because {'; '.join(changes)}." if changes else ""


# All steps together.


@dataclass
class HandedIn:
    """The submissions of a problem set."""

    looked_at: dict[Path, Inspection]
    roster: Roster
    students: dict[str, str]
    """The students who can be graded: maps nbgrader's name for each of them to the login."""

    @property
    def refused(self) -> dict[str, str]:
        """Map the login of each student who cannot be graded to the reason."""
        not_graded = [result for result in self.looked_at.values() if result.student not in self.students.values()]
        return {result.student: result.open[0] for result in not_graded}

    @property
    def missing(self) -> list[str]:
        """List the logins on the roster that have no submission."""
        return self.roster.missing([found.student for found in self.looked_at.values()])


def grade_course(course: Path, name: str, again: Collection[str] = ()) -> Report:
    """Grade a problem set, write the tables, and return the report.

    Args:
        course: the folder of the course.
        name: the problem set.
        again: the logins of students who are graded again even if nothing changed.

    Raises:
        Stopped: nothing can be graded.
        NoSandbox: no sandbox starts, and the sandbox has not been switched off.
    """
    report, started = Report(notes=release(course, name)), time.monotonic()
    handed_in = _take_in(course, name, report)
    _autograde(course, name, handed_in, again, report)
    unreadable = written_answers.read_back(course, name)
    for problem in unreadable:
        report.add("Correct these rows, then run this again.", problem)
    scores = scores_of(course / GRADEBOOK, name)
    records, reasons = _look_over(course, name, handed_in, scores, report)
    if not unreadable:  # otherwise rows that could not be read would be overwritten
        written_answers.write_out(course, name)
    rows = _rows(handed_in, records, scores, reasons)
    _write_tables(course, name, report, rows, scores, handed_in.roster.names)
    names = f"release/{name}/{name}.ipynb downloaded/{name}/archive source/{name}"
    report.notes.append(f"To find similar answers: python -m bleu_grading similarity {names}")
    report.notes.append(f"It took {time.monotonic() - started:.0f} s.")
    return report


def _take_in(course: Path, name: str, report: Report) -> HandedIn:
    """Inspect the submissions, and copy those that can be graded to nbgrader's folder."""
    archive = course / "downloaded" / name / "archive"
    if not archive.is_dir():
        raise Stopped(f"there is nothing in downloaded/{name}/archive. Put the submissions there")
    read_seed()
    report.first = sandbox.warning()
    released = json.loads((course / "release" / name / f"{name}.ipynb").read_text(encoding="utf-8"))
    roster = read_roster(course)
    looked_at = preflight.look_at_all(released, name, archive, roster)
    handed_in = HandedIn(looked_at, roster, collect(course, name, looked_at))
    _add_inspected(report, archive, looked_at, handed_in.students.values())
    if missing := handed_in.missing:
        number = _count(len(missing), "student")
        report.notes.append(f"{number} in roster.csv did not hand in anything: {', '.join(missing)}.")
    return handed_in


def _autograde(course: Path, name: str, handed_in: HandedIn, again: Collection[str], report: Report) -> None:
    """Run nbgrader for students who are new, are in `again`, or for whom something changed."""
    students = handed_in.students
    unknown = {*again} - {*students.values(), EVERYBODY}
    if unknown:
        raise Stopped(f"there is no {name} from {', '.join(sorted(unknown))} that can be graded")
    stopped, why = _take_back(course, name, students, again)
    report.notes += filter(None, [why])
    files = f"{len(students)} of {len(handed_in.looked_at)} files"
    progress = f"{files} can be graded. Grading takes a few seconds for each new one."
    print(*filter(None, [progress, why]), file=sys.stderr, flush=True)
    refused = map(name_for_nbgrader, handed_in.refused)  # nbgrader may still have an earlier submission of theirs
    log = nbgrader_commands.autograde(course, name, [*stopped, *refused])
    (course / f"autograde-{name}.log").write_text(log, encoding="utf-8")


def _look_over(
    course: Path, name: str, handed_in: HandedIn, scores: Scores, report: Report
) -> tuple[dict[str, Record], dict[str, str]]:
    """Add what a person has to look at. Return each student's record, and why the tables have no points, if so."""
    submitted = {folder.parent.name for folder in course.glob(f"submitted/*/{name}")}
    folders = sorted(submitted - {*map(name_for_nbgrader, handed_in.refused)})
    records = student_records.fold(course, name, folders)
    reasons = {}
    for folder in folders:
        found = [*flags(_if_graded(course, name, folder, records), scores.get(folder, {}))]
        for kind in dict(found):
            text = "; ".join(what for other, what in found if other is kind)
            report.add(CURES[kind].format(name=name), f"{handed_in.students.get(folder, folder)}: {kind.value}: {text}")
        reasons[folder] = "; ".join(f"{kind.value}: {what}" for kind, what in found if kind in LEFT_EMPTY)
    with_points = [student for student in scores if not reasons.get(student)]
    if waiting := [student for student in with_points if any(score.waits for score in scores[student].values())]:
        what = f"the points and remarks for the written answers in {written_answers.csv_of(course, name).name}"
        cure = f"Fill in {what}, then run this again. The totals do not include these points yet."
        report.add(cure, f"{len(waiting)} of {_count(len(scores), 'student')}")
    return records, reasons


def _rows(handed_in: HandedIn, records: Mapping[str, Record], scores: Scores, reasons: Mapping[str, str]) -> Rows:
    """Return a row for each student: the points, or the reason why there are none."""
    rows: Rows = {}
    for student, login in handed_in.students.items():
        graded = not reasons[student] and student in scores and student in records
        rows[login] = (total(records[student], scores[student]) if graded else None, reasons[student])
    missing = dict.fromkeys(handed_in.missing, NOT_HANDED_IN)
    logins = handed_in.roster.logins
    for login, reason in [*handed_in.refused.items(), *missing.items()]:
        if login in logins or (login and not logins):
            rows[login] = (None, reason)
    return rows


def _if_graded(course: Path, name: str, student: str, records: Mapping[str, Record]) -> Record | None:
    """Return a student's record if nbgrader has the graded notebook, or if the record explains why it has not."""
    record = records.get(student)
    graded = (course / "autograded" / student / name / f"{name}.ipynb").is_file()
    return record if record and (record.stopped or record.own_questions or (record.kept and graded)) else None


def _count(number: int, what: str) -> str:
    """Write a number of things, whose plural ends with s."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _add_inspected(report: Report, archive: Path, looked_at: dict[Path, Inspection], students: Collection[str]) -> None:
    """Add what preflight found in each file. `students` are the students whose notebooks can be graded."""
    shown = {path: printable(str(path.relative_to(archive)))[:MAX_PATH] for path in looked_at}
    alike = Counter(normalize("NFC", file) for file in shown.values())
    for path, found in looked_at.items():
        file = ascii(shown[path])[1:-1] if alike[normalize("NFC", shown[path])] > 1 else shown[path]
        graded = "" if found.student in students else " Not graded."
        report.repaired += [f"{file}: {line}" for line in found.repaired]
        for line in found.open:
            what, _, cure = line.rpartition(". ")  # a name may contain ". ", but what to do is a single sentence
            report.add(cure if what else "Look at it.", f"{file}: {what or cure}.{graded}")


def _write_tables(course: Path, name: str, report: Report, rows: Rows, scores: Scores, names: Names) -> None:
    cells: dict[str, Score] = next(iter(scores.values()), {})
    points = sum(score.points for score in cells.values())
    totals = [number for number, _ in rows.values()]
    for platform, table in (("canvas", canvas(name, points, rows, names)), ("moodle", moodle(name, rows))):
        file = course / f"grades-{name}-{platform}.csv"
        file.write_text(table, encoding="utf-8-sig", newline="")
        report.notes.append(f"{file.name} has {_count(len(totals), 'student')}, {totals.count(None)} without a number.")
    spread = Counter(number for number in totals if number is not None)
    report.notes += [
        f"{number:g} of {points:g} points: {_count(spread[number], 'student')}"
        for number in sorted(spread, reverse=True)
    ]


def main(arguments: list[str]) -> int:
    """Run the command in the first argument, and return the exit code."""
    print_any_name()
    again: Collection[str] = ()
    match arguments:
        case ["release" | "grade" as what, name]:
            pass
        case ["grade" as what, name, "--again", *students]:
            again = students or [EVERYBODY]
        case ["draw", name]:
            return draw.main(name)
        case ["similarity", released, submission, *more]:
            return similarity.main(Path(released), [*map(Path, [submission, *more])])
        case _:
            print((__doc__ or "").strip())
            return NOTHING_GRADED
    course = Path()
    find_answers(course)
    try:
        if what == "release":
            print(*release(course, name) or [f"release/{name} is up to date with source/{name}."], sep="\n")
            return 0
        report = grade_course(course, name, again)
    except (Stopped, OSError, ValueError, sandbox.NoSandbox) as problem:
        print(f"Nothing was {what}d: {problem}")
        return NOTHING_GRADED
    file = course / f"grades-{name}.txt"
    file.write_text("\n".join([*report.lines(name, None), *report.repaired, ""]), encoding="utf-8")
    repairs = f", and {_count(len(report.repaired), 'repair')}" if report.repaired else ""
    print(*report.lines(name, MAX_LINES), f"All of this{repairs}: {file.name}", sep="\n")
    return LOOK_AT if report.troubles else 0
