"""One package per game. Each declares a `Ruleset`, which the registry finds.

A custom deck under another name keeps the catalogue and its code. So the same game judges its
numbers, cards and sheets, and referees its scripts.
"""
