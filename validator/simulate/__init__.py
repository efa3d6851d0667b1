"""Simulated games: computer players, games, tallies, certificates, failures."""
