"""What is kept and shown.

The `instructor` commands and nbgrader's feedback call these; they read the log of `outside` and nbgrader's gradebook.
`student_records` has what was graded, `to_look_at` what needs a person, and `notebook_code` why points may be lost.
`grades` writes the tables, `feedback_page` a page for each student, and `written_answers` the csv for a person.
The log and the gradebook are trusted. A student's notebook is read as data and escaped, and is never run.
"""
