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

LINES = 8
"""So many lines about one kind of trouble stand on the page. The others stand in the file beside it."""

LONGEST_PATH = 300
"""Characters of a path that are printed: names of folders may lie in each other by the thousand."""

TIMESTAMP = "timestamp.txt"
"""By this file nbgrader knows what came late. It is the instructor's: who is late could hand in one of their own."""

EVERYBODY = "*"  # stands for every login

NOT_HANDED_IN = "nothing was handed in"

LOOK_AT, NOTHING_GRADED = 3, 2
"""Exit statuses. Python's own is 1 where a program fails: a script is to tell that from something to look at."""


@dataclass
class Report:
    """What the command has to say: troubles by what to do about them, and what needs nobody."""

    first: str = ""
    troubles: dict[str, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)

    def add(self, cure: str, line: str) -> None:
        """Add a line below its cure."""
        self.troubles.setdefault(cure, []).append(line)

    def lines(self, name: str, longest: int | None) -> Iterator[str]:
        """Write the page, with so many lines about each kind of trouble."""
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
    """Make the students' version where there is none, or the problem set is another one. Say what happened.

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
    """Copy what can be graded to where nbgrader looks for it. Gives nbgrader's name and the own one of each student."""
    archive = course / "downloaded" / name / "archive"
    take_links_away(course / "submitted")
    students = {}
    for path, found in looked_at.items():
        here = name_for_nbgrader(found.student)
        with preflight.stopping(found):
            if found.gradable:
                _copy(path, archive, course / "submitted" / here / name, found.notebook)
                students[here] = found.student
    return students


def _copy(path: Path, archive: Path, target: Path, notebook: Notebook) -> None:
    """Put a notebook where nbgrader looks for it, in the place of what is there, with the files beside it."""
    target.mkdir(parents=True, exist_ok=True)
    for old in target.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
        elif old.name != TIMESTAMP:
            old.unlink()
    for other in within(path.parent)[0] if path.parent != archive else []:
        if other.name[:1] != "." and other.suffix.lower() != ".ipynb" and other.name != TIMESTAMP:
            there = target / other.relative_to(path.parent)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(other.read_bytes())
    # It comes last: without it, nbgrader looks at no other file.
    (target / f"{target.name}.ipynb").write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")


def _take_back(course: Path, name: str, students: Mapping[str, str], again: Collection[str]) -> tuple[list[str], str]:
    """Take back what nbgrader made of whoever is to be graded again: something changed, was cut off, or is asked for.

    Gives the students who were stopped, and would be again; and a sentence that says what changed, and for how many.
    """
    scores = scores_of(course / GRADEBOOK, name)
    records = student_records.fold(course, name, [*students])
    stopped, changed, endless = list[str](), Counter[str](), nbgrader_commands.unstoppable(course, name)
    for here, login in students.items():
        graded, record = course / "autograded" / here / name, records.get(here)
        now, then = digests(course, name, here), record.digests if record else {}
        differs = [f"{what} changed" for what, digest in now.items() if then.get(what) != digest]
        if not then:  # it was cut off, or graded by an older version
            differs = ["there is no record of what they were graded with"]
        asked = differs or {login, EVERYBODY} & {*again}
        if record and record.stopped and not asked and here not in endless:
            stopped.append(here)
        elif asked or not (record and record.kept and here in scores):
            if graded.is_dir():
                changed.update(what for what in differs if what != "the submission changed")
            shutil.rmtree(graded, ignore_errors=True)
    said = [f"{what}: {_count(times, 'student')}" for what, times in changed.items()]
    return stopped, f"Graded again, because {'; '.join(said)}." if said else ""


# The whole way.


@dataclass
class HandedIn:
    """What came in of a problem set."""

    looked_at: dict[Path, Inspection]
    roster: Roster
    students: dict[str, str]
    """Who can be graded: nbgrader's name of each student, and the login."""

    @property
    def refused(self) -> dict[str, str]:
        """The logins of those who cannot be graded, each with the reason."""
        others = [one for one in self.looked_at.values() if one.student not in self.students.values()]
        return {one.student: one.open[0] for one in others}

    @property
    def missing(self) -> list[str]:
        """The logins of those who handed nothing in, as far as the roster knows."""
        return self.roster.missing([found.student for found in self.looked_at.values()])


