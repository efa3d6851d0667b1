"""Converts the typefaces, drawings and pictures in a game's folder once, and caches the results."""
