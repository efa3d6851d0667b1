"""Sing! O Muse: the referee, derived numbers, and checks of components."""
