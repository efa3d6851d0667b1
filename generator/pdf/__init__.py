"""Pages to PDF files."""
