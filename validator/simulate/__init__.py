"""Simulated games: players, games, tallies, certificates, failures."""
