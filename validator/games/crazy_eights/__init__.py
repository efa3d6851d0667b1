"""Crazy Eights: the smallest shipped game, and the model for a new referee."""
