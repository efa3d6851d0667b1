"""The room that prints: a trusted `Game` goes in, print-ready files come out.

It may import `validator`, never the reverse. The flow, a module a step:

    Game -> face -> paint -> sheet -> pdf

and `build` is the whole way, `cli` its front door.
"""

__version__ = "0.1.0"
