"""Muse: referee, derived numbers, component checks, checks of filled sheets."""
