"""Dance of Muses: the referee, derived numbers, and checks of components."""
