"""Converts a trusted `Game` to files that are ready to be printed.

It may import `validator`, never the reverse. A build has these steps, with one package for each:

    Game -> face -> paint -> sheet -> pdf

`build` runs all steps, and `cli` is the command line.
"""

__version__ = "0.1.0"
