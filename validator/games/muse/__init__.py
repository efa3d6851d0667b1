"""Muse: the referee, derived numbers, and checks of components and filled sheets."""
