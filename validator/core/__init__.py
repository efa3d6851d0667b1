"""Values that the whole project uses: locations, problems, frozen maps, the model of a game."""