def grade_course(course: Path, name: str, again: Collection[str] = ()) -> Report:
    """Grade a problem set, write the tables, and give the page.

    Args:
        course: the folder of the course.
        name: the problem set.
        again: the logins of those who are graded once more though nothing changed.

    Raises:
        Stopped: nothing can be graded.
        NoSandbox: no sandbox starts, and nobody said that it goes without.
    """
    report, started = Report(notes=release(course, name)), time.monotonic()
    handed_in = _take_in(course, name, report)
    _autograde(course, name, handed_in, again, report)
    unread = written_answers.read_back(course, name)
    for problem in unread:
        report.add("Correct these rows, then run this again.", problem)
    scores = scores_of(course / GRADEBOOK, name)
    records, reasons = _look_over(course, name, handed_in, scores, report)
    if not unread:  # a person has typed there what is not read yet
        written_answers.write_out(course, name)
    rows = _rows(handed_in, records, scores, reasons)
    _write_tables(course, name, report, rows, scores, handed_in.roster.names)
    names = f"release/{name}/{name}.ipynb downloaded/{name}/archive source/{name}"
    report.notes.append(f"To find similar answers: python -m bleu_grading similarity {names}")
    report.notes.append(f"It took {time.monotonic() - started:.0f} s.")
    return report


def _take_in(course: Path, name: str, report: Report) -> HandedIn:
    """Look at what came in, and copy what can be graded to where nbgrader looks for it."""
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
    """Have nbgrader grade who is new, who is asked for, and for whom something changed."""
    students = handed_in.students
    unknown = {*again} - {*students.values(), EVERYBODY}
    if unknown:
        raise Stopped(f"there is no {name} from {', '.join(sorted(unknown))} that can be graded")
    stopped, why = _take_back(course, name, students, again)
    report.notes += filter(None, [why])
    files = f"{len(students)} of {len(handed_in.looked_at)} files"
    said = f"{files} can be graded. Grading takes a few seconds for each new one."
    print(*filter(None, [said, why]), file=sys.stderr, flush=True)
    refused = map(name_for_nbgrader, handed_in.refused)  # an earlier submission may be there
    log = nbgrader_commands.autograde(course, name, [*stopped, *refused])
    (course / f"autograde-{name}.log").write_text(log, encoding="utf-8")


def _look_over(
    course: Path, name: str, handed_in: HandedIn, scores: Scores, report: Report
) -> tuple[dict[str, Record], dict[str, str]]:
    """Add what a person has to look at. Gives each student's record, and why the tables have no number, if so."""
    submitted = {folder.parent.name for folder in course.glob(f"submitted/*/{name}")}
    here = sorted(submitted - {*map(name_for_nbgrader, handed_in.refused)})
    records = student_records.fold(course, name, here)
    reasons = {}
    for one in here:
        found = [*flags(_if_graded(course, name, one, records), scores.get(one, {}))]
        for kind in dict(found):
            whats = "; ".join(what for other, what in found if other is kind)
            report.add(CURES[kind].format(name=name), f"{handed_in.students.get(one, one)}: {kind.value}: {whats}")
        reasons[one] = "; ".join(f"{kind.value}: {what}" for kind, what in found if kind in LEFT_EMPTY)
    with_a_number = [one for one in scores if not reasons.get(one)]
    if waiting := [one for one in with_a_number if any(score.waits for score in scores[one].values())]:
        what = f"the points and remarks for the written answers in {written_answers.csv_of(course, name).name}"
        cure = f"Fill in {what}, then run this again. The totals do not include these points yet."
        report.add(cure, f"{len(waiting)} of {_count(len(scores), 'student')}")
    return records, reasons


def _rows(handed_in: HandedIn, records: Mapping[str, Record], scores: Scores, reasons: Mapping[str, str]) -> Rows:
    """Give everybody's row: the points, or the reason why there are none."""
    rows: Rows = {}
    for one, login in handed_in.students.items():
        graded = not reasons[one] and one in scores and one in records
        rows[login] = (total(records[one], scores[one]) if graded else None, reasons[one])
    missing = dict.fromkeys(handed_in.missing, NOT_HANDED_IN)
    logins = handed_in.roster.logins
    for login, reason in [*handed_in.refused.items(), *missing.items()]:
        if login in logins or (login and not logins):
            rows[login] = (None, reason)
    return rows


def _if_graded(course: Path, name: str, student: str, records: Mapping[str, Record]) -> Record | None:
    """Give a student's record, if nbgrader has the notebook that it is of, or if it says why there is none."""
    record = records.get(student)
    there = (course / "autograded" / student / name / f"{name}.ipynb").is_file()
    return record if record and (record.stopped or record.own_questions or (record.kept and there)) else None


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _add_inspected(report: Report, archive: Path, looked_at: dict[Path, Inspection], students: Collection[str]) -> None:
    """Add what preflight found in each file; `students` are those with a notebook that can be graded."""
    for path, found in looked_at.items():
        file = printable(str(path.relative_to(archive)))[:LONGEST_PATH]
        graded = "" if found.student in students else " Not graded."
        report.repaired += [f"{file}: {line}" for line in found.repaired]
        for line in found.open:
            what, _, cure = line.rpartition(". ")  # a name can have one, but a cure is one sentence
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
    """Do what the first argument says with the problem set that the second one names, and return the exit code."""
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
    print(*report.lines(name, LINES), f"All of this{repairs}: {file.name}", sep="\n")
    return LOOK_AT if report.troubles else 0
