"""The studio: a page of this machine on which a game is made, from its cards to the printed kit."""
