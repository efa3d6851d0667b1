"""Sing! O Muse: the referee, derived numbers, and checks of components.

The headings that its modules name are those of `data/sing-o-muse/rulebook.md`.
"""
