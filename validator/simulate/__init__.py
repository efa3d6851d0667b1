"""Simulates games with computer players: tallies, certificates, comparisons and failures."""
