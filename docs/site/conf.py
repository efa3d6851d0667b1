"""Configure Sphinx for the site: unchanged Markdown, the Furo theme, nothing from a network."""

from pygments.lexer import RegexLexer, bygroups
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Generic, Keyword, Name, Number, Punctuation, String, Text
from sphinx.application import Sphinx

from generator import __version__

project = "Pieria"
author = "The Pieria developers"
project_copyright = ""
version = release = __version__

extensions = ["myst_parser"]
myst_heading_anchors = 3
myst_enable_extensions = ["attrs_block"]  # the facts of a rule have a style of their own
html_theme = "furo"
html_title = "Pieria"
html_favicon = "static/logo.svg"
html_static_path = ["static"]
html_css_files = ["pieria.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_logo": "logo.svg",
    "dark_logo": "logo-dark.svg",
    "light_css_variables": {
        "color-brand-primary": "#7c3a1d",
        "color-brand-content": "#8f4420",
        "color-brand-visited": "#6b4a5c",
    },
    "dark_css_variables": {
        "color-brand-primary": "#e0a070",
        "color-brand-content": "#e0a070",
        "color-brand-visited": "#c9a0b8",
    },
}
highlight_language = "text"
pygments_style = "friendly"
pygments_dark_style = "native"


class PlayLexer(RegexLexer):
    """Scripts of games; see docs/notation.md."""

    name = "play"
    aliases = ["play"]  # noqa: RUF012
    tokens = {  # noqa: RUF012
        "root": [
            (r"^---$", Punctuation),
            (r"^([\w ]+)(:)(?= |$)", bygroups(Name.Attribute, Punctuation)),
            (r"(^|(?<=\s))#.*$", Comment),
            (r"(^|(?<=\s))\|.*$", String),
            (r"^\s*(! ?[=~]?|=|~)(?=\s)", Keyword),
            (r"->\s+.*?$", Generic.Strong),
            (r"\b-?\d+\b", Number),
            (r"\s+|[^\s]+", Text),
        ]
    }


def setup(app: Sphinx) -> None:
    """Add the lexer for scripts to Sphinx."""
    app.add_lexer("play", PlayLexer)
    app.add_lexer("csv", TextLexer)
