"""A game at a table: a tree of positions, what the player in each seat may see, and the record."""
