"""The designer's second screen: a game as it is now, what is wrong with it, what a save changed."""
