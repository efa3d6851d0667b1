"""A game at a table: a tree of positions, the view of each seat, and the record."""
