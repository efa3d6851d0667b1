"""The documentation: its pages as Markdown in a checkout, and as HTML in an installed package.

The build hook of the package imports this package, so it needs no library except markdown-it.
"""
