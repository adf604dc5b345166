"""Run nbgrader's commands in the folder of a course: make the students' version, and grade the notebooks."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bleu_grading.outside.grading_log import last_runs, uninterruptible
from bleu_grading.outside.problem_set import ProblemSet

MAX_ROUNDS = 5
"""The maximum number of cells in one notebook that may turn out to be impossible to interrupt. Each of them costs one
more run of the notebook."""


def nbgrader(command: str, problem_set: ProblemSet, *options: str) -> subprocess.CompletedProcess[str]:
    """Run one of nbgrader's commands for a problem set, and return its exit code and output."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # nbgrader runs alembic
    # A file instead of a pipe, which a process that is left behind could keep open for ever.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", command, problem_set.name, *options],
            cwd=problem_set.course,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        output.seek(0)
        return subprocess.CompletedProcess(done.args, done.returncode, output.read().decode("utf-8", errors="replace"))


def release(problem_set: ProblemSet) -> list[str]:
    """Make the students' version if there is none or the problem set has changed, and return what happened.

    Raises:
        ValueError: there is no such problem set, or nbgrader cannot make a release of it.
    """
    name, file = problem_set.name, problem_set.release
    if not problem_set.source.is_file():
        where = f"in {problem_set.course.resolve()}: run this in the course's folder"
        raise ValueError(f"there is no source/{name}/{name}.ipynb {where}")
    if wrong := problem_set.faults():
        why = f"correct these tests of source/{name} first, or they cost students points"
        raise ValueError("\n- ".join([why, *wrong]))
    if file.is_file() and not problem_set.gradebook.is_file():
        raise ValueError(
            f"there is no gradebook.db for release/{name}, which was made with one. Put it back, because it contains "
            f"the points given by hand. If it is lost, delete release/{name}, and every student is graded again"
        )
    if file.is_file() and problem_set.made_from.is_file() and not problem_set.outdated():
        return []
    before = file.read_bytes() if file.is_file() else b""
    done = nbgrader("generate_assignment", problem_set, "--force")
    if done.returncode:
        says = "\n".join(line for line in done.stdout.strip().splitlines()[-8:] if "INFO" not in line)
        raise ValueError(f"nbgrader cannot make the students' version of {name}. It says:\n{says}")
    problem_set.made_from.write_text(problem_set.digest(), encoding="utf-8")
    if not before:
        return [f"release/{name}/{name}.ipynb has been made. Give it to your students."]
    changed = f"release/{name}/{name}.ipynb has changed. Give it to your students again."
    return [changed] if file.read_bytes() != before else []


def autograde(problem_set: ProblemSet, left_out: Sequence[str]) -> str:
    """Run nbgrader for all students who are not graded yet, except `left_out`, and return its output.

    A notebook with a cell that could not be interrupted is graded again without that cell.
    """
    excluded = f"--CourseDirectory.student_id_exclude={','.join(left_out)}"
    output = nbgrader("autograde", problem_set, excluded).stdout
    for _ in range(MAX_ROUNDS):
        for student in unstoppable(problem_set):
            output += nbgrader("autograde", problem_set, f"--student={student}").stdout
    return output


def unstoppable(problem_set: ProblemSet) -> list[str]:
    """List the students whose notebooks were dropped because a cell could not be interrupted."""
    runs = last_runs(problem_set)
    return [student for student in problem_set.students() if uninterruptible(runs.get(student, []))]
