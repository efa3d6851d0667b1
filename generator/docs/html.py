"""Converts the documentation pages in a checkout to a folder of HTML: one style sheet, no script,
no network.

The result is part of the installed package. The site, with a theme and search, is built by
docs/build.py.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from html import escape
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator.docs.pages import navigation, pages, relinked

_STYLE = """\
:root { color-scheme: light dark; --line: #8886; --link: light-dark(#8f4420, #e0a070); }
body { margin: 0 auto; max-width: 76rem; padding: 0 1.2rem 4rem; display: grid; gap: 0 3rem;
  grid-template-columns: 15rem minmax(0, 1fr); font: 1rem/1.55 system-ui, sans-serif; }
nav { font-size: 0.85rem; padding: 1.2rem 0; }
nav > a { font-weight: 700; font-size: 1.2rem; }
nav h2 { font-size: 0.85rem; margin: 1.2rem 0 0.2rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: 0.3rem 0; line-height: 1.3; }
nav a { text-decoration: none; }
nav [aria-current] { font-weight: 700; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.2rem; }
img { max-width: 100%; height: auto; border-radius: 3px; }
td img { max-width: min(100%, 18rem); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: 0.35rem 0.8rem 0.35rem 0;
  text-align: left; vertical-align: top; }
thead:not(:has(th:not(:empty))) { display: none; }
code { font: 0.88em ui-monospace, monospace; }
pre { border: 1px solid var(--line); border-radius: 4px; padding: 0.7rem 0.9rem;
  overflow-x: auto; }
figure { margin: 1rem 0; }
figcaption { font: 0.85rem ui-monospace, monospace; opacity: 0.8; }
figcaption + pre { margin-top: 0.2rem; }
@media (max-width: 52rem) { body { display: block; } nav { border-bottom: 1px solid var(--line); } }
"""
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<nav aria-label="Pages">
{navigation}
</nav>
<main>
{page}</main>
</body>
</html>
"""
_CAPTION = re.compile(r'title="([^"]+)"')


def write_pages(root: Path, target: Path) -> None:
    """Write the pages of the checkout `root`, with their pictures and notebooks, to `target`.

    Raises LeadsNowhereError for a link without a target page.
    """
    names = pages(root)
    parts = navigation(relinked(root / "docs" / "index.md", names, root))
    target.mkdir(parents=True, exist_ok=True)
    (target / "style.css").write_text(_STYLE, "utf-8")
    files: set[str] = set()
    for file, name in names.items():
        page = rendered(relinked(file, names, root), parts, name, files)
        (target / _file_of(name)).write_text(page, "utf-8")
    for each in sorted(files):
        (target / each).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / "docs" / each, target / each)


def rendered(
    text: str, parts: Mapping[str, list[tuple[str, str]]], name: str, files: set[str]
) -> str:
    """Return a documentation page as HTML, with the navigation.

    Its pictures and notebooks are added to `files`.
    """
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(text)
    title = _mark_headings(tokens)
    for token in _all(tokens):
        if token.type == "link_open":
            href = str(token.attrGet("href"))
            token.attrSet("href", _target(href))
            if href.endswith(".ipynb") and ":" not in href:
                files.add(href)
        elif token.type == "image":
            files.add(str(token.attrGet("src")))
    parser.add_render_rule("fence", _fence)
    page = parser.renderer.render(tokens, parser.options, {})
    title = "Pieria" if title in ("", "Pieria") else f"{title} - Pieria"
    return _PAGE.format(title=escape(title), navigation=_navigation(parts, name), page=page)


def _navigation(parts: Mapping[str, list[tuple[str, str]]], current: str) -> str:
    lines = ['<a href="index.html">Pieria</a>']
    for heading, entries in parts.items():
        lines += [f"<h2>{escape(heading)}</h2>", "<ul>"]
        for title, target in entries:
            here = ' aria-current="page"' if target == current else ""
            lines.append(f'<li><a href="{_file_of(target)}"{here}>{escape(title)}</a></li>')
        lines.append("</ul>")
    return "\n".join(lines)


def _file_of(name: str) -> str:
    return f"{name.removesuffix('.md')}.html"


def _target(href: str) -> str:
    """Convert a link to a page, with or without a heading, to a link to its HTML file."""
    page, mark, heading = href.partition("#")
    local = page.endswith(".md") and ":" not in page
    return (_file_of(page) if local else page) + mark + heading


def _mark_headings(tokens: list[Token]) -> str:
    """Give each heading the id that links use, and return the text of the first heading."""
    first = ""
    taken: set[str] = set()
    for token, inside in pairwise(tokens):
        if token.type != "heading_open":
            continue
        words = "".join(each.content for each in inside.children or ())
        slug = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
        number = 0
        while (id_ := f"{slug}-{number}" if number else slug) in taken:
            number += 1
        taken.add(id_)
        token.attrSet("id", id_)
        first = first or words
    return first


def _all(tokens: list[Token]) -> list[Token]:
    return [each for token in tokens for each in (token, *(token.children or ()))]


def _fence(_self: object, tokens: list[Token], index: int, *_rest: object) -> str:
    """Return the HTML of a code block; if it shows a file, the file's name is its caption."""
    words = f"<pre><code>{escape(tokens[index].content, quote=False)}</code></pre>\n"
    caption = _CAPTION.search(tokens[index].info)
    if caption is None:
        return words
    return f"<figure><figcaption>{escape(caption[1])}</figcaption>{words}</figure>\n"
