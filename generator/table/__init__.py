"""Plays a game on the screen with the printed faces, in a browser or a terminal."""
