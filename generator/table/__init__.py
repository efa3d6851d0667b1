"""A game on the screen: a session with the printed faces, in a browser or a terminal."""
