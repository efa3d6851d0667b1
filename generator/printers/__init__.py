"""Measures and compensates for what each printer does wrong."""
