"""Formats replays and certificates as pages for reading."""
