"""A graded notebook as nbgrader leaves it."""

from course import cell_of, handed_in, released, source


def as_graded(name, answers, grades, only=""):
    """A notebook as nbgrader leaves it: the instructor's tests in it, all or `only` one, and a grade below each."""
    notebook = handed_in(released(name), answers)
    for cell in source(name)["cells"]:
        data = cell["metadata"].get("nbgrader", {})
        if data.get("grade") and cell["cell_type"] == "code":
            mine = cell_of(notebook, data["grade_id"])
            value = grades[data["grade_id"].removeprefix("test_")]
            mine["source"] = cell["source"]
            said = f"something\n{value:g} of {data['points']} points.\n"
            mine["outputs"] = [
                {"output_type": "stream", "name": "stdout", "text": [said]},
                {"output_type": "execute_result", "data": {"text/plain": [str(value)]}},
            ]
            if only not in data["grade_id"]:
                notebook["cells"].remove(mine)
    return notebook


FULL = {
    "ps1": {"overused": 3.0, "credited": 4.0, "text_precision": 3.0},
    "ps2": {"normalise": 2.0, "order_precisions": 3.0, "mean_penalty": 3.0, "open_bleu": 4.0},
    "ps3": {"ranks": 3.0, "agreement": 4.0},
}
