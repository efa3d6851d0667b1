"""A module for each command, or for a few that belong together; loaded when it is called."""
