"""Values that everything else uses: locations, problems, frozen maps, the model of a game."""
