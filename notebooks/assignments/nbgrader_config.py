"""What nbgrader needs to know for these problem sets. Copy this folder to a place of your own, and work there.

Unmodified nbgrader 0.9.6 reads this file in the folder in which its commands are run.
"""

import os
from pathlib import Path

from bleu_grading.instructor.configuration import use_sandbox
from bleu_grading.records.feedback_page import before_feedback

COURSE = Path(__file__).resolve().parent

c = get_config()  # noqa: F821 - nbgrader gives it
c.CourseDirectory.course_id = "bleu-from-scratch"
c.CourseDirectory.root = str(COURSE)

# A cell that runs longer is stopped. `grade` itself stops an endless loop after a second or two, but a student's own
# cells may call the same function.
c.Execute.timeout = 20

# Each notebook runs in a sandbox of its own. bubblewrap makes it; for another one, set the environment variable
# BLEU_SANDBOX to docker or podman, or to none, after you have read what that leaves open. Without a seed or a sandbox
# nothing is graded. All cells of a student's own have notebook_seconds together; those that come later are not run.
use_sandbox(c, notebook_seconds=60)

# Where the right answers are. The program outside of the sandbox, which grades, gets this from it.
os.environ["BLEU_ANSWERS_FILE"] = str(COURSE / "answers.py")

# From this day on, feedback shows the smallest input that a function fails on: when nothing more will be graded with
# this seed. Write it as 2027-01-31. Without a day, no input is ever shown.
os.environ["BLEU_SHOW_INPUTS_FROM"] = ""

# A page of our own, with our verdicts and nothing that a student's code printed or drew. Where written answers wait for
# a person, a line says so.
c.GenerateFeedback.exporter_class = "bleu_grading.records.feedback_page.Page"
c.GenerateFeedback.pre_convert_hook = before_feedback
