"""Grade a problem set, from the files that came in to a table that a learning platform takes.

  python -m bleu_helpers.course release ps1                     the students' version, anew if the problem set changed
  python -m bleu_helpers.course grade ps1                       preflight, collect, autograde, audit, and the tables
  python -m bleu_helpers.course grade ps1 --again [STUDENT...]  the same, and these or all students are graded once more

Both start in the folder of the course. What came in stands in downloaded/ps1/archive: a folder for each student
(ada/ps1.ipynb) or a file for each student (ada_ps1.ipynb). `grade` can be run again at any time: it takes what is new,
what changed, and what was cut off, and leaves the other grades as they are. What it prints stands in grades-ps1.txt.
The exit code is 1 if there is something to look at, and 2 if nothing was graded.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bleu_helpers.course import _gradebook, _manifest, _sandbox, preflight
from bleu_helpers.course._files import NotPlain, own, put, within
from bleu_helpers.course._gradebook import GRADEBOOK, Score, Scores, total
from bleu_helpers.course._log import LOG, Log, events
from bleu_helpers.course._parts import added, other_files, outdated
from bleu_helpers.course._secrets import find_answers, read_seed
from bleu_helpers.course._tables import canvas, moodle, name_for_nbgrader, table_of
from bleu_helpers.course._watch import descendants
from bleu_helpers.course.audit import CURES, LEFT_EMPTY, Finding, Kind, audit, owner, was_run
from bleu_helpers.course.preflight import BACKUP, Findings, grading

LINES = 8
"""So many lines about one kind of trouble stand on the page. The others stand in the file beside it."""


EVERYBODY = "*"
"""Stands for every login."""


SECONDS_WITHOUT_A_SIGN = 300.0
"""So long nbgrader may say nothing and begin no cell. A cell may take a third of that, an interrupt included."""

ROUNDS = 5
"""So many cells of one notebook may be such that they cannot be interrupted."""


class Stopped(Exception):
    """Nothing can be graded. The message says why, and what to do."""


@dataclass
class Page:
    """What the command has to say: troubles by what to do about them, and what needs nobody."""

    troubles: dict[str, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)

    def add(self, cure: str, line: str) -> None:
        """Add a line below its cure."""
        self.troubles.setdefault(cure, []).append(line)

    def lines(self, name: str, longest: int | None) -> Iterator[str]:
        """Write the page, with so many lines about each kind of trouble."""
        number = sum(map(len, self.troubles.values()))
        yield f"{name}: {number or 'nothing'} to look at\n"
        for place, (cure, lines) in enumerate(self.troubles.items(), start=1):
            yield f"{place}. {cure.removesuffix('.')}."
            yield from (f"   - {line}" for line in lines[:longest])
            if longest is not None and len(lines) > longest:
                yield f"   - and {len(lines) - longest} more"
            yield ""
        yield from self.notes


# nbgrader.


class StoodStill(Exception):
    """nbgrader gave no sign of life for too long, and was ended. The message is what it had said."""


def nbgrader(course: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run one of nbgrader's commands in the course's folder.

    Raises:
        StoodStill: it gave no sign of life, neither by a line nor by a cell that began.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # it starts alembic
    # A file and no pipe: a process that is left behind could hold that open for ever.
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(
            [sys.executable, "-m", "nbgrader", *command],
            cwd=course,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        ) as process:
            ended = _ends(process, lambda: (os.fstat(said.fileno()).st_size, _time_of(course / LOG)))
        said.seek(0)
        text = said.read().decode("utf-8", errors="replace")
    if not ended:
        raise StoodStill(text)
    return subprocess.CompletedProcess(process.args, process.returncode, text)


def _ends(process: "subprocess.Popen[bytes]", sign: Callable[[], object]) -> bool:
    """Wait for a process, and end it with all that it started where its sign of life stays the same for too long."""
    last, since = sign(), time.monotonic()
    while process.poll() is None:
        time.sleep(0.05)
        now = sign()
        if now != last:
            last, since = now, time.monotonic()
        elif time.monotonic() - since > SECONDS_WITHOUT_A_SIGN:
            for one in [*reversed(descendants(process.pid)), process.pid]:
                with contextlib.suppress(OSError):
                    os.kill(one, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
            return False
    return True


def _time_of(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


def autograde(course: Path, name: str) -> str:
    """Have nbgrader grade who is not graded yet. Give what it said.

    Who holds nbgrader up is left out, and the others are graded. A notebook with a cell that could not be interrupted
    is graded once more, without that cell.

    Raises:
        Stopped: nbgrader stands still, and not at a student.
    """
    said = ""
    held_up: list[str] = []
    while True:
        without = [f"--CourseDirectory.student_id_exclude={','.join(held_up)}"] if held_up else []
        try:
            said += nbgrader(course, "autograde", name, *without).stdout
            break
        except StoodStill as still:
            said += str(still)
            at = re.findall(rf"[/\\](?:submitted|autograded)[/\\]([^/\\]+)[/\\]{re.escape(name)}[/\\]", str(still))
            if not at or at[-1] in held_up:
                raise Stopped(f"nbgrader stands still. It says:\n{_last_lines(said)}") from still
            held_up.append(at[-1])
            _leave_out(course, name, at[-1])
    for _ in range(ROUNDS):
        for student in _unstoppable(course, name):
            with contextlib.suppress(StoodStill):
                said += nbgrader(course, "autograde", name, f"--student={student}").stdout
    return said


def _leave_out(course: Path, name: str, student: str) -> None:
    """Write that nbgrader stood still at a student, and take away what it left of the grading."""
    graded = course / "autograded" / student / name
    shutil.rmtree(graded, ignore_errors=True)
    why = f"no sign of life for {SECONDS_WITHOUT_A_SIGN / 60:g} minutes, and nbgrader was ended"
    Log(graded, f"still-{time.time_ns()}").write("stopped", why=why)


def _unstoppable(course: Path, name: str) -> list[str]:
    """List the students whose notebook was dropped at a cell that could not be interrupted."""
    log = events(course / LOG)
    return [
        folder.parent.name
        for folder in sorted(course.glob(f"submitted/*/{name}"))
        if any(
            event["event"] == "stopped" and ("cell" in event or "task" in event)
            for event in log.get(f"autograded/{folder.parent.name}/{name}", [])
        )
    ]


def release(course: Path, name: str) -> list[str]:
    """Make the students' version where there is none, or the problem set is another one. Say what happened.

    Raises:
        Stopped: there is no such problem set, or nbgrader cannot make a release of it.
    """
    source, released = course / "source" / name, course / "release" / name / f"{name}.ipynb"
    if not (source / f"{name}.ipynb").is_file():
        raise Stopped(f"there is no source/{name}/{name}.ipynb in {course.resolve()}: start in the course's folder")
    wrong = preflight.tests_at_fault(course, name)
    if wrong:
        raise Stopped("\n- ".join([f"put these tests of source/{name} right first, or students pay for them", *wrong]))
    record = course / "release" / f".{name}.made-from"
    made_from = "".join(_manifest.digest(path) for path in sorted(source.rglob("*")) if path.is_file())
    known = record.read_text(encoding="utf-8") if record.is_file() else ""
    if released.is_file() and made_from == known:
        return []
    before = released.read_bytes() if released.is_file() else b""
    try:
        done = nbgrader(course, "generate_assignment", name, "--force")
    except StoodStill as still:
        raise Stopped(f"nbgrader stands still. It says:\n{_last_lines(str(still))}") from still
    if done.returncode:
        raise Stopped(f"nbgrader cannot make the students' version of {name}. It says:\n{_last_lines(done.stdout)}")
    record.write_text(made_from, encoding="utf-8")
    if not before:
        return [f"release/{name}/{name}.ipynb is made: give it to your students."]
    graded = [
        folder
        for folder in course.glob(f"autograded/*/{name}")
        if known or any(differs(course, name, folder / f"{name}.ipynb") for differs in (outdated, added, other_files))
    ]
    for folder in graded:
        shutil.rmtree(folder)
    said = [f"source/{name} changed: {len(graded)} graded submissions are graded again."] if graded else []
    if released.read_bytes() != before:
        said.append(f"release/{name}/{name}.ipynb is another one now: give it to your students again.")
    return said


def _last_lines(said: str) -> str:
    return "\n".join(line for line in said.strip().splitlines()[-8:] if "INFO" not in line)


# From the archive to nbgrader.


def collect(course: Path, name: str, looked_at: dict[Path, Findings], again: Collection[str] = ()) -> dict[str, str]:
    """Copy what can be graded to where nbgrader looks for it. Gives for each student nbgrader's name and the own one.

    A notebook is graded again if it changed, if grading was cut off, if the gradebook does not have it, or if somebody
    said so.
    """
    archive = course / "downloaded" / name / "archive"
    scores = _gradebook.scores(course / GRADEBOOK, name)
    students = {}
    for path, findings in looked_at.items():
        if not findings.gradable:
            continue
        login = preflight.student(path, archive, name)
        here = name_for_nbgrader(login)
        students[here] = login
        target = course / "submitted" / here / name
        beside = [other for other in within(path.parent)[0] if _goes_along(other)] if path.parent != archive else []
        wanted = {target / f"{name}.ipynb": path} | {target / other.relative_to(path.parent): other for other in beside}
        new = {there: other for there, other in wanted.items() if not _same(there, other, course / "submitted")}
        for there, other in new.items():
            put(other, there, course / "submitted")
        autograded = course / "autograded" / here / name
        lost = here not in scores or not _complete(autograded / f"{name}.ipynb")
        if autograded.is_dir() and (new or lost or {login, EVERYBODY} & {*again}):
            shutil.rmtree(autograded)
    return students


def _goes_along(path: Path) -> bool:
    """Whether a file goes to nbgrader with the notebook beside it: what a cell may import or read."""
    return path.name[:1] != "." and path.suffix != ".ipynb" and BACKUP not in path.name


def _same(one: Path, other: Path, folder: Path) -> bool:
    """Whether a file in one of our folders is the same as another; a link there is none."""
    with contextlib.suppress(NotPlain):
        return own(one, folder).is_file() and one.read_bytes() == other.read_bytes()
    return False


def _complete(notebook: Path) -> bool:
    """Whether every test cell of a graded notebook was run."""
    if not notebook.is_file():
        return False
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    tests = [cell for cell in cells if cell["cell_type"] == "code" and grading(cell).get("grade")]
    return all(map(was_run, tests))


# The whole way.


def grade(course: Path, name: str, again: Collection[str] = ()) -> Page:
    """Grade a problem set, write the tables, and give the page.

    Args:
        course: the folder of the course.
        name: the problem set.
        again: the logins of those who are graded once more though nothing changed.

    Raises:
        Stopped: nothing can be graded.
        NoSandbox: no sandbox starts, and nobody said that it goes without.
    """
    page, started = Page(), time.monotonic()
    page.notes += _sandbox.warning().splitlines()
    behind = _changed_since_last_time(course, name)
    page.notes += release(course, name)
    archive = course / "downloaded" / name / "archive"
    if not archive.is_dir():
        raise Stopped(f"there is nothing in downloaded/{name}/archive. Put there what the students handed in")
    released = json.loads((course / "release" / name / f"{name}.ipynb").read_text(encoding="utf-8"))
    looked_at = preflight.look_at_all(released, name, archive)
    _add_findings(page, archive, name, looked_at)
    _manifest.write(course, name)  # for an audit on another day too
    before = {name: _manifest.read(course)[name]}
    students = collect(course, name, looked_at, again)
    unknown = {*again} - {*students.values(), EVERYBODY}
    if unknown:
        raise Stopped(f"nobody called {', '.join(sorted(unknown))} handed in a {name} that can be graded")
    _say(f"{len(students)} of {len(looked_at)} files can be graded. Autograding takes about 6 s for each.")
    (course / f"autograde-{name}.log").write_text(autograde(course, name), encoding="utf-8")
    _say("Auditing takes about 3 s for each who is new, changed, or had something to look at.")
    notebooks = sorted(course.glob(f"autograded/*/{name}/{name}.ipynb"))
    differs = audit(course, notebooks, read_seed(), before).findings
    for cure, line in _lines_of([*dict.fromkeys([*behind, *differs])], students, name):
        page.add(cure, line)
    scores = _gradebook.scores(course / GRADEBOOK, name)
    empty = {owner(found) for found in differs if found.kind in LEFT_EMPTY}
    waiting = [here for here, of in scores.items() if here not in empty and any(score.waits for score in of.values())]
    if waiting:
        by_hand = f"python -m bleu_helpers.course.by_hand {name}"
        cure = f"Grade the written answers ({by_hand}), then run this again: the totals lack them."
        page.add(cure, f"{len(waiting)} of {_count(len(scores), 'student')}")
    _write_tables(course, name, page, _totals(scores, students, empty), scores)
    page.notes.append(
        "Who has the same answers: python -m bleu_helpers.course.copies "
        f"release/{name}/{name}.ipynb submitted source/{name}"
    )
    page.notes.append(f"It took {time.monotonic() - started:.0f} s.")
    return page


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _add_findings(page: Page, archive: Path, name: str, looked_at: dict[Path, Findings]) -> None:
    """Add what preflight found: one line for each student and each thing to do, with all the files."""
    together: dict[tuple[str, str, bool], tuple[dict[Path, None], dict[str, None]]] = {}
    for path, findings in looked_at.items():
        page.repaired += [f"{path.relative_to(archive)}: {line}" for line in findings.repaired]
        for line in findings.open:
            what, _, cure = line.partition(". ")
            key = cure or "Look at it.", preflight.student(path, archive, name), findings.gradable
            files, whats = together.setdefault(key, ({}, {}))
            files[path] = None
            whats[what] = None
    for (cure, _, gradable), (files, whats) in together.items():
        graded = "" if gradable else " Not graded."
        page.add(cure, f"{', '.join(_told_apart(files, archive))}: {'; '.join(whats)}.{graded}")


def _told_apart(files: Collection[Path], archive: Path) -> Iterator[str]:
    """Write the names of files so that two that look the same are told apart."""
    composed = Counter(unicodedata.normalize("NFC", str(path)) for path in files)
    for path in files:
        normal = unicodedata.normalize("NFC", str(path))
        twin = " (in decomposed Unicode)" if composed[normal] > 1 and normal != str(path) else ""
        yield f"{path.relative_to(archive)}{twin}"


def _changed_since_last_time(course: Path, name: str) -> list[Finding]:
    """Say what changed since the last run and was no student's to change: new and better submissions are none of it.

    Of another problem set, and of the release that was made from it, `release` says what follows.
    """
    found = _manifest.changed(course, name, _manifest.read(course).get(name, {}))
    said = ("source/", "release/") if any(line.startswith("source/") for line in found) else ()
    ours = [line.partition(": ") for line in found if not _manifest.is_handed_in(line) and not line.startswith(said)]
    return [Finding(path, Kind.CHANGED, what) for path, _, what in ours]


def _lines_of(differs: list[Finding], students: dict[str, str], name: str) -> Iterator[tuple[str, str]]:
    """Write a line for each student and each kind of difference, with all the tasks in it, and its cure."""
    together: dict[tuple[str, Kind], list[str]] = {}
    for found in differs:
        of_a_file = found.where.startswith("submitted/")
        who = found.where if of_a_file else students.get(owner(found), owner(found))
        together.setdefault((who, found.kind), []).append(found.what)
    for (who, kind), whats in together.items():
        yield CURES[kind].format(name=name), f"{who}: {kind.value}: {_joined(whats)}"


def _joined(whats: list[str]) -> str:
    """Write the same of several tasks once.

    >>> _joined(["a has 3, which is wrong", "b has 4, which is wrong", "c has 0, and more"])
    'a has 3, b has 4, which is wrong; c has 0, and more'
    """
    heads: dict[str, list[str]] = {}
    for what in whats:
        head, _, rest = what.partition(", ")
        heads.setdefault(rest, []).append(head)
    return "; ".join(", ".join([*those, rest] if rest else those) for rest, those in heads.items())


def _totals(scores: Scores, students: dict[str, str], empty: Collection[str]) -> dict[str, float | None]:
    """Add up the points of each student, by the name that came; None where a person has to look first."""
    return {
        login: None if here in empty or here not in scores else total(scores[here]) for here, login in students.items()
    }


def _write_tables(course: Path, name: str, page: Page, totals: dict[str, float | None], scores: Scores) -> None:
    cells: dict[str, Score] = next(iter(scores.values()), {})
    points = sum(score.points for score in cells.values())
    for platform, table in (("canvas", canvas(name, points, totals)), ("moodle", moodle(name, totals))):
        file = table_of(course, name, platform)
        file.write_text(table, encoding="utf-8-sig", newline="")
        page.notes.append(
            f"{file.name} has {_count(len(totals), 'student')}, {list(totals.values()).count(None)} without a number."
        )
    spread = Counter(number for number in totals.values() if number is not None)
    page.notes += [
        f"{number:g} of {points:g} points: {_count(spread[number], 'student')}"
        for number in sorted(spread, reverse=True)
    ]


def main(arguments: list[str]) -> int:
    """Do what the first argument says with the problem set that the second one names, and return the exit code."""
    again: Collection[str] = ()
    match arguments:
        case ["release" | "grade" as what, name]:
            pass
        case ["grade" as what, name, "--again", *students]:
            again = students or [EVERYBODY]
        case _:
            print((__doc__ or "").strip())
            return 2
    course = Path()
    find_answers(course)
    try:
        if what == "release":
            print(*release(course, name) or [f"release/{name} is as source/{name} makes it."], sep="\n")
            return 0
        read_seed()
        page = grade(course, name, again)
    except (Stopped, OSError, ValueError, _sandbox.NoSandbox) as problem:
        print(f"Nothing was graded: {problem}")
        return 2
    file = course / f"grades-{name}.txt"
    file.write_text("\n".join([*page.lines(name, None), *page.repaired, ""]), encoding="utf-8")
    repairs = f", and {_count(len(page.repaired), 'repair')}" if page.repaired else ""
    print(*page.lines(name, LINES), f"All of this{repairs}: {file.name}", sep="\n")
    return 1 if page.troubles else 0
