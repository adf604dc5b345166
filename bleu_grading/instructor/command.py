"""Grade a problem set, from the submitted files to a table that a learning platform can import.

  python -m bleu_grading release ps1                     make the students' version, again if the problem set changed
  python -m bleu_grading grade ps1                       check and grade the submissions, and write the tables
  python -m bleu_grading grade ps1 --again [STUDENT...]  do the same, and grade these or all students once more
  python -m bleu_grading similarity RELEASE SUBMISSION...    find similar notebooks

Run all of these in the course's folder. The submissions are in downloaded/ps1/archive: one folder per student
(ada/ps1.ipynb) or one file per student (ada_ps1.ipynb). You can run `grade` again at any time. It grades new
submissions, those that were cut off, and those for which something has changed that a grade depends on. Everything that
it prints is also in grades-ps1.txt. The exit status is 0 if there is nothing to look at, 3 if there is something, and 2
if nothing was graded. 1 is Python's own status: this program failed, and printed where.
"""

import io
import shutil
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bleu_grading.instructor import preflight, similarity
from bleu_grading.instructor.nbgrader_commands import autograde, release, unstoppable
from bleu_grading.instructor.repair import Inspection
from bleu_grading.instructor.roster import read_roster
from bleu_grading.outside import sandbox
from bleu_grading.outside.problem_set import ProblemSet
from bleu_grading.outside.seed_and_answers import find_answers, read_seed
from bleu_grading.records.grades import Rows, Scores, canvas_table, moodle_table, read_scores
from bleu_grading.records.student_records import WHAT_TO_DO, WITHOUT_A_NUMBER, Record, flags, read_records, total

EVERYBODY = "*"  # means every login

LOOK_AT, NOTHING_GRADED = 3, 2
"""Exit statuses. They are not 1, the status of a program that fails, so that a script can tell the cases apart."""


@dataclass
class Report:
    """The report of the command: problems grouped by what to do about them, and notes that need no action."""

    first: str = ""
    problems: dict[str, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)

    def add(self, advice: str, line: str) -> None:
        """Add a line about a problem below its solution."""
        self.problems.setdefault(advice, []).append(line)

    def lines(self, name: str) -> Iterator[str]:
        """Yield the lines of the report on a problem set."""
        yield f"{self.first}{name}: {sum(map(len, self.problems.values())) or 'nothing'} to look at\n"
        for number, (advice, lines) in enumerate(self.problems.items(), start=1):
            yield f"{number}. {advice.removesuffix('.')}."
            yield from (f"   - {line}" for line in lines)
            yield ""
        yield from self.notes


# From the archive to the tables.


def grade(problem_set: ProblemSet, again: Collection[str] = ()) -> Report:
    """Grade a problem set, write the tables, and return the report.

    Args:
        problem_set: the problem set.
        again: the logins of students who are graded again even if nothing changed.

    Raises:
        ValueError: nothing can be graded.
        NoSandbox: no sandbox starts, and the sandbox has not been switched off.
    """
    report, name = Report(notes=release(problem_set)), problem_set.name
    if not problem_set.archive.is_dir():
        raise ValueError(f"there is nothing in downloaded/{name}/archive. Put the submissions there")
    read_seed()
    report.first = sandbox.warning()
    roster = read_roster(problem_set.course)
    inspections = preflight.inspect_all(problem_set, roster)
    students = preflight.collect(problem_set, inspections)
    handed_in = {found.student: found for found in inspections.values()}
    refused = {login: found.problems[0] for login, found in handed_in.items() if login not in students.values()}
    for found in inspections.values():
        _add_inspection(report, found, students.values())
    if missing := [login for login in roster.logins if login not in handed_in]:
        number = _count(len(missing), "student")
        report.notes.append(f"{number} in roster.csv did not hand in anything: {', '.join(missing)}.")
    if unknown := {*again} - {*students.values(), EVERYBODY}:
        raise ValueError(f"there is no {name} from {', '.join(sorted(unknown))} that can be graded")
    stopped, why = _delete_outdated(problem_set, students, again)
    report.notes += filter(None, [why])
    progress = f"{len(students)} of {len(inspections)} files can be graded."
    print(progress, "Grading takes a few seconds for each new one.", why, file=sys.stderr, flush=True)
    # nbgrader may still have an earlier submission of a student whose submission was refused.
    left_alone = [handed_in[login].name_for_nbgrader for login in refused]
    log = autograde(problem_set, [*stopped, *left_alone])
    (problem_set.course / f"autograde-{name}.log").write_text(log, encoding="utf-8")

    collected = [student for student in problem_set.students() if student not in left_alone]
    scores, records = read_scores(problem_set), read_records(problem_set, collected)
    reasons = {
        student: _add_flags(report, problem_set, student, students.get(student, student), records.get(student), scores)
        for student in collected
    }
    _add_waiting(report, {student: scores[student] for student in scores if not reasons.get(student)})
    rows: Rows = {}
    for student, login in students.items():
        graded = not reasons[student] and student in scores and student in records
        rows[login] = (total(records[student], scores[student]) if graded else None, reasons[student])
    for login, reason in [*refused.items(), *dict.fromkeys(missing, "nothing was handed in").items()]:
        if login in roster.logins or (login and not roster.logins):
            rows[login] = (None, reason)
    _write_tables(report, problem_set, rows, scores, roster.names)
    names = f"release/{name}/{name}.ipynb downloaded/{name}/archive source/{name}"
    report.notes.append(f"To find similar answers: python -m bleu_grading similarity {names}")
    return report


