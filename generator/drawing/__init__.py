"""Draws faces as PDF operators, with a painter, colours and pictures."""
