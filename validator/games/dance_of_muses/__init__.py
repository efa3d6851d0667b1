"""Dance of Muses: the numbers of its rules that must agree."""
