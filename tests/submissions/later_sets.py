"""Those of the second and third problem set. A later part that calls an earlier one is tested with a right earlier one:
a mistake is paid once.
"""

from course import solutions

from submissions import Submission

RIGHT = solutions("ps2")

ALL_ORDERS = {
    "order_precisions": """
from bleu_helpers import modified_precision

def order_precisions(candidate, references, max_n):
    return [modified_precision(candidate, references, n) for n in range(1, max_n + 1)]
""",
}

CLOSEST_LATER = {
    "open_bleu": "from bleu_helpers import brevity_penalty\n\n"
    + RIGHT["open_bleu"].replace("return mean_penalty(", "return brevity_penalty("),
}

PS2 = [
    Submission("anna", "right", (2, 3, 3, 4), RIGHT),
    Submission(
        "orders",
        "missing orders count as 0, paid once",
        (2, 0, 3, 4),
        RIGHT | ALL_ORDERS,
        mistakes={"order_precisions": "missing orders count as 0"},
    ),
    Submission(
        "close",
        "the package's penalty in the last task: half of the points",
        (2, 3, 3, 2),
        RIGHT | CLOSEST_LATER,
        mistakes={"open_bleu": "the closest reference only"},
    ),
]

PS3 = [
    Submission("scy", "right, and a text", (3, 4), solutions("ps3")),
]
