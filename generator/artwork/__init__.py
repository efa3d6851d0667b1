"""Converts SVG files from other programs once, to the subset of SVG that the painter supports."""
