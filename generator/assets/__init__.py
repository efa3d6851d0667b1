"""Convert a game's own typefaces, drawings and pictures once, and cache the results."""
