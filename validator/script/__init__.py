"""Reads, plays and reports on scripted games."""
