"""Sing! O Muse: referee, derived numbers, component checks."""