def _delete_outdated(
    problem_set: ProblemSet, students: Mapping[str, str], again: Collection[str]
) -> tuple[list[str], str]:
    """Delete nbgrader's results for students who must be graded again.

    These are the students for whom something changed or was cut off, and those in `again`.

    Returns:
        The students whose notebooks were stopped and would be stopped again, and a sentence that says what changed
        and for how many students.
    """
    records, endless = read_records(problem_set, [*students]), unstoppable(problem_set)
    stopped, changed = list[str](), Counter[str]()
    for student, login in students.items():
        folder, record = problem_set.graded(student).parent, records.get(student)
        new, old = problem_set.digests(student), record.digests if record else {}
        differs = [f"{what} changed" for what, digest in new.items() if old.get(what) != digest]
        if not old:  # it was interrupted
            differs = ["there is no record of what they were graded with"]
        requested = differs or {login, EVERYBODY} & {*again}
        if record and record.stopped and not requested and student not in endless:
            stopped.append(student)
        elif requested or not _is_graded(problem_set, student, record):
            if folder.is_dir():
                changed.update(what for what in differs if what != "the submission changed")
            shutil.rmtree(folder, ignore_errors=True)
    changes = [f"{what}: {_count(times, 'student')}" for what, times in changed.items()]
    return stopped, f"Graded again, because {'; '.join(changes)}." if changes else ""


def _is_graded(problem_set: ProblemSet, student: str, record: Record | None) -> bool:
    """Whether nbgrader has received the verdicts, and has written the graded notebook after saving the points."""
    return record is not None and record.kept and problem_set.graded(student).is_file()


# The report and the tables.


def _count(number: int, what: str) -> str:
    """Write a number of things, whose plural ends with s."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _add_inspection(report: Report, found: Inspection, students: Collection[str]) -> None:
    """Add what preflight found in a file. `students` are the students whose notebooks can be graded."""
    graded = "" if found.student in students else " Not graded."
    report.repaired += [f"{found.file}: {line}" for line in found.repaired]
    for line in found.problems:
        what, _, advice = line.rpartition(". ")  # a name may contain ". ", but what to do is a single sentence
        report.add(advice, f"{found.file}: {what}.{graded}")


def _add_flags(
    report: Report, problem_set: ProblemSet, student: str, login: str, record: Record | None, scores: Scores
) -> str:
    """Add what a person has to look at. Return why the tables have no number for the student, if so."""
    explained = record is not None and (record.stopped or record.refused_requests)
    known = record if explained or _is_graded(problem_set, student, record) else None
    found = [*flags(known, scores.get(student, {}))]
    for kind in dict(found):
        text = "; ".join(what for other, what in found if other is kind)
        report.add(WHAT_TO_DO[kind].format(name=problem_set.name), f"{login}: {kind.value}: {text}")
    return "; ".join(f"{kind.value}: {what}" for kind, what in found if kind in WITHOUT_A_NUMBER)


def _add_waiting(report: Report, scores: Scores) -> None:
    """Add how many students have written answers that nobody has graded."""
    if waiting := [student for student, cells in scores.items() if any(score.waits for score in cells.values())]:
        advice = (
            "Grade the written answers in nbgrader's formgrader, then run this again. Until then they have no points."
        )
        report.add(advice, f"{len(waiting)} of {_count(len(scores), 'student')}")


def _write_tables(
    report: Report, problem_set: ProblemSet, rows: Rows, scores: Scores, names: Mapping[str, str]
) -> None:
    points = sum(score.points for score in next(iter(scores.values()), {}).values())
    totals, name = [number for number, _ in rows.values()], problem_set.name
    for platform, table in (("canvas", canvas_table(name, points, rows, names)), ("moodle", moodle_table(name, rows))):
        file = problem_set.course / f"grades-{name}-{platform}.csv"
        file.write_text(table, encoding="utf-8-sig", newline="")
        report.notes.append(f"{file.name} has {_count(len(totals), 'student')}, {totals.count(None)} without a number.")
    spread = Counter(number for number in totals if number is not None)
    for number in sorted(spread, reverse=True):
        report.notes.append(f"{number:g} of {points:g} points: {_count(spread[number], 'student')}")


# The commands.


def main(arguments: list[str]) -> int:
    """Run the command in the first argument, and return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a name that the terminal cannot show must not stop the command
        sys.stdout.reconfigure(errors="backslashreplace")
    match arguments:
        case ["similarity", released, submission, *more]:
            return similarity.main(Path(released), [*map(Path, [submission, *more])])
        case ["release" | "grade" as command, name]:
            again = list[str]()
        case ["grade" as command, name, "--again", *again]:
            again = again or [EVERYBODY]
        case _:
            print((__doc__ or "").strip())
            return NOTHING_GRADED
    problem_set = ProblemSet(Path(), name)
    find_answers(problem_set.course)
    try:
        if command == "release":
            print(*release(problem_set) or [f"release/{name} is up to date with source/{name}."], sep="\n")
            return 0
        report = grade(problem_set, again)
    except (OSError, ValueError, sandbox.NoSandbox) as problem:
        print(f"Nothing was {command}d: {problem}")
        return NOTHING_GRADED
    file = Path(f"grades-{name}.txt")
    file.write_text("\n".join([*report.lines(name), *report.repaired, ""]), encoding="utf-8")
    repairs = f", and {_count(len(report.repaired), 'repair')}" if report.repaired else ""
    print(*report.lines(name), f"All of this{repairs}: {file.name}", sep="\n")
    return LOOK_AT if report.problems else 0
