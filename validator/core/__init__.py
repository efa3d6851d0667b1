"""What everything else is made of: locations and problems, frozen maps, what a game is."""
