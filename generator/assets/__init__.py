"""Converts a game's own typefaces, drawings and pictures once, and caches the results."""
