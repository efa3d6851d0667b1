"""Schizonauts: the numbers of its rules that must agree."""
