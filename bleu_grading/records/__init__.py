"""The results of grading, and the files and pages that show them.

The `instructor` commands and nbgrader's feedback use these modules, which read the log of `outside` and nbgrader's
gradebook. `student_records` reads what was graded and lists what a person has to look at, and `notebook_code` finds
out why points may have been lost. `grades` writes the tables, and `feedback_page` a page for each student.
The log and the gradebook are trusted. A student's notebook is only read as data and escaped; it is never run here.
"""
