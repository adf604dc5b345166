"""Use the built site in a browser, which contacts no other host."""

import io

import numpy as np
import pytest
from browser import PHONE, WIDE, expect, reach
from finish_pages import DRAWINGS
from notebook_rules import ROOT
from PIL import Image, ImageChops, ImageFilter, ImageStat
from score_parts import parts

pytest_plugins = ["built_site"]
pytestmark = [pytest.mark.node, pytest.mark.chromium]


def test_a_browser_shows_a_drawing_like_the_picture_of_the_lesson(site, page):
    """The words and numbers of each drawing are compared when it is drawn."""
    path, saved = site / DRAWINGS / "picture-05.svg", Image.open(ROOT / "docs" / "picture-05.png").convert("RGB")
    page.set_viewport_size({"width": saved.width, "height": saved.height})
    page.goto(path.resolve().as_uri())
    shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    difference = ImageChops.difference(*(picture.filter(ImageFilter.GaussianBlur(3)) for picture in (shown, saved)))
    assert np.mean(ImageStat.Stat(difference).mean) < 6


TO_REACH = "a[href]:not(.headerlink), summary, button, input, textarea"


def test_a_lesson_can_be_used_with_the_keyboard_alone(served, page):
    page.goto(f"{served}/02_clipping.html", wait_until="networkidle")
    elements = page.locator("article").locator(TO_REACH).element_handles()
    wanted = [element for element in elements if element.is_visible()]
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Skip to main content"
    page.keyboard.press("Enter")
    for element in wanted:
        reach(page, element, most=40)
        if element.evaluate("element => element.matches('input')"):
            page.keyboard.type("seven")
        elif "Show the answer" in element.inner_text():
            page.keyboard.press("Space")
    answers = page.get_by_text("answer: ").all()
    assert answers and all(answer.is_visible() for answer in answers)
    expect(page.get_by_text("your guess: seven").filter(visible=True)).to_have_count(len(answers))


FOLLOWS = """isDark => {
    const { filter } = getComputedStyle(document.querySelector("picture img") ?? document.body);
    const { backgroundColor } = getComputedStyle(document.body);
    return backgroundColor === (isDark ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)")
        && (filter === "none") === (!isDark || !document.querySelector("picture"));
}"""


def test_the_chosen_colour_mode_applies_to_pictures_and_to_the_first_page(served, page):
    for theme in ("Light", "Dark", "Light"):
        page.goto(f"{served}/02_clipping.html")
        page.get_by_role("button", name="Color mode").click()
        page.get_by_role("button", name=theme).click()
        page.wait_for_function(FOLLOWS, arg=theme == "Dark")
        page.goto(f"{served}/index.html")
        page.wait_for_function(FOLLOWS, arg=theme == "Dark")


def test_a_guess_is_repeated_next_to_the_answer_which_is_folded_with_what_follows(served, page):
    page.set_viewport_size(PHONE)
    page.goto(f"{served}/05_bleu.html", wait_until="networkidle")
    assert not page.get_by_text("import importlib.util").is_visible()
    assert page.locator("label.guess").count() == page.locator(".tag_answer").count() > 0
    page.get_by_label("Your guess").first.fill("<b>6</b>")
    right = "answer: other order"
    cell = page.locator(".cell", has_text=right)
    follows = cell.locator("xpath=following::summary[contains(., 'read on here')][1]/following-sibling::p[1]")
    assert not cell.locator(".cell_output").is_visible(), "also its figure"
    page.keyboard.press("Enter")
    guess = page.get_by_text("your guess: <b>6</b>")
    expect(guess).to_be_visible()
    assert guess.locator("xpath=following-sibling::*[1]").inner_text().startswith(right)
    for label, opens in (("Hide the answer", False), ("Show the answer", True)):
        cell.get_by_text(label).click()
        assert not cell.get_by_text(label).is_visible()
        assert cell.get_by_text(right).is_visible() == follows.is_visible() == opens


SEARCHES = [
    ("", "clipping", "02_clipping"),
    ("", "클리핑", "glossary"),
    ("ko/", "간결성 페널티", "04_brevity"),
    ("zh/", "截断", "02_"),
]


