"""A game at a table: a tree of positions, what each seat sees, and the record."""
