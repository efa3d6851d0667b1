"""Muse: the referee, derived numbers, and checks of components and filled sheets.

The headings that its modules name are those of `data/muse/rulebook.md`.
"""
