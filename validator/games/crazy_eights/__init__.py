"""Crazy Eights: the smallest game that ships, and what a new referee starts from."""
