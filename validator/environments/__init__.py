"""Games as environments for research: PettingZoo and OpenSpiel, made from a referee."""
