"""Writes pages to PDF files."""
