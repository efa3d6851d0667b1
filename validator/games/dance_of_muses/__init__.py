"""Dance of Muses: referee, derived numbers, component checks."""
