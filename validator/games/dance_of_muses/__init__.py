"""Dance of Muses: the referee, derived numbers, and checks of components.

The headings that its modules name are those of `data/dance-of-muses/rulebook.md`.
"""
