"""Measures printers' misregistration and compensates for it."""
