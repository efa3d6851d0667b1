"""Games in progress at a table: the tree of positions, what each player may see, and the record."""
