"""Draws faces as PDF operators: painter, colours, pictures."""
