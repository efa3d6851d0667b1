"""Local web pages: code shared by preview, table and studio."""
