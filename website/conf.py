"""Sphinx's configuration for the site. make_site.py writes the pages, and sets what depends on their language."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

project = "BLEU from scratch"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "site_extension",
]
source_suffix = {".ipynb": "myst-nb", ".md": "myst-nb", ".rst": "restructuredtext"}

# Notebooks are shown with their saved outputs and not executed.
nb_execution_mode = "off"
nb_render_markdown_format = "myst"
nb_code_prompt_show = "Show {type}"
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 4
html_math_renderer = "mathml"  # of site_extension.py

# Members are listed in the order of the source, which is the order in which the lesson needs them.
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_mock_imports = ["numba"]  # an extra that the site does without
default_role = "code"
napoleon_custom_sections = [("Source", "notes_style")]
napoleon_use_rtype = False

# Quotes often belong to code, so they are not replaced.
smartquotes = False

html_theme = "sphinx_book_theme"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_js_files = ["guess.js"]
html_favicon = str(HERE / "static" / "icon.svg")
html_search_language = "en"  # with the letters of the others: see Search in site_extension.py
html_copy_source = False
html_show_search_summary = False  # it would show the words of the theme's menu
html_theme_options = {
    "show_toc_level": 2,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "navbar_persistent": [],  # the sidebar already has the search
    "footer_content_items": ["copyright.html"],  # it names the authors; the theme's "By" reads wrongly in Korean
}

html_context = {"default_mode": "auto"}
