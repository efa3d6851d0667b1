"""Measures printers' faults and compensates for them."""
