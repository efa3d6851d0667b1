"""One package per game. Each declares a `Ruleset`, which the registry finds.

A renamed custom deck keeps the catalogue and its code, so that the same package checks its numbers,
cards and sheets, and referees its scripts.
"""
