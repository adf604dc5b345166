"""The configuration of nbgrader for these problem sets. Copy this folder to a place of your own, and work there.

Unmodified nbgrader 0.9.6 reads this file from the folder in which its commands are run.
"""

import os
from pathlib import Path

from bleu_grading.instructor.configuration import use_sandbox
from bleu_grading.records.feedback_page import before_feedback

COURSE = Path(__file__).resolve().parent

c = get_config()  # noqa: F821 - nbgrader defines it
c.CourseDirectory.course_id = "bleu-from-scratch"
c.CourseDirectory.root = str(COURSE)

# A cell that runs longer than this is stopped. `grade` stops an endless loop after a second or two, but a student's own
# cells may call the same function.
c.Execute.timeout = 20

# Each notebook runs in its own sandbox, which bubblewrap makes. To use another program, set the environment variable
# BLEU_SANDBOX to docker or podman, or to none, but first read what is not protected then. Nothing is graded without a
# seed and a sandbox. A student's own cells have notebook_seconds together; after that, the remaining ones are not run.
use_sandbox(c, notebook_seconds=60)

# Where the right answers are. The program that grades, outside the sandbox, reads this variable.
os.environ["BLEU_ANSWERS_FILE"] = str(COURSE / "answers.py")

# From this day on, feedback shows the smallest input on which a function fails. Choose a day after which nothing more
# will be graded with this seed, and write it as 2027-01-31. Without a day, no input is ever shown.
os.environ["BLEU_SHOW_INPUTS_FROM"] = ""

# Our own page shows our verdicts, and nothing that a student's code printed or drew. If written answers are waiting for
# a person, a line says so.
c.GenerateFeedback.exporter_class = "bleu_grading.records.feedback_page.Page"
c.GenerateFeedback.pre_convert_hook = before_feedback
