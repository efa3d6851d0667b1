"""Sheets that somebody published, copied into a project: `pieria pull`."""
