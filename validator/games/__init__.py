"""What only one game knows, a package a game. Each declares a `Ruleset`, which is registered.

A custom deck under another name keeps the catalogue, and with it the code: so its numbers, its
cards and its sheets are judged, and its games refereed, by the game that it is for.
"""
