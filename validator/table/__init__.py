"""A game that is played at a table: positions in a tree, what each seat sees, and the record."""
