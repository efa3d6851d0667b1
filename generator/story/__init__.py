"""Formats replayed games and certificates as pages for reading."""
