"""Sing! O Muse: the numbers of its rules that must agree."""
