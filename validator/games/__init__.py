"""One package per game. Each declares a `Ruleset`, which the registry finds.

A custom deck, even if renamed, keeps the catalogue and its code. The same package therefore checks
its numbers, cards, sheets and scripts.
"""
