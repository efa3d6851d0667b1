"""Local web pages: the code that preview, table and studio share."""
