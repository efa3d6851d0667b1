"""Renders a card with its template to a face, which is an SVG in which all text is positioned."""
