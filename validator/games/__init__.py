"""What only one game knows, a folder each: the numbers that must agree, and its referee."""
