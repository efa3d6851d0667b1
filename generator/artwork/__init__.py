"""Converts SVG files from other programs to the subset of SVG that the painter supports."""
