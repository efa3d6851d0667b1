"""The studio: a page on this computer for making a game, from its cards to the printed kit."""
