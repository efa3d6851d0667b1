"""Reads finished PDFs and verifies that they can be printed, cut and played."""
