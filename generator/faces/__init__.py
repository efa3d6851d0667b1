"""A card and its template to a face: SVG, with the words already in place."""
