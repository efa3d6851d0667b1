"""Simulated games and what they prove: players, games, tallies of many, certificates, failures."""
