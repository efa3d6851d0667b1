"""Copies published spreadsheets into a project: `pieria pull`."""
