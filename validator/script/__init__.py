"""Reads, plays and reports scripted games."""
