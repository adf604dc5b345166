"""How the browser tests use the lessons' knobs, and what the pictures must then show."""

import re

from playwright.sync_api import expect

TURNS = {
    "02_clipping": [("candidate", "the cat sat", "✓ the, ✓ cat, ✗ sat"), ("words to pay", -1, "✓ the, ✓ cat, purse")],
    "04_brevity_penalty": [("c, of the candidate", +1, "c = 3, r = 6: 0.3679")],
    "05_bleu": [
        ("candidate", "The guard was late because it was raining", "= penalty 1.0000 × geometric mean 0.5946"),
        ("weight of order 1", +2, "BLEU 0.6763 = penalty 1.0000 × geometric mean 0.6763"),
        ("orders, from 1 to", -2, "BLEU 0.8317 = penalty 1.0000 × geometric mean 0.8317"),
    ],
    "07_f1": [("beta", +4, "F2 (recall counts more)")],
    "10_error_rates": [("reference", "sitting", "The cheapest path from corner to corner: 7 edits")],
}
"""For each lesson with a knob: the controls, the text or the steps to enter, and a part of the new text form."""


def turns(page, knob, name):
    """Use a knob in all these ways, and yield its picture each time, once its text form contains the expected part."""
    image = knob.locator("img")
    for control, change, expected in TURNS[name]:
        line = knob.locator(".widget-slider, .widget-text", has_text=control)
        if isinstance(change, str):
            line.locator("input").fill(change)
        else:
            line.locator(".noUi-handle").focus()
            for _ in range(abs(change)):
                page.keyboard.press("ArrowRight" if change > 0 else "ArrowLeft")
        in_rows = re.escape(expected).replace(r",\ ", r",?\s")  # a row ends without a comma
        expect(image).to_have_attribute("alt", re.compile(in_rows), timeout=30_000)
        yield image
    if name == "05_bleu":
        expect(knob).to_contain_text("BLEU 0.8317 = brevity penalty 1.0000 × geometric mean 0.8317")
