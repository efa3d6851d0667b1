"""Renders a card with its template to a face: SVG in which all text is positioned."""
