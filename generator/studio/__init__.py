"""The studio: a local page for making a game, from its cards to the printed kit."""
