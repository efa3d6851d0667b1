"""Writes replays and certificates as pages to read."""
