"""Renders a card with its template to a face: an SVG in which every text has its position."""
