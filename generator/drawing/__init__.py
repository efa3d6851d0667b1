"""Faces to PDF operators: painter, colours, pictures."""