@pytest.mark.parametrize(("folder", "word", "first"), SEARCHES)
def test_a_search_finds_a_word_in_each_language(folder, word, first, served, page):
    page.goto(f"{served}/{folder}search.html?q={word}")
    page.locator("#search-results a").first.wait_for()
    assert page.locator("#search-results a").first.get_attribute("href").startswith(first)


def test_a_search_on_a_phone_leads_to_the_meaning_of_a_term(served, page):
    page.set_viewport_size(PHONE)
    page.goto(f"{served}/search.html?q=clipping")
    (glossary := page.locator("#search-results").get_by_role("link", name="Glossary")).wait_for()
    assert "System Settings" not in page.locator("#search-results").inner_text()  # the theme's menu
    icon, field = (page.locator(f".bd-search:visible {tag}").bounding_box() for tag in ("svg", "input"))
    assert icon["x"] + icon["width"] <= field["x"], "the icon covers what is typed"
    glossary.click()
    box = page.get_by_text("the translation that is scored").first.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]


def test_the_languages_of_a_page_lead_to_the_same_page(site, served, page):
    page.goto(f"{served}/05_bleu.html")
    for name, place in (("한국어", "ko/05_bleu.html"), ("中文", "zh/05_bleu.html"), ("English", "05_bleu.html")):
        page.get_by_role("link", name=name, exact=True).click()
        assert page.url == f"{served}/{place}"
    assert 'class="languages"' not in (site / "maintainers.html").read_text(encoding="utf-8")


# The first page.


@pytest.mark.parametrize("room", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_first_screen_of_the_first_page_says_what_it_is_and_shows_a_score(served, page, room):
    page.set_viewport_size(room)
    page.goto(f"{served}/index.html")
    seen = [
        page.get_by_role("heading", level=1),
        page.get_by_text("free lessons"),
        page.get_by_role("link", name="Begin lesson 01"),
        page.get_by_role("link", name="Run it here"),
        page.get_by_role("textbox"),
        page.locator("#words"),
        *(page.locator(f"#{part}") for part in parts("")["texts"]),
    ]
    for part in seen:
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= room["height"], part
        assert box["x"] >= 0 and box["x"] + box["width"] <= room["width"], part


def shown(page):
    """Return what the first page shows about a candidate."""
    texts = {part: page.locator(f"#{part}").inner_text() for part in parts("")["texts"]}
    return page.locator("#words span").all_inner_texts(), texts


def expected(text):
    """Return what the package computes for a candidate."""
    said = parts(text)
    return [f"{sign} {word}" for _, sign, word in said["words"]], said["texts"]


def test_the_package_scores_in_a_worker_what_is_typed_on_the_first_page(served, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served}/index.html", wait_until="networkidle")
    asked.clear()
    page.get_by_role("textbox").dispatch_event("pointerdown")  # with which a swipe over the box begins
    for button in page.locator("#sentences button").all():
        button.click()
        assert shown(page) == expected(page.get_by_role("textbox").input_value())
    assert asked == [], "the scores of the prepared sentences are there"
    assert "MB" in page.get_by_role("status").inner_text(), "how much Python weighs is said before it is fetched"
    page.get_by_role("textbox").press_sequentially(" the practical army")
    expect(page.get_by_role("status")).to_contain_text("Scored in your browser", timeout=120_000)
    expect(page.locator("#score")).to_have_attribute("aria-busy", "false")
    assert shown(page) == expected("the the the the the the the the practical army")
    page.get_by_role("textbox").fill("")
    expect(page.locator("#score")).to_have_attribute("aria-busy", "false")
    assert shown(page) == expected("")


def test_the_first_page_can_be_used_with_the_keyboard_alone(served, page):
    page.goto(f"{served}/index.html")
    for element in page.locator(TO_REACH).filter(visible=True).element_handles():
        reach(page, element)
        if element.evaluate("element => element.matches('textarea')"):
            page.keyboard.type("seven ")
            assert page.get_by_role("textbox").input_value().startswith("seven ")
        elif element.evaluate("element => element.matches('#sentences button')"):
            page.keyboard.press("Space")
            assert shown(page) == expected(page.get_by_role("textbox").input_value())
