"""Reads and plays scripted games, and reports the results."""
