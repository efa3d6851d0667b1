"""Converts SVG files from other programs once to the subset that the painter supports."""
