"""Replays and certificates as pages to read."""
